/** EATK18 Fig. 5: how many problems took how many iterations, and how many of them did not converge. */

import type { ReplayRow } from '../replay/replay-row.ts';

interface Bin {
  /** Iterations from..to, both inside. */
  readonly from: number;
  readonly to: number;
  readonly converged: number;
  /** The rest: a limit struck, or the solver gave up. */
  readonly unsolved: number;
}

/** Factorisations and pivots, or sweeps and their like: costs so different that a sum of both means nothing. */
export type Kind = 'direct' | 'iterative';

/** Files of earlier versions may have the total alone. */
export function countOf(iterations: ReplayRow['iterations'], kind: Kind): number {
  if (!iterations) return 0;
  return iterations[kind] ?? (kind === 'iterative' ? iterations.total : 0);
}

const MOST_BINS = 24;

/** Bins of equal width, a whole number of iterations of one kind each. */
export function iterationBins(rows: readonly ReplayRow[], kind: Kind): Bin[] {
  const counted = rows.flatMap(({ iterations, status }) =>
    iterations ? [{ count: countOf(iterations, kind), converged: status === 'converged' }] : [],
  );
  if (counted.length === 0) return [];
  const least = counted.reduce((p, { count }) => Math.min(p, count), Infinity);
  const most = counted.reduce((p, { count }) => Math.max(p, count), -Infinity);
  const span = most - least + 1;
  const width =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((w) => span / w <= MOST_BINS) ?? Math.ceil(span / MOST_BINS);
  const start = Math.floor(least / width) * width;
  const bins = Array.from({ length: Math.floor((most - start) / width) + 1 }, (_, k) => ({
    from: start + k * width,
    to: start + (k + 1) * width - 1,
    converged: 0,
    unsolved: 0,
  }));
  for (const { count, converged } of counted)
    bins[Math.floor((count - start) / width)]![converged ? 'converged' : 'unsolved']++;
  return bins;
}
