/**
 * A joint of a world, as users hold it. Like the handle of a body it is cleared when the joint is removed: from then on every use of
 * it but `name`, `kind` and `removed` throws.   docs/decisions/022-handles.md
 */

import { ContractError } from '../checks/errors.ts';
import { checked } from '../checks/value.ts';
import { vector } from '../checks/values.ts';
import { found, quoted, shortened, unknownName } from '../checks/wording.ts';
import { add, cross, subtract, type Vec3 } from '../linalg/vec3.ts';
import type { Bodies } from './bodies.ts';
import type { Body } from './body.ts';
import type { Anchors } from './joints/anchors.ts';
import { Frames } from './joints/frames.ts';
import { type AxisForces, type Freedom, freedom as freedomValue, type Joint, type Reaction } from './joints/joint.ts';
import type { JointKind } from './joints/kinds.ts';
import { rowCount } from './step/solve-group.ts';

/** What a view sees of its world. */
export interface JointSurroundings {
  readonly store: Bodies;
  readonly joints: readonly Joint[];
  /** Impulses of all joint rows in the last step, under `midpoint` the mean of the last two (JO16); empty before the first step and after a joint was added. */
  readonly impulses: () => Float64Array;
  /** s */
  readonly timeStep: number;
}

// Set by the class below, which alone can look into its views.
let jointOf: (view: JointView) => Joint | undefined;
let clear: (view: JointView) => void;

export class JointView {
  /** Unique among the joints of its world. Can be read after the joint was removed. */
  readonly name: string;
  readonly kind: JointKind;
  readonly #anchors: Anchors;
  readonly #around: JointSurroundings;
  #joint: Joint | undefined;

  static {
    jointOf = (view) => view.#joint;
    clear = (view) => {
      view.#joint = undefined;
    };
  }

  /** @internal Worlds make joints: `world.addJoint`. */
  constructor(joint: Joint, anchors: Anchors, around: JointSurroundings) {
    this.name = joint.name;
    this.kind = joint.kind as JointKind;
    this.#joint = joint;
    this.#anchors = anchors;
    this.#around = around;
  }

  /** @throws ContractError once the joint was removed */
  get #live(): Joint {
    if (!this.#joint) throw new ContractError(`joint ${shortened(this.name)}: was removed from its world`);
    return this.#joint;
  }

  get #frames(): Frames {
    return new Frames(this.#around.store.pose);
  }

  /** True once the joint, or one of its bodies, was removed from its world: this view is then of no use. */
  get removed(): boolean {
    return this.#joint === undefined;
  }

  /** The body that its options call a; undefined if that is the world, or for a differential. */
  get a(): Body | undefined {
    return this.#live && this.#around.store.handles[this.#anchors.a];
  }

  /** The body that its options call b; undefined if that is the world, or for a differential. */
  get b(): Body | undefined {
    return this.#live && this.#around.store.handles[this.#anchors.b];
  }

  /** The points that it holds, now, on a and on b, world, m; undefined for gears and differentials. */
  get points(): readonly [Vec3, Vec3] | undefined {
    return this.#live && this.#anchors.points(this.#frames);
  }

  /** Its axis, now, as a unit vector in world axes, carried by a; undefined for joints without one. */
  get axis(): Vec3 | undefined {
    return this.#live && this.#anchors.axis(this.#frames);
  }

  /** The bodies that it connects, a before b; the world is left out. */
  get bodies(): readonly Body[] {
    const { handles } = this.#around.store;
    return this.#live.bodies.map((k) => handles[k]).filter((body) => body !== undefined);
  }

  /** Distance between the points that it holds together, m; 0 if it holds none (gears). */
  get gap(): number {
    return this.#live.gap(this.#frames);
  }

  /** True once its reaction exceeded its limit. */
  get broken(): boolean {
    return this.#live.broken;
  }

