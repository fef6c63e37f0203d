/**
 * The search over three directions: see ../twin/subspace.ts, which agrees with this file bit for bit. Two lanes, even and
 * odd numbers; counts are even.
 */
import { SUBSPACE_BODIES, SUBSPACE_ROWS } from './layouts';
import { at, int, plus } from './memory';

/** Two lanes each of the nine sums, in locals: a pass is bound by what it reads. */
// @ts-ignore: decorator
@inline
function put(G: usize, place: usize, sum: v128, sign: f64): void {
  const total = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
  store<f64>(G + (place << 3), load<f64>(G + (place << 3)) + sign * total);
}

/** G takes the nine sums, the last three with a minus sign. */
// @ts-ignore: decorator
@inline
function putAll(
  G: usize, g00: v128, g10: v128, g11: v128, g20: v128, g21: v128, g22: v128, s0: v128, s1: v128, s2: v128,
): void {
  put(G, 0, g00, 1);
  put(G, 1, g10, 1);
  put(G, 2, g11, 1);
  put(G, 3, g20, 1);
  put(G, 4, g21, 1);
  put(G, 5, g22, 1);
  put(G, 6, s0, -1);
  put(G, 7, s1, -1);
  put(G, 8, s2, -1);
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

export function subspaceRows(t: i32): i32 {
  const bytes = at(int(t + SUBSPACE_ROWS.count));
  const x = int(t + SUBSPACE_ROWS.x);
  const before = int(t + SUBSPACE_ROWS.before);
  const lo = int(t + SUBSPACE_ROWS.lo);
  const hi = int(t + SUBSPACE_ROWS.hi);
  const b = int(t + SUBSPACE_ROWS.b);
  const C = int(t + SUBSPACE_ROWS.C);
  const p = int(t + SUBSPACE_ROWS.p);
  const q = int(t + SUBSPACE_ROWS.q);
  const r = int(t + SUBSPACE_ROWS.r);
  const G = int(t + SUBSPACE_ROWS.G);
  const values = at(int(t + SUBSPACE_ROWS.values));
  const list = (<usize>int(t + SUBSPACE_ROWS.list)) << 2;
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
    let f = v128.load(at(r) + k);
    const touches = v128.or(f64x2.ge(here, v128.load(at(hi) + k)), f64x2.le(here, v128.load(at(lo) + k)));
    if (v128.any_true(v128.and(touches, f64x2.ne(v128.or(v128.or(u, v), f), zero)))) {
      const row = 3 * <i32>(k >> 3);
      place = drop(row, v128.and(touches, f64x2.ne(u, zero)), u, values, list, place);
      place = drop(row + 1, v128.and(touches, f64x2.ne(v, zero)), v, values, list, place);
      place = drop(row + 2, v128.and(touches, f64x2.ne(f, zero)), f, values, list, place);
      u = v128.andnot(u, touches);
      v = v128.andnot(v, touches);
      f = v128.andnot(f, touches);
      v128.store(at(q) + k, v);
      v128.store(at(r) + k, f);
    }
    v128.store(at(p) + k, u);
    const c = v128.load(at(C) + k);
    const e = plus(c, here, v128.load(at(b) + k));
    const cu = f64x2.mul(c, u);
    const cv = f64x2.mul(c, v);
    s0 = plus(e, u, s0);
    s1 = plus(e, v, s1);
    s2 = plus(e, f, s2);
    g00 = plus(cu, u, g00);
    g10 = plus(cu, v, g10);
    g11 = plus(cv, v, g11);
    g20 = plus(cu, f, g20);
    g21 = plus(cv, f, g21);
    g22 = plus(f64x2.mul(c, f), f, g22);
  }
  putAll(at(G), g00, g10, g11, g20, g21, g22, s0, s1, s2);
  return <i32>place;
}

export function subspaceBodies(t: i32): void {
  const count = int(t + SUBSPACE_BODIES.count);
  const y = int(t + SUBSPACE_BODIES.y);
  const before = int(t + SUBSPACE_BODIES.before);
  const p = int(t + SUBSPACE_BODIES.p);
  const q = int(t + SUBSPACE_BODIES.q);
  const r = int(t + SUBSPACE_BODIES.r);
  const G = int(t + SUBSPACE_BODIES.G);
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
    const f = v128.load(at(r) + k);
    v128.store(at(p) + k, u);
    s0 = plus(e, u, s0);
    s1 = plus(e, v, s1);
    s2 = plus(e, f, s2);
    g00 = plus(u, u, g00);
    g10 = plus(u, v, g10);
    g11 = plus(v, v, g11);
    g20 = plus(u, f, g20);
    g21 = plus(v, f, g21);
    g22 = plus(f, f, g22);
  }
  putAll(at(G), g00, g10, g11, g20, g21, g22, s0, s1, s2);
}

export function combine(t: i32, c0: f64, c1: f64, c2: f64): void {
  const count = int(t + SUBSPACE_BODIES.count);
  const y = int(t + SUBSPACE_BODIES.y);
  const p = int(t + SUBSPACE_BODIES.p);
  const q = int(t + SUBSPACE_BODIES.q);
  const r = int(t + SUBSPACE_BODIES.r);
  const bytes = at(count);
  const a = f64x2.splat(c0);
  const b = f64x2.splat(c1);
  const c = f64x2.splat(c2);
  for (let k: usize = 0; k < bytes; k += 16) {
    const u = v128.load(at(p) + k);
    const step = plus(v128.load(at(r) + k), c, plus(v128.load(at(q) + k), b, f64x2.mul(u, a)));
    v128.store(at(y) + k, f64x2.add(v128.load(at(y) + k), step));
    v128.store(at(r) + k, f64x2.add(u, step));
  }
}

export function combineRows(t: i32, c0: f64, c1: f64, c2: f64): i32 {
  const count = int(t + SUBSPACE_ROWS.count);
  const x = int(t + SUBSPACE_ROWS.x);
  const lo = int(t + SUBSPACE_ROWS.lo);
  const hi = int(t + SUBSPACE_ROWS.hi);
  const p = int(t + SUBSPACE_ROWS.p);
  const q = int(t + SUBSPACE_ROWS.q);
  const r = int(t + SUBSPACE_ROWS.r);
  const list = int(t + SUBSPACE_ROWS.list);
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
