/**
 * The manifold of two convex support features (polygon or segment each) along a direction n: both are projected on
 * the plane across n, one is clipped by the sides of the other, and the corners of the overlap are the points. Their
 * gaps are heights along n.   docs/theory/collision.md (CO7) (CO8)
 *
 * Whatever n is, its smallest gap is an upper bound of the distance, so with a lower bound it is a proof (CO9).
 */
import { grownFloat64, grownInt32 } from '../contact-points.ts';
import type { Polygon } from '../features/polygon.ts';
import type { PairPoints } from '../pair-points.ts';
import { clearanceIn, clearanceOfCrossing } from './clearance.ts';

/** A corner may lie this far outside and count as inside, as a part of the larger coordinates: rounding, no more. */
export const INSIDE = 1e-12;
/** Corners closer than this part of the shortest side are one: their number must not flicker. */
const MERGED = 1e-3;
/** Gaps of merged corners closer than this part of the merging distance are equal: their names decide, not rounding. */
const EQUAL = 1e-9;
/** A corner on a straight side is left out unless it is deeper than its neighbours by this part of it. */
const LEVEL = 1e-6;
/** Segments at a smaller angle (its sine) as seen along n are nearly parallel: ends of the stretch, not the crossing. */
const PARALLEL = 0.02;
/** Ends of a common stretch closer than this part of the shorter segment are one. */
const MERGED_ENDS = 1e-2;

/** Clips pair.first and pair.second along n and adds the corners of the overlap with gap <= margin. */
export class Clipper {
  /** The smallest gap of the last manifold, kept or not, m; infinite if the projections do not meet. */
  smallest = Number.POSITIVE_INFINITY;
  /** How far outside counts as inside, as a part of the larger coordinates; callers may widen it for a second try. */
  inside = INSIDE;

  private count = 0;
  private u = new Float64Array(32);
  private v = new Float64Array(32);
  private w = new Float64Array(32);
  private label = new Int32Array(32);
  private count2 = 0; // what the next side leaves
  private u2 = new Float64Array(32);
  private v2 = new Float64Array(32);
  private w2 = new Float64Array(32);
  private label2 = new Int32Array(32);
  private kept = 0;
  private gap = new Float64Array(32);
  private readonly U = new Float64Array(3);
  private readonly V = new Float64Array(3);
  private readonly N = new Float64Array(3);

  /** @param radius of the rounding of the first and of the second shape, m; gaps are taken between rounded surfaces. */
  clip(pair: PairPoints, nx: number, ny: number, nz: number, radiusA: number, radiusB: number): void {
    const { first, second } = pair;
    this.basis(nx, ny, nz);
    const extent = Math.max(this.project(first, nx, ny, nz), this.project(second, nx, ny, nz));
    const alignedA = first.count > 2 ? Math.abs(first.nx * nx + first.ny * ny + first.nz * nz) : -1;
    const alignedB = second.count > 2 ? Math.abs(second.nx * nx + second.ny * ny + second.nz * nz) : -1;
    const swap = alignedB > alignedA; // the better aligned polygon clips, and its plane is divided by that cosine
    const clipper = swap ? second : first;
    const subject = swap ? first : second;
    this.load(subject);
    this.cut(clipper, this.inside * extent);
    this.collect(pair, swap, radiusA, radiusB);
    this.output(pair);
  }

  /**
   * Two segments: where they cross as seen along n or, if they are nearly parallel, the ends of the common stretch.
   * Writes what clip() writes.
   */
  cross(pair: PairPoints, nx: number, ny: number, nz: number): void {
    const { first, second } = pair;
    this.basis(nx, ny, nz);
    const extent = Math.max(this.project(first, nx, ny, nz), this.project(second, nx, ny, nz));
    const { u: p, v: q } = first;
    const { u, v } = second;
    const [pu, pv] = [p[1] - p[0], q[1] - q[0]];
    const [du, dv] = [u[1] - u[0], v[1] - v[0]];
    const pp = pu * pu + pv * pv;
    const dd = du * du + dv * dv;
    const turn = pu * dv - pv * du;
    this.smallest = Number.POSITIVE_INFINITY;
    this.kept = 0;
    if (turn * turn > PARALLEL * PARALLEL * pp * dd) {
      const s = ((u[0] - p[0]) * dv - (v[0] - q[0]) * du) / turn;
      const r = ((u[0] - p[0]) * pv - (v[0] - q[0]) * pu) / turn;
      const slack = this.inside * extent;
      if (this.within(s, pp, slack) && this.within(r, dd, slack)) this.over(pair, s, r, slack, 'crossing');
    } else
      for (let end = 0; end < 4; end++) {
        // ends of one whose foot on the other is inside
        const ofFirst = end < 2;
        const at = end & 1;
        let s = at;
        let r = at;
        if (ofFirst) r = ((p[at] - u[0]) * du + (q[at] - v[0]) * dv) / dd;
        else s = ((u[at] - p[0]) * pu + (v[at] - q[0]) * pv) / pp;
        if (this.within(s, pp, this.inside * extent) && this.within(r, dd, this.inside * extent))
          this.over(pair, s, r, this.inside * extent, ofFirst ? 'end of first' : 'end of second');
      }
    this.output(pair);
  }

