/** Joints and force elements as a scene file writes them: bodies by name, points and axes at the present poses of their bodies. */
import { ContractError } from '../../checks/errors.ts';
import { type AnyTable, isRecord, type Moves } from '../../checks/fields.ts';
import { shortened } from '../../checks/wording.ts';
import { Body } from '../../dynamics/bodies/body.ts';
import type { GivenOptions } from '../../dynamics/bodies/given-options.ts';
import type { ForceElement } from '../../dynamics/forces/force-element.ts';
import { FORCES, type ForceKind } from '../../dynamics/forces/kinds.ts';
import type { Limits } from '../../dynamics/joints/drives/drive.ts';
import { continuedFrom, type DataOfTime, type FunctionOfTime } from '../../dynamics/joints/drives/time-function.ts';
import type { Freedom } from '../../dynamics/joints/joint.ts';
import type { JointView } from '../../dynamics/joints/joint-view.ts';
import { JOINTS, type JointKind } from '../../dynamics/joints/kinds.ts';
import { internalsOf, type JointInternals } from '../../dynamics/world/internals.ts';
import { conjugate, multiply, type Quat, quatAt, rotate } from '../../linalg/quat.ts';
import { add, length, subtract, type Vec3, vec3At } from '../../linalg/vec3.ts';

type Options = Readonly<Record<string, unknown>>;

/** @param now time of the world, s: a file begins at zero */
export function jointDocument(view: JointView, now: number): Options {
  const { given, joint } = internalsOf<JointInternals>(view);
  const { kind } = view;
  if (JOINTS[kind].only)
    throw new ContractError(
      `sceneOf: joint ${shortened(view.name)}: expected a joint that a scene file can hold, found a ${kind} of a program`,
    );
  const moved = hasMoved(given);
  const held = (kind === 'distance' || kind === 'revolute-spherical') && moved ? heldLength(given.options) : {};
  const drive = (given: unknown, freedom: Freedom): Options | undefined => {
    if (given === undefined) return undefined;
    const { limits, motor, servo, ...rest } = given as Drive;
    const zero = moved ? (view.coordinate(freedom) ?? 0) : 0; // coordinates count from the present pose in the file
    const set = joint.driven?.(freedom) ?? 0; // speed or target
    const following = (options: Options) => ({ ...options, ...followedMost(options, now, view) });
    return {
      ...rest,
      ...(limits && { limits: { ...limits, lower: below(limits.lower, zero), upper: below(limits.upper, zero) } }),
      ...(motor && { motor: { ...following(motor), speed: followed(motor.speed, now, 0, view) ?? set } }),
      ...(servo && { servo: { ...following(servo), target: followed(servo.target, now, zero, view) ?? set - zero } }),
    };
  };
  const { turn, slide, ...options } = given.options;
  const freedom = ONE_AXIS[kind];
  const own = freedom ? drive(options, freedom) : options;
  const axes = { turn: drive(turn, 'turn'), slide: drive(slide, 'slide') };
  return written({ ...own, ...held, ...axes, name: view.name }, JOINTS[kind].fields, given);
}

/** Kinds whose drive is given among their own fields. */
const ONE_AXIS: Partial<Record<JointKind, Freedom>> = {
  revolute: 'turn',
  planar: 'turn',
  prismatic: 'slide',
  'point-on-line': 'slide',
};

/** A function of time as the file has it; undefined for a number. @throws ContractError for a function of a program */
function followed(given: unknown, now: number, zero: number, { name }: JointView): DataOfTime | undefined {
  if (typeof given === 'number') return undefined;
  const data = continuedFrom(given as FunctionOfTime, now, zero);
  if (data) return data;
  throw new ContractError(
    `sceneOf: joint ${shortened(name)}: expected a drive that a scene file can hold, found a function of a program`,
  );
}

/** The largest torque or force of a motor or servo, if it is a function of time. */
function followedMost({ maxTorque, maxForce }: Options, now: number, view: JointView): Options {
  const entries = Object.entries({ maxTorque, maxForce }).filter(([, given]) => isOverTime(given));
  return Object.fromEntries(entries.map(([key, given]) => [key, followed(given, now, 0, view)]));
}

const isOverTime = (given: unknown): boolean => given !== undefined && typeof given !== 'number';

type Drive = Options & { readonly limits?: Limits; readonly motor?: Options; readonly servo?: Options };

const below = (bound: number | undefined, zero: number) => (bound === undefined ? undefined : bound - zero);

export function forceDocument({ name, given, ...element }: ForceElement): Options {
  const { read } = element as { read?: () => { angle?: number } };
  const kind = given.options.kind as ForceKind;
  const table = FORCES[kind].fields;
  const follows = kind === 'constant-force' && given.options.frame === 'body';
  const turned = hasMoved(given) ? (read?.().angle ?? 0) : 0; // rad; the present angle is 0 in the file
  return written({ ...given.options, name }, follows ? followingForce(table) : table, given, turned);
}

/** Force and torque of a thruster are given in the world, and turn with its body. */
function followingForce(table: AnyTable): AnyTable {
  const moves: Moves = { as: 'direction', with: 'body' };
  return { ...table, force: { ...table.force, moves }, torque: { ...table.torque, moves } };
}

/** A rod without a length of its own holds the one that it was given with. */
function heldLength(options: Options): Options {
  const { pointA, pointB, length: own, minLength, maxLength } = options;
  if (own !== undefined || minLength !== undefined || maxLength !== undefined) return {};
  return { length: length(subtract(pointB as Vec3, pointA as Vec3)) };
}

const isSame = ({ position, orientation }: Body, then: readonly number[]): boolean =>
  [...position, ...orientation].every((c, k) => Object.is(c, then[k]));

const hasMoved = ({ poses }: GivenOptions): boolean => [...poses].some(([body, then]) => !isSame(body, then));

/** Fields in the form of a file. @param turned rad, from where angles are counted */
function written(options: Options, table: AnyTable, given: GivenOptions, turned = 0): Options {
  const entries = Object.entries(options).flatMap(([key, value]) => {
    const moves = Object.hasOwn(table, key) ? table[key].moves : undefined;
    const one = moves ? carried(value, moves, given, turned) : plain(value, given);
    return one === undefined ? [] : [[key, one]];
  });
  return Object.fromEntries(entries);
}

/** Axes of the terms of a differential are fixed in the housing, as those of a gear. */
const INSIDE: AnyTable = { axis: JOINTS.gear.fields.axisA };

/** Bodies become names; a file has no infinite numbers: fields are left out, and tables have null. */
function plain(value: unknown, given: GivenOptions): unknown {
  if (value instanceof Body) return value.name;
  if (value === Infinity || value === -Infinity) return undefined;
  if (Array.isArray(value)) return value.map((one) => (one === Infinity ? null : plain(one, given)));
  return isRecord(value) ? written(value as Options, INSIDE, given) : value;
}

/** At the present pose of the body that carries it, from the one that it had; as it was given if that has not changed. */
function carried(value: unknown, { as, with: key }: Moves, { options, poses }: GivenOptions, turned: number): unknown {
  if (value === undefined) return undefined;
  if (as === 'turn') return (value as number) - turned;
  const v = value as Vec3;
  const body = options[key];
  const then = body instanceof Body ? poses.get(body) : undefined;
  if (!(body instanceof Body) || !then || isSame(body, then)) return v;
  const turn: Quat = multiply(body.orientation, conjugate(quatAt(then, 3)));
  if (as === 'direction') return rotate(turn, v);
  return add(body.position, rotate(turn, subtract(v, vec3At(then, 0))));
}
