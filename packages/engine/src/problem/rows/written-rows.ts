/** Questions of steppers about rows that are written and not yet a problem. */
import type { RowBuilder } from './row-builder.ts';

type Blocks = Pick<RowBuilder, 'rowStart' | 'body' | 'J'>;

/** J_i M^-1 J_i^T, 36 numbers of M^-1 per slot. */
export function inverseMass({ rowStart, body, J }: Blocks, i: number, Minv: Float64Array): number {
  let sum = 0;
  for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
    for (let r = 0; r < 6; r++) {
      const push = J[6 * k + r];
      if (push === 0) continue; // half of a joint's numbers
      for (let c = 0, m = 36 * body[k] + 6 * r; c < 6; c++) sum += push * Minv[m + c] * J[6 * k + c];
    }
  return sum;
}

/** The longest lever with which row i turns a body: |angular|/|linear| part of its blocks, m; 0 if it only turns. */
export function lever({ rowStart, J }: Blocks, i: number): number {
  let longest = 0;
  for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
    let pushed = 0;
    let turned = 0;
    for (let c = 6 * k; c < 6 * k + 3; c++) {
      pushed += J[c] * J[c];
      turned += J[c + 3] * J[c + 3];
    }
    if (pushed > 0) longest = Math.max(longest, turned / pushed);
  }
  return Math.sqrt(longest);
}