  /** Resets the clipper: nothing has been clipped. */
  forget(): void {
    this.smallest = Number.POSITIVE_INFINITY;
    this.kept = 0;
  }

  /** True if the place s (0 to 1) on a segment of that square length is inside, or outside by no more than `slack`, m. */
  private within(s: number, square: number, slack: number): boolean {
    const over = s < 0 ? -s : s - 1;
    return over <= 0 || over * over * square <= slack * slack;
  }

  private over(
    pair: PairPoints,
    s: number,
    r: number,
    exact: number,
    what: 'crossing' | 'end of first' | 'end of second',
  ): void {
    const { first, second } = pair;
    const low = first.w[0] + s * (first.w[1] - first.w[0]);
    const gap = second.w[0] + r * (second.w[1] - second.w[0]) - low;
    const a = what === 'end of first' ? first.vertex[s] : first.edge[0];
    const b = what === 'end of second' ? second.vertex[r] : second.edge[0];
    const u = first.u[0] + s * (first.u[1] - first.u[0]);
    const v = first.v[0] + s * (first.v[1] - first.v[0]);
    const du = second.u[0] + r * (second.u[1] - second.u[0]) - u;
    const dv = second.v[0] + r * (second.v[1] - second.v[0]) - v;
    const aside = du * du + dv * dv; // feet of nearly parallel segments lie beside each other
    const side = MERGED * Math.min(first.side, second.side);
    if (aside > side * side) return;
    if (aside <= exact * exact && gap < this.smallest) this.smallest = gap;
    this.keep(u, v, low, gap, (a << 16) | b, MERGED_ENDS * Math.min(first.side, second.side));
  }

  /**
   * How far the deepest part of the last manifold reaches into both features: from the middle of its deepest corners to
   * the sides of the polygon with the larger clearance, m. At least the depth, and no other direction is shorter (CO24).
   */
  clearance(pair: PairPoints, level: number): number {
    let u = 0;
    let v = 0;
    let count = 0;
    for (let k = 0; k < this.kept; k++) {
      if (this.gap[k] > this.smallest + level) continue;
      u += this.u2[k];
      v += this.v2[k];
      count++;
    }
    if (count === 0) return 0;
    if (pair.first.count === 2 && pair.second.count === 2) return clearanceOfCrossing(pair, u / count, v / count);
    return Math.max(clearanceIn(pair.first, u / count, v / count), clearanceIn(pair.second, u / count, v / count));
  }

  /** U, V and n are right-handed; exact if n is a coordinate axis. */
  private basis(nx: number, ny: number, nz: number): void {
    const { U, V, N } = this;
    N[0] = nx;
    N[1] = ny;
    N[2] = nz;
    const ax = Math.abs(nx);
    const ay = Math.abs(ny);
    const az = Math.abs(nz);
    const i = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
    const ni = i === 0 ? nx : i === 1 ? ny : nz;
    const size = Math.sqrt(1 - ni * ni);
    U[0] = ((i === 0 ? 1 : 0) - ni * nx) / size;
    U[1] = ((i === 1 ? 1 : 0) - ni * ny) / size;
    U[2] = ((i === 2 ? 1 : 0) - ni * nz) / size;
    V[0] = ny * U[2] - nz * U[1];
    V[1] = nz * U[0] - nx * U[2];
    V[2] = nx * U[1] - ny * U[0];
  }

  private project(polygon: Polygon, nx: number, ny: number, nz: number): number {
    const { corner, u, v, w } = polygon;
    const { U, V } = this;
    let extent = 0;
    for (let k = 0; k < polygon.count; k++) {
      const x = corner[3 * k];
      const y = corner[3 * k + 1];
      const z = corner[3 * k + 2];
      u[k] = x * U[0] + y * U[1] + z * U[2];
      v[k] = x * V[0] + y * V[1] + z * V[2];
      w[k] = x * nx + y * ny + z * nz;
      extent = Math.max(extent, Math.abs(u[k]), Math.abs(v[k]));
    }
    return extent;
  }

