/**
 * A joint: rows that hold bodies together, and the forces that follow from their impulses.   docs/theory/joints.md (JO1)
 *
 *   phi: kept at zero,   w = dphi/dt = J v,   C = 1/(h^2 k + h beta),   D = k/(h k + beta)
 *
 * A joint between two bodies is assembled from parts (joint-part.ts); adding one is one file here, a line in kinds.ts and a section
 * of the theory page. One test measures every kind: Jacobian and geometric stiffness against finite differences.
 */

import { type Field, type FieldTable, optional, required } from '../../checks/fields.ts';
import type { Value } from '../../checks/value.ts';
import { boolean, choice, direction, number, text, vector } from '../../checks/values.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import type { RowBuilder } from '../../problem/rows/row-builder.ts';
import type { Body } from '../bodies/body.ts';
import type { Turning } from '../bodies/exact-turns.ts';
import { someBody } from '../bodies/references.ts';
import type { Frames } from './parts/frames.ts';

/** Motion along an axis: rad about it, or m along it. */
export type Freedom = 'turn' | 'slide';

/** Force and torque of a joint on body b, at the joint's point, world axes. */
export interface Reaction {
  /** N */
  readonly force: Vec3;
  /** N m */
  readonly torque: Vec3;
}

/** Forces along one free axis of a joint, on b in the direction in which its coordinate grows: N, or N m about a rotation. */
export interface AxisForces {
  /** Force of the motor or the servo; undefined without one. */
  readonly motor: number | undefined;
  /** Force of the limits; undefined without one. */
  readonly limit: number | undefined;
  /** Friction of the axis; undefined without one. */
  readonly friction: number | undefined;
}

/** A step that is about to be taken. */
export interface StepStart {
  /** Time at which it begins, s. */
  readonly time: number;
  /** s */
  readonly h: number;
  /** Poses, and six numbers per body of velocity, at which it begins. */
  readonly frames: Frames;
  readonly velocity: Float64Array;
}

/** A step that has ended, for joints that keep something of it. */
export interface StepOutcome {
  /** The poses that the rows were written at, and those that the step led to. */
  readonly before: Frames;
  readonly after: Frames;
  /** Impulses of all rows, N s or N m s; those of this joint from `at`. */
  readonly x: Float64Array;
  readonly at: number;
  /** s */
  readonly h: number;
}

/** A rod or a rope under tension, with its arms from the centres of a and b. */
export interface Pull {
  readonly a: number;
  readonly b: number;
  readonly rA: Vec3;
  readonly rB: Vec3;
  /** Unit. */
  readonly along: Vec3;
  /** Impulse of its tension over its length, N s/m. */
  readonly stiffness: number;
}

/** Receives the geometric stiffness of one body: nine numbers, row-major, kg m^2; valid during the call. */
export type EmitStiffness = (body: number, K: Float64Array) => void;

/** Reports rods and ropes that pull with the impulses x of the rows from `at`. */
export type ReportPulls = (frames: Frames, x: Float64Array, at: number, emit: (pull: Pull) => void) => void;

/** J M^-1 J' of one body, six numbers of J; 0 for the world and for bodies that impulses do not move. */
export type InverseMass = (body: number, J: ArrayLike<number>) => number;

