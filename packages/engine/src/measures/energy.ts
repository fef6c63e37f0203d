/**
 * The unit-consistent energy error of EPTK19, in joules; zero exactly at a solution.   docs/theory/error-measures.md (E5), (E6)
 *
 *   de_i = max( a/2 dx_u^2, a/2 dx_l^2, min(w+^2/2a, a/2 sigma_l^2), min(w-^2/2a, a/2 sigma_u^2) ),   a = a_ii
 *        = a/2 mid(x - u, w/a, x - l)^2
 *
 * The second line is the one computed: the natural map x - clamp(x - w/a, l, u) in the energy metric, written as the
 * middle of three numbers, so that a small w is not lost in x - (x - w/a).
 */
import { FloatBuffer } from '../linalg/buffers.ts';
import { velocities } from '../problem/operator.ts';
import { energyUnit, type Problem } from '../problem/problem.ts';
import { frictionSets } from '../problem/sets/friction-sets.ts';
import { isRowByRow } from '../problem/sets/models.ts';
import { energyMetric } from './energy-metric.ts';
import { type Measured, type MeasureOptions, measureRows } from './measured.ts';

/** Energy error of x against p's bounds, or those in `options`; w = A x + b is computed here. */
export function energyError(p: Problem, x: Float64Array, options: MeasureOptions = {}): Measured {
  return energyErrorOf(p, x, velocities(p, x, new Float64Array(p.n)), options);
}

/** The same with w = A x + b already at hand: for monitors, which see it from the solver. */
export function energyErrorOf(p: Problem, x: Float64Array, w: Float64Array, options: MeasureOptions = {}): Measured {
  return energyWithMass(p, x, w, energyMetric(p), options);
}

/** The same with an inverse effective mass of the caller's choice in place of a_ii. */
export function energyWithMass(
  p: Problem,
  x: Float64Array,
  w: Float64Array,
  a: Float64Array,
  options: MeasureOptions,
): Measured {
  const { lo = p.lo, hi = p.hi, norm = 'l1', perRow = false } = options;
  if (!isRowByRow(p)) return setEnergy(p, x, w, a, options);
  if (perRow) return measureRows(p.n, (i) => rowEnergy(a[i], x[i], w[i], lo[i], hi[i]), energyUnit(p), options);
  // The same without a closure: monitors pay for this at every iterate.
  let sum = 0;
  let largest = 0;
  let worstRow = -1;
  let metric = true;
  for (let i = 0; i < p.n; i++) {
    const e = rowEnergy(a[i], x[i], w[i], lo[i], hi[i]);
    sum += e;
    if (!(a[i] > 0)) metric = false;
    if (e > largest) {
      largest = e;
      worstRow = i;
    }
  }
  if (!(sum < Infinity) || !metric) return energyWithMass(p, x, w, a, { ...options, perRow: true }); // names the row
  return { value: norm === 'l1' ? sum : largest, unit: energyUnit(p), worstRow };
}

/** (FM7): rows of friction sets that are not boxes have the energy of their set's natural map. */
function setEnergy(
  p: Problem,
  x: Float64Array,
  w: Float64Array,
  a: Float64Array,
  { lo = p.lo, hi = p.hi, ...options }: MeasureOptions,
): Measured {
  const metric = scratch.metric.of(p.n);
  const map = scratch.map.of(p.n);
  const sets = frictionSets(p);
  sets.metric(a, metric);
  sets.naturalMap(x, w, metric, lo, hi, map);
  if (options.perRow) return measureMap(metric, map, energyUnit(p), options);
  // The same without a closure, as above.
  let sum = 0;
  let largest = 0;
  let worstRow = -1;
  let positive = true;
  for (let i = 0; i < p.n; i++) {
    const e = 0.5 * metric[i] * map[i] * map[i];
    sum += e;
    if (!(metric[i] > 0)) positive = false;
    if (e > largest) {
      largest = e;
      worstRow = i;
    }
  }
  if (!(sum < Infinity) || !positive) return measureMap(metric, map, energyUnit(p), options); // names the row
  return { value: options.norm === 'max' ? largest : sum, unit: energyUnit(p), worstRow };
}

function measureMap(metric: Float64Array, map: Float64Array, unit: string, options: MeasureOptions): Measured {
  const rowError = (i: number) => (metric[i] > 0 ? 0.5 * metric[i] * map[i] * map[i] : Number.NaN);
  return measureRows(map.length, rowError, unit, options);
}

/** Scratch, shared by all calls. */
const scratch = { metric: new FloatBuffer(), map: new FloatBuffer() };

/** The l1 value of an iterate whatever the sets; w = A x + b. */
export function energyValue(p: Problem, x: Float64Array, w: Float64Array): number {
  return isRowByRow(p) ? energySum(x, w, energyMetric(p), p.lo, p.hi) : energyErrorOf(p, x, w).value;
}

/** The l1 value alone, for boxes; NaN and rows without a metric give NaN. */
export function energySum(
  x: Float64Array,
  w: Float64Array,
  a: Float64Array,
  lo: Float64Array,
  hi: Float64Array,
): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += rowEnergy(a[i], x[i], w[i], lo[i], hi[i]);
  return sum;
}

/**
 * (E6) of one row, a/2 mid(x - u, w/a, x - l)^2, compared as velocities: no division if a bound decides or nothing moves.
 * NaN if a is not positive, because then there is no energy metric.
 */
export function rowEnergy(a: number, x: number, w: number, lo: number, hi: number): number {
  if (!(a > 0)) return Number.NaN;
  if (w >= a * (x - lo)) return 0.5 * a * (x - lo) * (x - lo);
  if (w <= a * (x - hi)) return 0.5 * a * (x - hi) * (x - hi);
  return w === 0 ? 0 * x : (w * w) / (2 * a) + 0 * x; // an x that is not a number ends here and shows
}

/** The four parts of (E5) of one row, in joules; the row's error is the largest. */
export interface EnergyParts {
  /** x above its upper bound: the kinetic energy that the excess impulse gives. */
  readonly upperImpulse: number;
  /** x below its lower bound. */
  readonly lowerImpulse: number;
  /** w > 0 while x is not at its lower bound: the cheaper of stopping w and lowering x. */
  readonly positiveVelocity: number;
  /** w < 0 while x is not at its upper bound. */
  readonly negativeVelocity: number;
}

/** EPTK19 Eqs. (14)-(21) as printed; `rowEnergy` is the largest of them. */
export function energyParts(a: number, x: number, w: number, lo: number, hi: number): EnergyParts {
  const beyondUpper = Math.max(x - hi, 0);
  const beyondLower = Math.max(lo - x, 0);
  const sigmaUpper = Math.max(hi - x, 0);
  const sigmaLower = Math.max(x - lo, 0);
  const positive = Math.max(w, 0);
  const negative = Math.max(-w, 0);
  return {
    upperImpulse: 0.5 * a * beyondUpper * beyondUpper,
    lowerImpulse: 0.5 * a * beyondLower * beyondLower,
    positiveVelocity: Math.min((positive * positive) / (2 * a), 0.5 * a * sigmaLower * sigmaLower),
    negativeVelocity: Math.min((negative * negative) / (2 * a), 0.5 * a * sigmaUpper * sigmaUpper),
  };
}
