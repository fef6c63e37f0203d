/**
 * The energy error with exact effective masses: 1/(A^-1)_ii in place of a_ii.   docs/theory/error-measures.md (E8)
 *
 * EPTK19 Sec. 5.1.1: (A^-1)_ii >= 1/a_ii, so the cheap measure underestimates velocity errors and overestimates
 * impulse errors. Costs n^3/2 multiplications and needs a positive definite A: absent otherwise.
 */
import { cholesky, inverseDiagonal } from '../linalg/dense.ts';
import { velocities } from '../problem/operator.ts';
import type { Problem } from '../problem/problem.ts';
import { energyWithMass } from './energy.ts';
import type { Measured, MeasureOptions } from './measured.ts';

/** Rows above which the exact masses are not computed (600 rows take about a tenth of a second). */
export const EXACT_ROW_LIMIT = 600;

/** Undefined if A is unsymmetric or singular to rounding, or has more than EXACT_ROW_LIMIT rows. */
export function energyErrorExact(p: Problem, x: Float64Array, options: MeasureOptions = {}): Measured | undefined {
  return energyErrorExactOf(p, x, velocities(p, x, new Float64Array(p.n)), options);
}

/** The same with w = A x + b at hand. */
export function energyErrorExactOf(
  p: Problem,
  x: Float64Array,
  w: Float64Array,
  options: MeasureOptions = {},
): Measured | undefined {
  const a = exactInverseMasses(p);
  return a && energyWithMass(p, x, w, a, options);
}

/** 1/(A^-1)_ii: the inverse effective mass of each row when all other rows hold; 1/kg or 1/(kg m^2). */
export function exactInverseMasses(p: Problem): Float64Array | undefined {
  if (!p.symmetric || p.n > EXACT_ROW_LIMIT) return undefined;
  const l = p.A.dense();
  if (!cholesky(l, p.n)) return undefined;
  const masses = new Float64Array(p.n);
  inverseDiagonal(l, p.n, masses);
  return masses.map((m) => 1 / m);
}
