/**
 * Loops over the rows of a problem: right hand sides and answers of body space, energies, and the rows that change sides.
 * docs/theory/body-space.md (BS1), (BS2)
 *
 * A byte per row in `state`: 0 free, 1 at the lower bound, 2 at the upper; 1 in `inH` for a row that H holds. Twin of
 * wasm/rows.ts.
 */
import { FREE_ROWS, ROWS } from '../layouts.ts';
import type { Table } from '../tables.ts';
import type { Memory } from './memory.ts';

type RowsTable = Table<typeof ROWS>;
type FreeRowsTable = Table<typeof FREE_ROWS>;

/** to = 1/from, n numbers. */
export function inverses({ F }: Memory, n: number, from: number, to: number): void {
  for (let i = 0; i < n; i++) F[to + i] = 1 / F[from + i];
}

/** The l1 energy error of x with w at hand, even and odd rows summed apart; measures/energy.ts (E6). */
export function rowsEnergy({ F, I }: Memory, t: RowsTable): number {
  const n = I[t + ROWS.n];
  const x = I[t + ROWS.x];
  const w = I[t + ROWS.w];
  const a = I[t + ROWS.a];
  const inverseA = I[t + ROWS.inverseA];
  const lo = I[t + ROWS.lo];
  const hi = I[t + ROWS.hi];
  const energy = (i: number) => {
    const v = F[w + i];
    return energyOf(F[x + i], v, F[a + i], F[lo + i], F[hi + i], v * v * (0.5 * F[inverseA + i]));
  };
  let even = 0;
  let odd = 0;
  let i = 0;
  for (; i + 1 < n; i += 2) {
    even += energy(i);
    odd += energy(i + 1);
  }
  if (i < n) even += energy(i);
  return even + odd;
}

/** x = clamp(0) and w = b; the energy error of that, summed as measures/energy.ts does, or -1 if x is not zero. */
export function nothing({ F, I }: Memory, t: RowsTable): number {
  const x = I[t + ROWS.x];
  const w = I[t + ROWS.w];
  const b = I[t + ROWS.b];
  const a = I[t + ROWS.a];
  const lo = I[t + ROWS.lo];
  const hi = I[t + ROWS.hi];
  let sum = 0;
  let moved = 0;
  for (let i = 0; i < I[t + ROWS.n]; i++) {
    const z = Math.min(Math.max(0, F[lo + i]), F[hi + i]);
    const v = F[b + i];
    const d = F[a + i];
    F[x + i] = z;
    F[w + i] = v;
    moved += Math.abs(z);
    // with the division of measures/energy.ts; NaN if b is not finite or a not positive
    sum += d > 0 ? energyOf(z, v, d, F[lo + i], F[hi + i], (v * v) / (2 * d)) + 0 * v : Number.NaN;
  }
  return moved === 0 ? sum : -1;
}

/** Lists at `bad` the rows that are infeasible by more than share/2 joules; returns their number. */
export function infeasible({ F, I, B }: Memory, t: RowsTable, share: number): number {
  const n = I[t + ROWS.n];
  const state = I[t + ROWS.state];
  const a = I[t + ROWS.a];
  const lo = I[t + ROWS.lo];
  const hi = I[t + ROWS.hi];
  const x = I[t + ROWS.x];
  const w = I[t + ROWS.w];
  const bad = I[t + ROWS.bad];
  let count = 0;
  for (let i = 0; i < n; i++)
    if (isInfeasible(B[state + i], F[a + i], F[lo + i], F[hi + i], F[x + i], F[w + i], share)) I[bad + count++] = i;
  return count;
}

/** Free rows: g = -b/C. Others: x at its bound, g = x. */
export function target({ F, I, B }: Memory, t: FreeRowsTable): void {
  const n = I[t + FREE_ROWS.n];
  const state = I[t + FREE_ROWS.state];
  const b = I[t + FREE_ROWS.b];
  const inverseC = I[t + FREE_ROWS.inverseC];
  const lo = I[t + FREE_ROWS.lo];
  const hi = I[t + FREE_ROWS.hi];
  const x = I[t + FREE_ROWS.x];
  const g = I[t + FREE_ROWS.g];
  for (let i = 0; i < n; i++) {
    if (B[state + i] === 0) F[g + i] = -F[b + i] * F[inverseC + i];
    else F[g + i] = F[x + i] = F[(B[state + i] === 1 ? lo : hi) + i];
  }
}

