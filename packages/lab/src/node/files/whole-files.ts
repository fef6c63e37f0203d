/** Files and folders that are written whole: a reader sees the old one or the new one, and nothing is ever half written. */
import {
  chmodSync,
  existsSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { chmod, type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { atEnd } from './at-end.ts';
import { FileError, reasonOf } from './file-error.ts';
import { kindOf } from './files.ts';
import { makeFolder } from './make-folder.ts';
import { takeLock } from './writer-lock.ts';

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

/** Writes like `writeFileWhole`, line by line: a capture of 500 steps is larger than one string may be. @throws FileError */
export async function writeLinesWhole(
  path: string,
  produce: (write: (line: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  // appendFile goes on where a full disk took only a part of the line, and reports it
  await writeWhole(path, (file) => produce((line) => file.appendFile(`${line}\n`)));
}

/** Writes like `writeFileWhole`, for a writer that opens the file by its name. @throws FileError, and whatever `write` throws */
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
  /** Mode of the present file. */
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
    makeFolder(dirname(target), made);
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
  const tidy = () => removeAll(temporary);
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

/** A file that the system is still making when a signal comes may appear while its folder is deleted: tried again. */
function removeAll(path: string): void {
  for (let tries = 0; ; tries++)
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || tries === 50) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10); // ms; the program ends: nothing else may run
    }
}

/** A run was killed between the two renames of `writeFolderWhole`: the earlier folder comes back. */
function restoreEarlier(target: string): void {
  const earlier = earlierPath(target);
  if (!existsSync(earlier)) return;
  if (existsSync(target)) rmSync(earlier, { recursive: true, force: true });
  else renameSync(earlier, target);
}

/** Mode of the present file, to keep; undefined if there is none. @throws FileError if it is of another kind */
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
