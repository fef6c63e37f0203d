/** A body of a world, as users hold it: a name and a place in the arrays. Getters return copies. */

import { ContractError } from '../checks/errors.ts';
import { type Quat, quatAt, unitQuat } from '../linalg/quat.ts';
import { cross, subtract, type Vec3, vec3At } from '../linalg/vec3.ts';
import type { Bodies } from './bodies.ts';

export class Body {
  readonly name: string;
  /** Its number in the world. */
  readonly index: number;
  private readonly store: Bodies;

  constructor(name: string, index: number, store: Bodies) {
    this.name = name;
    this.index = index;
    this.store = store;
  }

  /** True: impulses do not move it (static or kinematic). */
  get fixed(): boolean {
    return this.store.slot[this.index] < 0;
  }

  /** True while it lies asleep: the world option `sleep`. */
  get sleeping(): boolean {
    return this.store.slot[this.index] >= 0 && this.store.sleep.asleep[this.index] === 1;
  }

  /** Wakes it, and with the next step all that it touches; setting its velocity or pose and forces do so too. */
  wake(): void {
    this.store.sleep.stir(this.index);
  }

  /** kg; 0 where fixed. */
  get mass(): number {
    return this.store.mass[this.index];
  }

  /** Centre of mass, m. */
  get position(): Vec3 {
    return vec3At(this.store.pose, 7 * this.index);
  }

  set position(value: Vec3) {
    this.expectNoCourse('position');
    this.store.pose.set(value, 7 * this.index);
    this.wake();
  }

  /** x y z w: turns body axes into world axes. */
  get orientation(): Quat {
    return quatAt(this.store.pose, 7 * this.index + 3);
  }

  set orientation(value: Quat) {
    this.expectNoCourse('orientation');
    this.store.pose.set(unitQuat(value), 7 * this.index + 3);
    this.wake();
  }

  /** m/s, world axes. */
  get velocity(): Vec3 {
    return vec3At(this.store.velocity, 6 * this.index);
  }

  set velocity(value: Vec3) {
    this.expectNoCourse('velocity');
    this.store.velocity.set(value, 6 * this.index);
    this.wake();
    this.store.touched = true;
  }

  /** rad/s, world axes. */
  get angularVelocity(): Vec3 {
    return vec3At(this.store.velocity, 6 * this.index + 3);
  }

  set angularVelocity(value: Vec3) {
    this.expectNoCourse('angularVelocity');
    this.store.velocity.set(value, 6 * this.index + 3);
    this.wake();
    this.store.touched = true;
  }

  /** How fast its surface runs past it (a conveyor belt), m/s, world axes; only its part along a contact counts. */
  get surfaceVelocity(): Vec3 {
    return vec3At(this.store.surface, 3 * this.index);
  }

  set surfaceVelocity(value: Vec3) {
    this.store.surface.set(value, 3 * this.index);
    this.wake();
  }

  /** Adds a force (N, world axes) for the next step only; at `point` (world, m), by default at the centre of mass. */
  applyForce(force: Vec3, point?: Vec3): void {
    this.accumulate(force, 0);
    if (point) this.applyTorque(cross(subtract(point, this.position), force));
  }

  /** Adds a torque (N m, world axes) for the next step only. */
  applyTorque(torque: Vec3): void {
    this.accumulate(torque, 3);
  }

  /** Where a body with a prescribed motion is, and how fast, is not for others to say. */
  private expectNoCourse(key: string): void {
    if (this.store.courses.has(this.index))
      throw new ContractError(
        `body ${this.name}: ${key}: expected a body that is free to be set, found one whose motion is prescribed`,
      );
  }

  private accumulate(value: Vec3, from: number): void {
    const at = 6 * this.index + from;
    for (let c = 0; c < 3; c++) this.store.force[at + c] += value[c];
    if (value.some((c) => c !== 0)) this.wake();
  }
}
