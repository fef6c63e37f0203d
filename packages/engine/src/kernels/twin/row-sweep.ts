/**
 * Sweeps of projected Gauss-Seidel over one ROW_RECORD per row, and the energy error of x.
 * docs/theory/gauss-seidel.md (GS1), (GS5)
 *
 * Twin of wasm/row-sweep.ts.
 */
import { ROW_RECORD } from '../layouts.ts';
import { dot6, type Memory } from './memory.ts';

export function sweep({ F, I }: Memory, count: number, records: number, bodies: number, y: number, xs: number): number {
  let change = 0;
  for (let i = 0; i < count; i++) {
    const r = records + ROW_RECORD.size * i;
    const a = y + I[bodies + 2 * i];
    const b = y + I[bodies + 2 * i + 1];
    const x = F[xs + i];
    const next = Math.min(
      Math.max(x - F[r + ROW_RECORD.step] * rowVelocity(F, r, a, b, x), F[r + ROW_RECORD.lo]),
      F[r + ROW_RECORD.hi],
    );
    const dx = next - x;
    change = Math.max(change, Math.abs(dx));
    F[xs + i] = next; // also where nothing changes but the sign of a zero, as sweepMeasuring does
    if (dx === 0) continue;
    for (let c = 0; c < 6; c++) F[a + c] += F[r + c] * dx;
    for (let c = 0; c < 6; c++) F[b + c] += F[r + ROW_RECORD.second + c] * dx;
  }
  return change;
}

export function sweepFollowing(
  { F, I }: Memory,
  count: number,
  records: number,
  bodies: number,
  y: number,
  xs: number,
  normals: number,
  mu: number,
): number {
  let change = 0;
  for (let i = 0; i < count; i++) {
    const r = records + ROW_RECORD.size * i;
    const a = y + I[bodies + 2 * i];
    const b = y + I[bodies + 2 * i + 1];
    const x = F[xs + i];
    const normal = I[normals + i];
    const high = normal >= 0 ? F[mu + i] * Math.max(F[xs + normal], 0) : F[r + ROW_RECORD.hi];
    const low = normal >= 0 ? -high : F[r + ROW_RECORD.lo];
    const next = Math.min(Math.max(x - F[r + ROW_RECORD.step] * rowVelocity(F, r, a, b, x), low), high);
    const dx = next - x;
    change = Math.max(change, Math.abs(dx));
    F[xs + i] = next;
    if (dx === 0) continue;
    for (let c = 0; c < 6; c++) F[a + c] += F[r + c] * dx;
    for (let c = 0; c < 6; c++) F[b + c] += F[r + ROW_RECORD.second + c] * dx;
  }
  return change;
}

export function sweepMeasuring(
  { F, I }: Memory,
  count: number,
  records: number,
  bodies: number,
  y: number,
  still: number,
  xs: number,
  next: number,
  omega: number,
  result: number,
): number {
  const scale = 1 / omega;
  let change = 0;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const r = records + ROW_RECORD.size * i;
    const [a, b] = [I[bodies + 2 * i], I[bodies + 2 * i + 1]];
    const x = F[xs + i];
    sum += rowEnergy(F, r, still + a, still + b, x, scale);
    const to = Math.min(
      Math.max(x - F[r + ROW_RECORD.step] * rowVelocity(F, r, y + a, y + b, x), F[r + ROW_RECORD.lo]),
      F[r + ROW_RECORD.hi],
    );
    const dx = to - x;
    change = Math.max(change, Math.abs(dx));
    F[next + i] = to;
    if (dx === 0) continue;
    for (let c = 0; c < 6; c++) F[y + a + c] += F[r + c] * dx;
    for (let c = 0; c < 6; c++) F[y + b + c] += F[r + ROW_RECORD.second + c] * dx;
  }
  F[result] = 0.5 * sum;
  return change;
}

export function energy(
  { F, I }: Memory,
  count: number,
  records: number,
  bodies: number,
  y: number,
  xs: number,
  omega: number,
): number {
  const scale = 1 / omega;
  let sum = 0;
  for (let i = 0, r = records; i < count; i++, r += ROW_RECORD.size)
    sum += rowEnergy(F, r, y + I[bodies + 2 * i], y + I[bodies + 2 * i + 1], F[xs + i], scale);
  return 0.5 * sum;
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
