/**
 * A ball joint: one point of A and one point of B stay together.   docs/theory/joints.md (JO2)
 *
 *   phi = p_B - p_A,   J = (-e, -r_A x e | e, r_B x e) for e = x, y, z
 */
import { length, subtract, type Vec3 } from '../../linalg/vec3.ts';
import type { RowBuilder } from '../../problem/row-builder.ts';
import type { Frames } from './frames.ts';
import {
  compliance,
  expectPoint,
  type Joint,
  type JointCommon,
  type JointPlace,
  type Stiffness,
  stabilisation,
} from './joint.ts';

export const POINT_ROWS: readonly string[] = ['x', 'y', 'z'];

export interface SphericalOptions extends JointCommon {
  readonly kind: 'spherical';
  /** In the world, at the bodies' present poses, m. */
  readonly point: Vec3;
}

export class SphericalJoint implements Joint {
  readonly kind: string = 'spherical';
  readonly name: string;
  readonly bodies: readonly number[];
  readonly rows: readonly string[] = POINT_ROWS;
  protected readonly a: number;
  protected readonly b: number;
  private readonly localA: Vec3;
  private readonly localB: Vec3;
  private readonly stiffness: Stiffness;

  constructor({ name, frames, a, b, stiffness }: JointPlace, options: { readonly point: Vec3 }) {
    const point = expectPoint(name, options.point);
    this.name = name;
    this.bodies = [a, b];
    this.a = a;
    this.b = b;
    this.stiffness = stiffness;
    this.localA = frames.localPoint(a, point);
    this.localB = frames.localPoint(b, point);
  }

  write(frames: Frames, h: number, rows: RowBuilder): void {
    const { arm: rA, point: pA } = frames.point(this.a, this.localA);
    const { arm: rB, point: pB } = frames.point(this.b, this.localB);
    const C = compliance(this.stiffness, h);
    const D = stabilisation(this.stiffness, h);
    rows.hold('linear', pB[0] - pA[0], D, C);
    rows.block(this.a, -1, 0, 0, 0, -rA[2], rA[1]);
    rows.block(this.b, 1, 0, 0, 0, rB[2], -rB[1]);
    rows.hold('linear', pB[1] - pA[1], D, C);
    rows.block(this.a, 0, -1, 0, rA[2], 0, -rA[0]);
    rows.block(this.b, 0, 1, 0, -rB[2], 0, rB[0]);
    rows.hold('linear', pB[2] - pA[2], D, C);
    rows.block(this.a, 0, 0, -1, -rA[1], rA[0], 0);
    rows.block(this.b, 0, 0, 1, rB[1], -rB[0], 0);
  }

  gap(frames: Frames): number {
    const { point: pA } = frames.point(this.a, this.localA);
    const { point: pB } = frames.point(this.b, this.localB);
    return length(subtract(pB, pA));
  }
}
