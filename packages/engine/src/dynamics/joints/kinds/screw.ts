/**
 * A screw: B turns about an axis of A and moves along it by `lead` per turn.   docs/theory/joints.md (JO21)
 *
 *   a cylindrical joint, and   phi = s - c theta,   c = lead/(2 pi);   theta over any number of turns
 */
import { optional, record, required } from '../../../checks/fields.ts';
import { number } from '../../../checks/values.ts';
import { PI } from '../../../linalg/elementary.ts';
import type { Vec3 } from '../../../linalg/vec3.ts';
import type { RowBuilder } from '../../../problem/rows/row-builder.ts';
import { type Drive, SLIDE_DRIVE, type SlideDrive, TURN_DRIVE, type TurnDrive } from '../drives/drive.ts';
import {
  axisField,
  compliance,
  type Joint,
  type JointCommon,
  type JointFields,
  type JointPlace,
  pointField,
  type StepOutcome,
  stabilisation,
} from '../joint.ts';
import { AcrossPart, oneAxis } from '../parts/across-part.ts';
import { AssembledJoint, turningAround } from '../parts/assembled.ts';
import type { Frames } from '../parts/frames.ts';
import { isTorn, type Part } from '../parts/joint-part.ts';
import { onLine } from '../parts/line-part.ts';
import { SlideAxis } from '../parts/slide-axis.ts';
import { TurnAxis } from '../parts/turn-axis.ts';

export interface ScrewOptions extends JointCommon {
  readonly kind: 'screw';
  /** Point on the axis, in the world at the bodies' present poses, m; B carries it along. */
  readonly point: Vec3;
  /** Axis in the world, any length but zero. */
  readonly axis: Vec3;
  /** Way of b along the axis per turn about it, m, not 0; above 0: a right-handed thread. */
  readonly lead: number;
  /** About the axis. */
  readonly turn?: TurnDrive;
  /** Along the axis. */
  readonly slide?: SlideDrive;
}

export const SCREW: JointFields<ScrewOptions> = {
  point: pointField('b', 'on the axis'),
  axis: axisField('a', 'to turn about and move along'),
  lead: required(number('a lead', { notZero: true, unit: 'm per turn' }), 'above 0: a right-handed thread'),
  turn: optional(record(TURN_DRIVE), 'a drive about the axis'),
  slide: optional(record(SLIDE_DRIVE), 'a drive along the axis'),
};

/** The row (JO21) between the two free axes; the drive of the rotation counts its turns. */
class ThreadPart implements Part {
  readonly rows: readonly string[] = ['thread'];
  private readonly place: JointPlace;
  private readonly drives: readonly Drive[];
  /** Factors of the turn (-c, m/rad) and of the way along the axis (1). */
  private readonly factors: readonly number[];
  private readonly Ja = new Float64Array(6);
  private readonly Jb = new Float64Array(6);

  constructor(place: JointPlace, turn: Drive, slide: Drive, lead: number) {
    this.place = place;
    this.drives = [turn, slide];
    this.factors = [-lead / (2 * PI), 1];
  }

  /** By how much b is off its thread, m along the axis. */
  phi(frames: Frames): number {
    const [turn, slide] = this.drives;
    return slide.value(frames) + this.factors[0] * turn.value(frames);
  }

  /** Its size: the radius of gyration, or the way per radian if that is larger. */
  torn({ before, after, x, at, h }: StepOutcome): boolean {
    const { gyration, a, b, stiffness } = this.place;
    const size = Math.max(gyration(a), gyration(b), Math.abs(this.factors[0]));
    const open = (frames: Frames) => Math.abs(this.phi(frames));
    return isTorn({ open: open(after), openBefore: () => open(before), size, stiffness, impulse: Math.abs(x[at]) }, h);
  }

  write(frames: Frames, h: number, rows: RowBuilder): void {
    const { Ja, Jb, place } = this;
    Ja.fill(0);
    Jb.fill(0);
    this.drives.forEach(({ coordinate }, k) => {
      coordinate.gradient(frames, this.factors[k], Ja, Jb);
    });
    rows.hold('linear', this.phi(frames), stabilisation(place.stiffness, h), compliance(place.stiffness, h));
    rows.block(place.a, Ja);
    rows.block(place.b, Jb);
  }

  push(frames: Frames, x: Float64Array, at: number, impulse: Float64Array): void {
    this.drives.forEach(({ coordinate }, k) => {
      coordinate.push(frames, this.factors[k] * x[at], impulse);
    });
  }

  turn(frames: Frames, x: Float64Array, at: number, Ka: Float64Array, Kb: Float64Array): void {
    this.drives.forEach(({ coordinate }, k) => {
      coordinate.turn(frames, this.factors[k] * x[at], Ka, Kb);
    });
  }
}

export function screwJoint(place: JointPlace, options: ScrewOptions): Joint {
  const { frames, a, b } = place;
  const { point, axis, lead, turn = {}, slide = {} } = options;
  const line = onLine(place, point, axis);
  return new AssembledJoint(place, options, {
    kind: 'screw',
    parts: [line, new AcrossPart(place, oneAxis(axis))],
    relation: ([turning, sliding]) => new ThreadPart(place, turning, sliding, lead),
    axes: [
      { coordinate: new TurnAxis(frames, a, b, axis), options: turn, where: 'turn.' },
      { coordinate: new SlideAxis(frames, a, b, point, axis), options: slide, where: 'slide.' },
    ],
    gap: (at) => line.gap(at),
    turning: turningAround(place, point, axis),
  });
}
