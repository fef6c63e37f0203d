/**
 * One correction cycle: smooth, correct the remaining error on the coarse grid, smooth.   docs/theory/multigrid.md (MG10), (MG11)
 *
 * Every x stays within its bounds and no part of a cycle raises 1/2 x^T A x + b^T x: that is why cycles converge whenever sweeps do.
 */
import { clamp } from '../../problem/sets/box.ts';
import { apply, applyTransposed } from './csr.ts';
import type { Level } from './hierarchy.ts';

export type CycleOptions = {
  nu1: number;
  nu2: number;
  mu: number;
  correction: 'project' | 'reject';
};

/** Sweeps of a last level that is too large to be solved. */
const LAST_SWEEPS = 4;

/** How many corrections were taken, for tests and benchmarks. */
export interface CycleCount {
  /** Of the finest grid: offered, and refused since they would raise the objective. */
  corrections: number;
  refused: number;
}

export function cycle(levels: readonly Level[], l: number, options: CycleOptions, count: CycleCount): void {
  const level = levels[l];
  if (level.direct) {
    level.direct.solve(level.x, level.b, level.lo, level.hi);
    return;
  }
  if (!level.P) {
    for (let k = 0; k < LAST_SWEEPS; k++) level.smoother.sweep(level, k % 2 === 0);
    return;
  }
  for (let k = 0; k < options.nu1; k++) level.smoother.sweep(level, true);
  const coarse = levels[l + 1];
  descend(level, coarse);
  const turns = coarse.direct ? 1 : options.mu;
  for (let k = 0; k < turns; k++) cycle(levels, l + 1, options, count);
  const taken = correct(level, coarse, options.correction);
  if (l === 0) {
    count.corrections++;
    if (!taken) count.refused++;
  }
  for (let k = 0; k < options.nu2; k++) level.smoother.sweep(level, false);
}

/** The residual problem of the coarse grid, its unknown the error, from zero: PIR Eq. 24 with bounds on e^H. (MG10) */
function descend(level: Level, coarse: Level): void {
  const { A, x, b, w, lo, hi, P, kept } = level;
  apply(A, x, w);
  for (let i = 0; i < w.length; i++) w[i] += b[i];
  if (P) applyTransposed(P, w, coarse.b);
  coarse.x.fill(0);
  for (let k = 0; k < kept.length; k++) {
    coarse.lo[k] = Math.min(0, lo[kept[k]] - x[kept[k]]);
    coarse.hi[k] = Math.max(0, hi[kept[k]] - x[kept[k]]);
  }
}

/** x <- x + s d, d the interpolated error within the bounds, s in [0, 1] with the least objective. (MG11) */
function correct(level: Level, coarse: Level, rule: 'project' | 'reject'): boolean {
  const { A, x, w, d, Ad, lo, hi, P } = level;
  if (!P) return false;
  apply(P, coarse.x, d);
  for (let i = 0; i < d.length; i++) {
    const next = x[i] + d[i];
    if (next >= lo[i] && next <= hi[i]) continue;
    d[i] = rule === 'project' ? clamp(next, lo[i], hi[i]) - x[i] : 0;
  }
  apply(A, d, Ad);
  let [slope, bend] = [0, 0];
  for (let i = 0; i < d.length; i++) {
    slope += w[i] * d[i];
    bend += d[i] * Ad[i];
  }
  if (!(slope < 0)) return false;
  const s = bend > -slope ? -slope / bend : 1;
  for (let i = 0; i < d.length; i++) x[i] = clamp(x[i] + s * d[i], lo[i], hi[i]);
  return true;
}
