/**
 * The cone |x_k| <= m_k x_n over one or more sections k (friction; rolling; spinning) that share a normal impulse.
 * docs/theory/friction-models.md (FM5), (FM6)
 *
 *   nearest point: s >= 0 with   s - y_n = sum_k m_k max(|y_k| - m_k s, 0),   then |x_k| = min(|y_k|, m_k s)
 *
 * The right-hand side falls and bends upwards in s, so Newton's iteration from the left climbs to the root and ends
 * after at most one step a section: a closed form. With one section it is the known projection on a circular cone.
 */
import type { AdmissibleSet } from './set.ts';

/**
 * Height s of the nearest point; `size` and `slope` from `first` to `last` are |y_k| and m_k.
 * @param lowest 0: the cone ends in its apex; -Infinity: its tangent cone at a point off the apex
 */
export function coneHeight(
  yn: number,
  size: Float64Array,
  slope: Float64Array,
  first: number,
  last: number,
  lowest: number,
): number {
  let s = lowest;
  for (let k = first; k <= last; k++) {
    let top = yn;
    let bottom = 1;
    for (let j = first; j < last; j++)
      if (s === -Infinity || size[j] > slope[j] * s) {
        top += slope[j] * size[j];
        bottom += slope[j] * slope[j];
      }
    const next = top / bottom;
    if (!(next > s)) return Number.isNaN(next) ? next : s;
    s = next;
  }
  return s;
}

/** x = (normal, tangents): the circular cone of slope mu. */
export class Cone implements AdmissibleSet {
  readonly kind = 'relaxed-cone';
  readonly mu: number;
  private readonly size = new Float64Array(1);
  private readonly slope = new Float64Array(1);

  constructor(mu: number) {
    this.mu = mu;
    this.slope[0] = mu;
  }

  project(x: Float64Array, out: Float64Array): void {
    const radius = Math.sqrt(x[1] * x[1] + x[2] * x[2]);
    this.size[0] = radius;
    const s = coneHeight(x[0], this.size, this.slope, 0, 1, 0);
    const factor = radius > this.mu * s ? (this.mu * s) / radius : 1;
    out[0] = s;
    out[1] = factor * x[1];
    out[2] = factor * x[2];
  }

  projectToTangentCone(x: Float64Array, d: Float64Array, out: Float64Array): void {
    if (!(x[0] > 0)) {
      this.project(d, out);
      return;
    }
    const radius = Math.sqrt(x[1] * x[1] + x[2] * x[2]);
    out.set(d);
    if (this.mu === 0) {
      out[1] = 0;
      out[2] = 0;
      return;
    }
    if (radius < this.mu * x[0] * (1 - 1e-12)) return;
    const outward = (d[1] * x[1] + d[2] * x[2]) / radius - this.mu * d[0];
    if (outward <= 0) return;
    const share = outward / (1 + this.mu * this.mu);
    out[0] = d[0] + this.mu * share;
    out[1] = d[1] - (share * x[1]) / radius;
    out[2] = d[2] - (share * x[2]) / radius;
  }

  /** Zero on the polar cone, infinite outside: rounding decides at its rim. */
  support(w: Float64Array): number {
    return w[0] + this.mu * Math.sqrt(w[1] * w[1] + w[2] * w[2]) <= 0 ? 0 : Infinity;
  }
}
