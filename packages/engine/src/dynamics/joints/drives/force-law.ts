/**
 * A force by a law of the user's own, between two points or about an axis, implicit and so stable for any step.
 * docs/theory/joints.md (JO24)
 *
 *   x = h F(q + h w, w)  linearised at q, r:   C = 1/(h s),  g = -(F - h k r)/s - r,   s = h k + c,   k = -dF/dq,  c = -dF/dr
 *
 * Under `midpoint` a law that does not soften is taken at the middle of the step: x = h F(q + h w/2, w), linearised as above.
 * Laws that soften or stay the same have s <= 0: their impulse is h (F - h k r), given by bounds.
 */
import { ContractError } from '../../../checks/errors.ts';
import { optional, required } from '../../../checks/fields.ts';
import { direction, program, vector } from '../../../checks/values.ts';
import { found, shortened } from '../../../checks/wording.ts';
import type { Vec3 } from '../../../linalg/vec3.ts';
import type { RowBuilder } from '../../../problem/rows/row-builder.ts';
import { COUNTED } from '../../bodies/exact-turns.ts';
import {
  compliance,
  type Joint,
  type JointCommon,
  type JointFields,
  type JointPlace,
  type StepStart,
} from '../joint.ts';
import { AssembledJoint } from '../parts/assembled.ts';
import type { Coordinate } from '../parts/coordinate.ts';
import type { Frames } from '../parts/frames.ts';
import type { Part } from '../parts/joint-part.ts';
import { LengthAxis } from '../parts/length-axis.ts';
import { TurnAxis } from '../parts/turn-axis.ts';
import type { Drive } from './drive.ts';

/**
 * Force as a function of the length (m) and its rate (m/s), or of the angle (rad, over any number of turns) and its rate (rad/s).
 */
export type Law = (coordinate: number, rate: number) => number;

export interface ForceLawOptions extends JointCommon {
  readonly kind: 'force-law';
  /** Ends of a line, in the world at the bodies' present poses, m: the coordinate is the distance between them. */
  readonly pointA?: Vec3;
  readonly pointB?: Vec3;
  /** Axis, instead of the points: the coordinate is the angle about this axis, which A keeps, zero at present. */
  readonly axis?: Vec3;
  /** Force on b along the growing coordinate, N; N m about an axis. It must depend on its two arguments alone. */
  readonly law: Law;
  /** -dF/dq, N/m or N m/rad, and -dF/drate, kg/s or N m s/rad. Default: by differences. */
  readonly lawStiffness?: Law;
  readonly lawDamping?: Law;
}

const law = program<Law>('a function of coordinate and rate', (given) => typeof given === 'function');

export const FORCE_LAW: JointFields<ForceLawOptions> = {
  pointA: { ...optional(vector('m'), 'its end on a, in the world'), moves: { as: 'point', with: 'a' } },
  pointB: { ...optional(vector('m'), 'its end on b, in the world'), moves: { as: 'point', with: 'b' } },
  axis: { ...optional(direction, 'in place of the ends, in the world'), moves: { as: 'direction', with: 'a' } },
  law: required(law, 'force on b along the growing coordinate'),
  lawStiffness: optional(law, 'minus its derivative by the coordinate', 'by differences'),
  lawDamping: optional(law, 'minus its derivative by the rate', 'by differences'),
};

/** Step of differences, relative to values above 1 (m, rad, m/s, rad/s). */
const DIFFERENCE = 1e-6;
/** Below this slope s, kg/s or N m s/rad, the force is that of the start: its C would be too large to keep the ledger closed. */
const LEAST_SLOPE = 1e-6;

class LawPart implements Part {
  readonly rows: readonly string[] = ['law'];
  private readonly place: JointPlace;
  private readonly drive: Drive;
  private readonly options: ForceLawOptions;
  /** Rate at the start of the step. */
  private rate = 0;
  private readonly Ja = new Float64Array(6);
  private readonly Jb = new Float64Array(6);

  constructor(place: JointPlace, drive: Drive, options: ForceLawOptions) {
    this.place = place;
    this.drive = drive;
    this.options = options;
  }

  begin({ frames, velocity }: StepStart): boolean {
    this.rate = this.drive.rate(frames, velocity);
    return false;
  }

  write(frames: Frames, h: number, rows: RowBuilder): void {
    const { drive, place, rate: r, Ja, Jb } = this;
    const q = drive.value(frames);
    const F = this.finite(this.options.law, q, r, 'law');
    const { k, c } = this.slopes(q, r);
    const s = h * k + c;
    const ahead = F - h * k * r; // at the rate of the start
    if (s > LEAST_SLOPE) {
      rows.row('motor', drive.coordinate.unit, -ahead / s - r, 1 / (h * s));
      if (k >= 0 && c >= 0) rows.sprung(q, k / s, h * (F + c * r + k * q));
      rows.bounds(-Infinity, Infinity);
    } else {
      rows.row('motor', drive.coordinate.unit, 0, compliance(place.stiffness, h));
      rows.bounds(h * ahead, h * ahead);
    }
    Ja.fill(0);
    Jb.fill(0);
    drive.coordinate.gradient(frames, 1, Ja, Jb);
    rows.block(place.a, Ja);
    rows.block(place.b, Jb);
  }

  push(frames: Frames, x: Float64Array, at: number, impulse: Float64Array): void {
    this.drive.coordinate.push(frames, x[at], impulse);
  }

  turn(frames: Frames, x: Float64Array, at: number, Ka: Float64Array, Kb: Float64Array): void {
    this.drive.coordinate.turn(frames, x[at], Ka, Kb);
  }

  /** -dF/dq and -dF/dr, given or by central differences. */
  private slopes(q: number, r: number): { readonly k: number; readonly c: number } {
    const { law: F, lawStiffness, lawDamping } = this.options;
    const [dq, dr] = [q, r].map((value) => DIFFERENCE * Math.max(1, Math.abs(value)));
    const k = lawStiffness
      ? this.finite(lawStiffness, q, r, 'lawStiffness')
      : (this.finite(F, q - dq, r, 'law') - this.finite(F, q + dq, r, 'law')) / (2 * dq);
    const c = lawDamping
      ? this.finite(lawDamping, q, r, 'lawDamping')
      : (this.finite(F, q, r - dr, 'law') - this.finite(F, q, r + dr, 'law')) / (2 * dr);
    return { k, c };
  }

  private finite(given: Law, q: number, r: number, key: string): number {
    const value = given(q, r);
    if (!Number.isFinite(value))
      throw new ContractError(
        `joint ${shortened(this.place.name)}: ${key}: expected a finite number at (${q}, ${r}), found ${found(value)}`,
      );
    return value;
  }
}

function coordinateOf({ name, frames, a, b }: JointPlace, { pointA, pointB, axis }: ForceLawOptions): Coordinate {
  if (axis && !pointA && !pointB) return new TurnAxis(frames, a, b, axis);
  if (pointA && pointB && !axis) return new LengthAxis(frames, a, b, pointA, pointB);
  throw new ContractError(
    `joint ${shortened(name)}: expected pointA and pointB, or an axis, found ${axis ? 'both' : 'neither'}`,
  );
}

export function forceLawJoint(place: JointPlace, options: ForceLawOptions): Joint {
  return new AssembledJoint(place, options, {
    kind: 'force-law',
    parts: [],
    relation: ([drive]) => new LawPart(place, drive, options),
    axes: [{ coordinate: coordinateOf(place, options), options: {} }],
    gap: () => 0,
    ...(options.axis && { turning: [COUNTED, COUNTED] as const }),
  });
}
