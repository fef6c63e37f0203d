/**
 * `@signorini/engine/measures`: errors of an answer, computed from x alone, and the services that watch a solve.
 * @module measures
 */

export {
  type Answer,
  type MeasureKey,
  type MeasureName,
  type MeasureSpec,
  measureList,
  measures,
  type ReplayedMeasure,
} from '../measures/catalogue.ts';
export { CONVERGED, type WholeErrors, wholeError, wholeErrors } from '../measures/converged.ts';
export {
  type EnergyParts,
  energyError,
  energyErrorOf,
  energyParts,
  energySum,
  rowEnergy,
} from '../measures/energy.ts';
export { EXACT_ROW_LIMIT, energyErrorExact, exactInverseMasses } from '../measures/energy-exact.ts';
export { energyMetric } from '../measures/energy-metric.ts';
export { fischerBurmeister, rowFischerBurmeister } from '../measures/fischer-burmeister.ts';
export { frictionConsistency } from '../measures/friction-consistency.ts';
export type { Measured, MeasureOptions, Norm } from '../measures/measured.ts';
export {
  EnergyTolerance,
  History,
  type Iterate,
  LeastError,
  MEASURE_NAMES,
  type Service,
  type SolveHistory,
  TimeLimit,
  Watch,
} from '../measures/monitor.ts';
export { naturalResidual, rowNaturalResidual } from '../measures/natural-residual.ts';
export { referenceEnergy, relativeTo } from '../measures/relative-energy.ts';
export { velocityError } from '../measures/velocity-error.ts';
