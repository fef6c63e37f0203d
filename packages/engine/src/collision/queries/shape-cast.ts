/**
 * How far a shape can go along a straight line before it touches another: conservative advancement.
 * docs/theory/collision.md (CO29)
 *
 *   convex: x += gap/(d . n) while d . n > 0;   otherwise x += gap: nothing can be nearer than the gap
 */
import type { Shape } from '../shapes/shape.ts';
import { kindOf } from '../shapes/shape-kinds.ts';
import { ClosestPoints } from './closest-points.ts';

/** Touching: a gap below this, m. */
const TOUCH = 1e-9;
const STEPS = 512;

const isConvex = (shape: Shape): boolean => kindOf(shape).core !== undefined;

export class ShapeCast {
  /** Distance until the shapes touch, m, of the last call that hit. */
  way = 0;
  /** World: where, and the unit normal from the moving shape to the other. */
  readonly point = new Float64Array(3);
  readonly normal = new Float64Array(3);
  private readonly closest = new ClosestPoints();
  private readonly pose = new Float64Array(7);

  /** Moves `a` from its pose along the unit direction d by at most `most` m; true if it touches b on the way. */
  find(
    a: Shape,
    poseA: ArrayLike<number>,
    d: ArrayLike<number>,
    most: number,
    b: Shape,
    poseB: ArrayLike<number>,
  ): boolean {
    const { closest, pose } = this;
    const sure = isConvex(a) && (isConvex(b) || b.kind === 'plane');
    for (let i = 0; i < 7; i++) pose[i] = poseA[i];
    this.way = 0;
    for (let k = 0; k < STEPS; k++) {
      for (let i = 0; i < 3; i++) pose[i] = poseA[i] + this.way * d[i];
      if (!closest.find(a, pose, b, poseB, most - this.way + TOUCH)) return false;
      const closing = d[0] * closest.normal[0] + d[1] * closest.normal[1] + d[2] * closest.normal[2];
      if (closest.distance <= TOUCH) {
        for (let i = 0; i < 3; i++) {
          this.point[i] = closest.pointB[i];
          this.normal[i] = closest.normal[i];
        }
        return true;
      }
      if (sure && closing <= 0) return false; // it only gets farther
      this.way += sure ? closest.distance / closing : Math.max(closest.distance, TOUCH);
      if (this.way > most) return false;
    }
    return false; // grazing: closer than rounding can resolve
  }
}
