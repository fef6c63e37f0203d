/**
 * Kinematic bodies whose pose is given as a function of time.   docs/theory/dynamics.md (DY7)-(DY9)
 *
 *   v = (x(t + h) - x(t))/h,    omega = the turn of p = q(t + h) q(t)^-1 over h        over one step
 *
 * The velocity of a step is the one that leads exactly from pose to pose, not the derivative at either end: contacts see what
 * happens, and the body follows its motion without drift after any number of steps.
 */

import { ContractError } from '../../checks/errors.ts';
import { byKind, type FieldTable, type Kind, optional, required } from '../../checks/fields.ts';
import { checked, type Value } from '../../checks/value.ts';
import { angle, direction, number, program, vector } from '../../checks/values.ts';
import { found, shortened } from '../../checks/wording.ts';
import { atan2, PI, sin } from '../../linalg/elementary.ts';
import { axisAngle, conjugate, multiply, type Quat, quatAt, unitQuat } from '../../linalg/quat.ts';
import { add, length, scale, unit, type Vec3, vec3At } from '../../linalg/vec3.ts';
import type { Bodies } from './bodies.ts';
import type { Body } from './body.ts';

/** To and fro along a line: a (sin(2 pi f t + phase) - sin phase), so that it starts where the body is. */
export interface Oscillation {
  readonly kind: 'oscillation';
  /** a, half of the way from end to end, m, >= 0. */
  readonly amplitude: number;
  /** World axes, any length but zero. */
  readonly direction: Vec3;
  /** f, Hz, >= 0. */
  readonly frequency: number;
  /** rad. Default 0: it starts at full speed; pi/2: at rest. */
  readonly phase?: number;
}

/** Constant velocities: from where the body is, by v t and |omega| t about omega, exactly. */
export interface UniformMotion {
  readonly kind: 'uniform';
  /** m/s. Default none. */
  readonly velocity?: Vec3;
  /** rad/s, world axes. Default none. */
  readonly angularVelocity?: Vec3;
}

/** A pose given by a function; the body is put there at once. */
export interface PathMotion {
  readonly kind: 'path';
  /**
   * Pose at a time of the world (s): m, x y z w (default: as the body is). It has to depend on the time alone: snapshots hold
   * no memory of it. Less than half a turn per step.
   */
  readonly pose: (time: number) => { readonly position: Vec3; readonly orientation?: Quat };
}

export type PrescribedMotion = Oscillation | UniformMotion | PathMotion;

/** A body's motion with where and when it began; never changed once made. */
export interface Course {
  readonly motion: PrescribedMotion;
  /** Steps that the world had taken. */
  readonly start: number;
  /** Pose then, seven numbers. */
  readonly origin: Float64Array;
}

const DEFAULT_PHASE = 0;

type Fields<M> = FieldTable<Omit<M, 'kind'>>;

const OSCILLATION: Fields<Oscillation> = {
  amplitude: required(number('an amplitude', { atLeast: 0, unit: 'm' }), 'half of the way from end to end'),
  direction: required(direction, 'world axes'),
  frequency: required(number('a frequency', { atLeast: 0, unit: 'Hz' }), 'f in a (sin(2πft + phase) − sin phase)'),
  phase: optional(angle, '0: it starts at full speed; 1.5707963: at rest', '0'),
};
const UNIFORM: Fields<UniformMotion> = {
  velocity: optional(vector('m/s'), 'world axes', 'none'),
  angularVelocity: optional(vector('rad/s'), 'world axes', 'none'),
};
const PATH: Fields<PathMotion> = {
  pose: required(
    program('a function of the time in s', (given) => typeof given === 'function'),
    'pose at a time',
  ),
};

/** The only list of prescribed motions. */
export const MOTIONS: { readonly [K in PrescribedMotion['kind']]: Kind } = {
  oscillation: { summary: 'to and fro along a line', fields: OSCILLATION },
  uniform: { summary: 'constant velocities', fields: UNIFORM },
  path: { summary: 'a function of time', fields: PATH, only: 'program' },
};

export const anyPrescribed: Value<PrescribedMotion> = byKind<PrescribedMotion>(MOTIONS, 'a motion with a kind');

/** @throws ContractError for a kind or a number that does not fit */
export function makeCourse(where: string, motion: PrescribedMotion, start: number, origin: Float64Array): Course {
  return { motion: checked(anyPrescribed, motion, where, 'motion'), start, origin };
}

