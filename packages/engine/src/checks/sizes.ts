/** Sizes that a method cannot take: refused with a sentence before memory is filled.   docs/decisions/061-sizes-and-limits.md */
import { ContractError } from './errors.ts';

/** A problem is too large for a method; others may take it. */
export class SizeError extends ContractError {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'SizeError';
  }

  /** The same sentence of a solver. */
  of(solver: string): SizeError {
    return new SizeError(`${solver}: ${this.message}; auto, pgs and psor take larger ones`);
  }
}

/** Bytes that the matrices of one method may take. A test lowers it. */
export const mostMemory = { bytes: 2e9 };

/** @throws SizeError before that much is allocated. @param what is to be held, for example "a dense matrix of 20000 rows" */
export function expectMemory(bytes: number, what: string): void {
  if (bytes > mostMemory.bytes) throw refusal(bytes, what, `at most ${inGigabytes(mostMemory.bytes)}`);
}

/** Zeros: a full matrix. @throws SizeError if it is too large */
export function matrixOf(rows: number, columns: number): Float64Array {
  const bytes = 8 * rows * columns;
  const what = `a full matrix of ${rows} rows and ${columns} columns`;
  expectMemory(bytes, what);
  return allocated(bytes, what, () => new Float64Array(rows * columns));
}

/** Returns the result of `make`. @throws SizeError if the machine has not that much memory */
export function allocated<Memory>(bytes: number, what: string, make: () => Memory): Memory {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw refusal(bytes, what, 'what this machine has left');
    throw error;
  }
}

const refusal = (bytes: number, what: string, most: string) =>
  new SizeError(`expected a problem that takes ${most} of memory, found ${inGigabytes(bytes)} for ${what}`);

const inGigabytes = (bytes: number) => `${Number((bytes / 1e9).toPrecision(3))} GB`;
