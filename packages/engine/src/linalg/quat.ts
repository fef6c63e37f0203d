/** Rotations as unit quaternions, x y z w: q turns body axes into world axes. */
import { cos, sin } from './elementary.ts';
import { cross, dot, scale, unit, type Vec3 } from './vec3.ts';

export type Quat = readonly [number, number, number, number];

/** A turn by `angle` (rad) about `axis` (any length but zero), right-handed. */
export interface AxisAngle {
  readonly axis: Vec3;
  readonly angle: number;
}

/** An orientation as users give it: a quaternion x y z w of any length but zero, or an axis and an angle. */
export type Rotation = Quat | AxisAngle;

export const NO_ROTATION: Quat = [0, 0, 0, 1];

/** First b, then a. */
export const multiply = (a: Quat, b: Quat): Quat => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

export const conjugate = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];

/** q/|q|; the zero quaternion, which names no rotation, becomes the identity. */
export function unitQuat(q: Quat): Quat {
  const size = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return size > 0 ? [q[0] / size, q[1] / size, q[2] / size, q[3] / size] : NO_ROTATION;
}

/** By `angle` (rad) about `axis` (any length but zero). */
export function axisAngle(axis: Vec3, angle: number): Quat {
  const [x, y, z] = scale(unit(axis), sin(angle / 2));
  return [x, y, z, cos(angle / 2)];
}

/** The unit quaternion of an orientation. */
export const toQuat = (rotation: Rotation): Quat =>
  'axis' in rotation ? axisAngle(rotation.axis, rotation.angle) : unitQuat(rotation);

/** The shortest rotation that turns the unit vector `from` into the unit vector `to`. */
export function turning(from: Vec3, to: Vec3): Quat {
  const w = 1 + dot(from, to);
  if (w < 1e-14) {
    const across: Vec3 = Math.abs(from[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0];
    const [x, y, z] = unit(cross(from, across));
    return [x, y, z, 0];
  }
  const [x, y, z] = cross(from, to);
  return unitQuat([x, y, z, w]);
}

/** v in world axes. */
export const rotate = (q: Quat, v: Vec3): Vec3 => rotateAt(q, 0, v);

/** The same by the quaternion that is found at `at`: v + w t + u x t, t = 2 u x v. */
export function rotateAt(q: ArrayLike<number>, at: number, v: Vec3): Vec3 {
  const ux = q[at];
  const uy = q[at + 1];
  const uz = q[at + 2];
  const w = q[at + 3];
  const tx = (uy * v[2] - uz * v[1]) * 2;
  const ty = (uz * v[0] - ux * v[2]) * 2;
  const tz = (ux * v[1] - uy * v[0]) * 2;
  return [
    v[0] + w * tx + (uy * tz - uz * ty),
    v[1] + w * ty + (uz * tx - ux * tz),
    v[2] + w * tz + (ux * ty - uy * tx),
  ];
}

/** The same into three numbers of `out`. */
export function setRotated(q: ArrayLike<number>, at: number, v: Vec3, out: Float64Array, to: number): void {
  const ux = q[at];
  const uy = q[at + 1];
  const uz = q[at + 2];
  const w = q[at + 3];
  const tx = (uy * v[2] - uz * v[1]) * 2;
  const ty = (uz * v[0] - ux * v[2]) * 2;
  const tz = (ux * v[1] - uy * v[0]) * 2;
  out[to] = v[0] + w * tx + (uy * tz - uz * ty);
  out[to + 1] = v[1] + w * ty + (uz * tx - ux * tz);
  out[to + 2] = v[2] + w * tz + (ux * ty - uy * tx);
}

/** v, given in world axes, in body axes. */
export const unrotate = (q: Quat, v: Vec3): Vec3 => rotate(conjugate(q), v);

export const quatAt = (values: ArrayLike<number>, at: number): Quat => [
  values[at],
  values[at + 1],
  values[at + 2],
  values[at + 3],
];
