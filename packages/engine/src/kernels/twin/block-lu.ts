/**
 * L U of the unsymmetric body matrix that sliding rows make.   docs/theory/coupled-newton.md (NC3)
 *
 * `lower` holds the blocks on and below the diagonal, `upper` the transposes of those above it at the same places, so that
 * both sides of the factor are operations on columns. Twin of wasm/block-lu.ts.
 */
import { BLOCK_LU, FOLLOWERS, GROUP, PAIR } from '../layouts.ts';
import type { Table } from '../tables.ts';
import { dot6, type Memory, subtractProduct } from './memory.ts';

type LuTable = Table<typeof BLOCK_LU>;

/** lower = upper = H; the diagonal blocks of `lower` are made full. */
export function bothTriangles({ F, I }: Memory, t: LuTable): void {
  const bodies = I[t + BLOCK_LU.bodies];
  const colStart = I[t + BLOCK_LU.colStart];
  const H = I[t + BLOCK_LU.H];
  const lower = I[t + BLOCK_LU.lower];
  const end = H + 36 * I[t + BLOCK_LU.blocks];
  F.copyWithin(lower, H, end);
  F.copyWithin(I[t + BLOCK_LU.upper], H, end);
  for (let k = 0; k < bodies; k++) {
    const d = lower + 36 * I[colStart + k];
    for (let c = 0; c < 5; c++) for (let r = c + 1; r < 6; r++) F[d + 6 * r + c] = F[d + 6 * c + r];
  }
}

/** slope_i scale_n Jt_i^T Jt_n of rows i that follow rows n, added to both triangles. */
export function addSliding({ F, I }: Memory, t: Table<typeof FOLLOWERS>): void {
  const count = I[t + FOLLOWERS.count];
  const rows = I[t + FOLLOWERS.rows];
  const leaderOf = I[t + FOLLOWERS.leaderOf];
  const slope = I[t + FOLLOWERS.slope];
  const scale = I[t + FOLLOWERS.scale];
  const groups = I[t + FOLLOWERS.groups];
  const groupOf = I[t + FOLLOWERS.groupOf];
  const lower = I[t + FOLLOWERS.lower];
  const upper = I[t + FOLLOWERS.upper];
  for (let k = 0; k < count; k++) {
    const i = I[rows + k];
    const n = I[leaderOf + i];
    const v = F[slope + i] * F[scale + n];
    const own = rowAt(I, i, groupOf, groups);
    const other = rowAt(I, n, groupOf, groups);
    const q = groups + GROUP.size * I[groupOf + n];
    for (let pair = I[q + GROUP.pairs], left = I[q + GROUP.pairCount]; left > 0; left--, pair += PAIR.size) {
      const block = I[pair + PAIR.block];
      const a = 6 * I[pair + PAIR.left];
      const b = 6 * I[pair + PAIR.right];
      addOuter(F, lower + block, own + a, other + b, v);
      if (a !== b) addOuter(F, upper + block, other + a, own + b, v);
    }
  }
}

/** L U in place, without exchanges, U's diagonal stored inverted; 0 if a pivot is zero or not finite. */
export function factorLu({ F, I }: Memory, t: LuTable): number {
  const bodies = I[t + BLOCK_LU.bodies];
  const colStart = I[t + BLOCK_LU.colStart];
  const blockRow = I[t + BLOCK_LU.blockRow];
  const lower = I[t + BLOCK_LU.lower];
  const upper = I[t + BLOCK_LU.upper];
  for (let k = 0; k < bodies; k++) {
    const first = I[colStart + k];
    const end = I[colStart + k + 1];
    const d = lower + 36 * first;
    if (!factorDiagonal(F, d)) return 0;
    for (let q = first + 1; q < end; q++) {
      divideByUpper(F, lower + 36 * q, d);
      divideByLower(F, upper + 36 * q, d);
    }
    for (let right = first + 1; right < end; right++) {
      let target = I[colStart + I[blockRow + right]];
      for (let left = right; left < end; left++, target++) {
        while (I[blockRow + target] !== I[blockRow + left]) target++; // as in `factor`
        subtractProduct(F, lower + 36 * target, lower + 36 * left, upper + 36 * right);
        if (left !== right) subtractProduct(F, upper + 36 * target, upper + 36 * left, lower + 36 * right);
      }
    }
  }
  return 1;
}

