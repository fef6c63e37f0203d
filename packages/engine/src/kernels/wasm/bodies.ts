/**
 * The matrix of body space, its Cholesky factor, and products with Jt: see ../twin/bodies.ts, which agrees with this file
 * bit for bit. Lanes run across independent outputs, or in the order of dot6.
 */
import { divide, downwards, factorDiagonal, first, second, subtractProduct, subtractSquare, takeFrom, takeTo, upwards } from './blocks';
import { BODIES, GROUP, PAIR, PRODUCTS } from './layouts';
import { at, dot6, int, plus } from './memory';

/** Two columns of a block += the sum of weight_i left_i^T right_i over the rows of a group; rows of weight zero are skipped. */
// @ts-ignore: decorator
@inline
function addColumns(columns: usize, left: usize, right: usize, stride: usize, weight: usize, end: usize): void {
  let a0 = v128.load(columns);
  let a1 = v128.load(columns, 16);
  let a2 = v128.load(columns, 32);
  let b0 = v128.load(columns, 48);
  let b1 = v128.load(columns, 64);
  let b2 = v128.load(columns, 80);
  for (let i = weight, l = left, r = right; i < end; i += 8, l += stride, r += stride) {
    const w = load<f64>(i);
    if (w == 0) continue;
    const r0 = f64x2.mul(f64x2.splat(w), v128.load(r));
    const u = first(r0);
    const v = second(r0);
    const l0 = v128.load(l);
    const l1 = v128.load(l, 16);
    const l2 = v128.load(l, 32);
    a0 = plus(l0, u, a0);
    a1 = plus(l1, u, a1);
    a2 = plus(l2, u, a2);
    b0 = plus(l0, v, b0);
    b1 = plus(l1, v, b1);
    b2 = plus(l2, v, b2);
  }
  v128.store(columns, a0);
  v128.store(columns, a1, 16);
  v128.store(columns, a2, 32);
  v128.store(columns, b0, 48);
  v128.store(columns, b1, 64);
  v128.store(columns, b2, 80);
}

/** The last four columns of a diagonal block: of them what `addColumns` would add from the diagonal on, in pairs of rows. */
// @ts-ignore: decorator
@inline
function addCorner(block: usize, left: usize, stride: usize, weight: usize, end: usize): void {
  let c1 = v128.load(block, 112);
  let c2 = v128.load(block, 128);
  let d1 = v128.load(block, 160);
  let d2 = v128.load(block, 176);
  let e2 = v128.load(block, 224);
  let f2 = v128.load(block, 272);
  for (let i = weight, l = left; i < end; i += 8, l += stride) {
    const w = load<f64>(i);
    if (w == 0) continue;
    const l1 = v128.load(l, 16);
    const l2 = v128.load(l, 32);
    const r1 = f64x2.mul(f64x2.splat(w), l1);
    const r2 = f64x2.mul(f64x2.splat(w), l2);
    c1 = plus(l1, first(r1), c1);
    c2 = plus(l2, first(r1), c2);
    d1 = plus(l1, second(r1), d1);
    d2 = plus(l2, second(r1), d2);
    e2 = plus(l2, first(r2), e2);
    f2 = plus(l2, second(r2), f2);
  }
  v128.store(block, c1, 112);
  v128.store(block, c2, 128);
  v128.store(block, d1, 160);
  v128.store(block, d2, 176);
  v128.store(block, e2, 224);
  v128.store(block, f2, 272);
}

