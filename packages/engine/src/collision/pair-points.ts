/**
 * Relative pose of two shapes in, their points out, all in the axes of the first shape, so that nothing is lost far
 * from the origin.   docs/theory/collision.md (CO5) (CO6)
 *
 *   R = R_1^T R_2,   t = R_1^T (p_2 - p_1)
 */
import { grownFloat64, grownInt32 } from './contact-points.ts';
import { Polygon } from './features/polygon.ts';

export class PairPoints {
  /** Axes of the second shape in those of the first, row-major, and its origin, m. */
  readonly R = new Float64Array(9);
  readonly t = new Float64Array(3);
  /** Points with a gap up to this are wanted, m. */
  margin = 0;
  /** Number that the pair function keeps for the next call, usually the axis that it took; 0 at first. */
  hint = 0;

  count = 0;
  /** On the surface of the first shape, m; the other point is pointA + gap normal. */
  point = new Float64Array(24);
  /** Unit, from the first shape to the second. */
  normal = new Float64Array(24);
  gap = new Float64Array(8);
  feature = new Int32Array(8);
  private readonly direction = new Float64Array(3);

  /** Support features to clip; scratch of the pair functions. */
  readonly first = new Polygon();
  readonly second = new Polygon();
  mark = new Uint8Array(8);

  /** The pose of the first shape in the axes of the second takes the place of that of the second in the first. */
  turnRound(): void {
    const { R, t } = this;
    const [x, y, z] = t;
    for (let i = 0; i < 3; i++) t[i] = -(R[i] * x + R[3 + i] * y + R[6 + i] * z);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < i; j++) {
        const r = R[3 * i + j];
        R[3 * i + j] = R[3 * j + i];
        R[3 * j + i] = r;
      }
  }

  /** The normal of the points that are added from now on. */
  along(x: number, y: number, z: number): void {
    this.direction[0] = x;
    this.direction[1] = y;
    this.direction[2] = z;
  }

  add(x: number, y: number, z: number, gap: number, feature: number): void {
    this.put(this.count++, x, y, z, gap, feature);
  }

  /** Point k becomes this one. */
  put(k: number, x: number, y: number, z: number, gap: number, feature: number): void {
    if (k >= this.gap.length) this.grow();
    const { point, normal, direction } = this;
    point[3 * k] = x;
    point[3 * k + 1] = y;
    point[3 * k + 2] = z;
    normal[3 * k] = direction[0];
    normal[3 * k + 1] = direction[1];
    normal[3 * k + 2] = direction[2];
    this.gap[k] = gap;
    this.feature[k] = feature;
  }

  /** Point `from` is point `to` from now on. */
  move(from: number, to: number): void {
    for (let c = 0; c < 3; c++) {
      this.point[3 * to + c] = this.point[3 * from + c];
      this.normal[3 * to + c] = this.normal[3 * from + c];
    }
    this.gap[to] = this.gap[from];
    this.feature[to] = this.feature[from];
  }

  /** Adds point k of another workspace under another name. */
  take({ point, normal, gap }: PairPoints, k: number, feature: number): void {
    this.along(normal[3 * k], normal[3 * k + 1], normal[3 * k + 2]);
    this.add(point[3 * k], point[3 * k + 1], point[3 * k + 2], gap[k], feature);
  }

  private grow(): void {
    const capacity = 2 * this.gap.length;
    this.point = grownFloat64(this.point, 3 * capacity);
    this.normal = grownFloat64(this.normal, 3 * capacity);
    this.gap = grownFloat64(this.gap, capacity);
    this.feature = grownInt32(this.feature, capacity);
    this.mark = new Uint8Array(capacity);
  }
}
