/**
 * The convex hull of points: triangles, then polygons (hull-faces.ts), then the tables that collisions read.
 * docs/theory/collision.md (CO23)   Runs once per shape, so it may allocate.
 */
import { type FieldTable, list, required } from '../../checks/fields.ts';
import { vector } from '../../checks/values.ts';
import { cross, dot, length, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { hullFeature } from '../features/hull-features.ts';
import { type Face, facesOf } from './hull-faces.ts';
import { hullMass } from './hull-mass.ts';
import { Quickhull } from './quickhull.ts';
import { type Hull, LARGEST_LENGTH, makeBy, ShapeError, tooLarge } from './shape.ts';
import type { ShapeKind } from './shape-kind.ts';
import { farthestPoint } from './triangle.ts';

/** Points thinner than this part of their size span no volume. */
const THIN = 1e-9;
/** Points that are outside by less than this part of the size do not count. */
const OUTSIDE = 2e-10;
/** Faces, and then edges, are flat to this part of the size: with the line above 1e-9 in all. */
const FLAT = 4e-10;
const MOST_POINTS = 20000;

type HullFields = { readonly points: readonly Vec3[] };

const FIELDS: FieldTable<HullFields> = {
  points: required(
    list(vector('m'), `points of three numbers (m), 4 to ${MOST_POINTS} of them`, { least: 4, most: MOST_POINTS }),
    'its corners; points inside do not matter',
  ),
};

/** The smallest convex shape that holds the points, m. @throws ShapeError if they lie in a plane */
export const hull = (points: readonly Vec3[]): Hull => makeBy<HullFields, Hull>('hull', FIELDS, { points }, hullOf);

export const HULL: ShapeKind<Hull> = {
  summary: 'the convex hull of points',
  fields: FIELDS,
  make: ({ points }) => hull(points),
  rank: 5,
  radius: ({ radius }) => radius,
  bounds({ vertex }, pose, R, out, index) {
    const at = 6 * index;
    for (let i = 0; i < 3; i++) {
      const row = 9 * index + 3 * i;
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < vertex.length; k += 3) {
        const x = R[row] * vertex[k] + R[row + 1] * vertex[k + 1] + R[row + 2] * vertex[k + 2];
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
      out[at + i] = pose[7 * index + i] + low;
      out[at + 3 + i] = pose[7 * index + i] + high;
    }
  },
  mass: hullMass,
  ray({ faceCount, normal, offset }, ray) {
    const { o, d } = ray;
    let enter = Number.NEGATIVE_INFINITY;
    let leave = Number.POSITIVE_INFINITY;
    let face = -1;
    for (let f = 0; f < faceCount; f++) {
      const height = normal[3 * f] * o[0] + normal[3 * f + 1] * o[1] + normal[3 * f + 2] * o[2] - offset[f];
      const fall = -(normal[3 * f] * d[0] + normal[3 * f + 1] * d[1] + normal[3 * f + 2] * d[2]);
      if (fall === 0) {
        if (height > 0) return Number.POSITIVE_INFINITY;
      } else if (fall > 0) {
        if (height / fall > enter) {
          enter = height / fall;
          face = f;
        }
      } else leave = Math.min(leave, height / fall);
    }
    if (enter > leave || leave < 0) return Number.POSITIVE_INFINITY;
    if (enter <= 0) return ray.inside();
    ray.set(normal[3 * face], normal[3 * face + 1], normal[3 * face + 2]);
    return enter;
  },
  core: {
    rounded: false,
    curved: false,
    axial: false,
    size: ({ radius }) => radius,
    support: ({ vertex }, d, out, at) => farthestPoint(vertex, d, out, at),
    feature: hullFeature,
    outside({ faceCount, normal, offset }, x, y, z) {
      let most = Number.NEGATIVE_INFINITY;
      for (let f = 0; f < faceCount; f++) {
        const height = normal[3 * f] * x + normal[3 * f + 1] * y + normal[3 * f + 2] * z - offset[f];
        most = Math.max(most, height);
      }
      return most;
    },
    faces: ({ faceCount }) => faceCount,
    face({ normal, offset }, f, out) {
      for (let i = 0; i < 3; i++) out[i] = normal[3 * f + i];
      out[3] = offset[f];
    },
  },
};

function hullOf({ points }: HullFields): Hull {
  const size = Math.max(...[0, 1, 2].map((i) => extent(points, i)));
  if (!(size <= 2 * LARGEST_LENGTH)) throw tooLarge('hull');
  const start = tetrahedron(points, THIN * size);
  if (start === undefined)
    throw new ShapeError(
      `hull: points: expected points that span a volume, found ${points.length} that lie in a plane`,
    );
  const triangles = new Quickhull(points, size, OUTSIDE * size);
  triangles.grow(start);
  return tables(points, facesOf(points, triangles, FLAT * size));
}

function extent(points: readonly Vec3[], i: number): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const p of points) {
    low = Math.min(low, p[i]);
    high = Math.max(high, p[i]);
  }
  return points.length > 0 ? high - low : 0;
}

