/** The contacts of the last step as users read them: who, where, with what force, and whether it sticks. */
import type { ContactPoints } from '../collision/detector.ts';
import { add, scale, tangents, type Vec3, vec3At } from '../linalg/vec3.ts';
import type { Body } from './body.ts';
import type { ColliderTable } from './colliders.ts';
import type { Stepper } from './stepper.ts';

export interface ContactView {
  readonly bodyA: string;
  readonly bodyB: string;
  /** Between the two surface points, world, m. */
  readonly position: Vec3;
  /** From A to B. */
  readonly normal: Vec3;
  /** At the start of the step, m; negative: the bodies overlap. */
  readonly gap: number;
  /** On B, world axes, N: the step's impulse over the time step. */
  readonly force: Vec3;
  /** Its part along the normal, N, >= 0. */
  readonly normalForce: number;
  /** open: no force. slip: friction at its bound. */
  readonly state: 'open' | 'stick' | 'slip';
}

/** A tangent impulse this near its bound, relative to it, is at it. */
const AT_BOUND = 1e-9;

export function contactViews(
  { problem, solution, h }: Stepper,
  points: ContactPoints,
  colliders: ColliderTable,
  bodies: readonly Body[],
): ContactView[] {
  if (!problem || !solution) return [];
  const { x } = solution;
  return problem.contacts.map(({ normal: row, mu }, i) => {
    const normal = vec3At(points.normal, 3 * i);
    const [t1, t2] = tangents(normal); // as ContactRows has them
    const along = add(scale(t1, x[row + 1]), scale(t2, x[row + 2]));
    const bound = mu * Math.max(x[row], 0) * (1 - AT_BOUND);
    const slips = Math.abs(x[row + 1]) >= bound || Math.abs(x[row + 2]) >= bound;
    return {
      bodyA: bodies[colliders.body[points.a[i]]].name,
      bodyB: bodies[colliders.body[points.b[i]]].name,
      position: scale(add(vec3At(points.pointA, 3 * i), vec3At(points.pointB, 3 * i)), 0.5),
      normal,
      gap: points.gap[i],
      force: scale(add(scale(normal, x[row]), along), 1 / h),
      normalForce: x[row] / h,
      state: x[row] > 0 ? (slips ? 'slip' : 'stick') : 'open',
    };
  });
}
