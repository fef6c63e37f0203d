/** The workspace of one pair: its points, and what the pair functions work with. */
import { Convex } from './convex/convex.ts';
import { Epa } from './convex/epa.ts';
import { Gjk } from './convex/gjk.ts';
import { Clipper } from './manifold/clip.ts';
import { FaceClip } from './manifold/face-clip.ts';
import { PairPoints } from './pair-points.ts';
import type { Shape } from './shapes/shape.ts';
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
  private expected = Number.NEGATIVE_INFINITY;
  private better = 0;
  private margin = 0;

  /** @param last axis of the last step, or -1 @param better a later axis has to be better by this, m: rounding must not choose */
  begin(last: number, better: number, margin: number): void {
    this.best = -1;
    this.separation = Number.NEGATIVE_INFINITY;
    this.ofLast = Number.NEGATIVE_INFINITY;
    this.expected = Number.NEGATIVE_INFINITY;
    this.last = last;
    this.better = better;
    this.margin = margin;
  }

  /** An axis with this separation (m) will be offered. */
  expect(separation: number): void {
    this.expected = separation;
  }

  /** True if an axis with at most this separation (m, to rounding) would change nothing. */
  cannotWin(atMost: number): boolean {
    return atMost <= Math.max(this.separation + 0.5 * this.better, this.expected - 8 * this.better);
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

export class Pair extends PairPoints {
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
  readonly gjk = new Gjk();
  readonly epa = new Epa();
  private below: Pair | undefined;

  /** The workspace one level down, for the parts of a shape. */
  inner(): Pair {
    this.below ??= new Pair();
    return this.below;
  }
}

/** Adds the points of a pair: shapes in the order of their ranks, the second in the axes of the first. */
export type Collide = (a: Shape, b: Shape, pair: Pair) => void;
