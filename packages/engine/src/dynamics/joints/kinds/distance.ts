/**
 * Two points at a distance: exact as a rod, or one-sided as a rope or a stop.   docs/theory/joints.md (JO9), (JO11), (JO19)
 *
 *   rod     phi = (d.d - L^2)/(2 L),  J = (-d, -r_A x d | d, r_B x d)/L,   d = p_B - p_A        bilinear: (JO5) holds
 *   rope    phi = the same with the other sign if violated;   L - |d| along d/|d| if open, x >= 0
 *
 * An open rope uses the true distance because the squared one predicts badly: from |d| = L/2 a move of 0.6 L passes the end,
 * but by the square 0.075 L would be left.
 */

import { ContractError } from '../../../checks/errors.ts';
import { optional } from '../../../checks/fields.ts';
import { boolean, number } from '../../../checks/values.ts';
import { found, shortened } from '../../../checks/wording.ts';
import { add, cross, dot, length, scale, subtract, type Vec3 } from '../../../linalg/vec3.ts';
import type { RowBuilder } from '../../../problem/rows/row-builder.ts';
import { openGap } from '../drives/drive.ts';
import {
  closesHard,
  compliance,
  type Joint,
  type JointCommon,
  type JointFields,
  type JointPlace,
  type Pull,
  pointField,
  type StepOutcome,
  type Stiffness,
  stabilisation,
} from '../joint.ts';
import { AssembledJoint } from '../parts/assembled.ts';
import type { Frames } from '../parts/frames.ts';
import { addOuter, addScaled, addTurn, isTorn, type Part, velocityAt, writeForce } from '../parts/joint-part.ts';

export interface DistanceOptions extends JointCommon {
  readonly kind: 'distance';
  /** The end on A and the end on B, in the world at the bodies' present poses, m. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  /** m, > 0. Default: the present distance. */
  readonly length?: number;
  /** True: may be shorter than `length`. Default false. */
  readonly rope?: boolean;
  /** The shortest and the longest distance instead of `length`, m; either may be left out. */
  readonly minLength?: number;
  readonly maxLength?: number;
}

const someLength = number('a length', { above: 0, unit: 'm' });
export const DISTANCE: JointFields<DistanceOptions> = {
  pointA: pointField('a', 'the end on a'),
  pointB: pointField('b', 'the end on b'),
  length: optional(someLength, 'that is held', 'the present distance'),
  rope: optional(boolean, 'whether it may be shorter', '`false`'),
  minLength: optional(someLength, 'in place of `length`: the shortest distance', 'none'),
  maxLength: optional(someLength, 'in place of `length`: the longest distance', 'none'),
};

/** Kind of a held length: exact, not longer, not shorter. */
type Sense = 'exact' | 'longest' | 'shortest';

export class LengthPart implements Part {
  readonly rows: readonly string[];
  readonly oneSided: boolean;
  private readonly sense: Sense;
  private readonly L: number;
  private readonly a: number;
  private readonly b: number;
  private readonly localA: Vec3;
  private readonly localB: Vec3;
  private readonly stiffness: Stiffness;
  /** The length, or the longer arm, m. */
  private readonly size: number;

  constructor(place: JointPlace, pointA: Vec3, pointB: Vec3, sense: Sense, L: number) {
    const { frames, a, b, stiffness } = place;
    this.rows = [sense === 'exact' ? 'length' : sense];
    this.sense = sense;
    this.oneSided = sense !== 'exact';
    this.L = L;
    this.a = a;
    this.b = b;
    this.stiffness = stiffness;
    this.localA = frames.localPoint(a, pointA);
    this.localB = frames.localPoint(b, pointB);
    this.size = Math.max(L, a < 0 ? 0 : length(this.localA), b < 0 ? 0 : length(this.localB));
  }

  write(frames: Frames, h: number, rows: RowBuilder): void {
    const { phi, direction, rA, rB } = this.at(frames);
    const C = compliance(this.stiffness, h);
    if (this.sense === 'exact') rows.hold('linear', phi, stabilisation(this.stiffness, h), C);
    else {
      rows.row('limit', 'linear', openGap(phi, this.stiffness, h), C);
      rows.bounds(0, Infinity);
    }
    writeForce(rows, this.a, rA, this.b, rB, direction);
  }

