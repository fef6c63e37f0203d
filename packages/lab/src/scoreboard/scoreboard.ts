/**
 * Every solver over the collection: what a row holds, when a problem counts as solved, and the lines of the board.
 * docs/guide/scoreboard.md
 *
 * The error of an answer is the larger of its two errors (`largerError`) over the energy error of doing nothing. Nothing that
 * a solver reports about itself counts. A problem that a solver does not take is not one that it failed on.
 */
import type { OptionValues } from '@signorini/engine/solvers';
import type { Machine } from '../replay/results.ts';
import { largest, median } from '../statistics.ts';

/** Relative errors at which a problem counts as solved, in the order of the columns. */
export const LEVELS = [1e-4, 1e-8, 1e-16] as const;
/** The level that the board is sorted by, and that times and "who solves it" refer to. */
export const MAIN_LEVEL = 1e-8;

/** `cut`: no answer within the time limit; `failed`: a solver from outside gave no usable answer; `not taken`: refused. */
type ScoreOutcome = 'answer' | 'cut' | 'failed' | 'not taken';

/** One problem, one solver. What is not a time is the same on every machine, unless the time limit cut the solve. */
export interface ScoreRow {
  readonly problem: string;
  readonly solver: string;
  readonly outcome: ScoreOutcome;
  /** By (E15), whatever the solver; null without an answer. */
  readonly status: string | null;
  /** Why there is no answer, a sentence. */
  readonly reason: string | null;
  /** Against the bounds that the solver ended with, J; null if it is not finite, or without an answer. */
  readonly energy: number | null;
  /** Against the bounds that its own normals imply, J. */
  readonly frictionConsistency: number | null;
  /** The larger of both over the energy error of doing nothing. */
  readonly relative: number | null;
  readonly iterations: number | null;
  /** Solves with updated friction bounds. */
  readonly coupling: number | null;
  /** The methods that produced the answer. */
  readonly path: string | null;
  /** Median of the timed solves, ms. */
  readonly timeMs: number | null;
  /** Solves behind it. */
  readonly solves: number;
}

export interface ScoredSolver {
  readonly name: string;
  /** From outside: how it was named on the command line. */
  readonly given: string | null;
  readonly summary: string;
  readonly family: string;
  /** Options that every problem was solved with. */
  readonly options: OptionValues;
}

interface ScoredProblem {
  readonly name: string;
  readonly scene: string;
  readonly step: number;
  readonly rows: number;
  readonly contacts: number;
  readonly friction: readonly string[];
  readonly hard: string;
  readonly hash: string;
}

/** `scoreboard.json`. */
export interface ScoreDocument {
  readonly format: 'signorini-scoreboard';
  readonly version: 1;
  /** Version of the engine. */
  readonly engine: string;
  readonly collection: { readonly version: number; readonly content: string };
  readonly machine: Machine;
  readonly settings: ScoreSettings;
  readonly solvers: readonly ScoredSolver[];
  readonly problems: readonly ScoredProblem[];
  readonly rows: readonly ScoreRow[];
}

export interface ScoreSettings {
  /** A solve that takes longer has no answer, ms. */
  readonly timeLimitMs: number;
  /** Timed solves per problem and solver, after one that is not timed. */
  readonly repeat: number;
  /** A first solve that took longer, ms, is not repeated: its own time counts. */
  readonly slowMs: number;
  /** The solver whose times are the unit of the ratios. */
  readonly reference: string;
}

export function isSolved({ outcome, relative }: ScoreRow, level: number): boolean {
  return outcome === 'answer' && relative !== null && relative <= level;
}

/** One solver over all problems. */
export interface ScoreLine {
  readonly solver: ScoredSolver;
  /** Problems by level of `LEVELS`: solved at that level. */
  readonly solved: readonly number[];
  /** Problems whose energy error alone, against the bounds that the solver ended with, is within the main level. */
  readonly asBounded: number;
  readonly taken: number;
  readonly cut: number;
  readonly failed: number;
  /** Errors of its answers, J; the worst is null if one is not finite. */
  readonly medianJoules: number | null;
  readonly worstJoules: number | null;
  /** Its time over that of the reference on the same problem, where both have an answer. */
  readonly medianRatio: number | null;
  readonly worstRatio: number | null;
  /** Problems behind the ratios. */
  readonly compared: number;
  /** Methods that produced its answers, with the number of problems. */
  readonly paths: readonly (readonly [path: string, problems: number])[];
}

