/** The matrix A of a problem as an operator: what solvers and measures may ask of it, in either form. */
export interface Operator {
  readonly n: number;
  /** a_ii, 1/kg or 1/(kg m^2). */
  readonly diagonal: Float64Array;
  /** out = A x. `out` must not be `x`. */
  apply(x: Float64Array, out: Float64Array): void;
  /** out[j] = a_ij for every j. */
  row(i: number, out: Float64Array): void;
  /** out = A[rows, columns], row-major. */
  submatrix(rows: ArrayLike<number>, columns: ArrayLike<number>, out: Float64Array): void;
  /** All of A, row-major, n x n, a new array at every call. */
  dense(): Float64Array;
  /** A as compressed sparse rows; built at the first call if A is structured. */
  sparse(): SparseRows;
}

/** Entries of row i are rowStart[i] .. rowStart[i + 1] - 1, columns ascending.   explicit.ts */
export interface SparseRows extends Operator {
  readonly rowStart: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/** out = A x + b: the velocities that belong to x. */
export function velocities(p: { A: Operator; b: Float64Array }, x: Float64Array, out: Float64Array): Float64Array {
  p.A.apply(x, out);
  for (let i = 0; i < out.length; i++) out[i] += p.b[i];
  return out;
}
