/** A dataset that is open for reading: an HDF5 file, or the journal of one that is not finished.   docs/guide/datasets.md */
import type { Problem } from '@signorini/engine/problem';
import { FileError } from '../file-error.ts';
import { isJournal } from '../journal/read-journal.ts';
import { openDatasetFile } from './read-dataset.ts';
import { openDatasetJournal } from './read-dataset-journal.ts';
import type { DatasetEntry } from './write-dataset.ts';

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

/** @param path of a dataset, or of the journal of one. @throws FileError if it is neither */
export async function openDataset(path: string): Promise<Dataset> {
  const dataset = isJournal(path) ? openDatasetJournal(path) : await openDatasetFile(path);
  if (dataset) return dataset;
  throw new FileError(path, 'expected a dataset, found another HDF5 file');
}

export { openDatasetFile };
