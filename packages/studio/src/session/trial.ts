/** Every solver on one problem, in a worker of its own that can be ended at any time. */
import type { AllSolversReply, AllSolversRequest } from '../worker/answers/all-solvers.ts';
import type { Port } from './engine-port.ts';
import type { Dots, State } from './state.ts';
import type { Store } from './store.ts';

export class Trial {
  private readonly make: () => Port;
  private readonly store: Store<State>;
  private readonly complain: (sentence: string) => void;
  private port: Port | undefined;

  constructor(make: () => Port, store: Store<State>, complain: (sentence: string) => void) {
    this.make = make;
    this.store = store;
    this.complain = complain;
  }

  /** Starts the trial if dots wait for their problem. */
  start({ document, warmStart }: AllSolversRequest): void {
    const { dots } = this.store.state;
    if (!dots?.running || dots.total > 0 || this.port) return;
    this.port = this.make();
    this.port.onmessage = ({ data }) => this.take(data as AllSolversReply);
    this.port.onerror = (event) => {
      event.preventDefault?.();
      this.end(`The trial of all solvers failed: ${event.message || 'no reason given'}.`);
    };
    this.port.postMessage({ document, warmStart } satisfies AllSolversRequest);
  }

  cancel(): void {
    this.port?.terminate();
    this.port = undefined;
    const { dots } = this.store.state;
    if (dots?.running) this.store.set({ dots: { ...dots, running: false } });
  }

  private take(reply: AllSolversReply): void {
    const { dots } = this.store.state;
    if (reply.type === 'dot' && dots) this.store.set({ dots: withDot(dots, reply) });
    else this.end(reply.type === 'failed' ? reply.sentence : undefined);
  }

  private end(sentence: string | undefined): void {
    this.cancel();
    if (sentence !== undefined) this.complain(sentence);
  }
}

const withDot = (dots: Dots, { dot, done, total }: Extract<AllSolversReply, { type: 'dot' }>): Dots => ({
  ...dots,
  list: [...dots.list, dot],
  done,
  total,
});
