/**
 * Velocities of single rows while impulses change one by one.   docs/theory/block-gauss-seidel.md (BG1)
 *
 *   w_i = b_i + C_i x_i + Jt_i y,   y <- y + Jt_i^T dx        if J is known: A is never formed
 *   w_i = b_i + sum_j a_ij x_j                                 over the stored row otherwise
 */
import type { SparseOperator } from '../../problem/explicit.ts';
import type { Problem } from '../../problem/problem.ts';
import { StructuredOperator } from '../../problem/structured.ts';

export class RowVelocities {
  /** A, if J is known. */
  structured: StructuredOperator | undefined;
  /** y = Jt^T x; the last six numbers belong to no body. */
  y: Float64Array = new Float64Array(0);
  protected p!: Problem;
  protected sparse: SparseOperator | undefined;

  /** @param y where y is to be, six numbers per body and six more, if others use it too */
  prepare(p: Problem, y?: Float64Array): void {
    this.p = p;
    this.structured = p.A instanceof StructuredOperator ? p.A : undefined;
    this.sparse = this.structured ? undefined : p.A.sparse();
    const size = this.structured ? 6 * (this.structured.structure.bodies + 1) : 0;
    if (y) this.y = y;
    else if (this.y.length !== size) this.y = new Float64Array(size);
  }

  /** Sweeps begin at x; to be called again if x was changed by other means. */
  follow(x: Float64Array): void {
    this.structured?.scaledVelocity(x, this.y);
  }

  /** w_i = (A x + b)_i. */
  velocity(i: number, x: Float64Array): number {
    let w = this.p.b[i];
    if (this.structured) {
      const { Jt, structure } = this.structured;
      const { rowStart, body, C } = structure;
      w += C[i] * x[i];
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
        for (let q = 0; q < 6; q++) w += Jt[6 * k + q] * this.y[6 * body[k] + q];
      return w;
    }
    const { rowStart, column, value } = this.sparse as SparseOperator;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) w += value[k] * x[column[k]];
    return w;
  }

  /** x_i has changed by dx: y follows. */
  add(i: number, dx: number): void {
    if (!this.structured || dx === 0) return;
    const { Jt, structure } = this.structured;
    const { rowStart, body } = structure;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
      for (let q = 0; q < 6; q++) this.y[6 * body[k] + q] += Jt[6 * k + q] * dx;
  }

  release(): void {
    this.structured = undefined;
    this.sparse = undefined;
    this.y = new Float64Array(0);
  }
}
