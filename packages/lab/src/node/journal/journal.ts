/**
 * The journal of a long task: it appends what is done to NAME.part, and builds NAME from that at the end. A program that
 * is killed loses at most the record that it was writing: reading stops at the first record that is cut or damaged, and
 * `resumeJournal` goes on from there. HDF5 itself is no journal: a file whose writer is killed may be lost.
 * docs/guide/datasets.md
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writevSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { FileError, reasonOf } from '../files/file-error.ts';
import { makeFolder } from '../files/make-folder.ts';
import { targetOf } from '../files/whole-files.ts';
import { takeLock, type WriterLock } from '../files/writer-lock.ts';
import { type JournalHead, MAGIC, openJournal } from './read-journal.ts';
import { frameRecord, type JournalRecord, type RecordArray } from './record.ts';

const SYNC_INTERVAL = 1000; // ms: a power failure loses no more

/** NAME.part of NAME. */
export const journalPath = (target: string): string => `${target}.part`;

/** @throws FileError if an interrupted run has left one */
export function expectNoJournal(target: string): void {
  const path = journalPath(target);
  if (existsSync(path))
    throw new FileError(
      path,
      'expected no journal of an interrupted run, found one; --resume continues it, or remove it',
    );
}

/** A new journal. @throws FileError if one is there already, another process writes it, or it cannot be written */
export function createJournal(target: string, head: JournalHead): JournalWriter {
  return locked(target, (_, lock) => {
    expectNoJournal(target);
    return begin(target, head, lock);
  });
}

/**
 * Goes on with a journal, or begins one if there is none.
 * @param visit is given every record that is there, in their order
 * @throws FileError if another process writes it, it is of another task, or it cannot be read or written
 */
export function resumeJournal(
  target: string,
  head: JournalHead,
  visit: (record: JournalRecord) => void,
): JournalWriter {
  return locked(target, (path, lock) => {
    const reader = existsSync(path) ? openJournal(path) : undefined;
    if (!reader) return begin(target, head, lock);
    try {
      const difference = firstDifference(reader.head, head);
      if (difference) throw new FileError(path, `expected a journal of the same task, found another: ${difference}`);
      for (const record of reader.records()) visit(record);
    } finally {
      reader.close();
    }
    return inSentence(path, () => {
      const file = openSync(path, 'r+');
      ftruncateSync(file, reader.end);
      return new JournalWriter(target, file, lock, reader.end);
    });
  });
}

