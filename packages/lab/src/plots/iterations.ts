/** EATK18 Fig. 5: how many problems took how many iterations; lighter and framed if the solver did not converge. */

import type { ReplayRow } from '../replay.ts';
import type { ChartSpec } from './chart-spec.ts';
import { solverStyles } from './solver-style.ts';

export interface Bin {
  /** Iterations from..to, both inside. */
  readonly from: number;
  readonly to: number;
  readonly converged: number;
  /** The rest: a limit struck, or the solver gave up. */
  readonly unsolved: number;
}

const MOST_BINS = 24;

/** Bins of equal width, a whole number of iterations each. */
export function iterationBins(rows: readonly ReplayRow[]): Bin[] {
  const counted = rows.flatMap(({ iterations, status }) =>
    iterations ? [{ count: iterations.total, converged: status === 'converged' }] : [],
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

/** Rows of one solver; `noun`: what its iterations are. */
export function iterationsPlot(solver: string, rows: readonly ReplayRow[], noun: string): ChartSpec {
  const { color } = solverStyles([solver]).get(solver)!;
  const bins = iterationBins(rows);
  const values = bins.flatMap(({ from, to, converged, unsolved }) => [
    { from: from - 0.5, to: to + 0.5, problems: converged, status: 'converged' },
    { from: from - 0.5, to: to + 0.5, problems: unsolved, status: 'unsolved' },
  ]);
  const [first, last] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1];
  const margin = Math.max(1, 0.06 * (last - first));
  const bar = (status: string, look: object) => ({
    transform: [{ filter: `datum.status === '${status}' && datum.problems > 0` }],
    mark: { type: 'bar', color, ...look },
  });
  const stacked = values.map((value, k) => ({
    ...value,
    // what did not converge stands on what did
    bottom: value.status === 'unsolved' ? values[k - 1]!.problems : 0,
    top: value.problems + (value.status === 'unsolved' ? values[k - 1]!.problems : 0),
  }));
  return {
    width: 150,
    height: 90,
    data: { values: stacked },
    encoding: {
      x: {
        field: 'from',
        type: 'quantitative',
        scale: { domain: [first - margin, last + margin], nice: false, zero: false },
        axis: { title: noun, tickCount: 4, tickMinStep: 1, format: 'd', grid: false },
      },
      x2: { field: 'to' },
      y: {
        field: 'bottom',
        type: 'quantitative',
        scale: { type: 'sqrt' }, // a single hard problem among 500 is still seen
        axis: { title: 'problems', values: ticksTo(Math.max(...stacked.map(({ top }) => top), 1)), format: 'd' },
      },
      y2: { field: 'top' },
    },
    layer: [bar('converged', { opacity: 0.9 }), bar('unsolved', { fillOpacity: 0.25, stroke: color, strokeWidth: 1 })],
  };
}

/** 0, 1, 10, 100, ... and the largest. */
function ticksTo(most: number): number[] {
  const decades = [0, 1, 10, 100, 1000, 10000].filter((n) => n <= 0.6 * most);
  return [...new Set([...decades, most])];
}
