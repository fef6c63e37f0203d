/** What an experiment is: a figure or table of a paper, computed again, with a verdict. */
import type { ChartSpec } from '../plots/chart-spec.ts';

export type Verdict = 'reproduced' | 'not reproduced' | 'cannot be compared';

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface Picture {
  /** File name without ending. */
  readonly name: string;
  readonly caption: string;
  readonly spec: ChartSpec;
}

export interface ExperimentResult {
  readonly verdict: Verdict;
  readonly reason: string;
  /** The figure the verdict rests on: the paper's and ours, in `unit`; null if the paper gives none. */
  readonly paper: number | null;
  readonly ours: number | null;
  readonly unit: string;
  readonly data: object;
  readonly table: Table;
  readonly pictures: readonly Picture[];
}

export interface Experiment {
  readonly id: string;
  readonly title: string;
  /** What of which paper. */
  readonly source: string;
  run(options: { readonly quick: boolean }): ExperimentResult;
}
