/** The kernels of ../subspace-kernels.ts: two lanes, even and odd numbers; counts are even. */

import { at, int, minus, plus } from './memory';

/** Two lanes each of the nine sums, in locals: a pass is bound by what it reads. */
// @ts-ignore: decorator
@inline
function put(G: usize, place: usize, sum: v128, sign: f64): void {
  const total = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
  store<f64>(G + (place << 3), load<f64>(G + (place << 3)) + sign * total);
}

/** Notes the numbers of a direction that are not zero in `lanes`, and makes them zero; the next place of the list. */
// @ts-ignore: decorator
@inline
function drop(entry: i32, lanes: v128, v: v128, values: usize, list: usize, place: usize): usize {
  store<i32>(list + (place << 2), entry);
  store<f64>(values + (place << 3), f64x2.extract_lane(v, 0));
  if (i64x2.extract_lane(lanes, 0) != 0) place++;
  store<i32>(list + (place << 2), entry + 3);
  store<f64>(values + (place << 3), f64x2.extract_lane(v, 1));
  if (i64x2.extract_lane(lanes, 1) != 0) place++;
  return place;
}

export function subspaceRows(
  count: i32, x: i32, before: i32, lo: i32, hi: i32, b: i32, C: i32, p: i32, q: i32, r: i32, G: i32, values: i32, list: i32,
): i32 {
  const bytes = at(count);
  const entries = (<usize>list) << 2;
  const zero = f64x2.splat(0);
  let place: usize = 0;
  let g00 = zero;
  let g10 = zero;
  let g11 = zero;
  let g20 = zero;
  let g21 = zero;
  let g22 = zero;
  let s0 = zero;
  let s1 = zero;
  let s2 = zero;
  for (let k: usize = 0; k < bytes; k += 16) {
    const here = v128.load(at(x) + k);
    let u = f64x2.sub(here, v128.load(at(before) + k));
    let v = v128.load(at(q) + k);
    let t = v128.load(at(r) + k);
    const touches = v128.or(f64x2.ge(here, v128.load(at(hi) + k)), f64x2.le(here, v128.load(at(lo) + k)));
    if (v128.any_true(v128.and(touches, f64x2.ne(v128.or(v128.or(u, v), t), zero)))) {
      const row = 3 * <i32>(k >> 3);
      place = drop(row, v128.and(touches, f64x2.ne(u, zero)), u, at(values), entries, place);
      place = drop(row + 1, v128.and(touches, f64x2.ne(v, zero)), v, at(values), entries, place);
      place = drop(row + 2, v128.and(touches, f64x2.ne(t, zero)), t, at(values), entries, place);
      u = v128.andnot(u, touches);
      v = v128.andnot(v, touches);
      t = v128.andnot(t, touches);
      v128.store(at(q) + k, v);
      v128.store(at(r) + k, t);
    }
    v128.store(at(p) + k, u);
    const c = v128.load(at(C) + k);
    const e = plus(c, here, v128.load(at(b) + k));
    const cu = f64x2.mul(c, u);
    const cv = f64x2.mul(c, v);
    s0 = plus(e, u, s0);
    s1 = plus(e, v, s1);
    s2 = plus(e, t, s2);
    g00 = plus(cu, u, g00);
    g10 = plus(cu, v, g10);
    g11 = plus(cv, v, g11);
    g20 = plus(cu, t, g20);
    g21 = plus(cv, t, g21);
    g22 = plus(f64x2.mul(c, t), t, g22);
  }
  put(at(G), 0, g00, 1);
  put(at(G), 1, g10, 1);
  put(at(G), 2, g11, 1);
  put(at(G), 3, g20, 1);
  put(at(G), 4, g21, 1);
  put(at(G), 5, g22, 1);
  put(at(G), 6, s0, -1);
  put(at(G), 7, s1, -1);
  put(at(G), 8, s2, -1);
  return <i32>place;
}

export function subspaceBodies(count: i32, y: i32, before: i32, p: i32, q: i32, r: i32, G: i32): void {
  const bytes = at(count);
  let g00 = f64x2.splat(0);
  let g10 = g00;
  let g11 = g00;
  let g20 = g00;
  let g21 = g00;
  let g22 = g00;
  let s0 = g00;
  let s1 = g00;
  let s2 = g00;
  for (let k: usize = 0; k < bytes; k += 16) {
    const e = v128.load(at(y) + k);
    const u = f64x2.sub(e, v128.load(at(before) + k));
    const v = v128.load(at(q) + k);
    const t = v128.load(at(r) + k);
    v128.store(at(p) + k, u);
    s0 = plus(e, u, s0);
    s1 = plus(e, v, s1);
    s2 = plus(e, t, s2);
    g00 = plus(u, u, g00);
    g10 = plus(u, v, g10);
    g11 = plus(v, v, g11);
    g20 = plus(u, t, g20);
    g21 = plus(v, t, g21);
    g22 = plus(t, t, g22);
  }
  put(at(G), 0, g00, 1);
  put(at(G), 1, g10, 1);
  put(at(G), 2, g11, 1);
  put(at(G), 3, g20, 1);
  put(at(G), 4, g21, 1);
  put(at(G), 5, g22, 1);
  put(at(G), 6, s0, -1);
  put(at(G), 7, s1, -1);
  put(at(G), 8, s2, -1);
}

