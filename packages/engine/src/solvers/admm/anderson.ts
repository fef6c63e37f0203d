/**
 * Anderson acceleration of a fixed point v <- v + g(v): the combination of the last steps whose residual is least, in a weighted
 * norm.   docs/theory/admm.md (AD6)
 */
import { cholesky, choleskySolve } from '../../linalg/dense.ts';

/** Added to the diagonal of the normal equations, as a part of it: steps that are nearly parallel stay harmless. */
const REGULARISATION = 1e-12;

export class Anderson {
  private n = 0;
  private m = 0;
  private used = 0;
  private next = 0;
  private dv: Float64Array[] = [];
  private dg: Float64Array[] = [];
  private v0: Float64Array = new Float64Array(0);
  private g0: Float64Array = new Float64Array(0);
  private has = false;
  private gram: Float64Array = new Float64Array(0);
  private factor: Float64Array = new Float64Array(0);
  private gamma: Float64Array = new Float64Array(0);

  /** @param m steps remembered; 0: none, the fixed point as it is. */
  prepare(n: number, m: number): void {
    if (n !== this.n || m !== this.m) {
      this.n = n;
      this.m = m;
      this.dv = Array.from({ length: m }, () => new Float64Array(n));
      this.dg = Array.from({ length: m }, () => new Float64Array(n));
      this.v0 = new Float64Array(n);
      this.g0 = new Float64Array(n);
      this.gram = new Float64Array(m * m);
      this.factor = new Float64Array(m * m);
      this.gamma = new Float64Array(m);
    }
    this.forget();
  }

  /** The map has changed: what is known of it is worth nothing. */
  forget(): void {
    this.used = 0;
    this.next = 0;
    this.has = false;
  }

  /** v <- the next iterate, given g(v). False where it is the plain one, v + g. @param a weights of the norm. */
  advance(v: Float64Array, g: Float64Array, a: Float64Array): boolean {
    const { n, m, v0, g0 } = this;
    if (m > 0 && this.has) this.remember(v, g, a);
    if (m > 0) {
      v0.set(v);
      g0.set(g);
      this.has = true;
    }
    const accelerated = this.used > 0 && this.solve(g, a);
    for (let i = 0; i < n; i++) v[i] += g[i];
    if (!accelerated) return false;
    for (let k = 0; k < this.used; k++) {
      const c = this.gamma[k];
      const [dv, dg] = [this.dv[k], this.dg[k]];
      for (let i = 0; i < n; i++) v[i] -= c * (dv[i] + dg[i]);
    }
    return true;
  }

  private remember(v: Float64Array, g: Float64Array, a: Float64Array): void {
    const { n, m, v0, g0, gram } = this;
    const k = this.next;
    const [dv, dg] = [this.dv[k], this.dg[k]];
    for (let i = 0; i < n; i++) {
      dv[i] = v[i] - v0[i];
      dg[i] = g[i] - g0[i];
    }
    this.used = Math.min(this.used + 1, m);
    this.next = (k + 1) % m;
    for (let q = 0; q < this.used; q++) {
      const product = weighted(dg, this.dg[q], a);
      gram[k * m + q] = product;
      gram[q * m + k] = product;
    }
  }

  /** gamma of least |g - sum gamma_k dg_k|; false where that has no answer. */
  private solve(g: Float64Array, a: Float64Array): boolean {
    const { m, used, gram, factor, gamma } = this;
    let trace = 0;
    for (let k = 0; k < used; k++) trace += gram[k * m + k];
    if (!(trace > 0)) return false;
    for (let r = 0; r < used; r++)
      for (let c = 0; c < used; c++) factor[r * used + c] = gram[r * m + c] + (r === c ? REGULARISATION * trace : 0);
    if (!cholesky(factor, used, 0)) return false;
    for (let k = 0; k < used; k++) gamma[k] = weighted(this.dg[k], g, a);
    choleskySolve(factor, used, gamma);
    return true;
  }
}

function weighted(p: Float64Array, q: Float64Array, a: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += a[i] * p[i] * q[i];
  return sum;
}
