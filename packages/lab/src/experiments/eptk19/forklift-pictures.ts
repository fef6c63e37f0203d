/** Pictures of the forklift: EPTK19 Figs. 11 and 12, then every torque, and the limits. */

import { chartOf, type PanelPoint, type PanelSeries, seriesPanel } from '../../plots/panels.ts';
import type { Picture } from '../experiment.ts';
import { rounded } from '../words.ts';
import { type Drive, STRATEGIES, type Strategy, WHEELS } from './forklift-drive.ts';
import type { Drawn, GroupRuns, LimitRow } from './forklift-groups.ts';

export const NAMES: Readonly<Record<Strategy, string>> = {
  last: 'no correction',
  fischer: 'Fischer-Burmeister',
  natural: 'natural residual',
  energy: 'energy error',
};
const SERIES: readonly PanelSeries[] = [
  { name: 'reference', color: '#000000' },
  ...STRATEGIES.map((pick) => ({ name: NAMES[pick] })),
];

const WHEEL_BUCKETS = 140;

/** Up to step `to`; speeds of the first 10 s. */
export function drawn(reference: Drive, drives: readonly Drive[], to: number, h: number): Drawn {
  const all = [reference, ...drives];
  const every = Math.max(1, Math.ceil(to / 280));
  const path = ({ x, y }: Drive) =>
    x.flatMap((_, k): [number, number][] =>
      k <= to && (k % every === 0 || k === to) ? [[rounded(x[k]!, 5), rounded(y[k]!, 5)]] : [],
    );
  const shown = Math.min(to + 1, Math.round(10 / h));
  return {
    paths: all.map(path),
    wheels: WHEELS.map((_, i) => all.map(({ wheels }) => extremes(wheels[i]!.slice(0, shown), h))),
  };
}

/** Two points per bucket, in the order of time: spikes stay. */
export function extremes(speeds: readonly number[], h: number): [number, number][] {
  const size = Math.max(1, Math.ceil(speeds.length / WHEEL_BUCKETS));
  const points: [number, number][] = [];
  for (let from = 0; from < speeds.length; from += size) {
    const bucket = speeds.slice(from, from + size);
    const low = bucket.indexOf(Math.min(...bucket));
    const high = bucket.indexOf(Math.max(...bucket));
    for (const k of low === high ? [low] : [Math.min(low, high), Math.max(low, high)])
      points.push([rounded((from + k + 1) * h, 5), rounded(bucket[k]!, 5)]);
  }
  return points;
}

export function picturesOf(groups: readonly GroupRuns[], limits: readonly LimitRow[]): Picture[] {
  const stiff = groups.find(({ group }) => group.id === 'stiff-dense')!;
  const own = groups.find(({ group }) => group.id === 'own-15')!;
  const most = groups.find(({ group }) => group.id === 'own-most')!;
  return [
    trajectories([own, most, stiff]),
    wheelSpeeds(stiff, 'forklift-wheels', 'EPTK19 Fig. 12'),
    wheelSpeeds(most, 'forklift-wheels-own', 'As EPTK19 Fig. 12'),
    overAllTorques(groups.filter(({ group }) => group.friction === 'stiff')),
    overLimits(limits),
  ];
}

const shownRun = ({ runs }: GroupRuns) => runs.find((run) => run.drawn !== null)!;

/** On the left the circle, on the right where the drives end. */
function trajectories(groups: readonly GroupRuns[]): Picture {
  const panels = groups.flatMap((one) => {
    const { drawn, torque } = shownRun(one);
    const paths = drawn!.paths;
    const rows = paths.flatMap((path, k): PanelPoint[] => path.map(([x, y]) => ({ series: SERIES[k]!.name, x, y })));
    const title = `${one.group.title}, ${torque} N m`;
    const [x, y] = paths[0]![paths[0]!.length - 1]!;
    // as wide as the measures' ends lie apart: the last iterate may be anywhere
    const ends = paths.slice(2).map((path) => path[path.length - 1]!);
    const half = Math.max(0.02, 1.3 * Math.max(...ends.map(([ex, ey]) => Math.hypot(ex - x, ey - y))));
    const square = { width: 340, height: 340, legendColumns: 3 };
    return [
      withEnds(seriesPanel({ ...square, title, series: SERIES, rows, ...frame(rows) }), paths),
      seriesPanel({
        ...square,
        title: 'detail: where the reference ends',
        series: SERIES,
        rows,
        x: { title: 'x [m]', domain: [x - half, x + half] },
        y: { title: 'y [m]', domain: [y - half, y + half] },
      }),
    ];
  });
  return {
    name: 'forklift-trajectory',
    caption:
      'EPTK19 Fig. 11: the way of the chassis in the time that the reference needs for one turn, and a detail about the end of the reference. Marks show where each drive is then.',
    spec: chartOf(panels, { title: 'Way of the forklift with an iteration limit', columns: 2 }),
  };
}

