/** Every error of one answer, measured from x alone: what `signorini solve` prints and `replay` collects. */

import {
  energyError,
  energyErrorExact,
  fischerBurmeister,
  frictionConsistency,
  type Measured,
  naturalResidual,
  referenceEnergy,
  relativeTo,
} from '@signorini/engine/measures';
import type { Problem } from '@signorini/engine/problem';

export interface Errors {
  /** Against the bounds of the last solve. */
  readonly energy: Measured;
  /** Against the bounds as stored; a friction row without bounds counts as [0, 0]. */
  readonly energyStored: Measured;
  /** `energy` over the energy error of doing nothing. */
  readonly relativeEnergy: Measured;
  /** With exact effective masses; undefined where A is singular, unsymmetric or large. */
  readonly energyExact: Measured | undefined;
  readonly naturalResidual: Measured;
  readonly fischerBurmeister: Measured;
  /** Against the bounds that x itself implies. */
  readonly frictionConsistency: Measured;
}

/** `lo` and `hi` are the bounds x was solved with. */
export function evaluate(p: Problem, x: Float64Array, lo: Float64Array, hi: Float64Array): Errors {
  const { energy, relativeEnergy, ...others } = evaluateFast(p, x, lo, hi);
  const energyStored = energyError(p, x);
  const energyExact = energyErrorExact(p, x, { lo, hi });
  return { energy, energyStored, relativeEnergy, energyExact, ...others };
}

/** Without the exact masses, which need the inverse of A: most of the time of a replay of 550 rows otherwise. */
export function evaluateFast(
  p: Problem,
  x: Float64Array,
  lo: Float64Array,
  hi: Float64Array,
): Omit<Errors, 'energyStored' | 'energyExact'> {
  const bounds = { lo, hi };
  const energy = energyError(p, x, bounds);
  return {
    energy,
    relativeEnergy: relativeTo(referenceEnergy(p), energy),
    naturalResidual: naturalResidual(p, x, bounds),
    fischerBurmeister: fischerBurmeister(p, x, bounds),
    frictionConsistency: frictionConsistency(p, x),
  };
}