/** 1 + sum of weight_i Jt_i^T Jt_i over all rows, written to `to`. */
export function assemble(t: i32, to: i32): void {
  const bodies = int(t + BODIES.bodies);
  const colStart = int(t + BODIES.colStart);
  const groups = int(t + BODIES.groups);
  const count = int(t + BODIES.groupCount);
  const w = at(int(t + BODIES.weight));
  memory.fill(at(to), 0, (<usize>int(t + BODIES.blocks)) * 288);
  for (let k = 0; k < bodies; k++) {
    const d = at(to + 36 * int(colStart + k));
    for (let c: usize = 0; c < 6; c++) store<f64>(d + c * 56, 1);
  }
  for (let g = 0; g < count; g++) {
    const q = groups + GROUP.size * g;
    const weight = w + ((<usize>int(q + GROUP.firstRow)) << 3);
    const end = w + ((<usize>int(q + GROUP.endRow)) << 3);
    const row = at(int(q + GROUP.Jt));
    const stride = (<usize>int(q + GROUP.blocks)) * 48;
    const pairs = int(q + GROUP.pairs);
    for (let pair = pairs, last = pairs + PAIR.size * int(q + GROUP.pairCount); pair < last; pair += PAIR.size) {
      const block = at(to + int(pair + PAIR.block));
      const left = row + (<usize>int(pair + PAIR.left)) * 48;
      const right = row + (<usize>int(pair + PAIR.right)) * 48;
      addColumns(block, left, right, stride, weight, end);
      if (left == right) addCorner(block, left, stride, weight, end);
      else
        for (let c: usize = 16; c < 48; c += 16) addColumns(block + c * 6, left, right + c, stride, weight, end);
    }
  }
}

/** H takes the rows that `changes` has listed: those that enter are added, those that leave subtracted. */
export function updateRows(t: i32): void {
  const n = int(t + BODIES.n);
  const list = int(t + BODIES.list);
  const groups = int(t + BODIES.groups);
  const groupOf = int(t + BODIES.groupOf);
  const inverseC = int(t + BODIES.inverseC);
  const H = int(t + BODIES.H);
  const entering = int(list + n);
  const leaving = int(list + n + 1);
  for (let k = 0; k < entering + leaving; k++) {
    const enters = k < entering;
    const i = int(list + (enters ? k : n - leaving + k - entering));
    const q = groups + GROUP.size * int(groupOf + i);
    const row = at(int(q + GROUP.Jt) + 6 * int(q + GROUP.blocks) * (i - int(q + GROUP.firstRow)));
    const inverse = load<f64>(at(inverseC + i));
    const w = enters ? inverse : -inverse;
    const pairs = int(q + GROUP.pairs);
    for (let pair = pairs, last = pairs + PAIR.size * int(q + GROUP.pairCount); pair < last; pair += PAIR.size) {
      const left = row + (<usize>int(pair + PAIR.left)) * 48;
      const right = row + (<usize>int(pair + PAIR.right)) * 48;
      addRow(at(H + int(pair + PAIR.block)), left, right, w);
    }
  }
}

// @ts-ignore: decorator
@inline
function addRow(block: usize, left: usize, right: usize, w: f64): void {
  const diagonal = left == right;
  const l0 = v128.load(left);
  const l1 = v128.load(left, 16);
  const l2 = v128.load(left, 32);
  for (let c: usize = 0; c < 6; c++) {
    const v = f64x2.splat(w * load<f64>(right + (c << 3)));
    const q = block + c * 48;
    if (!diagonal || c < 2) v128.store(q, plus(l0, v, v128.load(q)));
    if (!diagonal || c < 4) v128.store(q, plus(l1, v, v128.load(q, 16)), 16);
    v128.store(q, plus(l2, v, v128.load(q, 32)), 32);
  }
}

/** L L^T in place of what stands at L, the diagonal stored inverted; 0 if a pivot is not positive. */
export function factor(t: i32): i32 {
  const bodies = int(t + BODIES.bodies);
  const colStart = int(t + BODIES.colStart);
  const blockRow = int(t + BODIES.blockRow);
  const L = int(t + BODIES.L);
  for (let k = 0; k < bodies; k++) {
    const first = int(colStart + k);
    const end = int(colStart + k + 1);
    const d = at(L + 36 * first);
    if (!factorDiagonal(d)) return 0;
    for (let q = first + 1; q < end; q++) divide(at(L + 36 * q), d);
    for (let right = first + 1; right < end; right++) {
      let target = int(colStart + int(blockRow + right));
      subtractSquare(at(L + 36 * target), at(L + 36 * right));
      for (let left = right + 1; left < end; left++) {
        const row = int(blockRow + left);
        do target++;
        while (int(blockRow + target) != row); // rows rise in both columns, and fill-in has them all
        subtractProduct(at(L + 36 * target), at(L + 36 * left), at(L + 36 * right));
      }
    }
  }
  return 1;
}

