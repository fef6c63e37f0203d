/**
 * Sweeps of projected Gauss-Seidel, for the solvers that need some.   docs/theory/gauss-seidel.md (GS1), (GS3)
 *
 * Matrix-free on J with y = Jt^T x carried along where the problem has it, on the stored rows of A otherwise.
 */
import type { Problem } from '../../problem/problem.ts';
import { StructuredOperator } from '../../problem/structured.ts';

export class Sweeper {
  private structured: StructuredOperator | undefined;
  /** Six numbers a body; grows to the most bodies seen, then allocates no more. */
  private y: Float64Array = new Float64Array(0);

  /** Rows in the order of a sweep; undefined = as numbered. */
  private order: Int32Array | undefined;

  /** Sweeps of p begin at x; to be called again when anybody else has changed x. */
  prepare(p: Problem, x: Float64Array, matrixFree = true, order?: Int32Array): void {
    this.order = order;
    this.structured = matrixFree && p.A instanceof StructuredOperator ? p.A : undefined;
    if (!this.structured) return;
    const size = 6 * this.structured.structure.bodies;
    if (this.y.length < size) this.y = new Float64Array(size);
    this.structured.scaledVelocity(x, this.y);
  }

  /** One sweep over all rows; the largest change of an impulse, N s. NaN stays. */
  sweep(p: Problem, x: Float64Array, omega: number): number {
    const { structured, order } = this;
    return structured ? sweepMatrixFree(structured, p, x, this.y, omega, order) : sweepRows(p, x, omega, order);
  }

  release(): void {
    this.structured = undefined;
    this.y = new Float64Array(0);
  }
}

/** (GS1) over the stored rows of A. */
function sweepRows({ n, A, b, lo, hi }: Problem, x: Float64Array, omega: number, order?: Int32Array): number {
  const { rowStart, column, value, diagonal } = A.sparse();
  let change = 0;
  for (let step = 0; step < n; step++) {
    const i = order ? order[step] : step;
    let w = b[i];
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) w += value[k] * x[column[k]];
    const next = Math.min(Math.max(x[i] - (omega / diagonal[i]) * w, lo[i]), hi[i]);
    change = Math.max(change, Math.abs(next - x[i]));
    x[i] = next;
  }
  return change;
}

/** (GS3) over all rows, y = Jt^T x kept current impulse by impulse. */
function sweepMatrixFree(
  { Jt, structure, diagonal }: StructuredOperator,
  { n, b, lo, hi }: Problem,
  x: Float64Array,
  y: Float64Array,
  omega: number,
  order?: Int32Array,
): number {
  const { rowStart, body, C } = structure;
  let change = 0;
  for (let step = 0; step < n; step++) {
    const i = order ? order[step] : step;
    const from = rowStart[i];
    const to = rowStart[i + 1];
    let w = b[i] + C[i] * x[i];
    for (let k = from; k < to; k++) {
      const j = 6 * k;
      const at = 6 * body[k];
      w += Jt[j] * y[at] + Jt[j + 1] * y[at + 1] + Jt[j + 2] * y[at + 2];
      w += Jt[j + 3] * y[at + 3] + Jt[j + 4] * y[at + 4] + Jt[j + 5] * y[at + 5];
    }
    const next = Math.min(Math.max(x[i] - (omega / diagonal[i]) * w, lo[i]), hi[i]);
    const dx = next - x[i];
    change = Math.max(change, Math.abs(dx));
    if (dx === 0) continue;
    x[i] = next;
    for (let k = from; k < to; k++) {
      const j = 6 * k;
      const at = 6 * body[k];
      for (let c = 0; c < 6; c++) y[at + c] += Jt[j + c] * dx;
    }
  }
  return change;
}
