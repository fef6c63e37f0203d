/**
 * Marks the bodies that turn by h |omega| exactly; their factor on the Cayley map.   docs/theory/joints.md (JO27)
 *
 *   q+ = q (+) c h omega,   c = tan(a)/a,   a = h |omega|/2:   the Cayley map turns by 2 atan(c a) = h |omega|
 *
 * If turns are counted, or a motor keeps a speed, the angle must be the speed times h. Bodies whose angles are held against
 * such a body turn as it does. All others keep the Cayley map, with which a tumbling body flips at the right time.
 */
import { tan } from '../../linalg/elementary.ts';
import { length, type Vec3 } from '../../linalg/vec3.ts';

/** By the Cayley map; exactly; exactly also in midpoint steps, because nothing acts on it off its axis (a wheel). */
export const CAYLEY = 0;
export const EXACT = 1;
export const WHEEL = 2;

/** Beyond this half turn per step, rad, the factor stays: the map then turns by less than a step of h omega, and never by pi. */
const LARGEST_HALF = 1.4;

/** c of (JO27). @param h s @param omega rad/s, its three numbers at `at` */
export function turnFactor(h: number, omega: ArrayLike<number>, at: number): number {
  const x = omega[at];
  const y = omega[at + 1];
  const z = omega[at + 2];
  const a = Math.min(0.5 * h * Math.sqrt(x * x + y * y + z * z), LARGEST_HALF);
  return a > 0 ? tan(a) / a : 1;
}

/** How a joint sees a body turn about its axis. */
export interface Turning {
  /** It counts the angle. */
  readonly counted: boolean;
  /** It holds something that moves or turns with the body, so that the turn is not free. */
  readonly held: boolean;
}

export const NOT_COUNTED: Turning = { counted: false, held: true };
export const COUNTED: Turning = { counted: true, held: false };

/** Turning of a body about an axis through one of its points, both in its axes. */
export function turningAbout(arm: Vec3, axis: Vec3, gyration: number): Turning {
  const along = arm[0] * axis[0] + arm[1] * axis[1] + arm[2] * axis[2];
  const off = length([arm[0] - along * axis[0], arm[1] - along * axis[1], arm[2] - along * axis[2]]);
  return { counted: true, held: off > 1e-6 * gyration };
}