/** A mark where each drive ends: drives that lie on each other hide one that stops early. */
function withEnds(panel: object, paths: Drawn['paths']): object {
  const { layer } = panel as { readonly layer: readonly object[] };
  const values = paths.map((path, k) => {
    const [x, y] = path[path.length - 1]!;
    return { series: SERIES[k]!.name, x, y };
  });
  const channel = (field: 'x' | 'y') => ({ field, type: 'quantitative' });
  const ends = {
    data: { values },
    mark: { type: 'point', filled: true, size: 70, opacity: 0.85, clip: true },
    encoding: {
      x: channel('x'),
      y: channel('y'),
      color: { field: 'series', type: 'nominal' },
      shape: { field: 'series', type: 'nominal', legend: null },
    },
  };
  return { ...panel, layer: [...layer, ends] };
}

/** The same scale both ways. */
function frame(rows: readonly PanelPoint[]) {
  const kept = rows.filter(({ series }) => series === 'reference');
  const range = (of: (row: PanelPoint) => number) => [Math.min(...kept.map(of)), Math.max(...kept.map(of))] as const;
  const [[x0, x1], [y0, y1]] = [range(({ x }) => x), range(({ y }) => y)];
  const half = 0.58 * Math.max(x1 - x0, y1 - y0);
  const about = (low: number, high: number) => [(low + high) / 2 - half, (low + high) / 2 + half] as const;
  return { x: { title: 'x [m]', domain: about(x0, x1) }, y: { title: 'y [m]', domain: about(y0, y1) } };
}

function wheelSpeeds(one: GroupRuns, name: string, as: string): Picture {
  const { drawn, torque } = shownRun(one);
  const speeds = drawn!.wheels.map((drives) => drives[0]!.map(([, speed]) => speed));
  const top = Math.max(...speeds.flat());
  const all = drawn!.wheels.flat(2).map(([, speed]) => speed);
  const domain = [
    Math.max(-top, 1.1 * Math.min(-0.05 * top, ...all)),
    Math.min(2.5 * top, 1.1 * Math.max(...all)),
  ] as const;
  const panels = WHEELS.map((wheel, i) =>
    seriesPanel({
      title: `${wheel.replace('-', ' ')} wheel`,
      series: SERIES,
      strokeWidth: 1.1,
      legendColumns: 3,
      rows: drawn!.wheels[i]!.flatMap((points, k): PanelPoint[] =>
        points.map(([x, y]) => ({ series: SERIES[k]!.name, x, y })),
      ),
      x: { title: 'time [s]' },
      y: { title: 'angular velocity [rad/s]', domain },
    }),
  );
  return {
    name,
    caption: `${as}: angular velocity of the wheels in the first 10 s; ${one.group.title}, ${torque} N m.`,
    spec: chartOf(panels, { title: 'Speeds of the wheels', subtitle: `${one.group.title}, ${torque} N m` }),
  };
}

function overAllTorques(groups: readonly GroupRuns[]): Picture {
  const series = SERIES.slice(1);
  const panel = (one: GroupRuns, of: 'share' | 'deviation') =>
    seriesPanel({
      title: one.group.title,
      series,
      marks: 'both',
      strokeWidth: 0.8,
      legendColumns: 2,
      rows: one.runs.flatMap(({ torque, figures }) =>
        STRATEGIES.map((pick) => ({ series: NAMES[pick], x: torque, y: figures[pick][of] })),
      ),
      x: {
        title: 'torque of the engine [N m]',
        domain: [Math.min(...one.group.torques) - 0.5, Math.max(...one.group.torques) + 0.5],
      },
      y:
        of === 'share'
          ? { title: 'share of the circle', domain: [-0.1, 1.3] }
          : { title: 'largest deviation [m]', log: true, domain: [0.01, 10] },
    });
  return {
    name: 'forklift-torques',
    caption:
      'Nearby torques: share of the circle in the time of the reference, and the largest deviation from it. Which measure is closest changes from one torque to the next.',
    spec: chartOf(groups.flatMap((one) => [panel(one, 'share'), panel(one, 'deviation')])),
  };
}

function overLimits(limits: readonly LimitRow[]): Picture {
  const name = ({ solver, coupling }: LimitRow) =>
    `${solver}, ${coupling === 1 ? 'one solve' : 'three solves'} per step`;
  const series = [...new Set(limits.map(name))].map((one) => ({ name: one }));
  return {
    name: 'forklift-limits',
    caption:
      "Scene's own friction rows, last iterate: largest deviation from the reference over the iteration limit; 10 µm and less are drawn as 10 µm.",
    spec: chartOf([
      seriesPanel({
        series,
        marks: 'both',
        width: 420,
        legendColumns: 1,
        rows: limits.map((row) => ({ series: name(row), x: row.limit, y: Math.max(1e-5, row.deviation) })),
        x: { title: 'iteration limit [pivots]' },
        y: { title: 'largest deviation [m]', log: true },
        marked: [{ axis: 'y', at: 1e-3, label: '1 mm' }],
      }),
    ]),
  };
}
