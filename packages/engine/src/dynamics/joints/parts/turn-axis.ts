/**
 * The angle of B against A about an axis of A.   docs/theory/joints.md (JO10), (JO20)
 *
 *   X = t1.s,  Y = t2.s,   theta = atan2(Y, X)          t1, t2 across the axis in A;  s = t1 in B at the pose of its making
 *   J_B = s x m / (X^2 + Y^2),  m = X t2 - Y t1,  J_A = -J_B;      the axis itself if A and B are aligned
 *
 * Not bilinear, so (JO5) does not hold. Bodies whose angle is counted turn by h omega exactly (JO27). Motors and friction, which use no angle,
 * act along the axis u of A (JO4): their stiffness -y [u]x is skew, and its symmetric part is zero.
 */
import { atan2 } from '../../../linalg/elementary.ts';
import { add, cross, dot, scale, subtract, tangents, unit, type Vec3 } from '../../../linalg/vec3.ts';
import type { Coordinate } from './coordinate.ts';
import type { Frames } from './frames.ts';
import { addScaled } from './joint-part.ts';

export class TurnAxis implements Coordinate {
  readonly unit = 'angular';
  private readonly a: number;
  private readonly b: number;
  private readonly u: Vec3;
  private readonly t1: Vec3;
  private readonly t2: Vec3;
  private readonly s: Vec3;

  /** The same axis of bodies that have other numbers: those of their world, for a coordinate made of two poses alone. */
  between(a: number, b: number): TurnAxis {
    const other: TurnAxis = Object.create(TurnAxis.prototype);
    return Object.assign(other, this, { a, b });
  }

  /** @param axis in the world, any length but zero */
  constructor(frames: Frames, a: number, b: number, axis: Vec3) {
    const u = unit(axis);
    const [t1, t2] = tangents(u);
    this.a = a;
    this.b = b;
    this.u = frames.localDirection(a, u);
    this.t1 = frames.localDirection(a, t1);
    this.t2 = frames.localDirection(a, t2);
    this.s = frames.localDirection(b, t1);
  }

  value(frames: Frames): number {
    const s = frames.direction(this.b, this.s);
    const X = dot(frames.direction(this.a, this.t1), s);
    const Y = dot(frames.direction(this.a, this.t2), s);
    return atan2(Y, X);
  }

  gradient(frames: Frames, factor: number, Ja: Float64Array, Jb: Float64Array): void {
    const { g } = this.at(frames);
    addScaled(Ja, 3, g, -factor);
    addScaled(Jb, 3, g, factor);
  }

  speedGradient(frames: Frames, factor: number, Ja: Float64Array, Jb: Float64Array): void {
    const u = frames.direction(this.a, this.u);
    addScaled(Ja, 3, u, -factor);
    addScaled(Jb, 3, u, factor);
  }

  push(frames: Frames, y: number, impulse: Float64Array): void {
    addScaled(impulse, 3, this.at(frames).g, y);
  }

  pushSpeed(frames: Frames, y: number, impulse: Float64Array): void {
    addScaled(impulse, 3, frames.direction(this.a, this.u), y);
  }

  turn(frames: Frames, y: number, Ka: Float64Array, Kb: Float64Array): void {
    const { X, Y, square, g, m, s, t1, t2 } = this.at(frames);
    const p = cross(s, t1);
    const q = cross(s, t2);
    const across = add(scale(p, X), scale(q, Y)); // half the gradient of X^2 + Y^2 with B's rotation
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        const skew = q[i] * p[j] - p[i] * q[j] - 2 * g[i] * across[j];
        Kb[3 * i + j] -= (y * (skew + s[i] * m[j])) / square;
        Ka[3 * i + j] -= (y * (skew + m[i] * s[j])) / square;
      }
  }

  turnSpeed(): void {}

  private at(frames: Frames) {
    const t1 = frames.direction(this.a, this.t1);
    const t2 = frames.direction(this.a, this.t2);
    const s = frames.direction(this.b, this.s);
    const X = dot(t1, s);
    const Y = dot(t2, s);
    const square = X * X + Y * Y;
    const m = subtract(scale(t2, X), scale(t1, Y));
    return { X, Y, square, m, s, t1, t2, g: scale(cross(s, m), 1 / square) };
  }
}
