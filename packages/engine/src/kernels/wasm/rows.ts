/**
 * Loops over the rows of a problem: see ../twin/rows.ts, which agrees with this file bit for bit.
 */
import { FREE_ROWS, ROWS } from './layouts';
import { at, byte, int, put, putByte } from './memory';

/** to = 1/from. */
export function inverses(n: i32, from: i32, to: i32): void {
  const one = f64x2.splat(1);
  let i = 0;
  for (; i + 1 < n; i += 2) v128.store(at(to + i), f64x2.div(one, v128.load(at(from + i))));
  if (i < n) store<f64>(at(to + i), 1.0 / load<f64>(at(from + i)));
}

/** (E6) of two rows; free: the energy of those between their bounds. */
// @ts-ignore: decorator
@inline
function pairEnergy(x: v128, w: v128, a: v128, lo: v128, hi: v128, free: v128): v128 {
  const above = f64x2.sub(x, lo);
  const below = f64x2.sub(x, hi);
  const halfA = f64x2.mul(f64x2.splat(0.5), a);
  const up = f64x2.mul(f64x2.mul(halfA, above), above);
  const down = f64x2.mul(f64x2.mul(halfA, below), below);
  const inner = v128.bitselect(down, f64x2.add(free, f64x2.mul(f64x2.splat(0), x)), f64x2.le(w, f64x2.mul(a, below)));
  return v128.bitselect(up, inner, f64x2.ge(w, f64x2.mul(a, above)));
}

// @ts-ignore: decorator
@inline
function freeEnergy(w: v128, inverse: v128): v128 {
  return f64x2.mul(f64x2.mul(w, w), f64x2.mul(f64x2.splat(0.5), inverse));
}

/** The l1 energy error, even and odd rows apart: measures/energy.ts (E6) without a branch. */
export function rowsEnergy(t: i32): f64 {
  const n = int(t + ROWS.n);
  const x = int(t + ROWS.x);
  const w = int(t + ROWS.w);
  const a = int(t + ROWS.a);
  const inverseA = int(t + ROWS.inverseA);
  const lo = int(t + ROWS.lo);
  const hi = int(t + ROWS.hi);
  let sum = f64x2.splat(0);
  let i = 0;
  for (; i + 1 < n; i += 2) {
    const v = v128.load(at(w + i));
    const free = freeEnergy(v, v128.load(at(inverseA + i)));
    const e = pairEnergy(
      v128.load(at(x + i)), v, v128.load(at(a + i)), v128.load(at(lo + i)), v128.load(at(hi + i)), free,
    );
    sum = f64x2.add(sum, e);
  }
  let even = f64x2.extract_lane(sum, 0);
  if (i < n) {
    const v = v128.load64_splat(at(w + i));
    const free = freeEnergy(v, v128.load64_splat(at(inverseA + i)));
    const e = pairEnergy(
      v128.load64_splat(at(x + i)), v, v128.load64_splat(at(a + i)),
      v128.load64_splat(at(lo + i)), v128.load64_splat(at(hi + i)), free,
    );
    even += f64x2.extract_lane(e, 0);
  }
  return even + f64x2.extract_lane(sum, 1);
}

