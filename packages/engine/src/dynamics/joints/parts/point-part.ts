/**
 * One point of A and one point of B stay together: three rows.   docs/theory/joints.md (JO2)
 *
 *   phi = p_B - p_A,   J = (-e, -r_A x e | e, r_B x e) for e = x, y, z
 */
import { length, scale, type Vec3, vec3At } from '../../../linalg/vec3.ts';
import type { RowBuilder } from '../../../problem/rows/row-builder.ts';
import { compliance, type JointPlace, type StepOutcome, type Stiffness, stabilisation } from '../joint.ts';
import type { Frames } from './frames.ts';
import { addScaled, addTurn, impulseOf, isClosed, isTorn, type Part } from './joint-part.ts';

/** An arm below this share of the radius of gyration does not count. */
const LEAST_ARM = 0.01;

export class PointPart implements Part {
  readonly rows: readonly string[] = ['x', 'y', 'z'];
  /** The longer of the two arms, m; the radius of gyration if turning can hardly open the joint (a wheel on its axle). */
  private readonly size: number;
  private readonly a: number;
  private readonly b: number;
  private readonly localA: Vec3;
  private readonly localB: Vec3;
  private readonly stiffness: Stiffness;
  /** Arm and point of either body, where they are asked for. */
  private readonly onA = new Float64Array(6);
  private readonly onB = new Float64Array(6);

  constructor({ frames, a, b, stiffness, gyration }: JointPlace, point: Vec3) {
    this.a = a;
    this.b = b;
    this.stiffness = stiffness;
    this.localA = frames.localPoint(a, point);
    this.localB = frames.localPoint(b, point);
    const arm = Math.max(a < 0 ? 0 : length(this.localA), b < 0 ? 0 : length(this.localB));
    const radius = Math.max(gyration(a), gyration(b));
    this.size = arm > LEAST_ARM * radius ? arm : radius;
  }

  write(frames: Frames, h: number, rows: RowBuilder): void {
    const { onA, onB } = this;
    frames.setPoint(this.a, this.localA, onA);
    frames.setPoint(this.b, this.localB, onB);
    const C = compliance(this.stiffness, h);
    const D = stabilisation(this.stiffness, h);
    const J = rows.six;
    J.fill(0); // once: a call per row costs 1 % of a step of a chain
    for (let e = 0; e < 3; e++) {
      const f = (e + 1) % 3;
      const g = (e + 2) % 3;
      rows.hold('linear', onB[3 + e] - onA[3 + e], D, C);
      J[e] = -1;
      J[3 + e] = 0;
      J[3 + f] = -onA[g];
      J[3 + g] = onA[f];
      rows.block(this.a, J);
      J[e] = 1;
      J[3 + f] = onB[g];
      J[3 + g] = -onB[f];
      rows.block(this.b, J);
      J[e] = 0;
    }
  }

  push(_frames: Frames, x: Float64Array, at: number, impulse: Float64Array): void {
    addScaled(impulse, 0, vec3At(x, at), 1);
  }

  turn(frames: Frames, x: Float64Array, at: number, Ka: Float64Array, Kb: Float64Array): void {
    const l = vec3At(x, at);
    if (this.a >= 0) addTurn(Ka, frames.direction(this.a, this.localA), scale(l, -1));
    if (this.b >= 0) addTurn(Kb, frames.direction(this.b, this.localB), l);
  }

  torn({ before, after, x, at, h }: StepOutcome): boolean {
    const { size, stiffness } = this;
    const open = this.gap(after);
    if (isClosed(open, size)) return false;
    const openBefore = () => this.gap(before);
    return isTorn({ open, openBefore, size, stiffness, impulse: impulseOf(x, at, 3) }, h);
  }

  gap(frames: Frames): number {
    const { onA, onB } = this;
    frames.setPoint(this.a, this.localA, onA);
    frames.setPoint(this.b, this.localB, onB);
    const x = onB[3] - onA[3];
    const y = onB[4] - onA[4];
    const z = onB[5] - onA[5];
    return Math.sqrt(x * x + y * y + z * z);
  }
}
