/** Files that are read: what cannot be gives one sentence. */

import { isUtf8 } from 'node:buffer';
import { openSync, type Stats, statSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Problem, ProblemFormatError, readProblem } from '@signorini/engine/problem';
import { FileError, reasonOf } from './file-error.ts';

export { FileError } from './file-error.ts';

/** UTF-8, without its byte order mark. @param what it should be, for the sentence. @throws FileError */
export async function readText(path: string, what: string): Promise<string> {
  const bytes = await readBytes(path, what);
  expectText(path, what, bytes.subarray(0, HEAD));
  if (!isUtf8(bytes)) throw new FileError(path, `expected ${what}, found text that is not UTF-8`);
  try {
    return bytes.toString('utf8', bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
  } catch (error) {
    throw cannotRead(path, what, error); // longer than a string may be
  }
}

/** @param what it should be, for the sentence. @throws FileError */
export async function readBytes(path: string, what: string): Promise<Buffer> {
  await expectRegular(path, what);
  try {
    return await readFile(path);
  } catch (error) {
    throw cannotRead(path, what, error);
  }
}

/** One line after the other: a file of captured problems may be larger than what a string holds. @throws FileError */
export async function* readLines(path: string, what: string): AsyncGenerator<string> {
  await expectRegular(path, what);
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
      expectText(path, what, buffer.subarray(0, bytesRead));
      yield* file.readLines({ start: 0 });
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw cannotRead(path, what, error);
    throw error;
  }
}

/** Bytes that show what a file is. */
const HEAD = 8192;
const BYTE_ORDER_MARK = Buffer.from('\u{feff}');
const HDF5_SIGNATURE = Buffer.from('\x89HDF\r\n\x1a\n', 'latin1');

function expectText(path: string, what: string, head: Buffer): void {
  const wide = head.length > 1 && (head.readUInt16BE(0) === 0xfffe || head.readUInt16BE(0) === 0xfeff);
  const instead = head.subarray(0, 8).equals(HDF5_SIGNATURE)
    ? 'an HDF5 file, whose name should end in .hdf5 or .h5'
    : wide
      ? 'text in UTF-16; save it as UTF-8'
      : head.includes(0)
        ? 'a binary file'
        : undefined;
  if (instead !== undefined) throw new FileError(path, `expected ${what}, found ${instead}`);
}

/**
 * Opening a named pipe waits for a writer, reading some devices never ends. What a shell hands over already is open.
 * @throws FileError
 */
export async function expectRegular(path: string, what: string): Promise<void> {
  const entry = await stat(path).catch((error) => {
    throw cannotRead(path, what, error);
  });
  if (entry.isFile() || (entry.isFIFO() && /^\/dev\/(stdin|fd\/\d+)$/.test(path))) return;
  throw new FileError(path, `expected ${what}, found ${kindOf(entry)}`);
}

/** Opens a file for reading in pieces: nothing that waits or never ends. @throws FileError */
export function openRegular(path: string, what: string): number {
  try {
    const entry = statSync(path);
    if (!entry.isFile()) throw new FileError(path, `expected ${what}, found ${kindOf(entry)}`);
    return openSync(path, 'r');
  } catch (error) {
    throw error instanceof FileError ? error : cannotRead(path, what, error);
  }
}

/** False also if the path leads nowhere or the system refuses to look: whoever reads it next says why. */
export function isFile(path: string): boolean {
  return entryAt(path)?.isFile() ?? false;
}

/** True for a folder; errors as `isFile`. */
export function isFolder(path: string): boolean {
  return entryAt(path)?.isDirectory() ?? false;
}

function entryAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

export function kindOf(entry: Stats): string {
  if (entry.isDirectory()) return 'a folder';
  if (entry.isFIFO()) return 'a named pipe';
  if (entry.isSocket()) return 'a socket';
  return entry.isFile() ? 'a file' : 'a device';
}

function cannotRead(path: string, what: string, error: unknown): FileError {
  return new FileError(path, `expected ${what}, found ${reasonOf(error)}`);
}

/** `place`: the path, for the sentence. @throws FileError */
export function parseProblem(place: string, text: string): Problem {
  if (/^\s*\{\s*"format"\s*:\s*"signorini-scene"/.test(text))
    throw new FileError(place, 'expected a problem, found a scene; `signorini capture` writes the problems of its run');
  try {
    return readProblem(text);
  } catch (error) {
    if (error instanceof ProblemFormatError) throw new FileError(place, error.message);
    throw error;
  }
}

export function isHdf5(path: string): boolean {
  return ['.h5', '.hdf5'].includes(extname(path).toLowerCase());
}
