/**
 * Sparse L D L^T of the rows of a symmetric matrix that are active, in a fixed order: up-looking, by elimination tree
 * (Davis, *Direct Methods for Sparse Linear Systems*, Ch. 4). Inactive rows are skipped, so a change of the set costs one
 * numeric factorisation and no memory.
 *
 * Twin of wasm/sparse.ts.
 */
import { SPARSE } from '../layouts.ts';
import type { Table } from '../tables.ts';
import type { Memory } from './memory.ts';

type SparseTable = Table<typeof SPARSE>;

/** Parents and column sizes of L for the active rows; the number of its entries. */
export function sparseTree({ I, B }: Memory, t: SparseTable): number {
  const n = I[t + SPARSE.n];
  const rowStart = I[t + SPARSE.rowStart];
  const column = I[t + SPARSE.column];
  const order = I[t + SPARSE.order];
  const position = I[t + SPARSE.position];
  const Lstart = I[t + SPARSE.Lstart];
  const parent = I[t + SPARSE.parent];
  const flag = I[t + SPARSE.flag];
  const filled = I[t + SPARSE.filled];
  const active = I[t + SPARSE.active];
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

/** After `sparseTree`: value + diag(shift) on the active rows; 0 if a pivot is not above relativePivot a_kk. */
export function sparseFactor(memory: Memory, t: SparseTable, relativePivot: number): number {
  const { F, I, B } = memory;
  const n = I[t + SPARSE.n];
  const order = I[t + SPARSE.order];
  const Lstart = I[t + SPARSE.Lstart];
  const Lrow = I[t + SPARSE.Lrow];
  const Lvalue = I[t + SPARSE.Lvalue];
  const D = I[t + SPARSE.D];
  const flag = I[t + SPARSE.flag];
  const filled = I[t + SPARSE.filled];
  const path = I[t + SPARSE.path];
  const y = I[t + SPARSE.y];
  const active = I[t + SPARSE.active];
  const shift = I[t + SPARSE.shift];
  for (let k = 0; k < n; k++) {
    const row = I[order + k];
    I[flag + k] = k;
    I[filled + k] = 0;
    F[y + k] = 0;
    if (B[active + row] !== 1) {
      F[D + k] = 1;
      continue;
    }
    let top = scatterRow(memory, t, k, row);
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

/**
 * Row k of A into y, and the pattern of row k of L into `path`: the tree paths from its entries up to k. Returns where in
 * `path` they begin.
 */
function scatterRow({ F, I, B }: Memory, t: SparseTable, k: number, row: number): number {
  const rowStart = I[t + SPARSE.rowStart];
  const column = I[t + SPARSE.column];
  const value = I[t + SPARSE.value];
  const position = I[t + SPARSE.position];
  const parent = I[t + SPARSE.parent];
  const flag = I[t + SPARSE.flag];
  const path = I[t + SPARSE.path];
  const y = I[t + SPARSE.y];
  const active = I[t + SPARSE.active];
  let top = I[t + SPARSE.n];
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
  return top;
}

/** z <- A^-1 z on the active rows; the others are left alone. */
export function sparseSolve({ F, I, B }: Memory, t: SparseTable): void {
  const n = I[t + SPARSE.n];
  const order = I[t + SPARSE.order];
  const Lstart = I[t + SPARSE.Lstart];
  const Lrow = I[t + SPARSE.Lrow];
  const Lvalue = I[t + SPARSE.Lvalue];
  const D = I[t + SPARSE.D];
  const y = I[t + SPARSE.y];
  const active = I[t + SPARSE.active];
  const z = I[t + SPARSE.z];
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
