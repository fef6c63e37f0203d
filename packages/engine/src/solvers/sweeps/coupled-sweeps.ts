/**
 * Gauss-Seidel sweeps whose friction bounds follow the normals row by row: a cheap way to the right stick and slip states.
 * docs/theory/coupled-newton.md (NC6)
 *
 *   x_i <- clamp( x_i - (A x + b)_i/a_ii, l_i, u_i ),   l_t, u_t = -/+ mu max(x_n, 0) of the x_n just updated
 */
import type { Problem } from '../../problem/problem.ts';
import { StructuredOperator } from '../../problem/structured.ts';

export class CoupledSweeps {
  /** Row whose impulse bounds a friction row, or -1; and its coefficient. */
  private normalOf: Int32Array = new Int32Array(0);
  private mu: Float64Array = new Float64Array(0);
  private y: Float64Array = new Float64Array(0);

  /** False: p is given by A alone, and is not swept. */
  serves(p: Problem): boolean {
    return p.A instanceof StructuredOperator;
  }

  /** `count` sweeps of p from x, in place. */
  run(p: Problem, x: Float64Array, count: number): void {
    if (!(p.A instanceof StructuredOperator)) return;
    const { A, b, lo, hi, n } = p;
    const { rowStart, body, bodies, C } = A.structure;
    const { Jt, diagonal } = A;
    this.prepare(p, bodies);
    const { y, normalOf, mu } = this;
    A.scaledVelocity(x, y);
    for (let sweep = 0; sweep < count; sweep++)
      for (let i = 0; i < n; i++) {
        const [from, to] = [rowStart[i], rowStart[i + 1]];
        let w = b[i] + C[i] * x[i];
        for (let k = from; k < to; k++) {
          const at = 6 * body[k];
          for (let c = 0; c < 6; c++) w += Jt[6 * k + c] * y[at + c];
        }
        const normal = normalOf[i];
        const bound = normal < 0 ? 0 : mu[i] * Math.max(x[normal], 0);
        const low = normal < 0 ? lo[i] : -bound;
        const high = normal < 0 ? hi[i] : bound;
        const next = Math.min(Math.max(x[i] - w / diagonal[i], low), high);
        const change = next - x[i];
        if (change === 0) continue;
        x[i] = next;
        for (let k = from; k < to; k++) {
          const at = 6 * body[k];
          for (let c = 0; c < 6; c++) y[at + c] += Jt[6 * k + c] * change;
        }
      }
  }

  private prepare({ n, contacts }: Problem, bodies: number): void {
    if (this.normalOf.length !== n) {
      this.normalOf = new Int32Array(n);
      this.mu = new Float64Array(n);
    }
    if (this.y.length !== 6 * bodies) this.y = new Float64Array(6 * bodies);
    this.normalOf.fill(-1);
    for (const { normal, tangents, rolling, spinning, mu, muRolling, muSpinning } of contacts) {
      for (const row of tangents) {
        this.normalOf[row] = normal;
        this.mu[row] = mu;
      }
      for (const row of rolling) {
        this.normalOf[row] = normal;
        this.mu[row] = muRolling;
      }
      for (const row of spinning) {
        this.normalOf[row] = normal;
        this.mu[row] = muSpinning;
      }
    }
  }
}
