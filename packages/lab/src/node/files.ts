/** Files in and out: what cannot be read gives one sentence, and nothing is ever half written. */

import { isUtf8 } from 'node:buffer';
import {
  chmodSync,
  existsSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { chmod, type FileHandle, mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { type Problem, ProblemFormatError, readProblem } from '@signorini/engine/problem';
import { atEnd } from './at-end.ts';
import { FileError, reasonOf } from './file-error.ts';
import { takeLock } from './writer-lock.ts';

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

function kindOf(entry: Stats): string {
  if (entry.isDirectory()) return 'a folder';
  if (entry.isFIFO()) return 'a named pipe';
  if (entry.isSocket()) return 'a socket';
  return entry.isFile() ? 'a file' : 'a device';
}

export function cannotRead(path: string, what: string, error: unknown): FileError {
  return new FileError(path, `expected ${what}, found ${reasonOf(error)}`);
}

/** `place`: the path, for the sentence. @throws FileError */
export function parseProblem(place: string, text: string): Problem {
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

/** @throws FileError if `output` is one of `inputs` (FILE or FILE#N), under whatever name */
export async function expectOther(output: string, inputs: readonly string[]): Promise<void> {
  const identity = (path: string) => stat(path, { bigint: true }).catch(() => undefined);
  const own = await identity(output);
  if (!own) return;
  for (const input of inputs) {
    const entry = (await identity(input)) ?? (await identity(input.replace(/#[^#]*$/, '')));
    if (entry?.ino === own.ino && entry.dev === own.dev)
      throw new FileError(output, 'expected another file to write than those that are read, found one of them');
  }
}

type Content = string | Uint8Array;

/**
 * Writes beside the place and renames: a reader sees the old file or the new one, whole. `content` may be made on the
 * way: the place is tried, and kept from other runs, before. @throws FileError, and whatever `content` throws
 */
export async function writeFileWhole(path: string, content: Content | (() => Promise<Content>)): Promise<void> {
  await writeWhole(path, async (file) => file.writeFile(typeof content === 'function' ? await content() : content));
}

/** As `writeFileWhole`, line by line: a capture of 500 steps is larger than one string may be. @throws FileError */
export async function writeLinesWhole(
  path: string,
  produce: (write: (line: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  // appendFile goes on where a full disk took only a part of the line, and reports it
  await writeWhole(path, (file) => produce((line) => file.appendFile(`${line}\n`)));
}

/** As `writeFileWhole`, for a writer that opens the file by its name. @throws FileError, and whatever `write` throws */
export async function writePathWhole(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  await whole(path, 'file', async ({ target, temporary, mode }) => {
    await write(temporary);
    if (mode !== undefined) await chmod(temporary, mode);
    renameSync(temporary, target);
  });
}

async function writeWhole(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  await whole(path, 'file', async ({ target, temporary, mode }) => {
    const file = await open(temporary, 'wx', mode);
    try {
      if (mode !== undefined) await file.chmod(mode);
      await write(file);
      await file.sync(); // some file systems report a full disk only now
    } finally {
      await file.close();
    }
    renameSync(temporary, target);
  });
}

/**
 * Fills a new folder beside the place and renames it; an earlier folder goes when the new one is whole. `write` gets the
 * path to write into. @throws FileError, and whatever `write` throws; the earlier folder is then as it was.
 */
export async function writeFolderWhole(path: string, write: (folder: string) => Promise<void>): Promise<void> {
  await whole(path, 'folder', async ({ target, temporary, mode }) => {
    await mkdir(temporary);
    if (mode !== undefined) await chmod(temporary, mode);
    await write(temporary);
    keepModes(target, temporary);
    const earlier = earlierPath(target);
    const moved = existsSync(target);
    if (moved) renameSync(target, earlier); // no signal comes between: these calls do not wait
    try {
      renameSync(temporary, target);
    } catch (error) {
      if (moved) renameSync(earlier, target);
      throw error;
    }
    rmSync(earlier, { recursive: true, force: true });
  });
}

/** Files of the new folder get the modes of those that they replace. */
function keepModes(earlier: string, later: string): void {
  if (!existsSync(earlier)) return;
  for (const name of readdirSync(later)) {
    const entry = statSync(join(earlier, name), { throwIfNoEntry: false });
    if (entry?.isFile()) chmodSync(join(later, name), permissions(entry));
  }
}

const permissions = ({ mode }: Stats): number => mode & 0o777;

/**
 * @throws FileError unless `path` is free for a new folder: nothing there, an empty folder, or one in which `isOurs`
 * recognises every file.
 */
export async function expectFreeFolder(
  path: string,
  what: string,
  isOurs: (names: readonly string[]) => Promise<boolean> | boolean,
): Promise<void> {
  const expected = `expected a new folder, or ${what} to replace, found`;
  let names: string[];
  try {
    names = await readdir(resolve(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return expectWritable(path, 'folder');
    const instead = (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'a file' : reasonOf(error);
    throw new FileError(path, `${expected} ${instead}`);
  }
  const target = targetOf(path);
  if (`${resolve('.')}${sep}`.startsWith(`${target}${sep}`))
    throw new FileError(path, `${expected} the folder that you are in; name one inside it`);
  if (names.length > 0 && !(await isOurs(names)))
    throw new FileError(path, `${expected} other files, which stay as they are`);
  await expectWritable(path, 'folder');
}

/** Tries, and leaves nothing: a minute of work should not end in "no permission". @throws FileError */
export async function expectWritable(path: string, kind: Kind = 'file'): Promise<void> {
  await whole(
    path,
    kind,
    async ({ target, temporary }) => {
      await mkdir(temporary);
      if (kind === 'file' || !existsSync(target)) return;
      const earlier = earlierPath(target);
      renameSync(target, earlier); // not possible if something is mounted there
      renameSync(earlier, target);
    },
    'trial',
  );
}

type Kind = 'file' | 'folder';

interface Place {
  /** Where it goes: absolute, behind symbolic links. */
  readonly target: string;
  /** Hidden, beside it; not there yet. */
  readonly temporary: string;
  /** Of what is there now. */
  readonly mode: number | undefined;
}

const earlierPath = (target: string): string => join(dirname(target), `.${basename(target)}.old`);

/**
 * Runs `write` with a hidden path beside `path`, which is gone at the end whatever happens; so are folders that were made
 * on the way, unless something was written into them. One run at a time (writer-lock.ts), so that what an earlier run
 * left when it was killed can be removed.
 */
async function whole(
  path: string,
  kind: Kind,
  write: (place: Place) => Promise<void>,
  purpose: 'trial' | 'writing' = 'writing',
): Promise<void> {
  const made: string[] = [];
  const tidy = () => {
    for (const folder of made.toReversed()) removeEmpty(folder);
  };
  const done = atEnd(tidy);
  let written = false;
  try {
    const target = targetOf(path);
    await makeFolder(dirname(target), made);
    await withLock(path, target, (temporary) => write({ target, temporary, mode: modeOf(path, target, kind) }));
    written = purpose === 'writing';
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error; // not about files
    throw new FileError(path, `expected to write it, found ${reasonOf(error)}`);
  } finally {
    if (!written) tidy();
    done();
  }
}

async function withLock(path: string, target: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const lock = takeLock(target, path);
  const temporary = join(dirname(target), `.${basename(target)}.part`);
  const tidy = () => rmSync(temporary, { recursive: true, force: true });
  const done = atEnd(tidy);
  try {
    tidy(); // of a run that was killed
    restoreEarlier(target);
    await write(temporary);
  } finally {
    try {
      tidy();
    } catch {
      // the disk fails: the sentence about that is on its way
    }
    done();
    lock.release();
  }
}

/** A run was killed between the two renames of `writeFolderWhole`: the earlier folder comes back. */
function restoreEarlier(target: string): void {
  const earlier = earlierPath(target);
  if (!existsSync(earlier)) return;
  if (existsSync(target)) rmSync(earlier, { recursive: true, force: true });
  else renameSync(earlier, target);
}

/** Of what is there, to keep; undefined if nothing is. @throws FileError if it is of another kind */
function modeOf(path: string, target: string, kind: Kind): number | undefined {
  const entry = statSync(target, { throwIfNoEntry: false });
  if (!entry) return undefined;
  if (kind === 'file' ? entry.isFile() : entry.isDirectory()) return permissions(entry);
  throw new FileError(path, `expected a ${kind}, found ${kindOf(entry)}`);
}

/** Absolute, and where a symbolic link leads, even to nothing. */
export function targetOf(path: string): string {
  if (path.includes('\0')) throw new FileError(path, 'expected a path, found a zero character in it');
  let target = resolve(path);
  for (let links = 0; links < 40; links++) {
    try {
      target = resolve(dirname(target), readlinkSync(target));
    } catch (error) {
      if (['EINVAL', 'ENOENT', 'ENOTDIR', 'UNKNOWN'].includes((error as NodeJS.ErrnoException).code ?? ''))
        return target; // no link
      throw error;
    }
  }
  throw new FileError(path, 'expected to write it, found symbolic links that go round in a circle');
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // somebody put something in
  }
}

/** mkdir -p, each level tried once: Node's own `recursive` never returns if a parent refuses children (/proc). */
async function makeFolder(path: string, made: string[]): Promise<void> {
  const code = await mkdir(path).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (code === undefined) made.push(path);
  if (code === undefined || code === 'EEXIST') return;
  if (code !== 'ENOENT' || dirname(path) === path) await mkdir(path);
  await makeFolder(dirname(path), made);
  await mkdir(path);
  made.push(path);
}
