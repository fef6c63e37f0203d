/**
 * L U of an unsymmetric matrix of 6 x 6 blocks with a symmetric pattern, without exchanging rows: the twin of the block
 * Cholesky factor for friction that follows the normal impulses. Same symbolic lists, row-major blocks.
 *
 * `lower` holds the blocks on and below the diagonal, `upper` those above it: block q of column k is (row, k) in `lower`
 * and (k, row) in `upper`. The diagonal block holds both triangles of its own factor, L with a unit diagonal.
 */
import type { BlockSymbolic } from './block-symbolic.ts';

export class BlockLu {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  private readonly s: BlockSymbolic;

  constructor(symbolic: BlockSymbolic) {
    this.s = symbolic;
    this.lower = new Float64Array(36 * symbolic.blocks);
    this.upper = new Float64Array(36 * symbolic.blocks);
  }

  /** The identity, to add to. */
  reset(): void {
    const { s, lower, upper } = this;
    lower.fill(0);
    upper.fill(0);
    for (let k = 0; k < s.bodies; k++) for (let c = 0; c < 6; c++) lower[36 * s.colStart[k] + 7 * c] = 1;
  }

  /**
   * The pair of blocks that two bodies share, or the diagonal one of a body: (left, right) += w g_left^T j_right, and
   * (right, left) += w g_right^T j_left where they differ. `block` is that of the lower triangle, left the later body.
   */
  add(block: number, w: number, g: Float64Array, j: Float64Array, left: number, right: number): void {
    addOuter(this.lower, 36 * block, w, g, left, j, right);
    if (left !== right) addOuter(this.upper, 36 * block, w, g, right, j, left);
  }

  /** False where a pivot is zero or not finite. */
  factor(): boolean {
    const { s, lower, upper } = this;
    for (let k = 0; k < s.bodies; k++) {
      const d = 36 * s.colStart[k];
      if (!factorDiagonal(lower, d)) return false;
      for (let q = s.colStart[k] + 1; q < s.colStart[k + 1]; q++) {
        divideByUpper(lower, 36 * q, d);
        divideByLower(upper, 36 * q, lower, d);
      }
      for (let t = 3 * s.taskStart[k]; t < 3 * s.taskStart[k + 1]; t += 3) {
        const [target, left, right] = [36 * s.tasks[t], 36 * s.tasks[t + 1], 36 * s.tasks[t + 2]];
        subtractProduct(lower, target, lower, left, upper, right);
        if (left !== right) subtractProduct(upper, target, lower, right, upper, left);
      }
    }
    return true;
  }

  /** y <- (L U)^-1 y, six numbers a position. */
  solve(y: Float64Array): void {
    const { s, lower, upper } = this;
    for (let k = 0; k < s.bodies; k++) {
      const d = 36 * s.colStart[k];
      for (let r = 1; r < 6; r++) for (let c = 0; c < r; c++) y[6 * k + r] -= lower[d + 6 * r + c] * y[6 * k + c];
      for (let q = s.colStart[k] + 1; q < s.colStart[k + 1]; q++)
        subtractTimes(y, 6 * s.blockRow[q], lower, 36 * q, 6 * k);
    }
    for (let k = s.bodies - 1; k >= 0; k--) {
      const d = 36 * s.colStart[k];
      for (let q = s.colStart[k] + 1; q < s.colStart[k + 1]; q++)
        subtractTimes(y, 6 * k, upper, 36 * q, 6 * s.blockRow[q]);
      for (let r = 5; r >= 0; r--) {
        for (let c = r + 1; c < 6; c++) y[6 * k + r] -= lower[d + 6 * r + c] * y[6 * k + c];
        y[6 * k + r] /= lower[d + 7 * r];
      }
    }
  }
}

function addOuter(
  into: Float64Array,
  at: number,
  w: number,
  g: Float64Array,
  gAt: number,
  j: Float64Array,
  jAt: number,
): void {
  for (let r = 0; r < 6; r++) {
    const v = w * g[gAt + r];
    for (let c = 0; c < 6; c++) into[at + 6 * r + c] += v * j[jAt + c];
  }
}

function factorDiagonal(m: Float64Array, d: number): boolean {
  for (let s = 0; s < 6; s++) {
    const pivot = m[d + 7 * s];
    if (pivot === 0 || !Number.isFinite(pivot)) return false;
    for (let r = s + 1; r < 6; r++) {
      m[d + 6 * r + s] /= pivot;
      const factor = m[d + 6 * r + s];
      for (let c = s + 1; c < 6; c++) m[d + 6 * r + c] -= factor * m[d + 6 * s + c];
    }
  }
  return true;
}

/** X U = B in place, B at `o` of the same array as the diagonal factor at `d`. */
function divideByUpper(m: Float64Array, o: number, d: number): void {
  for (let r = 0; r < 6; r++)
    for (let c = 0; c < 6; c++) {
      let v = m[o + 6 * r + c];
      for (let t = 0; t < c; t++) v -= m[o + 6 * r + t] * m[d + 6 * t + c];
      m[o + 6 * r + c] = v / m[d + 7 * c];
    }
}

/** L X = B in place, L unit lower. */
function divideByLower(m: Float64Array, o: number, diagonal: Float64Array, d: number): void {
  for (let r = 1; r < 6; r++)
    for (let t = 0; t < r; t++) {
      const factor = diagonal[d + 6 * r + t];
      for (let c = 0; c < 6; c++) m[o + 6 * r + c] -= factor * m[o + 6 * t + c];
    }
}

function subtractProduct(
  target: Float64Array,
  at: number,
  left: Float64Array,
  l: number,
  right: Float64Array,
  u: number,
): void {
  for (let r = 0; r < 6; r++)
    for (let t = 0; t < 6; t++) {
      const factor = left[l + 6 * r + t];
      for (let c = 0; c < 6; c++) target[at + 6 * r + c] -= factor * right[u + 6 * t + c];
    }
}

/** y[to] -= block y[from]. */
function subtractTimes(y: Float64Array, to: number, m: Float64Array, o: number, from: number): void {
  for (let r = 0; r < 6; r++) {
    let v = y[to + r];
    for (let c = 0; c < 6; c++) v -= m[o + 6 * r + c] * y[from + c];
    y[to + r] = v;
  }
}
