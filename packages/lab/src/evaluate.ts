/** Every error of one answer, measured from x alone: what `signorini solve` prints and `replay` will collect. */
import {
  energyError,
  energyErrorExact,
  fischerBurmeister,
  frictionConsistency,
  type Measured,
  naturalResidual,
  type Problem,
  referenceEnergy,
  relativeTo,
} from '@signorini/engine';

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
  const bounds = { lo, hi };
  const energy = energyError(p, x, bounds);
  return {
    energy,
    energyStored: energyError(p, x),
    relativeEnergy: relativeTo(referenceEnergy(p), energy),
    energyExact: energyErrorExact(p, x, bounds),
    naturalResidual: naturalResidual(p, x, bounds),
    fischerBurmeister: fischerBurmeister(p, x, bounds),
    frictionConsistency: frictionConsistency(p, x),
  };
}
