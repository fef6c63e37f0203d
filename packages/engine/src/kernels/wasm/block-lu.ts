/**
 * L U of the unsymmetric body matrix: see ../twin/block-lu.ts, which agrees with this file bit for bit.
 */
import { downwards, subtractProduct, takeFrom, takeTo, upwards } from './blocks';
import { BLOCK_LU, FOLLOWERS, GROUP, PAIR } from './layouts';
import { at, int, minus, plus } from './memory';

/** lower = upper = H; the diagonal blocks of `lower` are made full. */
export function bothTriangles(t: i32): void {
  const bodies = int(t + BLOCK_LU.bodies);
  const blocks = int(t + BLOCK_LU.blocks);
  const colStart = int(t + BLOCK_LU.colStart);
  const H = int(t + BLOCK_LU.H);
  const lower = int(t + BLOCK_LU.lower);
  const upper = int(t + BLOCK_LU.upper);
  memory.copy(at(lower), at(H), (<usize>blocks) * 288);
  memory.copy(at(upper), at(H), (<usize>blocks) * 288);
  for (let k = 0; k < bodies; k++) {
    const d = at(lower + 36 * int(colStart + k));
    for (let c: usize = 0; c < 5; c++)
      for (let r = c + 1; r < 6; r++) store<f64>(d + ((6 * r + c) << 3), load<f64>(d + ((6 * c + r) << 3)));
  }
}

// @ts-ignore: decorator
@inline
function addOuter(block: usize, left: usize, right: usize, v: f64): void {
  const l0 = v128.load(left);
  const l1 = v128.load(left, 16);
  const l2 = v128.load(left, 32);
  for (let c: usize = 0; c < 6; c++) {
    const u = f64x2.splat(v * load<f64>(right + (c << 3)));
    const q = block + c * 48;
    v128.store(q, plus(l0, u, v128.load(q)));
    v128.store(q, plus(l1, u, v128.load(q, 16)), 16);
    v128.store(q, plus(l2, u, v128.load(q, 32)), 32);
  }
}

/** Where the numbers of row i begin. */
// @ts-ignore: decorator
@inline
function rowAt(i: i32, groupOf: i32, groups: i32): usize {
  const q = groups + GROUP.size * int(groupOf + i);
  return at(int(q + GROUP.Jt) + 6 * int(q + GROUP.blocks) * (i - int(q + GROUP.firstRow)));
}

/** slope_i scale_n Jt_i^T Jt_n of rows i that follow rows n, added to both triangles. */
export function addSliding(t: i32): void {
  const count = int(t + FOLLOWERS.count);
  const rows = int(t + FOLLOWERS.rows);
  const leaderOf = int(t + FOLLOWERS.leaderOf);
  const slope = int(t + FOLLOWERS.slope);
  const scale = int(t + FOLLOWERS.scale);
  const groups = int(t + FOLLOWERS.groups);
  const groupOf = int(t + FOLLOWERS.groupOf);
  const lower = int(t + FOLLOWERS.lower);
  const upper = int(t + FOLLOWERS.upper);
  for (let k = 0; k < count; k++) {
    const i = int(rows + k);
    const n = int(leaderOf + i);
    const v = load<f64>(at(slope + i)) * load<f64>(at(scale + n));
    const own = rowAt(i, groupOf, groups);
    const other = rowAt(n, groupOf, groups);
    const q = groups + GROUP.size * int(groupOf + n);
    const pairs = int(q + GROUP.pairs);
    for (let pair = pairs, last = pairs + PAIR.size * int(q + GROUP.pairCount); pair < last; pair += PAIR.size) {
      const block = int(pair + PAIR.block);
      const left = (<usize>int(pair + PAIR.left)) * 48;
      const right = (<usize>int(pair + PAIR.right)) * 48;
      addOuter(at(lower + block), own + left, other + right, v);
      if (left != right) addOuter(at(upper + block), other + left, own + right, v);
    }
  }
}

