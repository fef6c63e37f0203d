/**
 * The distance of the contact velocities from those of a reference (PIR Fig. 3).   docs/theory/error-measures.md (E11)
 *
 *   d_i = |w_i(x) - w_i(x*)|
 *
 * If A is singular the impulses are not unique but the velocities are: this is the error to look at there.
 */
import type { Problem } from '../problem/problem.ts';
import { type Measured, type MeasureOptions, measureRows } from './measured.ts';
import { velocityUnit } from './units.ts';

/** x* is a solution of `p`, from elsewhere; the bounds are not used. */
export function velocityError(
  p: Problem,
  x: Float64Array,
  reference: Float64Array,
  options: Pick<MeasureOptions, 'norm' | 'perRow'> = {},
): Measured {
  const difference = new Float64Array(p.n);
  for (let i = 0; i < p.n; i++) difference[i] = x[i] - reference[i];
  const dw = new Float64Array(p.n);
  p.A.apply(difference, dw); // A (x - x*): b cancels exactly, large common parts do not hurt
  return measureRows(p.n, (i) => Math.abs(dw[i]), velocityUnit(p), options);
}