/** Most problems solved at the main level first; then at the coarsest, at the finest; then the quicker. */
export function scoreLines({ solvers, rows, settings }: ScoreDocument): ScoreLine[] {
  const times = new Map(
    rows.filter(({ solver }) => solver === settings.reference).map(({ problem, timeMs }) => [problem, timeMs]),
  );
  const lines = solvers.map((solver): ScoreLine => {
    const own = rows.filter((row) => row.solver === solver.name);
    const answers = own.filter(({ outcome }) => outcome === 'answer');
    const joules = answers.map(worseError);
    const ratios = answers.flatMap(({ problem, timeMs }) => {
      const reference = times.get(problem);
      return timeMs !== null && reference ? [timeMs / reference] : [];
    });
    const count = (outcome: ScoreOutcome) => own.filter((row) => row.outcome === outcome).length;
    return {
      solver,
      solved: LEVELS.map((level) => own.filter((row) => isSolved(row, level)).length),
      asBounded: answers.filter((row) => (energyShare(row) ?? Infinity) <= MAIN_LEVEL).length,
      taken: own.length - count('not taken'),
      cut: count('cut'),
      failed: count('failed'),
      medianJoules: median(joules),
      worstJoules: largest(joules),
      medianRatio: median(ratios),
      worstRatio: largest(ratios),
      compared: ratios.length,
      paths: counts(answers.map(({ path }) => path ?? solver.name)),
    };
  });
  const main = LEVELS.indexOf(MAIN_LEVEL);
  const order = [main, ...LEVELS.keys()];
  return lines.sort((p, q) => {
    const level = order.find((k) => p.solved[k] !== q.solved[k]);
    if (level !== undefined) return q.solved[level]! - p.solved[level]!;
    return (p.medianRatio ?? Infinity) - (q.medianRatio ?? Infinity) || (p.solver.name < q.solver.name ? -1 : 1);
  });
}

/** The larger of both errors, J. */
function worseError({ energy, frictionConsistency }: ScoreRow): number | null {
  return energy === null || frictionConsistency === null ? null : Math.max(energy, frictionConsistency);
}

/** The energy error over that of doing nothing; null if it is not finite. */
export function energyShare(row: ScoreRow): number | null {
  const { energy, relative } = row;
  const larger = worseError(row);
  if (energy === null || relative === null || larger === null) return null;
  return larger === 0 ? 0 : (relative * energy) / larger;
}

/** One problem over all solvers. */
export interface ProblemLine {
  readonly problem: ScoredProblem;
  readonly rows: readonly ScoreRow[];
  readonly taken: number;
  /** Solvers by level of `LEVELS`. */
  readonly solved: readonly number[];
  /** The quickest that solved it at the main level. */
  readonly best: ScoreRow | null;
}

export function problemLines({ problems, rows }: ScoreDocument): ProblemLine[] {
  return problems.map((problem) => {
    const own = rows.filter((row) => row.problem === problem.name);
    const solving = own.filter((row) => isSolved(row, MAIN_LEVEL) && row.timeMs !== null);
    return {
      problem,
      rows: own,
      taken: own.filter(({ outcome }) => outcome !== 'not taken').length,
      solved: LEVELS.map((level) => own.filter((row) => isSolved(row, level)).length),
      best: solving.reduce<ScoreRow | null>(
        (least, row) => (least && least.timeMs! <= row.timeMs! ? least : row),
        null,
      ),
    };
  });
}

/** Most frequent first. */
function counts(names: readonly string[]): (readonly [string, number])[] {
  const numbers = new Map<string, number>();
  for (const name of names) numbers.set(name, (numbers.get(name) ?? 0) + 1);
  return [...numbers].sort(([a, p], [b, q]) => q - p || (a < b ? -1 : 1));
}
