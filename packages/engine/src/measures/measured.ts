/**
 * The result of every error measure, and how row errors become one number.   docs/theory/error-measures.md
 *
 *   l1: sum of the rows' errors (the papers' norm, and the one that makes energies add up);   max: the largest.
 *
 * A row that is not a number makes the value NaN and is the worst row: an error that cannot be computed is not zero.
 */
export type Norm = 'l1' | 'max';

export interface Measured {
  readonly value: number;
  readonly unit: string;
  /** The row that contributes most; the first NaN row if there is one; -1 if every row is zero. */
  readonly worstRow: number;
  /** Each row's error, if asked for. */
  readonly rows?: Float64Array;
}

export interface MeasureOptions {
  /** Default l1. */
  readonly norm?: Norm;
  /** Return each row's error too. */
  readonly perRow?: boolean;
  /** Bounds to measure against; default the problem's own. */
  readonly lo?: Float64Array;
  readonly hi?: Float64Array;
}

/** Folds rowError(0..n-1) into one measured value; sums in row order. */
export function measureRows(
  n: number,
  rowError: (i: number) => number,
  unit: string,
  { norm = 'l1', perRow = false }: MeasureOptions = {},
): Measured {
  const rows = perRow ? new Float64Array(n) : undefined;
  let sum = 0;
  let largest = 0;
  let worstRow = -1;
  for (let i = 0; i < n; i++) {
    const e = rowError(i);
    if (rows) rows[i] = e;
    sum += e;
    if (Number.isNaN(largest)) continue;
    if (e > largest || Number.isNaN(e)) {
      largest = e;
      worstRow = i;
    }
  }
  const value = norm === 'l1' ? sum : largest;
  return { value: Number.isNaN(largest) ? Number.NaN : value, unit, worstRow, ...(rows && { rows }) };
}
