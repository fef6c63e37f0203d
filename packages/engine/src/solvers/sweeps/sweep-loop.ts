/**
 * The loop around sweeps, the same for every method of this family: one sweep after the other, each shown as it ends.
 * docs/theory/block-gauss-seidel.md (BG5)
 */
import { real, whole } from '../../problem/option-specs.ts';
import type { Problem } from '../../problem/problem.ts';
import { ended, type Monitor, type Outcome } from '../../problem/solver.ts';
import { ChangeTest } from './change-test.ts';

export type SweepOptions = {
  maxIterations: number;
  tolerance: number;
  omega: number;
};

export const maxIterations = whole(100, 'sweeps', 'sweeps of one solve');

export { changeTolerance as tolerance } from './change-test.ts';

export const omega = real(1, '', 'relaxation: below 1 damps, above 1 overshoots', { max: 2, exclusive: true });

/** Changes that have grown by so much since the first sweep do not come back. */
const RUNAWAY = 1e8;

/**
 * @param sweep one sweep from x to x; the largest change of an impulse, N s, NaN if something is not a number
 * @param from what the last sweep began with, if that is not x before it
 */
export function sweepUntil(
  p: Problem,
  x: Float64Array,
  { maxIterations, tolerance }: Pick<SweepOptions, 'maxIterations' | 'tolerance'>,
  monitor: Monitor | undefined,
  sweep: () => number,
  from?: Float64Array,
): Outcome {
  monitor?.begin(p, x);
  const test = monitor?.ownsStopping ? undefined : new ChangeTest(); // its scale costs as much as several sweeps
  test?.prepare(p, tolerance);
  let first = 0; // N s
  for (let i = 0; i < p.n; i++) first = Math.max(first, Math.abs(x[i]));
  for (let k = 1; k <= maxIterations; k++) {
    if (!from) test?.keep(x);
    const change = sweep();
    if (k === 1) first = Math.max(first, change);
    if (!(change <= RUNAWAY * first)) return ended(p, 'diverged', 0, k); // NaN too
    const word = monitor?.observe(k, x);
    if (word) return ended(p, word, 0, k);
    if (from) test?.keep(from);
    if (test?.meets(x, change)) return ended(p, 'converged', 0, k);
  }
  return ended(p, 'iteration-limit', 0, maxIterations);
}
