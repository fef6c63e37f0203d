/**
 * The energy error of x against the friction bounds that x itself implies.   docs/theory/error-measures.md (E10)
 *
 *   l_t = -mu max(x_n, 0),   u_t = mu max(x_n, 0)          all rows count, not only the tangents
 *
 * Sets that are not boxes: a prism counts as its polyhedral cone, a cylinder as Coulomb's cone.
 * The error against the bounds *as solved* can be made zero by never updating them; this one cannot.
 */
import { FloatBuffer } from '../linalg/buffers.ts';
import { setFrictionBounds } from '../problem/friction-bounds.ts';
import { velocities } from '../problem/operator.ts';
import type { Problem } from '../problem/problem.ts';
import { following, isRowByRow } from '../problem/sets/models.ts';
import { energyErrorOf } from './energy.ts';
import type { Measured, MeasureOptions } from './measured.ts';

export function frictionConsistency(
  p: Problem,
  x: Float64Array,
  options: Pick<MeasureOptions, 'norm' | 'perRow'> = {},
): Measured {
  return frictionConsistencyOf(p, x, velocities(p, x, new Float64Array(p.n)), options);
}

/** The same with w = A x + b already at hand. @param known the error between some bounds, which may be those that x implies */
export function frictionConsistencyOf(
  p: Problem,
  x: Float64Array,
  w: Float64Array,
  options: Pick<MeasureOptions, 'norm' | 'perRow'> = {},
  known?: { readonly lo: Float64Array; readonly hi: Float64Array; readonly error: Measured },
): Measured {
  if (!isRowByRow(p)) return energyErrorOf(following(p), x, w, options);
  const lo = scratch.lo.copy(p.lo);
  const hi = scratch.hi.copy(p.hi);
  setFrictionBounds(p, x, lo, hi);
  if (known && isSame(known.lo, lo) && isSame(known.hi, hi)) return known.error;
  const { norm = 'l1', perRow = false } = options;
  return energyErrorOf(p, x, w, { norm, perRow, lo, hi });
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Scratch, shared by all calls. */
const scratch = { lo: new FloatBuffer(), hi: new FloatBuffer() };
