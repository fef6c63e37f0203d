/**
 * The disc |x| <= r: the section of a cylinder, and of a circular cone at one height.   docs/theory/friction-models.md (FM3)
 */
import type { Section } from './section.ts';

/** A point this share of the radius inside the rim counts as on it: projections round. */
export const RIM = 1e-12;

/** What a vector of this length is multiplied with to end in the disc. */
export function discFactor(size: number, radius: number): number {
  return size > radius ? radius / size : 1 + 0 * size; // a size that is not a number shows
}

class Disc implements Section {
  u = 0;
  v = 0;

  project(u: number, v: number, r: number): void {
    const factor = discFactor(Math.sqrt(u * u + v * v), r);
    this.u = factor * u;
    this.v = factor * v;
  }

  projectDirection(u: number, v: number, r: number, du: number, dv: number): void {
    const size = Math.sqrt(u * u + v * v);
    const outward = size >= r * (1 - RIM) && r > 0 ? (du * u + dv * v) / (size * size) : 0;
    const left = r > 0 ? 1 : 0;
    this.u = outward > 0 ? left * du - outward * u : left * du;
    this.v = outward > 0 ? left * dv - outward * v : left * dv;
  }

  reaches(u: number, v: number, r: number): boolean {
    return Math.sqrt(u * u + v * v) >= r;
  }
}

export const disc: Section = new Disc();
