/**
 * Corners, edges and faces of a box by number, and its face that looks along a direction.   docs/theory/collision.md (CO6)
 * Vertex: bit i set if coordinate i is positive. Face: 2 axis + (1 if positive). Edge: 4 axis + the bits of the
 * next two coordinates.
 */
import type { Vec3 } from '../../linalg/vec3.ts';
import type { Polygon } from './polygon.ts';

/** Vertex, edge names and outward order of the corners of the six faces: built once, never written again. */
export const BOX_CORNERS: readonly (readonly number[])[] = Array.from({ length: 6 }, (_, face) => {
  const i = face >> 1;
  const [j, k] = [(i + 1) % 3, (i + 2) % 3];
  const top = face & 1 ? 1 << i : 0;
  const around = [top, top | (1 << j), top | (1 << j) | (1 << k), top | (1 << k)];
  return face & 1 ? around : around.toReversed();
});
export const BOX_EDGES: readonly (readonly number[])[] = BOX_CORNERS.map((corners) =>
  corners.map((from, k) => {
    const to = corners[(k + 1) % 4];
    const axis = from === (to ^ 1) ? 0 : from === (to ^ 2) ? 1 : 2;
    return 4 * axis + ((from >> ((axis + 1) % 3)) & 1) + 2 * ((from >> ((axis + 2) % 3)) & 1);
  }),
);

/** The face of the box whose outward normal is nearest to (x, y, z), all in the box's axes. */
export function facing(x: number, y: number, z: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  if (ax >= ay && ax >= az) return x > 0 ? 1 : 0;
  if (ay >= az) return y > 0 ? 3 : 2;
  return z > 0 ? 5 : 4;
}

/** The face as a polygon, in the box's own axes. */
export function ownFace(half: Vec3, face: number, polygon: Polygon): void {
  const corners = BOX_CORNERS[face];
  const edges = BOX_EDGES[face];
  const { corner, vertex, edge } = polygon;
  const axis = face >> 1;
  const sign = face & 1 ? 1 : -1;
  polygon.count = 4;
  polygon.face = 3 * face + 2;
  polygon.nx = axis === 0 ? sign : 0;
  polygon.ny = axis === 1 ? sign : 0;
  polygon.nz = axis === 2 ? sign : 0;
  polygon.side = 2 * Math.min(half[(axis + 1) % 3], half[(axis + 2) % 3]);
  for (let k = 0; k < 4; k++) {
    const v = corners[k];
    corner[3 * k] = v & 1 ? half[0] : -half[0];
    corner[3 * k + 1] = v & 2 ? half[1] : -half[1];
    corner[3 * k + 2] = v & 4 ? half[2] : -half[2];
    vertex[k] = 3 * v;
    edge[k] = 3 * edges[k] + 1;
  }
}

/** The face as a polygon in other axes: corners are t + R corner. */
export function posedFace(half: Vec3, face: number, R: Float64Array, t: Float64Array, polygon: Polygon): void {
  ownFace(half, face, polygon);
  const { corner } = polygon;
  for (let k = 0; k < 4; k++) {
    const x = corner[3 * k];
    const y = corner[3 * k + 1];
    const z = corner[3 * k + 2];
    corner[3 * k] = t[0] + (R[0] * x + R[1] * y + R[2] * z);
    corner[3 * k + 1] = t[1] + (R[3] * x + R[4] * y + R[5] * z);
    corner[3 * k + 2] = t[2] + (R[6] * x + R[7] * y + R[8] * z);
  }
  const axis = face >> 1;
  const sign = face & 1 ? 1 : -1;
  polygon.nx = sign * R[axis];
  polygon.ny = sign * R[3 + axis];
  polygon.nz = sign * R[6 + axis];
}
