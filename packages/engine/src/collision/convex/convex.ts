/**
 * A convex core placed in the axes of a pair: its farthest point along a direction, and the feature that looks along
 * one, to be clipped. A sphere is a point and a capsule a segment, both with a radius around.   docs/theory/collision.md (CO21)
 */
import { ownFace } from '../features/box-features.ts';
import { cylinderFeature } from '../features/cylinder-features.ts';
import { edgeName, faceName, vertexName } from '../features/feature-names.ts';
import { hullFeature } from '../features/hull-features.ts';
import type { Polygon } from '../features/polygon.ts';
import type { Box, Capsule, Cylinder, Hull, Shape, Sphere } from '../shapes/shapes.ts';

/** A triangle of a mesh, seen from its front; nine coordinates. */
export interface Triangle {
  readonly kind: 'triangle';
  readonly corner: Float64Array;
  readonly normal: Float64Array;
}
export type Core = Sphere | Box | Capsule | Cylinder | Hull | Triangle;

export const isConvex = (shape: Shape): shape is Exclude<Core, Triangle> =>
  shape.kind === 'sphere' ||
  shape.kind === 'box' ||
  shape.kind === 'capsule' ||
  shape.kind === 'cylinder' ||
  shape.kind === 'hull';

export class Convex {
  shape: Core = { kind: 'sphere', radius: 0 };
  /** Rounding around the core, m. */
  radius = 0;
  private posed = false;
  private R = new Float64Array(9);
  private t = new Float64Array(3);

  /** In the axes of the pair themselves. */
  own(shape: Core): void {
    this.shape = shape;
    this.posed = false;
    this.radius = shape.kind === 'sphere' || shape.kind === 'capsule' ? shape.radius : 0;
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
    if (!this.posed) {
      localSupport(this.shape, dx, dy, dz, out, at);
      return;
    }
    const { R, t } = this;
    localSupport(
      this.shape,
      R[0] * dx + R[3] * dy + R[6] * dz,
      R[1] * dx + R[4] * dy + R[7] * dz,
      R[2] * dx + R[5] * dy + R[8] * dz,
      out,
      at,
    );
    const x = out[at];
    const y = out[at + 1];
    const z = out[at + 2];
    out[at] = t[0] + (R[0] * x + R[1] * y + R[2] * z);
    out[at + 1] = t[1] + (R[3] * x + R[4] * y + R[5] * z);
    out[at + 2] = t[2] + (R[6] * x + R[7] * y + R[8] * z);
  }

  /** The feature that looks along the unit vector n, as a polygon, a segment or a point. */
  feature(nx: number, ny: number, nz: number, polygon: Polygon): void {
    if (!this.posed) {
      localFeature(this.shape, nx, ny, nz, polygon);
      return;
    }
    const { R, t } = this;
    localFeature(
      this.shape,
      R[0] * nx + R[3] * ny + R[6] * nz,
      R[1] * nx + R[4] * ny + R[7] * nz,
      R[2] * nx + R[5] * ny + R[8] * nz,
      polygon,
    );
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
    switch (shape.kind) {
      case 'sphere':
        return Math.sqrt(x * x + y * y + z * z);
      case 'capsule': {
        const over = Math.max(Math.abs(z) - shape.halfLength, 0);
        return Math.sqrt(x * x + y * y + over * over);
      }
      case 'box':
        return Math.max(Math.abs(x) - shape.half[0], Math.abs(y) - shape.half[1], Math.abs(z) - shape.half[2]);
      case 'cylinder':
        return Math.max(Math.sqrt(x * x + y * y) - shape.radius, Math.abs(z) - shape.halfLength);
      case 'hull': {
        let most = Number.NEGATIVE_INFINITY;
        for (let f = 0; f < shape.faceCount; f++) {
          const n = 3 * f;
          const height = shape.normal[n] * x + shape.normal[n + 1] * y + shape.normal[n + 2] * z - shape.offset[f];
          most = Math.max(most, height);
        }
        return most;
      }
      case 'triangle':
        return outsideTriangle(shape, x, y, z);
    }
  }

  /** How many face normals the core has. */
  get faces(): number {
    const { shape } = this;
    if (shape.kind === 'box') return 6;
    if (shape.kind === 'hull') return shape.faceCount;
    return shape.kind === 'cylinder' ? 2 : shape.kind === 'triangle' ? 1 : 0;
  }

  /** Outward normal of face f to out[0 .. 2] and its distance from the pair's origin to out[3]. */
  face(f: number, out: Float64Array): void {
    const { shape, R, t } = this;
    out[0] = 0;
    out[1] = 0;
    out[2] = 0;
    if (shape.kind === 'box') {
      out[f >> 1] = f & 1 ? 1 : -1;
      out[3] = shape.half[f >> 1];
    } else if (shape.kind === 'hull') {
      for (let i = 0; i < 3; i++) out[i] = shape.normal[3 * f + i];
      out[3] = shape.offset[f];
    } else if (shape.kind === 'cylinder') {
      out[2] = f === 1 ? 1 : -1;
      out[3] = shape.halfLength;
    } else if (shape.kind === 'triangle') {
      for (let i = 0; i < 3; i++) out[i] = shape.normal[i];
      out[3] = out[0] * shape.corner[0] + out[1] * shape.corner[1] + out[2] * shape.corner[2];
    }
    if (!this.posed) return;
    const x = out[0];
    const y = out[1];
    const z = out[2];
    for (let i = 0; i < 3; i++) out[i] = R[3 * i] * x + R[3 * i + 1] * y + R[3 * i + 2] * z;
    out[3] += out[0] * t[0] + out[1] * t[1] + out[2] * t[2];
  }
}

