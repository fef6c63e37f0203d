/**
 * A body of a world, as users hold it: a handle to a place in the world's arrays. Getters return copies.
 *
 * A handle is cleared when its body is removed: from then on every use of it but `name` and `removed` throws, so that nothing can
 * reach the body that takes the place.   docs/decisions/012-numbers-of-removed-bodies.md, docs/decisions/022-handles.md
 */

import { close } from '../../checks/closed.ts';
import { ContractError } from '../../checks/errors.ts';
import { checked, type Value } from '../../checks/value.ts';
import { rotation, vector } from '../../checks/values.ts';
import { shortened } from '../../checks/wording.ts';
import type { Shape } from '../../collision/shapes/shapes.ts';
import type { Material } from '../../contact/material.ts';
import { rotationMatrix, turnTensor } from '../../linalg/mat3.ts';
import { type Quat, quatAt, type Rotation, rotate, unitQuat, unrotate } from '../../linalg/quat.ts';
import { add, cross, subtract, type Vec3, vec3At } from '../../linalg/vec3.ts';
import type { Bodies, BodyRecord, Motion } from './bodies.ts';
import type { ColliderFlags, LocalPose } from './collider-table.ts';

/** The parts of a body: its handle returns them, and a world makes the body again from them. */
export interface BodyMake {
  readonly record: BodyRecord;
  readonly shape?: Shape | undefined;
  /** Pose of its shape relative to its centre of mass. */
  readonly local: LocalPose;
  readonly material: Material;
  readonly flags: ColliderFlags;
}

const METRES = vector('m');
const SPEED = vector('m/s');
const SPIN = vector('rad/s');
const FORCE = vector('N');
const TORQUE = vector('N m');
const IMPULSE = vector('N s');
const ANGULAR_IMPULSE = vector('N m s');
const THREE = vector('any length');
const NONE: Vec3 = [0, 0, 0];

// Set by the class below, which alone can look into its handles.
let storeOf: (body: Body) => Bodies | undefined;
let make: (body: Body) => BodyMake;
let put: (body: Body, store: Bodies | undefined, index: number) => void;

export class Body {
  /** Unique among the bodies of its world. Can be read after the body was removed. */
  declare readonly name: string;
  readonly #make: BodyMake;
  #index = -1;
  #store: Bodies | undefined;

  static {
    storeOf = (body) => body.#store;
    make = (body) => body.#make;
    put = (body, store, index) => {
      body.#store = store;
      body.#index = index;
    };
  }

  /** @internal Worlds make bodies: `world.addBody`. */
  constructor(made: BodyMake) {
    this.#make = made;
    Object.defineProperty(this, 'name', NAME);
  }

  /** The world's arrays. @throws ContractError once the body was removed */
  get #live(): Bodies {
    if (!this.#store) throw new ContractError(`body ${shortened(this.name)}: was removed from its world`);
    return this.#store;
  }

  /** True once the body was removed from its world: this handle is then of no use. */
  get removed(): boolean {
    return this.#store === undefined;
  }

  /** Its number in the world's arrays, from 0; a removed body's number goes to a later one. */
  get index(): number {
    return this.#live && this.#index;
  }

  /** Cause of its motion: forces and impulses (dynamic), none (static), or its given velocity or motion (kinematic). */
  get motion(): Motion {
    return this.#live.motion[this.#index];
  }

  /** True if impulses do not move it (static or kinematic). */
  get fixed(): boolean {
    return this.#live.slot[this.#index] < 0;
  }

  /** The shape that it was made with; undefined for a body that touches nothing. */
  get shape(): Shape | undefined {
    return this.#live && this.#make.shape;
  }

  /** The shape's own origin, in body axes from the centre of mass, m. Zero unless the shape is off its centre of mass. */
  get shapeOrigin(): Vec3 {
    return this.#live && ([...this.#make.local.position] as const);
  }

  /** Friction, restitution and stiffness of its surface. */
  get material(): Material {
    return this.#live && this.#make.material;
  }

  /** kg; 0 if fixed. */
  get mass(): number {
    return this.#live.mass[this.#index];
  }

