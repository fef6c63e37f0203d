/**
 * The papers' lagged friction bounds, accelerated: g <- normals of the solve with bounds mu g, as a fixed point with
 * Anderson mixing over the last four updates.   docs/theory/coupled-newton.md (NC4)
 */
import { luSolve } from '../../linalg/dense.ts';
import type { Problem } from '../../problem/problem.ts';

const MEMORY = 4;

export class LaggedBounds {
  private readonly p: Problem;
  /** Estimates of the normal impulses, one a contact; the first is "sticks": no bound. */
  private g: Float64Array;
  private first = true;
  private readonly estimates: Float64Array[] = [];
  private readonly residuals: Float64Array[] = [];

  constructor(p: Problem) {
    this.p = p;
    this.g = new Float64Array(p.contacts.length);
  }

  /** Writes the friction bounds of the current estimate. */
  bounds(lo: Float64Array, hi: Float64Array): void {
    this.p.contacts.forEach(({ tangents, mu, rolling, muRolling, spinning, muSpinning }, c) => {
      this.setAll(tangents, mu, this.g[c], lo, hi);
      this.setAll(rolling, muRolling, this.g[c], lo, hi);
      this.setAll(spinning, muSpinning, this.g[c], lo, hi);
    });
  }

  private setAll(rows: readonly number[], mu: number, normal: number, lo: Float64Array, hi: Float64Array): void {
    for (const t of rows) {
      hi[t] = this.first && mu > 0 ? Infinity : mu * normal;
      lo[t] = -hi[t];
    }
  }

  /** Takes the answer of the solve with those bounds and makes the next estimate. */
  learn(x: Float64Array): void {
    const answer = Float64Array.from(this.p.contacts, ({ normal }) => Math.max(x[normal], 0));
    if (this.first) {
      this.first = false;
      this.g = answer;
      return;
    }
    this.estimates.push(this.g);
    this.residuals.push(answer.map((v, c) => v - this.g[c]));
    if (this.estimates.length > MEMORY + 1) {
      this.estimates.shift();
      this.residuals.shift();
    }
    this.g = this.mix(answer);
  }

  /** Anderson: the combination of past estimates whose residuals cancel best, in least squares. */
  private mix(answer: Float64Array): Float64Array {
    const { estimates, residuals } = this;
    const m = estimates.length - 1;
    const last = residuals[m];
    const steps = Array.from({ length: m }, (_, k) => last.map((v, c) => v - residuals[k][c]));
    const normal = new Float64Array(m * m);
    const rhs = new Float64Array(m);
    for (let r = 0; r < m; r++) {
      for (let c = 0; c < m; c++) normal[r * m + c] = dot(steps[r], steps[c]) * (r === c ? 1 + 1e-12 : 1);
      rhs[r] = dot(steps[r], last);
    }
    if (m === 0 || !luSolve(normal, m, rhs)) return answer;
    const mixed = answer.slice();
    for (let k = 0; k < m; k++)
      for (let c = 0; c < mixed.length; c++) {
        const estimateStep = this.g[c] - estimates[k][c];
        mixed[c] -= rhs[k] * (estimateStep + steps[k][c]);
      }
    return mixed.map((v) => Math.max(v, 0));
  }
}

function dot(p: Float64Array, q: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += p[i] * q[i];
  return sum;
}
