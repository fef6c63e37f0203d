/** Pictures of what keeping the least-error iterate gains. */
import { chartOf, type PanelPoint, seriesPanel } from '../../../plots/panels.ts';
import { median } from '../../../statistics.ts';
import type { Picture } from '../../experiment.ts';
import type { DrivenRow } from './driven.ts';
import { type KeptSummary, MEASURE_NAMES, MEASURES } from './kept.ts';
import { PICKS, type RatioRow } from './ratios.ts';

/** The least ratio that a picture shows. */
const LEAST = 1e-4;

export function picturesOf(
  limits: readonly KeptSummary[],
  outcomes: readonly DrivenRow[],
  heavy: readonly RatioRow[],
): Picture[] {
  return [keptPicture(limits), drivenPicture(outcomes), ...ratioPictures(heavy)];
}

/** One column per solver and limit. */
function keptPicture(limits: readonly KeptSummary[]): Picture {
  const shown = limits.filter(({ struck }) => struck > 0);
  const label = ({ solver, limit }: KeptSummary) => `${solver} ${limit}`;
  const order = shown.map(label);
  const values = shown.flatMap((one) =>
    MEASURES.flatMap((measure) => {
      const { median, lower, upper } = one.ratios[measure];
      if (median === null || lower === null || upper === null) return [];
      return [{ at: label(one), by: MEASURE_NAMES[measure], y: floor(median), y1: floor(lower), y2: floor(upper) }];
    }),
  );
  const names = MEASURES.map((measure) => MEASURE_NAMES[measure]);
  const x = {
    field: 'at',
    type: 'nominal',
    sort: order,
    title: 'solver and limit (pivots, phases or sweeps)',
    axis: { labelAngle: -40 },
  };
  const shift = { field: 'by', sort: names };
  const color = {
    field: 'by',
    type: 'nominal',
    title: null,
    sort: names,
    scale: { domain: names, range: ['#1f3a93', '#c0392b', '#1e8449'] },
    legend: { orient: 'bottom' },
  };
  const shape = { ...color, scale: { domain: names, range: ['circle', 'square', 'triangle-up'] } };
  const y = {
    field: 'y',
    type: 'quantitative',
    scale: { type: 'log', domain: [1e-4, 10], clamp: true },
    axis: { values: [1e-4, 1e-3, 0.01, 0.1, 1, 10] },
    title: 'energy error, kept / last iterate',
  };
  return {
    name: 'least-error-kept',
    caption: `Energy error of the kept iterate over that of the last one, solves that the limit struck: median and quartiles; ${LEAST} and less are drawn as ${LEAST}.`,
    spec: chartOf([
      {
        width: 620,
        height: 260,
        data: { values },
        layer: [
          {
            mark: { type: 'rule', strokeWidth: 1.5 },
            encoding: { x, xOffset: shift, y: { ...y, field: 'y1' }, y2: { field: 'y2' }, color },
          },
          { mark: { type: 'point', filled: true, size: 45 }, encoding: { x, xOffset: shift, y, color, shape } },
        ],
      },
    ]),
  };
}

const floor = (v: number) => Math.max(LEAST, v);

const PICK_NAMES = {
  last: 'last iterate',
  fischer: 'Fischer-Burmeister',
  natural: 'natural residual',
  energy: 'energy error',
} as const;
const PICK_SERIES = Object.values(PICK_NAMES).map((name) => ({ name }));

function drivenPicture(outcomes: readonly DrivenRow[]): Picture {
  const groups = [...new Set(outcomes.map(({ scene, solver, limit }) => `${scene}, ${solver}, limit ${limit}`))];
  const panels = groups.map((title) =>
    seriesPanel({
      title,
      series: PICK_SERIES,
      marks: 'both',
      strokeWidth: 0.8,
      width: 250,
      height: 170,
      rows: outcomes
        .filter(({ scene, solver, limit }) => `${scene}, ${solver}, limit ${limit}` === title)
        .flatMap(({ value, pick, deviation }): PanelPoint[] =>
          deviation === null ? [] : [{ series: PICK_NAMES[pick], x: value, y: Math.max(1e-9, deviation) }],
        ),
      x: { title: title.startsWith('brick') ? 'kick [m/s]' : 'mass of the log [kg]' },
      y: { title: 'deviation [m]', log: true },
    }),
  );
  return {
    name: 'least-error-driven',
    caption: 'Scenes driven with a limit, at nearby parameters: deviation from the exact solver by what is kept.',
    spec: chartOf(panels, { columns: 3 }),
  };
}

function ratioPictures(heavy: readonly RatioRow[]): Picture[] {
  const panels = [...new Set(heavy.map(({ scene, sweeps }) => `${scene}, ${sweeps} sweeps`))].map((title) => {
    const mine = heavy.filter(({ scene, sweeps }) => `${scene}, ${sweeps} sweeps` === title);
    const ratios = [...new Set(mine.map(({ ratio }) => ratio))];
    const at = (ratio: number) => mine.filter((row) => row.ratio === ratio);
    return seriesPanel({
      title,
      series: PICK_SERIES,
      marks: 'both',
      width: 260,
      height: 180,
      rows: PICKS.flatMap((pick) =>
        ratios.map((ratio) => ({
          series: PICK_NAMES[pick],
          x: ratio,
          y: Math.max(1e-7, median(at(ratio).map(({ astray }) => astray[pick]))!),
        })),
      ),
      x: { title: 'mass ratio', log: true },
      y: { title: 'way of the heavy body / size', log: true, domain: [1e-8, 10] },
    });
  });
  return [
    {
      name: 'least-error-ratios',
      caption:
        'Mass ratios: median over nearby sizes of how far the heavy body leaves its place, by the iterate that is kept; cold start.',
      spec: chartOf(panels, { columns: 2 }),
    },
  ];
}
