/**
 * Blocks of 6 x 6 numbers, column by column, that factorisations in body space are made of. Bodies follow each other as in a
 * chain, so that each block waits for the one before it: what is written and read again at once is kept in registers.
 */
import { int, minus, plus } from './memory';

/**
 * L of a diagonal block, its diagonal inverted, in registers: through memory every column would wait for the one before it.
 * What stands above the diagonal afterwards has no meaning and is never read.
 */
// @ts-ignore: decorator
@inline
export function factorDiagonal(d: usize): bool {
  const p0 = load<f64>(d);
  if (!(p0 > 0)) return false;
  const i0 = 1.0 / Math.sqrt(p0);
  const a0 = f64x2.mul(v128.load(d), f64x2.splat(i0));
  const a1 = f64x2.mul(v128.load(d, 16), f64x2.splat(i0));
  const a2 = f64x2.mul(v128.load(d, 32), f64x2.splat(i0));
  let b0 = minus(a0, second(a0), v128.load(d, 48));
  let b1 = minus(a1, second(a0), v128.load(d, 64));
  let b2 = minus(a2, second(a0), v128.load(d, 80));
  const p1 = f64x2.extract_lane(b0, 1);
  if (!(p1 > 0)) return false;
  const i1 = 1.0 / Math.sqrt(p1);
  b1 = f64x2.mul(b1, f64x2.splat(i1));
  b2 = f64x2.mul(b2, f64x2.splat(i1));
  b0 = f64x2.splat(i1);
  v128.store(d, f64x2.replace_lane(a0, 0, i0));
  v128.store(d, a1, 16);
  v128.store(d, a2, 32);
  v128.store(d, b0, 48);
  v128.store(d, b1, 64);
  v128.store(d, b2, 80);
  return factorCorner(d, a1, a2, b1, b2);
}

/** The last four columns of a diagonal block, when the first two are known from row 2 on: a and b. */
// @ts-ignore: decorator
@inline
function factorCorner(d: usize, a1: v128, a2: v128, b1: v128, b2: v128): bool {
  let c1 = minus(b1, first(b1), minus(a1, first(a1), v128.load(d, 112)));
  let c2 = minus(b2, first(b1), minus(a2, first(a1), v128.load(d, 128)));
  let d1 = minus(b1, second(b1), minus(a1, second(a1), v128.load(d, 160)));
  let d2 = minus(b2, second(b1), minus(a2, second(a1), v128.load(d, 176)));
  let e2 = minus(b2, first(b2), minus(a2, first(a2), v128.load(d, 224)));
  let f2 = minus(b2, second(b2), minus(a2, second(a2), v128.load(d, 272)));
  const p2 = f64x2.extract_lane(c1, 0);
  if (!(p2 > 0)) return false;
  const i2 = 1.0 / Math.sqrt(p2);
  c1 = f64x2.mul(c1, f64x2.splat(i2));
  c2 = f64x2.mul(c2, f64x2.splat(i2));
  d1 = minus(c1, second(c1), d1);
  d2 = minus(c2, second(c1), d2);
  const p3 = f64x2.extract_lane(d1, 1);
  if (!(p3 > 0)) return false;
  const i3 = 1.0 / Math.sqrt(p3);
  d2 = f64x2.mul(d2, f64x2.splat(i3));
  e2 = minus(d2, first(d2), minus(c2, first(c2), e2));
  f2 = minus(d2, second(d2), minus(c2, second(c2), f2));
  const p4 = f64x2.extract_lane(e2, 0);
  if (!(p4 > 0)) return false;
  const i4 = 1.0 / Math.sqrt(p4);
  e2 = f64x2.mul(e2, f64x2.splat(i4));
  f2 = minus(e2, second(e2), f2);
  const p5 = f64x2.extract_lane(f2, 1);
  if (!(p5 > 0)) return false;
  v128.store(d, f64x2.replace_lane(c1, 0, i2), 112);
  v128.store(d, c2, 128);
  v128.store(d, f64x2.splat(i3), 160);
  v128.store(d, d2, 176);
  v128.store(d, f64x2.replace_lane(e2, 0, i4), 224);
  v128.store(d, f64x2.splat(1.0 / Math.sqrt(p5)), 272);
  return true;
}

/** The block at o times the inverse of the upper factor of the diagonal block at d. */
// @ts-ignore: decorator
@inline
export function divide(o: usize, d: usize): void {
  for (let s: usize = 0; s < 6; s++) {
    const inverse = v128.load64_splat(d + s * 56);
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
    v128.store(c, f64x2.mul(x0, inverse));
    v128.store(c, f64x2.mul(x1, inverse), 16);
    v128.store(c, f64x2.mul(x2, inverse), 32);
  }
}