/** x = clamp(0) and w = b; the energy error of that, summed as measures/energy.ts does, or -1 if x is not zero. */
export function nothing(t: i32): f64 {
  const n = int(t + ROWS.n);
  const x = int(t + ROWS.x);
  const w = int(t + ROWS.w);
  const b = int(t + ROWS.b);
  const a = int(t + ROWS.a);
  const lo = int(t + ROWS.lo);
  const hi = int(t + ROWS.hi);
  const zero = f64x2.splat(0);
  let sum: f64 = 0;
  let moved = zero;
  for (let i = 0; i < n; i += 2) {
    const isPair = i + 1 < n;
    const l = isPair ? v128.load(at(lo + i)) : v128.load64_splat(at(lo + i));
    const u = isPair ? v128.load(at(hi + i)) : v128.load64_splat(at(hi + i));
    const v = isPair ? v128.load(at(b + i)) : v128.load64_splat(at(b + i));
    const d = isPair ? v128.load(at(a + i)) : v128.load64_splat(at(a + i));
    const z = f64x2.min(f64x2.max(zero, l), u);
    moved = f64x2.add(moved, f64x2.abs(z));
    // with the division of measures/energy.ts; NaN if b is not finite or a not positive
    const free = f64x2.div(f64x2.mul(v, v), f64x2.add(d, d));
    const e = f64x2.add(pairEnergy(z, v, d, l, u, free), f64x2.mul(zero, v));
    const energy = v128.bitselect(e, f64x2.splat(NaN), f64x2.gt(d, zero));
    sum += f64x2.extract_lane(energy, 0);
    if (isPair) {
      sum += f64x2.extract_lane(energy, 1);
      v128.store(at(x + i), z);
      v128.store(at(w + i), v);
    } else {
      store<f64>(at(x + i), f64x2.extract_lane(z, 0));
      store<f64>(at(w + i), f64x2.extract_lane(v, 0));
    }
  }
  return f64x2.extract_lane(moved, 0) + f64x2.extract_lane(moved, 1) == 0 ? sum : -1;
}

/** Lists at `bad` the rows that are infeasible by more than half of `share`; returns their number. */
export function infeasible(t: i32, share: f64): i32 {
  const n = int(t + ROWS.n);
  const state = int(t + ROWS.state);
  const a = int(t + ROWS.a);
  const lo = int(t + ROWS.lo);
  const hi = int(t + ROWS.hi);
  const x = int(t + ROWS.x);
  const w = int(t + ROWS.w);
  const bad = int(t + ROWS.bad);
  let count = 0;
  for (let i = 0; i < n; i++) {
    const s = byte(state + i);
    const l = load<f64>(at(lo + i));
    const u = load<f64>(at(hi + i));
    let beyond: f64;
    let weight: f64;
    if (s == 0) {
      const v = load<f64>(at(x + i));
      if (v >= l && v <= u) continue;
      beyond = v < l ? l - v : v - u;
      weight = load<f64>(at(a + i)) * beyond * beyond;
    } else {
      const v = load<f64>(at(w + i));
      beyond = s == 1 ? -v : v;
      if (beyond <= 0 || l >= u) continue;
      weight = (beyond * beyond) / load<f64>(at(a + i));
    }
    if (!(weight <= share)) {
      put(bad + count, i);
      count++;
    }
  }
  return count;
}

/** Free rows: g = -b/C. Others: x at its bound (state 1 lower, 2 upper), g = x. */
export function target(t: i32): void {
  const n = int(t + FREE_ROWS.n);
  const state = int(t + FREE_ROWS.state);
  const b = int(t + FREE_ROWS.b);
  const inverseC = int(t + FREE_ROWS.inverseC);
  const lo = int(t + FREE_ROWS.lo);
  const hi = int(t + FREE_ROWS.hi);
  const x = int(t + FREE_ROWS.x);
  const g = int(t + FREE_ROWS.g);
  for (let i = 0; i < n; i++) {
    const s = byte(state + i);
    if (s == 0) store<f64>(at(g + i), -load<f64>(at(b + i)) * load<f64>(at(inverseC + i)));
    else {
      const bound = load<f64>(at((s == 1 ? lo : hi) + i));
      store<f64>(at(x + i), bound);
      store<f64>(at(g + i), bound);
    }
  }
}

