/**
 * Projected over-relaxation of ordinary contacts: see ../twin/contact-sweep.ts, which agrees with this file bit for bit.
 *
 * The two tangents are two lanes. f64x2.pmin and pmax are one comparison and no branch (f64.min and f64.max are several):
 * pmax(z, l) is l if z < l and z otherwise, so that NaN stays NaN.
 */
import { CONTACT_PLACES, CONTACT_RECORD, CONTACT_SWEEP, MOMENTUM, PROJECTION } from './layouts';
import { at, int, plus } from './memory';

/** Jt_i y of both bodies, evens and odds apart. */
// @ts-ignore: decorator
@inline
function lanes(r: usize, a0: v128, a1: v128, a2: v128, b0: v128, b1: v128, b2: v128): v128 {
  const a = plus(v128.load(r, 32), a2, plus(v128.load(r, 16), a1, f64x2.mul(v128.load(r), a0)));
  const b = plus(v128.load(r, 80), b2, plus(v128.load(r, 64), b1, f64x2.mul(v128.load(r, 48), b0)));
  return f64x2.add(a, b);
}

// @ts-ignore: decorator
@inline
function dot12(r: usize, a: usize, b: usize): f64 {
  const both = lanes(r, v128.load(a), v128.load(a, 16), v128.load(a, 32), v128.load(b), v128.load(b, 16), v128.load(b, 32));
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
}

/** Two numbers of y after the three changes of a contact. */
// @ts-ignore: decorator
@inline
function pushed(r: usize, y: v128, dn: v128, d1: v128, d2: v128): v128 {
  return f64x2.add(plus(v128.load(r), dn, y), plus(v128.load(r, 8 * CONTACT_RECORD.second), d2, f64x2.mul(v128.load(r, 8 * CONTACT_RECORD.first), d1)));
}

// @ts-ignore: decorator
@inline
function clamped(z: v128, low: v128, high: v128): v128 {
  return f64x2.pmin(f64x2.pmax(z, low), high);
}

/** The tangents one after the other, each on its own bounds: the second sees what the first has changed. */
// @ts-ignore: decorator
@inline
function onSquare(r: usize, free: v128, xt: v128, moved: v128, steps: v128, radius: v128): v128 {
  const back = f64x2.neg(radius);
  const z1 = clamped(free, back, radius);
  const change = f64x2.splat(f64x2.extract_lane(f64x2.sub(z1, xt), 0));
  const late = plus(v128.load64_splat(r, 8 * CONTACT_RECORD.a12), change, moved);
  const z2 = clamped(f64x2.sub(xt, f64x2.mul(steps, late)), back, radius);
  return v128.shuffle<f64>(z1, z2, 0, 3);
}

/** Both tangents together. */
// @ts-ignore: decorator
@inline
function onDisc(free: v128, radius: v128): v128 {
  const squares = f64x2.mul(free, free);
  const size = f64x2.sqrt(f64x2.add(squares, v128.shuffle<f64>(squares, squares, 1, 0)));
  return f64x2.mul(free, f64x2.pmin(f64x2.splat(1), f64x2.div(radius, size)));
}

