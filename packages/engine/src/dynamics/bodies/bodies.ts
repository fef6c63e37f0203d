/**
 * The bodies of a world as arrays, one place per body: the state of a step is a few typed arrays that can be copied,
 * hashed and put back.   docs/theory/dynamics.md (DY1), (DY2)
 *
 * Position is the centre of mass; velocities and forces are at it, in world axes. A body that cannot move (static, or
 * kinematic with a prescribed velocity) has no slot: impulses pass it by, M^-1 = 0.
 */
import { rotationMatrix, turnTensor } from '../../linalg/mat3.ts';
import type { Body } from './body.ts';
import type { Course } from './prescribed-motion.ts';
import { SleepState } from './sleep-state.ts';

/** m/s^2 */
type Gravity = readonly [number, number, number];

export type Motion = 'dynamic' | 'static' | 'kinematic';

/** A body as it enters. */
export interface BodyRecord {
  readonly name: string;
  readonly motion: Motion;
  /** Position xyz, orientation xyzw (unit). */
  readonly pose: ArrayLike<number>;
  /** Linear xyz, angular xyz. */
  readonly velocity: ArrayLike<number>;
  /** kg; not used unless dynamic. */
  readonly mass: number;
  /** Nine numbers, kg m^2, about the centre of mass in body axes, and its inverse; not used unless dynamic. */
  readonly inertia: ArrayLike<number>;
  readonly inverseInertia: ArrayLike<number>;
}

/** Energy of the dynamic bodies, J; potential energy is zero at the origin. */
export interface BodyEnergy {
  readonly kinetic: number;
  readonly potential: number;
}

export class Bodies {
  count = 0;
  readonly names: string[] = [];
  /** By number, as users hold them; undefined if a body was removed. */
  readonly handles: (Body | undefined)[] = [];
  readonly motion: Motion[] = [];
  /** Seven numbers per body: position xyz, orientation xyzw. */
  pose: Float64Array = new Float64Array(0);
  /** Six numbers per body: m/s, rad/s. */
  velocity: Float64Array = new Float64Array(0);
  /** Applied force and torque of the next step, six numbers per body: N, N m. */
  force: Float64Array = new Float64Array(0);
  /** Velocity of each surface relative to its body, world axes, six numbers per body: m/s, rad/s. */
  surface: Float64Array = new Float64Array(0);
  /** Change of velocity in the last step over its length, six numbers per body: m/s^2, rad/s^2. */
  acceleration: Float64Array = new Float64Array(0);
  /** kg; 0 if the body cannot be moved by impulses. */
  mass: Float64Array = new Float64Array(0);
  /** Body axes, nine numbers per body. */
  inertia: Float64Array = new Float64Array(0);
  inverseInertia: Float64Array = new Float64Array(0);
  /** Number among the dynamic bodies, or -1. */
  slot: Int32Array = new Int32Array(0);
  dynamicCount = 0;
  private dynamic: readonly number[] | undefined;
  /** True: `slot` has the final numbers, not only their signs. */
  private numbered = true;
  /** Turning map of each body (`exact-turns.ts`); `renumber` resizes it. */
  turning: Uint8Array = new Uint8Array(0);
  /** True: velocities were set, or bodies made, since the last step. */
  touched = true;
  /** Energy of the present state, kept once computed; cleared by every change of a body. */
  energy: BodyEnergy | undefined;
  /** R and I^-1 in world axes of each dynamic body at the start of a step: nine numbers each; `refresh` sets them. */
  rotation: Float64Array = new Float64Array(0);
  worldInverseInertia: Float64Array = new Float64Array(0);
  private readonly R = new Float64Array(9);
  private readonly energies = new Float64Array(2);

  /** Kinematic bodies whose pose is a function of time. */
  readonly courses = new Map<number, Course>();
  readonly sleep = new SleepState();
  /** Numbers that removed bodies left, for the next ones. */
  readonly vacant: number[] = [];

  /** The dynamic bodies; the same list until one comes or goes. */
  get bodyOfSlot(): readonly number[] {
    this.dynamic ??= this.names.map((_, k) => k).filter((k) => this.slot[k] >= 0);
    return this.dynamic;
  }

