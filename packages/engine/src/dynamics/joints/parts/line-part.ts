/**
 * A point of B stays on a line or in a plane of A: a row for each direction across it.   docs/theory/joints.md (JO7), (JO18)
 *
 *   phi_j = t_j . (p_B - p_A),   J = (-t, -(p_B - x_A) x t | t, r_B x t)       t_j fixed in A: two of a line, one of a plane
 *   h K_aa = y [(t.e) 1 - t e^T],  e = p_B - x_A;      h K_bb = y [(t.r_B) 1 - r_B t^T]
 */
import { dot, length, scale, subtract, tangents, unit, type Vec3 } from '../../../linalg/vec3.ts';
import type { RowBuilder } from '../../../problem/rows/row-builder.ts';
import { compliance, type JointPlace, type StepOutcome, type Stiffness, stabilisation } from '../joint.ts';
import type { Frames } from './frames.ts';
import { addScaled, addTurn, impulseOf, isTorn, type Part, writeForce } from './joint-part.ts';

export class LinePart implements Part {
  readonly rows: readonly string[];
  private readonly a: number;
  private readonly b: number;
  private readonly localA: Vec3;
  private readonly localB: Vec3;
  private readonly across: readonly Vec3[];
  private readonly stiffness: Stiffness;
  /** The larger radius of gyration, m. */
  private readonly radius: number;

  /** @param across unit vectors in the world, in which the point does not move */
  constructor({ frames, a, b, stiffness, gyration }: JointPlace, point: Vec3, across: readonly Vec3[]) {
    this.rows = across.length === 1 ? ['across'] : across.map((_, k) => `across ${k + 1}`);
    this.a = a;
    this.b = b;
    this.stiffness = stiffness;
    this.radius = Math.max(gyration(a), gyration(b));
    this.localA = frames.localPoint(a, point);
    this.localB = frames.localPoint(b, point);
    this.across = across.map((t) => frames.localDirection(a, t));
  }

  write(frames: Frames, h: number, rows: RowBuilder): void {
    const { arms, d, across } = this.at(frames);
    const C = compliance(this.stiffness, h);
    const D = stabilisation(this.stiffness, h);
    for (const t of across) {
      rows.hold('linear', dot(t, d), D, C);
      writeForce(rows, this.a, arms.e, this.b, arms.rB, t);
    }
  }

  push(frames: Frames, x: Float64Array, at: number, impulse: Float64Array): void {
    this.at(frames).across.forEach((t, k) => {
      addScaled(impulse, 0, t, x[at + k]);
    });
  }

  turn(frames: Frames, x: Float64Array, at: number, Ka: Float64Array, Kb: Float64Array): void {
    const { arms, across } = this.at(frames);
    across.forEach((t, k) => {
      addTurn(Ka, t, scale(arms.e, x[at + k]));
      addTurn(Kb, arms.rB, scale(t, x[at + k]));
    });
  }

  /** Its size: the longer arm, from A to the point of B, or the radius of gyration. */
  torn({ before, after, x, at, h }: StepOutcome): boolean {
    const { stiffness, a, b } = this;
    const { e, rB } = this.at(after).arms;
    const size = Math.max(this.radius, a < 0 ? 0 : length(e), b < 0 ? 0 : length(rB));
    const [openBefore, impulse] = [() => this.gap(before), impulseOf(x, at, this.across.length)];
    return isTorn({ open: this.gap(after), openBefore, size, stiffness, impulse }, h);
  }

  /** Distance of the point from the line or the plane, m. */
  gap(frames: Frames): number {
    const { d, across } = this.at(frames);
    return Math.sqrt(across.reduce((sum, t) => sum + dot(t, d) * dot(t, d), 0));
  }

  private at(frames: Frames) {
    const { arm: rA, point: pA } = frames.point(this.a, this.localA);
    const { arm: rB, point: pB } = frames.point(this.b, this.localB);
    const d = subtract(pB, pA);
    const e: Vec3 = [rA[0] + d[0], rA[1] + d[1], rA[2] + d[2]];
    return { d, arms: { e, rB }, across: this.across.map((t) => frames.direction(this.a, t)) };
  }
}

/** The point stays on the line along `axis`. */
export const onLine = (place: JointPlace, point: Vec3, axis: Vec3): LinePart =>
  new LinePart(place, point, tangents(unit(axis)));

/** The point stays in the plane across `normal`. */
export const inPlane = (place: JointPlace, point: Vec3, normal: Vec3): LinePart =>
  new LinePart(place, point, [unit(normal)]);
