/**
 * Bounds of one iteration: those of the problem, and on the friction rows of pyramids those that the normals of an iterate
 * imply.   docs/theory/semismooth-newton.md (SN6)
 */
import { type Contact, type Problem, withBounds, withContacts } from '../../problem/problem.ts';
import { isFollowing } from '../../problem/sets/models.ts';
import { FollowingRows } from './following-rows.ts';

export class FollowingBounds {
  /** The problem between the current bounds, every row a box of its own: the same object all along. */
  boxes!: Problem;
  /** Some bounds follow. */
  follows = false;
  private readonly rows = new FollowingRows();

  /** Bounds of its own, which outlive the solve: an outcome hands them out. */
  prepare(p: Problem): void {
    this.follows = this.rows.read(p.n, p.contacts, ({ set }) => isFollowing(set));
    const [lo, hi] = this.follows ? [p.lo.slice(), p.hi.slice()] : [p.lo, p.hi];
    this.boxes = withContacts(withBounds(p, lo, hi), NONE);
  }

  /** u_t = mu max(x_n, 0) = -l_t. */
  adapt(x: Float64Array): void {
    if (!this.follows) return;
    const { lo, hi } = this.boxes;
    const { normalOf, mu } = this.rows;
    for (let i = 0; i < normalOf.length; i++) {
      if (normalOf[i] < 0) continue;
      hi[i] = mu[i] * Math.max(x[normalOf[i]], 0); // NaN stays NaN
      lo[i] = -hi[i];
    }
  }
}

const NONE: readonly Contact[] = [];
