/** Output, and the time: passed in, so that tests need no process. */
import { shortened } from '@signorini/engine/checks';

export interface Io {
  /** Data. */
  readonly out: (text: string) => void;
  /** Progress and complaints. */
  readonly err: (text: string) => void;
  /** If stderr is a terminal that can overwrite its line: the columns that it has now. */
  readonly columns?: () => number;
  /** A monotonic clock, ms. */
  readonly clock: () => number;
}

export function processIo(): Io {
  process.stdout.on('error', stdoutFailed);
  process.stderr.on('error', () => {}); // complaints that nobody reads are no fault
  const canOverwrite = process.stderr.isTTY && process.env.TERM !== 'dumb';
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    ...(canOverwrite && { columns: () => process.stderr.columns || 80 }),
    clock: () => performance.now(),
  };
}

/** The command goes on, since files that it writes are worth having; then exit 2. */
function stdoutFailed({ code }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE' || process.listeners('exit').includes(endWithUsage)) return; // a reader has seen enough (`| head`)
  process.on('exit', endWithUsage);
  const reason = code === 'ENOSPC' ? 'no space left' : code;
  process.stderr.write(`signorini: stdout: expected to write all of the output, found ${reason}\n`);
}

function endWithUsage(): void {
  process.exitCode = 2;
}

/** Characters of a sentence, which is one line whatever the user typed. */
const LONGEST_SENTENCE = 1000;

/** One line to stderr. */
export function complain(io: Io, sentence: string): void {
  io.err(`${shortened(sentence, LONGEST_SENTENCE)}\n`);
}

/** Characters that a terminal obeys: control characters but for the end of a line, and those that reverse the text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Names in files are other people's: a terminal shows them and does not obey them. In JSON it is the same text. */
export function printable(text: string): string {
  return text.replace(OBEYED, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A command line that cannot be meant: one sentence, exit 2. */
export class UsageError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UsageError';
  }
}
