/** The request for a replay, and the document that it returns.   docs/guide/replay.md */
import type { Problem } from '@signorini/engine/problem';
import type { AnySolver, OptionValues } from '@signorini/engine/solvers';
import type { ProblemSource } from './problem-source.ts';
import type { ReplayRow } from './replay-row.ts';
import type { ReplaySummary } from './replay-summary.ts';

export interface NamedProblem {
  readonly name: string;
  readonly problem: Problem;
  /** Default: read from the problem's title. */
  readonly source?: ProblemSource;
}

/** How problems are solved and timed; results carry it. */
export interface ReplaySettings {
  /** Solves of each problem by each solver, >= 1. */
  readonly repeat: number;
  /**
   * Solves with updated friction bounds; 0 = bounds as stored, the same MLCP for all. `own`: each solver's own number if
   * the problem lists contacts, as `solve` does it; `table3`: that, with the options of EATK18 Table 3.
   */
  readonly coupling: number | 'own' | 'table3';
  /** Problems, evenly spread, that every solver solves once before anything is timed: a compiler warms up. */
  readonly warmUp: number;
  /**
   * A problem that took a solver longer than `ms` twice, or ten times as long once, is not repeated further, and after
   * `problems` of them the solver takes no more: the document has what it showed, and the number of problems
   * after which it was stopped. null: every solver solves everything.
   */
  readonly patience: { readonly ms: number; readonly problems: number } | null;
  /**
   * A problem that took a solver longer than `ms` in the median is solved again until it has `repeat` solves, so that a
   * busy machine fails no solver; for at most `problems` problems per solver. null: all are solved alike.
   */
  readonly doubt: { readonly ms: number; readonly repeat: number; readonly problems: number } | null;
  /**
   * The `hard` problems whose warm start is the most wrong come first, the others in an order that is spread over all of
   * them; a solver whose larger error was once beyond `tolerance` (J) takes `problems` problems in all: more change its
   * median little, and its verdict not at all. null: in the order given, and no error stops a solver.
   */
  readonly race: { readonly tolerance: number; readonly problems: number; readonly hard: number } | null;
}

/** One solve each, bounds as stored. */
export const DEFAULT_SETTINGS: ReplaySettings = {
  repeat: 1,
  coupling: 0,
  warmUp: 0,
  patience: null,
  doubt: null,
  race: null,
};

export interface ReplayRequest extends Partial<ReplaySettings> {
  readonly problems: readonly NamedProblem[];
  readonly solvers: readonly AnySolver[];
  /** Options for every solver; default: its own. A solver that lacks one refuses every problem. */
  readonly options?: OptionValues;
  /** A monotonic clock, ms. */
  readonly clock: () => number;
  /** A race has a first answer, of the solvers that qualify on its first problems; the others have their turn after it. */
  readonly first?: FirstAnswer;
  /** Called before every solve, outside the timing; `done` of `total` solves are finished, as far as one knows. */
  readonly progress?: ((done: number, total: number, problem: string, solver: string) => void) | undefined;
}

export interface FirstAnswer {
  readonly problems: number;
  /** Called with their rows; `slow`: the solvers that did not qualify because of their time. */
  readonly report?: (document: ReplayDocument, slow: readonly string[]) => void;
  /** Slow solvers have no turn afterwards, unless every other one has failed. */
  readonly leaveSlow?: boolean;
}

/** The JSON document of `signorini replay`. */
export interface ReplayDocument {
  readonly rows: readonly ReplayRow[];
  readonly summary: readonly ReplaySummary[];
}
