/**
 * Sweeps of projected Gauss-Seidel over one ROW_RECORD per row, and the energy error of x.
 * docs/theory/gauss-seidel.md (GS1), (GS5)
 *
 * Sweeps return the largest change of an impulse, NaN if one is. Twin of wasm/row-sweep.ts.
 */
import { ROW_RECORD, ROW_SWEEP } from '../layouts.ts';
import type { Table } from '../tables.ts';
import { dot6, type Memory } from './memory.ts';

type SweepTable = Table<typeof ROW_SWEEP>;

/** One sweep over rows `from` to `end`. */
export function sweep({ F, I }: Memory, t: SweepTable, from: number, end: number): number {
  const records = I[t + ROW_SWEEP.records];
  const bodies = I[t + ROW_SWEEP.bodies];
  const y = I[t + ROW_SWEEP.y];
  const xs = I[t + ROW_SWEEP.x];
  let change = 0;
  for (let i = from; i < end; i++) {
    const r = records + ROW_RECORD.size * i;
    const a = y + I[bodies + 2 * i];
    const b = y + I[bodies + 2 * i + 1];
    const x = F[xs + i];
    const next = clamped(
      x - F[r + ROW_RECORD.step] * rowVelocity(F, r, a, b, x),
      F[r + ROW_RECORD.lo],
      F[r + ROW_RECORD.hi],
    );
    const dx = next - x;
    change = Math.max(change, Math.abs(dx));
    F[xs + i] = next; // also if nothing changes but the sign of a zero, as sweepMeasuring does
    if (dx !== 0) push(F, r, a, b, dx);
  }
  return change;
}

/**
 * `sweep` over all rows if the bounds of some follow others: row i with normals[i] >= 0 is bounded by -/+ mu[i] max(x, 0) of
 * that place, as it is when the row's turn comes.
 */
export function sweepFollowing({ F, I }: Memory, t: SweepTable): number {
  const n = I[t + ROW_SWEEP.n];
  const records = I[t + ROW_SWEEP.records];
  const bodies = I[t + ROW_SWEEP.bodies];
  const y = I[t + ROW_SWEEP.y];
  const xs = I[t + ROW_SWEEP.x];
  const normals = I[t + ROW_SWEEP.normals];
  const mu = I[t + ROW_SWEEP.mu];
  let change = 0;
  for (let i = 0; i < n; i++) {
    const r = records + ROW_RECORD.size * i;
    const a = y + I[bodies + 2 * i];
    const b = y + I[bodies + 2 * i + 1];
    const x = F[xs + i];
    const normal = I[normals + i];
    const high = normal >= 0 ? F[mu + i] * Math.max(F[xs + normal], 0) : F[r + ROW_RECORD.hi];
    const low = normal >= 0 ? -high : F[r + ROW_RECORD.lo];
    const next = clamped(x - F[r + ROW_RECORD.step] * rowVelocity(F, r, a, b, x), low, high);
    const dx = next - x;
    change = Math.max(change, Math.abs(dx));
    F[xs + i] = next;
    if (dx !== 0) push(F, r, a, b, dx);
  }
  return change;
}

/**
 * `sweep` over all rows from x to `next`, and in passing the l1 energy error of x: `still` is a copy of y as it is before the
 * sweep. omega: as in the records.
 */
export function sweepMeasuring({ F, I }: Memory, t: SweepTable, omega: number): number {
  const n = I[t + ROW_SWEEP.n];
  const records = I[t + ROW_SWEEP.records];
  const bodies = I[t + ROW_SWEEP.bodies];
  const y = I[t + ROW_SWEEP.y];
  const still = I[t + ROW_SWEEP.still];
  const xs = I[t + ROW_SWEEP.x];
  const next = I[t + ROW_SWEEP.next];
  const scale = 1 / omega;
  let change = 0;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const r = records + ROW_RECORD.size * i;
    const a = I[bodies + 2 * i];
    const b = I[bodies + 2 * i + 1];
    const x = F[xs + i];
    sum += rowEnergy(F, r, still + a, still + b, x, scale);
    const w = rowVelocity(F, r, y + a, y + b, x);
    const to = clamped(x - F[r + ROW_RECORD.step] * w, F[r + ROW_RECORD.lo], F[r + ROW_RECORD.hi]);
    const dx = to - x;
    change = Math.max(change, Math.abs(dx));
    F[next + i] = to;
    if (dx !== 0) push(F, r, y + a, y + b, dx);
  }
  F[I[t + ROW_SWEEP.energy]] = 0.5 * sum;
  return change;
}

/** The l1 energy error of x from the records and the y that sweeps carry along; measures/energy.ts (E6). */
export function sweepEnergy({ F, I }: Memory, t: SweepTable, omega: number): number {
  const n = I[t + ROW_SWEEP.n];
  const records = I[t + ROW_SWEEP.records];
  const bodies = I[t + ROW_SWEEP.bodies];
  const y = I[t + ROW_SWEEP.y];
  const xs = I[t + ROW_SWEEP.x];
  const scale = 1 / omega;
  let sum = 0;
  for (let i = 0, r = records; i < n; i++, r += ROW_RECORD.size)
    sum += rowEnergy(F, r, y + I[bodies + 2 * i], y + I[bodies + 2 * i + 1], F[xs + i], scale);
  return 0.5 * sum;
}

function clamped(z: number, low: number, high: number): number {
  return Math.min(Math.max(z, low), high);
}

/** y of both bodies of a row takes what its impulse has changed by. */
function push(F: Float64Array, r: number, a: number, b: number, dx: number): void {
  const second = r + ROW_RECORD.second;
  for (let c = 0; c < 6; c++) F[a + c] += F[r + c] * dx;
  for (let c = 0; c < 6; c++) F[b + c] += F[second + c] * dx;
}

/** w of one row of a sweep, in the order of the compiled kernel. */
function rowVelocity(F: Float64Array, r: number, a: number, b: number, x: number): number {
  return F[r + ROW_RECORD.b] + F[r + ROW_RECORD.C] * x + dot6(F, r, a) + dot6(F, r + ROW_RECORD.second, b);
}

/** a m^2, m = mid(x - u, w/a, x - l): twice the energy error of a row of a sweep; NaN stays. */
function rowEnergy(F: Float64Array, r: number, a: number, b: number, x: number, scale: number): number {
  const v = rowVelocity(F, r, a, b, x) * F[r + ROW_RECORD.step] * scale;
  const below = x - F[r + ROW_RECORD.hi];
  const above = x - F[r + ROW_RECORD.lo];
  const middle = Math.min(Math.max(v, below), above); // the sign of a zero does not survive the square
  return F[r + ROW_RECORD.a] * middle * middle;
}
