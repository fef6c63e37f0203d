/** Files in and out: what cannot be read is told in one sentence, and nothing is ever half written. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type Problem, ProblemFormatError, readProblem } from '@signorini/engine';

/** A file that cannot be read or written, told in one sentence that begins with its path. */
export class FileError extends Error {
  constructor(path: string, sentence: string) {
    super(`${path}: ${sentence}`);
    this.name = 'FileError';
  }
}

/** @throws FileError */
export async function readProblemFile(path: string): Promise<Problem> {
  if (['.h5', '.hdf5'].includes(extname(path).toLowerCase()))
    throw new FileError(path, 'expected a signorini-problem JSON file, found HDF5, which this version does not read');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new FileError(path, `expected a problem file, found ${reasonOf(error)}`);
  }
  try {
    return readProblem(text);
  } catch (error) {
    if (error instanceof ProblemFormatError) throw new FileError(path, error.message);
    throw error;
  }
}

/** Writes beside the place and renames: a reader sees the old file or the new one, whole. @throws FileError */
export async function writeFileWhole(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    await makeFolder(dirname(path));
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw new FileError(path, `expected to write it, found ${reasonOf(error)}`);
  }
}

/** mkdir -p, each level tried once: Node's own `recursive` never returns where a parent refuses children (/proc). */
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

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  const reasons: Record<string, string> = {
    ENOENT: 'no such file',
    EISDIR: 'a folder',
    EACCES: 'no permission',
    EPERM: 'no permission',
    ENOTDIR: 'a file where a folder should be',
    EEXIST: 'a file where a folder should be',
    EROFS: 'a read-only file system',
    ENOSPC: 'no space left',
  };
  return reasons[code ?? ''] ?? `${code ?? (error as Error).message}`;
}