/** target -= left right^T, two columns at a time. */
// @ts-ignore: decorator
@inline
export function subtractProduct(target: usize, left: usize, right: usize): void {
  for (let c: usize = 0; c < 48; c += 16) subtractColumns(target + c * 6, left, right + c);
}

/** target -= left left^T, a diagonal block: of it the lower triangle, in pairs of rows. */
// @ts-ignore: decorator
@inline
export function subtractSquare(target: usize, left: usize): void {
  subtractColumns(target, left, left);
  let c1 = v128.load(target, 112);
  let c2 = v128.load(target, 128);
  let d1 = v128.load(target, 160);
  let d2 = v128.load(target, 176);
  let e2 = v128.load(target, 224);
  let f2 = v128.load(target, 272);
  for (let q = left, end = left + 288; q < end; q += 48) {
    const l1 = v128.load(q, 16);
    const l2 = v128.load(q, 32);
    c1 = minus(l1, first(l1), c1);
    c2 = minus(l2, first(l1), c2);
    d1 = minus(l1, second(l1), d1);
    d2 = minus(l2, second(l1), d2);
    e2 = minus(l2, first(l2), e2);
    f2 = minus(l2, second(l2), f2);
  }
  v128.store(target, c1, 112);
  v128.store(target, c2, 128);
  v128.store(target, d1, 160);
  v128.store(target, d2, 176);
  v128.store(target, e2, 224);
  v128.store(target, f2, 272);
}

/** Two columns -= left times two rows of the other block. */
// @ts-ignore: decorator
@inline
function subtractColumns(columns: usize, left: usize, rows: usize): void {
  let a0 = v128.load(columns);
  let a1 = v128.load(columns, 16);
  let a2 = v128.load(columns, 32);
  let b0 = v128.load(columns, 48);
  let b1 = v128.load(columns, 64);
  let b2 = v128.load(columns, 80);
  for (let k: usize = 0; k < 288; k += 48) {
    const l0 = v128.load(left + k);
    const l1 = v128.load(left + k, 16);
    const l2 = v128.load(left + k, 32);
    const u = v128.load64_splat(rows + k);
    const v = v128.load64_splat(rows + k, 8);
    a0 = minus(l0, u, a0);
    a1 = minus(l1, u, a1);
    a2 = minus(l2, u, a2);
    b0 = minus(l0, v, b0);
    b1 = minus(l1, v, b1);
    b2 = minus(l2, v, b2);
  }
  v128.store(columns, a0);
  v128.store(columns, a1, 16);
  v128.store(columns, a2, 32);
  v128.store(columns, b0, 48);
  v128.store(columns, b1, 64);
  v128.store(columns, b2, 80);
}

/** Solves for the six numbers at `here` with the lower triangle of the block at d, whose diagonal is inverted or 1. */
// @ts-ignore: decorator
@inline
export function downwards(d: usize, here: usize, unit: bool): void {
  let y0 = load<f64>(here);
  if (!unit) y0 *= load<f64>(d);
  let y1 = load<f64>(here, 8) - load<f64>(d, 8) * y0;
  if (!unit) y1 *= load<f64>(d, 56);
  let y2 = load<f64>(here, 16) - load<f64>(d, 16) * y0 - load<f64>(d, 64) * y1;
  if (!unit) y2 *= load<f64>(d, 112);
  let y3 = load<f64>(here, 24) - load<f64>(d, 24) * y0 - load<f64>(d, 72) * y1 - load<f64>(d, 120) * y2;
  if (!unit) y3 *= load<f64>(d, 168);
  let y4 = load<f64>(here, 32) - load<f64>(d, 32) * y0 - load<f64>(d, 80) * y1 - load<f64>(d, 128) * y2;
  y4 -= load<f64>(d, 176) * y3;
  if (!unit) y4 *= load<f64>(d, 224);
  let y5 = load<f64>(here, 40) - load<f64>(d, 40) * y0 - load<f64>(d, 88) * y1 - load<f64>(d, 136) * y2;
  y5 = y5 - load<f64>(d, 184) * y3 - load<f64>(d, 232) * y4;
  if (!unit) y5 *= load<f64>(d, 280);
  putSix(here, y0, y1, y2, y3, y4, y5);
}

/**
 * Solves for the six numbers at `here` with an upper triangle whose diagonal is inverted: U_sc stands at d + s down + c across, so
 * that it may be the transpose of a lower one.
 */
