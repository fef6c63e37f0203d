/** FCLib files that live outside the project: read where they exist; where not, tests skip and say so. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHARED = process.env.SIGNORINI_SHARED ?? fileURLToPath(new URL('../../../../../shared/', import.meta.url));
const FCLIB = join(SHARED, 'external', 'fclib');

export const haveFclib = existsSync(FCLIB);
if (!haveFclib) process.stderr.write('FCLib files: skipped, ../shared/external/fclib is not there\n');

/** Names of the files, without .hdf5; empty where the folder is absent. */
export const fclibNames = haveFclib
  ? readdirSync(FCLIB)
      .filter((name) => name.endsWith('.hdf5'))
      .map((name) => name.slice(0, -'.hdf5'.length))
  : [];

export const fclibFolder = FCLIB;

export function fclibPath(name: string): string {
  return join(FCLIB, `${name}.hdf5`);
}

export interface FclibReference {
  readonly q: readonly number[];
  readonly mu: readonly number[];
  readonly r: readonly number[];
  readonly u: readonly number[];
}

/** Undefined where a file has no reference answer. */
export function fclibReference(name: string): FclibReference | undefined {
  const path = join(FCLIB, `${name}.reference.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** A Python that has h5py; undefined, with a line that says so, where none is found. */
export function pythonWithH5py(): string | undefined {
  for (const python of ['python3', '/usr/bin/python3'])
    try {
      execFileSync(python, ['-c', 'import h5py'], { stdio: 'ignore' });
      return python;
    } catch {}
  process.stderr.write('h5py: skipped, no python3 has it (Debian: python3-h5py)\n');
  return undefined;
}