/** Pose on a course after `steps` steps of the world, seven numbers from `at`. @throws ContractError if a path returns no pose */
export function placeOnCourse(
  { motion, start, origin }: Course,
  steps: number,
  h: number,
  where: string,
  out: Float64Array,
  at: number,
): void {
  const time = (steps - start) * h;
  const from = vec3At(origin, 0);
  const turned = quatAt(origin, 3);
  if (motion.kind === 'oscillation') {
    const { amplitude, direction, frequency, phase = DEFAULT_PHASE } = motion;
    const turns = frequency * time; // whole turns are taken off before anything is rounded
    const s = amplitude * (sin(2 * PI * (turns - Math.floor(turns)) + phase) - sin(phase));
    out.set(add(from, scale(unit(direction), s)), at);
    out.set(turned, at + 3);
  } else if (motion.kind === 'uniform') {
    const { velocity = [0, 0, 0], angularVelocity = [0, 0, 0] } = motion;
    const speed = length(angularVelocity);
    const double = (speed * time) / (4 * PI); // a quaternion comes back after two turns
    out.set(add(from, scale(velocity, time)), at);
    out.set(
      speed > 0 ? multiply(axisAngle(angularVelocity, 4 * PI * (double - Math.floor(double))), turned) : turned,
      at + 3,
    );
  } else {
    const pose = motion.pose(steps * h);
    const { position, orientation = turned } = pose ?? {};
    if (position?.length !== 3 || orientation.length !== 4)
      throw new ContractError(
        `${where}: motion.pose: expected { position: three numbers (m), orientation: x y z w } at ${steps * h} s, found ${found(pose)}`,
      );
    out.set(position, at);
    out.set(unitQuat(orientation), at + 3);
  }
}

/** The velocities (DY8), (DY9) that lead a body from its pose to `target` in one step. */
export function velocityTo(target: Float64Array, { pose, velocity }: Bodies, k: number, h: number): void {
  const at = 7 * k;
  for (let c = 0; c < 3; c++) velocity[6 * k + c] = (target[at + c] - pose[at + c]) / h;
  const [x, y, z, w] = multiply(quatAt(target, at + 3), conjugate(quatAt(pose, at + 3)));
  const still = [3, 4, 5, 6].every((c) => target[at + c] === pose[at + c]); // q q^-1 is 1 to rounding only
  const size = length([x, y, z]);
  const angle = 2 * atan2(size, Math.abs(w));
  velocity.set(still || size === 0 ? [0, 0, 0] : scale([x, y, z], (w < 0 ? -angle : angle) / (h * size)), 6 * k + 3);
}

/** Moves a body with a given velocity, six numbers per body, for one step: by h v and by h |omega| about omega, exactly. */
export function moveGiven(pose: Float64Array, k: number, velocity: Float64Array, h: number, out: Float64Array): void {
  const at = 7 * k;
  for (let c = 0; c < 3; c++) out[at + c] = pose[at + c] + h * velocity[6 * k + c];
  const omega = vec3At(velocity, 6 * k + 3);
  const from = quatAt(pose, at + 3);
  const speed = length(omega);
  out.set(speed > 0 ? unitQuat(multiply(axisAngle(omega, h * speed), from)) : from, at + 3);
}

/** The time of a world. */
interface Clock {
  /** Steps taken. */
  readonly steps: number;
  /** s */
  readonly timeStep: number;
}

/** Starts a course at `pose` now, and writes the course's first pose back (it differs only for `path`). */
export function startCourse(where: string, motion: PrescribedMotion, pose: Float64Array, now: Clock): Course {
  const course = makeCourse(where, motion, now.steps, pose.slice());
  placeOnCourse(course, now.steps, now.timeStep, where, pose, 0);
  return course;
}

/** The last path of each body that had one: a function, which no snapshot can hold. */
const paths = new WeakMap<Body, PrescribedMotion>();

/** The path that a body with this number has, or had before it was prescribed another motion or removed. */
export function pathOf({ courses, handles }: Bodies, k: number): PrescribedMotion | undefined {
  const motion = courses.get(k)?.motion;
  const body = handles[k];
  return motion?.kind === 'path' || !body ? motion : (paths.get(body) ?? motion);
}

/** A body with this course is in the world, for the time when it is there no more. */
export function rememberPath(body: Body, { motion }: Course): void {
  if (motion.kind === 'path') paths.set(body, motion);
}

/** @throws ContractError for a body that is not kinematic, or a number that does not fit */
export function prescribeMotion(store: Bodies, body: Body, motion: PrescribedMotion | undefined, now: Clock): void {
  const { pose, velocity, courses } = store;
  const [k, where] = [body.index, `body ${shortened(body.name)}`];
  if (body.motion !== 'kinematic')
    throw new ContractError(`${where}: motion: expected a kinematic body, found a ${body.motion} one`);
  const here = pose.slice(7 * k, 7 * k + 7);
  const course = motion && startCourse(where, motion, here, now);
  body.wake();
  velocity.fill(0, 6 * k, 6 * k + 6);
  pose.set(here, 7 * k);
  if (course) {
    courses.set(k, course);
    rememberPath(body, course);
  } else courses.delete(k);
}
