/**
 * A joint of a world, as users hold it. Like the handle of a body it is cleared when the joint is removed: from then on every use of
 * it but `name`, `kind` and `removed` throws.   docs/decisions/022-handles.md
 */

import { close } from '../../checks/closed.ts';
import { ContractError } from '../../checks/errors.ts';
import { checked } from '../../checks/value.ts';
import { vector } from '../../checks/values.ts';
import { found, quoted, shortened, unknownName } from '../../checks/wording.ts';
import { add, cross, subtract, type Vec3 } from '../../linalg/vec3.ts';
import type { Bodies } from '../bodies/bodies.ts';
import type { Body } from '../bodies/body.ts';
import {
  type AxisForces,
  type Freedom,
  freedom as freedomValue,
  type Joint,
  type Reaction,
  rowCount,
} from './joint.ts';
import type { JointKind } from './kinds.ts';
import type { Anchors } from './parts/anchors.ts';
import { Frames } from './parts/frames.ts';

/** The parts of its world that a view reads. */
export interface JointSurroundings {
  readonly store: Bodies;
  readonly joints: readonly Joint[];
  /** Impulses of all joint rows in the last step, under `midpoint` the mean of the last two (JO16); empty before the first step and after a joint was added. */
  readonly impulses: () => Float64Array;
  /** s */
  readonly timeStep: number;
}

// Set by the class below, which alone can look into its views.
let nameOf: (view: JointView, field: 'name' | 'kind') => string;
let put: (view: JointView, joint: Joint | undefined, anchors?: Anchors) => void;

export class JointView {
  /** Unique among the joints of its world. Can be read after the joint was removed. */
  declare readonly name: string;
  declare readonly kind: JointKind;
  readonly #names: { readonly name: string; readonly kind: string };
  readonly #around: JointSurroundings;
  #anchors: Anchors;
  #joint: Joint | undefined;

  static {
    nameOf = (view, field) => view.#names[field];
    put = (view, joint, anchors = view.#anchors) => {
      view.#joint = joint;
      view.#anchors = anchors;
    };
  }

  /** @internal Worlds make joints: `world.addJoint`. */
  constructor(joint: Joint, anchors: Anchors, around: JointSurroundings) {
    this.#names = { name: joint.name, kind: joint.kind };
    Object.defineProperties(this, OWN);
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

/** Fields of its own, so that joints with other names are not equal to each other, which cannot be set. */
const described = (field: 'name' | 'kind'): PropertyDescriptor & ThisType<JointView> => ({
  enumerable: true,
  get() {
    return nameOf(this, field);
  },
  set() {
    throw new ContractError(
      `joint ${shortened(this.name)}: ${field}: expected a field that can be set, found one that is only read: give it to addJoint`,
    );
  },
});
const OWN = { name: described('name'), kind: described('kind') };
const AT_CREATION = 'it is given to addJoint and stays; remove the joint and add another';
close(JointView, {
  kind: 'joint',
  label: (joint: JointView) => `joint ${shortened(joint.name)}`,
  instead: {
    a: AT_CREATION,
    b: AT_CREATION,
    bodies: AT_CREATION,
    axis: AT_CREATION,
    points: AT_CREATION,
    limits: AT_CREATION,
    motor: AT_CREATION,
    servo: AT_CREATION,
    stiffness: AT_CREATION,
    damping: AT_CREATION,
    speed: 'call setSpeed(speed)',
    target: 'call setTarget(target)',
    removed: 'call world.removeJoint(joint)',
  },
  unknown: 'data of your own: a Map from joints to them',
});

/** The view shows a joint that was made again. */
export function putView(view: JointView, joint: Joint, anchors: Anchors): void {
  put(view, joint, anchors);
}

/** The joint has left its world: its view is cleared. */
export function clearView(view: JointView): void {
  put(view, undefined);
}

/** The view of a joint given by its view or its name. @throws ContractError that names the nearest joints */
export function findView(views: ReadonlyMap<string, JointView>, where: string, joint: unknown): JointView {
  if (joint instanceof JointView) {
    if (joint.removed)
      throw new ContractError(
        `${where}: expected a joint of this world, found ${quoted(joint.name)}, which was removed`,
      );
    if (views.get(joint.name) === joint) return joint;
    throw new ContractError(`${where}: expected a joint of this world, found ${quoted(joint.name)} of another world`);
  }
  if (typeof joint !== 'string')
    throw new ContractError(`${where}: expected a joint or its name, found ${found(joint)}`);
  const view = views.get(joint);
  if (!view) throw new ContractError(unknownName('joint', joint, [...views.keys()]));
  return view;
}
