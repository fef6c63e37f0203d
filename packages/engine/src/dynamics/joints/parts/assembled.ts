/**
 * A joint between two bodies, put together from parts.   docs/theory/joints.md (JO16), (JO17)
 *
 *   reaction on b = impulses of all rows / h;   it breaks if |force| or |torque| exceeds its limit
 *
 * State: 1 once broken, then the memory of each drive. A broken joint keeps its number of rows, without blocks and between
 * bounds of zero, so that row counts never change.
 */

import { ContractError } from '../../../checks/errors.ts';
import { shortened } from '../../../checks/wording.ts';
import { length, unit, type Vec3, vec3At } from '../../../linalg/vec3.ts';
import type { RowBuilder } from '../../../problem/rows/row-builder.ts';
import { NOT_COUNTED, type Turning, turningAbout } from '../../bodies/exact-turns.ts';
import { DRIVE_MEMORY, Drive, type SlideDrive, type TurnDrive } from '../drives/drive.ts';
import {
  type AxisForces,
  type Breaking,
  compliance,
  type EmitStiffness,
  type Freedom,
  type InverseMass,
  type Joint,
  type JointPlace,
  type Pull,
  type Reaction,
  type ReportPulls,
  type StepOutcome,
  type StepStart,
} from '../joint.ts';
import type { Coordinate } from './coordinate.ts';
import type { Frames } from './frames.ts';
import type { Part } from './joint-part.ts';

/** A free axis of a joint, and the options of its drive. */
interface FreeAxis {
  readonly coordinate: Coordinate;
  readonly options: TurnDrive & SlideDrive;
  /** Prefix of its options' names in messages; "" if the joint has one axis only. */
  readonly where?: string;
}

interface Assembly {
  readonly kind: string;
  /** Parts that hold the bodies, in the order of rows. */
  readonly parts: readonly Part[];
  /** Rows that relate its free axes to each other, after those of the parts. */
  readonly relation?: (drives: readonly Drive[]) => Part;
  /** Motors, limits and friction of its free axes; rows after those of the parts. */
  readonly axes?: readonly FreeAxis[];
  gap(frames: Frames): number;
  /** Turning of a and b, if it counts an angle. */
  readonly turning?: readonly [Turning, Turning];
}

const NOT_TURNING = [NOT_COUNTED, NOT_COUNTED] as const;

/** About an axis through a point, both in the world, which a and b keep. */
export function turningAround({ frames, a, b, gyration }: JointPlace, point: Vec3, axis: Vec3): [Turning, Turning] {
  const of = (k: number) =>
    turningAbout(frames.localPoint(k, point), frames.localDirection(k, unit(axis)), gyration(k));
  return [of(a), of(b)];
}

export class AssembledJoint implements Joint {
  readonly kind: string;
  readonly name: string;
  readonly bodies: readonly number[];
  readonly rows: readonly string[];
  readonly holds: boolean;
  readonly holdsAngles: boolean;
  readonly state: Float64Array | undefined;
  /** Undefined if it has neither rod nor rope. */
  readonly pulls: ReportPulls | undefined;
  private readonly place: JointPlace;
  private readonly turning: readonly [Turning, Turning];
  private readonly parts: readonly Part[];
  private readonly drives: readonly Drive[];
  private readonly limit: BreakLimit | undefined;
  private readonly distance: (frames: Frames) => number;
  private readonly Ka = new Float64Array(9);
  private readonly Kb = new Float64Array(9);

  constructor(
    place: JointPlace,
    breaking: Breaking,
    { kind, parts, relation, axes = [], gap, turning = NOT_TURNING }: Assembly,
  ) {
    this.kind = kind;
    this.name = place.name;
    this.place = place;
    this.bodies = [place.a, place.b];
    this.limit = breakLimit(breaking);
    const size = 1 + DRIVE_MEMORY * axes.length;
    const state = new Float64Array(size);
    this.state = this.limit || axes.length > 0 ? state : undefined;
    this.drives = axes.map(({ coordinate, options, where }, k) => {
      const from = 1 + DRIVE_MEMORY * k;
      return new Drive(place, coordinate, options, state.subarray(from, from + DRIVE_MEMORY), where);
    });
    this.parts = [...parts, ...(relation ? [relation(this.drives)] : []), ...this.drives];
    this.rows = this.parts.flatMap((part) => part.rows);
    this.holds = parts.some(({ oneSided }) => !oneSided);
    this.holdsAngles = parts.some((part) => part.holdsAngles);
    if (parts.some(({ pull }) => pull)) this.pulls = this.findPulls;
    this.turning = turning;
    this.distance = gap;
  }

  get broken(): boolean {
    return this.state?.[0] === 1;
  }

  begin(start: StepStart): boolean {
    let changed = false;
    if (!this.broken) for (const part of this.parts) changed = part.begin?.(start) || changed;
    return changed;
  }

  write(frames: Frames, h: number, rows: RowBuilder): void {
    if (this.broken) writeNothing(rows, this.rows.length, compliance(this.place.stiffness, h));
    else for (const part of this.parts) part.write(frames, h, rows);
  }

  gap(frames: Frames): number {
    return this.distance(frames);
  }

  reaction(frames: Frames, x: Float64Array, at: number, h: number): Reaction {
    return this.pushOf(this.parts, frames, x, at, h);
  }

