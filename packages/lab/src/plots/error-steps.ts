/** An error over the steps of the scene, one line per solver. */
import type { ReplayedMeasure } from '@signorini/engine/measures';
import { plain } from '../number-text.ts';
import type { ReplayRow } from '../replay.ts';
import type { ChartSpec } from './chart-spec.ts';
import { PLOT_WIDTH, rules } from './frame.ts';
import { logAxis } from './log-axis.ts';
import { styleEncoding } from './solver-style.ts';
import { axisOf } from './time-error.ts';

export interface ErrorStepsPlot {
  readonly rows: readonly ReplayRow[];
  readonly error: ReplayedMeasure;
  readonly title: string;
  readonly unit: string;
  readonly tolerance?: number;
}

/** A problem's place: the number that its name ends with if all have one of their own, else its order. */
export function placesOf(rows: readonly ReplayRow[]): { readonly title: string; readonly at: Map<string, number> } {
  const names = [...new Set(rows.map(({ problem }) => problem))];
  const numbers = names.map((name) => /(\d+)$/.exec(name)?.[1]);
  const numbered = new Set(numbers.map(Number)).size === names.length && numbers.every((n) => n !== undefined);
  return {
    title: numbered ? 'step' : 'problem (in the order replayed)',
    at: new Map(names.map((name, k) => [name, numbered ? Number(numbers[k]) : k + 1])),
  };
}

const SYMBOLS = 6; // per line: enough to recognise its shape, few enough to see the line

export function errorStepsPlot({ rows, error, title, unit, tolerance }: ErrorStepsPlot): ChartSpec {
  const taken = rows.filter(({ status }) => status !== 'refused');
  const names = [...new Set(rows.map(({ solver }) => solver))];
  const places = placesOf(rows);
  const y = logAxis(
    taken.map((row) => row[error]),
    tolerance === undefined ? [] : [tolerance],
  );
  const points = taken.map((row) => ({ solver: row.solver, x: places.at.get(row.problem)!, y: y.at(row[error]) }));
  const symbols = names.flatMap((solver, k) => {
    const own = points.filter((point) => point.solver === solver);
    const every = Math.max(1, Math.floor(own.length / SYMBOLS));
    return own.filter((_, i) => i % every === Math.floor((k * every) / names.length));
  });
  const encoding = {
    x: {
      field: 'x',
      type: 'quantitative',
      scale: { nice: false, zero: false },
      axis: { title: places.title, tickCount: 6, tickMinStep: 1, format: 'd', grid: false },
    },
    y: axisOf('y', y, `${title} [${unit}]`),
  };
  const { color, shape } = styleEncoding(names);
  return {
    width: PLOT_WIDTH,
    height: 220,
    layer: [
      ...rules('y', y.breaks, 'break'),
      ...(tolerance === undefined
        ? []
        : rules('y', [y.at(tolerance)], 'limit', `tolerance ${plain(tolerance)} ${unit}`)),
      {
        data: { values: points },
        mark: { type: 'line', strokeWidth: 1, opacity: 0.8 },
        encoding: { ...encoding, color },
      },
      {
        data: { values: symbols },
        mark: { type: 'point', filled: true, size: 34, opacity: 1, strokeWidth: 0 },
        encoding: { ...encoding, color, shape },
      },
    ],
  };
}
