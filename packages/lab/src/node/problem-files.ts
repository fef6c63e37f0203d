/** Files and folders to problem files: a folder means its *.json, sorted by name, without the folders inside it. */
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { FileError } from './files.ts';

export interface ProblemFile {
  /** The file's name without .json; the whole path without it where two files share a name. */
  readonly name: string;
  readonly path: string;
}

/** In the order given; a file that is named twice counts once. Nothing is read yet. @throws FileError */
export async function problemFiles(paths: readonly string[]): Promise<ProblemFile[]> {
  const files = new Map<string, string>();
  for (const path of paths) for (const file of await expand(path)) files.set(resolve(file), file);
  const list = [...files.values()];
  const count = new Map<string, number>();
  for (const path of list) count.set(nameOf(path), (count.get(nameOf(path)) ?? 0) + 1);
  return list.map((path) => ({
    name: count.get(nameOf(path)) === 1 ? nameOf(path) : path.replace(/\.json$/, ''),
    path,
  }));
}

function nameOf(path: string): string {
  return basename(path, '.json');
}

async function expand(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (!entries) return [path]; // a file, or nothing: reading it tells which
  const names = entries
    .filter((entry) => !entry.isDirectory() && /^[^.].*\.json$/.test(entry.name)) // as *.json in a shell
    .map(({ name }) => name)
    .sort(); // by code units: the same order on every machine
  if (names.length === 0) {
    const instead = entries.length === 0 ? 'an empty folder' : 'a folder without .json files';
    throw new FileError(path, `expected a problem file or a folder of them, found ${instead}`);
  }
  return names.map((name) => join(path, name));
}