/** L U in place, without exchanges, U's diagonal stored inverted; 0 if a pivot is zero or not finite. */
export function factorLu(t: i32): i32 {
  const bodies = int(t + BLOCK_LU.bodies);
  const colStart = int(t + BLOCK_LU.colStart);
  const blockRow = int(t + BLOCK_LU.blockRow);
  const lower = int(t + BLOCK_LU.lower);
  const upper = int(t + BLOCK_LU.upper);
  for (let k = 0; k < bodies; k++) {
    const first = int(colStart + k);
    const end = int(colStart + k + 1);
    const d = at(lower + 36 * first);
    if (!factorDiagonalLu(d)) return 0;
    for (let q = first + 1; q < end; q++) {
      divideByUpper(at(lower + 36 * q), d);
      divideByLower(at(upper + 36 * q), d);
    }
    for (let right = first + 1; right < end; right++) {
      let target = int(colStart + int(blockRow + right));
      for (let left = right; left < end; left++, target++) {
        const row = int(blockRow + left);
        while (int(blockRow + target) != row) target++; // as in `factor`
        subtractProduct(at(lower + 36 * target), at(lower + 36 * left), at(upper + 36 * right));
        if (left != right) subtractProduct(at(upper + 36 * target), at(upper + 36 * left), at(lower + 36 * right));
      }
    }
  }
  return 1;
}

/** L with a unit diagonal below, U above, the inverse of U's diagonal on it; false if a pivot is zero or not finite. */
// @ts-ignore: decorator
@inline
function factorDiagonalLu(d: usize): bool {
  for (let s: usize = 0; s < 6; s++) {
    const c = d + s * 48;
    const pivot = load<f64>(d + s * 56);
    if (pivot == 0 || !(abs(pivot) < Infinity)) return false;
    const inverse = 1.0 / pivot;
    store<f64>(d + s * 56, inverse);
    for (let r = s + 1; r < 6; r++) store<f64>(c + (r << 3), load<f64>(c + (r << 3)) * inverse);
    for (let t = s + 1; t < 6; t++) {
      const q = d + t * 48;
      const u = load<f64>(q + (s << 3));
      for (let r = s + 1; r < 6; r++)
        store<f64>(q + (r << 3), load<f64>(q + (r << 3)) - load<f64>(c + (r << 3)) * u);
    }
  }
  return true;
}

/** X U = B. */
// @ts-ignore: decorator
@inline
function divideByUpper(o: usize, d: usize): void {
  for (let s: usize = 0; s < 6; s++) {
    const c = o + s * 48;
    let x0 = v128.load(c);
    let x1 = v128.load(c, 16);
    let x2 = v128.load(c, 32);
    for (let t: usize = 0; t < s; t++) {
      const m = v128.load64_splat(d + s * 48 + (t << 3));
      const a = o + t * 48;
      x0 = minus(v128.load(a), m, x0);
      x1 = minus(v128.load(a, 16), m, x1);
      x2 = minus(v128.load(a, 32), m, x2);
    }
    const inverse = v128.load64_splat(d + s * 56);
    v128.store(c, f64x2.mul(x0, inverse));
    v128.store(c, f64x2.mul(x1, inverse), 16);
    v128.store(c, f64x2.mul(x2, inverse), 32);
  }
}

/** X L^T = B, the transpose of L X^T = B^T. */
// @ts-ignore: decorator
@inline
function divideByLower(o: usize, d: usize): void {
  for (let s: usize = 1; s < 6; s++) {
    const c = o + s * 48;
    let x0 = v128.load(c);
    let x1 = v128.load(c, 16);
    let x2 = v128.load(c, 32);
    for (let t: usize = 0; t < s; t++) {
      const m = v128.load64_splat(d + t * 48 + (s << 3));
      const a = o + t * 48;
      x0 = minus(v128.load(a), m, x0);
      x1 = minus(v128.load(a, 16), m, x1);
      x2 = minus(v128.load(a, 32), m, x2);
    }
    v128.store(c, x0);
    v128.store(c, x1, 16);
    v128.store(c, x2, 32);
  }
}

/** y <- (L U)^-1 y. */
export function solveLu(t: i32): void {
  const bodies = int(t + BLOCK_LU.bodies);
  const colStart = int(t + BLOCK_LU.colStart);
  const blockRow = int(t + BLOCK_LU.blockRow);
  const lower = int(t + BLOCK_LU.lower);
  const upper = int(t + BLOCK_LU.upper);
  const y = int(t + BLOCK_LU.y);
  for (let k = 0; k < bodies; k++) {
    const first = int(colStart + k);
    const d = at(lower + 36 * first);
    const here = at(y + 6 * k);
    downwards(d, here, true);
    takeTo(here, at(y), d + 288, blockRow + first + 1, blockRow + int(colStart + k + 1));
  }
  for (let k = bodies - 1; k >= 0; k--) {
    const first = int(colStart + k);
    const here = at(y + 6 * k);
    takeFrom(here, at(y), at(upper + 36 * first + 36), blockRow + first + 1, blockRow + int(colStart + k + 1));
    upwards(at(lower + 36 * first), here, 8, 48);
  }
}
