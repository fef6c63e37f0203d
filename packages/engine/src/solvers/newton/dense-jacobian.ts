/**
 * Newton steps of the Fischer-Burmeister function if A is unsymmetric: the Jacobian itself, dense, by LU; by damped least squares
 * if it is singular or its step does not descend.   docs/theory/semismooth-newton.md (SN11)
 *
 *   J = diag(p) + diag(q/a) A,   J dx = -F;     else (J'S J + mu S) dx = -J'S F,   S = diag(a),  mu = 1e-8 and up
 */
import { matrixOf } from '../../checks/sizes.ts';
import { cholesky, choleskySolve, luFactor, luSubstitute } from '../../linalg/dense.ts';

/** Damping, tried in turn until the factor exists; the metric of both sides is an energy, so that it has no unit. */
const DAMPING = [1e-8, 1e-4, 1] as const;

export class DenseJacobian {
  private A: Float64Array = new Float64Array(0);
  private a: Float64Array = new Float64Array(0);
  private J: Float64Array = new Float64Array(0);
  private factors: Float64Array = new Float64Array(0);
  private exchanges: Int32Array = new Int32Array(0);
  private n = 0;

  /** @param A dense, by rows. @param a the metric (E14) */
  prepare(A: Float64Array, a: Float64Array): void {
    this.A = A;
    this.a = a;
    this.n = a.length;
    if (this.exchanges.length === this.n) return;
    this.J = matrixOf(this.n, this.n);
    this.factors = matrixOf(this.n, this.n);
    this.exchanges = new Int32Array(this.n);
  }

  /** The derivatives of F by x (p) and by w/a (q) have changed. */
  update(p: Float64Array, q: Float64Array): void {
    const { A, J, a, n } = this;
    for (let i = 0; i < n; i++) {
      const factor = q[i] / a[i];
      for (let j = 0; j < n; j++) J[i * n + j] = factor * A[i * n + j];
      J[i * n + i] += p[i];
    }
  }

  /** dx of J dx = -F; false if J is singular to rounding. Rows and columns are scaled by the metric: all entries are pure numbers. */
  newton(F: Float64Array, dx: Float64Array): boolean {
    const { J, factors, exchanges, a, n } = this;
    for (let i = 0; i < n; i++) {
      const root = Math.sqrt(a[i]);
      dx[i] = -root * F[i];
      for (let j = 0; j < n; j++) factors[i * n + j] = (root * J[i * n + j]) / Math.sqrt(a[j]);
    }
    if (!luFactor(factors, n, exchanges)) return false;
    luSubstitute(factors, n, exchanges, dx);
    for (let i = 0; i < n; i++) dx[i] /= Math.sqrt(a[i]);
    return dx.every(Number.isFinite);
  }

  /** The damped step of least squares: always downhill. False if no damping makes it finite. */
  leastSquares(F: Float64Array, dx: Float64Array): boolean {
    for (const damping of DAMPING) {
      this.normalEquations(F, dx, damping);
      const { factors, a, n } = this;
      if (!cholesky(factors, n)) continue;
      choleskySolve(factors, n, dx);
      for (let i = 0; i < n; i++) dx[i] /= Math.sqrt(a[i]);
      if (dx.every(Number.isFinite)) return true;
    }
    return false;
  }

  /** Both sides in square roots of joules: y = sqrt(a) dx. */
  private normalEquations(F: Float64Array, right: Float64Array, damping: number): void {
    const { J, factors, a, n } = this;
    factors.fill(0);
    right.fill(0);
    for (let k = 0; k < n; k++) {
      const root = Math.sqrt(a[k]);
      for (let i = 0; i < n; i++) {
        const left = (root * J[k * n + i]) / Math.sqrt(a[i]);
        if (left === 0) continue;
        right[i] -= left * root * F[k];
        for (let j = 0; j < n; j++) factors[i * n + j] += (left * root * J[k * n + j]) / Math.sqrt(a[j]);
      }
    }
    let largest = 0;
    for (let i = 0; i < n; i++) largest = Math.max(largest, factors[i * n + i]);
    for (let i = 0; i < n; i++) factors[i * n + i] += damping * largest;
  }
}
