/**
 * The sweep of the accelerated methods: rows in groups over the same two bodies, whose velocities stay in registers.
 * docs/theory/accelerated-gradient.md (AG4)
 *
 * Twin of wasm/group-sweep.ts.
 */
import { GROUP_SWEEP, ROW_RECORD, SWEEP_GROUP } from '../layouts.ts';
import type { Table } from '../tables.ts';
import type { Memory } from './memory.ts';

/**
 * `sweep` over ROW_RECORDs of omega 1 in groups of consecutive rows over the same two bodies. Returns the sum of the changes'
 * sizes, NaN if one is.
 */
export function sweepGroups({ F, I }: Memory, t: Table<typeof GROUP_SWEEP>): number {
  const groups = I[t + GROUP_SWEEP.groups];
  const last = groups + SWEEP_GROUP.size * I[t + GROUP_SWEEP.count];
  const y = I[t + GROUP_SWEEP.y];
  let r = I[t + GROUP_SWEEP.records];
  let x = I[t + GROUP_SWEEP.x];
  let change = 0;
  for (let g = groups; g < last; g += SWEEP_GROUP.size) {
    const a = y + I[g + SWEEP_GROUP.firstBody];
    const b = y + I[g + SWEEP_GROUP.secondBody];
    for (const end = x + I[g + SWEEP_GROUP.rows]; x < end; x++, r += ROW_RECORD.size) {
      const own = F[x] - F[r + ROW_RECORD.step] * (F[r + ROW_RECORD.b] + F[r + ROW_RECORD.C] * F[x]);
      let to = own - F[r + ROW_RECORD.step] * dotOfBoth(F, r, a, b);
      if (to < F[r + ROW_RECORD.lo]) to = F[r + ROW_RECORD.lo];
      if (F[r + ROW_RECORD.hi] < to) to = F[r + ROW_RECORD.hi];
      const dx = to - F[x];
      F[x] = to;
      change += Math.abs(dx);
      for (let c = 0; c < 6; c++) F[a + c] += F[r + c] * dx;
      for (let c = 0; c < 6; c++) F[b + c] += F[r + ROW_RECORD.second + c] * dx;
    }
  }
  return change;
}

/** Twelve products in the order of two SIMD lanes: evens of both bodies, odds of both, then their sum. */
function dotOfBoth(F: Float64Array, r: number, a: number, b: number): number {
  const even =
    F[r + 4] * F[a + 4] +
    (F[r + 2] * F[a + 2] + F[r] * F[a]) +
    (F[r + 10] * F[b + 4] + (F[r + 8] * F[b + 2] + F[r + 6] * F[b]));
  const odd =
    F[r + 5] * F[a + 5] +
    (F[r + 3] * F[a + 3] + F[r + 1] * F[a + 1]) +
    (F[r + 11] * F[b + 5] + (F[r + 9] * F[b + 3] + F[r + 7] * F[b + 1]));
  return even + odd;
}
