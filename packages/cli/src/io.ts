/** Where a command writes and what time it is: passed in, so that tests need no process. */
export interface Io {
  /** Data. */
  readonly out: (text: string) => void;
  /** Progress and complaints. */
  readonly err: (text: string) => void;
  /** A monotonic clock, ms. */
  readonly clock: () => number;
}

export function processIo(): Io {
  // a reader that has seen enough (`| head`) is no fault
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    clock: () => performance.now(),
  };
}

/** A command line that cannot be meant: one sentence, exit 2. */
export class UsageError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UsageError';
  }
}
