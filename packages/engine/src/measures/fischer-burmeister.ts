/**
 * The Fischer-Burmeister error (EPTK19 Eqs. (5)-(7)).   docs/theory/error-measures.md (E1), (E2)
 *
 *   psi_u = (u - x) + w- - sqrt((u - x)^2 + w-^2),   psi_l = (x - l) + w+ - sqrt((x - l)^2 + w+^2),
 *   d_i = max(|psi_u|, |psi_l|);   an infinite bound takes the limit: psi_u = w- (u = inf), psi_l = w+ (l = -inf)
 *
 * Not defined for friction sets that are not boxes: NaN there.
 * It adds impulses to velocities: its value has no unit, and a change of units changes its ranking.
 */
import { velocities } from '../problem/operator.ts';
import type { Problem } from '../problem/problem.ts';
import { isRowByRow } from '../problem/sets/models.ts';
import { type Measured, type MeasureOptions, measureRows } from './measured.ts';
import { mixedUnit } from './units.ts';

export function fischerBurmeister(p: Problem, x: Float64Array, options: MeasureOptions = {}): Measured {
  return fischerBurmeisterOf(p, x, velocities(p, x, new Float64Array(p.n)), options);
}

/** The same with w = A x + b at hand. */
export function fischerBurmeisterOf(
  p: Problem,
  x: Float64Array,
  w: Float64Array,
  options: MeasureOptions = {},
): Measured {
  const { lo = p.lo, hi = p.hi } = options;
  if (!isRowByRow(p)) return { value: Number.NaN, unit: mixedUnit(p), worstRow: -1 }; // made for rows between bounds
  return measureRows(p.n, (i) => rowFischerBurmeister(x[i], w[i], lo[i], hi[i]), mixedUnit(p), options);
}

/** (E2) of one row. */
export function rowFischerBurmeister(x: number, w: number, lo: number, hi: number): number {
  return Math.max(Math.abs(psi(hi - x, Math.max(-w, 0))), Math.abs(psi(x - lo, Math.max(w, 0))));
}

/** s + v - sqrt(s^2 + v^2); for s >= 0 as 2 s v / (s + v + sqrt), which does not cancel. */
function psi(s: number, v: number): number {
  if (s === Infinity) return v;
  const root = Math.sqrt(s * s + v * v);
  if (!(s > 0)) return s + v - root;
  return (2 * s * v) / (s + v + root);
}
