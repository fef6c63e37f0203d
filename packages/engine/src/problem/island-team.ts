/**
 * Islands solved by several threads: each takes its share, all write into memory that they share.   docs/theory/parallel.md (PA4)
 * An island is solved by the same method on the same numbers whoever takes it: the bits do not depend on the threads.
 */
import type { Invitation, Team } from '../kernels/team.ts';
import type { Problem } from './problem.ts';
import { describe, HEADER, share, sharedAnswer, sharedBytes, unshare } from './shared-problem.ts';
import { type OptionValues, type Outcome, type SolverInstance, STATUSES } from './solver.ts';

/** Integers an island in the table: its header, who has it, then status, three counts of iterations, whether bounds follow. */
const OWNER = HEADER;
const RESULT = HEADER + 1;
const ENTRY = HEADER + 6;

/** The worker's side: solves the islands of the table that are this thread's. */
export function solveIslands(
  instance: SolverInstance<OptionValues>,
  { buffer, index }: Invitation,
  [table, count, follow, sweeps, critical]: Int32Array,
  choices: readonly string[],
): void {
  const options = { bounds: follow === 1 ? 'updated' : 'stored', sweeps, critical: choices[critical] };
  for (let k = 0; k < count; k++) {
    const entry = new Int32Array(buffer, table + 4 * ENTRY * k, ENTRY);
    if (entry[OWNER] !== index) continue;
    const { p, x, lo, hi } = unshare(buffer, entry);
    const outcome = instance.solve(p, x, options);
    const { direct, iterative, total } = outcome.iterations;
    entry.set([STATUSES.indexOf(outcome.status), direct, iterative, total, outcome.follows ? 1 : 0], RESULT);
    lo.set(outcome.lo);
    hi.set(outcome.hi);
  }
}

export interface Island {
  readonly p: Problem;
  /** Warm start. */
  readonly x: Float64Array;
}

/** An island that a worker has solved; arrays are valid until the next use of the team. */
export interface SolvedIsland {
  readonly index: number;
  readonly x: Float64Array;
  readonly outcome: Outcome;
}

/** What all islands of a step have in common. */
export interface IslandOptions {
  /** Friction bounds that follow the normals, or the stored ones. */
  readonly follow: boolean;
  readonly sweeps: number;
  /** Number of the choice of critical rows. */
  readonly critical: number;
}

/** Islands of one problem, dealt out to the threads of a team. */
export class IslandShare {
  private readonly team: Team;
  private readonly owner: readonly number[];

  /** @param rows of each island: what its work is guessed from */
  constructor(team: Team, rows: readonly number[]) {
    this.team = team;
    this.owner = deal(rows, team.threads);
  }

  /** The calling thread has it. */
  isMine(index: number): boolean {
    return this.owner[index] === 0;
  }

  /**
   * Workers solve theirs while `mine` runs.
   * @param islandOf the problem of an island; read before the next is asked for
   * @returns undefined where the team's memory is too small for them: then nothing has been done
   */
  solve(islandOf: (index: number) => Island, options: IslandOptions, mine: () => void): SolvedIsland[] | undefined {
    const { owner, team } = this;
    const indices = owner.flatMap((thread, index) => (thread === 0 ? [] : [index]));
    let at = 4 * ENTRY * indices.length;
    at += at % 8;
    for (const [k, index] of indices.entries()) {
      const island = islandOf(index);
      const bytes = sharedBytes(island.p);
      if (at + bytes > team.buffer.byteLength) return undefined;
      share(island.p, island.x, team.buffer, at);
      const entry = new Int32Array(team.buffer, 4 * ENTRY * k, ENTRY);
      describe(island.p, at, entry);
      entry[OWNER] = owner[index];
      at += 8 * Math.ceil(bytes / 8);
    }
    team.together([0, indices.length, options.follow ? 1 : 0, options.sweeps, options.critical], mine);
    return indices.map((index, k) => {
      const entry = new Int32Array(team.buffer, 4 * ENTRY * k, ENTRY);
      const { x, lo, hi } = sharedAnswer(team.buffer, entry);
      return { index, x, outcome: outcomeOf(entry, lo, hi) };
    });
  }
}

function outcomeOf(entry: Int32Array, lo: Float64Array, hi: Float64Array): Outcome {
  const [status, direct, iterative, total, follows] = entry.subarray(RESULT, RESULT + 5);
  const iterations = { direct, iterative, coupling: 1, total };
  return { status: STATUSES[status], iterations, lo, hi, ...(follows === 1 && { follows: true }) };
}

/** Deals islands out to `threads` by their rows, largest first, each to who has least; ties to the first. */
function deal(rows: readonly number[], threads: number): number[] {
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
