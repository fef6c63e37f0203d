/**
 * A moment that is being run again: its branches, one after the other, with everything that happened to them. It runs in slices: the
 * worker goes on answering, and other requests wait until it is there.
 */
import type { Moment } from '../../engine-types.ts';
import type { Request } from '../../protocol.ts';
import type { WorkerHost } from '../worker-host.ts';
import { Branch } from './branch.ts';
import type { Keyframes } from './keyframes.ts';

const SLICE = 30; // ms
const AT_ONCE: ReadonlySet<Request['type']> = new Set(['ping', 'release']);
const OTHERS: ReadonlySet<Request['type']> = new Set(['open', 'openProblem', 'openMoment']);

export interface Made {
  readonly branches: readonly Branch[];
  /** The sentence of the first branch that did not get to its step again; null if all did. */
  readonly short: string | null;
}

export class Reopening {
  private readonly host: WorkerHost;
  private readonly total: number;
  private readonly steps: Generator<number, Made>;
  private readonly done: (made: Made, held: readonly Request[]) => void;
  private readonly failed: (error: unknown, held: readonly Request[]) => void;
  private readonly held: Request[] = [];
  private given = false; // up, for something else

  constructor(
    host: WorkerHost,
    moment: Moment,
    into: { readonly keyframes: Keyframes; readonly firstId: number },
    done: Reopening['done'],
    failed: Reopening['failed'],
  ) {
    this.host = host;
    this.total = stepsOf(moment);
    this.steps = reopen(moment, into.keyframes, into.firstId);
    this.done = done;
    this.failed = failed;
    host.later(() => this.slice(), 0);
  }

  /** Returns true if the request has to wait. One that opens something else ends the reopening. */
  holds(request: Request): boolean {
    if (OTHERS.has(request.type)) this.given = true;
    if (this.given || AT_ONCE.has(request.type)) return false;
    this.held.push(request);
    return true;
  }

  private slice(): void {
    if (this.given) return;
    const start = this.host.clock();
    try {
      for (;;) {
        const next = this.steps.next();
        if (next.done) {
          this.done(next.value, this.held);
          return;
        }
        if (this.host.clock() - start < SLICE) continue;
        this.host.reply({ type: 'reopening', done: next.value, total: this.total });
        break;
      }
    } catch (error) {
      this.failed(error, this.held);
      return;
    }
    this.host.later(() => this.slice(), 0);
  }
}

/**
 * Steps one by one, so that the caller can do other things in between; yields how many were taken.
 * @throws ContractError, SceneFormatError before the first step; a branch that ends early is a sentence in the result
 */
function* reopen(moment: Moment, keyframes: Keyframes, firstId: number): Generator<number, Made> {
  const { run: spec, state } = moment;
  const branches: Branch[] = [];
  let [taken, short] = [0, null as string | null];
  for (const { name, parent, start, head, events } of moment.branches) {
    const [first] = events;
    if (first?.kind !== 'setup') throw new Error('expected a branch that begins with its solver');
    const made = { id: firstId + branches.length, name, spec, keyframes };
    const origin = parent === null ? state && { state } : { branch: holderAt(branches, parent, start), step: start };
    const branch = new Branch(made, first.setup, origin ?? undefined);
    branches.push(branch);
    for (const event of [...events, undefined]) {
      const target = event ? event.step - 1 : head;
      while (branch.at < target && branch.advance()) yield ++taken;
      if (branch.at < target) {
        short ??= branch.ended?.sentence ?? `${branch.name} ended at step ${branch.at} of ${target}`;
        break;
      }
      if (event) branch.addEvent(event);
    }
  }
  return { branches, short };
}

/** The branch that took a step: the parent, or one that it comes from. */
function holderAt(branches: readonly Branch[], parent: number, step: number): Branch {
  let holder = branches[parent]!;
  while (holder.parent !== null && step <= holder.start) holder = branches.find(({ id }) => id === holder.parent)!;
  return holder;
}

/** Steps of all branches. */
const stepsOf = ({ branches }: Moment): number =>
  branches.reduce((sum, { start, head }) => sum + Math.max(0, head - start), 0);
