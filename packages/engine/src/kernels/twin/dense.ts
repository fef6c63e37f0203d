/**
 * Small full matrices: a principal block of A, its Cholesky factor and solves, products with A. Stored by columns, so that
 * lanes run across rows and each number has the operations of linalg/dense.ts in the same order.
 *
 * Columns are an even number of places apart; vectors have room for an even number. Twin of wasm/dense.ts.
 */
import { DENSE } from '../layouts.ts';
import type { Table } from '../tables.ts';
import type { Memory } from './memory.ts';

type DenseTable = Table<typeof DENSE>;

/** L = the lower triangle of A[rows, rows] + diag(shift[rows]). */
export function denseBlock({ F, I }: Memory, t: DenseTable): void {
  const m = I[t + DENSE.m];
  const apart = I[t + DENSE.apart];
  const A = I[t + DENSE.A];
  const L = I[t + DENSE.L];
  const rows = I[t + DENSE.rows];
  const shift = I[t + DENSE.shift];
  for (let c = 0; c < m; c++) {
    const j = I[rows + c];
    for (let r = c; r < m; r++) F[L + apart * c + r] = F[A + apart * j + I[rows + r]];
    if (shift >= 0) F[L + apart * c + c] += F[shift + j];
  }
}

/** L L^T in place; 0 if a pivot falls to relativePivot a_jj or below. What stands above the diagonal has no meaning. */
export function denseFactor({ F, I }: Memory, t: DenseTable, relativePivot: number): number {
  const m = I[t + DENSE.m];
  const apart = I[t + DENSE.apart];
  const L = I[t + DENSE.L];
  for (let j = 0; j < m; j++) {
    const column = L + apart * j;
    const limit = relativePivot * F[column + j];
    for (let k = 0; k < j; k++) {
      const factor = F[L + apart * k + j];
      for (let i = j; i < m; i++) F[column + i] -= F[L + apart * k + i] * factor;
    }
    if (!(F[column + j] > limit)) return 0;
    const root = Math.sqrt(F[column + j]);
    F[column + j] = root;
    for (let i = j + 1; i < m; i++) F[column + i] /= root;
  }
  return 1;
}

/** z <- (L L^T)^-1 z. */
export function denseSolve({ F, I }: Memory, t: DenseTable): void {
  const m = I[t + DENSE.m];
  const apart = I[t + DENSE.apart];
  const L = I[t + DENSE.L];
  const z = I[t + DENSE.z];
  for (let k = 0; k < m; k++) {
    F[z + k] /= F[L + apart * k + k];
    for (let i = k + 1; i < m; i++) F[z + i] -= F[L + apart * k + i] * F[z + k];
  }
  for (let i = m - 1; i >= 0; i--) {
    for (let k = i + 1; k < m; k++) F[z + i] -= F[L + apart * i + k] * F[z + k];
    F[z + i] /= F[L + apart * i + i];
  }
}

/** product = A x, all rows. */
export function denseProduct({ F, I }: Memory, t: DenseTable): void {
  const n = I[t + DENSE.n];
  const apart = I[t + DENSE.apart];
  const A = I[t + DENSE.A];
  const x = I[t + DENSE.x];
  const product = I[t + DENSE.product];
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += F[A + apart * j + i] * F[x + j];
    F[product + i] = sum;
  }
}
