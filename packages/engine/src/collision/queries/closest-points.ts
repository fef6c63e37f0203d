/**
 * Nearest points of two shapes wherever they are: the detector's own pair functions with the search distance as margin.
 * docs/theory/collision.md (CO28)   The workspace belongs to the instance; a call allocates nothing.
 */
import { rotationMatrix } from '../../linalg/mat3.ts';
import { CollisionError } from '../colliders.ts';
import { collideFor, RANK } from '../dispatch.ts';
import { Pair } from '../pair.ts';
import type { Shape } from '../shapes/shape.ts';

export class ClosestPoints {
  /** Signed distance that the last successful call found, m; negative = depth. */
  distance = 0;
  /** World: on a, on b, and the unit normal from a to b. */
  readonly pointA = new Float64Array(3);
  readonly pointB = new Float64Array(3);
  readonly normal = new Float64Array(3);
  private readonly pair = new Pair();
  private readonly Ra = new Float64Array(9);
  private readonly Rb = new Float64Array(9);

  /** True if the shapes are at most `within` apart, m. Poses are 7 numbers: position, unit quaternion xyzw. */
  find(a: Shape, poseA: ArrayLike<number>, b: Shape, poseB: ArrayLike<number>, within: number): boolean {
    const swapped = RANK[a.kind] > RANK[b.kind];
    const first = swapped ? b : a;
    const second = swapped ? a : b;
    const collide = collideFor(RANK[first.kind], RANK[second.kind]);
    if (collide === undefined)
      throw new CollisionError(`expected two kinds of shapes that collide, found ${a.kind} and ${b.kind}`);
    const { pair } = this;
    this.relate(swapped ? poseB : poseA, swapped ? poseA : poseB);
    pair.count = 0;
    pair.margin = within;
    pair.hint = 0;
    collide(first, second, pair);
    if (pair.count === 0) return false;
    let best = 0;
    for (let k = 1; k < pair.count; k++) if (pair.gap[k] < pair.gap[best]) best = k;
    this.answer(best, swapped ? poseB : poseA, swapped);
    return true;
  }

  private relate(p: ArrayLike<number>, q: ArrayLike<number>): void {
    const { Ra, Rb } = this;
    const { R, t } = this.pair;
    rotationMatrix(p, 3, Ra, 0);
    rotationMatrix(q, 3, Rb, 0);
    const x = q[0] - p[0];
    const y = q[1] - p[1];
    const z = q[2] - p[2];
    for (let i = 0; i < 3; i++) {
      t[i] = Ra[i] * x + Ra[3 + i] * y + Ra[6 + i] * z;
      for (let j = 0; j < 3; j++) R[3 * i + j] = Ra[i] * Rb[j] + Ra[3 + i] * Rb[3 + j] + Ra[6 + i] * Rb[6 + j];
    }
  }

  private answer(k: number, p: ArrayLike<number>, swapped: boolean): void {
    const { pair, Ra, normal } = this;
    const { point, gap } = pair;
    const onFirst = swapped ? this.pointB : this.pointA;
    const onSecond = swapped ? this.pointA : this.pointB;
    this.distance = gap[k];
    for (let i = 0; i < 3; i++) {
      const row = 3 * i;
      const n =
        Ra[row] * pair.normal[3 * k] + Ra[row + 1] * pair.normal[3 * k + 1] + Ra[row + 2] * pair.normal[3 * k + 2];
      onFirst[i] = p[i] + (Ra[row] * point[3 * k] + Ra[row + 1] * point[3 * k + 1] + Ra[row + 2] * point[3 * k + 2]);
      onSecond[i] = onFirst[i] + gap[k] * n;
      normal[i] = swapped ? -n : n;
    }
  }
}
