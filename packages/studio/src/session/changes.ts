/** Changes of the solver and of the scene, each of which can be undone; an undone change is a change too, and an event. */
import type { Request, RunSpec, Setup } from '../protocol.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

export interface ChangeHost {
  readonly store: Store<State>;
  readonly send: (request: Request) => void;
  readonly open: (spec: RunSpec, setup: Setup, play: boolean) => void;
  readonly say: (sentence: string) => void;
}

export class Changes {
  private readonly before: Pick<State, 'spec' | 'setup'>[] = [];
  private readonly host: ChangeHost;

  constructor(host: ChangeHost) {
    this.host = host;
  }

  /** Changes how the next steps are solved. */
  solver(setup: Setup): void {
    const { store, send } = this.host;
    this.keep();
    store.set({ setup });
    send({ type: 'setup', setup });
  }

  /** The same scene with other parameters, from its start. */
  scene(change: Partial<RunSpec>): void {
    const { spec, setup } = this.host.store.state;
    this.keep();
    this.host.open({ ...spec, ...change }, setup, true);
  }

  undo(): void {
    const { store, send, open, say } = this.host;
    const before = this.before.pop();
    if (!before) say('There is no change to undo.');
    else if (before.spec === store.state.spec) {
      store.set({ setup: before.setup });
      send({ type: 'setup', setup: before.setup, undo: true });
    } else {
      open(before.spec, before.setup, store.state.playing);
      say('Undone: the scene starts anew as it was.');
    }
  }

  private keep(): void {
    const { spec, setup } = this.host.store.state;
    this.before.push({ spec, setup });
  }
}
