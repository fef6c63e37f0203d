/** An error of a file: one sentence that begins with its path. */
import { shortened } from '@signorini/engine/checks';

/** Characters of a path that a sentence quotes. */
const LONGEST_PATH = 300;

/** A file that cannot be read or written, in one sentence that begins with its path. */
export class FileError extends Error {
  constructor(path: string, sentence: string) {
    super(`${shortened(path, LONGEST_PATH)}: ${sentence}`);
    this.name = 'FileError';
  }

  /** One of another thread: errors that pass between threads lose all but their words. */
  static of(message: string): FileError {
    return Object.assign(new FileError('', ''), { message });
  }
}
