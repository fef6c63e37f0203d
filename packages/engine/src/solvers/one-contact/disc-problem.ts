/**
 * Maximum dissipation in a disc, the friction problem of one contact with its normal held.   docs/theory/nonlinear-gauss-seidel.md
 *
 *   minimise ½ z'A z + q'z  over |z| <= r,   A 2 x 2                                                        (NG1)
 *   on the rim, z = r (cos α, sin α):   f'(α) = 0 by Newton's iteration from the projected free minimum       (NG2)
 *
 * In the axes of A the minimum has the signs of -q, and f' has one zero in that quadrant (NG3): Newton's steps that leave the
 * shrinking bracket are halved, so the answer is the global minimum always, not the other stationary point on the rim.
 */
import { atan2, cos, PI, sin } from '../../linalg/elementary.ts';

/** Numbers that describe A: its eigenvalues, the lesser first, and the axis of the lesser. */
export const DISC_RECORD = 4;
/** Least eigenvalue as a part of the other; the shift pulls towards the current z, so solutions stay solutions. */
const LEAST = 1e-12;
/** Eigenvalues this near are equal: bodies like spheres, for which the projection is the answer (PIR Sec. 3.1). */
const EQUAL = 1e-14;
const MOST_STEPS = 80;

/** Writes the record of A = (p o; o q) to `to[at]`. */
export function describePlane(p: number, o: number, q: number, to: Float64Array, at: number): void {
  const mean = 0.5 * (p + q);
  const half = 0.5 * (p - q);
  const root = Math.sqrt(half * half + o * o);
  const most = mean + root;
  to[at] = Math.max((p * q - o * o) / most, LEAST * most);
  to[at + 1] = most;
  to[at + 2] = 0;
  to[at + 3] = 1;
  if (root <= EQUAL * mean) {
    to[at] = mean;
    to[at + 1] = mean;
    return;
  }
  // the axis of `most` at half the angle of (half, o); the other one is at right angles
  const [double, twice] = [half / root, o / root];
  const c = double >= 0 ? Math.sqrt(0.5 * (1 + double)) : 0.5 * (twice / Math.sqrt(0.5 * (1 - double)));
  const s = double >= 0 ? 0.5 * (twice / c) : Math.sqrt(0.5 * (1 - double));
  to[at + 2] = -s;
  to[at + 3] = c;
}

export class DiscProblem {
  /** The velocity w = A z + q at z, and z: two numbers each; z becomes the answer. Arrays, because numbers passed are boxed. */
  readonly w = new Float64Array(2);
  readonly z = new Float64Array(2);
  /** Size of the disc. */
  readonly radius = new Float64Array(1);
  /** Newton steps taken since it was made, and how many solves needed any. */
  steps = 0;
  searches = 0;

  /** @param record of A, at `at` */
  solve(record: Float64Array, at: number): void {
    const { w, z } = this;
    const r = this.radius[0];
    const lesser = record[at];
    const most = record[at + 1];
    const eu = record[at + 2];
    const ev = record[at + 3];
    // in the axes of A; q = w - A z with the eigenvalues as they are used
    const q1 = eu * w[0] + ev * w[1] - lesser * (eu * z[0] + ev * z[1]);
    const q2 = eu * w[1] - ev * w[0] - most * (eu * z[1] - ev * z[0]);
    let z1 = -q1 / lesser;
    let z2 = -q2 / most;
    const size = Math.sqrt(z1 * z1 + z2 * z2);
    if (!(size <= r)) {
      if (lesser === most || r === 0) {
        z1 *= r / size;
        z2 *= r / size;
      } else {
        const angle = this.rimAngle(most - lesser, Math.abs(q1), Math.abs(q2), Math.abs(z1), Math.abs(z2), r);
        z1 = q1 > 0 ? -r * cos(angle) : r * cos(angle);
        z2 = q2 > 0 ? -r * sin(angle) : r * sin(angle);
      }
    }
    z[0] = eu * z1 - ev * z2;
    z[1] = ev * z1 + eu * z2;
  }

  /** The zero in [0, π/2] of h(α) = r (a2 - a1) sin cos + g1 sin - g2 cos, which is f'(α)/r. */
  private rimAngle(spread: number, g1: number, g2: number, z1: number, z2: number, r: number): number {
    const small = 4 * Number.EPSILON * (r * spread + g1 + g2);
    let below = 0;
    let above = PI / 2;
    let angle = atan2(z2, z1);
    this.searches++;
    for (let k = 0; k < MOST_STEPS; k++) {
      const c = cos(angle);
      const s = sin(angle);
      const h = r * spread * s * c + g1 * s - g2 * c;
      if (Math.abs(h) <= small) break;
      this.steps++;
      if (h < 0) below = angle;
      else above = angle;
      const slope = r * spread * (c * c - s * s) + g1 * c + g2 * s;
      const next = angle - h / slope;
      const inside = next > below && next < above;
      const last = angle;
      angle = inside ? next : 0.5 * (below + above);
      if (angle === last) break;
    }
    return angle;
  }
}
