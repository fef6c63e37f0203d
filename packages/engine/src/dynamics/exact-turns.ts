/**
 * Which bodies turn by h |omega| exactly, and by which factor on the Cayley map.   docs/theory/joints.md (JO27)
 *
 *   q+ = q (+) c h omega,   c = tan(a)/a,   a = h |omega|/2:   the Cayley map turns by 2 atan(c a) = h |omega|
 *
 * Where turns are counted, or a motor keeps a speed, the angle has to be what the speed says. Bodies whose angles are held against
 * such a body turn as it does. All others keep the Cayley map, with which a tumbling body flips at the right time.
 */
import { tan } from '../linalg/elementary.ts';
import { length, type Vec3 } from '../linalg/vec3.ts';
import type { StepParts } from './step/step-state.ts';

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

/** Of a body about an axis through a point of its own, both in its axes. */
export function turningAbout(arm: Vec3, axis: Vec3, gyration: number): Turning {
  const along = arm[0] * axis[0] + arm[1] * axis[1] + arm[2] * axis[2];
  const off = length([arm[0] - along * axis[0], arm[1] - along * axis[1], arm[2] - along * axis[2]]);
  return { counted: true, held: off > 1e-6 * gyration };
}

/** Sets `turning` of the bodies. */
export function markTurning({ bodies, joints, drivers }: Pick<StepParts, 'bodies' | 'joints' | 'drivers'>): void {
  const { turning, slot } = bodies;
  turning.fill(WHEEL);
  let found = false;
  for (const joint of joints) {
    if (joint.broken) continue;
    for (const k of joint.bodies) if (k >= 0 && joint.turningOf(k).counted) found = true;
  }
  if (!found) {
    turning.fill(CAYLEY);
    return;
  }
  const counted = new Uint8Array(bodies.count);
  for (const joint of joints) {
    if (joint.broken) continue;
    for (const k of joint.bodies) {
      if (k < 0) continue;
      const seen = joint.turningOf(k);
      if (seen.counted) counted[k] = 1;
      if (seen.held) turning[k] = EXACT;
    }
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (const { bodies: members, broken, holdsAngles } of joints) {
      if (broken || !holdsAngles || !members.some((k) => k >= 0 && slot[k] >= 0 && counted[k] === 1)) continue;
      for (const k of members)
        if (k >= 0 && counted[k] === 0) {
          counted[k] = 1;
          turning[k] = EXACT;
          changed = true;
        }
    }
  }
  // laws keep their energy through a step of the Cayley map (FE7), (FE9)
  for (const { forces, bodies: members } of drivers)
    if (forces && members) for (const { index } of members) turning[index] = EXACT;
  for (let k = 0; k < bodies.count; k++) if (counted[k] === 0) turning[k] = CAYLEY;
}
