/**
 * The face of a hull that looks along a direction: among the faces at its farthest vertex, the one that holds most of
 * the equally far vertices, then the best aligned one.   docs/theory/collision.md (CO21)
 * The face of the whole hull that is best aligned need not hold the farthest vertex, nor the edge that is farthest.
 */
import type { Hull } from '../shapes/shape.ts';
import { edgeName, faceName, vertexName } from './feature-names.ts';
import type { Polygon } from './polygon.ts';

/** Vertices within this part of the size are equally far. */
const TIED = 1e-9;

export function hullFeature(hull: Hull, n: Float64Array, polygon: Polygon): void {
  const { vertex, normal } = hull;
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  let farthest = Number.NEGATIVE_INFINITY;
  let v = 0;
  for (let k = 0; k < hull.vertexCount; k++) {
    const along = vertex[3 * k] * nx + vertex[3 * k + 1] * ny + vertex[3 * k + 2] * nz;
    if (along > farthest) {
      farthest = along;
      v = k;
    }
  }
  let best = -1;
  let most = 0;
  let aligned = Number.NEGATIVE_INFINITY;
  const level = farthest - TIED * hull.radius;
  for (let k = hull.facesAt[v]; k < hull.facesAt[v + 1]; k++) {
    const f = hull.faceAt[k];
    let tied = 0;
    for (let m = hull.cornersOf[f]; m < hull.cornersOf[f + 1]; m++) {
      const c = 3 * hull.cornerOf[m];
      if (vertex[c] * nx + vertex[c + 1] * ny + vertex[c + 2] * nz >= level) tied++;
    }
    const along = normal[3 * f] * nx + normal[3 * f + 1] * ny + normal[3 * f + 2] * nz;
    if (tied > most || (tied === most && along > aligned)) {
      most = tied;
      aligned = along;
      best = f;
    }
  }
  loadFace(hull, best, polygon);
}

function loadFace(hull: Hull, f: number, polygon: Polygon): void {
  const from = hull.cornersOf[f];
  const count = hull.cornersOf[f + 1] - from;
  polygon.reserve(count);
  polygon.count = count;
  polygon.face = faceName(f);
  polygon.nx = hull.normal[3 * f];
  polygon.ny = hull.normal[3 * f + 1];
  polygon.nz = hull.normal[3 * f + 2];
  polygon.side = hull.shortest[f];
  for (let k = 0; k < count; k++) {
    const v = hull.cornerOf[from + k];
    for (let i = 0; i < 3; i++) polygon.corner[3 * k + i] = hull.vertex[3 * v + i];
    polygon.vertex[k] = vertexName(v);
    polygon.edge[k] = edgeName(hull.edgeOf[from + k]);
  }
}
