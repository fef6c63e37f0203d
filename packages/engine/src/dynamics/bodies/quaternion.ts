/**
 * Rotations for users: unit quaternions x y z w, as bodies have them, turned and mixed with the engine's own elementary functions,
 * so that the same numbers come out on every platform. Everything that takes a rotation takes { axis, angle } (rad) too.
 */
import { checked } from '../../checks/value.ts';
import { angle as anAngle, direction, number, rotation, vector } from '../../checks/values.ts';
import { atan2, cos, sin } from '../../linalg/elementary.ts';
import type { Quat, Rotation } from '../../linalg/quat.ts';
import * as quat from '../../linalg/quat.ts';
import { unit as unitVector, type Vec3 } from '../../linalg/vec3.ts';

const share = number('a share', { atLeast: 0, atMost: 1 });
const unitOf = (where: string, given: Rotation): Quat => quat.unitQuat(checked(rotation, given, where));

/** No rotation: (0, 0, 0, 1). */
export const identity: Quat = quat.NO_ROTATION;

/** By `angle` (rad) about `axis` (any length but zero), right-handed. */
export const axisAngle = (axis: Vec3, angle: number): Quat =>
  quat.axisAngle(
    checked(direction, axis, 'quaternion.axisAngle', 'axis'),
    checked(anAngle, angle, 'quaternion.axisAngle', 'angle'),
  );

/** The rotation b followed by the rotation a. */
export const multiply = (a: Rotation, b: Rotation): Quat =>
  quat.multiply(unitOf('quaternion.multiply', a), unitOf('quaternion.multiply', b));

/** The rotation that undoes q. */
export const inverse = (q: Rotation): Quat => quat.conjugate(unitOf('quaternion.inverse', q));

/** A vector after the rotation: from body axes to world axes if q is the orientation of a body. */
export const rotate = (q: Rotation, v: Vec3): Vec3 =>
  quat.rotate(unitOf('quaternion.rotate', q), checked(vector('any unit'), v, 'quaternion.rotate'));

/** The shortest rotation from one direction to another (any lengths but zero). */
export const between = (from: Vec3, to: Vec3): Quat => {
  const [a, b] = [from, to].map((v) => unitVector(checked(direction, v, 'quaternion.between')));
  return quat.turning(a, b);
};

/**
 * The rotation at the share t (0 to 1) of the shorter way from a to b, at constant speed: what a page draws between two steps.
 * The quaternion is continuous from a: it may end at -b, which is the same rotation as b.
 */
export function slerp(a: Rotation, b: Rotation, t: number): Quat {
  const from = unitOf('quaternion.slerp', a);
  const part = checked(share, t, 'quaternion.slerp', 't');
  const [x, y, z, w] = quat.multiply(quat.conjugate(from), unitOf('quaternion.slerp', b));
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (sine === 0) return from;
  const half = part * atan2(sine, Math.abs(w));
  const size = ((w < 0 ? -1 : 1) * sin(half)) / sine;
  return quat.unitQuat(quat.multiply(from, [size * x, size * y, size * z, cos(half)]));
}
