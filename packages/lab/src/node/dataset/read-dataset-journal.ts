/** A dataset that is not finished, read from its journal. */
import type { Problem } from '@signorini/engine/problem';
import type { Dataset, DatasetSummary } from '../../dataset/dataset.ts';
import { problemOf } from '../../dataset/numbers.ts';
import { CONTACT_FIELDS, type Pattern } from '../../dataset/pattern.ts';
import { FileError } from '../files/file-error.ts';
import { type JournalReader, openJournal } from '../journal/read-journal.ts';
import { DATASET_JOURNAL, datasetPart, wrongLength } from './dataset-journal.ts';
import { contentOf } from './write-dataset.ts';

/** @throws FileError if it is no journal, or one of something else */
export function openDatasetJournal(path: string): Dataset {
  const journal = openJournal(path);
  try {
    return new JournalDataset(path, journal);
  } catch (error) {
    journal.close();
    throw error;
  }
}

class JournalDataset implements Dataset {
  readonly path: string;
  readonly title: string;
  readonly engine: string | null;
  readonly created: string | null;
  readonly provenance: unknown;
  readonly finished = false;
  readonly content: string;
  readonly leftOut: number;
  readonly entries: readonly DatasetSummary[];
  private readonly journal: JournalReader;
  private readonly patternList: Pattern[] = [];
  private readonly places: number[] = [];

  constructor(path: string, journal: JournalReader) {
    const { kind, version, of } = journal.head;
    if (kind !== DATASET_JOURNAL.kind || version !== DATASET_JOURNAL.version)
      throw new FileError(path, `expected the journal of a dataset, version 1, found one of ${kind} ${version}`);
    this.path = path;
    this.journal = journal;
    this.provenance = of;
    const known = (of ?? {}) as { title?: unknown; engine?: unknown; created?: unknown };
    this.title = String(known.title ?? 'unfinished');
    this.engine = typeof known.engine === 'string' ? known.engine : null;
    this.created = typeof known.created === 'string' ? known.created : null;
    this.entries = this.index();
    this.leftOut = journal.leftOut;
    this.content = contentOf(this.entries);
  }

  get patterns(): number {
    return this.patternList.length;
  }

  problem(k: number): Problem {
    const record = this.journal.at(this.places[k]!);
    const part = record && datasetPart(record);
    if (!part?.problem) throw new FileError(this.path, 'expected a journal that stays as it is, found it changed');
    const pattern = this.patternList[part.problem.pattern]!;
    return problemOf(pattern, part.numbers, part.problem);
  }

  *problems(): Generator<Problem> {
    for (let k = 0; k < this.entries.length; k++) yield this.problem(k);
  }

  close(): void {
    this.journal.close();
  }

  private index(): DatasetSummary[] {
    const entries: DatasetSummary[] = [];
    for (const record of this.journal.records()) {
      const part = datasetPart(record);
      if (part?.pattern) this.patternList.push(part.pattern);
      if (!part?.problem) continue;
      const pattern = this.patternList[part.problem.pattern];
      if (!pattern || wrongLength(pattern, part.numbers))
        throw new FileError(this.path, 'expected the journal of a dataset, found records that do not fit together');
      this.places.push(record.place);
      entries.push({
        ...part.problem,
        rows: pattern.entries.length,
        contacts: pattern.contacts.length / CONTACT_FIELDS.length,
        bodies: pattern.bodies,
        structured: pattern.structured,
      });
    }
    return entries;
  }
}
