/** The journal of a replay: one record per answer and one per time, from which an interrupted replay goes on.   docs/guide/replay.md */
import { VERSION } from '@signorini/engine';
import type { ProblemSource } from '../../replay/problem-source.ts';
import type { RowAnswer, RowTimes } from '../../replay/replay-row.ts';
import { createJournal, type JournalWriter, resumeJournal } from '../journal/journal.ts';
import type { JournalRecord } from '../journal/record.ts';

export const RESULTS_JOURNAL = { kind: 'results', version: 1 } as const;

/** An answer with the place where it was found first. */
export interface AnswerRecord {
  readonly kind: 'answer';
  readonly item: string;
  readonly problem: string;
  readonly source: ProblemSource;
  readonly answer: RowAnswer;
}

export interface TimesRecord {
  readonly kind: 'times';
  readonly item: string;
  readonly times: RowTimes;
  /** Why there is no time though there is an answer; else null. */
  readonly failure: string | null;
}

/** Finished items by their addresses; with a file, on disk as soon as they are finished. */
export class DoneItems {
  private readonly answers = new Map<string, RowAnswer>();
  private readonly times = new Map<string, TimesRecord>();
  private readonly journal: JournalWriter | undefined;

  /** @param target the file that the results go to; undefined: memory only. @throws FileError */
  constructor(target: string | undefined, of: unknown, resume: boolean) {
    const head = { ...RESULTS_JOURNAL, of: { engine: VERSION, ...(of as object) } };
    if (target === undefined) this.journal = undefined;
    else if (resume) this.journal = resumeJournal(target, head, (record) => this.visit(record));
    else this.journal = createJournal(target, head);
  }

  answer(item: string): RowAnswer | undefined {
    return this.answers.get(item);
  }

  timesOf(item: string): TimesRecord | undefined {
    return this.times.get(item);
  }

  add(record: AnswerRecord | TimesRecord): void {
    this.take(record);
    this.journal?.append(record);
  }

  /** Builds the file from what is done; `build` writes the file of the given name. @throws FileError; the journal then stays */
  async finish(build: (temporary: string) => Promise<void>): Promise<void> {
    await this.journal?.finish(build);
  }

  /** The journal stays, to be resumed. May be called twice. */
  close(): void {
    this.journal?.close();
  }

  /** It came to nothing. */
  discard(): void {
    this.journal?.discard();
  }

  private visit({ document }: JournalRecord): void {
    this.take(document as AnswerRecord | TimesRecord);
  }

  private take(record: AnswerRecord | TimesRecord): void {
    if (record.kind === 'answer') this.answers.set(record.item, record.answer);
    else if (record.kind === 'times') this.times.set(record.item, record);
  }
}
