/**
 * The position of a point of B along an axis of A.   docs/theory/joints.md (JO8), (JO18)
 *
 *   phi = u . (p_B - p_A),   J = (-u, -(p_B - x_A) x u | u, r_B x u)       u fixed in A;   bilinear, so (JO5) holds
 */
import { cross, dot, scale, subtract, unit, type Vec3 } from '../../../linalg/vec3.ts';
import type { Coordinate } from './coordinate.ts';
import type { Frames } from './frames.ts';
import { addScaled, addTurn } from './joint-part.ts';

export class SlideAxis implements Coordinate {
  readonly unit = 'linear';
  private readonly a: number;
  private readonly b: number;
  private readonly localA: Vec3;
  private readonly localB: Vec3;
  private readonly u: Vec3;

  /** @param point that B carries along, and that is zero, in the world, m @param axis in the world, any length but zero */
  constructor(frames: Frames, a: number, b: number, point: Vec3, axis: Vec3) {
    this.a = a;
    this.b = b;
    this.localA = frames.localPoint(a, point);
    this.localB = frames.localPoint(b, point);
    this.u = frames.localDirection(a, unit(axis));
  }

  value(frames: Frames): number {
    const { u, d } = this.at(frames);
    return dot(u, d);
  }

  gradient(frames: Frames, factor: number, Ja: Float64Array, Jb: Float64Array): void {
    const { u, e, rB } = this.at(frames);
    addScaled(Ja, 0, u, -factor);
    addScaled(Ja, 3, cross(e, u), -factor);
    addScaled(Jb, 0, u, factor);
    addScaled(Jb, 3, cross(rB, u), factor);
  }

  speedGradient(frames: Frames, factor: number, Ja: Float64Array, Jb: Float64Array): void {
    this.gradient(frames, factor, Ja, Jb);
  }

  push(frames: Frames, y: number, impulse: Float64Array): void {
    addScaled(impulse, 0, this.at(frames).u, y);
  }

  pushSpeed(frames: Frames, y: number, impulse: Float64Array): void {
    this.push(frames, y, impulse);
  }

  turn(frames: Frames, y: number, Ka: Float64Array, Kb: Float64Array): void {
    const { u, e, rB } = this.at(frames);
    addTurn(Ka, u, scale(e, y));
    addTurn(Kb, rB, scale(u, y));
  }

  turnSpeed(frames: Frames, y: number, Ka: Float64Array, Kb: Float64Array): void {
    this.turn(frames, y, Ka, Kb);
  }

  /** e: from the centre of A to the point of B. */
  private at(frames: Frames) {
    const { arm: rA, point: pA } = frames.point(this.a, this.localA);
    const { arm: rB, point: pB } = frames.point(this.b, this.localB);
    const d = subtract(pB, pA);
    const e: Vec3 = [rA[0] + d[0], rA[1] + d[1], rA[2] + d[2]];
    return { u: frames.direction(this.a, this.u), d, e, rB };
  }
}
