/**
 * The feature of a cylinder that looks along a direction: a cap as an octagon, a line of the side as a segment, or a
 * point of a rim.   docs/theory/collision.md (CO22)
 * The octagon turns with the cylinder, so its corners keep their names; the caller adds the nearest point of the
 * rim if the octagon misses it.
 */

import type { Cylinder } from '../shapes/shapes.ts';
import { edgeName, faceName, vertexName } from './feature-names.ts';
import type { Polygon } from './polygon.ts';

/** Sine of the angle up to which a cap or a line of the side counts as looking along the direction. */
const TILT = 0.1;
const HALF = Math.SQRT1_2;
const OCTAGON_X = [1, HALF, 0, -HALF, -1, -HALF, 0, HALF] as const;
const OCTAGON_Y = [0, HALF, 1, HALF, 0, -HALF, -1, -HALF] as const;

/** Names: octagon corners 0-7 (lower cap) and 8-15, ends of the side line 16 and 17, points of the rims 18 and 19. */
export const rimName = (cap: number): number => vertexName(18 + cap);

export function cylinderFeature(shape: Cylinder, nx: number, ny: number, nz: number, polygon: Polygon): void {
  const { radius, halfLength } = shape;
  const across = Math.sqrt(nx * nx + ny * ny);
  const cap = nz < 0 ? 0 : 1;
  const height = cap === 0 ? -halfLength : halfLength;
  const { corner, vertex, edge } = polygon;
  if (across <= TILT) {
    polygon.count = 8;
    polygon.nz = cap === 0 ? -1 : 1;
    polygon.face = faceName(cap);
    polygon.side = 0.7653668647301796 * radius; // of the octagon
    for (let k = 0; k < 8; k++) {
      const m = cap === 0 ? 7 - k : k; // outward order
      corner[3 * k] = radius * OCTAGON_X[m];
      corner[3 * k + 1] = radius * OCTAGON_Y[m];
      corner[3 * k + 2] = height;
      vertex[k] = vertexName(8 * cap + m);
      edge[k] = edgeName(8 * cap + (cap === 0 ? (m + 7) % 8 : m));
    }
    return;
  }
  const x = (radius * nx) / across;
  const y = (radius * ny) / across;
  if (Math.abs(nz) <= TILT) {
    polygon.count = 2;
    polygon.face = edgeName(16);
    polygon.side = 2 * halfLength;
    for (let end = 0; end < 2; end++) {
      corner[3 * end] = x;
      corner[3 * end + 1] = y;
      corner[3 * end + 2] = end === 0 ? -halfLength : halfLength;
      vertex[end] = vertexName(16 + end);
      edge[end] = edgeName(16);
    }
    return;
  }
  polygon.count = 1;
  polygon.face = rimName(cap);
  corner[0] = x;
  corner[1] = y;
  corner[2] = height;
  vertex[0] = rimName(cap);
}
