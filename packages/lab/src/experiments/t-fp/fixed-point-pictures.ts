/** Figures of the experiment `fixed-point`. */

import { axesOf, chartOf, type PanelPoint, type SeriesPanel, seriesPanel } from '../../plots/panels.ts';
import type { Picture } from '../experiment.ts';
import { rounded } from '../words.ts';
import { largestOfBox } from './contact-problems.ts';
import type { FactorRow, ProblemRecord } from './contraction.ts';

export function fixedPointPictures(records: readonly ProblemRecord[]): Picture[] {
  const factors = records.flatMap((record) => record.factors);
  return [factorPicture(factors), heightPicture(factors), errorPicture(records)];
}

type Axes = Pick<SeriesPanel, 'x' | 'y'>;

/** Points of every group, and the line on which both are equal. */
function identityPanel(title: string, axes: Axes, groups: readonly { name: string }[], rows: PanelPoint[]): object {
  const marks = seriesPanel({
    width: 330,
    height: 300,
    title,
    ...axes,
    series: groups,
    sharedLegend: true,
    rows,
    marks: 'points',
    opacity: 0.85,
  });
  const identity = {
    data: { values: axes.x.domain!.map((v) => ({ x: v, y: v })) },
    mark: { type: 'line', color: '#777', strokeDash: [4, 3], strokeWidth: 1.2 },
    encoding: axesOf(axes),
  };
  return { ...marks, layer: [identity, ...layers(marks)] };
}

const ALL_ROWS: Axes = {
  x: { title: 'max|1 - λ| of B N', domain: [0, 3] },
  y: { title: 'measured factor', domain: [0, 3] },
};
const FREE_ROWS: Axes = {
  x: { title: '1 - max|1 - λ|', log: true, domain: [1e-5, 1] },
  y: { title: '1 - measured factor', log: true, domain: [1e-5, 1] },
};

/** Measured against foretold, on the identity line if the rows that are free at the solution decide. */
function factorPicture(factors: readonly FactorRow[]): Picture {
  const groups = [...new Set(factors.map(({ group }) => group))].map((name) => ({ name }));
  const within = ({ x, y }: PanelPoint, [from, to]: readonly [number, number]) =>
    Math.min(x, y) >= from && Math.max(x, y) <= to;
  const points = (of: (row: FactorRow, measured: number) => [number, number]) =>
    factors.flatMap((row): PanelPoint[] => {
      if (row.measured === null) return [];
      const [x, y] = of(row, row.measured);
      return [{ series: row.group, x: rounded(x), y: rounded(y) }];
    });
  const all = points(({ bound }, measured) => [bound, measured]);
  const free = points(({ free }, measured) => [1 - free, 1 - measured]);
  return {
    name: 'fixed-point-factor',
    caption:
      'Factor of the distance per iteration, measured over the later half of a run, against max|1 - lambda|. Left: all rows, as in the theorem; below the line is allowed, ' +
      'above 1 there is no contraction. Right: one minus the factor, rows that are free at the solution; points above the line had not reached their last, slowest part.',
    spec: chartOf(
      [
        identityPanel(
          'all rows',
          ALL_ROWS,
          groups,
          all.filter((point) => within(point, [0, 3])),
        ),
        identityPanel(
          'free rows, one minus the factor',
          FREE_ROWS,
          groups,
          free.filter((point) => within(point, [1e-5, 1])),
        ),
      ],
      { title: 'Measured and predicted factor of the fixed-point iteration' },
    ),
  };
}

const layers = (panel: object) => (panel as { layer: object[] }).layer;

const OMEGAS = [
  { omega: 0.5, name: 'ω = 0.5', color: '#1f3a93', shape: 'circle' },
  { omega: 1, name: 'ω = 1', color: '#c0392b', shape: 'square' },
  { omega: 1.5, name: 'ω = 1.5', color: '#1e8449', shape: 'triangle-up' },
] as const;

