/** r <- K^-1 r for a few rows, such as those of one contact: elimination with row pivoting, nothing allocated. */

/** Least pivot as a part of the largest entry of its column. */
const LEAST_PIVOT = 1e-13;

/** K is m x m, row-major, and overwritten; false where it is singular to rounding. */
export function solveDense(K: Float64Array, r: Float64Array, m: number, leastPivot = LEAST_PIVOT): boolean {
  for (let c = 0; c < m; c++) {
    let pivot = c;
    let size = 0;
    for (let i = 0; i < m; i++) size = Math.max(size, Math.abs(K[m * i + c]));
    for (let i = c + 1; i < m; i++) if (Math.abs(K[m * i + c]) > Math.abs(K[m * pivot + c])) pivot = i;
    if (!(Math.abs(K[m * pivot + c]) > leastPivot * size)) return false;
    if (pivot !== c) {
      for (let j = c; j < m; j++) swap(K, m * c + j, m * pivot + j);
      swap(r, c, pivot);
    }
    for (let i = c + 1; i < m; i++) {
      const factor = K[m * i + c] / K[m * c + c];
      for (let j = c + 1; j < m; j++) K[m * i + j] -= factor * K[m * c + j];
      r[i] -= factor * r[c];
    }
  }
  for (let c = m - 1; c >= 0; c--) {
    for (let j = c + 1; j < m; j++) r[c] -= K[m * c + j] * r[j];
    r[c] /= K[m * c + c];
  }
  return true;
}

function swap(a: Float64Array, i: number, j: number): void {
  const t = a[i];
  a[i] = a[j];
  a[j] = t;
}
