/** EATK18 Fig. 7: the time of every solve against its error, both axes logarithmic. */
import type { ReplayedMeasure } from '@signorini/engine/measures';
import { plain } from '../number-text.ts';
import type { ReplayRow } from '../replay.ts';
import type { ChartSpec } from './chart-spec.ts';
import { PLOT_WIDTH, rules } from './frame.ts';
import { logAxis } from './log-axis.ts';
import { styleEncoding } from './solver-style.ts';

export interface TimeErrorPlot {
  readonly rows: readonly ReplayRow[];
  readonly error: ReplayedMeasure;
  readonly title: string;
  readonly unit: string;
  /** In `unit`. */
  readonly tolerance?: number;
  /** ms */
  readonly budget?: number;
}

/** Points of one solver that would fall on the same pixel are drawn once. */
const PIXELS = 300;

export function timeErrorPlot({ rows, error, title, unit, tolerance, budget }: TimeErrorPlot): ChartSpec {
  const taken = rows.filter(({ status }) => status !== 'refused');
  const names = [...new Set(rows.map(({ solver }) => solver))];
  const x = logAxis(
    taken.map(({ timeMs }) => timeMs),
    budget === undefined ? [] : [budget],
  );
  const y = logAxis(
    taken.map((row) => row[error]),
    tolerance === undefined ? [] : [tolerance],
  );
  const cell = ([lo, hi]: readonly [number, number], at: number) => Math.round(((at - lo) / (hi - lo)) * PIXELS);
  const points = new Map(
    taken.map((row) => {
      const point = { solver: row.solver, x: x.at(row.timeMs), y: y.at(row[error]) };
      return [`${row.solver} ${cell(x.domain, point.x)} ${cell(y.domain, point.y)}`, point];
    }),
  );
  return {
    width: PLOT_WIDTH,
    height: 260,
    layer: [
      ...rules('y', y.breaks, 'break'),
      ...rules('x', x.breaks, 'break'),
      ...(tolerance === undefined
        ? []
        : rules('y', [y.at(tolerance)], 'limit', `tolerance ${plain(tolerance)} ${unit}`)),
      ...(budget === undefined ? [] : rules('x', [x.at(budget)], 'limit', `budget ${plain(budget)} ms`)),
      {
        data: { values: [...points.values()] },
        mark: { type: 'point', filled: true, opacity: 0.65, size: 22, strokeWidth: 0 },
        encoding: {
          x: axisOf('x', x, 'time of a solve [ms]'),
          y: axisOf('y', y, `${title} [${unit}]`),
          ...styleEncoding(names),
        },
      },
    ],
  };
}

/** A channel on a logarithmic axis; the field has the channel's name. */
export function axisOf(field: string, { domain, axis }: ReturnType<typeof logAxis>, title: string) {
  return { field, type: 'quantitative', scale: { domain, nice: false, zero: false }, axis: { ...axis, title } };
}
