/** Files in and out: what cannot be read gives one sentence, and nothing is ever half written. */

import { rmSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type Problem, ProblemFormatError, readProblem } from '@signorini/engine/problem';
import { FileError, reasonOf } from './file-error.ts';

export { FileError } from './file-error.ts';

/** @param what it should be, for the sentence. @throws FileError */
export async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw cannotRead(path, what, error);
  }
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

/** Writes beside the place and renames: a reader sees the old file or the new one, whole. @throws FileError */
export async function writeFileWhole(path: string, content: string | Uint8Array): Promise<void> {
  await whole(path, async (temporary) => {
    await writeFile(temporary, content);
    await rename(temporary, path);
  });
}

/** As `writeFileWhole`, line by line: a capture of 500 steps is larger than one string may be. @throws FileError */
export async function writeLinesWhole(
  path: string,
  produce: (write: (line: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  await whole(path, async (temporary) => {
    const file = await open(temporary, 'w');
    try {
      await produce(async (line) => void (await file.write(`${line}\n`)));
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  });
}

/**
 * Fills a new folder beside the place and renames it; an earlier folder goes when the new one is whole. `write` gets the
 * path to write into. @throws FileError, and whatever `write` throws; the earlier folder is then as it was.
 */
export async function writeFolderWhole(path: string, write: (folder: string) => Promise<void>): Promise<void> {
  await whole(path, async (temporary) => {
    await mkdir(temporary);
    await write(temporary);
    const earlier = `${temporary}.old`;
    const moved = await rename(path, earlier).then(
      () => true,
      () => false, // there was none
    );
    try {
      await rename(temporary, path);
    } catch (error) {
      if (moved) await rename(earlier, path);
      throw error;
    }
    if (moved) await rm(earlier, { recursive: true, force: true });
  });
}

/**
 * @throws FileError unless `path` is free for a new folder: nothing there, an empty folder, or one in which `isOurs`
 * recognises every file.
 */
export async function expectFreeFolder(
  path: string,
  what: string,
  isOurs: (names: readonly string[]) => Promise<boolean> | boolean,
): Promise<void> {
  let names: string[];
  try {
    names = await readdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return expectWritable(path);
    const instead = (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'a file' : reasonOf(error);
    throw new FileError(path, `expected a new folder, or ${what} to replace, found ${instead}`);
  }
  if (names.length > 0 && !(await isOurs(names)))
    throw new FileError(
      path,
      `expected a new folder, or ${what} to replace, found other files, which stay as they are`,
    );
  await expectWritable(path);
}

/** Tries, and leaves nothing: a minute of work should not end in "no permission". @throws FileError */
export async function expectWritable(path: string): Promise<void> {
  await whole(path, (temporary) => writeFile(temporary, ''));
}

/** What would be left behind if the program ended now. */
const unfinished = new Set<string>();
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs `write` with a hidden path beside `path`, which is gone at the end whatever happens; a signal counts. */
async function whole(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  if (unfinished.size === 0) for (const signal of SIGNALS) process.on(signal, tidyAndDie);
  unfinished.add(temporary);
  try {
    await makeFolder(dirname(path));
    await write(temporary);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error; // not about files
    throw new FileError(path, `expected to write it, found ${reasonOf(error)}`);
  } finally {
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
    unfinished.delete(temporary);
    if (unfinished.size === 0) for (const signal of SIGNALS) process.off(signal, tidyAndDie);
  }
}

function tidyAndDie(signal: NodeJS.Signals): void {
  for (const path of unfinished) rmSync(path, { recursive: true, force: true });
  for (const each of SIGNALS) process.off(each, tidyAndDie);
  process.kill(process.pid, signal); // ends as it would have
}

/** mkdir -p, each level tried once: Node's own `recursive` never returns if a parent refuses children (/proc). */
async function makeFolder(path: string): Promise<void> {
  const code = await mkdir(path).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (code === undefined || code === 'EEXIST') return;
  if (code !== 'ENOENT' || dirname(path) === path) await mkdir(path);
  await makeFolder(dirname(path));
  await mkdir(path);
}
