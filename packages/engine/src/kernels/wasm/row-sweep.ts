/**
 * Sweeps of projected Gauss-Seidel: see ../twin/row-sweep.ts, which agrees with this file bit for bit. Compiled once more on
 * its own, for memories that threads share.
 */
import { ROW_RECORD, ROW_SWEEP } from './layouts';
import { at, dot6, int, plus } from './memory';

// @ts-ignore: decorator
@inline
function rowVelocity(r: usize, a: usize, b: usize, x: f64): f64 {
  return load<f64>(r, 8 * ROW_RECORD.b) + load<f64>(r, 8 * ROW_RECORD.C) * x + dot6(r, a) + dot6(r + 8 * ROW_RECORD.second, b);
}

/** y of both bodies of a row takes what its impulse has changed by. */
// @ts-ignore: decorator
@inline
function push(r: usize, a: usize, b: usize, dx: f64): void {
  const d = f64x2.splat(dx);
  v128.store(a, plus(v128.load(r), d, v128.load(a)));
  v128.store(a, plus(v128.load(r, 16), d, v128.load(a, 16)), 16);
  v128.store(a, plus(v128.load(r, 32), d, v128.load(a, 32)), 32);
  v128.store(b, plus(v128.load(r, 48), d, v128.load(b)));
  v128.store(b, plus(v128.load(r, 64), d, v128.load(b, 16)), 16);
  v128.store(b, plus(v128.load(r, 80), d, v128.load(b, 32)), 32);
}

/** (GS3) over rows `from` to `end`; the largest change of an impulse. */
export function sweep(t: i32, from: i32, end: i32): f64 {
  const records = int(t + ROW_SWEEP.records);
  const bodies = int(t + ROW_SWEEP.bodies);
  const y = int(t + ROW_SWEEP.y);
  const xs = int(t + ROW_SWEEP.x);
  let change: f64 = 0;
  for (let i = from; i < end; i++) {
    const r = at(records + ROW_RECORD.size * i);
    const a = at(y + int(bodies + 2 * i));
    const b = at(y + int(bodies + 2 * i + 1));
    const x = load<f64>(at(xs + i));
    const w = rowVelocity(r, a, b, x);
    const next = min(max(x - load<f64>(r, 8 * ROW_RECORD.step) * w, load<f64>(r, 8 * ROW_RECORD.lo)), load<f64>(r, 8 * ROW_RECORD.hi));
    const dx = next - x;
    change = max(change, abs(dx));
    store<f64>(at(xs + i), next); // also if nothing changes but the sign of a zero, as sweepMeasuring does
    if (dx != 0) push(r, a, b, dx);
  }
  return change;
}

/**
 * `sweep` over all rows if the bounds of some follow others: row i with normals[i] >= 0 is bounded by -/+ mu[i] max(x, 0) of
 * that place, as it is when the row's turn comes.
 */
export function sweepFollowing(t: i32): f64 {
  const n = int(t + ROW_SWEEP.n);
  const records = int(t + ROW_SWEEP.records);
  const bodies = int(t + ROW_SWEEP.bodies);
  const y = int(t + ROW_SWEEP.y);
  const xs = int(t + ROW_SWEEP.x);
  const normals = int(t + ROW_SWEEP.normals);
  const mu = int(t + ROW_SWEEP.mu);
  let change: f64 = 0;
  for (let i = 0; i < n; i++) {
    const r = at(records + ROW_RECORD.size * i);
    const a = at(y + int(bodies + 2 * i));
    const b = at(y + int(bodies + 2 * i + 1));
    const x = load<f64>(at(xs + i));
    const w = rowVelocity(r, a, b, x);
    const normal = int(normals + i);
    let low = load<f64>(r, 8 * ROW_RECORD.lo);
    let high = load<f64>(r, 8 * ROW_RECORD.hi);
    if (normal >= 0) {
      high = load<f64>(at(mu + i)) * max(load<f64>(at(xs + normal)), 0);
      low = -high;
    }
    const next = min(max(x - load<f64>(r, 8 * ROW_RECORD.step) * w, low), high);
    const dx = next - x;
    change = max(change, abs(dx));
    store<f64>(at(xs + i), next);
    if (dx != 0) push(r, a, b, dx);
  }
  return change;
}

/** a m^2 of one row, m = mid(x - u, w/a, x - l): twice its energy error (E6). NaN stays; f64.min and max cost a branch. */
// @ts-ignore: decorator
@inline
function rowEnergy(r: usize, a: usize, b: usize, x: f64, scale: f64): f64 {
  const v = rowVelocity(r, a, b, x) * load<f64>(r, 8 * ROW_RECORD.step) * scale;
  const below = x - load<f64>(r, 8 * ROW_RECORD.hi);
  const above = x - load<f64>(r, 8 * ROW_RECORD.lo);
  const m = select<f64>(below, v, v < below);
  const middle = select<f64>(above, m, above < m);
  return load<f64>(r, 8 * ROW_RECORD.a) * middle * middle;
}

/**
 * `sweep` over all rows from x to `next`, and in passing the energy error of x: `still` is a copy of y as it is before the
 * sweep. The second product of a row hides in the time in which the first waits for its neighbours.
 */
export function sweepMeasuring(t: i32, omega: f64): f64 {
  const n = int(t + ROW_SWEEP.n);
  const records = int(t + ROW_SWEEP.records);
  const bodies = int(t + ROW_SWEEP.bodies);
  const y = int(t + ROW_SWEEP.y);
  const still = int(t + ROW_SWEEP.still);
  const xs = int(t + ROW_SWEEP.x);
  const next = int(t + ROW_SWEEP.next);
  const scale = 1.0 / omega;
  const before = at(still) - at(y);
  let change: f64 = 0;
  let sum: f64 = 0;
  for (let i = 0; i < n; i++) {
    const r = at(records + ROW_RECORD.size * i);
    const a = at(y + int(bodies + 2 * i));
    const b = at(y + int(bodies + 2 * i + 1));
    const x = load<f64>(at(xs + i));
    sum += rowEnergy(r, a + before, b + before, x, scale);
    const w = rowVelocity(r, a, b, x);
    const to = min(max(x - load<f64>(r, 8 * ROW_RECORD.step) * w, load<f64>(r, 8 * ROW_RECORD.lo)), load<f64>(r, 8 * ROW_RECORD.hi));
    const dx = to - x;
    change = max(change, abs(dx));
    store<f64>(at(next + i), to);
    if (dx != 0) push(r, a, b, dx);
  }
  store<f64>(at(int(t + ROW_SWEEP.energy)), 0.5 * sum);
  return change;
}

/** The energy error of x, from the records and y: one pass that changes nothing. */
export function sweepEnergy(t: i32, omega: f64): f64 {
  const n = int(t + ROW_SWEEP.n);
  const records = int(t + ROW_SWEEP.records);
  const bodies = int(t + ROW_SWEEP.bodies);
  const y = int(t + ROW_SWEEP.y);
  const xs = int(t + ROW_SWEEP.x);
  const scale = 1.0 / omega;
  let sum: f64 = 0;
  for (let i = 0; i < n; i++) {
    const a = at(y + int(bodies + 2 * i));
    const b = at(y + int(bodies + 2 * i + 1));
    sum += rowEnergy(at(records + ROW_RECORD.size * i), a, b, load<f64>(at(xs + i)), scale);
  }
  return 0.5 * sum;
}
