/** A moment that is being run again, in slices: the worker goes on answering, and what else is asked for waits until it is there. */
import type { Moment } from '../engine-types.ts';
import type { Request } from '../protocol.ts';
import type { Keyframes } from './keyframes.ts';
import { type Made, reopen, stepsOf } from './reopen.ts';
import type { Surroundings } from './surroundings.ts';

const SLICE = 30; // ms
const AT_ONCE: ReadonlySet<Request['type']> = new Set(['ping', 'release']);
const OTHERS: ReadonlySet<Request['type']> = new Set(['open', 'openProblem', 'openMoment']);

export class Reopening {
  private readonly around: Surroundings;
  private readonly total: number;
  private readonly steps: Generator<number, Made>;
  private readonly done: (made: Made, held: readonly Request[]) => void;
  private readonly failed: (error: unknown, held: readonly Request[]) => void;
  private readonly held: Request[] = [];
  private given = false; // up, for something else

  constructor(
    around: Surroundings,
    moment: Moment,
    into: { readonly keyframes: Keyframes; readonly firstId: number },
    done: Reopening['done'],
    failed: Reopening['failed'],
  ) {
    this.around = around;
    this.total = stepsOf(moment);
    this.steps = reopen(moment, into.keyframes, into.firstId);
    this.done = done;
    this.failed = failed;
    around.later(() => this.slice(), 0);
  }

  /** Whether a request has to wait; one that opens something else ends this. */
  holds(request: Request): boolean {
    if (OTHERS.has(request.type)) this.given = true;
    if (this.given || AT_ONCE.has(request.type)) return false;
    this.held.push(request);
    return true;
  }

  private slice(): void {
    if (this.given) return;
    const start = this.around.clock();
    try {
      for (;;) {
        const next = this.steps.next();
        if (next.done) {
          this.done(next.value, this.held);
          return;
        }
        if (this.around.clock() - start < SLICE) continue;
        this.around.reply({ type: 'reopening', done: next.value, total: this.total });
        break;
      }
    } catch (error) {
      this.failed(error, this.held);
      return;
    }
    this.around.later(() => this.slice(), 0);
  }
}