  private load(subject: Polygon): void {
    this.reserve(subject.count);
    this.count = subject.count;
    for (let k = 0; k < subject.count; k++) {
      this.u[k] = subject.u[k];
      this.v[k] = subject.v[k];
      this.w[k] = subject.w[k];
      this.label[k] = k; // edges of the subject; those of the clipper are -1 - k
    }
  }

  /** Sutherland-Hodgman against every side of the clipper; a segment runs as a polygon with two sides. */
  private cut(clipper: Polygon, inside: number): void {
    const { u, v } = clipper;
    const n = clipper.count;
    let area = 0;
    for (let k = 2; k < n; k++) area += (u[k - 1] - u[0]) * (v[k] - v[0]) - (u[k] - u[0]) * (v[k - 1] - v[0]);
    const turn = area < 0 ? -1 : 1;
    for (let k = 0; k < n && this.count > 0; k++) {
      const next = k + 1 === n ? 0 : k + 1;
      const du = u[next] - u[k];
      const dv = v[next] - v[k];
      const length = Math.sqrt(du * du + dv * dv);
      if (length > 0) this.side(u[k], v[k], (-turn * dv) / length, (turn * du) / length, inside, -1 - k);
    }
  }

  /** Keeps what lies on the side of (u0, v0) that the unit vector (a, b) points to. */
  private side(u0: number, v0: number, a: number, b: number, inside: number, label: number): void {
    const n = this.count;
    const { u, v, w } = this;
    const labels = this.label;
    this.reserve2(n + 2);
    const { u2, v2, w2, label2 } = this;
    let kept = 0;
    let d = (u[0] - u0) * a + (v[0] - v0) * b;
    for (let k = 0; k < n; k++) {
      const m = k + 1 === n ? 0 : k + 1;
      const e = (u[m] - u0) * a + (v[m] - v0) * b;
      if (d >= -inside) {
        u2[kept] = u[k];
        v2[kept] = v[k];
        w2[kept] = w[k];
        label2[kept++] = labels[k];
      }
      if (d >= -inside !== e >= -inside) {
        const s = Math.min(Math.max(d / (d - e), 0), 1);
        u2[kept] = u[k] + s * (u[m] - u[k]);
        v2[kept] = v[k] + s * (v[m] - v[k]);
        w2[kept] = w[k] + s * (w[m] - w[k]);
        label2[kept++] = d >= -inside ? label : labels[k];
      }
      d = e;
    }
    this.count2 = kept;
    this.exchange();
  }

  /** Heights, names and merging. */
  private collect(pair: PairPoints, swapped: boolean, radiusA: number, radiusB: number): void {
    const { U, V, N, u, v, w, label, count } = this;
    const clipper = swapped ? pair.second : pair.first;
    const subject = swapped ? pair.first : pair.second;
    // the clipper's plane: height(u, v) = h0 + hu u + hv v
    const fn = clipper.nx * N[0] + clipper.ny * N[1] + clipper.nz * N[2];
    const hu = -(clipper.nx * U[0] + clipper.ny * U[1] + clipper.nz * U[2]) / fn;
    const hv = -(clipper.nx * V[0] + clipper.ny * V[1] + clipper.nz * V[2]) / fn;
    const h0 = clipper.w[0] - hu * clipper.u[0] - hv * clipper.v[0];
    const merge = MERGED * Math.min(clipper.side, subject.side);
    this.smallest = Number.POSITIVE_INFINITY;
    this.kept = 0;
    for (let k = 0; k < count; k++) {
      const height = h0 + hu * u[k] + hv * v[k];
      const gap = (swapped ? height - w[k] : w[k] - height) - radiusA - radiusB;
      if (gap < this.smallest) this.smallest = gap;
      const a = cornerNear(pair.first, u[k], v[k], merge);
      const b = cornerNear(pair.second, u[k], v[k], merge);
      const name =
        a >= 0 || b >= 0
          ? ((a >= 0 ? a : pair.first.face) << 16) | (b >= 0 ? b : pair.second.face)
          : crossingName(clipper, subject, label[k === 0 ? count - 1 : k - 1], label[k], swapped);
      this.keep(u[k], v[k], (swapped ? w[k] : height) + radiusA, gap, name, merge);
    }
    this.straighten(merge);
  }

  /** The corners that are kept go to the pair, those within its margin. */
  private output(pair: PairPoints): void {
    const { U, V, N, u2, v2, w2, label2, gap } = this;
    pair.along(N[0], N[1], N[2]);
    for (let k = 0; k < this.kept; k++) {
      if (gap[k] > pair.margin) continue;
      const x = u2[k] * U[0] + v2[k] * V[0] + w2[k] * N[0];
      const y = u2[k] * U[1] + v2[k] * V[1] + w2[k] * N[1];
      const z = u2[k] * U[2] + v2[k] * V[2] + w2[k] * N[2];
      pair.add(x, y, z, gap[k], label2[k]);
    }
  }

