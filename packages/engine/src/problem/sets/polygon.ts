/**
 * The regular polygon with its corners on the circle of radius r, one of them on the first tangent: the section of a
 * prism, and of a polyhedral cone at one height.   docs/theory/friction-models.md (FM4)
 *
 *   { sum lambda_k t_k : sum |lambda_k| <= r } of PIR Table 1, whose k directions t_k make 2k corners.
 */
import { cos, PI, sin } from '../../linalg/elementary.ts';
import { RIM } from './disc.ts';
import type { Section } from './section.ts';

/** The sides of a polygon by their directions, which are the same for every size. */
export class Sides implements Section {
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

  reaches(u: number, v: number, r: number): boolean {
    const side = this.facing(u, v);
    return u * this.normal[2 * side] + v * this.normal[2 * side + 1] >= r * this.apothem;
  }

  /** Number of the side that faces (u, v). */
  private facing(u: number, v: number): number {
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
