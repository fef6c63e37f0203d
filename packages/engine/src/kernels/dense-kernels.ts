/**
 * Hot loops on small full matrices: a principal block of A, its Cholesky factor and solves, products with A. Stored by
 * columns, so that lanes run across rows and each number has the operations of linalg/dense.ts in the same order.
 *
 * Columns are an even number of places apart, at least n; vectors have room for an even number.
 */
import { type SubspaceKernels, TwinSubspaceKernels } from './subspace-kernels.ts';

export interface DenseKernels extends SubspaceKernels {
  /** L = lower triangle of A[rows, rows] + diag(shift[rows]), columns `to` apart; rows: i32 offset; shift -1: none. */
  denseBlock(m: number, rows: number, A: number, of: number, shift: number, L: number, to: number): void;
  /** L L^T in place; 0 where a pivot falls to relativePivot a_jj or below. What stands above the diagonal has no meaning. */
  denseFactor(n: number, L: number, apart: number, relativePivot: number): number;
  /** x <- (L L^T)^-1 x. */
  denseSolve(n: number, L: number, apart: number, x: number): void;
  /** y = A x. */
  denseProduct(n: number, A: number, apart: number, x: number, y: number): void;
}

/** The plain TypeScript kernels: fallback and oracle of the compiled ones, which agree with them bit for bit. */
export class TwinDenseKernels extends TwinSubspaceKernels implements DenseKernels {
  denseBlock(m: number, rows: number, A: number, of: number, shift: number, L: number, to: number): void {
    const { F, I } = this;
    for (let c = 0; c < m; c++) {
      const j = I[rows + c];
      for (let r = c; r < m; r++) F[L + to * c + r] = F[A + of * j + I[rows + r]];
      if (shift >= 0) F[L + to * c + c] += F[shift + j];
    }
  }

  denseFactor(n: number, L: number, apart: number, relativePivot: number): number {
    const { F } = this;
    for (let j = 0; j < n; j++) {
      const column = L + apart * j;
      const limit = relativePivot * F[column + j];
      for (let k = 0; k < j; k++) {
        const factor = F[L + apart * k + j];
        for (let i = j; i < n; i++) F[column + i] -= F[L + apart * k + i] * factor;
      }
      if (!(F[column + j] > limit)) return 0;
      const root = Math.sqrt(F[column + j]);
      F[column + j] = root;
      for (let i = j + 1; i < n; i++) F[column + i] /= root;
    }
    return 1;
  }

  denseSolve(n: number, L: number, apart: number, x: number): void {
    const { F } = this;
    for (let k = 0; k < n; k++) {
      F[x + k] /= F[L + apart * k + k];
      for (let i = k + 1; i < n; i++) F[x + i] -= F[L + apart * k + i] * F[x + k];
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) F[x + i] -= F[L + apart * i + k] * F[x + k];
      F[x + i] /= F[L + apart * i + i];
    }
  }

  denseProduct(n: number, A: number, apart: number, x: number, y: number): void {
    const { F } = this;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += F[A + apart * j + i] * F[x + j];
      F[y + i] = sum;
    }
  }
}
