/** The rod's errors by row, and how far exact and approximate effective masses are apart on four scenes. */
import { axesOf, figure, framed, seriesPanel } from '../../plots/figure.ts';
import type { Picture } from '../experiment.ts';
import { short } from './fit.ts';
import type { RodRow, SceneRatios } from './rod.ts';
import { PARTS } from './rod-scenes.ts';

export function rodPicture(rows: readonly RodRow[]): Picture {
  const panel = (title: string, key: 'energy' | 'energyExact') => {
    const { y } = axesOf({ x: { title: '' }, y: { title: 'energy error [J]', domain: [0, 0.07] } });
    const color = {
      ...{ field: 'series', type: 'nominal', legend: { title: null, orient: 'bottom' } },
      scale: { domain: ['row 1: velocity', 'row 2: impulse'], range: ['#1f3a93', '#f0b27a'] },
    };
    const layer = {
      data: {
        values: rows.map((row) => ({
          ...{ case: row.case, series: row.row === 1 ? 'row 1: velocity' : 'row 2: impulse', y: short(row[key]) },
        })),
      },
      mark: { type: 'bar', stroke: '#222', strokeWidth: 0.5, width: 46 },
      encoding: {
        x: { field: 'case', type: 'nominal', sort: null, title: null, axis: { labelAngle: 0, grid: false } },
        ...{ y, color },
      },
    };
    return framed({ title, x: { title: '' }, y: { title: '' } }, [layer]);
  };
  return {
    name: 'rod',
    caption: 'Energy error of the rod by row: with a_ii and with exact effective masses. The solution has none.',
    spec: figure([panel('with a_ii', 'energy'), panel('with exact effective masses', 'energyExact')], {
      ...{ title: 'Energy error of the rod', subtitle: 'EPTK19 Sec. 5.1' },
    }),
  };
}

export function massPicture(scenes: readonly SceneRatios[]): Picture {
  const ratios = seriesPanel({
    title: 'effective masses, all rows',
    ...{ legendColumns: 2, series: scenes.map(({ scene }) => ({ name: scene })) },
    x: { title: 'part of the rows [%]', domain: [0, 100] },
    y: { title: 'exact over approximate', log: true },
    rows: scenes.flatMap(({ scene, quantiles }) =>
      PARTS.map((part, k) => ({ series: scene, x: 100 * part, y: short(quantiles[k] ?? 1) })),
    ),
  });
  return {
    name: 'rod-masses',
    caption:
      "EPTK19 Sec. 5.1.1 beyond the rod: (A^-1)_ii a_ii of all rows of captured problems, sorted, papers' settings (left), and the energy error of iterates " +
      'from x = 0 with exact masses over that with a_ii (right): median and quartiles.',
    spec: figure([ratios, totalsPanel(scenes)], { title: 'Exact over approximate effective masses', ownSeries: true }),
  };
}

/** Medians with quartiles as bars, for sweeps and for pivots. */
function totalsPanel(scenes: readonly SceneRatios[]): object {
  const solvers = [
    { id: 'pgs', title: 'pgs, sweeps 1 to 100', color: '#1f3a93', shape: 'circle' },
    { id: 'bppDense', title: 'bpp-dense, all iterates', color: '#c0392b', shape: 'square' },
  ] as const;
  const values = scenes.flatMap((scene) =>
    solvers.map(({ id, title }) => ({
      ...{ scene: scene.scene, series: title, y: short(scene[id].median) },
      ...{ lower: short(scene[id].lower), upper: short(scene[id].upper) },
    })),
  );
  const axes = axesOf({ x: { title: '' }, y: { title: 'with exact masses / a_ii', log: true } });
  const channel = (range: readonly string[]) => ({
    ...{ field: 'series', type: 'nominal', legend: { title: null, orient: 'bottom', columns: 1 } },
    scale: { domain: solvers.map(({ title }) => title), range },
  });
  const color = channel(solvers.map((one) => one.color));
  const place = {
    x: { field: 'scene', type: 'nominal', sort: null, title: null, axis: { labelAngle: 0, grid: false } },
    xOffset: { field: 'series', type: 'nominal', scale: { domain: solvers.map(({ title }) => title) } },
  };
  const one = {
    data: { values: [{}] },
    mark: { type: 'rule', strokeDash: [4, 3], color: '#555' },
    encoding: { y: { datum: 1, type: 'quantitative' } },
  };
  return framed({ title: 'energy error of iterates', x: { title: '' }, y: { title: '' } }, [
    {
      ...{ data: { values }, mark: { type: 'rule', strokeWidth: 2 } },
      encoding: { ...place, y: { ...axes.y, field: 'lower' }, y2: { field: 'upper' }, color },
    },
    {
      ...{ data: { values }, mark: { type: 'point', filled: true, size: 60, opacity: 1 } },
      encoding: { ...place, y: axes.y, color, shape: channel(solvers.map(({ shape }) => shape)) },
    },
    one,
  ]);
}