export interface Joint {
  readonly kind: string;
  readonly name: string;
  /** Numbers of the bodies that it connects; -1 is the world. */
  readonly bodies: readonly number[];
  /** Names of its rows, in order; their number never changes. */
  readonly rows: readonly string[];
  /** All that it remembers between steps: turns counted, speeds and targets that were set, whether it broke. */
  readonly state: Float64Array | undefined;
  /** True: it keeps its two bodies at a place, a length or a direction of each other, so that it can close a loop. */
  readonly holds: boolean;
  /** True: it holds directions of its bodies against each other. */
  readonly holdsAngles: boolean;
  /** True once its reaction exceeded its limit; its rows then do nothing. */
  readonly broken: boolean;
  /**
   * Called once per step before its rows are written: drives that follow the time set what they ask for. True: it has changed, so
   * that its bodies must be awake.
   */
  begin?(start: StepStart): boolean;
  /** Writes its rows; changes nothing else. */
  write(frames: Frames, h: number, rows: RowBuilder): void;
  /** Distance between the points that it holds together, m; 0 for joints that hold none. */
  gap(frames: Frames): number;
  /** Reaction on body b at the joint's point, from the impulses x of the rows from `at`, written at `frames` (JO16). */
  reaction(frames: Frames, x: Float64Array, at: number, h: number): Reaction;
  /** The same without the forces along its free axes: the load of its bearing. */
  bearing(frames: Frames, x: Float64Array, at: number, h: number): Reaction;
  /** Forces along a free axis, from the same impulses; undefined if it has no such axis. */
  axisForces(x: Float64Array, at: number, h: number, freedom?: Freedom): AxisForces | undefined;
  /** h K of each body that can be given one: the turning of J^T x with that body alone (JO18). */
  turnStiffness(frames: Frames, x: Float64Array, at: number, emit: EmitStiffness): void;
  /** Reports its rods and ropes that pull with the impulses x (IN22). */
  readonly pulls?: ReportPulls | undefined;
  /** True: what it holds has come apart in the step by more than its springs explain (IN9). */
  torn(step: StepOutcome): boolean;
  /**
   * True: a limit or a rope is met at speed within the step, or a drive without a limit to its force jumps to another rate, which an
   * integrator has to treat as an impact (JO11), (JO25).
   */
  strikes(frames: Frames, velocity: Float64Array, h: number, inverseMass: InverseMass): boolean;
  /** How it sees one of its bodies turn (JO27). */
  turningOf(body: number): Turning;
  /** Called once after each step that is kept: counts turns, and breaks. */
  record(step: StepOutcome): void;
  /** Angle (rad, over any number of turns) or position (m) along its free axis, zero at the pose in which it was made; undefined if it has none. */
  coordinate(frames: Frames, freedom?: Freedom): number | undefined;
  /** Rate of that coordinate, rad/s or m/s, with `velocity` six numbers per body. */
  rate(frames: Frames, velocity: Float64Array, freedom?: Freedom): number | undefined;
  /** Speed of its motor (rad/s, m/s) or target of its servo (rad, m) at present; undefined without an axis to drive. */
  driven?(freedom?: Freedom): number | undefined;
  /** Sets the speed of the motor, rad/s or m/s. @throws ContractError if there is none */
  setSpeed(speed: number, freedom?: Freedom): void;
  /** Sets the target of the servo, rad or m. @throws ContractError if there is none */
  setTarget(target: number, freedom?: Freedom): void;
}

/** Rows of all joints. */
export function rowCount(joints: readonly Joint[]): number {
  let n = 0;
  for (const joint of joints) n += joint.rows.length;
  return n;
}

/** Options of every joint. */
export interface JointCommon extends Partial<Stiffness>, Breaking {
  /** Spring of its rows that hold angles, N m/rad, > 0. Default: the number of `stiffness`. */
  readonly angularStiffness?: number;
  /** Damper of its rows that hold angles, N m s/rad, >= 0. Default: the number of `damping`. */
  readonly angularDamping?: number;
  /** Default KIND-N. */
  readonly name?: string;
  /** Bodies that it joins; left out: the world. */
  readonly a?: Body;
  readonly b?: Body;
  /** True: the two bodies still collide with each other. Default false. */
  readonly collide?: boolean;
}

/** The load at which a joint breaks. A broken joint stays broken. */
export interface Breaking {
  /** N, > 0. Default: any force. */
  readonly breakForce?: number;
  /** N m, > 0. Default: any torque. */
  readonly breakTorque?: number;
}

/** A joint's bodies, poses and springs, with names resolved and defaults filled in. */
export interface JointPlace {
  readonly name: string;
  /** Frames at the bodies' present poses. */
  readonly frames: Frames;
  /** Body numbers; -1 is the world. */
  readonly a: number;
  readonly b: number;
  /** Springs of rows that hold lengths, and of rows that hold angles. */
  readonly stiffness: Stiffness;
  readonly angular: Stiffness;
  /** Root of the mean square distance of a body's mass from its centre, m; 0 for bodies that impulses do not move. */
  readonly gyration: (body: number) => number;
}

/** Spring and damper of a joint's rows. EATK18 Table 1: 1e10 N/m and 1e8 kg/s, for angular rows in N m/rad and N m s/rad. */
export interface Stiffness {
  /** k, N/m (N m/rad), > 0. */
  readonly stiffness: number;
  /** beta, kg/s (N m s/rad), >= 0. */
  readonly damping: number;
}

/** An approach to a limit that is slower is no impact: m/s or rad/s. */
const IMPACT_SPEED = 0.02;

