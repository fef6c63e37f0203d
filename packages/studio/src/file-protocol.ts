/** Messages between the page and the worker that reads files. A file is never read in the page: it may be anybody's. */
import type { BranchEvent, RunSpec, Setup } from './engine-types.ts';

/** A run that was recorded, as far as it takes to run it again and to compare. */
export interface RecordedInfo {
  readonly title: string;
  readonly spec: RunSpec;
  readonly setup: Setup;
  /** Beyond `setup`, in order of steps. */
  readonly events: readonly BranchEvent[];
  readonly steps: number;
  /** Per step: hash of all poses and velocities after it. */
  readonly motionHashes: Uint32Array;
  /** Hash of the last state; null if the record does not have it. */
  readonly hash: string | null;
  /** Why the recorded run ended early; null: it did not. */
  readonly failure: string | null;
  /** Version that recorded it. */
  readonly engine: string;
}

/** One problem of a dataset, for the list. */
export interface ProblemEntry {
  readonly title: string;
  /** From 1; null: not of a run. */
  readonly step: number | null;
  readonly rows: number;
  readonly contacts: number;
  /** Energy error of the stored answer, J; null: there is none. */
  readonly stored: number | null;
  /** Energy error without any impulse, J: a scale for `stored`. */
  readonly nothing: number | null;
  /** Why it cannot be opened; null: it can. */
  readonly fault: string | null;
}

export type FileRequest =
  | { readonly type: 'open'; readonly file: File }
  /** A problem of the open dataset by its place, from 0. */
  | { readonly type: 'problem'; readonly place: number }
  /** The first step of the re-run that differs from the record. */
  | {
      readonly type: 'compare';
      readonly step: number;
      readonly pose: Float64Array;
      readonly velocity: Float64Array;
    };

export type FileReply =
  | { readonly type: 'scene'; readonly title: string; readonly text: string }
  /** `lacks`: what the file does not contain, in a sentence; `notes`: what the reader changed. */
  | {
      readonly type: 'problem';
      readonly title: string;
      readonly text: string;
      readonly lacks: string;
      readonly notes: readonly string[];
    }
  | { readonly type: 'dataset'; readonly title: string; readonly count: number; readonly lacks: string }
  | { readonly type: 'entries'; readonly from: number; readonly list: readonly ProblemEntry[] }
  | { readonly type: 'run'; readonly run: RecordedInfo; readonly lacks: string }
  | { readonly type: 'difference'; readonly sentence: string }
  | { readonly type: 'failed'; readonly sentence: string };

/** MB that are read at most: of a text at once, of a dataset of lines, of HDF5 in pieces, of FCLib at once. */
export const MOST_MB = { text: 64, lines: 512, hdf5: 1024, fclib: 128 } as const;
