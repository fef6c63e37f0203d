/** Small dense systems whose matrix may be singular: rows that repeat each other share their load, by the least impulses. */
import { cholesky, choleskySolve } from '../../linalg/dense.ts';

/** Shift of a diagonal entry, relative: as small as rounding allows, so that the answer is the least-norm one to many digits (MG8). */
const SHIFT = 1e-10;

/**
 * L L^T of A[rows, rows] + SHIFT diag(A), in `a` (m x m, row-major, read and overwritten).
 * False if it is not a matrix of numbers.
 */
export function factorShifted(a: Float64Array, m: number): boolean {
  for (let i = 0; i < m; i++) a[i * m + i] *= 1 + SHIFT;
  return cholesky(a, m, 0);
}

export { choleskySolve as solveShifted };
