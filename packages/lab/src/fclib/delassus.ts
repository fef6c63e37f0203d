/**
 * From masses and directions to the problem in contact rows.   docs/guide/fclib.md
 *
 *   M v = H r + f,   u = H^T v + w   ->   W = H^T M^-1 H,   q = H^T M^-1 f + w
 *
 * With M = L L^T and Y = L^-1 H: W = Y^T Y, symmetric to the last bit, and M^-1 is never formed.
 */
import { fromTriplets, type SparseOperator } from '@signorini/engine/problem';
import { EnvelopeCholesky } from './envelope-cholesky.ts';
import type { Entries } from './matrix.ts';

/** @throws NotPositive if M is not positive definite */
export function delassus(
  M: SparseOperator,
  H: Entries,
  f: Float64Array,
  w: Float64Array,
): { readonly W: Entries; readonly q: Float64Array } {
  const L = new EnvelopeCholesky(M);
  const columns = fromTriplets(Math.max(H.rows, H.columns), { i: H.j, j: H.i, values: H.values }); // H^T in rows
  const y = new Float64Array(M.n);
  const column = (k: number): Column => {
    y.fill(0);
    for (let e = columns.rowStart[k]!; e < columns.rowStart[k + 1]!; e++)
      y[L.place[columns.column[e]!]!] = columns.value[e]!;
    L.forward(y);
    return nonZeros(y);
  };
  const Y = Array.from({ length: H.columns }, (_, k) => column(k));
  y.fill(0);
  f.forEach((value, i) => {
    y[L.place[i]!] = value;
  });
  L.forward(y);
  const q = Float64Array.from(
    Y,
    ({ index, value }, k) => index.reduce((sum, i, e) => sum + value[e]! * y[i]!, 0) + w[k]!,
  );
  return { W: gram(Y, M.n), q };
}

/** The entries of one column of Y that are not zero. */
interface Column {
  readonly index: Int32Array;
  readonly value: Float64Array;
}

function nonZeros(y: Float64Array): Column {
  const index = Int32Array.from(y.keys()).filter((i) => y[i] !== 0);
  return { index, value: Float64Array.from(index, (i) => y[i]!) };
}

/** Y^T Y: every pair of columns that share an unknown. */
function gram(Y: readonly Column[], unknowns: number): Entries {
  const users: { column: number; value: number }[][] = Array.from({ length: unknowns }, () => []);
  Y.forEach(({ index, value }, column) => {
    index.forEach((i, e) => {
      users[i]!.push({ column, value: value[e]! });
    });
  });
  const sum = new Float64Array(Y.length);
  const [rows, cols, values]: number[][] = [[], [], []];
  Y.forEach(({ index, value }, row) => {
    const met = new Set<number>();
    index.forEach((i, e) => {
      for (const user of users[i]!) {
        if (!met.has(user.column)) sum[user.column] = 0;
        met.add(user.column);
        sum[user.column]! += value[e]! * user.value;
      }
    });
    for (const column of met) {
      rows!.push(row);
      cols!.push(column);
      values!.push(sum[column]!);
    }
  });
  return {
    rows: Y.length,
    columns: Y.length,
    i: Int32Array.from(rows!),
    j: Int32Array.from(cols!),
    values: Float64Array.from(values!),
  };
}
