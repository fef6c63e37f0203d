/**
 * The natural residual (Pang; EPTK19 Eqs. (8)-(10)).   docs/theory/error-measures.md (E3), (E4)
 *
 *   d_i = max( |min(u - x, w-)|, |min(x - l, w+)| )
 *
 * Of friction sets that are not boxes: |x - P(x - w)| row by row, with De Saxce's shift for Coulomb's cone.
 * It compares impulses with velocities: a change of units changes which of two iterates is the better one.
 */
import { velocities } from '../problem/operator.ts';
import type { Problem } from '../problem/problem.ts';
import { frictionSets } from '../problem/sets/friction-sets.ts';
import { isRowByRow } from '../problem/sets/models.ts';
import { type Measured, type MeasureOptions, measureRows } from './measured.ts';
import { mixedUnit } from './units.ts';

export function naturalResidual(p: Problem, x: Float64Array, options: MeasureOptions = {}): Measured {
  return naturalResidualOf(p, x, velocities(p, x, new Float64Array(p.n)), options);
}

/** The same with w = A x + b at hand. */
export function naturalResidualOf(
  p: Problem,
  x: Float64Array,
  w: Float64Array,
  options: MeasureOptions = {},
): Measured {
  const { lo = p.lo, hi = p.hi } = options;
  if (!isRowByRow(p)) {
    const map = new Float64Array(p.n);
    frictionSets(p).naturalMap(x, w, new Float64Array(p.n).fill(1), lo, hi, map); // a unit metric: what mixes the units
    return measureRows(p.n, (i) => Math.abs(map[i]), mixedUnit(p), options);
  }
  return measureRows(p.n, (i) => rowNaturalResidual(x[i], w[i], lo[i], hi[i]), mixedUnit(p), options);
}

/** (E4) of one row. */
export function rowNaturalResidual(x: number, w: number, lo: number, hi: number): number {
  const upper = Math.min(hi - x, Math.max(-w, 0));
  const lower = Math.min(x - lo, Math.max(w, 0));
  return Math.max(Math.abs(upper), Math.abs(lower));
}
