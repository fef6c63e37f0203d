/** The least-error iterate of those seen, and whether it is good enough.   docs/theory/auto.md (AU6) */
import { energyErrorOf } from '../../measures/energy.ts';
import { frictionConsistencyOf } from '../../measures/friction-consistency.ts';
import { velocities } from '../../problem/operator.ts';
import type { Problem } from '../../problem/problem.ts';
import { isRowByRow } from '../../problem/sets/models.ts';

export class LeastErrorIterate {
  readonly x: Float64Array;
  /** J */
  private error = Infinity;
  private readonly limit: number;
  private readonly p: Problem;
  private readonly w: Float64Array;
  private readonly errorOf: (x: Float64Array, w: Float64Array) => number;

  /**
   * @param q p, or p with friction whose size follows the normals of the answer
   * @param relative error that is good enough, as a part of that of doing nothing, or of 1 J if that is zero
   */
  constructor(p: Problem, q: Problem, relative: number) {
    const boxes = q !== p && isRowByRow(p); // boxes that follow need no sets
    this.errorOf = boxes ? (x, w) => frictionConsistencyOf(p, x, w).value : (x, w) => energyErrorOf(q, x, w).value;
    this.p = p;
    this.x = new Float64Array(p.n);
    this.w = new Float64Array(p.n);
    this.limit = relative * (this.errorOf(this.x, p.b) || 1);
  }

  see(x: Float64Array): void {
    const error = this.errorOf(x, velocities(this.p, x, this.w));
    if (!(error < this.error)) return; // NaN never competes
    this.error = error;
    this.x.set(x);
  }

  get isEnough(): boolean {
    return this.error <= this.limit;
  }
}
