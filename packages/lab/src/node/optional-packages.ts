/**
 * Packages that only some tasks need (charts, PNG, HDF5): optional peers of this package, loaded when used, so that a
 * program that only replays installs none of them. The command `signorini` depends on all.   docs/decisions/026-optional-packages.md
 */
import { createRequire } from 'node:module';

/** A task needs a package that is not installed, in one sentence. */
export class MissingPackageError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'MissingPackageError';
  }
}

/**
 * @param task for the sentence: "drawing a chart"
 * @param load imports the package, or resolves a file of it
 * @throws MissingPackageError if it is not installed; what `load` throws otherwise
 */
export async function needed<T>(task: string, name: string, load: () => T | Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isAbsence(error, name)) throw error;
    throw new MissingPackageError(`${task} needs the package ${name}: npm install ${name}@${versionOf(name)}`);
  }
}

/** The package itself was not found, rather than something that it needs. */
function isAbsence(error: unknown, name: string): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return /MODULE_NOT_FOUND$/.test(String(code)) && new RegExp(`'${name}['/]`).test(String(message));
}

/** That the tests ran with. */
function versionOf(name: string): string {
  const { peerDependencies } = createRequire(import.meta.url)('../../package.json');
  return String(peerDependencies[name]).replace(/^\^/, '');
}
