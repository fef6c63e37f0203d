/** A dataset as its readers see it, and the names that its file uses.   docs/guide/datasets.md */
import type { Problem } from '@signorini/engine/problem';
import type { NumberArray } from './numbers.ts';

export const DATASET_FORMAT = 'signorini-dataset';
export const DATASET_VERSION = 1;

export interface Dataset {
  readonly path: string;
  readonly title: string;
  /** Version of the engine that made the problems; null in a journal that does not say. */
  readonly engine: string | null;
  readonly created: string | null;
  /** JSON; of a journal what it is of. */
  readonly provenance: unknown;
  /** In the order of the problems. */
  readonly entries: readonly DatasetSummary[];
  /** Patterns that the problems share. */
  readonly patterns: number;
  /** 32 hexadecimal digits: equal for equal problems in the same order. */
  readonly content: string;
  /** False: a journal, whose run goes on or was interrupted. */
  readonly finished: boolean;
  /** Bytes at the end of a journal that are cut or damaged. */
  readonly leftOut: number;
  /** From 0. Only its own numbers are read. @throws FileError */
  problem(k: number): Problem;
  /** All of them in order, read in larger pieces. @throws FileError */
  problems(): Generator<Problem>;
  close(): void;
}

export interface DatasetSummary extends DatasetEntry {
  readonly rows: number;
  readonly contacts: number;
  /** 0 in the explicit form. */
  readonly bodies: number;
  /** True: J, M^-1 and C are stored. */
  readonly structured: boolean;
}

/** A problem's entry in the index. */
export interface DatasetEntry {
  readonly title: string;
  /** From 1; null: not of a run. */
  readonly step: number | null;
  /** At the end of the step, s; null: not known. */
  readonly time: number | null;
  /** Time step, s; null: not given. */
  readonly h: number | null;
  /** Hash of pattern and numbers. */
  readonly hash: string;
  /** From 0. */
  readonly pattern: number;
}

/** Problem k has the entries START[k] to START[k + 1] - 1 of an array. */
export const STARTS: Readonly<Record<NumberArray, StartName>> = {
  b: 'rowStart',
  lo: 'rowStart',
  hi: 'rowStart',
  C: 'rowStart',
  x: 'rowStart',
  warm: 'rowStart',
  J: 'blockStart',
  A: 'entryStart',
  Minv: 'bodyStart',
  mu: 'contactStart',
  muRolling: 'contactStart',
  muSpinning: 'contactStart',
};
export type StartName = 'rowStart' | 'blockStart' | 'entryStart' | 'bodyStart' | 'contactStart';
