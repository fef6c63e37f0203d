/**
 * A given as numbers: compressed sparse rows, columns ascending, both triangles stored.
 * Imported problems have only this form; structured ones build it on request.
 */
import { matrixOf } from '../checks/sizes.ts';
import type { SparseRows } from './operator.ts';

/** One entry a_ij; entries that name the same place add up. */
export interface Triplets {
  readonly i: ArrayLike<number>;
  readonly j: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export class SparseOperator implements SparseRows {
  readonly n: number;
  readonly diagonal: Float64Array;
  readonly rowStart: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;

  constructor(n: number, rowStart: Int32Array, column: Int32Array, value: Float64Array) {
    this.n = n;
    this.rowStart = rowStart;
    this.column = column;
    this.value = value;
    this.diagonal = new Float64Array(n);
    for (let i = 0; i < n; i++)
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (column[k] === i) this.diagonal[i] = value[k];
  }

  apply(x: Float64Array, out: Float64Array): void {
    const { n, rowStart, column, value } = this;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sum += value[k] * x[column[k]];
      out[i] = sum;
    }
  }

  row(i: number, out: Float64Array): void {
    out.fill(0, 0, this.n);
    for (let k = this.rowStart[i]; k < this.rowStart[i + 1]; k++) out[this.column[k]] = this.value[k];
  }

  submatrix(rows: ArrayLike<number>, columns: ArrayLike<number>, out: Float64Array): void {
    const full = new Float64Array(this.n);
    for (let r = 0; r < rows.length; r++) {
      this.row(rows[r], full);
      for (let c = 0; c < columns.length; c++) out[r * columns.length + c] = full[columns[c]];
    }
  }

  dense(): Float64Array {
    const { n } = this;
    const out = matrixOf(n, n);
    for (let i = 0; i < n; i++) this.row(i, out.subarray(i * n, (i + 1) * n));
    return out;
  }

  sparse(): SparseOperator {
    return this;
  }
}

/** Compressed rows from triplets: repeated entries add in the order given; a zero that was written stays stored. */
export function fromTriplets(n: number, { i, j, values }: Triplets): SparseOperator {
  // Two counting sorts, by column and then by row, leave each row's columns ascending and equal places in file order.
  const byColumn = countingSort(j, n, undefined);
  const order = countingSort(i, n, byColumn);
  const rowStart = new Int32Array(n + 1);
  const column = new Int32Array(order.length);
  const value = new Float64Array(order.length);
  let kept = 0;
  let row = 0;
  for (const entry of order) {
    while (row < i[entry]) rowStart[++row] = kept;
    const repeated = kept > rowStart[row] && column[kept - 1] === j[entry];
    if (repeated) value[kept - 1] += values[entry];
    else {
      column[kept] = j[entry];
      value[kept++] = values[entry];
    }
  }
  while (row < n) rowStart[++row] = kept;
  return new SparseOperator(n, rowStart, column.slice(0, kept), value.slice(0, kept));
}

/** Compressed rows from all n x n numbers, row-major; zeros are not stored. */
export function fromDense(n: number, a: ArrayLike<number>): SparseOperator {
  const i: number[] = [];
  const j: number[] = [];
  const values: number[] = [];
  for (let k = 0; k < n * n; k++) {
    if (a[k] === 0) continue;
    i.push(Math.floor(k / n));
    j.push(k % n);
    values.push(a[k]);
  }
  return fromTriplets(n, { i, j, values });
}

/** Positions 0..length-1 (or those in `order`) sorted by key, stable; keys are 0..n-1. */
function countingSort(key: ArrayLike<number>, n: number, order: Int32Array | undefined): Int32Array {
  const start = new Int32Array(n + 1);
  for (let k = 0; k < key.length; k++) start[key[k] + 1]++;
  for (let k = 0; k < n; k++) start[k + 1] += start[k];
  const sorted = new Int32Array(key.length);
  for (let k = 0; k < key.length; k++) {
    const entry = order ? order[k] : k;
    sorted[start[key[entry]]++] = entry;
  }
  return sorted;
}