export function combine(count: i32, x: i32, p: i32, q: i32, r: i32, c0: f64, c1: f64, c2: f64): void {
  const bytes = at(count);
  const a = f64x2.splat(c0);
  const b = f64x2.splat(c1);
  const c = f64x2.splat(c2);
  for (let k: usize = 0; k < bytes; k += 16) {
    const u = v128.load(at(p) + k);
    const step = plus(v128.load(at(r) + k), c, plus(v128.load(at(q) + k), b, f64x2.mul(u, a)));
    v128.store(at(x) + k, f64x2.add(v128.load(at(x) + k), step));
    v128.store(at(r) + k, f64x2.add(u, step));
  }
}

export function combineRows(
  count: i32, x: i32, lo: i32, hi: i32, p: i32, q: i32, r: i32, c0: f64, c1: f64, c2: f64, list: i32,
): i32 {
  const bytes = at(count);
  const a = f64x2.splat(c0);
  const b = f64x2.splat(c1);
  const c = f64x2.splat(c2);
  let found: usize = (<usize>list) << 2;
  for (let k: usize = 0; k < bytes; k += 16) {
    const u = v128.load(at(p) + k);
    const step = plus(v128.load(at(r) + k), c, plus(v128.load(at(q) + k), b, f64x2.mul(u, a)));
    const to = f64x2.add(v128.load(at(x) + k), step);
    v128.store(at(x) + k, to);
    v128.store(at(r) + k, f64x2.add(u, step));
    const out = v128.or(f64x2.gt(to, v128.load(at(hi) + k)), f64x2.lt(to, v128.load(at(lo) + k)));
    if (!v128.any_true(out)) continue;
    store<i32>(found, <i32>(k >> 3));
    if (i64x2.extract_lane(out, 0) != 0) found += 4;
    store<i32>(found, <i32>(k >> 3) + 1);
    if (i64x2.extract_lane(out, 1) != 0) found += 4;
  }
  return (<i32>(found >> 2)) - list;
}

/** Numbers a row: Jt of its two bodies (12), b, C, 1/a, l, u, a. */
const RECORD: i32 = 18;

export function sweepGroups(count: i32, groups: i32, records: i32, y: i32, xs: i32): f64 {
  let change = f64x2.splat(0);
  let r = at(records);
  let x = at(xs);
  for (let g = groups; g < groups + 3 * count; g += 3) {
    const a = at(y + int(g + 1));
    const b = at(y + int(g + 2));
    let a0 = v128.load(a);
    let a1 = v128.load(a, 16);
    let a2 = v128.load(a, 32);
    let b0 = v128.load(b);
    let b1 = v128.load(b, 16);
    let b2 = v128.load(b, 32);
    for (let end = x + at(int(g)); x < end; x += 8, r += at(RECORD)) {
      const j0 = v128.load(r);
      const j1 = v128.load(r, 16);
      const j2 = v128.load(r, 32);
      const k0 = v128.load(r, 48);
      const k1 = v128.load(r, 64);
      const k2 = v128.load(r, 80);
      const left = plus(j2, a2, plus(j1, a1, f64x2.mul(j0, a0)));
      const right = plus(k2, b2, plus(k1, b1, f64x2.mul(k0, b0)));
      const lanes = f64x2.add(left, right);
      const sum = f64x2.add(lanes, v128.shuffle<f64>(lanes, lanes, 1, 0)); // in both lanes, as everything below
      // a row waits for the one before it: what does not is done apart, and pmin and pmax take no branch
      const from = v128.load64_splat(x);
      const inverse = v128.load64_splat(r, 112);
      const own = minus(inverse, plus(v128.load64_splat(r, 104), from, v128.load64_splat(r, 96)), from);
      const free = minus(inverse, sum, own);
      const to = f64x2.pmin(f64x2.pmax(free, v128.load64_splat(r, 120)), v128.load64_splat(r, 128));
      const d = f64x2.sub(to, from);
      v128.store64_lane(x, to, 0);
      change = f64x2.add(change, f64x2.abs(d));
      a0 = plus(j0, d, a0);
      a1 = plus(j1, d, a1);
      a2 = plus(j2, d, a2);
      b0 = plus(k0, d, b0);
      b1 = plus(k1, d, b1);
      b2 = plus(k2, d, b2);
    }
    v128.store(a, a0);
    v128.store(a, a1, 16);
    v128.store(a, a2, 32);
    v128.store(b, b0);
    v128.store(b, b1, 16);
    v128.store(b, b2, 32);
  }
  return f64x2.extract_lane(change, 0);
}
