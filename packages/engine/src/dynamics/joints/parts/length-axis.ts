/**
 * The distance of a point of B from a point of A.   docs/theory/joints.md (JO19), (JO24)
 *
 *   q = |d|,   J = (-n, -r_A x n | n, r_B x n),   d = p_B - p_A,  n = d/|d|       points that coincide have no direction: J = 0
 */
import { add, cross, length, scale, subtract, type Vec3 } from '../../../linalg/vec3.ts';
import type { Coordinate } from './coordinate.ts';
import type { Frames } from './frames.ts';
import { addOuter, addScaled, addTurn } from './joint-part.ts';

export class LengthAxis implements Coordinate {
  readonly unit = 'linear';
  private readonly a: number;
  private readonly b: number;
  private readonly localA: Vec3;
  private readonly localB: Vec3;

  /** @param pointA in the world, m @param pointB in the world, m */
  constructor(frames: Frames, a: number, b: number, pointA: Vec3, pointB: Vec3) {
    this.a = a;
    this.b = b;
    this.localA = frames.localPoint(a, pointA);
    this.localB = frames.localPoint(b, pointB);
  }

  value(frames: Frames): number {
    return this.at(frames).size;
  }

  gradient(frames: Frames, factor: number, Ja: Float64Array, Jb: Float64Array): void {
    const { n, rA, rB } = this.at(frames);
    addScaled(Ja, 0, n, -factor);
    addScaled(Ja, 3, cross(rA, n), -factor);
    addScaled(Jb, 0, n, factor);
    addScaled(Jb, 3, cross(rB, n), factor);
  }

  speedGradient(frames: Frames, factor: number, Ja: Float64Array, Jb: Float64Array): void {
    this.gradient(frames, factor, Ja, Jb);
  }

  push(frames: Frames, y: number, impulse: Float64Array): void {
    addScaled(impulse, 0, this.at(frames).n, y);
  }

  pushSpeed(frames: Frames, y: number, impulse: Float64Array): void {
    this.push(frames, y, impulse);
  }

  /** Like an open rope: the arms turn, and with them the length of d. */
  turn(frames: Frames, y: number, Ka: Float64Array, Kb: Float64Array): void {
    const { d, size, rA, rB } = this.at(frames);
    if (size === 0) return;
    addTurn(Kb, rB, scale(subtract(d, rB), y / size));
    addTurn(Ka, rA, scale(add(d, rA), -y / size));
    addOuter(Kb, cross(rB, d), y / (size * size * size));
    addOuter(Ka, cross(rA, d), y / (size * size * size));
  }

  turnSpeed(frames: Frames, y: number, Ka: Float64Array, Kb: Float64Array): void {
    this.turn(frames, y, Ka, Kb);
  }

  private at(frames: Frames) {
    const { arm: rA, point: pA } = frames.point(this.a, this.localA);
    const { arm: rB, point: pB } = frames.point(this.b, this.localB);
    const d = subtract(pB, pA);
    const size = length(d);
    return { d, size, rA, rB, n: size > 0 ? scale(d, 1 / size) : d };
  }
}
