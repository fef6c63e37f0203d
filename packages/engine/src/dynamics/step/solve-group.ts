/**
 * What one MLCP covers: the joints and contacts that are solved together, and where their rows are among the world's impulses.
 * Most steps have one group with everything; islands that are stepped in another way are a group of their own.
 */
import type { Joint } from '../joints/joint.ts';
import type { StepParts } from './step-state.ts';

export class SolveGroup {
  /** Numbers of the joints and points that belong to it, ascending. */
  joints: number[] = [];
  points: number[] = [];
  /** Per body: its number among those that the group moves, or -1; and back. */
  slot: Int32Array = new Int32Array(0);
  bodyOfSlot: number[] = [];

  /** Everything: slots as the bodies have them. */
  selectAll({ bodies, joints, detector: { points } }: StepParts): void {
    fillUpTo(this.joints, joints.length);
    fillUpTo(this.points, points.count);
    this.slot = bodies.slot;
    this.bodyOfSlot.length = bodies.dynamicCount;
    for (let k = 0; k < bodies.count; k++) if (bodies.slot[k] >= 0) this.bodyOfSlot[bodies.slot[k]] = k;
  }

  /** What touches a body whose flag is `value`; those bodies, and no others, are moved. */
  select({ bodies, joints, detector: { points }, colliders }: StepParts, flags: Uint8Array, value: number): void {
    const bodyOf = colliders.body;
    const inside = (body: number) => body >= 0 && bodies.slot[body] >= 0 && flags[body] === value;
    this.joints.length = 0;
    joints.forEach((joint, j) => {
      if (joint.bodies.some(inside)) this.joints.push(j);
    });
    this.points.length = 0;
    for (let i = 0; i < points.count; i++)
      if (inside(bodyOf[points.a[i]]) || inside(bodyOf[points.b[i]])) this.points.push(i);
    this.slot = new Int32Array(bodies.count).fill(-1);
    this.bodyOfSlot.length = 0;
    for (let k = 0; k < bodies.count; k++) if (inside(k)) this.slot[k] = this.bodyOfSlot.push(k) - 1;
  }

  /** x of the group's rows from the world's impulses: joints by row, then contacts, whose rows begin at `first` of each point. */
  gather(
    joints: readonly Joint[],
    jointImpulse: Float64Array,
    contactImpulse: Float64Array,
    first: Int32Array,
    x: Float64Array,
  ): void {
    this.walk(joints, first, (from, count, contact, at) => {
      const source = contact ? contactImpulse : jointImpulse;
      for (let c = 0; c < count; c++) x[at + c] = source[from + c] ?? 0; // a joint that is new has no impulse yet
    });
  }

  scatter(
    joints: readonly Joint[],
    x: Float64Array,
    jointImpulse: Float64Array,
    contactImpulse: Float64Array,
    first: Int32Array,
  ): void {
    this.walk(joints, first, (from, count, contact, at) => {
      const target = contact ? contactImpulse : jointImpulse;
      for (let c = 0; c < count; c++) target[from + c] = x[at + c];
    });
  }

  /** Rows in order: where they are in the world's arrays, how many, of which kind, and where in x. */
  private walk(
    joints: readonly Joint[],
    first: Int32Array,
    visit: (from: number, count: number, contact: boolean, at: number) => void,
  ): void {
    let at = 0;
    let from = 0;
    let next = 0;
    for (let j = 0; j < joints.length; j++) {
      const count = joints[j].rows.length;
      if (this.joints[next] === j) {
        visit(from, count, false, at);
        at += count;
        next++;
      }
      from += count;
    }
    for (const i of this.points) {
      const count = first[i + 1] - first[i];
      visit(first[i], count, true, at);
      at += count;
    }
  }
}

function fillUpTo(numbers: number[], count: number): void {
  for (let k = numbers.length; k < count; k++) numbers.push(k);
  numbers.length = count;
  for (let k = 0; k < count; k++) numbers[k] = k;
}

/** Rows of all joints. */
export function rowCount(joints: readonly Joint[]): number {
  let n = 0;
  for (const joint of joints) n += joint.rows.length;
  return n;
}
