/**
 * Performance profiles (Dolan, More 2002): the share of problems that a solver solves within the tolerance in at most
 * tau times the time of the quickest that does; and the share that it solves to a given error, whatever the time.
 */

import { largerError } from '../larger-error.ts';
import type { ReplayRow } from '../replay.ts';
import type { ChartSpec } from './chart-spec.ts';
import { PLOT_WIDTH, rules } from './frame.ts';
import { logAxis } from './log-axis.ts';
import { styleEncoding } from './solver-style.ts';
import { axisOf } from './time-error.ts';

export interface ProfileStep {
  readonly solver: string;
  /** tau, or an error. */
  readonly at: number;
  /** Share of all problems, 0 to 1, from here on. */
  readonly share: number;
}

/** Of the problems, those that some solver solved within the tolerance have a quickest; the others count for no solver. */
export function timeProfile(rows: readonly ReplayRow[], tolerance: number): ProfileStep[] {
  const good = rows.filter((row) => row.timeMs !== null && (largerError(row) ?? Infinity) <= tolerance);
  const quickest = new Map<string, number>();
  for (const { problem, timeMs } of good) quickest.set(problem, Math.min(quickest.get(problem) ?? Infinity, timeMs!));
  // two times of zero are alike: a clock that coarse shows nothing more
  const ratio = ({ problem, timeMs }: ReplayRow) =>
    timeMs === quickest.get(problem) ? 1 : timeMs! / quickest.get(problem)!;
  return shares(
    rows,
    good.map((row) => [row.solver, ratio(row)]),
  );
}

export function errorProfile(rows: readonly ReplayRow[]): ProfileStep[] {
  const known = rows.flatMap((row): [string, number][] => {
    const error = largerError(row);
    return error === null ? [] : [[row.solver, error]];
  });
  return shares(rows, known);
}

/** Sorted by solver and value, one step per value. */
function shares(
  rows: readonly ReplayRow[],
  values: readonly (readonly [solver: string, value: number])[],
): ProfileStep[] {
  const problems = new Set(rows.map(({ problem }) => problem)).size;
  return [...new Set(rows.map(({ solver }) => solver))].flatMap((solver) => {
    const sorted = values
      .filter(([name]) => name === solver)
      .map(([, value]) => value)
      .sort((p, q) => p - q);
    const steps = sorted.map((at, k) => ({ solver, at, share: (k + 1) / problems }));
    return steps.filter(({ at }, k) => at !== steps[k + 1]?.at); // of equal values the last
  });
}

export interface ProfilePlot {
  readonly rows: readonly ReplayRow[];
  readonly steps: readonly ProfileStep[];
  readonly title: string;
  readonly limit?: { readonly at: number; readonly label: string };
}

export function profilePlot({ rows, steps, title, limit }: ProfilePlot): ChartSpec {
  const names = [...new Set(rows.map(({ solver }) => solver))];
  const x = logAxis(
    steps.map(({ at }) => at),
    limit ? [limit.at] : [],
  );
  const lines = names.flatMap((solver, k) => {
    const own = steps.filter((step) => step.solver === solver);
    if (own.length === 0) return [];
    const points = own.map(({ at, share }) => ({ solver, x: x.at(at), y: 100 * share }));
    const end = { solver, x: x.domain[1], y: points.at(-1)!.y }; // stays there
    const start = { solver, x: points[0]!.x, y: 0 };
    return [start, ...thinned(points), end].map((point, order) => ({ ...point, order, k }));
  });
  // one symbol per solver: where it has reached its share, and spread so that equal lines show all of theirs
  const symbols = names.flatMap((solver, k) => {
    const last = lines.filter((line) => line.solver === solver).at(-1);
    const x0 = x.domain[1] - ((k + 0.5) / names.length) * 0.5 * (x.domain[1] - x.domain[0]);
    if (!last) return [];
    const share = steps.filter((step) => step.solver === solver && x.at(step.at) <= x0).at(-1)?.share ?? 0;
    return [{ solver, x: x0, y: 100 * share }];
  });
  const place = {
    x: axisOf('x', x, title),
    y: {
      field: 'y',
      type: 'quantitative',
      scale: { domain: [0, 102], nice: false },
      axis: { title: 'share of problems [%]', values: [0, 20, 40, 60, 80, 100] },
    },
  };
  const { color, shape } = styleEncoding(names);
  return {
    width: PLOT_WIDTH,
    height: 220,
    layer: [
      ...rules('x', x.breaks, 'break'),
      ...(limit ? rules('x', [x.at(limit.at)], 'limit', limit.label) : []),
      {
        data: { values: lines },
        mark: { type: 'line', interpolate: 'step-after', strokeWidth: 1.6, clip: true },
        encoding: { ...place, color, order: { field: 'order', type: 'quantitative' } },
      },
      {
        data: { values: symbols },
        mark: { type: 'point', filled: true, size: 60, opacity: 1, strokeWidth: 0 },
        encoding: { ...place, color, shape },
      },
    ],
  };
}

/** A staircase of 500 steps needs no more of them than the picture has pixels. */
function thinned<T extends { readonly x: number }>(points: readonly T[], most = 250): T[] {
  const every = Math.ceil(points.length / most);
  return points.filter((_, k) => k % every === 0 || k === points.length - 1);
}
