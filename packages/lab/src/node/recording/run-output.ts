/**
 * Where the records of a run go: to its journal and, as they come, into the file that will be built. A recording that
 * resumes builds its file from the journal at the end, with the same bytes.   docs/guide/record.md
 */
import { rmSync } from 'node:fs';
import type { RunProvenance } from '../../recording/recorded-run.ts';
import { FileError } from '../file-error.ts';
import { type JournalWriter, journalPath } from '../journal/journal.ts';
import { openJournal } from '../journal/read-journal.ts';
import type { JournalRecord } from '../journal/record.ts';
import { runPart } from './run-records.ts';
import { RunWriter } from './write-run.ts';

export class RunOutput {
  private readonly target: string;
  private readonly journal: JournalWriter;
  private readonly temporary: string;
  private file: RunWriter | undefined;
  /** The file gets every record as it comes. */
  private growing: boolean;

  /** @param temporary the file that is built. @param fresh the journal has no records yet */
  constructor(target: string, journal: JournalWriter, temporary: string, fresh: boolean) {
    this.target = target;
    this.journal = journal;
    this.temporary = temporary;
    this.growing = fresh;
  }

  /** In the journal when it resolves. @throws FileError */
  async append(record: JournalRecord): Promise<void> {
    this.journal.append(record.document, record.arrays);
    if (!this.growing) return;
    try {
      this.file ??= new RunWriter(this.temporary);
      await add(this.file, record);
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      this.growing = false;
      this.close(); // a full disk: the journal has everything
    }
  }

  /** Completes the file. @throws FileError, or the system's error */
  async build(provenance: RunProvenance, created: string | null): Promise<void> {
    this.file ??= await this.rebuilt();
    await this.file.close(provenance, created);
    this.file = undefined;
  }

  /** A file that is not whole goes; the journal is the caller's. */
  close(): void {
    if (!this.file) return;
    this.file.abandon();
    this.file = undefined;
    rmSync(this.temporary, { force: true });
  }

  private async rebuilt(): Promise<RunWriter> {
    const path = journalPath(this.target);
    const reader = openJournal(path);
    const file = new RunWriter(this.temporary);
    try {
      for (const record of reader.records()) await add(file, record);
      if (reader.leftOut > 0)
        throw new FileError(path, `expected whole records, found ${reader.leftOut} damaged bytes`);
      return file;
    } catch (error) {
      file.abandon();
      throw error;
    } finally {
      reader.close();
    }
  }
}

async function add(file: RunWriter, record: JournalRecord): Promise<void> {
  const { start, motion, step, snapshot, keyframe } = runPart(record);
  if (start) await file.begin(start, motion);
  else if (step) await file.addStep(step);
  else if (snapshot && keyframe) await file.addKeyframe(snapshot);
}
