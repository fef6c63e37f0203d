/** Making folders with their parents, which tells the caller what was made. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * mkdir -p, each level tried once: Node's own `recursive` never returns if a parent refuses children (/proc).
 * @param made gets the folders that were not there, parents first. @throws the error of the system
 */
export function makeFolder(path: string, made: string[] = []): void {
  const failure = tryFolder(path, made);
  if (!failure) return;
  if (failure.code !== 'ENOENT' || dirname(path) === path) throw failure;
  makeFolder(dirname(path), made);
  const again = tryFolder(path, made);
  if (again) throw again;
}

/** A folder that exists is no failure; a file in its place is reported by its first use. */
function tryFolder(path: string, made: string[]): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(path);
    made.push(path);
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code !== 'EEXIST') return failure;
  }
  return undefined;
}