/** One sweep over contacts `from` to `end`; the largest change of an impulse. */
export function sweepContacts(table: i32, from: i32, end: i32, omega: f64): f64 {
  const records = int(table + CONTACT_SWEEP.records);
  const places = int(table + CONTACT_SWEEP.places);
  const y = int(table + CONTACT_SWEEP.y);
  const x = int(table + CONTACT_SWEEP.x);
  const w = f64x2.splat(omega);
  const zero = f64x2.splat(0);
  let change = zero;
  for (let c = from; c < end; c++) {
    const r = at(records + CONTACT_RECORD.size * c);
    const place = places + CONTACT_PLACES.size * c;
    const a = at(y + int(place + CONTACT_PLACES.firstBody));
    const b = at(y + int(place + CONTACT_PLACES.secondBody));
    const n = at(x + int(place + CONTACT_PLACES.normal));
    const s = at(x + int(place + CONTACT_PLACES.first));
    const t = at(x + int(place + CONTACT_PLACES.second));
    const xn = v128.load64_splat(n);
    const xt = v128.load64_lane(t, v128.load64_zero(s), 1);
    const a0 = v128.load(a);
    const a1 = v128.load(a, 16);
    const a2 = v128.load(a, 32);
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const b2 = v128.load(b, 32);
    // b + C x + Jt y: of the normal in both lanes, of the tangents one in each
    const first = lanes(r, a0, a1, a2, b0, b1, b2);
    const normal = f64x2.add(first, v128.shuffle<f64>(first, first, 1, 0));
    const vn = f64x2.add(plus(v128.load64_splat(r, 8 * CONTACT_RECORD.normalC), xn, v128.load64_splat(r, 8 * CONTACT_RECORD.normalB)), normal);
    const second = lanes(r + 8 * CONTACT_RECORD.first, a0, a1, a2, b0, b1, b2);
    const third = lanes(r + 8 * CONTACT_RECORD.second, a0, a1, a2, b0, b1, b2);
    const both = f64x2.add(v128.shuffle<f64>(second, third, 0, 2), v128.shuffle<f64>(second, third, 1, 3));
    const vt = f64x2.add(plus(v128.load(r, 8 * CONTACT_RECORD.C), xt, v128.load(r, 8 * CONTACT_RECORD.b)), both);

    const step = f64x2.mul(w, v128.load64_splat(r, 8 * CONTACT_RECORD.normalStep));
    const next = clamped(f64x2.sub(xn, f64x2.mul(step, vn)), v128.load64_splat(r, 8 * CONTACT_RECORD.lower), v128.load64_splat(r, 8 * CONTACT_RECORD.upper));
    const dn = f64x2.sub(next, xn);
    const radius = plus(v128.load64_splat(r, 8 * CONTACT_RECORD.mu), f64x2.pmax(next, zero), v128.load64_splat(r, 8 * CONTACT_RECORD.radius));
    const moved = plus(v128.load(r, 8 * CONTACT_RECORD.coupling), dn, vt);
    const steps = f64x2.mul(w, v128.load(r, 8 * CONTACT_RECORD.step));
    const free = f64x2.sub(xt, f64x2.mul(steps, moved));
    const z = int(place + CONTACT_PLACES.projection) == PROJECTION.square
      ? onSquare(r, free, xt, moved, steps, radius)
      : onDisc(free, radius);
    const d = f64x2.sub(z, xt);
    change = f64x2.max(change, f64x2.max(f64x2.abs(dn), f64x2.abs(d)));
    v128.store64_lane(n, next, 0);
    v128.store64_lane(s, z, 0);
    v128.store64_lane(t, z, 1);
    const d1 = v128.shuffle<f64>(d, d, 0, 0);
    const d2 = v128.shuffle<f64>(d, d, 1, 1);
    v128.store(a, pushed(r, a0, dn, d1, d2));
    v128.store(a, pushed(r + 16, a1, dn, d1, d2), 16);
    v128.store(a, pushed(r + 32, a2, dn, d1, d2), 32);
    v128.store(b, pushed(r + 48, b0, dn, d1, d2));
    v128.store(b, pushed(r + 64, b1, dn, d1, d2), 16);
    v128.store(b, pushed(r + 80, b2, dn, d1, d2), 32);
  }
  return max(f64x2.extract_lane(change, 0), f64x2.extract_lane(change, 1));
}

