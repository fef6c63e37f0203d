/** Rectangular sparse matrices in compressed rows, and the two products that a coarse operator needs. */
export interface Csr {
  readonly rows: number;
  readonly columns: number;
  /** Entries of row i are start[i] .. start[i + 1] - 1. */
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/** Rows one after the other. */
export class CsrBuilder {
  private readonly columns: number;
  private readonly start: number[] = [0];
  private readonly column: number[] = [];
  private readonly value: number[] = [];

  constructor(columns: number) {
    this.columns = columns;
  }

  add(column: number, value: number): void {
    this.column.push(column);
    this.value.push(value);
  }

  endRow(): void {
    this.start.push(this.column.length);
  }

  build(): Csr {
    return {
      rows: this.start.length - 1,
      columns: this.columns,
      start: Int32Array.from(this.start),
      column: Int32Array.from(this.column),
      value: Float64Array.from(this.value),
    };
  }
}

export function transpose({ rows, columns, start, column, value }: Csr): Csr {
  const out = {
    rows: columns,
    columns: rows,
    start: new Int32Array(columns + 1),
    column: new Int32Array(column.length),
    value: new Float64Array(value.length),
  };
  for (const j of column) out.start[j + 1]++;
  for (let j = 0; j < columns; j++) out.start[j + 1] += out.start[j];
  const next = out.start.slice();
  for (let i = 0; i < rows; i++)
    for (let k = start[i]; k < start[i + 1]; k++) {
      const at = next[column[k]]++;
      out.column[at] = i;
      out.value[at] = value[k];
    }
  return out;
}

/** A B, row by row (Gustavson); columns of a row ascend. */
export function product(A: Csr, B: Csr): Csr {
  const out = new CsrBuilder(B.columns);
  const sum = new Float64Array(B.columns);
  const seen = new Int32Array(B.columns).fill(-1);
  const touched: number[] = [];
  for (let i = 0; i < A.rows; i++) {
    touched.length = 0;
    for (let k = A.start[i]; k < A.start[i + 1]; k++) {
      const a = A.value[k];
      const j = A.column[k];
      for (let q = B.start[j]; q < B.start[j + 1]; q++) {
        const c = B.column[q];
        if (seen[c] !== i) {
          seen[c] = i;
          sum[c] = 0;
          touched.push(c);
        }
        sum[c] += a * B.value[q];
      }
    }
    touched.sort((p, q) => p - q);
    for (const c of touched) out.add(c, sum[c]);
    out.endRow();
  }
  return out.build();
}

export function diagonalOf({ rows, start, column, value }: Csr): Float64Array {
  const diagonal = new Float64Array(rows);
  for (let i = 0; i < rows; i++)
    for (let k = start[i]; k < start[i + 1]; k++) if (column[k] === i) diagonal[i] = value[k];
  return diagonal;
}

/** out = A x */
export function apply({ rows, start, column, value }: Csr, x: Float64Array, out: Float64Array): void {
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let k = start[i]; k < start[i + 1]; k++) sum += value[k] * x[column[k]];
    out[i] = sum;
  }
}

/** out = A^T x */
export function applyTransposed({ rows, start, column, value }: Csr, x: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let i = 0; i < rows; i++) for (let k = start[i]; k < start[i + 1]; k++) out[column[k]] += value[k] * x[i];
}
