/**
 * A_FF = L L^T of a changing set of rows, kept up to date: a row enters by one more row of L, leaves by plane rotations.
 * O(m^2) either way, m the size of F.   docs/theory/dantzig.md (DZ2), (DZ5)
 */
import { matrixOf } from '../../checks/sizes.ts';
import { cholesky } from '../../linalg/dense.ts';

/** A remainder of a row below this share of its a_ii, after the free rows, counts as zero (DZ5). */
export const DEPENDENT = 1e-10;

/** The free rows F in the order in which they came, and the factor of A_FF = L L^T. */
export class UpdatedCholesky {
  count = 0;
  readonly rows: Int32Array;
  readonly L: Float64Array;
  /** Rows of A; distance of L's rows. */
  private n = 0;
  /** L^-1 A_Fi of the last `explain`. */
  private readonly half: Float64Array;
  private readonly cosine: Float64Array;
  private readonly sine: Float64Array;

  constructor(n: number) {
    this.rows = new Int32Array(n);
    this.L = matrixOf(n, n);
    this.half = new Float64Array(n);
    this.cosine = new Float64Array(n);
    this.sine = new Float64Array(n);
  }

  clear(n: number): void {
    this.n = n;
    this.count = 0;
  }

  /** What F leaves of row i, a_ii - A_iF A_FF^-1 A_Fi (DZ2); 0 if that is rounding (DZ5). */
  explain(A: Float64Array, i: number): number {
    const { n, L, rows, half, count } = this;
    const aii = A[i * n + i];
    let left = aii;
    for (let k = 0; k < count; k++) {
      let sum = A[i * n + rows[k]];
      for (let j = 0; j < k; j++) sum -= L[k * n + j] * half[j];
      half[k] = sum / L[k * n + k];
      left -= half[k] * half[k];
    }
    return left > DEPENDENT * aii ? left : 0;
  }

  /** out = A_FF^-1 A_Fi of the last `explain`. */
  solveBack(out: Float64Array): void {
    const { n, L, half, count } = this;
    for (let k = 0; k < count; k++) out[k] = half[k];
    for (let k = count - 1; k >= 0; k--) {
      out[k] /= L[k * n + k];
      for (let j = 0; j < k; j++) out[j] -= L[k * n + j] * out[k];
    }
  }

  /** Row i of the last `explain`, which left `sigma` > 0, becomes the last one. */
  append(i: number, sigma: number): void {
    const { n, L, half, count } = this;
    for (let k = 0; k < count; k++) L[count * n + k] = half[k];
    L[count * n + count] = Math.sqrt(sigma);
    this.rows[count] = i;
    this.count++;
  }

  /** The row at `position` goes; rotations make the rest triangular again. */
  remove(position: number): void {
    const { n, L, rows, cosine, sine } = this;
    this.count--;
    for (let r = position; r < this.count; r++) {
      const from = (r + 1) * n;
      const to = r * n;
      rows[r] = rows[r + 1];
      for (let j = 0; j < position; j++) L[to + j] = L[from + j];
      let carry = L[from + position];
      for (let j = position; j < r; j++) {
        const next = L[from + j + 1];
        L[to + j] = cosine[j] * carry + sine[j] * next;
        carry = cosine[j] * next - sine[j] * carry;
      }
      const next = L[from + r + 1];
      const size = Math.sqrt(carry * carry + next * next);
      cosine[r] = carry / size;
      sine[r] = next / size;
      L[to + r] = size;
    }
  }

  /** L afresh, its rows now `count` apart: `explain` is over. False if A_FF is singular to rounding. */
  factor(A: Float64Array): boolean {
    const { n, L, rows, count } = this;
    for (let r = 0; r < count; r++) for (let c = 0; c < count; c++) L[r * count + c] = A[rows[r] * n + rows[c]];
    return cholesky(L, count);
  }
}
