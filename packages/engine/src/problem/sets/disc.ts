/**
 * The disc |x| <= r: the section of a cylinder, and of a circular cone at one height.   docs/theory/friction-models.md (FM3)
 */
import type { Section } from './set.ts';

/** A point this share of the radius inside the rim counts as on it: projections round. */
export const RIM = 1e-12;

/** The factor that brings a vector of this length into the disc. */
export function discFactor(size: number, radius: number): number {
  return size > radius ? radius / size : 1 + 0 * size; // a size that is not a number shows
}

export const disc: Section = {
  project(y, i, j, r, out) {
    const factor = discFactor(Math.sqrt(y[i] * y[i] + y[j] * y[j]), r);
    out[i] = factor * y[i];
    out[j] = factor * y[j];
  },

  projectDirection(x, d, i, j, r, out) {
    const size = Math.sqrt(x[i] * x[i] + x[j] * x[j]);
    const outward = size >= r * (1 - RIM) && r > 0 ? (d[i] * x[i] + d[j] * x[j]) / (size * size) : 0;
    const left = r > 0 ? 1 : 0;
    const di = left * d[i];
    const dj = left * d[j];
    out[i] = outward > 0 ? di - outward * x[i] : di;
    out[j] = outward > 0 ? dj - outward * x[j] : dj;
  },

  reaches: (u, v, r) => Math.sqrt(u * u + v * v) >= r,
};