// @ts-ignore: decorator
@inline
export function upwards(d: usize, here: usize, down: usize, across: usize): void {
  const d4 = d + 4 * down;
  const d3 = d + 3 * down;
  const d2 = d + 2 * down;
  const d1 = d + down;
  const c5 = across * 5;
  const c4 = across * 4;
  const c3 = across * 3;
  const c2 = across * 2;
  const y5 = load<f64>(here, 40) * load<f64>(d, 280);
  const y4 = (load<f64>(here, 32) - load<f64>(d4 + c5) * y5) * load<f64>(d, 224);
  const y3 = (load<f64>(here, 24) - load<f64>(d3 + c4) * y4 - load<f64>(d3 + c5) * y5) * load<f64>(d, 168);
  let y2 = load<f64>(here, 16) - load<f64>(d2 + c3) * y3 - load<f64>(d2 + c4) * y4;
  y2 = (y2 - load<f64>(d2 + c5) * y5) * load<f64>(d, 112);
  let y1 = load<f64>(here, 8) - load<f64>(d1 + c2) * y2 - load<f64>(d1 + c3) * y3;
  y1 = (y1 - load<f64>(d1 + c4) * y4 - load<f64>(d1 + c5) * y5) * load<f64>(d, 56);
  let y0 = load<f64>(here) - load<f64>(d + across) * y1 - load<f64>(d + c2) * y2 - load<f64>(d + c3) * y3;
  y0 = (y0 - load<f64>(d + c4) * y4 - load<f64>(d + c5) * y5) * load<f64>(d);
  putSix(here, y0, y1, y2, y3, y4, y5);
}

// @ts-ignore: decorator
@inline
function putSix(to: usize, y0: f64, y1: f64, y2: f64, y3: f64, y4: f64, y5: f64): void {
  store<f64>(to, y0);
  store<f64>(to, y1, 8);
  store<f64>(to, y2, 16);
  store<f64>(to, y3, 24);
  store<f64>(to, y4, 32);
  store<f64>(to, y5, 40);
}

/** Takes the six numbers at `here` to the rows of y listed from q to `end`, whose blocks stand from o on. */
// @ts-ignore: decorator
@inline
export function takeTo(here: usize, y: usize, o: usize, q: i32, end: i32): void {
  const y0 = v128.load64_splat(here);
  const y1 = v128.load64_splat(here, 8);
  const y2 = v128.load64_splat(here, 16);
  const y3 = v128.load64_splat(here, 24);
  const y4 = v128.load64_splat(here, 32);
  const y5 = v128.load64_splat(here, 40);
  for (; q < end; q++, o += 288) {
    const there = y + (<usize>int(q)) * 48;
    for (let r: usize = 0; r < 48; r += 16) {
      const a = o + r;
      const z01 = minus(v128.load(a, 48), y1, minus(v128.load(a), y0, v128.load(there + r)));
      const z23 = minus(v128.load(a, 144), y3, minus(v128.load(a, 96), y2, z01));
      v128.store(there + r, minus(v128.load(a, 240), y5, minus(v128.load(a, 192), y4, z23)));
    }
  }
}

/** Takes from the six numbers at `here` the rows of y listed from q to `end`, whose blocks stand from o on. */
// @ts-ignore: decorator
@inline
export function takeFrom(here: usize, y: usize, o: usize, q: i32, end: i32): void {
  let h0 = v128.load(here);
  let h1 = v128.load(here, 16);
  let h2 = v128.load(here, 32);
  for (; q < end; q++, o += 288) {
    const there = y + (<usize>int(q)) * 48;
    h0 = f64x2.sub(h0, twoDots(o, there));
    h1 = f64x2.sub(h1, twoDots(o + 96, there));
    h2 = f64x2.sub(h2, twoDots(o + 192, there));
  }
  v128.store(here, h0);
  v128.store(here, h1, 16);
  v128.store(here, h2, 32);
}

/** dot6 of the columns at a and a + 48 with b. */
// @ts-ignore: decorator
@inline
function twoDots(a: usize, b: usize): v128 {
  const b0 = v128.load(b);
  const b1 = v128.load(b, 16);
  const b2 = v128.load(b, 32);
  const u = plus(v128.load(a, 32), b2, plus(v128.load(a, 16), b1, f64x2.mul(v128.load(a), b0)));
  const v = plus(v128.load(a, 80), b2, plus(v128.load(a, 64), b1, f64x2.mul(v128.load(a, 48), b0)));
  return f64x2.add(v128.shuffle<f64>(u, v, 0, 2), v128.shuffle<f64>(u, v, 1, 3));
}

/** Both lanes the first one. */
// @ts-ignore: decorator
@inline
export function first(v: v128): v128 {
  return v128.shuffle<f64>(v, v, 0, 0);
}

/** Both lanes the second one. */
// @ts-ignore: decorator
@inline
export function second(v: v128): v128 {
  return v128.shuffle<f64>(v, v, 1, 1);
}
