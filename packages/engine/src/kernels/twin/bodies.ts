/**
 * Body space: H = 1 + sum over free rows of Jt_i^T Jt_i / C_i in 6 x 6 column-major blocks, its Cholesky factor, and
 * products with Jt.   docs/theory/body-space.md (BS1)-(BS3)
 *
 * Twin of wasm/bodies.ts.
 */
import { BODIES, GROUP, PAIR, PRODUCTS } from '../layouts.ts';
import type { Table } from '../tables.ts';
import { dot6, type Memory, subtractProduct } from './memory.ts';

type BodiesTable = Table<typeof BODIES>;
type ProductsTable = Table<typeof PRODUCTS>;

/** 1 + sum of weight_i Jt_i^T Jt_i over all rows, written to `to` (H or L); rows of weight zero are skipped. */
export function assemble(memory: Memory, t: BodiesTable, to: number): void {
  const { F, I } = memory;
  const bodies = I[t + BODIES.bodies];
  const colStart = I[t + BODIES.colStart];
  const weight = I[t + BODIES.weight];
  F.fill(0, to, to + 36 * I[t + BODIES.blocks]);
  for (let k = 0; k < bodies; k++) for (let c = 0; c < 6; c++) F[to + 36 * I[colStart + k] + 7 * c] = 1;
  for (let q = I[t + BODIES.groups], g = I[t + BODIES.groupCount]; g > 0; g--, q += GROUP.size) {
    const stride = 6 * I[q + GROUP.blocks];
    for (let i = I[q + GROUP.firstRow], j = I[q + GROUP.Jt]; i < I[q + GROUP.endRow]; i++, j += stride)
      if (F[weight + i] !== 0) addRow(memory, q, j, F[weight + i], to);
  }
}

/** H takes the rows that `changes` has listed: those that enter are added, those that leave subtracted. */
export function updateRows(memory: Memory, t: BodiesTable): void {
  const { F, I } = memory;
  const n = I[t + BODIES.n];
  const list = I[t + BODIES.list];
  const groups = I[t + BODIES.groups];
  const groupOf = I[t + BODIES.groupOf];
  const inverseC = I[t + BODIES.inverseC];
  const H = I[t + BODIES.H];
  const add = (i: number, sign: number) => {
    const q = groups + GROUP.size * I[groupOf + i];
    const j = I[q + GROUP.Jt] + 6 * I[q + GROUP.blocks] * (i - I[q + GROUP.firstRow]);
    addRow(memory, q, j, sign * F[inverseC + i], H);
  };
  const entering = I[list + n];
  const leaving = I[list + n + 1];
  for (let k = 0; k < entering; k++) add(I[list + k], 1);
  for (let k = n - leaving; k < n; k++) add(I[list + k], -1);
}

/** L L^T in place of what stands at L, the diagonal stored inverted; 0 if a pivot is not positive. */
export function factor({ F, I }: Memory, t: BodiesTable): number {
  const bodies = I[t + BODIES.bodies];
  const colStart = I[t + BODIES.colStart];
  const blockRow = I[t + BODIES.blockRow];
  const L = I[t + BODIES.L];
  for (let k = 0; k < bodies; k++) {
    const first = I[colStart + k];
    const end = I[colStart + k + 1];
    const d = L + 36 * first;
    if (!factorDiagonal(F, d)) return 0;
    for (let q = first + 1; q < end; q++) divide(F, L + 36 * q, d);
    for (let right = first + 1; right < end; right++) {
      let target = I[colStart + I[blockRow + right]];
      for (let left = right; left < end; left++, target++) {
        while (I[blockRow + target] !== I[blockRow + left]) target++; // rows rise in both columns, and fill-in has them all
        subtractProduct(F, L + 36 * target, L + 36 * left, L + 36 * right);
      }
    }
  }
  return 1;
}

