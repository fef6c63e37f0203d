/**
 * The regular polygon with its corners on the circle of radius r, one of them on the first tangent: the section of a
 * prism, and of a polyhedral cone at one height.   docs/theory/friction-models.md (FM4)
 *
 *   { sum lambda_k t_k : sum |lambda_k| <= r } of PIR Table 1, whose k directions t_k make 2k corners.
 */
import { cos, PI, sin } from '../../linalg/elementary.ts';
import { RIM } from './disc.ts';
import type { Section } from './set.ts';

/** The sides of a polygon by their directions, which are the same for every size. */
class Sides implements Section {
  readonly count: number;
  /** Outward normals of the sides, two numbers each. */
  readonly normal: Float64Array;
  /** Distance of a side from the centre, and half its length, of a polygon of radius 1. */
  readonly apothem: number;
  readonly half: number;

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

  project(y: Float64Array, i: number, j: number, r: number, out: Float64Array): void {
    const u = y[i];
    const v = y[j];
    const side = this.facing(u, v);
    const nu = this.normal[2 * side];
    const nv = this.normal[2 * side + 1];
    const beyond = nu * u + nv * v;
    if (beyond <= r * this.apothem) {
      out[i] = u;
      out[j] = v;
      return;
    }
    const along = Math.max(-r * this.half, Math.min(r * this.half, nu * v - nv * u));
    out[i] = r * this.apothem * nu - along * nv + 0 * beyond; // what is not a number shows
    out[j] = r * this.apothem * nv + along * nu;
  }

  projectDirection(x: Float64Array, d: Float64Array, i: number, j: number, r: number, out: Float64Array): void {
    const u = x[i];
    const v = x[j];
    const du = d[i];
    const dv = d[j];
    out[i] = r === 0 ? 0 : du;
    out[j] = r === 0 ? 0 : dv;
    if (r === 0) return;
    const { normal, count } = this;
    const reach = r * this.apothem * (1 - RIM);
    const rounding = 1e-14 * (Math.abs(du) + Math.abs(dv));
    // at most two sides meet at a point: push the direction off each of them, then off both
    let blocked = 0;
    for (let k = 0; k < count; k++) {
      const nu = normal[2 * k];
      const nv = normal[2 * k + 1];
      if (nu * u + nv * v < reach) continue;
      const outward = nu * du + nv * dv;
      if (outward <= 0) continue;
      blocked++;
      out[i] = du - outward * nu;
      out[j] = dv - outward * nv;
      if (!this.leaves(u, v, reach, out[i], out[j], rounding)) return;
    }
    if (blocked > 0) {
      out[i] = 0;
      out[j] = 0;
    }
  }

  /** The direction (du, dv) leaves a side that (u, v) has reached by more than rounding. */
  private leaves(u: number, v: number, reach: number, du: number, dv: number, rounding: number): boolean {
    const { normal, count } = this;
    for (let k = 0; k < count; k++) {
      const nu = normal[2 * k];
      const nv = normal[2 * k + 1];
      if (nu * u + nv * v >= reach && nu * du + nv * dv > rounding) return true;
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