/** From s = Jt y: x of free rows, w of the others. */
export function answer(t: i32): void {
  const n = int(t + FREE_ROWS.n);
  const state = int(t + FREE_ROWS.state);
  const b = int(t + FREE_ROWS.b);
  const C = int(t + FREE_ROWS.C);
  const inverseC = int(t + FREE_ROWS.inverseC);
  const s = int(t + FREE_ROWS.s);
  const x = int(t + FREE_ROWS.x);
  const w = int(t + FREE_ROWS.w);
  for (let i = 0; i < n; i++) {
    const v = load<f64>(at(b + i)) + load<f64>(at(s + i));
    if (byte(state + i) == 0) {
      store<f64>(at(x + i), -v * load<f64>(at(inverseC + i)));
      store<f64>(at(w + i), 0);
    } else store<f64>(at(w + i), v + load<f64>(at(C + i)) * load<f64>(at(x + i)));
  }
}

/** From s = Jt Jt^T x: w = s + C x + b, g = -w/C on free rows; returns the sum of w^2/a over them. */
export function remains(t: i32): f64 {
  const n = int(t + FREE_ROWS.n);
  const state = int(t + FREE_ROWS.state);
  const b = int(t + FREE_ROWS.b);
  const C = int(t + FREE_ROWS.C);
  const inverseC = int(t + FREE_ROWS.inverseC);
  const inverseA = int(t + FREE_ROWS.inverseA);
  const s = int(t + FREE_ROWS.s);
  const x = int(t + FREE_ROWS.x);
  const w = int(t + FREE_ROWS.w);
  const g = int(t + FREE_ROWS.g);
  let energy: f64 = 0;
  for (let i = 0; i < n; i++) {
    const v = load<f64>(at(s + i)) + load<f64>(at(C + i)) * load<f64>(at(x + i)) + load<f64>(at(b + i));
    store<f64>(at(w + i), v);
    if (byte(state + i) == 0) {
      energy += v * v * load<f64>(at(inverseA + i));
      store<f64>(at(g + i), -v * load<f64>(at(inverseC + i)));
    } else store<f64>(at(g + i), 0);
  }
  return energy;
}

/** x -= (w + s)/C on free rows. */
export function correct(t: i32): void {
  const n = int(t + FREE_ROWS.n);
  const state = int(t + FREE_ROWS.state);
  const inverseC = int(t + FREE_ROWS.inverseC);
  const w = int(t + FREE_ROWS.w);
  const s = int(t + FREE_ROWS.s);
  const x = int(t + FREE_ROWS.x);
  for (let i = 0; i < n; i++) {
    if (byte(state + i) != 0) continue;
    const d = (load<f64>(at(w + i)) + load<f64>(at(s + i))) * load<f64>(at(inverseC + i));
    store<f64>(at(x + i), load<f64>(at(x + i)) - d);
  }
}

/** weight = 1/C on free rows, 0 on the others; `inH` becomes the set. */
export function weights(t: i32): void {
  const n = int(t + FREE_ROWS.n);
  const state = int(t + FREE_ROWS.state);
  const inverseC = int(t + FREE_ROWS.inverseC);
  const inH = int(t + FREE_ROWS.inH);
  const weight = int(t + FREE_ROWS.weight);
  for (let i = 0; i < n; i++) {
    const free = byte(state + i) == 0;
    putByte(inH + i, free ? 1 : 0);
    store<f64>(at(weight + i), free ? load<f64>(at(inverseC + i)) : 0);
  }
}

/** Rows that enter H from the front of `list`, rows that leave it from its back, both numbers behind it; `inH` becomes the set. */
export function changes(t: i32): void {
  const n = int(t + FREE_ROWS.n);
  const state = int(t + FREE_ROWS.state);
  const inH = int(t + FREE_ROWS.inH);
  const list = int(t + FREE_ROWS.list);
  let entering = 0;
  let leaving = 0;
  for (let i = 0; i < n; i++) {
    const free: u8 = byte(state + i) == 0 ? 1 : 0;
    if (free == byte(inH + i)) continue;
    putByte(inH + i, free);
    if (free) put(list + entering++, i);
    else put(list + n - 1 - leaving++, i);
  }
  put(list + n, entering);
  put(list + n + 1, leaving);
}