/** The energy error of contacts `from` to `end` on Coulomb's cones. */
export function coneEnergies(table: i32, from: i32, end: i32): f64 {
  const records = int(table + CONTACT_SWEEP.records);
  const places = int(table + CONTACT_SWEEP.places);
  const y = int(table + CONTACT_SWEEP.y);
  const x = int(table + CONTACT_SWEEP.x);
  let sum: f64 = 0;
  for (let c = from; c < end; c++) {
    const r = at(records + CONTACT_RECORD.size * c);
    const place = places + CONTACT_PLACES.size * c;
    const a = at(y + int(place + CONTACT_PLACES.firstBody));
    const b = at(y + int(place + CONTACT_PLACES.secondBody));
    const xn = load<f64>(at(x + int(place + CONTACT_PLACES.normal)));
    const x1 = load<f64>(at(x + int(place + CONTACT_PLACES.first)));
    const x2 = load<f64>(at(x + int(place + CONTACT_PLACES.second)));
    const wn = load<f64>(r, 8 * CONTACT_RECORD.normalB) + load<f64>(r, 8 * CONTACT_RECORD.normalC) * xn + dot12(r, a, b);
    const w1 = load<f64>(r, 8 * CONTACT_RECORD.b) + load<f64>(r, 8 * CONTACT_RECORD.C) * x1 + dot12(r + 8 * CONTACT_RECORD.first, a, b);
    const w2 = load<f64>(r, 8 * CONTACT_RECORD.b + 8) + load<f64>(r, 8 * CONTACT_RECORD.C + 8) * x2 + dot12(r + 8 * CONTACT_RECORD.second, a, b);
    const an = load<f64>(r, 8 * CONTACT_RECORD.normalMetric);
    const am = load<f64>(r, 8 * CONTACT_RECORD.metric);
    const mu = load<f64>(r, 8 * CONTACT_RECORD.mu);
    const up = sqrt(an);
    const across = sqrt(am);
    const m = (mu * across) / up;
    const y1 = x1 - w1 / am;
    const y2 = x2 - w2 / am;
    const yn = up * (xn - (wn + mu * sqrt(w1 * w1 + w2 * w2)) / an);
    const size = across * sqrt(y1 * y1 + y2 * y2);
    let height = (yn + m * size) / (1 + m * m);
    if (height < 0) height = 0;
    if (!(size > m * height)) height = yn < 0 ? 0 : yn;
    const share = (m * height) / size;
    const factor: f64 = share < 1 ? share : 1;
    const dn = up * xn - height;
    const d1 = x1 - factor * y1;
    const d2 = x2 - factor * y2;
    sum += 0.5 * (dn * dn + am * (d1 * d1 + d2 * d2));
  }
  return sum;
}

/** The start of a sweep with momentum, contacts 0 to `count`. */
export function coast(table: i32, momentum: i32, count: i32, beta: f64): void {
  const records = int(table + CONTACT_SWEEP.records);
  const places = int(table + CONTACT_SWEEP.places);
  const y = int(table + CONTACT_SWEEP.y);
  const x = int(table + CONTACT_SWEEP.x);
  const bodies = int(momentum + MOMENTUM.bodies);
  const yBefore = int(momentum + MOMENTUM.yBefore);
  const xBefore = int(momentum + MOMENTUM.xBefore);
  const moved = int(momentum + MOMENTUM.moved);
  const share = f64x2.splat(beta);
  for (let k = 0; k < bodies; k += 2) {
    const value = v128.load(at(y + k));
    v128.store(at(y + k), plus(share, f64x2.sub(value, v128.load(at(yBefore + k))), value));
    v128.store(at(yBefore + k), value);
  }
  for (let c = 0; c < count; c++) {
    const place = places + CONTACT_PLACES.size * c;
    if (int(place + CONTACT_PLACES.projection) == PROJECTION.none) continue;
    const n = int(place + CONTACT_PLACES.normal);
    const s = int(place + CONTACT_PLACES.first);
    const t = int(place + CONTACT_PLACES.second);
    const xn = load<f64>(at(x + n));
    const x1 = load<f64>(at(x + s));
    const x2 = load<f64>(at(x + t));
    const dn = xn - load<f64>(at(xBefore + n));
    const d1 = x1 - load<f64>(at(xBefore + s));
    const d2 = x2 - load<f64>(at(xBefore + t));
    const along = dn * load<f64>(at(moved + n)) + d1 * load<f64>(at(moved + s)) + d2 * load<f64>(at(moved + t));
    store<f64>(at(xBefore + n), xn);
    store<f64>(at(xBefore + s), x1);
    store<f64>(at(xBefore + t), x2);
    store<f64>(at(moved + n), dn);
    store<f64>(at(moved + s), d1);
    store<f64>(at(moved + t), d2);
    if (!(along < 0)) {
      store<f64>(at(x + n), xn + beta * dn);
      store<f64>(at(x + s), x1 + beta * d1);
      store<f64>(at(x + t), x2 + beta * d2);
      continue;
    }
    const r = at(records + CONTACT_RECORD.size * c);
    const back = f64x2.splat(-beta * dn);
    const back1 = f64x2.splat(-beta * d1);
    const back2 = f64x2.splat(-beta * d2);
    const a = at(y + int(place + CONTACT_PLACES.firstBody));
    const b = at(y + int(place + CONTACT_PLACES.secondBody));
    for (let k: usize = 0; k < 48; k += 16) v128.store(a + k, pushed(r + k, v128.load(a + k), back, back1, back2));
    for (let k: usize = 0; k < 48; k += 16) v128.store(b + k, pushed(r + 48 + k, v128.load(b + k), back, back1, back2));
  }
}
