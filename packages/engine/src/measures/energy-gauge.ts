/**
 * The energy error of the iterates of one problem, for the stopping tests and line searches of solvers: whatever the friction
 * sets, without allocating; and the energies that tolerances are parts of.   docs/theory/friction-models.md (FM7)
 *
 *   e0 = energy error of x = clamp(0);  1 J if that is zero                                    (E7), reported errors
 *   es = energy error of x = clamp(0);  if that is zero the kinetic energy of its velocities;  else 1 J    (BP6), solvers
 *
 * es keeps the scale of a problem in small units that needs no impulses; reported errors should not depend on that.
 */
import { velocities } from '../problem/operator.ts';
import type { Problem } from '../problem/problem.ts';
import { type FrictionSets, frictionSets } from '../problem/sets/friction-sets.ts';
import { isRowByRow } from '../problem/sets/models.ts';
import { FIXED } from '../problem/sets/section.ts';
import { energySum } from './energy.ts';
import { energyMetric } from './energy-metric.ts';

export class EnergyGauge {
  /** The metric of the friction sets: a_ii, one value for both rows of a disc or polygon. */
  metric: Float64Array = new Float64Array(0);
  sets!: FrictionSets;
  private p!: Problem;
  /** a_ii of (E6), or its stand-in. */
  private a: Float64Array = new Float64Array(0);
  private map: Float64Array = new Float64Array(0);
  private rowByRow = true;

  prepare(p: Problem): void {
    this.p = p;
    if (this.map.length !== p.n) {
      this.map = new Float64Array(p.n);
      this.metric = new Float64Array(p.n);
    }
    this.rowByRow = isRowByRow(p);
    this.sets = frictionSets(p);
    this.a = energyMetric(p);
    this.sets.metric(this.a, this.metric);
  }

  /** J, of x with w = A x + b; NaN if anything is not finite. */
  energy(x: Float64Array, w: Float64Array): number {
    const { p, map, metric } = this;
    if (this.rowByRow) return energySum(x, w, this.a, p.lo, p.hi);
    this.sets.naturalMap(x, w, metric, p.lo, p.hi, map);
    let sum = 0;
    for (let i = 0; i < map.length; i++) sum += 0.5 * metric[i] * map[i] * map[i];
    return sum;
  }

  /** es, J. Leaves x = clamp(0) and its velocities in `x` and `w`. */
  scale(x: Float64Array, w: Float64Array): number {
    const { b } = this.p;
    if (doNothing(this.p, x) || this.sectionsToZero(x)) for (let i = 0; i < b.length; i++) w[i] = 0 + b[i];
    else velocities(this.p, x, w);
    const es = energyScale(this.energy(x, w), w, this.a);
    last.p = this.p;
    last.es = es;
    return es;
  }

  /** Stored bounds mean nothing to sections whose size follows the normals. True if all of x is zero then. */
  private sectionsToZero(x: Float64Array): boolean {
    const { count, sizing, start, first, second } = this.sets;
    for (let c = 0; c < count; c++) {
      if (sizing[c] === FIXED) continue;
      for (let s = start[c]; s < start[c + 1]; s++) {
        x[first[s]] = 0;
        if (second[s] >= 0) x[second[s]] = 0;
      }
    }
    return isZero(x);
  }
}

/**
 * es of the problem whose scale was computed last. It depends on the problem alone, and a step needs it twice: the solver for its
 * stopping test, and what judges the answer, which takes it from here. Numbers of a problem may be written over, so it is
 * valid only until the end of the solve.
 */
const last: { p: Problem | undefined; es: number } = { p: undefined, es: 0 };

/** es of p if it is known, which it is not any more afterwards; the 1 J that stands for nothing is not. */
export function takeScale(p: Problem): number | undefined {
  const es = last.p === p && last.es !== 1 ? last.es : undefined;
  last.p = undefined;
  return es;
}

/** All of x. */
export function isZero(x: Float64Array): boolean {
  for (let i = 0; i < x.length; i++) if (x[i] !== 0) return false;
  return true;
}

/** x = clamp(0). True if that is zero everywhere: then w = b, without a product. */
export function doNothing({ n, lo, hi }: Problem, x: Float64Array): boolean {
  let zero = true;
  for (let i = 0; i < n; i++) {
    if (lo[i] <= 0 && hi[i] >= 0) {
      x[i] = 0; // nearly always: 1200 rows in 1.6 us instead of 2.3
      continue;
    }
    x[i] = Math.min(Math.max(0, lo[i]), hi[i]);
    if (x[i] !== 0) zero = false;
  }
  return zero;
}

/**
 * es (BP6), J; NaN if w is not finite.
 * @param error energy error of x = clamp(0)
 * @param w its velocities
 * @param a diagonal of A, or what stands in for it
 */
export function energyScale(error: number, w: Float64Array, a: Float64Array): number {
  let finite = 0;
  for (let i = 0; i < w.length; i++) finite += 0 * w[i]; // NaN if one is not finite
  if (error + finite !== 0) return error + finite;
  let kinetic = 0;
  for (let i = 0; i < w.length; i++) kinetic += (w[i] * w[i]) / (2 * a[i]);
  return kinetic === 0 ? 1 : kinetic;
}
