/** An FCLib file as a problem. */
import { ProblemFormatError } from '@signorini/engine/problem';
import { FCLIB_PARTS, type FileBytes, FileError, Hdf5Error, problemFromFclib, readHdf5 } from '@signorini/lab/files';
import type { FileReply } from '../../file-protocol.ts';
import { problemText } from './problem-entry.ts';

const LIMITS = { bytes: 128e6, members: 2000 };

/** @throws FileError */
export async function fclibProblem(name: string, bytes: FileBytes): Promise<FileReply> {
  const whole = new Uint8Array(bytes.size);
  bytes.read(whole, 0, whole.length, 0);
  try {
    const { problem, notes } = problemFromFclib(await readHdf5(whole, FCLIB_PARTS, LIMITS));
    const lacks =
      'An FCLib file names no bodies and no units, and has no run: rows are called by their numbers, and joules are right if its numbers are SI.';
    const title = name.replace(/\.(hdf5|h5)$/i, '');
    return { type: 'problem', title, text: problemText(name, problem), lacks, notes };
  } catch (error) {
    if (error instanceof ProblemFormatError || error instanceof Hdf5Error) throw new FileError(name, error.message);
    throw error;
  }
}