  pull(frames: Frames, x: Float64Array, at: number): Pull | undefined {
    if (this.sense === 'shortest' || x[at] === 0) return undefined;
    const { d, sign, size, unitLength, rA, rB } = this.at(frames);
    const stiffness = (-sign * x[at]) / unitLength; // x < 0 pulls in a rod, x > 0 in a rope
    if (!(stiffness > 0 && size > 0)) return undefined;
    return { a: this.a, b: this.b, rA, rB, along: scale(d, 1 / size), stiffness };
  }

  torn({ before, after, x, at, h }: StepOutcome): boolean {
    const { stiffness, size } = this;
    const [openBefore, impulse] = [() => this.gap(before), Math.abs(x[at])];
    return isTorn({ open: this.gap(after), openBefore, size, stiffness, impulse }, h);
  }

  push(frames: Frames, x: Float64Array, at: number, impulse: Float64Array): void {
    addScaled(impulse, 0, this.at(frames).direction, x[at]);
  }

  strikes(frames: Frames, velocity: Float64Array, h: number): boolean {
    if (this.sense === 'exact') return false;
    const { phi, direction, rA, rB } = this.at(frames);
    const apart = subtract(velocityAt(velocity, this.b, rB), velocityAt(velocity, this.a, rA));
    return closesHard(phi, dot(direction, apart), h);
  }

  /** If the direction is d/L, only the arms turn and the rest of d is held; if it is d/|d|, its own length counts too. */
  turn(frames: Frames, x: Float64Array, at: number, Ka: Float64Array, Kb: Float64Array): void {
    const { d, rA, rB, open, sign, size, unitLength } = this.at(frames);
    const y = (sign * x[at]) / unitLength;
    if (y === 0) return;
    addTurn(Kb, rB, scale(subtract(d, rB), y));
    addTurn(Ka, rA, scale(add(d, rA), -y));
    if (!open || size === 0) return;
    addOuter(Kb, cross(rB, d), y / (size * size));
    addOuter(Ka, cross(rA, d), y / (size * size));
  }

  /** Error of the length, m. */
  gap(frames: Frames): number {
    const { size } = this.at(frames);
    if (this.sense === 'exact') return Math.abs(size - this.L);
    return Math.max(0, this.sense === 'longest' ? size - this.L : this.L - size);
  }

  private at(frames: Frames) {
    const { L } = this;
    const { arm: rA, point: pA } = frames.point(this.a, this.localA);
    const { arm: rB, point: pB } = frames.point(this.b, this.localB);
    const d = subtract(pB, pA);
    const size = length(d);
    const sign = this.sense === 'longest' ? -1 : 1;
    const open = this.sense !== 'exact' && sign * (size - L) > 0;
    const phi = sign * (open ? size - L : (dot(d, d) - L * L) / (2 * L));
    const unitLength = open && size > 0 ? size : L; // points that coincide have no direction: the row is then empty
    return { d, size, sign, open, phi, rA, rB, unitLength, direction: scale(d, sign / unitLength) };
  }
}

export function distanceJoint(place: JointPlace, options: DistanceOptions): Joint {
  const { name } = place;
  const { pointA, pointB, rope = false, minLength, maxLength } = options;
  const part = (sense: Sense, key: string, L: number) => {
    if (!(L > 0 && L < Infinity))
      throw new ContractError(
        `joint ${shortened(name)}: ${key}: expected a length > 0 in m (a spherical joint holds points together), found ${found(L)}`,
      );
    return new LengthPart(place, pointA, pointB, sense, L);
  };
  const between = minLength !== undefined || maxLength !== undefined;
  if (between && (rope || options.length !== undefined))
    throw new ContractError(
      `joint ${shortened(name)}: expected length, with or without rope, or minLength and maxLength, found both`,
    );
  if (minLength !== undefined && maxLength !== undefined && !(minLength <= maxLength))
    throw new ContractError(
      `joint ${shortened(name)}: maxLength: expected a length not below minLength, found ${maxLength} m and ${minLength} m`,
    );
  const own = () => options.length ?? length(subtract(pointB, pointA));
  const parts = between
    ? [
        ...(minLength === undefined ? [] : [part('shortest', 'minLength', minLength)]),
        ...(maxLength === undefined ? [] : [part('longest', 'maxLength', maxLength)]),
      ]
    : [part(rope ? 'longest' : 'exact', 'length', own())];
  return new AssembledJoint(place, options, {
    kind: 'distance',
    parts,
    gap: (frames) => Math.max(...parts.map((one) => one.gap(frames))),
  });
}
