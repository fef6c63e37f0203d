/** An experiment: a figure or table of a paper, computed again, and a verdict on each claim that it decides. */
import type { ChartSpec } from '../plots/chart-spec.ts';
import type { ClaimId } from './claims.ts';
import type { ExperimentContext } from './context.ts';

export type ClaimVerdict = 'holds' | 'does not hold' | 'holds under conditions' | 'cannot be compared';
export type Verdict = 'reproduced' | 'not reproduced' | 'partly reproduced' | 'cannot be compared';

/** One claim of a paper, decided by one figure. */
export interface ClaimResult {
  readonly id: ClaimId;
  readonly verdict: ClaimVerdict;
  /** The deciding number, with the papers' settings; null if no number decides. */
  readonly figure: number | null;
  readonly unit: string;
  /** One or two sentences: what was found, the condition, or why it cannot be compared. */
  readonly reason: string;
  /** The same figure with today's defaults, in the same unit; left out if settings play no part. */
  readonly today?: number | null;
}

/** A number of a paper beside ours. */
export interface ComparisonRow {
  readonly what: string;
  /** Number or text as printed; null if the paper gives none. Numbers come from `printed.ts`. */
  readonly printed: number | string | null;
  /** If the print is wrong: what it should be. */
  readonly corrected?: number;
  /** With the papers' settings. */
  readonly ours: number | string | null;
  /** With today's defaults; left out if settings play no part. */
  readonly today?: number | string | null;
  readonly unit: string;
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A short table for the page. */
export interface PageTable extends Table {
  readonly caption: string;
}

export interface Picture {
  /** File name without ending. */
  readonly name: string;
  readonly caption: string;
  readonly spec: ChartSpec;
}

export interface ExperimentResult {
  /** Two to four sentences for the page: what was done, what came out. */
  readonly reason: string;
  readonly claims: readonly ClaimResult[];
  /** The first row is what the experiment's line in the index shows. */
  readonly comparison: readonly ComparisonRow[];
  readonly tables?: readonly PageTable[];
  readonly pictures: readonly Picture[];
  /** Everything, for the JSON file. */
  readonly data: object;
  /** Everything that is a table, for the CSV file. */
  readonly table: Table;
}

export interface Experiment {
  readonly id: string;
  readonly title: string;
  /** Paper and section, figure or table. */
  readonly source: string;
  /** Claims that it decides. */
  readonly claims: readonly ClaimId[];
  /** Seconds of a full run on one core, roughly: the longest begin first. */
  readonly seconds: number;
  /** Measures times: runs alone, after all that do not. */
  readonly timed?: boolean;
  /** Measures threads: gets a team of two if the machine has two cores. */
  readonly team?: boolean;
  run(context: ExperimentContext): ExperimentResult;
}

/** An experiment's verdict follows from its claims. */
export function verdictOf(claims: readonly Pick<ClaimResult, 'verdict'>[]): Verdict {
  const decided = claims.filter(({ verdict }) => verdict !== 'cannot be compared');
  if (decided.length === 0) return 'cannot be compared';
  if (decided.every(({ verdict }) => verdict === 'holds')) return 'reproduced';
  return decided.every(({ verdict }) => verdict === 'does not hold') ? 'not reproduced' : 'partly reproduced';
}
