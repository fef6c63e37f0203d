/**
 * The loop around sweeps, the same for every method of this family: one sweep after the other, each shown as it ends.
 * docs/theory/block-gauss-seidel.md (BG5)
 */
import type { Problem } from '../../problem/problem.ts';
import type { Monitor, OptionSpec, Outcome, Status } from '../../problem/solver.ts';

export type SweepOptions = {
  maxIterations: number;
  tolerance: number;
  omega: number;
};

export const maxIterations = {
  type: 'number',
  default: 100,
  unit: 'sweeps',
  min: 1,
  max: Infinity,
  integer: true,
  summary: 'sweeps of one solve',
} as const satisfies OptionSpec;

export const tolerance = {
  type: 'number',
  default: 1e-8,
  unit: '',
  min: 0,
  max: 1,
  summary: 'stop when no impulse changes in a sweep by more than this part of the largest impulse or change so far',
} as const satisfies OptionSpec;

export const omega = {
  type: 'number',
  default: 1,
  unit: '',
  min: 0,
  max: 2,
  exclusive: true,
  summary: 'relaxation: below 1 damps, above 1 overshoots',
} as const satisfies OptionSpec;

/** Changes that have grown by so much since the first sweep do not come back. */
const RUNAWAY = 1e8;

/** @param sweep one sweep from x to x; the largest change of an impulse, N s, NaN where something is not a number */
export function sweepUntil(
  p: Problem,
  x: Float64Array,
  { maxIterations, tolerance }: Pick<SweepOptions, 'maxIterations' | 'tolerance'>,
  monitor: Monitor | undefined,
  sweep: () => number,
): Outcome {
  monitor?.begin(p, x);
  let largest = 0; // N s
  let first = 0;
  for (let i = 0; i < p.n; i++) largest = Math.max(largest, Math.abs(x[i]));
  for (let k = 1; k <= maxIterations; k++) {
    const change = sweep();
    if (k === 1) first = Math.max(largest, change);
    if (!(change <= RUNAWAY * first)) return ended(p, 'diverged', k); // NaN too
    largest = Math.max(largest, change);
    const word = monitor?.observe(k, x);
    if (word) return ended(p, word, k);
    if (change <= tolerance * largest && !monitor?.ownsStopping) return ended(p, 'converged', k);
  }
  return ended(p, 'iteration-limit', maxIterations);
}

export function ended({ lo, hi }: Problem, status: Status, k: number): Outcome {
  return { status, iterations: { direct: 0, iterative: k, coupling: 1, total: k }, lo, hi };
}
