/**
 * The regular polygon with its corners on the circle of radius r, one of them on the first tangent: the section of a
 * prism, and of a polyhedral cone at one height.   docs/theory/friction-models.md (FM4)
 *
 *   { sum lambda_k t_k : sum |lambda_k| <= r } of PIR Table 1, whose k directions t_k make 2k corners.
 */
import { cos, PI, sin } from '../../linalg/elementary.ts';
import { RIM } from './disc.ts';
import type { AdmissibleSet } from './set.ts';

/** Directions of a polygon's sides; the same for every size. */
export class Sides {
  readonly count: number;
  /** Outward normals of the sides, two numbers each. */
  readonly normal: Float64Array;
  /** Distance of a side from the centre, and half its length, of a polygon of radius 1. */
  readonly apothem: number;
  readonly half: number;
  /** The last projection. */
  u = 0;
  v = 0;

  constructor(count: number) {
    this.count = count;
    this.normal = new Float64Array(2 * count);
    for (let j = 0; j < count; j++) {
      const angle = ((2 * j + 1) * PI) / count;
      this.normal[2 * j] = cos(angle);
      this.normal[2 * j + 1] = sin(angle);
    }
    this.apothem = cos(PI / count);
    this.half = sin(PI / count);
  }

  /** Number of the side that faces (u, v). */
  facing(u: number, v: number): number {
    const { normal, count } = this;
    let side = 0;
    let most = -Infinity;
    for (let j = 0; j < count; j++) {
      const along = normal[2 * j] * u + normal[2 * j + 1] * v;
      if (along > most) {
        most = along;
        side = j;
      }
    }
    return side;
  }

  /** this.u, this.v = the point nearest to (u, v) of the polygon of radius r. */
  project(u: number, v: number, r: number): void {
    const side = this.facing(u, v);
    const nu = this.normal[2 * side];
    const nv = this.normal[2 * side + 1];
    const out = nu * u + nv * v;
    if (out <= r * this.apothem) {
      this.u = u;
      this.v = v;
      return;
    }
    const along = Math.max(-r * this.half, Math.min(r * this.half, nu * v - nv * u));
    this.u = r * this.apothem * nu - along * nv + 0 * out; // what is not a number shows
    this.v = r * this.apothem * nv + along * nu;
  }

  /** this.u, this.v = the direction nearest to (du, dv) that does not leave the polygon of radius r at (u, v). */
  projectDirection(u: number, v: number, r: number, du: number, dv: number): void {
    this.u = du;
    this.v = dv;
    if (r === 0) {
      this.u = 0;
      this.v = 0;
      return;
    }
    const { normal, count } = this;
    // at most two sides meet at a point: push the direction off each of them, then off both
    let blocked = 0;
    for (let j = 0; j < count; j++) {
      const nu = normal[2 * j];
      const nv = normal[2 * j + 1];
      if (nu * u + nv * v < r * this.apothem * (1 - RIM)) continue;
      const out = nu * du + nv * dv;
      if (out <= 0) continue;
      blocked++;
      this.u = du - out * nu;
      this.v = dv - out * nv;
      if (!this.leaves(u, v, r, 1e-14 * (Math.abs(du) + Math.abs(dv)))) return;
    }
    if (blocked > 0) {
      this.u = 0;
      this.v = 0;
    }
  }

  /** The direction this.u, this.v leaves by more than rounding. */
  private leaves(u: number, v: number, r: number, rounding: number): boolean {
    const { normal, count } = this;
    for (let j = 0; j < count; j++) {
      const nu = normal[2 * j];
      const nv = normal[2 * j + 1];
      if (nu * u + nv * v >= r * this.apothem * (1 - RIM) && nu * this.u + nv * this.v > rounding) return true;
    }
    return false;
  }
}

/** The sides of polygons by their number; made once each. */
const known: Sides[] = [];

export function sidesOf(count: number): Sides {
  const sides = known[count] ?? new Sides(count);
  known[count] = sides;
  return sides;
}

export class Polygon implements AdmissibleSet {
  readonly kind = 'prism';
  readonly radius: number;
  private readonly sides: Sides;

  constructor(radius: number, facets: number) {
    this.radius = radius;
    this.sides = sidesOf(facets);
  }

  project(x: Float64Array, out: Float64Array): void {
    this.sides.project(x[0], x[1], this.radius);
    out[0] = this.sides.u;
    out[1] = this.sides.v;
  }

  projectToTangentCone(x: Float64Array, d: Float64Array, out: Float64Array): void {
    this.sides.projectDirection(x[0], x[1], this.radius, d[0], d[1]);
    out[0] = this.sides.u;
    out[1] = this.sides.v;
  }

  /** A corner is the farthest point: the better end of the side that faces w. */
  support(w: Float64Array): number {
    const { normal, apothem, half } = this.sides;
    const side = this.sides.facing(w[0], w[1]);
    const [nu, nv] = [normal[2 * side], normal[2 * side + 1]];
    return this.radius * (apothem * (nu * w[0] + nv * w[1]) + half * Math.abs(nu * w[1] - nv * w[0]));
  }
}
