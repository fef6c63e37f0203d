/**
 * Dense factorisations in place, row-major, for oracles and small problems: Cholesky LL^T, LU with partial
 * pivoting, and the diagonal of an inverse. Each reports failure by its return value and never throws on data.
 */

/**
 * A = L L^T, lower triangle of `a` (n x n) overwritten by L; the strict upper triangle is left as it was.
 * False when a pivot falls to `relativePivot` times its diagonal entry or below: not positive definite to rounding.
 */
export function cholesky(a: Float64Array, n: number, relativePivot = n * 2.3e-16): boolean {
  for (let i = 0; i < n; i++) {
    const limit = relativePivot * a[i * n + i];
    for (let j = 0; j <= i; j++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      if (j < i) a[i * n + j] = sum / a[j * n + j];
      else if (sum > limit) a[i * n + i] = Math.sqrt(sum);
      else return false; // NaN ends here too
    }
  }
  return true;
}

/** Solves L L^T x = x in place, L from `cholesky`. */
export function choleskySolve(l: Float64Array, n: number, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = x[i];
    for (let k = 0; k < i; k++) sum -= l[i * n + k] * x[k];
    x[i] = sum / l[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i];
    for (let k = i + 1; k < n; k++) sum -= l[k * n + i] * x[k];
    x[i] = sum / l[i * n + i];
  }
}

/**
 * (A^-1)_ii from L: the squared norm of column i of L^-1, one forward substitution per column.
 * Cost n^3/6 multiplications after the factorisation.
 */
export function inverseDiagonal(l: Float64Array, n: number, out: Float64Array): void {
  const column = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    column[i] = 1 / l[i * n + i];
    let sum = column[i] * column[i];
    for (let r = i + 1; r < n; r++) {
      let s = 0;
      for (let k = i; k < r; k++) s -= l[r * n + k] * column[k];
      column[r] = s / l[r * n + r];
      sum += column[r] * column[r];
    }
    out[i] = sum;
  }
}

/**
 * Solves A x = x in place for a general A (n x n, overwritten), rows exchanged for the largest pivot.
 * False when a pivot is below `relativePivot` times the largest entry of A: singular to rounding.
 */
export function luSolve(
  a: Float64Array,
  n: number,
  x: Float64Array,
  relativePivot = n * 2.3e-16,
  isOver?: () => boolean,
): boolean {
  const exchanges = new Int32Array(n);
  if (!luFactor(a, n, exchanges, relativePivot, 'matrix', isOver)) return false;
  luSubstitute(a, n, exchanges, x);
  return true;
}

/**
 * The factors in place, the multipliers below the diagonal; `exchanges[k]`: the row that came to k.
 * False when a pivot is below `relativePivot` times the largest entry of A, or of its column as it is then, or if
 * `isOver`, asked at every column, says so.
 */
export function luFactor(
  a: Float64Array,
  n: number,
  exchanges: Int32Array,
  relativePivot = n * 2.3e-16,
  within: 'matrix' | 'column' = 'matrix',
  isOver?: () => boolean,
): boolean {
  let largest = 0;
  if (within === 'matrix') for (let i = 0; i < n * n; i++) largest = Math.max(largest, Math.abs(a[i]));
  for (let k = 0; k < n; k++) {
    if (isOver?.()) return false;
    let pivot = k;
    if (within === 'column') {
      largest = 0;
      for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(a[i * n + k]));
    }
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[pivot * n + k])) pivot = i;
    if (!(Math.abs(a[pivot * n + k]) > relativePivot * largest)) return false; // NaN ends here too
    exchanges[k] = pivot;
    if (pivot !== k)
      for (let j = 0; j < n; j++) {
        const t = a[k * n + j];
        a[k * n + j] = a[pivot * n + j];
        a[pivot * n + j] = t;
      }
    for (let i = k + 1; i < n; i++) {
      const factor = a[i * n + k] / a[k * n + k];
      a[i * n + k] = factor;
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return true;
}

/** x <- A^-1 x from `luFactor`. */
export function luSubstitute(a: Float64Array, n: number, exchanges: Int32Array, x: Float64Array): void {
  for (let k = 0; k < n; k++) {
    const t = x[k];
    x[k] = x[exchanges[k]];
    x[exchanges[k]] = t;
  }
  for (let i = 1; i < n; i++) for (let k = 0; k < i; k++) x[i] -= a[i * n + k] * x[k];
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i];
    for (let j = i + 1; j < n; j++) sum -= a[i * n + j] * x[j];
    x[i] = sum / a[i * n + i];
  }
}
