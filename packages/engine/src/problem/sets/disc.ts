/**
 * The disc |x| <= r: the section of a cylinder, and of a circular cone at one height.   docs/theory/friction-models.md (FM3)
 * One row counts as a disc too: the interval [-r, r].
 */
import type { AdmissibleSet } from './set.ts';

/** A point this share of the radius inside the rim counts as on it: projections round. */
export const RIM = 1e-12;

export class Disc implements AdmissibleSet {
  readonly kind = 'cylinder';
  readonly radius: number;

  constructor(radius: number) {
    this.radius = radius;
  }

  project(x: Float64Array, out: Float64Array): void {
    const factor = discFactor(length(x), this.radius);
    for (let i = 0; i < x.length; i++) out[i] = factor * x[i];
  }

  projectToTangentCone(x: Float64Array, d: Float64Array, out: Float64Array): void {
    const size = length(x);
    if (this.radius === 0) {
      out.fill(0);
      return;
    }
    let outward = 0;
    if (size >= this.radius * (1 - RIM)) for (let i = 0; i < x.length; i++) outward += (d[i] * x[i]) / size;
    for (let i = 0; i < x.length; i++) out[i] = outward > 0 ? d[i] - (outward * x[i]) / size : d[i];
  }

  support(w: Float64Array): number {
    return this.radius * length(w);
  }
}

/** What a vector of this length is multiplied with to end in the disc. */
export function discFactor(size: number, radius: number): number {
  return size > radius ? radius / size : 1 + 0 * size; // a size that is not a number shows
}

function length(x: Float64Array): number {
  let sum = 0;
  for (const v of x) sum += v * v;
  return Math.sqrt(sum);
}
