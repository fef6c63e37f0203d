/** Projections of one problem in one metric: those of its friction sets, or plain clamps if every contact is a box. */
import type { Problem } from '../../problem/problem.ts';
import { type FrictionSets, frictionSets } from '../../problem/sets/friction-sets.ts';
import { isRowByRow } from '../../problem/sets/models.ts';

export class Admissible {
  readonly sets: FrictionSets;
  private readonly metric: Float64Array;
  private readonly lo: Float64Array;
  private readonly hi: Float64Array;
  private readonly rowByRow: boolean;

  /** @param metric from `FrictionSets.metric`, or any with one value for both rows of a disc or polygon */
  constructor(p: Problem, metric: Float64Array) {
    this.sets = frictionSets(p);
    this.metric = metric;
    this.lo = p.lo;
    this.hi = p.hi;
    this.rowByRow = isRowByRow(p);
  }

  /** out = the admissible impulses nearest to y; `out` may be y. */
  project(y: Float64Array, out: Float64Array): void {
    const { lo, hi } = this;
    if (!this.rowByRow) {
      this.sets.project(y, this.metric, lo, hi, out);
      return;
    }
    for (let i = 0; i < y.length; i++) {
      let v = y[i];
      if (v < lo[i]) v = lo[i];
      if (v > hi[i]) v = hi[i]; // Math.min and Math.max take twice the time
      out[i] = v;
    }
  }

  /** d becomes the direction nearest to it that does not leave the set at x. */
  tangent(x: Float64Array, d: Float64Array): void {
    const { lo, hi } = this;
    if (!this.rowByRow) {
      this.sets.tangentCone(x, d, this.metric, lo, hi, d);
      return;
    }
    for (let i = 0; i < x.length; i++) if ((x[i] <= lo[i] && d[i] < 0) || (x[i] >= hi[i] && d[i] > 0)) d[i] = 0;
  }
}
