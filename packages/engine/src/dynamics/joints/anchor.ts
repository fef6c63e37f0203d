/**
 * A frame fixed in a body (or in the world): where a joint holds it.
 * Keeps its place in body axes; `update` turns it into the world at the body's pose.
 */
import { quatAt, rotate, unrotate } from '../../linalg/quat.ts';
import { add, subtract, type Vec3, vec3At } from '../../linalg/vec3.ts';
import type { Bodies } from '../bodies.ts';

/** A point given in the world, as seen from `body`; -1 is the world itself. */
export function pointInBody(bodies: Bodies, body: number, point: Vec3): Vec3 {
  if (body < 0) return point;
  return unrotate(quatAt(bodies.pose, 7 * body + 3), subtract(point, vec3At(bodies.pose, 7 * body)));
}

/** A direction given in the world, as seen from `body`. */
export function directionInBody(bodies: Bodies, body: number, direction: Vec3): Vec3 {
  return body < 0 ? direction : unrotate(quatAt(bodies.pose, 7 * body + 3), direction);
}

/** A direction of `body` in world axes. */
export function directionInWorld(bodies: Bodies, body: number, local: Vec3): Vec3 {
  return body < 0 ? local : rotate(quatAt(bodies.pose, 7 * body + 3), local);
}

/** A point of `body` in the world, and its arm from the centre of mass. */
export function pointInWorld(bodies: Bodies, body: number, local: Vec3): { readonly arm: Vec3; readonly point: Vec3 } {
  if (body < 0) return { arm: [0, 0, 0], point: local };
  const arm = rotate(quatAt(bodies.pose, 7 * body + 3), local);
  return { arm, point: add(vec3At(bodies.pose, 7 * body), arm) };
}
