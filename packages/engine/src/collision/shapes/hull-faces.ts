/**
 * Faces of a hull from its triangles: those that lie in one plane become one polygon, and corners that lie in a face or
 * on an edge go, so that noise does not split the side of a prism.   docs/theory/collision.md (CO23)
 */
import { cross, dot, length, scale, subtract, type Vec3 } from '../../linalg/vec3.ts';
import type { Quickhull } from './quickhull.ts';

export interface Face {
  readonly corners: readonly number[]; // outward order
  readonly normal: Vec3;
  readonly offset: number; // m
}

/** More than the points that a hull may be given. */
const POINTS = 1 << 20;
/** A polygon whose own normal differs by less from that of its largest triangle has its own. */
const SAME = 2e-11;

/** Polygons, or the triangles as they are if polygons do not close. @param level parts of a plane are this near it, m */
export function facesOf(p: readonly Vec3[], hull: Quickhull, level: number): Face[] {
  const merged = new Merging(p, hull, level);
  const around = merged.simplified();
  const good = around.every(({ length: n }) => n >= 3) && closed(around);
  const corners = good ? around : merged.triangles.map((f) => cornersOf(hull, f));
  const seeds = good ? merged.seeds : merged.triangles;
  return corners.map((loop, k) => planeOf(p, fromLowest(p, loop), hull, seeds[k]));
}

const cornersOf = ({ corner }: Quickhull, f: number): number[] => [corner[3 * f], corner[3 * f + 1], corner[3 * f + 2]];

class Merging {
  /** All triangles, the largest first: slivers join the faces beside them. */
  readonly triangles: readonly number[];
  /** The largest triangle of each face. */
  readonly seeds: number[] = [];
  private readonly loops: number[][] = [];
  private readonly faceOf: Int32Array; // per triangle, -1 if it has none yet
  private readonly hull: Quickhull;
  private readonly level: number; // units of the grid
  private readonly after: Int32Array; // the point after a point of the rim, -1 if it is not on it

  constructor(p: readonly Vec3[], hull: Quickhull, level: number) {
    this.hull = hull;
    this.level = level * hull.perMetre;
    this.faceOf = new Int32Array(hull.slots).fill(-1);
    this.after = new Int32Array(p.length).fill(-1);
    const area = new Float64Array(hull.slots);
    const there = Array.from(area.keys()).filter((f) => hull.corner[3 * f] >= 0);
    for (const f of there) {
      const [a, b, c] = cornersOf(hull, f);
      area[f] = length(cross(subtract(p[b], p[a]), subtract(p[c], p[a])));
    }
    this.triangles = there.sort((f, g) => area[g] - area[f] || f - g);
    for (const f of this.triangles) if (this.faceOf[f] < 0) this.gather(f);
  }

  /** The triangles around a seed whose corners are in its plane; the seed alone if they are no convex polygon. */
  private gather(seed: number): void {
    const { faceOf, hull, seeds, loops } = this;
    const face = seeds.length;
    const part = [seed];
    faceOf[seed] = face;
    for (let at = 0; at < part.length; at++)
      for (let k = 0; k < 3; k++) {
        const f = hull.neighbour[3 * part[at] + k];
        if (faceOf[f] >= 0 || !this.inPlane(seed, f)) continue;
        faceOf[f] = face;
        part.push(f);
      }
    let loop = part.length > 1 ? this.rim(part, face) : undefined;
    if (!loop || !this.isConvex(loop, seed)) {
      for (const f of part) faceOf[f] = -1;
      faceOf[seed] = face;
      loop = cornersOf(hull, seed);
    }
    seeds.push(seed);
    loops.push(loop);
  }

  /** No corner of a hull is above a face. Beyond the edge of a thin plate faces look the other way. */
  private inPlane(seed: number, f: number): boolean {
    const { hull } = this;
    const n = hull.normal;
    if (n[3 * f] * n[3 * seed] + n[3 * f + 1] * n[3 * seed + 1] + n[3 * f + 2] * n[3 * seed + 2] <= 0) return false;
    for (let k = 0; k < 3; k++) if (hull.height(seed, hull.corner[3 * f + k]) < -this.level) return false;
    return true;
  }

  /** The points around triangles of one face; undefined if it has holes or touches itself. */
  private rim(part: readonly number[], face: number): number[] | undefined {
    const { faceOf, after } = this;
    const { corner, neighbour } = this.hull;
    const starts: number[] = [];
    let simple = true;
    for (const f of part)
      for (let k = 0; k < 3; k++) {
        if (faceOf[neighbour[3 * f + k]] === face) continue;
        const from = corner[3 * f + k];
        if (after[from] >= 0) simple = false;
        after[from] = corner[3 * f + ((k + 1) % 3)];
        starts.push(from);
      }
    const loop: number[] = [];
    if (simple) for (let at = starts[0]; loop.length === 0 || at !== starts[0]; at = after[at]) loop.push(at);
    for (const from of starts) after[from] = -1;
    return simple && loop.length === starts.length ? loop : undefined;
  }

