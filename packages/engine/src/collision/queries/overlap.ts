/** Which colliders a shape overlaps at a given pose; touching counts.   docs/theory/collision.md (CO28) */
import { rotationMatrix } from '../../linalg/mat3.ts';
import type { Colliders } from '../colliders.ts';
import { collideFor, RANK } from '../dispatch.ts';
import type { Shape } from '../shapes/shape.ts';
import { worldBounds } from '../shapes/shape-kinds.ts';
import { ClosestPoints } from './closest-points.ts';

export class Overlap {
  private readonly closest = new ClosestPoints();
  private readonly R = new Float64Array(9);
  private readonly box = new Float64Array(6);
  private readonly other = new Float64Array(6);
  private readonly place = new Float64Array(7);

  /** Numbers of the colliders within `margin` (m) of the shape, in ascending order, into `out`; returns how many. */
  find(colliders: Colliders, shape: Shape, pose: ArrayLike<number>, out: Int32Array, margin = 0): number {
    const { R, box, other, place, closest } = this;
    for (let i = 0; i < 7; i++) place[i] = pose[i];
    rotationMatrix(place, 3, R, 0);
    worldBounds(shape, place, R, box, 0);
    let count = 0;
    for (let k = 0; k < colliders.count && count < out.length; k++) {
      const one = colliders.shape[k];
      if (!meets(RANK[one.kind], RANK[shape.kind])) continue;
      for (let i = 0; i < 7; i++) place[i] = colliders.pose[7 * k + i];
      rotationMatrix(place, 3, R, 0);
      worldBounds(one, place, R, other, 0);
      let apart = false;
      for (let i = 0; i < 3; i++) apart ||= other[i] > box[3 + i] + margin || box[i] > other[3 + i] + margin;
      if (apart || !closest.find(one, place, shape, pose, margin)) continue;
      out[count++] = k;
    }
    return count;
  }
}

const meets = (a: number, b: number): boolean => collideFor(Math.min(a, b), Math.max(a, b)) !== undefined;
