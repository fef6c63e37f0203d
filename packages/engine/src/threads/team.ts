/**
 * Threads that work on one memory together: sweeps colour by colour, or islands.   docs/theory/parallel.md (PA2)-(PA4)
 *
 * Rows of one colour touch no body in common, so it does not matter which thread sweeps which of them: the numbers are
 * those of one thread that sweeps in the same order. Between colours all wait for the last. The engine creates no threads:
 * the caller passes them in (Node's worker_threads, a page's Web Workers), each running the engine's `worker` entry. All
 * that is asynchronous happens once, in `Team.ready`: browsers deliver no message while its sender is at work.
 */
import { type SweepKernels, twinKernels } from '../kernels/kernels.ts';
import type { ROW_SWEEP } from '../kernels/layouts.ts';
import { instantiateSweeps, sharedMemory } from '../kernels/load.ts';
import { type WasmMemory, warn } from '../kernels/platform.ts';
import type { Table } from '../kernels/tables.ts';
import type { SharedSweep, ThreadTeam } from '../problem/solver.ts';
import { Arrivals, listen, type TeamMember, type Word } from './arrivals.ts';
import { argumentsOf, CONTROL_SIZE, command, commandOf, meet, nextCommand, setFailed, takeFailed } from './control.ts';

/** Message to a worker before it takes part. */
export interface Invitation {
  /** Undefined if WebAssembly is refused: then `buffer` is what they share. */
  readonly memory: WasmMemory | undefined;
  readonly buffer: ArrayBuffer;
  readonly control: Int32Array;
  /** Largest change of an impulse, one number per thread. */
  readonly changes: Float64Array;
  /** Number of this thread; the calling one is 0. */
  readonly index: number;
  readonly threads: number;
}

export interface TeamOptions {
  /** Memory that the threads share, MB; a sweep needs 0.5 kB per contact. Default 256. */
  readonly megabytes?: number;
  /** Time in which every worker has to start, and then to join, s. Default 10. */
  readonly timeout?: number;
  /** Time without any progress of the workers after which a step gives them up, s: longer than the longest island takes. Default 30. */
  readonly patience?: number;
}

/** Commands. */
const SWEEP = 1;
const OTHER = 2;

const PAGE = 65536;

export class Team implements ThreadTeam {
  readonly threads: number;
  readonly buffer: ArrayBuffer;
  private readonly own: Invitation;
  private readonly kernels: Pick<SweepKernels, 'sweep'>;
  /** ms */
  private readonly patience: number;
  /** Why the team can do nothing more. */
  private lost: string | undefined;
  private warned = false;

  private constructor(own: Invitation, patience: number) {
    this.own = own;
    this.patience = patience;
    this.threads = own.threads;
    this.buffer = own.buffer;
    this.kernels = sweepsOn(own);
  }

  /**
   * Resolves once every worker has joined; rejects with a sentence if one does not start or join. Workers then block
   * waiting for work and handle no other messages; the caller must terminate them.
   * @param members fresh workers that run the engine's `worker` entry
   */
  static async ready(
    members: readonly TeamMember[],
    { megabytes = 256, timeout = 10, patience = 30 }: TeamOptions = {},
  ): Promise<Team> {
    expectPositive('megabytes', megabytes);
    expectPositive('timeout', timeout);
    expectPositive('patience', patience);
    const arrivals = new Arrivals(members, timeout);
    try {
      const threads = members.length + 1;
      const pages = Math.ceil((megabytes * 1e6) / PAGE);
      const memory = sharedMemory(pages);
      const common = {
        memory,
        buffer: memory?.buffer ?? sharedBuffer(pages * PAGE),
        control: new Int32Array(sharedBuffer(4 * CONTROL_SIZE)),
        changes: new Float64Array(sharedBuffer(8 * threads)),
        threads,
      };
      await arrivals.all('started');
      members.forEach((member, k) => {
        member.postMessage({ ...common, index: k + 1 });
      });
      await arrivals.all('joined');
      const team = new Team({ ...common, index: 0 }, 1000 * patience);
      members.forEach((member, k) => {
        listen(member, 'exit', () => {
          team.lost ??= `threads: worker ${k + 1} of ${members.length} has ended`;
        });
      });
      return team;
    } finally {
      arrivals.end();
    }
  }

