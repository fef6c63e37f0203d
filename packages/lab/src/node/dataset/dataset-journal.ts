/**
 * The journal of a dataset that is being made: a record per new pattern and per problem, and the file built from them.
 * docs/guide/datasets.md
 */
import type { Problem } from '@signorini/engine/problem';
import type { DatasetEntry } from '../../dataset/dataset.ts';
import { lengthsOf, NUMBER_ARRAYS, type NumberArray, type Numbers } from '../../dataset/numbers.ts';
import type { Pattern } from '../../dataset/pattern.ts';
import { createJournal, type JournalWriter, resumeJournal } from '../journal/journal.ts';
import type { JournalHead } from '../journal/read-journal.ts';
import type { JournalRecord, RecordArray } from '../journal/record.ts';
import { patternKey } from './content-hash.ts';
import { type ProblemPlace, partsOf } from './parts.ts';
import { type DatasetHead, DatasetWriter } from './write-dataset.ts';

export const DATASET_JOURNAL = { kind: 'dataset', version: 1 } as const;

interface PatternRecord extends Pick<Pattern, 'structured' | 'symmetric' | 'quantity' | 'bodies'> {
  readonly kind: 'pattern';
  readonly names: readonly string[] | null;
}

interface ProblemRecord extends DatasetEntry {
  readonly kind: 'problem';
}

export class DatasetJournal {
  private readonly target: string;
  private readonly journal: JournalWriter;
  private readonly patterns: Map<string, number>;
  private count: number;

  /** Use `createDataset` or `resumeDataset`. */
  constructor(target: string, journal: JournalWriter, patterns = new Map<string, number>(), count = 0) {
    this.target = target;
    this.journal = journal;
    this.patterns = patterns;
    this.count = count;
  }

  /** Problems so far. */
  get length(): number {
    return this.count;
  }

  /** @throws FileError if it cannot be written, or the problem holds what the format has no place for */
  add(problem: Problem, place?: ProblemPlace): void {
    const { added, entry, numbers } = partsOf(this.target, problem, this.patterns, place);
    if (added) {
      const { structured, symmetric, quantity, bodies, names = null } = added;
      const record: PatternRecord = { kind: 'pattern', structured, symmetric, quantity, bodies, names };
      this.journal.append(
        record,
        PATTERN_ARRAYS.map((name) => added[name]),
      );
    }
    const record: ProblemRecord = { kind: 'problem', ...entry };
    this.journal.append(
      record,
      NUMBER_ARRAYS.map((name) => numbers[name]),
    );
    this.count++;
  }

  /** A record of the caller's own, which the file does not get; `resumeDataset` hands it back. */
  note(document: { readonly kind: `own-${string}` }, arrays: readonly RecordArray[] = []): void {
    this.journal.append(document, arrays);
  }

  /** Builds the file and removes the journal. @throws FileError; the journal then stays */
  async finish(head: DatasetHead): Promise<void> {
    await this.journal.finish(async (temporary, records) => {
      const writer = new DatasetWriter(temporary);
      try {
        for (const record of records) {
          const part = datasetPart(record);
          if (part?.pattern) await writer.addPattern(part.pattern);
          if (part?.problem) await writer.addProblem(part.problem, part.numbers);
        }
        await writer.close(head);
      } finally {
        writer.abandon();
      }
    });
  }

  /** Stops; the journal stays, to be resumed. */
  close(): void {
    this.journal.close();
  }

  /** Stops and removes the journal. */
  discard(): void {
    this.journal.discard();
  }
}

/** @param of what is being made, JSON: only the same can be resumed. @throws FileError */
export function createDataset(target: string, of: unknown): DatasetJournal {
  return new DatasetJournal(target, createJournal(target, headOf(of)));
}

export interface ResumedDataset {
  readonly dataset: DatasetJournal;
  /** Index entries of the problems that are there. */
  readonly entries: readonly DatasetEntry[];
  /** The last of each kind of the caller's own records. */
  readonly notes: ReadonlyMap<string, JournalRecord>;
}

/** Goes on with an interrupted dataset, or begins it. @throws FileError if it is another one */
export function resumeDataset(target: string, of: unknown): ResumedDataset {
  const patterns = new Map<string, number>();
  const entries: DatasetEntry[] = [];
  const notes = new Map<string, JournalRecord>();
  const journal = resumeJournal(target, headOf(of), (record) => {
    const part = datasetPart(record);
    if (part?.pattern) patterns.set(patternKey(part.pattern), patterns.size);
    else if (part?.problem) entries.push(part.problem);
    else notes.set(String((record.document as { kind?: unknown }).kind), record);
  });
  return { dataset: new DatasetJournal(target, journal, patterns, entries.length), entries, notes };
}

function headOf(of: unknown): JournalHead {
  return { ...DATASET_JOURNAL, of };
}

const PATTERN_ARRAYS = ['entries', 'column', 'kind', 'unit', 'ungiven', 'contacts'] as const;

/** A pattern, or a problem with its numbers; undefined for other records. */
type DatasetPart =
  | { readonly pattern: Pattern; readonly problem?: undefined }
  | { readonly pattern?: undefined; readonly problem: DatasetEntry; readonly numbers: Numbers };

export function datasetPart({ document, arrays }: JournalRecord): DatasetPart | undefined {
  const record = document as PatternRecord | ProblemRecord;
  if (record.kind === 'pattern') {
    const { kind: _, names, ...scalars } = record;
    const lists = Object.fromEntries(PATTERN_ARRAYS.map((name, k) => [name, arrays[k]]));
    return { pattern: { ...scalars, ...lists, names: names ?? undefined } as Pattern };
  }
  if (record.kind === 'problem') {
    const { kind: _, ...problem } = record;
    return {
      problem,
      numbers: Object.fromEntries(NUMBER_ARRAYS.map((name, k) => [name, arrays[k]])) as unknown as Numbers,
    };
  }
  return undefined;
}

/** @returns the first array whose length is not what the pattern asks for */
export function wrongLength(pattern: Pattern, numbers: Numbers): NumberArray | undefined {
  const lengths = lengthsOf(pattern);
  return NUMBER_ARRAYS.find((name) => numbers[name]?.length !== lengths[name]);
}
