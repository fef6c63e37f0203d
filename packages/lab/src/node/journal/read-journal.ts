/** Reads a journal: its head, and its records up to the first that is cut or damaged.   docs/guide/datasets.md */
import { closeSync, fstatSync, readSync } from 'node:fs';
import { FileError, reasonOf } from '../files/file-error.ts';
import { openRegular } from '../files/files.ts';
import { FRAME, type JournalRecord, LONGEST_PAYLOAD, readPayload } from './record.ts';

/** First record of a journal. */
export interface JournalHead {
  /** Meaning of the records: "dataset". */
  readonly kind: string;
  /** Version of the kind. */
  readonly version: number;
  /** JSON; a task that resumes must be the same one, to the letter. */
  readonly of: unknown;
}

/** The first bytes of every journal. */
export const MAGIC = 'sgnjrnl1';

export function isJournal(path: string): boolean {
  return path.endsWith('.part');
}

interface PlacedRecord extends JournalRecord {
  /** In the file, bytes. */
  readonly place: number;
}

export interface JournalReader {
  readonly head: JournalHead;
  /** The records that are whole, in their order; each call begins at the first. */
  records(): Generator<PlacedRecord>;
  /** One of them again, by its place; undefined if the file has changed. */
  at(place: number): JournalRecord | undefined;
  /** Bytes up to the end of the last whole record; known after `records` has ended. */
  readonly end: number;
  /** Bytes at the end that are damaged or cut and were left out; known after `records` has ended. */
  readonly leftOut: number;
  close(): void;
}

/** @param path NAME.part. @throws FileError if it cannot be read, or is no journal */
export function openJournal(path: string): JournalReader {
  const file = openRegular(path, 'a journal');
  try {
    const size = reading(path, () => fstatSync(file).size);
    const magic = reading(path, () => piece(file, 0, MAGIC.length));
    const first = new TextDecoder().decode(magic) === MAGIC ? recordAt(file, MAGIC.length, size) : undefined;
    const head = first?.record.document as JournalHead | undefined;
    if (!first || typeof head?.kind !== 'string' || typeof head.version !== 'number')
      throw new FileError(path, 'expected a journal, found a damaged beginning or something else');
    let end = first.end;
    return {
      head,
      *records() {
        end = first.end;
        for (;;) {
          const next = reading(path, () => recordAt(file, end, size));
          if (!next) return;
          const place = end;
          end = next.end;
          yield { ...next.record, place };
        }
      },
      at: (place) => reading(path, () => recordAt(file, place, size))?.record,
      get end() {
        return end;
      },
      get leftOut() {
        return size - end;
      },
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function recordAt(file: number, at: number, size: number): { record: JournalRecord; end: number } | undefined {
  if (at + FRAME > size) return undefined;
  const frame = piece(file, at, FRAME);
  if (frame.length < FRAME) return undefined; // it has become shorter
  const length = new DataView(frame.buffer).getUint32(0, true);
  const end = at + FRAME + length;
  if (end > size || length > LONGEST_PAYLOAD) return undefined;
  const record = readPayload(frame, piece(file, at + FRAME, length));
  return record && { record, end };
}

/** Memory of its own, hence aligned; shorter at the end of the file. */
function piece(file: number, at: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const read = readSync(file, bytes, done, length - done, at + done);
    if (read === 0) return bytes.slice(0, done);
    done += read;
  }
  return bytes;
}

function reading<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new FileError(path, `expected a journal, found ${reasonOf(error)}`);
  }
}
