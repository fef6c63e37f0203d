/** A file that a person chose or dropped: read in a worker, recognised by its content. */
import type { Session } from '../session/session.ts';

/** Endings that a chooser offers; what a file is decides its content. */
export const ENDINGS = '.json,.jsonl,.h5,.hdf5,application/json';

export function openFile(session: Session, file: File): void {
  session.files.open(file);
}
