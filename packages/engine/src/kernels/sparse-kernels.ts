/**
 * Sparse L D L^T of the rows of a symmetric matrix that are active, in a fixed order: up-looking, by elimination tree
 * (Davis, *Direct Methods for Sparse Linear Systems*, Ch. 4). Inactive rows are skipped, so a change of the set costs one
 * numeric factorisation and no memory.
 *
 * What it works on is listed in SPARSE integers at `table`.
 */
import { type DenseKernels, TwinDenseKernels } from './dense-kernels.ts';

/** The places of a table: n, then offsets; `active` in bytes, `shift` -1 where there is none. */
export const SPARSE = {
  n: 0,
  rowStart: 1,
  column: 2,
  value: 3,
  order: 4,
  position: 5,
  Lstart: 6,
  Lrow: 7,
  Lvalue: 8,
  D: 9,
  parent: 10,
  flag: 11,
  filled: 12,
  path: 13,
  y: 14,
  active: 15,
  shift: 16,
} as const;

export interface Kernels extends DenseKernels {
  /** Parents and column sizes of L for the active rows; the number of its entries. */
  sparseTree(table: number): number;
  /** After `sparseTree`: value + diag(shift) on the active rows; 0 where a pivot is not above relativePivot a_kk. */
  sparseFactor(table: number, relativePivot: number): number;
  /** z <- A^-1 z on the active rows; the others are left alone. */
  sparseSolve(table: number, z: number): void;
}

/** The plain TypeScript kernels: fallback and oracle of the compiled ones, which agree with them bit for bit. */
export class TwinKernels extends TwinDenseKernels implements Kernels {
  sparseTree(table: number): number {
    const { I, B } = this;
    const [n, rowStart, column, , order, position, Lstart] = I.subarray(table);
    const [parent, flag, filled, , , active] = I.subarray(table + SPARSE.parent);
    let entries = 0;
    for (let k = 0; k < n; k++) {
      I[parent + k] = -1;
      I[flag + k] = k;
      I[filled + k] = 0;
      const row = I[order + k];
      if (B[active + row] !== 1) continue;
      for (let q = I[rowStart + row]; q < I[rowStart + row + 1]; q++) {
        if (B[active + I[column + q]] !== 1) continue;
        for (let i = I[position + I[column + q]]; i < k && I[flag + i] !== k; i = I[parent + i]) {
          if (I[parent + i] < 0) I[parent + i] = k;
          I[filled + i]++;
          entries++;
          I[flag + i] = k;
        }
      }
    }
    I[Lstart] = 0;
    for (let k = 0; k < n; k++) I[Lstart + k + 1] = I[Lstart + k] + I[filled + k];
    return entries;
  }

  sparseFactor(table: number, relativePivot: number): number {
    const { F, I, B } = this;
    const [n, rowStart, column, value, order, position, Lstart, Lrow, Lvalue, D] = I.subarray(table);
    const [parent, flag, filled, path, y, active, shift] = I.subarray(table + SPARSE.parent);
    for (let k = 0; k < n; k++) {
      const row = I[order + k];
      I[flag + k] = k;
      I[filled + k] = 0;
      F[y + k] = 0;
      if (B[active + row] !== 1) {
        F[D + k] = 1;
        continue;
      }
      // the pattern of row k of L is the set of tree paths from its entries up to k
      let top = n;
      for (let q = I[rowStart + row]; q < I[rowStart + row + 1]; q++) {
        if (B[active + I[column + q]] !== 1) continue;
        let i = I[position + I[column + q]];
        if (i > k) continue;
        F[y + i] += F[value + q];
        let length = 0;
        for (; I[flag + i] !== k; i = I[parent + i]) {
          I[path + length++] = i;
          I[flag + i] = k;
        }
        while (length > 0) I[path + --top] = I[path + --length];
      }
      let d = F[y + k] + (shift >= 0 ? F[shift + row] : 0);
      const limit = relativePivot * d;
      F[y + k] = 0;
      for (; top < n; top++) {
        const i = I[path + top];
        const yi = F[y + i];
        F[y + i] = 0;
        const end = I[Lstart + i] + I[filled + i];
        for (let q = I[Lstart + i]; q < end; q++) F[y + I[Lrow + q]] -= F[Lvalue + q] * yi;
        const l = yi / F[D + i];
        d -= l * yi;
        I[Lrow + end] = k;
        F[Lvalue + end] = l;
        I[filled + i]++;
      }
      F[D + k] = d;
      if (!(d > limit)) return 0;
    }
    return 1;
  }

  sparseSolve(table: number, z: number): void {
    const { F, I, B } = this;
    const [n, , , , order, , Lstart, Lrow, Lvalue, D] = I.subarray(table);
    const [y, active] = I.subarray(table + SPARSE.y);
    for (let k = 0; k < n; k++) F[y + k] = B[active + I[order + k]] === 1 ? F[z + I[order + k]] : 0;
    for (let j = 0; j < n; j++) {
      const v = F[y + j];
      if (v === 0) continue;
      for (let q = I[Lstart + j]; q < I[Lstart + j + 1]; q++) F[y + I[Lrow + q]] -= F[Lvalue + q] * v;
    }
    for (let j = n - 1; j >= 0; j--) {
      let v = F[y + j] / F[D + j];
      for (let q = I[Lstart + j]; q < I[Lstart + j + 1]; q++) v -= F[Lvalue + q] * F[y + I[Lrow + q]];
      F[y + j] = v;
    }
    for (let k = 0; k < n; k++) if (B[active + I[order + k]] === 1) F[z + I[order + k]] = F[y + k];
  }
}
