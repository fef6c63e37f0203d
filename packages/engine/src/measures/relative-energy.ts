/**
 * The dimensionless energy error: the energy error over that of doing nothing.   docs/theory/error-measures.md (E7)
 *
 *   e / e0,   e0 = energy error of x = clamp(0, l, u) with the stored bounds; 1 J if that is zero
 *
 * A friction row without given bounds counts as [0, 0] in e0.
 */
import { velocities } from '../problem/operator.ts';
import type { Problem } from '../problem/problem.ts';
import { energyErrorOf } from './energy.ts';
import { doNothing } from './energy-gauge.ts';
import type { Measured } from './measured.ts';

/** e0, J: the energy error if the solver did nothing. Never zero. */
export function referenceEnergy(p: Problem): number {
  const x = new Float64Array(p.n);
  const w = doNothing(p, x) ? p.b : velocities(p, x, new Float64Array(p.n));
  const e0 = energyErrorOf(p, x, w).value;
  return e0 === 0 ? 1 : e0;
}

/** `energy` (an energy error, or a friction-consistency error) over e0. */
export function relativeTo(e0: number, energy: Measured): Measured {
  return { value: energy.value / e0, unit: '', worstRow: energy.worstRow };
}
