/**
 * The motion of bodies through a step, for force laws: the poses at both ends, halfway between them, and the mean velocity.
 * docs/theory/forces.md (FE7)
 *
 *   halfway = mean of body vectors (JO5), so that   (p(q+) - p(q))/h = v + omega x r   exactly, with v, omega, r of the middle
 *
 * An instant is a motion whose ends are the same.
 */
import type { Quat } from '../../linalg/quat.ts';
import { quatAt, unitQuat } from '../../linalg/quat.ts';
import { add, cross, subtract, type Vec3, vec3At } from '../../linalg/vec3.ts';
import type { Body } from '../bodies/body.ts';
import { Frames } from '../joints/parts/frames.ts';

/** One spring of a law: J v is the rate of its coordinate. */
export interface LawSpring {
  /** -dF/dq, N/m or N m/rad, and -dF/drate, kg/s or N m s/rad. */
  readonly stiffness: number;
  readonly damping: number;
  /** Numbers of its two bodies, -1 for the world, with six numbers of J each. */
  readonly a: number;
  readonly b: number;
  readonly Ja: ArrayLike<number>;
  readonly Jb: ArrayLike<number>;
}

export class StepMotion {
  /** Time in the middle, s. */
  time = 0;
  /** Frames at the start of the motion, at its end, and halfway. @internal */
  readonly start: Frames;
  readonly end: Frames;
  readonly middle: Frames;
  private readonly poses: readonly [Float64Array, Float64Array];
  private readonly mean: Float64Array;
  private readonly force: Float64Array;

  /** @param velocity mean, six numbers per body @param force six numbers per body, to which laws add */
  constructor(start: Float64Array, end: Float64Array, velocity: Float64Array, force: Float64Array) {
    this.poses = [start, end];
    this.start = new Frames(start);
    this.end = new Frames(end);
    this.middle = new Frames(start, end);
    this.mean = velocity;
    this.force = force;
  }

  /** Centre of mass in the middle, m. */
  position({ index: k }: Body): Vec3 {
    const [p, q] = this.poses.map((pose) => vec3At(pose, 7 * k));
    return [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1]), 0.5 * (p[2] + q[2])];
  }

  /** Orientation in the middle. */
  orientation({ index: k }: Body): Quat {
    const [p, q] = this.poses.map((pose) => quatAt(pose, 7 * k + 3));
    const sign = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3] < 0 ? -1 : 1;
    return unitQuat([p[0] + sign * q[0], p[1] + sign * q[1], p[2] + sign * q[2], p[3] + sign * q[3]]);
  }

  /** Mean velocity, m/s. */
  velocity({ index: k }: Body): Vec3 {
    return vec3At(this.mean, 6 * k);
  }

  /** Mean angular velocity, rad/s. */
  angularVelocity({ index: k }: Body): Vec3 {
    return vec3At(this.mean, 6 * k + 3);
  }

  /** Adds a force (N, world axes) at `point` (world, m), by default at the centre of mass. */
  applyForce(body: Body, force: Vec3, point?: Vec3): void {
    this.push(body.index, force, point ? subtract(point, this.position(body)) : [0, 0, 0]);
  }

  /** Adds a torque (N m, world axes). */
  applyTorque(body: Body, torque: Vec3): void {
    this.turn(body.index, torque);
  }

  /** Mean velocity of the point at `arm` from the centre of body k; -1 is the world. @internal */
  velocityAt(k: number, arm: Vec3): Vec3 {
    return k < 0 ? [0, 0, 0] : add(vec3At(this.mean, 6 * k), cross(vec3At(this.mean, 6 * k + 3), arm));
  }

  /** Mean angular velocity of body k; -1 is the world. @internal */
  spin(k: number): Vec3 {
    return k < 0 ? [0, 0, 0] : vec3At(this.mean, 6 * k + 3);
  }

  /** A force at an arm of body k; nothing for the world. @internal */
  push(k: number, force: Vec3, arm: Vec3): void {
    if (k < 0) return;
    for (let c = 0; c < 3; c++) this.force[6 * k + c] += force[c];
    this.turn(k, cross(arm, force));
  }

  /** A torque on body k; nothing for the world. @internal */
  turn(k: number, torque: Vec3): void {
    if (k < 0) return;
    for (let c = 0; c < 3; c++) this.force[6 * k + 3 + c] += torque[c];
  }
}
