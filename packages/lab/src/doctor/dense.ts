/** Small dense algebra of the doctor: rank and condition number of a symmetric matrix whose rows are scaled to a diagonal of ones. */
import type { Structure } from '@signorini/engine/problem';

export type Matrix = readonly Float64Array[];

/** J M^-1 J^T of some rows, without C, scaled to a diagonal of ones (rows without any mass stay zero). */
export function scaledDelassus({ rowStart, body, J, Minv }: Structure, rows: readonly number[]): Matrix {
  const blocks = rows.map((i) => {
    const list: { body: number; J: Float64Array; MJ: Float64Array }[] = [];
    for (let k = rowStart[i]!; k < rowStart[i + 1]!; k++) {
      const block = J.subarray(6 * k, 6 * k + 6);
      const MJ = new Float64Array(6);
      for (let r = 0; r < 6; r++) for (let c = 0; c < 6; c++) MJ[r]! += Minv[36 * body[k]! + 6 * r + c]! * block[c]!;
      list.push({ body: body[k]!, J: block, MJ });
    }
    return list;
  });
  const product = (p: (typeof blocks)[number], q: (typeof blocks)[number]) => {
    let sum = 0;
    for (const one of p)
      for (const other of q) if (one.body === other.body) for (let c = 0; c < 6; c++) sum += one.MJ[c]! * other.J[c]!;
    return sum;
  };
  return scaled(blocks.map((p) => Float64Array.from(blocks, (q) => product(p, q))));
}

/** s A s with s = 1/sqrt(a_ii). */
export function scaled(A: Matrix): Matrix {
  const s = A.map((row, i) => (row[i]! > 0 ? 1 / Math.sqrt(row[i]!) : 0));
  return A.map((row, i) => row.map((a, j) => a * s[i]! * s[j]!));
}

/** Rows beyond the rank: a Cholesky factorisation that takes the largest pivot left, down to `tolerance` of a row. */
export function deficiency(matrix: Matrix, tolerance = 1e-9): number {
  const A = matrix.map((row) => row.slice());
  const left = new Set(A.keys());
  while (left.size > 0) {
    let pivot = -1;
    for (const i of left) if (pivot < 0 || A[i]![i]! > A[pivot]![pivot]!) pivot = i;
    const d = A[pivot]![pivot]!;
    if (!(d > tolerance)) return left.size;
    left.delete(pivot);
    for (const i of left) {
      const f = A[i]![pivot]! / d;
      if (f !== 0) for (const j of left) A[i]![j]! -= f * A[pivot]![j]!;
    }
  }
  return 0;
}

/** Largest over smallest eigenvalue of a positive definite matrix, by power and inverse iteration; Infinity if it is not. */
export function conditionNumber(A: Matrix): number {
  const L = cholesky(A);
  if (!L) return Infinity;
  const largest = power(A.length, (v) => A.map((row) => row.reduce((sum, a, j) => sum + a * v[j]!, 0)));
  const smallest = 1 / power(A.length, (v) => backSolve(L, v));
  return largest / smallest;
}

function power(n: number, apply: (v: readonly number[]) => number[]): number {
  let v = Array.from({ length: n }, (_, i) => 1 + 0.1 * ((i * 7919) % 13)); // no eigenvector of anything simple
  let size = 0;
  for (let k = 0; k < 60; k++) {
    const norm = Math.hypot(...v);
    v = apply(v.map((x) => x / norm));
    const last = size;
    size = Math.hypot(...v);
    if (Math.abs(size - last) <= 1e-3 * size) break;
  }
  return size;
}

function cholesky(A: Matrix): Float64Array[] | undefined {
  const L = A.map((row) => row.slice());
  for (let j = 0; j < L.length; j++) {
    const row = L[j]!;
    for (let k = 0; k < j; k++) row[j]! -= row[k]! * row[k]!;
    if (!(row[j]! > 0)) return undefined;
    row[j] = Math.sqrt(row[j]!);
    for (let i = j + 1; i < L.length; i++) {
      const other = L[i]!;
      let sum = other[j]!;
      for (let k = 0; k < j; k++) sum -= other[k]! * row[k]!;
      other[j] = sum / row[j]!;
    }
  }
  return L;
}

function backSolve(L: readonly Float64Array[], right: readonly number[]): number[] {
  const x = [...right];
  for (let i = 0; i < x.length; i++) {
    for (let k = 0; k < i; k++) x[i]! -= L[i]![k]! * x[k]!;
    x[i]! /= L[i]![i]!;
  }
  for (let i = x.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < x.length; k++) x[i]! -= L[k]![i]! * x[k]!;
    x[i]! /= L[i]![i]!;
  }
  return x;
}
