/**
 * Who gets which problems in a replay that is a race: the hardest problems first, then the others in an order whose
 * every beginning is spread over all of them; and a solver that has failed for certain gets no more than show its median.   docs/guide/recommend.md
 *
 * A solver passes if its worst problem is within the tolerance. One problem beyond it is a failure that no further problem
 * can undo; a solver that has none goes on to the last. The other way to be stopped is to be too slow (`patience`).
 */
import type { Problem } from '@signorini/engine/problem';
import type { AnySolver, OptionValues, SolverInstance } from '@signorini/engine/solvers';
import { answerWithVelocities, errorsOf } from '../evaluate/evaluate.ts';
import { largerError } from '../evaluate/larger-error.ts';
import type { ReplayRow } from './replay-row.ts';
import type { StopReason } from './replay-summary.ts';
import type { NamedProblem, ReplayRequest } from './request.ts';

/** The `hard` problems whose start is the most wrong, the worst of them first; then the others, spread. */
export function raceOrder(problems: readonly NamedProblem[], hard: number): number[] {
  const start = problems.map(({ problem }) => energyOfStart(problem));
  const hardest = start
    .map((_, k) => k)
    .sort((p, q) => start[q]! - start[p]! || p - q)
    .slice(0, hard);
  return [...hardest, ...spreadOrder(problems.length).filter((k) => !hardest.includes(k))];
}

/** J; how much a step changes: the error of what every solver starts from. */
function energyOfStart(problem: Problem): number {
  const { warm = new Float64Array(problem.n), lo, hi } = problem;
  const error = errorsOf(answerWithVelocities(problem, warm, lo, hi), ['energy']).energy.value;
  return Number.isFinite(error) ? error : Number.MAX_VALUE;
}

/** 0, the middle, the quarters, the eighths, ...: bits of the place reversed. */
export function spreadOrder(count: number): number[] {
  const bits = Math.ceil(Math.log2(Math.max(2, count)));
  const reversed = (k: number) =>
    Array.from({ length: bits }, (_, bit) => ((k >> bit) & 1) << (bits - 1 - bit)).reduce((p, q) => p | q, 0);
  return Array.from({ length: 1 << bits }, (_, k) => reversed(k)).filter((k) => k < count);
}

/** A solver on its way through the problems. */
export class Entrant {
  readonly solver: AnySolver;
  readonly instance: SolverInstance<OptionValues>;
  /** By the place of the problem. */
  readonly rows = new Map<number, ReplayRow>();
  /** Problems beyond the patience. */
  slow = 0;
  /** Why its turn is after the first answer: what an untimed solve showed before the race. */
  held: StopReason | null = null;
  /** Untimed solves before the race. */
  tried = 0;
  /** Problems that were solved again. */
  private doubts = 0;
  /** For certain: no further problem can undo it. */
  failed: 'error' | 'refused' | undefined;

  constructor(solver: AnySolver) {
    this.solver = solver;
    this.instance = solver.create();
  }

  add(place: number, row: ReplayRow, { race }: ReplayRequest): void {
    this.rows.set(place, row);
    if (!race || this.failed) return;
    if (row.status === 'refused') this.failed = 'refused';
    else if (!((largerError(row) ?? Infinity) <= race.tolerance)) this.failed = 'error';
  }

  /** True if a time in doubt is worth more solves: for a few problems, and not of a solver that is known to fail. */
  mayAskAgain({ doubt }: ReplayRequest): boolean {
    return !this.failed && !this.held && this.doubts++ < (doubt?.problems ?? 0);
  }

  /** Null while it is given problems. */
  stopped({ race, patience }: ReplayRequest): StopReason | null {
    if (this.slow >= (patience?.problems ?? Infinity)) return 'time';
    return this.failed && this.rows.size >= race!.problems ? this.failed : null;
  }

  /** Problems that it will be given, as far as one knows. */
  ahead(request: ReplayRequest): number {
    if (this.stopped(request)) return 0;
    const all = request.problems.length;
    return (this.failed ? Math.min(all, request.race!.problems) : all) - this.rows.size;
  }
}