/** From s = Jt y: x = -(b + s)/C and w = 0 on free rows, w = b + s + C x on the others. */
export function answer({ F, I, B }: Memory, t: FreeRowsTable): void {
  const n = I[t + FREE_ROWS.n];
  const state = I[t + FREE_ROWS.state];
  const b = I[t + FREE_ROWS.b];
  const C = I[t + FREE_ROWS.C];
  const inverseC = I[t + FREE_ROWS.inverseC];
  const s = I[t + FREE_ROWS.s];
  const x = I[t + FREE_ROWS.x];
  const w = I[t + FREE_ROWS.w];
  for (let i = 0; i < n; i++) {
    const v = F[b + i] + F[s + i];
    if (B[state + i] === 0) {
      F[x + i] = -v * F[inverseC + i];
      F[w + i] = 0;
    } else F[w + i] = v + F[C + i] * F[x + i];
  }
}

/** From s = Jt Jt^T x: w = s + C x + b; g = -w/C on free rows, else 0. Returns the sum of w^2/a over the free rows. */
export function remains({ F, I, B }: Memory, t: FreeRowsTable): number {
  const n = I[t + FREE_ROWS.n];
  const state = I[t + FREE_ROWS.state];
  const b = I[t + FREE_ROWS.b];
  const C = I[t + FREE_ROWS.C];
  const inverseC = I[t + FREE_ROWS.inverseC];
  const inverseA = I[t + FREE_ROWS.inverseA];
  const s = I[t + FREE_ROWS.s];
  const x = I[t + FREE_ROWS.x];
  const w = I[t + FREE_ROWS.w];
  const g = I[t + FREE_ROWS.g];
  let energy = 0;
  for (let i = 0; i < n; i++) {
    const v = F[s + i] + F[C + i] * F[x + i] + F[b + i];
    F[w + i] = v;
    if (B[state + i] === 0) {
      energy += v * v * F[inverseA + i];
      F[g + i] = -v * F[inverseC + i];
    } else F[g + i] = 0;
  }
  return energy;
}

/** x -= (w + s)/C on free rows. */
export function correct({ F, I, B }: Memory, t: FreeRowsTable): void {
  const n = I[t + FREE_ROWS.n];
  const state = I[t + FREE_ROWS.state];
  const inverseC = I[t + FREE_ROWS.inverseC];
  const w = I[t + FREE_ROWS.w];
  const s = I[t + FREE_ROWS.s];
  const x = I[t + FREE_ROWS.x];
  for (let i = 0; i < n; i++) if (B[state + i] === 0) F[x + i] -= (F[w + i] + F[s + i]) * F[inverseC + i];
}

/** weight = 1/C on free rows, 0 on the others; `inH` becomes the set. */
export function weights({ F, I, B }: Memory, t: FreeRowsTable): void {
  const n = I[t + FREE_ROWS.n];
  const state = I[t + FREE_ROWS.state];
  const inverseC = I[t + FREE_ROWS.inverseC];
  const inH = I[t + FREE_ROWS.inH];
  const weight = I[t + FREE_ROWS.weight];
  for (let i = 0; i < n; i++) {
    B[inH + i] = B[state + i] === 0 ? 1 : 0;
    F[weight + i] = B[state + i] === 0 ? F[inverseC + i] : 0;
  }
}

/** Rows that enter H from the front of `list`, rows that leave it from its back, both numbers behind it. */
export function changes({ I, B }: Memory, t: FreeRowsTable): void {
  const n = I[t + FREE_ROWS.n];
  const state = I[t + FREE_ROWS.state];
  const inH = I[t + FREE_ROWS.inH];
  const list = I[t + FREE_ROWS.list];
  let entering = 0;
  let leaving = 0;
  for (let i = 0; i < n; i++) {
    const free = B[state + i] === 0 ? 1 : 0;
    if (free === B[inH + i]) continue;
    B[inH + i] = free;
    if (free) I[list + entering++] = i;
    else I[list + n - 1 - leaving++] = i;
  }
  I[list + n] = entering;
  I[list + n + 1] = leaving;
}

/** A free row beyond a bound, or a row at a bound whose w pushes it off, by more than share/2 joules; NaN counts as one. */
function isInfeasible(state: number, a: number, lo: number, hi: number, x: number, w: number, share: number): boolean {
  if (state === 0) {
    if (x >= lo && x <= hi) return false;
    const beyond = x < lo ? lo - x : x - hi;
    return !(a * beyond * beyond <= share);
  }
  const against = state === 1 ? -w : w;
  if (against <= 0 || lo >= hi) return false;
  return !((against * against) / a <= share);
}

/** a/2 mid(x - u, w/a, x - l)^2; NaN if x is NaN. free: the energy between the bounds. */
function energyOf(x: number, w: number, a: number, lo: number, hi: number, free: number): number {
  const above = x - lo;
  const below = x - hi;
  if (w >= a * above) return 0.5 * a * above * above;
  if (w <= a * below) return 0.5 * a * below * below;
  return free + 0 * x;
}
