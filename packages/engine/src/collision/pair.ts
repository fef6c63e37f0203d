/**
 * The workspace of one pair: its relative pose in, its points out, all in the axes of the first shape, so that
 * nothing is lost far from the origin.   docs/theory/collision.md (CO5) (CO6)
 *
 *   R = R_1^T R_2,   t = R_1^T (p_2 - p_1)
 */

import { grownFloat64, grownInt32 } from './contact-points.ts';
import { Convex } from './convex/convex.ts';
import { Epa } from './convex/epa.ts';
import { Gjk } from './convex/gjk.ts';
import { Polygon } from './features/polygon.ts';
import { Clipper } from './manifold/clip.ts';
import { FaceClip } from './manifold/face-clip.ts';
import { TriangleView } from './shapes/triangles.ts';

/** Nearest points of two shapes that do not overlap, and the features they lie on. */
export class Closest {
  distance = Number.POSITIVE_INFINITY;
  readonly onA = new Float64Array(3);
  readonly onB = new Float64Array(3);
  feature = 0;

  /** Takes the pair of points where it is closer than what was found so far. */
  offer(ax: number, ay: number, az: number, bx: number, by: number, bz: number, feature: number): void {
    const square = (bx - ax) * (bx - ax) + (by - ay) * (by - ay) + (bz - az) * (bz - az);
    if (square >= this.distance * this.distance) return;
    this.distance = Math.sqrt(square);
    this.onA[0] = ax;
    this.onA[1] = ay;
    this.onA[2] = az;
    this.onB[0] = bx;
    this.onB[1] = by;
    this.onB[2] = bz;
    this.feature = feature;
  }
}

export class Pair {
  /** Axes of the second shape in those of the first, row-major, and its origin, m. */
  readonly R = new Float64Array(9);
  readonly t = new Float64Array(3);
  /** Points with a gap up to this are wanted, m. */
  margin = 0;
  /** What the pair function wants to be told next time, 0 at first: the axis it took. */
  hint = 0;

  count = 0;
  /** On the surface of the first shape, m; the other point is pointA + gap normal. */
  point = new Float64Array(24);
  /** Unit, from the first shape to the second. */
  normal = new Float64Array(24);
  gap = new Float64Array(8);
  feature = new Int32Array(8);

  /** Support features to clip; scratch of the pair functions. */
  readonly first = new Polygon();
  readonly second = new Polygon();
  readonly clipper = new Clipper();
  readonly faceClip = new FaceClip();
  readonly axis = new Float64Array(3);
  readonly plane = new Float64Array(4);
  readonly spot = new Float64Array(3);
  readonly spot2 = new Float64Array(3);
  readonly spot3 = new Float64Array(3);
  readonly chosen = new Int32Array(8);
  readonly closest = new Closest();
  /** For pairs without a closed form. */
  readonly A = new Convex();
  readonly B = new Convex();
  readonly box = new Float64Array(6);
  readonly triangle = new TriangleView();
  mark = new Uint8Array(8);
  readonly gjk = new Gjk();
  readonly epa = new Epa();
  private below: Pair | undefined;

  /** The workspace one level down, for the parts of a shape. */
  inner(): Pair {
    this.below ??= new Pair();
    return this.below;
  }

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

  add(x: number, y: number, z: number, nx: number, ny: number, nz: number, gap: number, feature: number): void {
    this.put(this.count++, x, y, z, nx, ny, nz, gap, feature);
  }

  /** Point k becomes this one. */
  put(
    k: number,
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    gap: number,
    feature: number,
  ): void {
    if (k >= this.gap.length) this.grow();
    this.point[3 * k] = x;
    this.point[3 * k + 1] = y;
    this.point[3 * k + 2] = z;
    this.normal[3 * k] = nx;
    this.normal[3 * k + 1] = ny;
    this.normal[3 * k + 2] = nz;
    this.gap[k] = gap;
    this.feature[k] = feature;
  }

  private grow(): void {
    const room = 2 * this.gap.length;
    this.point = grownFloat64(this.point, 3 * room);
    this.normal = grownFloat64(this.normal, 3 * room);
    this.gap = grownFloat64(this.gap, room);
    this.feature = grownInt32(this.feature, room);
    this.mark = new Uint8Array(room);
  }
}
