/**
 * The energy error of iterates as the measures have it, for the stopping tests and line searches of iterations: whatever the
 * sets, without allocating.   docs/theory/friction-models.md (FM7)
 */
import { energySum } from '../../measures/energy.ts';
import { velocities } from '../../problem/operator.ts';
import type { Problem } from '../../problem/problem.ts';
import { FIXED, type FrictionSets, frictionSets } from '../../problem/sets/friction-sets.ts';
import { isRowByRow } from '../../problem/sets/models.ts';

export class Gauge {
  /** One a for both rows of a disc or polygon. */
  metric: Float64Array = new Float64Array(0);
  sets!: FrictionSets;
  private p!: Problem;
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
    this.sets.metric(p.A.diagonal, this.metric);
  }

  /** J, w = A x + b; NaN where anything is not finite. */
  energy(x: Float64Array, w: Float64Array): number {
    const { p, map, metric } = this;
    if (this.rowByRow) return energySum(x, w, p.A.diagonal, p.lo, p.hi);
    this.sets.naturalMap(x, w, metric, p.lo, p.hi, map);
    let sum = 0;
    for (let i = 0; i < map.length; i++) sum += 0.5 * metric[i] * map[i] * map[i];
    return sum;
  }

  /**
   * (BP6): the energy error of doing nothing, J, the unit of every tolerance; the kinetic energy of its velocities where that is
   * zero, and 1 J where that is zero too. Leaves x = clamp(0) and its velocities in `x` and `w`.
   */
  nothing(x: Float64Array, w: Float64Array): number {
    const { n, lo, hi, A } = this.p;
    for (let i = 0; i < n; i++) x[i] = Math.min(Math.max(0, lo[i]), hi[i]);
    this.sectionsToZero(x);
    velocities(this.p, x, w);
    let finite = 0;
    for (let i = 0; i < n; i++) finite += 0 * w[i]; // NaN where one is not finite
    const error = this.energy(x, w) + finite;
    if (error !== 0) return error;
    let kinetic = 0;
    for (let i = 0; i < n; i++) kinetic += (w[i] * w[i]) / (2 * A.diagonal[i]);
    return kinetic === 0 ? 1 : kinetic;
  }

  /** Stored bounds mean nothing to sections whose size follows. */
  private sectionsToZero(x: Float64Array): void {
    const { count, law, start, first, second } = this.sets;
    for (let c = 0; c < count; c++) {
      if (law[c] === FIXED) continue;
      for (let s = start[c]; s < start[c + 1]; s++) {
        x[first[s]] = 0;
        if (second[s] >= 0) x[second[s]] = 0;
      }
    }
  }
}
