/**
 * The outcome of one step A and of two half steps B, put together to second order.   docs/theory/accuracy.md (AC6)
 *
 *   x <- 2 x_B - x_A,   v <- 2 v_B - v_A,   orientation: the turn from A to B once more after B
 */
import { conjugate, multiply, quatAt, unitQuat } from '../../linalg/quat.ts';
import type { Bodies } from '../bodies/bodies.ts';

/** Moves the state B of the bodies `members` on; `pose` and `velocity` are those of A. */
export function extrapolate(
  bodies: Bodies,
  members: readonly number[],
  pose: Float64Array,
  velocity: Float64Array,
): void {
  bodies.energy = undefined;
  for (const k of members) {
    for (let c = 6 * k; c < 6 * k + 6; c++) bodies.velocity[c] += bodies.velocity[c] - velocity[c];
    for (let c = 7 * k; c < 7 * k + 3; c++) bodies.pose[c] += bodies.pose[c] - pose[c];
    const [a, b] = [quatAt(pose, 7 * k + 3), quatAt(bodies.pose, 7 * k + 3)];
    bodies.pose.set(unitQuat(multiply(multiply(b, conjugate(a)), b)), 7 * k + 3);
  }
}
