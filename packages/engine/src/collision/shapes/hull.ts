/**
 * The convex hull of points: incremental, triangle by triangle, then faces that lie in one plane to 1e-9 of the size
 * become one polygon, so that noise does not split the side of a prism.   docs/theory/collision.md (CO23)
 * Runs once per shape, so it may allocate.
 */
import { type FieldTable, list, required } from '../../checks/fields.ts';
import { vector } from '../../checks/values.ts';
import { cross, dot, length, scale, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { type Hull, makeBy, ShapeError } from './shapes.ts';

/** Points closer than this part of the size to a plane lie in it. */
const FLAT = 1e-9;
const MOST = 4096; // vertices: names of features must stay below 2^15
const MOST_POINTS = 20000; // each is compared with the others

type HullFields = { readonly points: readonly Vec3[] };

export const HULL: FieldTable<HullFields> = {
  points: required(
    list(vector('m'), `points of three numbers (m), 4 to ${MOST_POINTS} of them`, { least: 4, most: MOST_POINTS }),
    'its corners; points inside do not matter',
  ),
};

interface Face {
  readonly corners: number[]; // outward order
  normal: Vec3;
  offset: number;
}

export const hull = (points: readonly Vec3[]): Hull => makeBy<HullFields, Hull>('hull', HULL, { points }, hullOf);

function hullOf({ points }: HullFields): Hull {
  const size = Math.max(0, ...[0, 1, 2].map((i) => extent(points, i)));
  const level = FLAT * size;
  const distinct = points.filter((p, k) => !points.slice(0, k).some((q) => length(subtract(p, q)) <= level));
  const start = tetrahedron(distinct, level);
  if (start === undefined)
    throw new ShapeError(
      `hull: points: expected points that span a volume, found ${points.length} that lie in a plane`,
    );
  const triangles = grow(distinct, start, level);
  const faces = mergeFaces(distinct, triangles, level);
  return freeze(distinct, closed(faces) ? faces : triangles);
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

function triangle(p: readonly Vec3[], i: number, j: number, k: number): Face {
  const up = cross(subtract(p[j], p[i]), subtract(p[k], p[i]));
  const size = length(up);
  const normal = size > 0 ? scale(up, 1 / size) : ([0, 0, 0] as Vec3);
  return { corners: [i, j, k], normal, offset: dot(normal, p[i]) };
}

/** Adds the points in order of their distance from the first, farthest first: slivers stay rare. */
function grow(p: readonly Vec3[], [a, b, c, d]: readonly number[], level: number): Face[] {
  let faces = [triangle(p, a, b, c), triangle(p, a, d, b), triangle(p, b, d, c), triangle(p, c, d, a)];
  const rest = p.map((_, k) => k).filter((k) => k !== a && k !== b && k !== c && k !== d);
  const centre = scale(
    [p[a], p[b], p[c], p[d]].reduce((s, q) => [s[0] + q[0], s[1] + q[1], s[2] + q[2]] as Vec3),
    0.25,
  );
  rest.sort((i, j) => length(subtract(p[j], centre)) - length(subtract(p[i], centre)) || i - j);
  for (const k of rest) {
    const seen = faces.filter(({ normal, offset }) => dot(normal, p[k]) - offset > level);
    if (seen.length === 0) continue;
    const edges = new Set(seen.flatMap(({ corners }) => corners.map((v, m) => `${v} ${corners[(m + 1) % 3]}`)));
    const kept = faces.filter((face) => !seen.includes(face));
    for (const edge of edges) {
      const [from, to] = edge.split(' ').map(Number);
      if (!edges.has(`${to} ${from}`)) kept.push(triangle(p, from, to, k));
    }
    faces = kept;
  }
  return faces;
}

/** One polygon for all triangles of a plane: the planar hull of the hull's points that lie in it. */
function mergeFaces(p: readonly Vec3[], triangles: readonly Face[], level: number): Face[] {
  const used = [...new Set(triangles.flatMap(({ corners }) => corners))].sort((i, j) => i - j);
  const area = ({ corners: [i, j, k] }: Face) => length(cross(subtract(p[j], p[i]), subtract(p[k], p[i])));
  const left = new Set([...triangles].sort((s, t) => area(t) - area(s)));
  const faces: Face[] = [];
  for (const one of left) {
    const inPlane = used.filter((k) => Math.abs(dot(one.normal, p[k]) - one.offset) <= 4 * level);
    for (const other of left) if (other.corners.every((k) => inPlane.includes(k))) left.delete(other);
    const corners = planarHull(p, inPlane, one.normal, 4 * level);
    if (corners.length >= 3) faces.push(planeOf(p, corners));
  }
  return faces;
}

/** Corners of the planar hull in outward order, without those on straight sides. */
function planarHull(p: readonly Vec3[], points: readonly number[], normal: Vec3, level: number): number[] {
  const first = points.reduce((best, k) => (below(p[k], p[best]) ? k : best), points[0]);
  const around = [first];
  for (;;) {
    const at = around[around.length - 1];
    let next = -1;
    for (const k of points) {
      if (k === at) continue;
      if (next < 0) {
        next = k;
        continue;
      }
      const ahead = subtract(p[next], p[at]);
      const turn = dot(normal, cross(ahead, subtract(p[k], p[at]))) / length(ahead);
      const farther = length(subtract(p[k], p[at])) > length(ahead);
      if (turn < -level || (turn <= level && farther && dot(ahead, subtract(p[k], p[at])) > 0)) next = k;
    }
    if (next < 0 || next === first || around.includes(next) || around.length > points.length) return around;
    around.push(next);
  }
}

const below = (a: Vec3, b: Vec3) => a[0] < b[0] || (a[0] === b[0] && (a[1] < b[1] || (a[1] === b[1] && a[2] < b[2])));

/** The plane of a polygon by its vector area; no corner is above it. */
function planeOf(p: readonly Vec3[], corners: number[]): Face {
  let up: Vec3 = [0, 0, 0];
  for (let k = 1; k + 1 < corners.length; k++) {
    const part = cross(subtract(p[corners[k]], p[corners[0]]), subtract(p[corners[k + 1]], p[corners[0]]));
    up = [up[0] + part[0], up[1] + part[1], up[2] + part[2]];
  }
  const normal = scale(up, 1 / length(up));
  return { corners, normal, offset: Math.max(...corners.map((k) => dot(normal, p[k]))) };
}

/** Whether every edge has a face on both sides. */
function closed(faces: readonly Face[]): boolean {
  const edges = faces.flatMap(({ corners }) => corners.map((v, k) => `${v} ${corners[(k + 1) % corners.length]}`));
  const all = new Set(edges);
  return all.size === edges.length && edges.every((edge) => all.has(edge.split(' ').reverse().join(' ')));
}

function freeze(p: readonly Vec3[], faces: readonly Face[]): Hull {
  const used = [...new Set(faces.flatMap(({ corners }) => corners))].sort((i, j) => i - j);
  if (used.length > MOST) throw new ShapeError(`hull: points: expected at most ${MOST} corners, found ${used.length}`);
  const number = new Map(used.map((k, at) => [k, at]));
  const corners = faces.map((face) => face.corners.map((k) => number.get(k)!));
  const cornersOf = Int32Array.from([0, ...corners.map(({ length: n }) => n)]);
  for (let f = 0; f < faces.length; f++) cornersOf[f + 1] += cornersOf[f];
  const edges = new Map<string, number>();
  const edgeOf = corners.flatMap((around) =>
    around.map((from, k) => {
      const to = around[(k + 1) % around.length];
      const key = `${Math.min(from, to)} ${Math.max(from, to)}`;
      if (!edges.has(key)) edges.set(key, edges.size);
      return edges.get(key)!;
    }),
  );
  const at = used.map((_, v) => corners.flatMap((around, f) => (around.includes(v) ? [f] : [])));
  const facesAt = Int32Array.from([0, ...at.map(({ length: n }) => n)]);
  for (let v = 0; v < used.length; v++) facesAt[v + 1] += facesAt[v];
  const vertex = Float64Array.from(used.flatMap((k) => p[k]));
  const sides = (around: readonly number[]) =>
    around.map((v, k) => length(subtract(p[used[v]], p[used[around[(k + 1) % around.length]]])));
  return {
    kind: 'hull',
    vertexCount: used.length,
    faceCount: faces.length,
    edgeCount: edges.size,
    vertex,
    normal: Float64Array.from(faces.flatMap(({ normal }) => normal)),
    offset: Float64Array.from(faces, ({ offset }) => offset),
    cornersOf,
    cornerOf: Int32Array.from(corners.flat()),
    edgeOf: Int32Array.from(edgeOf),
    facesAt,
    faceAt: Int32Array.from(at.flat()),
    shortest: Float64Array.from(corners, (around) => Math.min(...sides(around))),
    radius: Math.max(...used.map((k) => length(p[k]))),
  };
}
