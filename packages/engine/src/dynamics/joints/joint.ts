/**
 * What every joint is: rows that hold bodies together, and what follows from their impulses.   docs/theory/joints.md (JO1)
 *
 *   phi = what it keeps at zero,   w = dphi/dt = J v,   C = 1/(h^2 k + h beta),   D = k/(h k + beta)
 *
 * A joint between two bodies is assembled from parts (joint-part.ts); adding one is one file here, a line in kinds.ts and a section
 * of the theory page. One test measures every kind: Jacobian and geometric stiffness against finite differences.
 */

import { ContractError } from '../../checks/errors.ts';
import { found } from '../../checks/wording.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import type { RowBuilder } from '../../problem/row-builder.ts';
import type { Body } from '../body.ts';
import type { Frames } from './frames.ts';

/** How a body may move along an axis: rad about it, or m along it. */
export type Freedom = 'turn' | 'slide';

/** What a joint does to body b, at the joint's point, world axes. */
export interface Reaction {
  /** N */
  readonly force: Vec3;
  /** N m */
  readonly torque: Vec3;
}

/** A step that has ended: what a joint may want to remember of it. */
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

/** Receives the geometric stiffness of one body: nine numbers, row-major, kg m^2; valid during the call. */
export type EmitStiffness = (body: number, K: Float64Array) => void;

export interface Joint {
  readonly kind: string;
  readonly name: string;
  /** Numbers of the bodies that it connects; -1 is the world. */
  readonly bodies: readonly number[];
  /** The longer of its arms from a centre of mass, m; a gap that is not small against it means that a step has failed. */
  readonly reach?: number | undefined;
  /** Names of its rows, in order; their number never changes. */
  readonly rows: readonly string[];
  /** All that it remembers between steps: turns counted, speeds and targets that were set, whether it broke. */
  readonly state: Float64Array | undefined;
  /** True once its reaction exceeded what it bears; its rows then do nothing. */
  readonly broken: boolean;
  /** Writes its rows; changes nothing else. */
  write(frames: Frames, h: number, rows: RowBuilder): void;
  /** Distance between the points that it holds together, m; 0 for joints that hold none. */
  gap(frames: Frames): number;
  /** On body b at the joint's point, from the impulses x of the rows from `at`, written at `frames` (JO16). */
  reaction(frames: Frames, x: Float64Array, at: number, h: number): Reaction;
  /** h K of each body that can be given one: the turning of J^T x with that body alone (JO18). */
  turnStiffness(frames: Frames, x: Float64Array, at: number, emit: EmitStiffness): void;
  /** True: a limit or a rope is met at speed within the step, which an integrator has to treat as an impact (JO11). */
  strikes(frames: Frames, velocity: Float64Array, h: number): boolean;
  /** Called once after each step that is kept: counts turns, and breaks. */
  record(step: StepOutcome): void;
  /** Angle (rad, over any number of turns) or position (m) along its free axis, zero where it was made; undefined without one. */
  coordinate(frames: Frames, freedom?: Freedom): number | undefined;
  /** Rate of that coordinate, rad/s or m/s, with `velocity` six numbers a body. */
  rate(frames: Frames, velocity: Float64Array, freedom?: Freedom): number | undefined;
  /** Of the motor, rad/s or m/s. @throws ContractError where there is none */
  setSpeed(speed: number, freedom?: Freedom): void;
  /** Of the servo, rad or m. @throws ContractError where there is none */
  setTarget(target: number, freedom?: Freedom): void;
}

/** What every joint is made with. */
export interface JointCommon extends Partial<Stiffness>, Breaking {
  /** Default KIND-N. */
  readonly name?: string;
  /** Bodies that it joins; left out: the world. */
  readonly a?: Body;
  readonly b?: Body;
  /** True: the two bodies still collide with each other. Default false. */
  readonly collide?: boolean;
}

/** What a joint bears before it lets go for ever. */
export interface Breaking {
  /** N, > 0. Default: any force. */
  readonly breakForce?: number;
  /** N m, > 0. Default: any torque. */
  readonly breakTorque?: number;
}

/** A joint's place, once names and defaults are settled. */
export interface JointPlace {
  readonly name: string;
  /** At the bodies' present poses. */
  readonly frames: Frames;
  /** Body numbers; -1 is the world. */
  readonly a: number;
  readonly b: number;
  readonly stiffness: Stiffness;
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

export const JOINT_STIFFNESS: Stiffness = { stiffness: 1e10, damping: 1e8 };

export const compliance = ({ stiffness, damping }: Stiffness, h: number): number =>
  1 / (h * h * stiffness + h * damping);
export const stabilisation = ({ stiffness, damping }: Stiffness, h: number): number =>
  stiffness / (h * stiffness + damping);

/** @throws ContractError that says which joint, what was expected and what was found. */
export function expectPoint(name: string, point: Vec3, key = 'point'): Vec3 {
  if (!(point?.length === 3 && point.every(Number.isFinite)))
    throw new ContractError(`joint ${name}: ${key}: expected three numbers (m), found ${found(point)}`);
  return point;
}

export function expectAxis(name: string, axis: Vec3, key = 'axis'): Vec3 {
  if (!(axis?.length === 3 && axis.every(Number.isFinite) && axis.some((c) => c !== 0)))
    throw new ContractError(`joint ${name}: ${key}: expected a direction of three numbers, found ${found(axis)}`);
  return axis;
}

export function expectNumber(name: string, key: string, value: number, allowed: boolean, expected: string): number {
  if (typeof value !== 'number' || !allowed)
    throw new ContractError(`joint ${name}: ${key}: expected ${expected}, found ${found(value)}`);
  return value;
}

/** Spring and damper of some rows: their own (damping 0 where only a stiffness is given), else the joint's. */
export function ownStiffness(
  name: string,
  key: string,
  given: Partial<Stiffness>,
  joint: Stiffness,
  unit: 'rad' | 'm',
): Stiffness {
  const { stiffness = joint.stiffness, damping = given.stiffness === undefined ? joint.damping : 0 } = given;
  const [k, beta] = unit === 'rad' ? ['N m/rad', 'N m s/rad'] : ['N/m', 'kg/s'];
  expectNumber(name, `${key}.stiffness`, stiffness, stiffness > 0 && stiffness < Infinity, `a stiffness > 0 in ${k}`);
  expectNumber(name, `${key}.damping`, damping, damping >= 0 && damping < Infinity, `a damping >= 0 in ${beta}`);
  return { stiffness, damping };
}
