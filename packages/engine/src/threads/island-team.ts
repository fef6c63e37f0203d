/**
 * Islands solved by several threads: each takes its share, all write into memory that they share.
 * docs/theory/parallel.md (PA4)
 *
 * An island is solved by the same method on the same numbers by any thread: the bits do not depend on the threads. In the
 * team's memory: a table of islands, the solver's options as numbers, then the problems.
 */
import type { Problem } from '../problem/problem.ts';
import { type Outcome, type SolverInstance, STATUSES, type ThreadTeam } from '../problem/solver.ts';
import { beat } from './control.ts';
import { type OptionTable, optionCount, readOptions, writeOptions } from './option-numbers.ts';
import { describe, HEADER, share, sharedAnswer, sharedBytes, unshare } from './shared-problem.ts';
import type { Invitation } from './team.ts';

/** Integers per island in the table: its header, its thread, then status, three counts of iterations, whether bounds follow. */
const OWNER = HEADER;
const RESULT = HEADER + 1;
const ENTRY = HEADER + 6;

/** The worker's side: solves the islands of the table that are this thread's. */
export function solveIslands<Options extends object>(
  table: OptionTable<Options>,
  instance: SolverInstance<Options>,
  { buffer, control, index }: Invitation,
  [count, optionsAt]: Int32Array,
): void {
  const options = readOptions(table, new Float64Array(buffer, optionsAt, optionCount(table)));
  for (let k = 0; k < count; k++) {
    const entry = new Int32Array(buffer, 4 * ENTRY * k, ENTRY);
    if (entry[OWNER] !== index) continue;
    const { p, x, lo, hi } = unshare(buffer, entry);
    const outcome = instance.solve(p, x, options);
    const { direct, iterative, total } = outcome.iterations;
    entry.set([STATUSES.indexOf(outcome.status), direct, iterative, total, outcome.follows ? 1 : 0], RESULT);
    lo.set(outcome.lo);
    hi.set(outcome.hi);
    beat(control);
  }
}

interface Island {
  readonly p: Problem;
  /** Warm start. */
  readonly x: Float64Array;
}

/** An island that a worker has solved; arrays are valid until the next use of the team. */
interface SolvedIsland {
  readonly index: number;
  readonly x: Float64Array;
  readonly outcome: Outcome;
}

/** Complete options of the solver that workers run, and their table. */
interface TabledOptions<Options extends object> {
  readonly table: OptionTable<Options>;
  readonly options: Readonly<Options>;
}

/** Islands of one problem, assigned to the threads of a team. */
export class IslandShare {
  private readonly team: ThreadTeam;
  private readonly owner: readonly number[];

  /** @param rows of each island: its work is guessed from them */
  constructor(team: ThreadTeam, rows: readonly number[]) {
    this.team = team;
    this.owner = assign(rows, team.threads);
  }

  /** True if the calling thread has island `index`. */
  isMine(index: number): boolean {
    return this.owner[index] === 0;
  }

  /**
   * Workers solve theirs while `mine` runs.
   * @param islandOf the problem of an island; read before the next is asked for
   * @returns undefined, with nothing done, if the team's memory is too small for them
   */
  solve<Options extends object>(
    islandOf: (index: number) => Island,
    { table, options }: TabledOptions<Options>,
    mine: () => void,
  ): SolvedIsland[] | undefined {
    const { owner, team } = this;
    const { buffer } = team;
    const indices = owner.flatMap((thread, index) => (thread === 0 ? [] : [index]));
    const optionsAt = 8 * Math.ceil((4 * ENTRY * indices.length) / 8);
    let at = optionsAt + 8 * optionCount(table);
    for (const [k, index] of indices.entries()) {
      const island = islandOf(index);
      const bytes = sharedBytes(island.p);
      if (at + bytes > buffer.byteLength) return undefined;
      share(island.p, island.x, buffer, at);
      const entry = new Int32Array(buffer, 4 * ENTRY * k, ENTRY);
      describe(island.p, at, entry);
      entry[OWNER] = owner[index];
      at += 8 * Math.ceil(bytes / 8);
    }
    writeOptions(table, options, new Float64Array(buffer, optionsAt, optionCount(table)));
    team.together([indices.length, optionsAt], mine);
    return indices.map((index, k) => {
      const entry = new Int32Array(buffer, 4 * ENTRY * k, ENTRY);
      const { x, lo, hi } = sharedAnswer(buffer, entry);
      return { index, x, outcome: outcomeOf(entry, lo, hi) };
    });
  }
}

function outcomeOf(entry: Int32Array, lo: Float64Array, hi: Float64Array): Outcome {
  const [status, direct, iterative, total, follows] = entry.subarray(RESULT, RESULT + 5);
  const iterations = { direct, iterative, coupling: 1, total };
  return { status: STATUSES[status], iterations, lo, hi, ...(follows === 1 && { follows: true }) };
}

/** Assigns islands to threads, largest first, each to the thread with the fewest rows so far; ties to the first. */
function assign(rows: readonly number[], threads: number): number[] {
  const load = new Array<number>(threads).fill(0);
  const owner = new Array<number>(rows.length).fill(0);
  const bySize = rows.map((_, k) => k).sort((p, q) => rows[q] - rows[p] || p - q);
  for (const k of bySize) {
    let least = 0;
    for (let t = 1; t < threads; t++) if (load[t] < load[least]) least = t;
    owner[k] = least;
    load[least] += rows[k];
  }
  return owner;
}
