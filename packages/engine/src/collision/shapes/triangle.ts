/** One triangle of a surface as a convex core. No shape of its own: surfaces show their triangles one at a time. */
import { edgeName, faceName, vertexName } from '../features/feature-names.ts';
import type { Polygon } from '../features/polygon.ts';
import type { Triangle } from './shape.ts';
import type { CoreKind } from './shape-kind.ts';

export const TRIANGLE: CoreKind<Triangle> = {
  rounded: false,
  curved: false,
  axial: false,
  size: () => 0,
  support: ({ corner }, d, out, at) => farthestPoint(corner, d, out, at),
  feature,
  outside,
  faces: () => 1,
  face({ corner, normal }, _, out) {
    for (let i = 0; i < 3; i++) out[i] = normal[i];
    out[3] = out[0] * corner[0] + out[1] * corner[1] + out[2] * corner[2];
  },
};

/** The first of the points, 3 numbers each, that are farthest along d. */
export function farthestPoint(points: Float64Array, d: Float64Array, out: Float64Array, at: number): void {
  const dx = d[0];
  const dy = d[1];
  const dz = d[2];
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
}

function feature({ corner, normal }: Triangle, _: Float64Array, polygon: Polygon): void {
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

function outside({ corner, normal }: Triangle, x: number, y: number, z: number): number {
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