/** A gap phi (m, rad) that closes at `rate` within the step, as an impact. */
export const closesHard = (phi: number, rate: number, h: number): boolean => rate < -IMPACT_SPEED && phi + h * rate < 0;

/** A rate that changes by more at once, m/s or rad/s. */
export const jumps = (change: number): boolean => Math.abs(change) > IMPACT_SPEED;

/** True: a step of length h resolves the spring, h sqrt(k a) <= 1 (IN35): whatever it does is no impact. */
export const isResolved = ({ stiffness }: Stiffness, a: number, h: number): boolean => h * h * stiffness * a <= 1;

export const JOINT_STIFFNESS: Stiffness = { stiffness: 1e10, damping: 1e8 };

/** Springs of rows that hold lengths, and of rows that hold angles: the same numbers unless these have their own. */
export function stiffnessOf(options: JointCommon): Pick<JointPlace, 'stiffness' | 'angular'> {
  const { stiffness = JOINT_STIFFNESS.stiffness, damping = JOINT_STIFFNESS.damping } = options;
  const { angularStiffness = stiffness, angularDamping = damping } = options;
  return { stiffness: { stiffness, damping }, angular: { stiffness: angularStiffness, damping: angularDamping } };
}

export const compliance = ({ stiffness, damping }: Stiffness, h: number): number =>
  1 / (h * h * stiffness + h * damping);
export const stabilisation = ({ stiffness, damping }: Stiffness, h: number): number =>
  stiffness / (h * stiffness + damping);

/** Spring and damper of some rows: their own (damping 0 if only a stiffness is given), else the joint's. */
export function ownStiffness(given: Partial<Stiffness>, joint: Stiffness): Stiffness {
  const { stiffness = joint.stiffness, damping = given.stiffness === undefined ? joint.damping : 0 } = given;
  return { stiffness, damping };
}

/** The fields of spring and damper of rows that hold a length (m) or an angle (rad). */
export function stiffnessFields(
  per: 'm' | 'rad' | 'either',
  defaults: readonly [string, string],
): FieldTable<Partial<Stiffness>> {
  const k = { m: 'N/m', rad: 'N m/rad', either: 'N/m (N m/rad)' }[per];
  const beta = { m: 'kg/s', rad: 'N m s/rad', either: 'kg/s (N m s/rad)' }[per];
  return {
    stiffness: optional(number('a stiffness', { above: 0, unit: k }), 'spring of its rows', defaults[0]),
    damping: optional(number('a damping', { atLeast: 0, unit: beta }), 'damper of its rows', defaults[1]),
  };
}

export const freedom: Value<Freedom> = choice(['turn', 'slide']);

/** The fields of one kind of joint, besides those of every joint. */
export type JointFields<O extends JointCommon> = FieldTable<Omit<O, keyof JointCommon | 'kind'>>;

export const JOINT: FieldTable<JointCommon> = {
  name: optional(text, 'of its own', '`KIND-N`'),
  a: optional(someBody, 'the first body', 'the world'),
  b: optional(someBody, 'the second body', 'the world'),
  collide: optional(boolean, 'whether the two bodies still collide with each other', '`false`'),
  ...stiffnessFields('either', ['1e10', '1e8']),
  angularStiffness: optional(
    number('a stiffness', { above: 0, unit: 'N m/rad' }),
    'spring of its rows that hold angles',
    'the number of `stiffness`',
  ),
  angularDamping: optional(
    number('a damping', { atLeast: 0, unit: 'N m s/rad' }),
    'damper of its rows that hold angles',
    'the number of `damping`',
  ),
  breakForce: optional(
    number('a force', { above: 0, unit: 'N', infinite: 'program' }),
    'the load at which it breaks',
    'none',
  ),
  breakTorque: optional(
    number('a torque', { above: 0, unit: 'N m', infinite: 'program' }),
    'the load at which it breaks',
    'none',
  ),
};

/** Field of a point in the world, at the bodies' present poses; `carrier` takes it along. */
export const pointField = (carrier: string, summary: string): Field<Vec3> => ({
  ...required(vector('m'), `${summary}, in the world`),
  moves: { as: 'point', with: carrier },
});

export const axisField = (carrier: string, summary: string): Field<Vec3> => ({
  ...required(direction, `${summary}, in the world`),
  moves: { as: 'direction', with: carrier },
});
