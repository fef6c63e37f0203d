/**
 * Bounds of one iteration: those of the problem, and on the friction rows of pyramids what the normals of an iterate imply.
 * docs/theory/semismooth-newton.md (SN6)
 */
import { type Contact, type Problem, withBounds, withContacts } from '../../problem/problem.ts';
import { isFollowing } from '../../problem/sets/models.ts';

export class FollowingBounds {
  /** The problem between the current bounds, every row a box of its own: the same object all along. */
  boxes!: Problem;
  /** Some bounds follow. */
  follows = false;
  private rows: Int32Array = new Int32Array(0);
  private normals: Int32Array = new Int32Array(0);
  private mu: Float64Array = new Float64Array(0);

  /** Bounds of its own, which outlive the solve: an outcome hands them out. */
  prepare(p: Problem): void {
    const contacts = p.contacts.filter(({ set }) => isFollowing(set));
    this.follows = contacts.length > 0;
    const [lo, hi] = this.follows ? [p.lo.slice(), p.hi.slice()] : [p.lo, p.hi];
    this.boxes = withContacts(withBounds(p, lo, hi), NONE);
    const rows: number[] = [];
    const normals: number[] = [];
    const mu: number[] = [];
    for (const { normal, tangents, rolling, spinning, ...c } of contacts) {
      const add = (of: readonly number[], coefficient: number) => {
        rows.push(...of);
        for (let k = 0; k < of.length; k++) {
          normals.push(normal);
          mu.push(coefficient);
        }
      };
      add(tangents, c.mu);
      add(rolling, c.muRolling);
      add(spinning, c.muSpinning);
    }
    this.rows = Int32Array.from(rows);
    this.normals = Int32Array.from(normals);
    this.mu = Float64Array.from(mu);
  }

  /** u_t = mu max(x_n, 0) = -l_t. */
  adapt(x: Float64Array): void {
    const { rows, normals, mu } = this;
    const { lo, hi } = this.boxes;
    for (let k = 0; k < rows.length; k++) {
      hi[rows[k]] = mu[k] * Math.max(x[normals[k]], 0); // NaN stays NaN
      lo[rows[k]] = -hi[rows[k]];
    }
  }
}

const NONE: readonly Contact[] = [];