  /** Takes a corner into the second set of arrays, or merges it with one that is there. */
  private keep(u: number, v: number, w: number, gap: number, name: number, merge: number): void {
    if (this.kept >= this.gap.length) this.gap = grownFloat64(this.gap, 2 * this.gap.length);
    this.reserve2(this.kept + 1);
    const { u2, v2 } = this;
    let at = 0;
    while (at < this.kept && (u2[at] - u) * (u2[at] - u) + (v2[at] - v) * (v2[at] - v) > merge * merge) at++;
    if (at < this.kept && !better(gap, name, this.gap[at], this.label2[at], EQUAL * merge)) return;
    if (at === this.kept) this.kept++;
    this.set(at, u, v, w, gap, name);
  }

  private set(at: number, u: number, v: number, w: number, gap: number, name: number): void {
    this.u2[at] = u;
    this.v2[at] = v;
    this.w2[at] = w;
    this.gap[at] = gap;
    this.label2[at] = name;
  }

  /** Drops corners on the straight line between their neighbours: two edges on one line cross anywhere under noise. */
  private straighten(merge: number): void {
    const { u2, v2, w2, gap, label2 } = this;
    for (let k = 0; k < this.kept && this.kept > 2; ) {
      const before = k === 0 ? this.kept - 1 : k - 1;
      const after = k + 1 === this.kept ? 0 : k + 1;
      const du = u2[after] - u2[before];
      const dv = v2[after] - v2[before];
      const off = (u2[k] - u2[before]) * dv - (v2[k] - v2[before]) * du;
      const inner = (u2[k] - u2[before]) * (u2[k] - u2[after]) + (v2[k] - v2[before]) * (v2[k] - v2[after]) < 0;
      const flat = inner && off * off <= merge * merge * (du * du + dv * dv);
      if (flat && gap[k] >= Math.min(gap[before], gap[after]) - LEVEL * merge) {
        this.kept--;
        for (let m = k; m < this.kept; m++) this.set(m, u2[m + 1], v2[m + 1], w2[m + 1], gap[m + 1], label2[m + 1]);
      } else k++;
    }
  }

  private reserve(count: number): void {
    while (this.u.length < count) {
      const capacity = 2 * this.u.length;
      this.u = grownFloat64(this.u, capacity);
      this.v = grownFloat64(this.v, capacity);
      this.w = grownFloat64(this.w, capacity);
      this.label = grownInt32(this.label, capacity);
    }
  }

  private reserve2(count: number): void {
    while (this.u2.length < count) {
      const capacity = 2 * this.u2.length;
      this.u2 = grownFloat64(this.u2, capacity);
      this.v2 = grownFloat64(this.v2, capacity);
      this.w2 = grownFloat64(this.w2, capacity);
      this.label2 = grownInt32(this.label2, capacity);
    }
  }

  private exchange(): void {
    const { u, v, w, label } = this;
    this.count = this.count2;
    this.u = this.u2;
    this.v = this.v2;
    this.w = this.w2;
    this.label = this.label2;
    this.u2 = u;
    this.v2 = v;
    this.w2 = w;
    this.label2 = label;
  }
}

/** The name of the polygon's corner at a projected point, or -1: a corner over an edge is the corner, whatever the noise. */
function cornerNear({ u, v, vertex, count }: Polygon, x: number, y: number, merge: number): number {
  for (let k = 0; k < count; k++)
    if ((u[k] - x) * (u[k] - x) + (v[k] - y) * (v[k] - y) <= merge * merge) return vertex[k];
  return -1;
}

/** Which edges cross in the corner between two sides of the overlap: the same name whichever polygon clipped. */
function crossingName(clipper: Polygon, subject: Polygon, before: number, after: number, swapped: boolean): number {
  const ofClipper = clipper.edge[-1 - Math.min(before, after, -1)];
  const ofSubject = subject.edge[Math.max(before, after, 0)];
  return swapped ? (ofSubject << 16) | ofClipper : (ofClipper << 16) | ofSubject;
}

/** The deeper of two merged points stays; between equals the choice is the same after the shapes change places. */
function better(gap: number, name: number, otherGap: number, otherName: number, equal: number): boolean {
  if (Math.abs(gap - otherGap) > equal) return gap < otherGap;
  const sum = (name >>> 16) + (name & 0xffff);
  const otherSum = (otherName >>> 16) + (otherName & 0xffff);
  return sum !== otherSum ? sum < otherSum : name < otherName;
}
