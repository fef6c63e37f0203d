/** Work against true error of several scenes, one panel per scene, both axes logarithmic: how steps and engines compare. */
import { plain } from '../number-text.ts';
import type { ChartSpec } from './chart-spec.ts';
import { axisOf, logAxis } from './log-axis.ts';

export interface WorkErrorRow {
  /** Points of one series make a line, in this order. */
  readonly series: string;
  /** A share of what is known. */
  readonly error: number;
  readonly work: number;
  /** Drawn larger. */
  readonly marked?: boolean;
}

export interface WorkErrorScene {
  readonly title: string;
  readonly subtitle: string;
  readonly rows: readonly WorkErrorRow[];
}

export interface WorkSeries {
  readonly name: string;
  readonly color: string;
  readonly shape: string;
  readonly dashed?: boolean;
}

export interface WorkErrorPlot {
  readonly scenes: readonly WorkErrorScene[];
  readonly series: readonly WorkSeries[];
  /** Kind of work, with its unit. */
  readonly work: string;
  /** A share: a line across every panel. */
  readonly limit: number;
  /** Shares: what is below or above is drawn at the edge. */
  readonly range: readonly [number, number];
}

const COLUMNS = 2;
const [WIDTH, HEIGHT] = [340, 190];
/** Share of a decade between the outermost points and the frame. */
const ROOM = 0.12;

export function workErrorPlot({ scenes, series, work, limit, range }: WorkErrorPlot): ChartSpec {
  const percent = range.map((share) => 100 * share) as [number, number];
  const amounts = scenes.flatMap(({ rows }) => rows.map((row) => row.work));
  const x = {
    ...logAxis(amounts),
    domain: [Math.log10(Math.min(...amounts)) - ROOM, Math.log10(Math.max(...amounts)) + ROOM] as const,
  };
  const y = logAxis(percent);
  const inside = (error: number) =>
    y.at(Math.min(percent[1], Math.max(percent[0], Number.isFinite(error) ? 100 * error : percent[1])));
  const used = series.filter(({ name }) => scenes.some(({ rows }) => rows.some((row) => row.series === name)));
  const panels = scenes.map(({ title, subtitle, rows }) => ({
    title: { text: title, subtitle, anchor: 'start', fontSize: 12, subtitleFontSize: 10.5 },
    width: WIDTH,
    height: HEIGHT,
    layer: [
      ...limitLine(y.at(100 * limit), `${plain(100 * limit)} %`),
      {
        data: {
          values: rows.map(({ series: name, error, work: amount, marked }, order) => ({
            series: name,
            order,
            x: x.at(amount),
            y: inside(error),
            marked: marked === true,
          })),
        },
        encoding: {
          x: axisOf('x', x, work),
          y: axisOf('y', y, 'true error [%]'),
          ...styleOf(used),
        },
        layer: [
          { mark: { type: 'line', strokeWidth: 1.5 }, encoding: { order: { field: 'order' }, ...dashOf(used) } },
          {
            mark: { type: 'point', filled: true, opacity: 1 },
            encoding: { size: { condition: { test: 'datum.marked', value: 150 }, value: 40 } },
          },
        ],
      },
    ],
  }));
  return { columns: COLUMNS, spacing: { row: 26, column: 34 }, concat: panels, config: { view: { stroke: '#bbb' } } };
}

/** The line of the limit, named at the right end. */
const limitLine = (at: number, label: string) => [
  {
    data: { values: [{ position: at }] },
    mark: { type: 'rule', strokeDash: [6, 3], color: 'currentColor', opacity: 0.75 },
    encoding: { y: { field: 'position', type: 'quantitative' } },
  },
  {
    data: { values: [{ at, label }] },
    mark: { type: 'text', align: 'right', baseline: 'bottom', dx: -4, dy: -2, fontSize: 10, color: '#444' },
    encoding: {
      x: { value: WIDTH },
      y: { field: 'at', type: 'quantitative' },
      text: { field: 'label', type: 'nominal' },
    },
  },
];

function channel(series: readonly WorkSeries[], range: readonly unknown[]) {
  return {
    field: 'series',
    type: 'nominal',
    scale: { domain: series.map(({ name }) => name), range },
    legend: { title: null, orient: 'bottom', columns: 4, labelFontSize: 11, symbolSize: 80, labelLimit: 240 },
  };
}

const styleOf = (series: readonly WorkSeries[]) => ({
  color: channel(
    series,
    series.map(({ color }) => color),
  ),
  shape: channel(
    series,
    series.map(({ shape }) => shape),
  ),
});

const dashOf = (series: readonly WorkSeries[]) => ({
  strokeDash: channel(
    series,
    series.map(({ dashed }) => (dashed === true ? [4, 3] : [1, 0])),
  ),
});