  /** Returns its number: that of a removed body if there is one, else the next. */
  add(record: BodyRecord): number {
    const moves = record.motion === 'dynamic';
    const vacant = this.vacant.pop();
    this.touched = true;
    this.energy = undefined;
    this.dynamic = undefined;
    if (vacant !== undefined) {
      this.put(vacant, record);
      return vacant;
    }
    const k = this.count++;
    this.sleep.reserve(this.count);
    this.sleep.stir(k);
    this.names.push(record.name);
    this.handles.push(undefined); // `Members` puts it in
    this.motion.push(record.motion);
    this.surface = grown(this.surface, 6 * k, NOTHING.subarray(0, 6));
    this.acceleration = grown(this.acceleration, 6 * k, NOTHING.subarray(0, 6));
    this.pose = grown(this.pose, 7 * k, record.pose);
    this.velocity = grown(this.velocity, 6 * k, record.velocity);
    this.force = grown(this.force, 6 * k, NOTHING.subarray(0, 6));
    this.mass = grown(this.mass, k, [moves ? record.mass : 0]);
    this.inertia = grown(this.inertia, 9 * k, moves ? record.inertia : NOTHING);
    this.inverseInertia = grown(this.inverseInertia, 9 * k, moves ? record.inverseInertia : NOTHING);
    this.rotation = grown(this.rotation, 9 * k, NOTHING);
    this.worldInverseInertia = grown(this.worldInverseInertia, 9 * k, NOTHING);
    this.slot = grownInts(this.slot, k, moves ? this.dynamicCount++ : -1);
    return k;
  }

  /** Leaves its number to the next body; until then it is static, without shape or name. */
  remove(k: number): void {
    this.put(k, NOBODY);
    this.handles[k] = undefined;
    this.vacant.push(k);
  }

  /** Other bodies in the place of all, by number; undefined: a number that the next body takes, the last of `vacant` first. */
  replace(records: readonly (BodyRecord | undefined)[], vacant: readonly number[]): void {
    this.count = 0;
    this.dynamicCount = 0;
    this.numbered = true;
    this.energy = undefined;
    this.vacant.length = 0;
    this.courses.clear();
    this.dynamic = undefined;
    for (const key of PER_BODY) this[key] = this[key].subarray(0, 0);
    this.slot = this.slot.subarray(0, 0);
    for (const list of [this.names, this.handles, this.motion]) list.length = 0;
    for (const record of records) this.add(record ?? NOBODY);
    for (const k of vacant) this.vacant.push(k);
  }

  /** Numbers the dynamic bodies after some came or went. Once for all of them: 20 000 removals took half a minute otherwise. */
  renumber(): void {
    if (this.turning.length !== this.count) this.turning = new Uint8Array(this.count);
    if (this.numbered) return;
    this.numbered = true;
    this.dynamicCount = 0;
    for (let i = 0; i < this.count; i++) if (this.slot[i] >= 0) this.slot[i] = this.dynamicCount++;
  }

  /** Writes a record into a place that exists; `renumber` then numbers dynamic bodies anew. */
  private put(k: number, record: BodyRecord): void {
    const moves = record.motion === 'dynamic';
    this.energy = undefined;
    this.dynamic = undefined;
    this.courses.delete(k);
    this.sleep.stir(k);
    this.names[k] = record.name;
    this.motion[k] = record.motion;
    this.pose.set(record.pose, 7 * k);
    this.velocity.set(record.velocity, 6 * k);
    this.force.fill(0, 6 * k, 6 * k + 6);
    this.surface.fill(0, 6 * k, 6 * k + 6);
    this.acceleration.fill(0, 6 * k, 6 * k + 6);
    this.mass[k] = moves ? record.mass : 0;
    this.inertia.set(moves ? record.inertia : NOTHING, 9 * k);
    this.inverseInertia.set(moves ? record.inverseInertia : NOTHING, 9 * k);
    this.slot[k] = moves ? 0 : -1;
    this.numbered = false;
  }

  /** Root of the mean square distance of its mass from its centre, m; 0 for the world (-1) and for bodies without mass. */
  gyration(k: number): number {
    if (k < 0 || !(this.mass[k] > 0)) return 0;
    const { inertia } = this;
    return Math.sqrt((inertia[9 * k] + inertia[9 * k + 4] + inertia[9 * k + 8]) / (2 * this.mass[k]));
  }

  /** R of every body, and its I^-1 in world axes, from its orientation. */
  refresh(): void {
    const { pose, rotation, inverseInertia, worldInverseInertia } = this;
    for (let k = 0; k < this.count; k++) {
      if (this.slot[k] < 0) continue;
      rotationMatrix(pose, 7 * k + 3, rotation, 9 * k);
      turnTensor(rotation, 9 * k, inverseInertia, 9 * k, worldInverseInertia, 9 * k);
    }
  }

