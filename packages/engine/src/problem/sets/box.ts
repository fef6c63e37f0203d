/** Rows one by one: the box l <= x <= u of bilateral, unilateral and box-friction rows alike, and the square of two rows. */
import type { Section } from './section.ts';

/** The number of [lo, hi] nearest to x; NaN stays NaN. */
export function clamp(x: number, lo: number, hi: number): number {
  return Math.min(Math.max(x, lo), hi);
}

/** d if it does not leave [lo, hi] at x, else 0. */
export function inward(x: number, d: number, lo: number, hi: number): number {
  return (x <= lo && d < 0) || (x >= hi && d > 0) ? 0 : d;
}

/** Two rows between -r and r: the section of a box and of a pyramid. */
class Square implements Section {
  u = 0;
  v = 0;

  project(u: number, v: number, r: number): void {
    this.u = clamp(u, -r, r);
    this.v = clamp(v, -r, r);
  }

  projectDirection(u: number, v: number, r: number, du: number, dv: number): void {
    this.u = inward(u, du, -r, r);
    this.v = inward(v, dv, -r, r);
  }

  reaches(u: number, v: number, r: number): boolean {
    return Math.abs(u) >= r || Math.abs(v) >= r;
  }
}

export const square: Section = new Square();