/** The index with the largest value, if it exceeds the level. */
function largest(count: number, value: (k: number) => number, level: number): number | undefined {
  let best: number | undefined;
  let most = level;
  for (let k = 0; k < count; k++) {
    const v = value(k);
    if (v > most) {
      most = v;
      best = k;
    }
  }
  return best;
}

function tetrahedron(p: readonly Vec3[], level: number): readonly number[] | undefined {
  const a = 0;
  const b = largest(p.length, (k) => length(subtract(p[k], p[a])), level);
  if (b === undefined) return undefined;
  const along = subtract(p[b], p[a]);
  const c = largest(p.length, (k) => length(cross(along, subtract(p[k], p[a]))) / length(along), level);
  if (c === undefined) return undefined;
  const up = cross(along, subtract(p[c], p[a]));
  const d = largest(p.length, (k) => Math.abs(dot(up, subtract(p[k], p[a]))) / length(up), level);
  if (d === undefined) return undefined;
  return dot(up, subtract(p[d], p[a])) > 0 ? [a, c, b, d] : [a, b, c, d];
}

/** Numbers corners, edges and faces. Points keep their order, faces are in that of their largest triangles. */
function tables(p: readonly Vec3[], faces: readonly Face[]): Hull {
  const used = [...new Set(faces.flatMap(({ corners }) => corners))].sort((i, j) => i - j);
  const number = new Int32Array(p.length);
  for (const [at, k] of used.entries()) number[k] = at;
  const cornersOf = starts(faces.map(({ corners }) => corners.length));
  const cornerOf = Int32Array.from(faces.flatMap(({ corners }) => corners.map((k) => number[k])));
  const facesAt = new Int32Array(used.length + 1);
  for (const v of cornerOf) facesAt[v + 1]++;
  for (let v = 0; v < used.length; v++) facesAt[v + 1] += facesAt[v];
  const faceAt = new Int32Array(cornerOf.length);
  const edgeOf = new Int32Array(cornerOf.length);
  const shortest = new Float64Array(faces.length).fill(Number.POSITIVE_INFINITY);
  const filled = facesAt.slice();
  const edges = new Map<number, number>();
  for (let f = 0; f < faces.length; f++)
    for (let k = cornersOf[f]; k < cornersOf[f + 1]; k++) {
      const from = cornerOf[k];
      const to = cornerOf[k + 1 < cornersOf[f + 1] ? k + 1 : cornersOf[f]];
      faceAt[filled[from]++] = f;
      const key = Math.min(from, to) * used.length + Math.max(from, to);
      if (!edges.has(key)) edges.set(key, edges.size);
      edgeOf[k] = edges.get(key)!;
      shortest[f] = Math.min(shortest[f], length(subtract(p[used[from]], p[used[to]])));
    }
  return {
    kind: 'hull',
    vertexCount: used.length,
    faceCount: faces.length,
    edgeCount: edges.size,
    vertex: Float64Array.from(used.flatMap((k) => p[k])),
    normal: Float64Array.from(faces.flatMap(({ normal }) => normal)),
    offset: Float64Array.from(faces, ({ offset }) => offset),
    cornersOf,
    cornerOf,
    edgeOf,
    facesAt,
    faceAt,
    shortest,
    radius: used.reduce((most, k) => Math.max(most, length(p[k])), 0),
  };
}

function starts(counts: readonly number[]): Int32Array {
  const at = Int32Array.from([0, ...counts]);
  for (let k = 0; k < counts.length; k++) at[k + 1] += at[k];
  return at;
}