function localSupport(shape: Core, dx: number, dy: number, dz: number, out: Float64Array, at: number): void {
  switch (shape.kind) {
    case 'sphere':
      out[at] = 0;
      out[at + 1] = 0;
      out[at + 2] = 0;
      return;
    case 'capsule':
      out[at] = 0;
      out[at + 1] = 0;
      out[at + 2] = dz < 0 ? -shape.halfLength : shape.halfLength;
      return;
    case 'box':
      out[at] = dx < 0 ? -shape.half[0] : shape.half[0];
      out[at + 1] = dy < 0 ? -shape.half[1] : shape.half[1];
      out[at + 2] = dz < 0 ? -shape.half[2] : shape.half[2];
      return;
    case 'cylinder': {
      const across = Math.sqrt(dx * dx + dy * dy);
      const r = across > 0 ? shape.radius / across : 0;
      out[at] = dx * r;
      out[at + 1] = dy * r;
      out[at + 2] = dz < 0 ? -shape.halfLength : shape.halfLength;
      return;
    }
    case 'hull':
    case 'triangle': {
      const points = shape.kind === 'hull' ? shape.vertex : shape.corner;
      let best = 0;
      let farthest = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < points.length; k += 3) {
        const along = points[k] * dx + points[k + 1] * dy + points[k + 2] * dz;
        if (along > farthest) {
          farthest = along;
          best = k;
        }
      }
      out[at] = points[best];
      out[at + 1] = points[best + 1];
      out[at + 2] = points[best + 2];
      return;
    }
  }
}

function localFeature(shape: Core, nx: number, ny: number, nz: number, polygon: Polygon): void {
  polygon.nx = 0;
  polygon.ny = 0;
  polygon.nz = 0;
  switch (shape.kind) {
    case 'sphere':
      polygon.count = 1;
      for (let i = 0; i < 3; i++) polygon.corner[i] = 0;
      polygon.vertex[0] = vertexName(0);
      polygon.face = vertexName(0);
      return;
    case 'capsule':
      segmentFeature(shape, polygon);
      return;
    case 'box': {
      const ax = Math.abs(nx);
      const ay = Math.abs(ny);
      const az = Math.abs(nz);
      const axis = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
      ownFace(shape.half, 2 * axis + ((axis === 0 ? nx : axis === 1 ? ny : nz) > 0 ? 1 : 0), polygon);
      return;
    }
    case 'cylinder':
      cylinderFeature(shape, nx, ny, nz, polygon);
      return;
    case 'hull':
      hullFeature(shape, nx, ny, nz, polygon);
      return;
    case 'triangle':
      triangleFeature(shape, polygon);
      return;
  }
}

function segmentFeature(shape: Capsule, polygon: Polygon): void {
  polygon.count = 2;
  polygon.side = 2 * shape.halfLength;
  polygon.face = edgeName(0);
  for (let end = 0; end < 2; end++) {
    polygon.corner[3 * end] = 0;
    polygon.corner[3 * end + 1] = 0;
    polygon.corner[3 * end + 2] = end === 0 ? shape.halfLength : -shape.halfLength;
    polygon.vertex[end] = vertexName(end);
    polygon.edge[end] = edgeName(0);
  }
}

function triangleFeature({ corner, normal }: Triangle, polygon: Polygon): void {
  polygon.count = 3;
  polygon.nx = normal[0];
  polygon.ny = normal[1];
  polygon.nz = normal[2];
  polygon.face = faceName(0);
  let side = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const m = 3 * ((k + 1) % 3);
    const x = corner[m] - corner[3 * k];
    const y = corner[m + 1] - corner[3 * k + 1];
    const z = corner[m + 2] - corner[3 * k + 2];
    side = Math.min(side, x * x + y * y + z * z);
    for (let i = 0; i < 3; i++) polygon.corner[3 * k + i] = corner[3 * k + i];
    polygon.vertex[k] = vertexName(k);
    polygon.edge[k] = edgeName(k);
  }
  polygon.side = Math.sqrt(side);
}

function outsideTriangle({ corner, normal }: Triangle, x: number, y: number, z: number): number {
  const [nx, ny, nz] = normal;
  let most = Math.abs(nx * (x - corner[0]) + ny * (y - corner[1]) + nz * (z - corner[2]));
  for (let k = 0; k < 3; k++) {
    const m = 3 * ((k + 1) % 3);
    const ux = corner[m] - corner[3 * k];
    const uy = corner[m + 1] - corner[3 * k + 1];
    const uz = corner[m + 2] - corner[3 * k + 2];
    const dx = x - corner[3 * k];
    const dy = y - corner[3 * k + 1];
    const dz = z - corner[3 * k + 2];
    const turn = nx * (uy * dz - uz * dy) + ny * (uz * dx - ux * dz) + nz * (ux * dy - uy * dx);
    most = Math.max(most, -turn / Math.sqrt(ux * ux + uy * uy + uz * uz));
  }
  return most;
}
