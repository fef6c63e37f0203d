/** Interpolation put together from what groups of fine rows answer to coarse ones.   docs/theory/multigrid.md */
import { type Csr, CsrBuilder } from './csr.ts';

/** What a group of m fine rows answers to each coarse row that touches it: a column of m numbers. */
export interface GroupAnswer {
  readonly columns: readonly number[];
  readonly values: Float64Array;
  readonly m: number;
}

/**
 * Rows of the interpolation: 1 for a coarse row, the group's answer for a fine one, nothing for the others.
 * @param coarse number of each row among the coarse ones, or -1
 * @param place of each fine row in its group
 */
export function interpolationOf(
  width: number,
  coarse: Int32Array,
  place: Int32Array,
  answerOf: (row: number) => GroupAnswer | undefined,
): Csr {
  const out = new CsrBuilder(width);
  for (let i = 0; i < coarse.length; i++) {
    const answer = coarse[i] >= 0 ? undefined : answerOf(i);
    if (coarse[i] >= 0) out.add(coarse[i], 1);
    else if (answer) {
      const { columns, values, m } = answer;
      for (let k = 0; k < columns.length; k++) {
        const v = values[k * m + place[i]];
        if (v !== 0) out.add(columns[k], v);
      }
    }
    out.endRow();
  }
  return out.build();
}