  /**
   * Force and torque on b in the last step, at its point, world axes: N, N m. Under `midpoint` the mean of the last two steps, since
   * the impulses of one step alternate: the reaction at the instant between them. So are all forces below.
   */
  get reaction(): Reaction {
    const joint = this.#live;
    const { x, at } = this.#impulses(joint);
    return joint.reaction(this.#frames, x, at, this.#around.timeStep);
  }

  /**
   * The same taken at another point (world, m): the force stays, the torque is about that point. Gears and differentials act at the
   * centre of mass of their second body.
   */
  reactionAt(point: Vec3): Reaction {
    const { force, torque } = this.reaction;
    const to = checked(vector('m'), point, `joint ${shortened(this.name)}`, 'reactionAt');
    const [, own] = this.points ?? [undefined, this.bodies[1]?.position ?? this.bodies[0].position];
    return { force, torque: add(torque, cross(subtract(own, to), force)) };
  }

  /** Its reaction without what acts along its free axes (motor, servo, limits, friction): the load of its bearing, N, N m. */
  get bearing(): Reaction {
    const joint = this.#live;
    const { x, at } = this.#impulses(joint);
    return joint.bearing(this.#frames, x, at, this.#around.timeStep);
  }

  /**
   * Force or torque on b by its motor or servo in the last step, positive if it pushed the coordinate up: N m about a
   * rotation, N along a translation; undefined without one. Of a cylindrical joint about the axis, unless `slide` is asked for.
   */
  motorForce(freedom?: Freedom): number | undefined {
    return this.#axisForces(freedom)?.motor;
  }

  /** Force or torque on b by its limits in the last step, as `motorForce`: positive at the lower one. */
  limitForce(freedom?: Freedom): number | undefined {
    return this.#axisForces(freedom)?.limit;
  }

  /** Force or torque on b by the friction of its axis in the last step, as `motorForce`. */
  frictionForce(freedom?: Freedom): number | undefined {
    return this.#axisForces(freedom)?.friction;
  }

  /**
   * Angle (rad, over any number of turns) or position (m) along its free axis, zero at the pose in which it was made; undefined without one.
   * Of a cylindrical joint the angle, unless `slide` is asked for; of a gear by how much its ratio is off.
   */
  coordinate(freedom?: Freedom): number | undefined {
    return this.#live.coordinate(this.#frames, this.#freedom(freedom));
  }

  /** Rate of that coordinate, rad/s or m/s. */
  rate(freedom?: Freedom): number | undefined {
    return this.#live.rate(this.#frames, this.#around.store.velocity, this.#freedom(freedom));
  }

  /** Speed of its motor from now on, rad/s or m/s. @throws ContractError if it has none */
  setSpeed(speed: number, freedom?: Freedom): void {
    this.#change((joint) => joint.setSpeed(speed, this.#freedom(freedom)));
  }

  /** Target of its servo from now on, rad or m. @throws ContractError if it has none */
  setTarget(target: number, freedom?: Freedom): void {
    this.#change((joint) => joint.setTarget(target, this.#freedom(freedom)));
  }

  /** Its name: reports with joints in them can be written as JSON. */
  toJSON(): string {
    return this.name;
  }

  #axisForces(freedom: Freedom | undefined): AxisForces | undefined {
    const joint = this.#live;
    const { x, at } = this.#impulses(joint);
    return joint.axisForces(x, at, this.#around.timeStep, this.#freedom(freedom));
  }

  #freedom(given: Freedom | undefined): Freedom | undefined {
    return given === undefined ? undefined : checked(freedomValue, given, `joint ${shortened(this.name)}`);
  }

  /** The impulses of its rows in the last step, from `at` on. */
  #impulses(joint: Joint): { readonly x: Float64Array; readonly at: number } {
    const { joints, impulses } = this.#around;
    const at = rowCount(joints.slice(0, joints.indexOf(joint)));
    const x = impulses();
    return { x: x.length > at ? x : new Float64Array(at + joint.rows.length), at };
  }

  /** Wakes its bodies if the value has changed. */
  #change(set: (joint: Joint) => void): void {
    const joint = this.#live;
    const before = joint.state?.slice();
    set(joint);
    if (joint.state?.some((value, k) => value !== before?.[k]))
      for (const k of joint.bodies) this.#around.store.sleep.stir(k);
  }
}

/** The joint has left its world: its view is cleared. */
export function clearView(view: JointView): void {
  clear(view);
}

/** Place in `joints` of a joint given by its view or its name. @throws ContractError that names the nearest joints */
export function findJoint(joints: readonly Joint[], where: string, joint: unknown): number {
  if (joint instanceof JointView) {
    if (joint.removed)
      throw new ContractError(
        `${where}: expected a joint of this world, found ${quoted(joint.name)}, which was removed`,
      );
    const at = joints.indexOf(jointOf(joint) as Joint);
    if (at < 0)
      throw new ContractError(`${where}: expected a joint of this world, found ${quoted(joint.name)} of another world`);
    return at;
  }
  if (typeof joint !== 'string')
    throw new ContractError(`${where}: expected a joint or its name, found ${found(joint)}`);
  const at = joints.findIndex(({ name }) => name === joint);
  if (at < 0)
    throw new ContractError(
      unknownName(
        'joint',
        joint,
        joints.map(({ name }) => name),
      ),
    );
  return at;
}
