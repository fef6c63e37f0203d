/**
 * Gauss-Seidel sweeps over rows, matrix-free where the problem has J, whose bounds are fixed or follow the normals.
 * docs/theory/pgs-newton.md (PN1)
 */
import type { Problem } from '../../problem/problem.ts';
import { FollowingBounds } from '../bounds/following-bounds.ts';
import { CoupledSweeps } from './coupled-sweeps.ts';
import { Sweeper } from './row-sweeps.ts';

export class RowSweeps {
  private readonly sweeper = new Sweeper();
  private readonly coupled = new CoupledSweeps();
  private readonly bounds = new FollowingBounds();
  private p!: Problem;
  private follows = false;

  /** @param p with the contacts alone whose bounds follow. */
  prepare(p: Problem): void {
    this.p = p;
    this.bounds.prepare(p);
    this.follows = this.bounds.follows;
  }

  /** Some sweeps begin at x. */
  begin(x: Float64Array): void {
    if (!this.follows) this.sweeper.prepare(this.p, x);
  }

  /** One sweep; x is current after it. */
  sweep(x: Float64Array): void {
    const { p, bounds } = this;
    if (!this.follows) {
      this.sweeper.sweep(p, x, 1);
      this.sweeper.read(x);
    } else if (this.coupled.serves(p)) this.coupled.run(p, x, 1);
    else {
      bounds.adapt(x); // of the normals before the sweep
      this.sweeper.prepare(bounds.boxes, x);
      this.sweeper.sweep(bounds.boxes, x, 1);
      bounds.adapt(x);
      clampTo(bounds.boxes, x);
    }
  }

  release(): void {
    this.sweeper.release();
  }
}

function clampTo({ lo, hi }: Problem, x: Float64Array): void {
  for (let i = 0; i < x.length; i++) x[i] = Math.min(Math.max(x[i], lo[i]), hi[i]);
}
