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
class Closest {
  distance = Number.POSITIVE_INFINITY;
  readonly onA = new Float64Array(3);
  readonly onB = new Float64Array(3);
  feature = 0;

  private readonly candidate = new Float64Array(3);

  /** The point of A that `offer` takes next. */
  from(x: number, y: number, z: number): void {
    this.candidate[0] = x;
    this.candidate[1] = y;
    this.candidate[2] = z;
  }

  /** Takes that point and this one of B if they are closer than what was found so far. */
  offer(x: number, y: number, z: number, feature: number): void {
    const { candidate, onA, onB } = this;
    const dx = x - candidate[0];
    const dy = y - candidate[1];
    const dz = z - candidate[2];
    const square = dx * dx + dy * dy + dz * dz;
    if (square >= this.distance * this.distance) return;
    this.distance = Math.sqrt(square);
    onA[0] = candidate[0];
    onA[1] = candidate[1];
    onA[2] = candidate[2];
    onB[0] = x;
    onB[1] = y;
    onB[2] = z;
    this.feature = feature;
  }
}

/** The axis of largest separation among those that are offered, the first of those that are as good. */
class BestAxis {
  best = -1;
  /** m */
  separation = Number.NEGATIVE_INFINITY;
  /** Separation along the axis of the last step, m. */
  ofLast = Number.NEGATIVE_INFINITY;
  private last = -1;
  private better = 0;
  private margin = 0;

  /** @param last axis of the last step, or -1 @param better a later axis has to be better by this, m: rounding must not choose */
  begin(last: number, better: number, margin: number): void {
    this.best = -1;
    this.separation = Number.NEGATIVE_INFINITY;
    this.ofLast = Number.NEGATIVE_INFINITY;
    this.last = last;
    this.better = better;
    this.margin = margin;
  }

  /** False: the shapes are farther apart than the margin. */
  offer(axis: number, separation: number): boolean {
    if (separation > this.margin) return false;
    if (separation > this.separation + this.better) {
      this.separation = separation;
      this.best = axis;
    }
    if (axis === this.last) this.ofLast = separation;
    return true;
  }
}

export class Pair {
  /** Axes of the second shape in those of the first, row-major, and its origin, m. */
  readonly R = new Float64Array(9);
  readonly t = new Float64Array(3);
  /** Points with a gap up to this are wanted, m. */
  margin = 0;
  /** What the pair function keeps for the next call, 0 at first: the axis that it took. */
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
  readonly clipper = new Clipper();
  readonly faceClip = new FaceClip();
  readonly axis = new Float64Array(3);
  readonly plane = new Float64Array(4);
  readonly spot = new Float64Array(3);
  readonly spot2 = new Float64Array(3);
  readonly spot3 = new Float64Array(3);
  readonly chosen = new Int32Array(8);
  readonly closest = new Closest();
  readonly axes = new BestAxis();
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
  take({ point, normal, gap }: Pair, k: number, feature: number): void {
    this.along(normal[3 * k], normal[3 * k + 1], normal[3 * k + 2]);
    this.add(point[3 * k], point[3 * k + 1], point[3 * k + 2], gap[k], feature);
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