/** y <- (L L^T)^-1 y. */
export function solve(t: i32): void {
  const bodies = int(t + BODIES.bodies);
  const colStart = int(t + BODIES.colStart);
  const blockRow = int(t + BODIES.blockRow);
  const L = int(t + BODIES.L);
  const y = int(t + BODIES.y);
  for (let k = 0; k < bodies; k++) {
    const first = int(colStart + k);
    const d = at(L + 36 * first);
    const here = at(y + 6 * k);
    downwards(d, here, false);
    takeTo(here, at(y), d + 288, blockRow + first + 1, blockRow + int(colStart + k + 1));
  }
  for (let k = bodies - 1; k >= 0; k--) {
    const first = int(colStart + k);
    const d = at(L + 36 * first);
    const here = at(y + 6 * k);
    takeFrom(here, at(y), d + 288, blockRow + first + 1, blockRow + int(colStart + k + 1));
    upwards(d, here, 48, 8);
  }
}

/** y = Jt^T g; g: f64 offset of one number per row. */
export function gather(t: i32, g: i32): void {
  const bodies = int(t + PRODUCTS.bodies);
  const groups = int(t + PRODUCTS.groups);
  const count = int(t + PRODUCTS.groupCount);
  const y = int(t + PRODUCTS.y);
  memory.fill(at(y), 0, (<usize>bodies) * 48);
  for (let n = 0; n < count; n++) {
    const q = groups + GROUP.size * n;
    const first = int(q + GROUP.firstRow);
    const end = int(q + GROUP.endRow);
    const blocks = int(q + GROUP.blocks);
    const stride = (<usize>blocks) * 48;
    for (let k = 0; k < blocks; k++) {
      const body = int(int(q + GROUP.bodies) + k);
      if (body < 0) continue;
      const to = at(y + body);
      let y0 = v128.load(to);
      let y1 = v128.load(to, 16);
      let y2 = v128.load(to, 32);
      let j = at(int(q + GROUP.Jt)) + (<usize>k) * 48;
      for (let i = first; i < end; i++) {
        const v = load<f64>(at(g + i));
        if (v != 0) {
          const w = f64x2.splat(v);
          y0 = plus(v128.load(j), w, y0);
          y1 = plus(v128.load(j, 16), w, y1);
          y2 = plus(v128.load(j, 32), w, y2);
        }
        j += stride;
      }
      v128.store(to, y0);
      v128.store(to, y1, 16);
      v128.store(to, y2, 32);
    }
  }
}

/** s = Jt y. */
export function spread(t: i32): void {
  const groups = int(t + PRODUCTS.groups);
  const count = int(t + PRODUCTS.groupCount);
  const y = int(t + PRODUCTS.y);
  const s = int(t + PRODUCTS.s);
  for (let n = 0; n < count; n++) {
    const q = groups + GROUP.size * n;
    const end = int(q + GROUP.endRow);
    const blocks = int(q + GROUP.blocks);
    const bodies = int(q + GROUP.bodies);
    let j = at(int(q + GROUP.Jt));
    if (blocks == 2 && int(bodies) >= 0 && int(bodies + 1) >= 0) {
      const a = at(y + int(bodies));
      const b = at(y + int(bodies + 1));
      const a0 = v128.load(a);
      const a1 = v128.load(a, 16);
      const a2 = v128.load(a, 32);
      const b0 = v128.load(b);
      const b1 = v128.load(b, 16);
      const b2 = v128.load(b, 32);
      for (let i = int(q + GROUP.firstRow); i < end; i++, j += 96) {
        const u = plus(v128.load(j, 32), a2, plus(v128.load(j, 16), a1, f64x2.mul(v128.load(j), a0)));
        const v = plus(v128.load(j, 80), b2, plus(v128.load(j, 64), b1, f64x2.mul(v128.load(j, 48), b0)));
        const dots = f64x2.add(v128.shuffle<f64>(u, v, 0, 2), v128.shuffle<f64>(u, v, 1, 3));
        store<f64>(at(s + i), 0.0 + f64x2.extract_lane(dots, 0) + f64x2.extract_lane(dots, 1));
      }
      continue;
    }
    for (let i = int(q + GROUP.firstRow); i < end; i++) {
      let sum: f64 = 0;
      for (let k = 0; k < blocks; k++) {
        const body = int(bodies + k);
        if (body >= 0) sum += dot6(j, at(y + body));
        j += 48;
      }
      store<f64>(at(s + i), sum);
    }
  }
}
