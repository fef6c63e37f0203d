/** The kernels of ../subspace-kernels.ts: two lanes, even and odd numbers; counts are even. */

import { at, int, plus } from './memory';

export function difference(count: i32, x: i32, from: i32, out: i32): void {
  const bytes = at(count);
  for (let k: usize = 0; k < bytes; k += 16)
    v128.store(at(out) + k, f64x2.sub(v128.load(at(x) + k), v128.load(at(from) + k)));
}

/** Lanes in which a direction leaves the bounds that x touches. */
// @ts-ignore: decorator
@inline
function leaves(upper: v128, lower: v128, direction: v128): v128 {
  const zero = f64x2.splat(0);
  return v128.or(v128.and(upper, f64x2.gt(direction, zero)), v128.and(lower, f64x2.lt(direction, zero)));
}

// @ts-ignore: decorator
@inline
function note(found: usize, entry: i32, lane: u64): usize {
  store<i32>(found, entry);
  return lane == 0 ? found : found + 4;
}

export function outward(count: i32, x: i32, lo: i32, hi: i32, p: i32, q: i32, r: i32, list: i32): i32 {
  const bytes = at(count);
  let found: usize = (<usize>list) << 2;
  for (let k: usize = 0; k < bytes; k += 16) {
    const v = v128.load(at(x) + k);
    const upper = f64x2.ge(v, v128.load(at(hi) + k));
    const lower = f64x2.le(v, v128.load(at(lo) + k));
    const first = leaves(upper, lower, v128.load(at(p) + k));
    const second = leaves(upper, lower, v128.load(at(q) + k));
    const third = leaves(upper, lower, v128.load(at(r) + k));
    if (!v128.any_true(v128.or(v128.or(first, second), third))) continue;
    const row = 3 * <i32>(k >> 3);
    found = note(found, row, i64x2.extract_lane(first, 0));
    found = note(found, row + 1, i64x2.extract_lane(second, 0));
    found = note(found, row + 2, i64x2.extract_lane(third, 0));
    found = note(found, row + 3, i64x2.extract_lane(first, 1));
    found = note(found, row + 4, i64x2.extract_lane(second, 1));
    found = note(found, row + 5, i64x2.extract_lane(third, 1));
  }
  return (<i32>(found >> 2)) - list;
}

// @ts-ignore: decorator
@inline
function put(G: usize, place: usize, sum: v128, sign: f64): void {
  const total = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
  store<f64>(G + (place << 3), load<f64>(G + (place << 3)) + sign * total);
}

/** Nine sums; C -1: weights 1 and e = x, otherwise e = C x + b. */
// @ts-ignore: decorator
@inline
function sums(compliant: bool, bytes: usize, x: usize, b: usize, C: usize, p: usize, q: usize, r: usize, G: usize): void {
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
    const u = v128.load(p + k);
    const v = v128.load(q + k);
    const t = v128.load(r + k);
    let e = v128.load(x + k);
    let cu = u;
    let cv = v;
    let ct = t;
    if (compliant) {
      const c = v128.load(C + k);
      e = plus(c, e, v128.load(b + k));
      cu = f64x2.mul(c, u);
      cv = f64x2.mul(c, v);
      ct = f64x2.mul(c, t);
    }
    s0 = plus(e, u, s0);
    s1 = plus(e, v, s1);
    s2 = plus(e, t, s2);
    g00 = plus(cu, u, g00);
    g10 = plus(cu, v, g10);
    g11 = plus(cv, v, g11);
    g20 = plus(cu, t, g20);
    g21 = plus(cv, t, g21);
    g22 = plus(ct, t, g22);
  }
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

export function gramOfRows(count: i32, x: i32, b: i32, C: i32, p: i32, q: i32, r: i32, G: i32): void {
  sums(true, at(count), at(x), at(b), at(C), at(p), at(q), at(r), at(G));
}

export function gramOfBodies(count: i32, y: i32, p: i32, q: i32, r: i32, G: i32): void {
  sums(false, at(count), at(y), 0, 0, at(p), at(q), at(r), at(G));
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

export function outside(count: i32, x: i32, lo: i32, hi: i32, list: i32): i32 {
  const bytes = at(count);
  let found: usize = (<usize>list) << 2;
  for (let k: usize = 0; k < bytes; k += 16) {
    const v = v128.load(at(x) + k);
    const out = v128.or(f64x2.gt(v, v128.load(at(hi) + k)), f64x2.lt(v, v128.load(at(lo) + k)));
    if (!v128.any_true(out)) continue;
    for (let s: usize = k; s < k + 16; s += 8) {
      const here = load<f64>(at(x) + s);
      if (!(here > load<f64>(at(hi) + s)) && !(here < load<f64>(at(lo) + s))) continue;
      store<i32>(found, <i32>(s >> 3));
      found += 4;
    }
  }
  return (<i32>(found >> 2)) - list;
}

/** Numbers a row: Jt of its two bodies (12), b, C, 1/a, l, u, a. */
const RECORD: i32 = 18;

export function sweepGroups(count: i32, groups: i32, records: i32, y: i32, xs: i32): f64 {
  let change: f64 = 0;
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
      const sum = f64x2.add(left, right);
      const from = load<f64>(x);
      const w = load<f64>(r, 96) + load<f64>(r, 104) * from + (f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
      let to = from - load<f64>(r, 112) * w;
      to = select<f64>(load<f64>(r, 120), to, to < load<f64>(r, 120));
      to = select<f64>(load<f64>(r, 128), to, to > load<f64>(r, 128));
      const dx = to - from;
      store<f64>(x, to);
      change = select<f64>(change, abs(dx), abs(dx) <= change);
      const d = f64x2.splat(dx);
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
  return change;
}