/** The folder is made if it is not there. */
function locked<T>(target: string, act: (path: string, lock: WriterLock) => T): T {
  const lock = inSentence(target, () => {
    makeFolder(dirname(targetOf(target)));
    return takeLock(targetOf(target), target);
  });
  try {
    return act(journalPath(target), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The beginning is written aside and renamed: a journal that is there has a whole head. */
function begin(target: string, head: JournalHead, lock: WriterLock): JournalWriter {
  const path = journalPath(target);
  const aside = `${path}.new`;
  return inSentence(path, () => {
    const file = openSync(aside, 'w');
    const writer = new JournalWriter(target, file, lock);
    try {
      writer.write([new TextEncoder().encode(MAGIC), ...frameRecord(head, [])]);
      fsyncSync(file);
      renameSync(aside, path);
    } catch (error) {
      rmSync(aside, { force: true });
      writer.close();
      throw error;
    }
    return writer;
  });
}

export class JournalWriter {
  private readonly target: string;
  private readonly path: string;
  private readonly file: number;
  private readonly lock: WriterLock;
  private readonly timer: NodeJS.Timeout;
  private position: number;
  private synced = performance.now();
  private dirty = true;
  private open = true;

  /** Use `createJournal` or `resumeJournal`. */
  constructor(target: string, file: number, lock: WriterLock, position = 0) {
    this.target = target;
    this.path = journalPath(target);
    this.file = file;
    this.lock = lock;
    this.position = position;
    this.timer = setInterval(() => {
      try {
        this.syncIfDue();
      } catch {
        // the next append reports it
      }
    }, SYNC_INTERVAL);
    this.timer.unref(); // waits for nothing
  }

  /** Bytes so far. */
  get length(): number {
    return this.position;
  }

  /** Written when it returns: a kill of the program loses it no more. Arrays are not kept. @throws FileError */
  append(document: unknown, arrays: readonly RecordArray[] = []): void {
    inSentence(this.path, () => this.write(frameRecord(document, arrays)));
    this.dirty = true;
    this.syncIfDue();
  }

  /** Ends the writing; the journal stays, to be resumed. May be called twice. */
  close(): void {
    if (!this.open) return;
    this.open = false;
    clearInterval(this.timer);
    try {
      fsyncSync(this.file);
    } catch {
      // what could not be written is found cut by the next reader
    }
    closeSync(this.file);
    this.lock.release();
  }

  /** The task came to nothing: removes the journal. */
  discard(): void {
    rmSync(this.path, { force: true });
    this.close();
  }

  /**
   * Builds the target: `build` writes the file of the given name, from the records if it needs them; the file then takes the target's
   * place in one step, and the journal goes. If it fails the journal stays. @throws FileError, and what `build` throws
   */
  async finish(build: (temporary: string, records: Iterable<JournalRecord>) => Promise<void>): Promise<void> {
    const place = targetOf(this.target); // a symbolic link stays one
    const temporary = `${place}.part.new`; // the lock keeps others away
    try {
      inSentence(this.path, () => fsyncSync(this.file));
      try {
        await build(temporary, this.records());
        const file = openSync(temporary, 'r+');
        fsyncSync(file);
        closeSync(file);
        const earlier = statSync(place, { throwIfNoEntry: false });
        if (earlier) chmodSync(temporary, earlier.mode & 0o777);
        renameSync(temporary, place);
        syncFolder(dirname(place));
      } catch (error) {
        rmSync(temporary, { force: true });
        if (!(error instanceof Error && 'syscall' in error)) throw error;
        throw new FileError(
          this.target,
          `expected to write it, found ${reasonOf(error)}; its journal ${this.path} stays, --resume continues it`,
        );
      }
      rmSync(this.path, { force: true });
    } finally {
      this.close();
    }
  }

  /** @throws FileError after the last whole record if damaged bytes follow */
  private *records(): Generator<JournalRecord> {
    const reader = openJournal(this.path);
    try {
      yield* reader.records();
      if (reader.leftOut > 0)
        throw new FileError(this.path, `expected whole records, found ${reader.leftOut} damaged bytes`);
    } finally {
      reader.close();
    }
  }

  /** All of it, or the error of the system; what a full disk cut off is overwritten by the next. `append` is what callers want. */
  write(parts: Uint8Array[]): void {
    const start = this.position;
    const total = parts.reduce((sum, part) => sum + part.length, 0);
    let done = 0;
    while (done < total) {
      const written = writevSync(this.file, rest(parts, done), start + done);
      if (written === 0) throw Object.assign(new Error('no progress'), { code: 'ENOSPC', syscall: 'write' });
      done += written;
    }
    this.position = start + total;
  }

  private syncIfDue(): void {
    const now = performance.now();
    if (!this.open || !this.dirty || now - this.synced < SYNC_INTERVAL) return;
    inSentence(this.path, () => fsyncSync(this.file));
    this.synced = now;
    this.dirty = false;
  }
}

/** The parts without their first `done` bytes. */
function rest(parts: Uint8Array[], done: number): Uint8Array[] {
  if (done === 0) return parts;
  const left: Uint8Array[] = [];
  let at = 0;
  for (const part of parts) {
    if (at + part.length > done) left.push(part.subarray(Math.max(0, done - at)));
    at += part.length;
  }
  return left;
}

/** The first field in which two heads differ, in words; undefined if they are the same. */
function firstDifference(present: JournalHead, wanted: JournalHead): string | undefined {
  const flat = (value: unknown, path: string): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => flat(inner, path === '' ? key : `${path}.${key}`))
      : [[path, JSON.stringify(value)]];
  const here = new Map(flat(JSON.parse(JSON.stringify(present)), ''));
  const there = new Map(flat(JSON.parse(JSON.stringify(wanted)), ''));
  for (const path of new Set([...there.keys(), ...here.keys()])) {
    const [found, expected] = [here.get(path) ?? 'nothing', there.get(path) ?? 'nothing'];
    if (found !== expected) return `${path.replace(/^of\./, '')} is ${found}, not ${expected}`;
  }
  return undefined;
}

/** The rename itself survives a power failure; not every system can do this, and Windows does it by itself. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // a system that cannot sync a folder
  }
}

function inSentence<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new FileError(path, `expected to write it, found ${reasonOf(error)}`);
  }
}
