/** Text files of Siconos' numerics: LCP, MLCP and friction problems that end in .dat.   docs/guide/siconos.md */
import { basename, extname } from 'node:path';
import { ProblemFormatError } from '@signorini/engine/problem';
import type { Imported } from '../fclib/from-fclib.ts';
import type { AlmostSymmetric } from '../fclib/matrix.ts';
import { problemFromSiconos } from '../siconos/from-siconos.ts';
import { FileError, readText } from './files/files.ts';

export function isSiconos(path: string): boolean {
  return extname(path).toLowerCase() === '.dat';
}

/**
 * @param almost what to do with a matrix of a friction problem that is almost symmetric
 * @throws FileError
 */
export async function readSiconosFile(path: string, almost: AlmostSymmetric = 'mean'): Promise<Imported> {
  const text = await readText(path, 'a problem file');
  try {
    return problemFromSiconos(text, basename(path).replace(/\.dat$/i, ''), almost);
  } catch (error) {
    if (error instanceof ProblemFormatError) throw new FileError(path, error.message);
    throw error;
  }
}
