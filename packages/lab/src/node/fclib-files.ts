/** FCLib files: real frictional contact problems in HDF5.   docs/guide/fclib.md */
import { type Problem, ProblemFormatError } from '@signorini/engine/problem';
import { FCLIB_PARTS, type Imported, problemFromFclib } from '../fclib/from-fclib.ts';
import type { AlmostSymmetric } from '../fclib/matrix.ts';
import { fclibFromProblem } from '../fclib/to-fclib.ts';
import { Hdf5Error, readHdf5, writeHdf5 } from '../hdf5/hdf5.ts';
import { FileError, readBytes } from './files/files.ts';
import { writeFileWhole } from './files/whole-files.ts';
import { needHdf5 } from './hdf5/hdf5-file.ts';

/**
 * @param almost what to do with a W that is almost symmetric: its mean with its transpose, or as it is stored
 * @throws FileError
 */
export async function readFclibFile(path: string, almost: AlmostSymmetric = 'mean'): Promise<Imported> {
  const bytes = await readBytes(path, 'a problem file');
  await needHdf5();
  return inSentences(path, async () => problemFromFclib(await readHdf5(bytes, FCLIB_PARTS), almost));
}

/** @returns what the file does not hold, a sentence each. @throws FileError if the format has no place for the problem */
export async function writeFclibFile(path: string, p: Problem): Promise<readonly string[]> {
  return inSentences(path, async () => {
    const { file, notes } = fclibFromProblem(p);
    await needHdf5();
    await writeFileWhole(path, await writeHdf5(file));
    return notes;
  });
}

async function inSentences<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ProblemFormatError || error instanceof Hdf5Error) throw new FileError(path, error.message);
    throw error;
  }
}