  isReady(): boolean {
    if (this.lost === undefined) return true;
    if (!this.warned) warn(`signorini: ${this.lost}; the calling thread goes on alone (make a new team for more)`);
    this.warned = true;
    return false;
  }

  sweep({ table, colours, cuts }: SharedSweep): number {
    const { changes, control } = this.own;
    command(control, SWEEP, [table, colours, cuts]);
    if (!takePart(this.own, this.kernels, this.patience)) throw this.lose();
    let change = 0;
    for (const each of changes) change = Math.max(change, each); // NaN stays
    return change;
  }

  together(integers: readonly number[], meanwhile: () => void): void {
    const { control } = this.own;
    command(control, OTHER, integers);
    let all = false;
    try {
      meanwhile();
    } finally {
      all = meet(control, this.threads, this.patience);
    }
    if (!all) throw this.lose();
    const failed = takeFailed(control);
    if (failed > 0) throw new Error(`threads: expected worker ${failed} to finish its work, found that it threw`);
  }

  private lose(): Error {
    this.lost = `threads: expected the workers to go on, found no progress for ${this.patience / 1000} s: one has ended or hangs`;
    return new Error(`${this.lost}; what was begun is not done, and is done without threads if it is tried again`);
  }
}

/**
 * Runs a worker from its invitation on, forever.
 * @param send informs the team that this worker has joined
 * @param other gets the integers of `together`
 */
export function joinTeam(
  invitation: Invitation,
  send: (word: Word) => void,
  other: (invitation: Invitation, integers: Int32Array) => void,
): never {
  const { control, threads, index } = invitation;
  const kernels = sweepsOn(invitation);
  send('joined');
  let generation = 0;
  for (;;) {
    generation = nextCommand(control, generation);
    if (commandOf(control) === SWEEP) takePart(invitation, kernels, Infinity);
    else {
      try {
        other(invitation, argumentsOf(control));
      } catch {
        setFailed(control, index); // the calling thread throws: it must not wait forever for this one
      }
      meet(control, threads, Infinity);
    }
  }
}

/** This thread's share of every colour, all threads together between colours; false if they do not come within `patience` ms. */
function takePart(
  { buffer, control, changes, index, threads }: Invitation,
  kernels: Pick<SweepKernels, 'sweep'>,
  patience: number,
): boolean {
  const [table, colours, cuts] = argumentsOf(control);
  const first = new Int32Array(buffer, 4 * cuts, colours * (threads + 1));
  let change = 0;
  for (let colour = 0; colour < colours; colour++) {
    const from = first[colour * (threads + 1) + index];
    const to = first[colour * (threads + 1) + index + 1];
    const own = kernels.sweep(table as Table<typeof ROW_SWEEP>, from, to);
    change = Math.max(change, own);
    changes[index] = change;
    if (!meet(control, threads, patience)) return false;
  }
  return true;
}

function sweepsOn({ memory, buffer }: Invitation): Pick<SweepKernels, 'sweep'> {
  const compiled = memory && instantiateSweeps(memory);
  return (compiled as Pick<SweepKernels, 'sweep'> | undefined) ?? twinKernels(buffer);
}

/** @throws if the platform has no shared memory (a page that is not cross-origin isolated). */
function sharedBuffer(bytes: number): ArrayBuffer {
  if (typeof SharedArrayBuffer === 'undefined')
    throw new Error('threads: expected SharedArrayBuffer (Node, or a cross-origin isolated page), found none');
  return new SharedArrayBuffer(bytes) as unknown as ArrayBuffer; // typed arrays see no difference
}

function expectPositive(name: string, value: unknown): void {
  if (typeof value !== 'number' || !(value > 0 && value < Infinity))
    throw new Error(`threads: ${name}: expected a positive number, found ${String(value)}`);
}
