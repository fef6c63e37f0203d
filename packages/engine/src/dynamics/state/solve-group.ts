/**
 * The joints and contacts of one MLCP, and the places of their rows among the world's impulses.
 * Most steps have one group with everything; islands that are stepped in another way are a group of their own.
 */
import type { StepParts } from './step-parts.ts';

export class SolveGroup {
  /** Numbers of the joints and points that belong to it, ascending. Lists are made anew when they change, never written into. */
  joints: readonly number[] = [];
  points: readonly number[] = [];
  /** Per body: its number among those that the group moves, or -1; and back. */
  slot: Int32Array = new Int32Array(0);
  bodyOfSlot: readonly number[] = [];
  private everyJoint: readonly number[] = [];
  private everyPoint: readonly number[] = [];

  /** Everything: slots as the bodies have them. */
  selectAll({ bodies, joints, detector: { points } }: StepParts): void {
    this.everyJoint = upTo(joints.length, this.everyJoint);
    this.everyPoint = upTo(points.count, this.everyPoint);
    this.joints = this.everyJoint;
    this.points = this.everyPoint;
    this.slot = bodies.slot;
    this.bodyOfSlot = bodies.bodyOfSlot;
  }

  /** Selects everything that touches a body whose flag is `value`; the group moves those bodies and no others. */
  select({ bodies, joints, detector: { points }, colliders }: StepParts, flags: Uint8Array, value: number): void {
    const bodyOf = colliders.body;
    const inside = (body: number) => body >= 0 && bodies.slot[body] >= 0 && flags[body] === value;
    this.joints = those(joints.length, (j) => joints[j].bodies.some(inside), this.joints);
    this.points = those(points.count, (i) => inside(bodyOf[points.a[i]]) || inside(bodyOf[points.b[i]]), this.points);
    const moved = those(bodies.count, inside, this.bodyOfSlot);
    if (moved === this.bodyOfSlot && this.slot.length === bodies.count && this.slot !== bodies.slot) return;
    this.bodyOfSlot = moved;
    this.slot = new Int32Array(bodies.count).fill(-1);
    for (let s = 0; s < moved.length; s++) this.slot[moved[s]] = s;
  }

  /** x of the group's rows from the world's impulses: joints by row, then contacts, whose rows begin at `first` of each point. */
  gather(
    { joints, contactRows: { first } }: StepParts,
    { jointImpulse, contactImpulse }: Impulses,
    x: Float64Array,
  ): void {
    let at = 0;
    let from = 0;
    let next = 0;
    for (let j = 0; next < this.joints.length; j++) {
      const end = from + joints[j].rows.length;
      if (this.joints[next] !== j) from = end;
      else next++;
      while (from < end) x[at++] = jointImpulse[from++] ?? 0; // a joint that is new has no impulse yet
    }
    for (const i of this.points) for (let row = first[i]; row < first[i + 1]; row++) x[at++] = contactImpulse[row];
  }

  /** The other way: x becomes the world's impulses. */
  scatter(
    { joints, contactRows: { first } }: StepParts,
    x: Float64Array,
    { jointImpulse, contactImpulse }: Impulses,
  ): void {
    let at = 0;
    let from = 0;
    let next = 0;
    for (let j = 0; next < this.joints.length; j++) {
      const end = from + joints[j].rows.length;
      if (this.joints[next] !== j) from = end;
      else next++;
      while (from < end) jointImpulse[from++] = x[at++];
    }
    for (const i of this.points) for (let row = first[i]; row < first[i + 1]; row++) contactImpulse[row] = x[at++];
  }
}

/** Impulses of the world: of joint rows in order, and of contacts as `ContactRows.first` has them. */
interface Impulses {
  readonly jointImpulse: Float64Array;
  readonly contactImpulse: Float64Array;
}

/** 0, 1, ... count - 1: `list` itself if it is that long, since lists of all are never of anything else. */
function upTo(count: number, list?: readonly number[]): readonly number[] {
  return list?.length === count ? list : Array.from({ length: count }, (_, k) => k);
}

/** The numbers below `count` that are chosen: `list` itself if it is these. */
function those(count: number, chosen: (k: number) => boolean, list: readonly number[]): readonly number[] {
  let same = 0;
  let total = 0;
  for (let k = 0; k < count; k++) if (chosen(k) && list[total++] === k) same++;
  return same === total && total === list.length ? list : upTo(count).filter(chosen);
}
