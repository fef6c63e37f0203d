/** The least-error iterate of those seen, and whether it is good enough.   docs/theory/auto.md (AU6) */
import { energyErrorOf } from '../../measures/energy.ts';
import { frictionConsistencyOf } from '../../measures/friction-consistency.ts';
import { velocities } from '../../problem/operator.ts';
import type { Problem } from '../../problem/problem.ts';
import { isRowByRow } from '../../problem/sets/models.ts';

/** The energy error of a method's current iterate, or of doing nothing, J; undefined if the method does not compute it. */
export type OwnError = (of: 'iterate' | 'nothing') => number | undefined;

export class LeastErrorIterate {
  readonly x: Float64Array;
  /** J */
  error = Infinity;
  private limit = 0;
  private readonly relative: number;
  private readonly p: Problem;
  private w: Float64Array | undefined;
  private readonly errorOf: (x: Float64Array, w: Float64Array) => number;
  private readonly own: OwnError | undefined;

  /**
   * @param q p, or p with friction whose size follows the normals of the answer
   * @param relative error that is good enough, as a part of that of doing nothing, or of 1 J if that is zero
   * @param own of the method that makes the iterates: a tenth of the time of measuring them here
   */
  constructor(p: Problem, q: Problem, relative: number, own?: OwnError) {
    const boxes = q !== p && isRowByRow(p); // boxes that follow need no sets
    this.errorOf = boxes ? (x, w) => frictionConsistencyOf(p, x, w).value : (x, w) => energyErrorOf(q, x, w).value;
    this.p = p;
    this.x = new Float64Array(p.n);
    this.relative = relative;
    this.own = own;
  }

  /** The start, and what is good enough. */
  begin(x: Float64Array): void {
    this.limit = this.relative * ((this.own?.('nothing') ?? this.errorOf(this.x, this.p.b)) || 1);
    this.see(x);
  }

  see(x: Float64Array): void {
    const error = this.own?.('iterate') ?? this.errorOf(x, this.velocities(x));
    if (!(error < this.error)) return; // NaN never competes
    this.error = error;
    this.x.set(x);
  }

  get isEnough(): boolean {
    return this.error <= this.limit;
  }

  private velocities(x: Float64Array): Float64Array {
    this.w ??= new Float64Array(this.p.n);
    return velocities(this.p, x, this.w);
  }
}
