/**
 * Directions s of A and d of B that stay perpendicular to each other, one row per pair.   docs/theory/joints.md (JO6), (JO18)
 *
 *   phi = s . d,   J = (0, -d x s | 0, d x s);      h K_aa = y [(s.d) 1 - s d^T],   h K_bb = y [(s.d) 1 - d s^T]
 *
 * The exact derivative, not that of aligned axes. The stiffness leaves out the blocks that couple a and b.
 */
import { cross, dot, scale, tangents, unit, type Vec3 } from '../../../linalg/vec3.ts';
import type { RowBuilder } from '../../../problem/rows/row-builder.ts';
import { compliance, type JointPlace, type StepOutcome, type Stiffness, stabilisation } from '../joint.ts';
import type { Frames } from './frames.ts';
import { addScaled, addTurn, impulseOf, isClosed, isTorn, type Part, writeTorque } from './joint-part.ts';

/** A direction that A keeps and one that B keeps, both given in the world. */
export interface Pair {
  readonly row: string;
  readonly s: Vec3;
  readonly d: Vec3;
}

export class AcrossPart implements Part {
  readonly rows: readonly string[];
  readonly holdsAngles = true;
  private readonly a: number;
  private readonly b: number;
  private readonly pairs: readonly { readonly s: Vec3; readonly d: Vec3 }[];
  private readonly stiffness: Stiffness;

  constructor({ frames, a, b, angular: stiffness }: JointPlace, pairs: readonly Pair[]) {
    this.rows = pairs.map(({ row }) => row);
    this.a = a;
    this.b = b;
    this.stiffness = stiffness;
    this.pairs = pairs.map(({ s, d }) => ({ s: frames.localDirection(a, s), d: frames.localDirection(b, d) }));
  }

  write(frames: Frames, h: number, rows: RowBuilder): void {
    const C = compliance(this.stiffness, h);
    const D = stabilisation(this.stiffness, h);
    for (const pair of this.pairs) {
      const s = frames.direction(this.a, pair.s);
      const d = frames.direction(this.b, pair.d);
      rows.hold('angular', dot(s, d), D, C);
      writeTorque(rows, this.a, this.b, cross(d, s));
    }
  }

  push(frames: Frames, x: Float64Array, at: number, impulse: Float64Array): void {
    this.pairs.forEach((pair, k) => {
      const s = frames.direction(this.a, pair.s);
      const d = frames.direction(this.b, pair.d);
      addScaled(impulse, 3, cross(d, s), x[at + k]);
    });
  }

  /** True if it is torn; angles, so its size is 1 rad. */
  torn({ before, after, x, at, h }: StepOutcome): boolean {
    const { stiffness } = this;
    const open = this.misaligned(after);
    if (isClosed(open, 1)) return false;
    const [openBefore, impulse] = [() => this.misaligned(before), impulseOf(x, at, this.pairs.length)];
    return isTorn({ open, openBefore, size: 1, stiffness, impulse }, h);
  }

  /** Root of the sum of phi^2, rad if it is small. */
  private misaligned(frames: Frames): number {
    let sum = 0;
    for (const pair of this.pairs) {
      const phi = dot(frames.direction(this.a, pair.s), frames.direction(this.b, pair.d));
      sum += phi * phi;
    }
    return Math.sqrt(sum);
  }

  turn(frames: Frames, x: Float64Array, at: number, Ka: Float64Array, Kb: Float64Array): void {
    let row = at;
    for (const pair of this.pairs) {
      const s = frames.direction(this.a, pair.s);
      const d = frames.direction(this.b, pair.d);
      addTurn(Ka, s, scale(d, x[row]));
      addTurn(Kb, d, scale(s, x[row]));
      row++;
    }
  }
}

/** The pairs that leave one axis free: u of B stays perpendicular to t1 and t2 of A (JO3). */
export function oneAxis(axis: Vec3): readonly Pair[] {
  const u = unit(axis);
  const [t1, t2] = tangents(u);
  return [
    { row: 'axis 1', s: t1, d: u },
    { row: 'axis 2', s: t2, d: u },
  ];
}

/** The pairs that leave no rotation free: t2 of B stays perpendicular to t1 of A too (JO6). */
export function noAxis(axis: Vec3): readonly Pair[] {
  const [t1, t2] = tangents(unit(axis));
  return [...oneAxis(axis), { row: 'turn', s: t1, d: t2 }];
}