/** y <- (L U)^-1 y. */
export function solveLu({ F, I }: Memory, t: LuTable): void {
  const bodies = I[t + BLOCK_LU.bodies];
  const colStart = I[t + BLOCK_LU.colStart];
  const blockRow = I[t + BLOCK_LU.blockRow];
  const lower = I[t + BLOCK_LU.lower];
  const upper = I[t + BLOCK_LU.upper];
  const y = I[t + BLOCK_LU.y];
  for (let k = 0; k < bodies; k++) {
    const first = I[colStart + k];
    const d = lower + 36 * first;
    const here = y + 6 * k;
    for (let s = 1; s < 6; s++) for (let c = 0; c < s; c++) F[here + s] -= F[d + 6 * c + s] * F[here + c];
    for (let q = first + 1; q < I[colStart + k + 1]; q++) {
      const there = y + 6 * I[blockRow + q];
      for (let s = 0; s < 6; s++)
        for (let r = 0; r < 6; r++) F[there + r] -= F[lower + 36 * q + 6 * s + r] * F[here + s];
    }
  }
  for (let k = bodies - 1; k >= 0; k--) {
    const first = I[colStart + k];
    const d = lower + 36 * first;
    const here = y + 6 * k;
    for (let q = first + 1; q < I[colStart + k + 1]; q++)
      for (let s = 0; s < 6; s++) F[here + s] -= dot6(F, upper + 36 * q + 6 * s, y + 6 * I[blockRow + q]);
    for (let s = 5; s >= 0; s--) {
      for (let c = s + 1; c < 6; c++) F[here + s] -= F[d + 6 * c + s] * F[here + c];
      F[here + s] *= F[d + 7 * s];
    }
  }
}

/** Where the numbers of row i begin. */
function rowAt(I: Int32Array, i: number, groupOf: number, groups: number): number {
  const q = groups + GROUP.size * I[groupOf + i];
  return I[q + GROUP.Jt] + 6 * I[q + GROUP.blocks] * (i - I[q + GROUP.firstRow]);
}

/** block += v left right^T, column-major. */
function addOuter(F: Float64Array, block: number, left: number, right: number, v: number): void {
  for (let c = 0; c < 6; c++) {
    const u = v * F[right + c];
    for (let r = 0; r < 6; r++) F[block + 6 * c + r] += F[left + r] * u;
  }
}

function factorDiagonal(F: Float64Array, d: number): boolean {
  for (let s = 0; s < 6; s++) {
    const pivot = F[d + 7 * s];
    if (pivot === 0 || !(Math.abs(pivot) < Infinity)) return false;
    const inverse = 1 / pivot;
    F[d + 7 * s] = inverse;
    for (let r = s + 1; r < 6; r++) F[d + 6 * s + r] *= inverse;
    for (let t = s + 1; t < 6; t++) {
      const u = F[d + 6 * t + s];
      for (let r = s + 1; r < 6; r++) F[d + 6 * t + r] -= F[d + 6 * s + r] * u;
    }
  }
  return true;
}

/** X U = B in place, U in the diagonal block at d. */
function divideByUpper(F: Float64Array, o: number, d: number): void {
  for (let s = 0; s < 6; s++)
    for (let r = 0; r < 6; r++) {
      let v = F[o + 6 * s + r];
      for (let t = 0; t < s; t++) v -= F[o + 6 * t + r] * F[d + 6 * s + t];
      F[o + 6 * s + r] = v * F[d + 7 * s];
    }
}

/** X L^T = B in place, L with a unit diagonal in the block at d. */
function divideByLower(F: Float64Array, o: number, d: number): void {
  for (let s = 1; s < 6; s++)
    for (let r = 0; r < 6; r++) {
      let v = F[o + 6 * s + r];
      for (let t = 0; t < s; t++) v -= F[o + 6 * t + r] * F[d + 6 * t + s];
      F[o + 6 * s + r] = v;
    }
}