/** One box, higher and higher. */
function heightPicture(factors: readonly FactorRow[]): Picture {
  const boxes = factors.filter(({ group, scaling }) => group === 'one box, no friction' && scaling === 'diagonal');
  const tall = ({ problem }: FactorRow) => Number(/[\d.]+/.exec(problem)![0]);
  const heights = Array.from({ length: 76 }, (_, k) => 0.25 + 0.05 * k);
  const lines = OMEGAS.flatMap(({ omega, name }) =>
    heights.map((h) => {
      const t = 3 / (1 + h * h);
      const waves = [4 / (1 + 2 * t), (4 * t) / (1 + 2 * t)];
      const factor = Math.max(...waves.map((wave) => Math.abs(1 - omega * wave)));
      return { series: name, x: rounded(h), y: rounded(factor) };
    }),
  );
  const axes = {
    x: { title: 'height of the box [widths]', domain: [0, 4.1] as const },
    y: { title: 'factor per iteration', domain: [0, 3] as const },
  };
  const frame = { ...axes, width: 460, height: 260, series: OMEGAS };
  const curves = seriesPanel({
    ...frame,
    rows: lines,
    marked: [
      { axis: 'x', at: Math.sqrt(5), label: '√5' },
      { axis: 'y', at: 1, label: 'no contraction above' },
    ],
  });
  const dots = OMEGAS.map(({ omega, color, shape }) => ({
    data: {
      values: boxes
        .filter((row) => row.omega === omega && row.measured !== null)
        .map((row) => ({ x: tall(row), y: rounded(row.measured!) })),
    },
    mark: { type: 'point', filled: true, size: 40, color, shape, opacity: 1 },
    encoding: axesOf(axes),
  }));
  return {
    name: 'fixed-point-height',
    caption:
      `One frictionless box on four corners, B = ω diag(N)^-1. Lines: max|1 - λ| in closed form (a cube has the largest eigenvalue ${largestOfBox(1)}); ` +
      'points: measured. Above 1 the iterates keep their distance: unilateral rows let go before they run away.',
    spec: chartOf([{ ...curves, layer: [...layers(curves), ...dots] }], {
      title: 'Fixed-point iteration on one box',
    }),
  };
}

const CURVES = [
  { problem: 'box, 1 widths high', curve: 'diagonal 1', name: 'cube' },
  { problem: 'box, 2.2 widths high', curve: 'diagonal 1', name: 'box, 2.2 widths' },
  { problem: 'box, 3 widths high', curve: 'diagonal 1', name: 'box, 3 widths' },
  { problem: 'two soft cubes', curve: 'diagonal 1', name: 'two soft cubes' },
  { problem: 'two soft cubes', curve: 'diagonal 0.5', name: 'two soft cubes, ω = 0.5' },
  { problem: 'cube that sticks', curve: 'diagonal 1', name: 'cube with friction' },
] as const;
const SWEPT = [
  { problem: 'two soft cubes', curve: 'psor', name: 'two soft cubes' },
  { problem: 'cube that sticks', curve: 'psor', name: 'cube with friction' },
  { problem: 'granular', curve: 'psor', name: 'spheres, friction' },
  { problem: 'brick-wall', curve: 'psor', name: 'wall, friction' },
] as const;

/** Distances over iterations: what converges and what does not; the same problems by Gauss-Seidel. */
function errorPicture(records: readonly ProblemRecord[]): Picture {
  const lines = (list: readonly { problem: string; curve: string; name: string }[]): PanelPoint[] =>
    list.flatMap(({ problem, curve, name }) => {
      const record = [...records].reverse().find(({ factors }) => factors[0]!.problem.startsWith(problem));
      const points = record?.curves.find((one) => one.name === curve)?.points ?? [];
      return points.filter(([k, d]) => k <= 300 && d > 1e-9 && d < 1e5).map(([x, y]) => ({ series: name, x, y }));
    });
  const names = [...new Set([...CURVES, ...SWEPT].map(({ name }) => name))].map((name) => ({ name }));
  const axes = {
    x: { title: 'iterations', domain: [0, 300] as const },
    y: { title: 'distance, start = 1', log: true, domain: [1e-9, 1e6] as const },
  };
  const panel = (title: string, rows: PanelPoint[]) =>
    seriesPanel({ ...axes, title, series: names, sharedLegend: true, rows, width: 330, height: 260 });
  return {
    name: 'fixed-point-error',
    caption:
      'Distance from the solution in the norm weighted by 1/B, from one random start. Left: fixed-point with B = ω diag(N)^-1, ω = 1 unless stated. ' +
      "Right: the paper's final algorithm, psor with ω = 1, on problems on which the left does not converge.",
    spec: chartOf([panel('fixed-point', lines(CURVES)), panel('psor', lines(SWEPT))], {
      title: 'Convergence and divergence',
    }),
  };
}
