/**
 * The coarsest grid, solved: min 1/2 x^T A x + b^T x, lo <= x <= hi, for a few dense rows, A semidefinite.   docs/theory/multigrid.md (MG12)
 *
 * Sweeps choose the free rows, a factorisation of those moves along until the first bound, and again. Every step descends; a round
 * that meets no bound and whose sweep frees or catches no row has solved it.
 */
import { matrixOf } from '../../checks/sizes.ts';
import { clamp } from '../../problem/sets/box.ts';
import { factorShifted, solveShifted } from './dense-rows.ts';

/** Rounds; a grid of n rows needs fewer than 2 n as a rule, and the next cycle corrects the rest. */
const ROUNDS = 50;

export class BoxDescent {
  private readonly n: number;
  private readonly A: Float64Array;
  private readonly factor: Float64Array;
  private readonly step: Float64Array;
  private readonly free: Int32Array;

  /** @param A n x n, row-major */
  constructor(n: number, A: Float64Array) {
    this.n = n;
    this.A = A;
    this.factor = matrixOf(n, n);
    this.step = new Float64Array(n);
    this.free = new Int32Array(n);
  }

  solve(x: Float64Array, b: Float64Array, lo: Float64Array, hi: Float64Array): void {
    for (let round = 0; round < ROUNDS; round++) {
      const change = this.sweep(x, b, lo, hi);
      if (change === 0) return;
      const m = this.gatherFree(x, lo, hi);
      if (m === 0 || !this.newton(m, x, b)) continue;
      this.walk(m, x, lo, hi);
    }
  }

  private slope(i: number, x: Float64Array, b: Float64Array): number {
    const { A, n } = this;
    let w = b[i];
    for (let j = 0; j < n; j++) w += A[i * n + j] * x[j];
    return w;
  }

  private sweep(x: Float64Array, b: Float64Array, lo: Float64Array, hi: Float64Array): number {
    const { A, n } = this;
    let change = 0;
    for (let i = 0; i < n; i++) {
      const a = A[i * n + i];
      if (!(a > 0)) continue;
      const next = clamp(x[i] - this.slope(i, x, b) / a, lo[i], hi[i]);
      change = Math.max(change, Math.abs(next - x[i]));
      x[i] = next;
    }
    return change;
  }

  private gatherFree(x: Float64Array, lo: Float64Array, hi: Float64Array): number {
    let m = 0;
    for (let i = 0; i < this.n; i++) if (x[i] > lo[i] && x[i] < hi[i] && this.A[i * this.n + i] > 0) this.free[m++] = i;
    return m;
  }

  /** The step to the minimum over the free rows. */
  private newton(m: number, x: Float64Array, b: Float64Array): boolean {
    const { A, n, factor, free, step } = this;
    for (let r = 0; r < m; r++) {
      for (let c = 0; c < m; c++) factor[r * m + c] = A[free[r] * n + free[c]];
      step[r] = -this.slope(free[r], x, b);
    }
    if (!factorShifted(factor, m)) return false;
    solveShifted(factor, m, step);
    return true;
  }

  /** As far as the bounds allow. */
  private walk(m: number, x: Float64Array, lo: Float64Array, hi: Float64Array): void {
    const { free, step } = this;
    let length = 1;
    for (let r = 0; r < m; r++) {
      const i = free[r];
      if (step[r] < 0) length = Math.min(length, (lo[i] - x[i]) / step[r]);
      else if (step[r] > 0) length = Math.min(length, (hi[i] - x[i]) / step[r]);
    }
    for (let r = 0; r < m; r++) x[free[r]] = clamp(x[free[r]] + length * step[r], lo[free[r]], hi[free[r]]);
  }
}