/** y <- (L L^T)^-1 y. */
export function solve({ F, I }: Memory, t: BodiesTable): void {
  const bodies = I[t + BODIES.bodies];
  const colStart = I[t + BODIES.colStart];
  const blockRow = I[t + BODIES.blockRow];
  const L = I[t + BODIES.L];
  const y = I[t + BODIES.y];
  for (let k = 0; k < bodies; k++) {
    const first = I[colStart + k];
    const end = I[colStart + k + 1];
    const d = L + 36 * first;
    const here = y + 6 * k;
    for (let s = 0; s < 6; s++) {
      let v = F[here + s];
      for (let c = 0; c < s; c++) v -= F[d + 6 * c + s] * F[here + c];
      F[here + s] = v * F[d + 7 * s];
    }
    for (let q = first + 1; q < end; q++) {
      const o = L + 36 * q;
      const there = y + 6 * I[blockRow + q];
      for (let s = 0; s < 6; s++) {
        const v = F[here + s];
        for (let r = 0; r < 6; r++) F[there + r] -= F[o + 6 * s + r] * v;
      }
    }
  }
  for (let k = bodies - 1; k >= 0; k--) {
    const first = I[colStart + k];
    const end = I[colStart + k + 1];
    const d = L + 36 * first;
    const here = y + 6 * k;
    for (let q = first + 1; q < end; q++) {
      const o = L + 36 * q;
      const there = y + 6 * I[blockRow + q];
      for (let s = 0; s < 6; s++) F[here + s] -= dot6(F, o + 6 * s, there);
    }
    for (let s = 5; s >= 0; s--) {
      let v = F[here + s];
      for (let c = s + 1; c < 6; c++) v -= F[d + 6 * s + c] * F[here + c];
      F[here + s] = v * F[d + 7 * s];
    }
  }
}

/** y = Jt^T v; v: f64 offset of one number per row. */
export function gather({ F, I }: Memory, t: ProductsTable, v: number): void {
  const y = I[t + PRODUCTS.y];
  F.fill(0, y, y + 6 * I[t + PRODUCTS.bodies]);
  for (let q = I[t + PRODUCTS.groups], g = I[t + PRODUCTS.groupCount]; g > 0; g--, q += GROUP.size) {
    const blocks = I[q + GROUP.blocks];
    const end = I[q + GROUP.endRow];
    for (let i = I[q + GROUP.firstRow], j = I[q + GROUP.Jt]; i < end; i++, j += 6 * blocks) {
      const value = F[v + i];
      if (value === 0) continue;
      for (let k = 0; k < blocks; k++) {
        const body = I[I[q + GROUP.bodies] + k];
        if (body < 0) continue;
        for (let c = 0; c < 6; c++) F[y + body + c] += F[j + 6 * k + c] * value;
      }
    }
  }
}

/** s = Jt y. */
export function spread({ F, I }: Memory, t: ProductsTable): void {
  const y = I[t + PRODUCTS.y];
  const s = I[t + PRODUCTS.s];
  for (let q = I[t + PRODUCTS.groups], g = I[t + PRODUCTS.groupCount]; g > 0; g--, q += GROUP.size) {
    const blocks = I[q + GROUP.blocks];
    const end = I[q + GROUP.endRow];
    for (let i = I[q + GROUP.firstRow], j = I[q + GROUP.Jt]; i < end; i++, j += 6 * blocks) {
      let sum = 0;
      for (let k = 0; k < blocks; k++) {
        const body = I[I[q + GROUP.bodies] + k];
        if (body >= 0) sum += dot6(F, j + 6 * k, y + body);
      }
      F[s + i] = sum;
    }
  }
}

/** H += w Jt_i^T Jt_i, block by block; of diagonal blocks the lower triangle (in pairs of rows). */
function addRow({ F, I }: Memory, q: number, j: number, w: number, H: number): void {
  for (let pair = I[q + GROUP.pairs], k = I[q + GROUP.pairCount]; k > 0; k--, pair += PAIR.size) {
    const block = H + I[pair + PAIR.block];
    const left = j + 6 * I[pair + PAIR.left];
    const right = j + 6 * I[pair + PAIR.right];
    const diagonal = left === right;
    for (let c = 0; c < 6; c++) {
      const v = w * F[right + c];
      for (let r = diagonal ? c & ~1 : 0; r < 6; r++) F[block + 6 * c + r] += F[left + r] * v;
    }
  }
}

/** L of a diagonal block, its diagonal inverted; false if a pivot is not positive. */
function factorDiagonal(F: Float64Array, d: number): boolean {
  for (let s = 0; s < 6; s++) {
    const pivot = F[d + 7 * s];
    if (!(pivot > 0)) return false;
    const inverse = 1 / Math.sqrt(pivot);
    F[d + 7 * s] = inverse;
    for (let r = s + 1; r < 6; r++) F[d + 6 * s + r] *= inverse;
    for (let c = s + 1; c < 6; c++) {
      const v = F[d + 6 * s + c];
      for (let r = c; r < 6; r++) F[d + 6 * c + r] -= F[d + 6 * s + r] * v;
    }
  }
  return true;
}

/** The block at o times the inverse of the upper factor of the diagonal block at d. */
function divide(F: Float64Array, o: number, d: number): void {
  for (let s = 0; s < 6; s++)
    for (let r = 0; r < 6; r++) {
      let v = F[o + 6 * s + r];
      for (let c = 0; c < s; c++) v -= F[o + 6 * c + r] * F[d + 6 * c + s];
      F[o + 6 * s + r] = v * F[d + 7 * s];
    }
}
