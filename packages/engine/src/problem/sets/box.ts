/** The box l <= x <= u, row by row: bilateral, unilateral and box-friction rows alike. */
import type { AdmissibleSet } from './set.ts';

export class Box implements AdmissibleSet {
  readonly kind = 'box';
  readonly lo: Float64Array;
  readonly hi: Float64Array;

  constructor(lo: Float64Array, hi: Float64Array) {
    this.lo = lo;
    this.hi = hi;
  }

  project(x: Float64Array, out: Float64Array): void {
    for (let i = 0; i < x.length; i++) out[i] = clamp(x[i], this.lo[i], this.hi[i]);
  }

  projectToTangentCone(x: Float64Array, d: Float64Array, out: Float64Array): void {
    for (let i = 0; i < x.length; i++) {
      const blocked = (x[i] <= this.lo[i] && d[i] < 0) || (x[i] >= this.hi[i] && d[i] > 0);
      out[i] = blocked ? 0 : d[i];
    }
  }

  support(w: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < w.length; i++) {
      if (w[i] > 0) sum += this.hi[i] * w[i];
      else if (w[i] !== 0) sum += this.lo[i] * w[i]; // NaN goes through here; 0 * Infinity does not arise
    }
    return sum;
  }
}

/** The number of [lo, hi] nearest to x; NaN stays NaN. */
export function clamp(x: number, lo: number, hi: number): number {
  return Math.min(Math.max(x, lo), hi);
}
