/**
 * A convex core placed in the axes of a pair: its farthest point along a direction, and the feature that looks along
 * one, to be clipped. A sphere is a point and a capsule a segment, both with a radius around.   docs/theory/collision.md (CO21)
 */
import type { Polygon } from '../features/polygon.ts';
import { CONVEX_KINDS } from '../shapes/convex-kinds.ts';
import type { Shape, Triangle } from '../shapes/shape.ts';
import type { CoreKind } from '../shapes/shape-kind.ts';
import { SPHERE } from '../shapes/sphere.ts';
import { TRIANGLE } from '../shapes/triangle.ts';

/** A convex shape, or a triangle of a surface. */
export type Core = Extract<Shape, { kind: keyof typeof CONVEX_KINDS }> | Triangle;

const CORES = Object.fromEntries([
  ...Object.entries(CONVEX_KINDS).map(([kind, { core }]) => [kind, core]),
  ['triangle', TRIANGLE],
]) as Readonly<Record<Core['kind'], CoreKind>>;

export class Convex {
  shape: Core = { kind: 'sphere', radius: 0 };
  core: CoreKind = SPHERE.core!;
  /** Rounding around the core, m. */
  radius = 0;
  /** Number of its face normals. */
  faces = 0;
  private posed = false;
  private readonly d = new Float64Array(3);
  private R = new Float64Array(9);
  private t = new Float64Array(3);

  /** In the axes of the pair themselves. */
  own(shape: Core): void {
    this.shape = shape;
    this.posed = false;
    const core = CORES[shape.kind];
    this.core = core;
    this.radius = core.rounded ? (shape as { radius: number }).radius : 0;
    this.faces = core.faces(shape);
  }

  /** Turned by R and moved by t. */
  place(shape: Core, R: Float64Array, t: Float64Array): void {
    this.own(shape);
    this.posed = true;
    this.R = R as Float64Array<ArrayBuffer>;
    this.t = t as Float64Array<ArrayBuffer>;
  }

  /** The point of the core farthest along d (any length but zero) goes to out[at ..]. */
  support(dx: number, dy: number, dz: number, out: Float64Array, at: number): void {
    const { d, R, t, shape } = this;
    if (!this.posed) {
      d[0] = dx;
      d[1] = dy;
      d[2] = dz;
      this.core.support(shape, d, out, at);
      return;
    }
    d[0] = R[0] * dx + R[3] * dy + R[6] * dz;
    d[1] = R[1] * dx + R[4] * dy + R[7] * dz;
    d[2] = R[2] * dx + R[5] * dy + R[8] * dz;
    this.core.support(shape, d, out, at);
    const x = out[at];
    const y = out[at + 1];
    const z = out[at + 2];
    out[at] = t[0] + (R[0] * x + R[1] * y + R[2] * z);
    out[at + 1] = t[1] + (R[3] * x + R[4] * y + R[5] * z);
    out[at + 2] = t[2] + (R[6] * x + R[7] * y + R[8] * z);
  }

  /** The feature that looks along the unit vector n, as a polygon, a segment or a point. */
  feature(nx: number, ny: number, nz: number, polygon: Polygon): void {
    const { d, R, t, shape } = this;
    polygon.nx = 0;
    polygon.ny = 0;
    polygon.nz = 0;
    if (!this.posed) {
      d[0] = nx;
      d[1] = ny;
      d[2] = nz;
      this.core.feature(shape, d, polygon);
      return;
    }
    d[0] = R[0] * nx + R[3] * ny + R[6] * nz;
    d[1] = R[1] * nx + R[4] * ny + R[7] * nz;
    d[2] = R[2] * nx + R[5] * ny + R[8] * nz;
    this.core.feature(shape, d, polygon);
    const { corner } = polygon;
    for (let k = 0; k < polygon.count; k++) {
      const x = corner[3 * k];
      const y = corner[3 * k + 1];
      const z = corner[3 * k + 2];
      corner[3 * k] = t[0] + (R[0] * x + R[1] * y + R[2] * z);
      corner[3 * k + 1] = t[1] + (R[3] * x + R[4] * y + R[5] * z);
      corner[3 * k + 2] = t[2] + (R[6] * x + R[7] * y + R[8] * z);
    }
    const { nx: x, ny: y, nz: z } = polygon;
    polygon.nx = R[0] * x + R[1] * y + R[2] * z;
    polygon.ny = R[3] * x + R[4] * y + R[5] * z;
    polygon.nz = R[6] * x + R[7] * y + R[8] * z;
  }

  /** How far a point is outside the core, m, up to a factor at corners; not above 0 inside. */
  outside(px: number, py: number, pz: number): number {
    const { shape, R, t } = this;
    let x = px;
    let y = py;
    let z = pz;
    if (this.posed) {
      const dx = px - t[0];
      const dy = py - t[1];
      const dz = pz - t[2];
      x = R[0] * dx + R[3] * dy + R[6] * dz;
      y = R[1] * dx + R[4] * dy + R[7] * dz;
      z = R[2] * dx + R[5] * dy + R[8] * dz;
    }
    return this.core.outside(shape, x, y, z);
  }

  /** Outward normal of face f to out[0 .. 2] and its distance from the pair's origin to out[3]. */
  face(f: number, out: Float64Array): void {
    const { shape, R, t } = this;
    out[0] = 0;
    out[1] = 0;
    out[2] = 0;
    this.core.face(shape, f, out);
    if (!this.posed) return;
    const x = out[0];
    const y = out[1];
    const z = out[2];
    for (let i = 0; i < 3; i++) out[i] = R[3 * i] * x + R[3 * i + 1] * y + R[3 * i + 2] * z;
    out[3] += out[0] * t[0] + out[1] * t[1] + out[2] * t[2];
  }
}