  /** Tensor about the centre of mass in body axes: nine numbers, row by row, kg m^2; zero if fixed. */
  get inertia(): readonly number[] {
    return [...this.#live.inertia.subarray(9 * this.#index, 9 * this.#index + 9)];
  }

  /** Centre of mass, m. */
  get position(): Vec3 {
    return vec3At(this.#live.pose, 7 * this.#index);
  }

  set position(value: Vec3) {
    this.#expectNoCourse('position').pose.set(this.#checked(METRES, value, 'position'), 7 * this.#index);
    this.#moved();
  }

  /** Unit quaternion x y z w that turns body axes into world axes. Can be set as { axis, angle } too, angle in rad. */
  get orientation(): Quat {
    return quatAt(this.#live.pose, 7 * this.#index + 3);
  }

  set orientation(value: Rotation) {
    const q = unitQuat(this.#checked(rotation, value, 'orientation'));
    this.#expectNoCourse('orientation').pose.set(q, 7 * this.#index + 3);
    this.#moved();
  }

  /** Velocity of the centre of mass, m/s, world axes. */
  get velocity(): Vec3 {
    return vec3At(this.#live.velocity, 6 * this.#index);
  }

  set velocity(value: Vec3) {
    const store = this.#expectNoCourse('velocity');
    store.velocity.set(this.#checked(SPEED, value, 'velocity'), 6 * this.#index);
    store.touched = true;
    this.#moved();
  }

  /** rad/s, world axes. */
  get angularVelocity(): Vec3 {
    return vec3At(this.#live.velocity, 6 * this.#index + 3);
  }

  set angularVelocity(value: Vec3) {
    const store = this.#expectNoCourse('angularVelocity');
    store.velocity.set(this.#checked(SPIN, value, 'angularVelocity'), 6 * this.#index + 3);
    store.touched = true;
    this.#moved();
  }

  /** Velocity of its surface relative to the body (a conveyor belt), m/s, world axes; only the part along a contact counts. */
  get surfaceVelocity(): Vec3 {
    return vec3At(this.#live.surface, 6 * this.#index);
  }

  set surfaceVelocity(value: Vec3) {
    this.#live.surface.set(this.#checked(SPEED, value, 'surfaceVelocity'), 6 * this.#index);
    this.wake();
  }

  /** Angular velocity of its surface about its centre of mass relative to the body (a turntable), rad/s, world axes. */
  get surfaceAngularVelocity(): Vec3 {
    return vec3At(this.#live.surface, 6 * this.#index + 3);
  }

  set surfaceAngularVelocity(value: Vec3) {
    this.#live.surface.set(this.#checked(SPIN, value, 'surfaceAngularVelocity'), 6 * this.#index + 3);
    this.wake();
  }

  /**
   * Acceleration of the centre of mass, m/s^2, world axes: the change of velocity in the last step over its length, impacts
   * included; zero before the first step. Velocities set between steps do not count.
   */
  get acceleration(): Vec3 {
    return vec3At(this.#live.acceleration, 6 * this.#index);
  }

  /** rad/s^2, world axes, as `acceleration`. */
  get angularAcceleration(): Vec3 {
    return vec3At(this.#live.acceleration, 6 * this.#index + 3);
  }

  /** True while it is asleep: the world setting `sleep`. */
  get sleeping(): boolean {
    const { slot, sleep } = this.#live;
    return slot[this.#index] >= 0 && sleep.asleep[this.#index] === 1;
  }

  /** Wakes it, and with the next step everything that it touches; setting its pose or velocity, forces and impulses do so too. */
  wake(): void {
    this.#live.sleep.stir(this.#index);
  }

  /** Adds a force (N, world axes) for the next step only; at `point` (world, m), by default at the centre of mass. */
  applyForce(force: Vec3, point?: Vec3): void {
    const f = this.#checked(FORCE, force, 'applyForce: force');
    const arm = point && subtract(this.#checked(METRES, point, 'applyForce: point'), this.position);
    this.#accumulate('applyForce', f, arm ? cross(arm, f) : NONE);
  }

  /** Adds a torque (N m, world axes) for the next step only. */
  applyTorque(torque: Vec3): void {
    this.#accumulate('applyTorque', NONE, this.#checked(TORQUE, torque, 'applyTorque'));
  }

  /**
   * Changes its velocities at once by an impulse (N s, world axes) at `point` (world, m), by default at the centre of mass:
   * v by J/m, omega by I^-1 (r x J). A fixed body stays as it is.
   */
  applyImpulse(impulse: Vec3, point?: Vec3): void {
    const J = this.#checked(IMPULSE, impulse, 'applyImpulse: impulse');
    const arm = point && subtract(this.#checked(METRES, point, 'applyImpulse: point'), this.position);
    this.#push('applyImpulse', J, arm ? cross(arm, J) : NONE);
  }

  /** Changes its angular velocity at once by an angular impulse (N m s, world axes): omega by I^-1 L. A fixed body stays as it is. */
  applyAngularImpulse(impulse: Vec3): void {
    this.#push('applyAngularImpulse', NONE, this.#checked(ANGULAR_IMPULSE, impulse, 'applyAngularImpulse'));
  }

  /** Velocity of the point of the body that is at `point` (world, m) now, m/s, world axes. */
  velocityAt(point: Vec3): Vec3 {
    const arm = subtract(this.#checked(METRES, point, 'velocityAt'), this.position);
    return add(this.velocity, cross(this.angularVelocity, arm));
  }

  /** A point given in body axes from the centre of mass (m), in the world (m). */
  toWorld(point: Vec3): Vec3 {
    return add(this.position, rotate(this.orientation, this.#checked(METRES, point, 'toWorld')));
  }

  /** A point of the world (m), in body axes from the centre of mass (m). */
  toLocal(point: Vec3): Vec3 {
    return unrotate(this.orientation, subtract(this.#checked(METRES, point, 'toLocal'), this.position));
  }

  /** A direction given in body axes, in world axes. */
  directionToWorld(direction: Vec3): Vec3 {
    return rotate(this.orientation, this.#checked(THREE, direction, 'directionToWorld'));
  }

  /** A direction given in world axes, in body axes. */
  directionToLocal(direction: Vec3): Vec3 {
    return unrotate(this.orientation, this.#checked(THREE, direction, 'directionToLocal'));
  }

  /** Its name: reports with bodies in them can be written as JSON. */
  toJSON(): string {
    return this.name;
  }

  /** Its pose or velocity was set. */
  #moved(): void {
    this.#live.energy = undefined;
    this.wake();
  }

  /** Pose and velocity of a body with a prescribed motion cannot be set. */
  #expectNoCourse(key: string): Bodies {
    const store = this.#live;
    if (store.courses.has(this.#index))
      throw new ContractError(
        `body ${shortened(this.name)}: ${key}: expected a body that is free to be set, found one whose motion is prescribed`,
      );
    return store;
  }

  #checked<T>(value: Value<T>, given: unknown, key: string): T {
    return checked(value, given, `body ${shortened(this.name)}`, key);
  }

  /** Adds a force and a torque, or nothing of them. */
  #accumulate(key: string, f: Vec3, torque: Vec3): void {
    const { force } = this.#live;
    const at = 6 * this.#index;
    const x = force[at] + f[0];
    const y = force[at + 1] + f[1];
    const z = force[at + 2] + f[2];
    const tx = force[at + 3] + torque[0];
    const ty = force[at + 4] + torque[1];
    const tz = force[at + 5] + torque[2];
    if (!Number.isFinite(x + y + z + tx + ty + tz))
      // the sum of finite numbers may be too large as well
      this.#expectFinite([x, y, z, tx, ty, tz], `${key}: expected forces on one body whose sum is`);
    force[at] = x;
    force[at + 1] = y;
    force[at + 2] = z;
    force[at + 3] = tx;
    force[at + 4] = ty;
    force[at + 5] = tz;
    if (f[0] !== 0 || f[1] !== 0 || f[2] !== 0 || torque[0] !== 0 || torque[1] !== 0 || torque[2] !== 0) this.wake();
  }

  /** Changes the velocities by an impulse and an angular one at the centre of mass, or not at all. */
  #push(key: string, J: Vec3, L: Vec3): void {
    const store = this.#live;
    if (this.fixed) return;
    const [R, inverse] = [new Float64Array(9), new Float64Array(9)];
    rotationMatrix(store.pose, 7 * this.#index + 3, R, 0);
    turnTensor(R, 0, store.inverseInertia, 9 * this.#index, inverse, 0);
    const v = [...store.velocity.subarray(6 * this.#index, 6 * this.#index + 6)];
    for (let r = 0; r < 3; r++) {
      v[r] += J[r] / store.mass[this.#index];
      for (let c = 0; c < 3; c++) v[3 + r] += inverse[3 * r + c] * L[c];
    }
    this.#expectFinite(v, `${key}: expected an impulse after which the velocities are`);
    store.velocity.set(v, 6 * this.#index);
    store.touched = true;
    this.#moved();
  }

  #expectFinite(numbers: readonly number[], what: string): void {
    if (!numbers.every(Number.isFinite))
      throw new ContractError(`body ${shortened(this.name)}: ${what} finite, found one that is too large`);
  }
}

/** A field of its own, so that bodies with other names are not equal to each other, which cannot be set. */
const NAME: PropertyDescriptor & ThisType<Body> = {
  enumerable: true,
  get() {
    return make(this).record.name;
  },
  set() {
    throw new ContractError(
      `body ${shortened(this.name)}: name: expected a field that can be set, found one that is only read: give it to addBody`,
    );
  },
};
const AT_CREATION = 'it is given to addBody and stays; remove the body and add another';
close(Body, {
  kind: 'body',
  label: (body: Body) => `body ${shortened(body.name)}`,
  instead: {
    shape: AT_CREATION,
    material: AT_CREATION,
    motion: AT_CREATION,
    mass: AT_CREATION,
    inertia: AT_CREATION,
    density: AT_CREATION,
    groups: AT_CREATION,
    meets: AT_CREATION,
    sensor: AT_CREATION,
    centreOfMass: AT_CREATION,
    friction: AT_CREATION,
    restitution: AT_CREATION,
    acceleration: 'apply a force',
    angularAcceleration: 'apply a torque',
    sleeping: 'call wake(); bodies fall asleep by themselves',
    removed: 'call world.removeBody(body)',
  },
  unknown: 'data of your own: a Map from bodies to them',
});

export const makeOf = (body: Body): BodyMake => make(body);

/** The body is now in a place of a world's arrays. */
export function putHandle(body: Body, store: Bodies, index: number): void {
  put(body, store, index);
}

/** The body has left its world: its handle is cleared. */
export function clearHandle(body: Body): void {
  put(body, undefined, -1);
}

export function isBodyOf(body: Body, store: Bodies): boolean {
  return storeOf(body) === store;
}

export function sameWorld(a: Body, b: Body): boolean {
  return storeOf(a) === storeOf(b);
}
