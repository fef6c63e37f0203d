/** Output, and the time: passed in, so that tests need no process. */
export interface Io {
  /** Data. */
  readonly out: (text: string) => void;
  /** Progress and complaints. */
  readonly err: (text: string) => void;
  /** One line that the next one overwrites, '' clears it; only if stderr is a terminal. */
  readonly progress?: (text: string) => void;
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
    ...(process.stderr.isTTY && { progress: overwriteLine }),
    clock: () => performance.now(),
  };
}

/** Cut to the terminal's width: a line that wraps cannot be overwritten. */
function overwriteLine(text: string): void {
  process.stderr.write(`\r${text.slice(0, (process.stderr.columns || 80) - 1)}\u001b[K`);
}

/** A command line that cannot be meant: one sentence, exit 2. */
export class UsageError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UsageError';
  }
}
