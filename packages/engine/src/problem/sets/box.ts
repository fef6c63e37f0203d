/** Rows one by one: the box l <= x <= u of bilateral, unilateral and box-friction rows alike, and the square of two rows. */
import type { Section } from './set.ts';

/** The number of [lo, hi] nearest to x; NaN stays NaN. */
export function clamp(x: number, lo: number, hi: number): number {
  return Math.min(Math.max(x, lo), hi);
}

/** d if it does not leave [lo, hi] at x, else 0. */
export function inward(x: number, d: number, lo: number, hi: number): number {
  return (x <= lo && d < 0) || (x >= hi && d > 0) ? 0 : d;
}

/** Two rows between -r and r: the section of a box and of a pyramid. */
export const square: Section = {
  project(y, i, j, r, out) {
    out[i] = clamp(y[i], -r, r);
    out[j] = clamp(y[j], -r, r);
  },

  projectDirection(x, d, i, j, r, out) {
    out[i] = inward(x[i], d[i], -r, r);
    out[j] = inward(x[j], d[j], -r, r);
  },

  reaches: (u, v, r) => Math.abs(u) >= r || Math.abs(v) >= r,
};