  /** Energy of all bodies after a fall from rest for `time` s, J. */
  fallEnergy(gravity: Gravity, time: number): number {
    let mass = 0;
    for (let k = 0; k < this.count; k++) mass += this.mass[k];
    const [x, y, z] = gravity;
    return 0.5 * mass * time * time * (x * x + y * y + z * z);
  }

  /** Energy of the present state. */
  presentEnergy(gravity: Gravity): BodyEnergy {
    this.energy ??= this.energyAt(this.pose, this.velocity, gravity);
    return this.energy;
  }

  /** Energy of the state with these poses and velocities. */
  energyAt(pose: Float64Array, velocity: Float64Array, gravity: Gravity): BodyEnergy {
    let [kinetic, potential] = [0, 0];
    for (let k = 0; k < this.count; k++) {
      const at = 7 * k;
      potential -= this.mass[k] * (gravity[0] * pose[at] + gravity[1] * pose[at + 1] + gravity[2] * pose[at + 2]);
      if (this.slot[k] < 0) continue;
      this.setEnergies(k, pose, velocity);
      kinetic += this.energies[0] + this.energies[1];
    }
    return { kinetic, potential };
  }

  /** Kinetic energy of one body, J. */
  kineticEnergyOf(k: number, pose: Float64Array, velocity: Float64Array): number {
    this.setEnergies(k, pose, velocity);
    return this.energies[0] + this.energies[1];
  }

  /** The part of one body's kinetic energy that is rotation, J. */
  spinEnergy(k: number, pose: Float64Array, velocity: Float64Array): number {
    this.setEnergies(k, pose, velocity);
    return this.energies[1];
  }

  /** Sets `energies`: translation and rotation of one body, J. Into an array: V8 puts a number that a call returns on the heap. */
  private setEnergies(k: number, pose: Float64Array, velocity: Float64Array): void {
    const { R, inertia: I, energies } = this;
    const v = 6 * k;
    const square = velocity[v] * velocity[v] + velocity[v + 1] * velocity[v + 1] + velocity[v + 2] * velocity[v + 2];
    energies[0] = 0.5 * this.mass[k] * square;
    energies[1] = 0;
    const wx = velocity[v + 3];
    const wy = velocity[v + 4];
    const wz = velocity[v + 5];
    if (wx === 0 && wy === 0 && wz === 0) return; // most bodies of most worlds are at rest
    rotationMatrix(pose, 7 * k + 3, R, 0);
    const X = R[0] * wx + R[3] * wy + R[6] * wz; // body axes: W = R^T omega
    const Y = R[1] * wx + R[4] * wy + R[7] * wz;
    const Z = R[2] * wx + R[5] * wy + R[8] * wz;
    const i = 9 * k;
    const spin =
      X * (I[i] * X + I[i + 1] * Y + I[i + 2] * Z) +
      Y * (I[i + 3] * X + I[i + 4] * Y + I[i + 5] * Z) +
      Z * (I[i + 6] * X + I[i + 7] * Y + I[i + 8] * Z);
    energies[1] = 0.5 * spin;
  }
}

const NOTHING = new Float64Array(9);
/** Arrays of doubles that grow with the number of bodies. */
const PER_BODY = [
  ...(['pose', 'velocity', 'force', 'surface', 'acceleration', 'mass'] as const),
  ...(['inertia', 'inverseInertia', 'rotation', 'worldInverseInertia'] as const),
];
/** A number without a body. */
const NOBODY: BodyRecord = {
  name: '',
  motion: 'static',
  pose: [0, 0, 0, 0, 0, 0, 1],
  velocity: NOTHING.subarray(0, 6),
  mass: 0,
  inertia: NOTHING,
  inverseInertia: NOTHING,
};

/** `values` with `more` at its end, as a view of a buffer with room for the next ones: adding n bodies costs O(n). */
function grown(values: Float64Array, used: number, more: ArrayLike<number>): Float64Array {
  const size = used + more.length;
  const room = values.buffer.byteLength / 8;
  const buffer = size <= room ? values.buffer : new Float64Array(Math.max(size, 2 * room, 64)).buffer;
  const view = new Float64Array(buffer, 0, size);
  if (buffer !== values.buffer) view.set(values);
  view.set(more, used);
  return view;
}

function grownInts(values: Int32Array, used: number, value: number): Int32Array {
  const room = values.buffer.byteLength / 4;
  const buffer = used < room ? values.buffer : new Int32Array(Math.max(2 * room, 64)).buffer;
  const view = new Int32Array(buffer, 0, used + 1);
  if (buffer !== values.buffer) view.set(values);
  view[used] = value;
  return view;
}
