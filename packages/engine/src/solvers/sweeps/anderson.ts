/**
 * Anderson's acceleration of a sweep x -> G(x): the combination of past sweeps whose changes cancel best.
 * docs/theory/nonlinear-gauss-seidel.md (NG7)
 *
 *   f_k = G(x_k) - x_k;   x_k+1 = G(x_k) - sum_j g_j dG_j,   g = argmin of sum_i a_i (f_k - sum_j g_j dF_j)_i^2
 *
 * The metric a makes the least squares independent of units. A change that has grown throws the memory away, so that at worst
 * sweeps are plain ones.
 */
import { solveDense } from '../one-contact/dense-solve.ts';

/** Of the diagonal of the least-squares matrix: differences of nearly equal sweeps are nearly dependent. */
const SHIFT = 1e-12;
const LEAST_PIVOT = 1e-16;
/** A change this much larger than the least since the last restart ends the memory. */
const GROWTH = 2;

export class Anderson {
  private n = 0;
  private depth = 0;
  private held = 0;
  private next = 0;
  private least = Infinity;
  private started = false;
  /** Differences of changes and of sweeps, `depth` of them, n numbers each; the last change and sweep. */
  private dF = new Float64Array(0);
  private dG = new Float64Array(0);
  private f = new Float64Array(0);
  private g = new Float64Array(0);
  private gram = new Float64Array(0);
  private K = new Float64Array(0);
  private rhs = new Float64Array(0);

  prepare(n: number, depth: number): void {
    if (this.n !== n || this.depth !== depth) {
      this.n = n;
      this.depth = depth;
      this.dF = new Float64Array(n * depth);
      this.dG = new Float64Array(n * depth);
      this.f = new Float64Array(n);
      this.g = new Float64Array(n);
      this.gram = new Float64Array(depth * depth);
      this.K = new Float64Array(depth * depth);
      this.rhs = new Float64Array(depth);
    }
    this.restart();
  }

  private restart(): void {
    this.held = 0;
    this.next = 0;
    this.least = Infinity;
    this.started = false;
  }

  /** `from` = x_k, `x` = G(x_k) in, x_k+1 out. */
  mix(from: Float64Array, x: Float64Array, a: Float64Array): void {
    const { n, f, g, dF, dG } = this;
    let size = 0;
    for (let i = 0; i < n; i++) size += a[i] * (x[i] - from[i]) * (x[i] - from[i]);
    if (size > GROWTH * GROWTH * this.least) this.restart();
    this.least = Math.min(this.least, size);
    if (this.started) {
      const at = n * this.next;
      for (let i = 0; i < n; i++) {
        dF[at + i] = x[i] - from[i] - f[i];
        dG[at + i] = x[i] - g[i];
      }
    }
    for (let i = 0; i < n; i++) {
      f[i] = x[i] - from[i];
      g[i] = x[i];
    }
    if (this.started) this.combine(x, a);
    this.started = true;
  }

  private combine(x: Float64Array, a: Float64Array): void {
    const { n, depth, dF, dG, f, gram, rhs, K } = this;
    const last = this.next;
    this.next = (last + 1) % depth;
    this.held = Math.min(this.held + 1, depth);
    const { held } = this;
    for (let k = 0; k < held; k++) {
      let product = 0;
      let right = 0;
      for (let i = 0; i < n; i++) {
        product += a[i] * dF[n * last + i] * dF[n * k + i];
        right += a[i] * dF[n * k + i] * f[i];
      }
      gram[last * depth + k] = product;
      gram[k * depth + last] = product;
      rhs[k] = right;
    }
    for (let r = 0; r < held; r++)
      for (let c = 0; c < held; c++) K[r * held + c] = gram[r * depth + c] * (r === c ? 1 + SHIFT : 1);
    if (!solveDense(K, rhs, held, LEAST_PIVOT)) {
      this.restart();
      return;
    }
    for (let k = 0; k < held; k++) for (let i = 0; i < n; i++) x[i] -= rhs[k] * dG[n * k + i];
  }
}