  bearing(frames: Frames, x: Float64Array, at: number, h: number): Reaction {
    return this.pushOf(this.parts.slice(0, this.parts.length - this.drives.length), frames, x, at, h);
  }

  axisForces(x: Float64Array, at: number, h: number, freedom?: Freedom): AxisForces | undefined {
    const drive = this.driveOf(freedom);
    if (!drive) return undefined;
    const before = this.parts.slice(0, this.parts.indexOf(drive)); // the parts that hold come before the drives
    return drive.forces(
      x,
      before.reduce((row, part) => row + part.rows.length, at),
      h,
    );
  }

  /** Force and torque of the first parts on b. */
  private pushOf(parts: readonly Part[], frames: Frames, x: Float64Array, at: number, h: number): Reaction {
    const impulse = new Float64Array(6);
    let first = at;
    for (const part of parts) {
      part.push(frames, x, first, impulse);
      first += part.rows.length;
    }
    return perTime(impulse, h);
  }

  turnStiffness(frames: Frames, x: Float64Array, at: number, emit: EmitStiffness): void {
    if (this.broken) return;
    const { Ka, Kb } = this;
    for (let c = 0; c < 9; c++) {
      Ka[c] = 0;
      Kb[c] = 0;
    }
    let first = at;
    for (const part of this.parts) {
      part.turn(frames, x, first, Ka, Kb);
      first += part.rows.length;
    }
    const { a, b } = this.place;
    if (a >= 0 && isAny(Ka)) emit(a, Ka);
    if (b >= 0 && isAny(Kb)) emit(b, Kb);
  }

  private findPulls(frames: Frames, x: Float64Array, at: number, emit: (pull: Pull) => void): void {
    if (this.broken) return;
    let first = at;
    for (const part of this.parts) {
      const pull = part.pull?.(frames, x, first);
      if (pull) emit(pull);
      first += part.rows.length;
    }
  }

  torn({ before, after, x, at, h }: StepOutcome): boolean {
    if (this.broken) return false;
    let first = at;
    for (const part of this.parts) {
      if (part.torn?.({ before, after, x, at: first, h })) return true;
      first += part.rows.length;
    }
    return false;
  }

  strikes(frames: Frames, velocity: Float64Array, h: number, inverseMass: InverseMass): boolean {
    return !this.broken && this.parts.some((part) => part.strikes?.(frames, velocity, h, inverseMass));
  }

  turningOf(body: number): Turning {
    return this.turning[body === this.bodies[0] ? 0 : 1];
  }

  record({ before, after, x, at, h }: StepOutcome): void {
    for (const drive of this.drives) drive.record(after);
    if (this.state && this.limit && !this.broken && exceeds(this.limit, this.reaction(before, x, at, h)))
      this.state[0] = 1;
  }

  coordinate(frames: Frames, freedom?: Freedom): number | undefined {
    return this.driveOf(freedom)?.value(frames);
  }

  rate(frames: Frames, velocity: Float64Array, freedom?: Freedom): number | undefined {
    return this.driveOf(freedom)?.rate(frames, velocity);
  }

  driven(freedom?: Freedom): number | undefined {
    return this.driveOf(freedom)?.driven;
  }

  setSpeed(speed: number, freedom?: Freedom): void {
    this.expectDrive(freedom, 'setSpeed').setSpeed(speed);
  }

  setTarget(target: number, freedom?: Freedom): void {
    this.expectDrive(freedom, 'setTarget').setTarget(target);
  }

  /** The axis asked for; by default the only one, or the rotation of two. */
  private driveOf(freedom: Freedom | undefined): Drive | undefined {
    return freedom ? this.drives.find((drive) => drive.freedom === freedom) : this.drives[0];
  }

  private expectDrive(freedom: Freedom | undefined, act: string): Drive {
    const drive = this.driveOf(freedom);
    if (!drive)
      throw new ContractError(
        `joint ${shortened(this.name)}: ${act}: expected a joint with an axis to ${freedom ?? 'drive'}, found none`,
      );
    return drive;
  }
}

/** True: one of nine numbers is not zero. */
function isAny(K: Float64Array): boolean {
  for (let c = 0; c < 9; c++) if (K[c] !== 0) return true;
  return false;
}

/** Largest force, N, and torque, N m. */
export interface BreakLimit {
  readonly force: number;
  readonly torque: number;
}

export function breakLimit({ breakForce, breakTorque }: Breaking): BreakLimit | undefined {
  if (breakForce === undefined && breakTorque === undefined) return undefined;
  return { force: breakForce ?? Infinity, torque: breakTorque ?? Infinity };
}

export const exceeds = (limit: BreakLimit, { force, torque }: Reaction): boolean =>
  length(force) > limit.force || length(torque) > limit.torque;

export function perTime(impulse: Float64Array, h: number): Reaction {
  const over = (v: Vec3): Vec3 => [v[0] / h, v[1] / h, v[2] / h];
  return { force: over(vec3At(impulse, 0)), torque: over(vec3At(impulse, 3)) };
}

/** Rows that touch no body and bear no impulse (JO17). */
export function writeNothing(rows: RowBuilder, count: number, C: number): void {
  for (let i = 0; i < count; i++) {
    rows.row('bilateral', 'linear', 0, C);
    rows.bounds(0, 0);
  }
}