  /** True if every point of a loop is on its planar hull, to the level. */
  private isConvex(loop: readonly number[], seed: number): boolean {
    const { x, normal } = this.hull;
    const n: Vec3 = [normal[3 * seed], normal[3 * seed + 1], normal[3 * seed + 2]];
    const at = (k: number): Vec3 => [x[3 * k], x[3 * k + 1], x[3 * k + 2]];
    // a point that is the farthest along some direction is on the hull: the scan starts and ends there
    const first = loop.reduce((best, k, j) => (below(at(k), at(loop[best])) ? j : best), 0);
    const around = [...loop.slice(first), ...loop.slice(0, first + 1)];
    const kept: number[] = [0];
    for (let j = 1; j < around.length; j++) {
      while (kept.length > 1) {
        const a = at(around[kept[kept.length - 2]]);
        const b = at(around[kept[kept.length - 1]]);
        if (dot(n, cross(subtract(b, a), subtract(at(around[j]), b))) > 0) break;
        kept.pop();
      }
      kept.push(j);
    }
    return kept.length > 3 && kept.slice(1).every((to, k) => this.split(around, kept[k], to) < 0);
  }

  /** The point farthest from the line between two points of a chain, among those between them; -1 if all are within the level. */
  private split(chain: readonly number[], from: number, to: number): number {
    const { x } = this.hull;
    const at = (k: number): Vec3 => [x[3 * chain[k]], x[3 * chain[k] + 1], x[3 * chain[k] + 2]];
    const start = at(from);
    const along = subtract(at(to), start);
    const square = dot(along, along);
    let most = this.level;
    let best = -1;
    for (let k = from + 1; k < to; k++) {
      const d = subtract(at(k), start);
      const share = square > 0 ? Math.min(1, Math.max(0, dot(d, along) / square)) : 0;
      const off = length(subtract(d, scale(along, share)));
      if (off > most) {
        most = off;
        best = k;
      }
    }
    return best;
  }

  /** The loops without points at which only two faces meet, if those are on a straight edge. */
  simplified(): readonly (readonly number[])[] {
    const facesAt = new Int32Array(this.after.length);
    for (const loop of this.loops) for (const k of loop) facesAt[k]++;
    const stays = facesAt.map((count) => (count > 2 ? 1 : 0)); // 1: yes, 2: no, 0: not known
    for (const loop of this.loops) {
      const first = loop.findIndex((k) => facesAt[k] > 2);
      if (first < 0) return this.loops;
      const around = [...loop.slice(first), ...loop.slice(0, first + 1)];
      let from = 0;
      for (let to = 1; to < around.length; to++) {
        if (facesAt[around[to]] < 3) continue;
        if (to > from + 1 && stays[around[from + 1]] === 0) this.straighten(around, from, to, stays);
        from = to;
      }
    }
    return this.loops.map((loop) => loop.filter((k) => stays[k] === 1));
  }

  /** Douglas and Peucker (1973): the other face of this chain takes the same points. */
  private straighten(chain: readonly number[], from: number, to: number, stays: Int32Array): void {
    for (let k = from + 1; k < to; k++) stays[chain[k]] = 2;
    const open = [[from, to]];
    for (let part = open.pop(); part; part = open.pop()) {
      const between = this.split(chain, part[0], part[1]);
      if (between < 0) continue;
      stays[chain[between]] = 1;
      open.push([part[0], between], [between, part[1]]);
    }
  }
}

const below = (a: Vec3, b: Vec3) => a[0] < b[0] || (a[0] === b[0] && (a[1] < b[1] || (a[1] === b[1] && a[2] < b[2])));

/** The same loop from its lowest point. */
function fromLowest(p: readonly Vec3[], loop: readonly number[]): readonly number[] {
  const first = loop.reduce((best, k, at) => (below(p[k], p[loop[best]]) ? at : best), 0);
  return [...loop.slice(first), ...loop.slice(0, first)];
}

/**
 * The plane of a polygon by its vector area, or that of its largest triangle if the polygon is so thin that its vector
 * area is noise. The whole hull is below that of a triangle.
 */
function planeOf(p: readonly Vec3[], corners: readonly number[], hull: Quickhull, seed: number): Face {
  let up: Vec3 = [0, 0, 0];
  for (let k = 1; k + 1 < corners.length; k++) {
    const part = cross(subtract(p[corners[k]], p[corners[0]]), subtract(p[corners[k + 1]], p[corners[0]]));
    up = [up[0] + part[0], up[1] + part[1], up[2] + part[2]];
  }
  const own = scale(up, 1 / length(up));
  const of = hull.normal;
  const exact: Vec3 = [of[3 * seed], of[3 * seed + 1], of[3 * seed + 2]];
  const normal = length(subtract(own, exact)) <= SAME ? own : exact;
  let offset = Number.NEGATIVE_INFINITY;
  for (const k of [...corners, ...cornersOf(hull, seed)]) offset = Math.max(offset, dot(normal, p[k]));
  return { corners, normal, offset };
}

/** True if every edge has a face on both sides, and the faces are a sphere. */
function closed(around: readonly (readonly number[])[]): boolean {
  const edges = new Set<number>();
  const points = new Set<number>();
  const key = (from: number, to: number) => from * POINTS + to;
  let count = 0;
  for (const loop of around)
    for (const [k, from] of loop.entries()) {
      edges.add(key(from, loop[(k + 1) % loop.length]));
      points.add(from);
      count++;
    }
  if (edges.size !== count || points.size - count / 2 + around.length !== 2) return false;
  for (const edge of edges) if (!edges.has(key(edge % POINTS, Math.floor(edge / POINTS)))) return false;
  return true;
}
