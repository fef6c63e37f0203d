/** The words of a Siconos text file, read one after the other; what does not fit is reported with its number. */
import { found } from '@signorini/engine/checks';
import { ProblemFormatError } from '@signorini/engine/problem';

export class Words {
  private readonly words: readonly string[];
  private at = 0;

  constructor(text: string) {
    const trimmed = text.trim();
    this.words = trimmed === '' ? [] : trimmed.split(/\s+/);
  }

  get left(): number {
    return this.words.length - this.at;
  }

  /** The k-th word from here, which stays unread. */
  peek(k = 0): string | undefined {
    return this.words[this.at + k];
  }

  /** The k-th word from here as an integer >= 0; NaN if it is none. */
  peekCount(k: number): number {
    return /^\d{1,9}$/.test(this.peek(k) ?? '') ? Number(this.peek(k)) : Number.NaN;
  }

  next(): string | undefined {
    return this.words[this.at++];
  }

  count(what: string): number {
    const value = this.peekCount(0);
    if (Number.isNaN(value)) this.fail(what, 'an integer >= 0', wordText(this.peek()));
    this.at++;
    return value;
  }

  /** An integer from 0 to below - 1. */
  index(what: string, below: number): number {
    const value = this.count(what);
    if (value >= below) this.failAt(this.at - 1, what, `an integer from 0 to ${below - 1}`, String(value));
    return value;
  }

  number(what: string): number {
    const word = this.peek();
    const value = word === undefined ? Number.NaN : Number(word);
    if (!Number.isFinite(value)) this.fail(what, 'a finite number', wordText(word));
    this.at++;
    return value;
  }

  numbers(what: string, count: number): Float64Array {
    if (count > this.left) this.fail(what, `${count} numbers`, `${this.left} words until the end`);
    return Float64Array.from({ length: count }, (_, k) => this.number(`${what}[${k}]`));
  }

  /** The word that is next must be this one. */
  expect(what: string, word: string): void {
    if (this.peek() !== word) this.fail(what, `"${word}"`, wordText(this.peek()));
    this.at++;
  }

  fail(what: string, expected: string, instead: string): never {
    return this.failAt(this.at, what, expected, instead);
  }

  private failAt(at: number, what: string, expected: string, instead: string): never {
    throw new ProblemFormatError(what, `expected ${expected}, found ${instead} (word ${at + 1})`);
  }
}

function wordText(word: string | undefined): string {
  return word === undefined ? 'the end of the file' : found(word);
}
