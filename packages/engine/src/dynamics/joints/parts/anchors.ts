/** The points and the axis of a joint's options, which move with its bodies. */
import type { Vec3 } from '../../../linalg/vec3.ts';
import { unit } from '../../../linalg/vec3.ts';
import type { JointPlace } from '../joint.ts';
import type { Frames } from './frames.ts';

/** Options of the kinds of joints that have points or axes. */
interface Placed {
  readonly point?: Vec3;
  readonly pointA?: Vec3;
  readonly pointB?: Vec3;
  readonly axis?: Vec3;
  readonly axisA?: Vec3;
  readonly normal?: Vec3;
}

export class Anchors {
  /** Body numbers; -1 is the world. */
  readonly a: number;
  readonly b: number;
  private readonly localA: Vec3 | undefined;
  private readonly localB: Vec3 | undefined;
  private readonly localAxis: Vec3 | undefined;

  constructor({ frames, a, b }: JointPlace, options: object) {
    const { point, pointA = point, pointB = point, axisA, normal, axis = axisA ?? normal } = options as Placed;
    this.a = a;
    this.b = b;
    this.localA = pointA && frames.localPoint(a, pointA);
    this.localB = pointB && frames.localPoint(b, pointB);
    this.localAxis = pointA && axis && frames.localDirection(a, unit(axis));
  }

  /** The point on a and the point on b, world, m; undefined for joints that hold none. */
  points(frames: Frames): readonly [Vec3, Vec3] | undefined {
    const { a, b, localA, localB } = this;
    return localA && localB && [frames.point(a, localA).point, frames.point(b, localB).point];
  }

  /** Unit, world; undefined for joints without a point or an axis. */
  axis(frames: Frames): Vec3 | undefined {
    return this.localAxis && frames.direction(this.a, this.localAxis);
  }
}
