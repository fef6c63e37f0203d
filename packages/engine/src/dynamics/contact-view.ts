/** The contacts of the last step as users read them: who, where, with what force, and whether it sticks. */
import type { ContactPoints } from '../collision/detector.ts';
import { add, scale, tangents, type Vec3, vec3At } from '../linalg/vec3.ts';
import type { ColliderTable } from './colliders.ts';
import type { StepMemory } from './step-report.ts';

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
  { contactImpulse: x }: StepMemory,
  h: number,
  points: ContactPoints,
  colliders: ColliderTable,
  names: readonly string[],
): ContactView[] {
  return Array.from({ length: Math.min(points.count, x.length / 3) }, (_, i) => {
    const normal = vec3At(points.normal, 3 * i);
    const [t1, t2] = tangents(normal); // as ContactRows has them
    const [xn, x1, x2] = vec3At(x, 3 * i);
    const { friction } = colliders.materialOf(points.a[i], points.b[i]);
    const bound = friction * Math.max(xn, 0) * (1 - AT_BOUND);
    const slips = Math.abs(x1) >= bound || Math.abs(x2) >= bound;
    return {
      bodyA: names[colliders.body[points.a[i]]],
      bodyB: names[colliders.body[points.b[i]]],
      position: scale(add(vec3At(points.pointA, 3 * i), vec3At(points.pointB, 3 * i)), 0.5),
      normal,
      gap: points.gap[i],
      force: scale(add(scale(normal, xn), add(scale(t1, x1), scale(t2, x2))), 1 / h),
      normalForce: xn / h,
      state: xn > 0 ? (slips ? 'slip' : 'stick') : 'open',
    };
  });
}
