/**
 * Anderson's acceleration of a fixed point v <- G(v): the combination of past steps whose residuals f = G(v) - v cancel best.
 * docs/theory/nonlinear-gauss-seidel.md (NG7), docs/theory/admm.md (AD6), docs/theory/coupled-newton.md (NC4)
 *
 *   G(v) - sum_k g_k dG_k,   g = argmin of sum_i a_i (f - sum_k g_k dF_k)_i^2
 *
 * dF_k and dG_k are differences of residuals and of images between remembered points; the weights a make the least squares
 * independent of units. The normal equations are kept: a new difference costs as many products as there are differences.
 */
import { cholesky, choleskySolve, luFactor, luSubstitute } from '../../linalg/dense.ts';

/** Added to the diagonal of the normal equations, as a part of it: steps that are nearly parallel stay harmless. */
const SHIFT = 1e-12;

/** How the normal equations are solved, and which are too dependent to be. */
export type LeastSquares =
  /** Cholesky, shifted by a part of the trace. */
  | { readonly method: 'cholesky' }
  /** LU, each diagonal entry shifted by a part of itself; pivots below `pivot` times the largest entry of `within` are zero. */
  | { readonly method: 'lu'; readonly pivot?: number; readonly within: 'matrix' | 'column' };

/** Room for the newest difference. */
interface Difference {
  readonly dF: Float64Array;
  readonly dG: Float64Array;
}

export class Anderson {
  /** Differences remembered. */
  held = 0;
  private readonly rule: LeastSquares;
  private n = 0;
  private depth = 0;
  private newest = -1;
  private differences: Difference[] = [];
  private gram: Float64Array = new Float64Array(0);
  private K: Float64Array = new Float64Array(0);
  private gamma: Float64Array = new Float64Array(0);
  private exchanges: Int32Array = new Int32Array(0);

  constructor(rule: LeastSquares) {
    this.rule = rule;
  }

  /** @param depth differences remembered at most */
  prepare(n: number, depth: number): void {
    if (n !== this.n || depth !== this.depth) {
      this.n = n;
      this.depth = depth;
      this.differences = Array.from({ length: depth }, () => ({ dF: new Float64Array(n), dG: new Float64Array(n) }));
      this.gram = new Float64Array(depth * depth);
      this.K = new Float64Array(depth * depth);
      this.gamma = new Float64Array(depth);
      this.exchanges = new Int32Array(depth);
    }
    this.forget();
  }

  /** The map has changed, or the steps no longer help. */
  forget(): void {
    this.held = 0;
    this.newest = -1;
  }

  /** Drops the oldest difference; the caller fills the new one and calls `remember`. */
  next(): Difference {
    this.newest = (this.newest + 1) % this.depth;
    return this.differences[this.newest];
  }

  /** The difference of `next` is complete. */
  remember(a: Float64Array): void {
    const { depth, newest, differences, gram } = this;
    this.held = Math.min(this.held + 1, depth);
    for (let k = 0; k < this.held; k++) {
      const product = weighted(differences[newest].dF, differences[k].dF, a);
      gram[newest * depth + k] = product;
      gram[k * depth + newest] = product;
    }
  }

  /** x <- x - sum_k g_k dG_k for the residual f; false, and x as it was, if the least squares have no answer. */
  combine(x: Float64Array, f: Float64Array, a: Float64Array): boolean {
    const { held, differences, gamma } = this;
    if (held === 0 || !this.factor()) return false;
    for (let k = 0; k < held; k++) gamma[k] = weighted(differences[k].dF, f, a);
    if (this.rule.method === 'cholesky') choleskySolve(this.K, held, gamma);
    else luSubstitute(this.K, held, this.exchanges, gamma);
    for (let k = 0; k < held; k++) {
      const { dG } = differences[k];
      const g = gamma[k];
      for (let i = 0; i < x.length; i++) x[i] -= g * dG[i];
    }
    return true;
  }

  private factor(): boolean {
    const { rule, depth, held, gram, K } = this;
    const trace = rule.method === 'cholesky' ? this.trace() : 0;
    if (rule.method === 'cholesky' && !(trace > 0)) return false;
    for (let r = 0; r < held; r++)
      for (let c = 0; c < held; c++) {
        const entry = gram[r * depth + c];
        K[r * held + c] = r !== c ? entry : rule.method === 'cholesky' ? entry + SHIFT * trace : entry * (1 + SHIFT);
      }
    if (rule.method === 'cholesky') return cholesky(K, held, 0);
    return luFactor(K, held, this.exchanges, rule.pivot, rule.within);
  }

  private trace(): number {
    let sum = 0;
    for (let k = 0; k < this.held; k++) sum += this.gram[k * (this.depth + 1)];
    return sum;
  }
}

function weighted(p: Float64Array, q: Float64Array, a: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += a[i] * p[i] * q[i];
  return sum;
}
