/** Figures of the experiment `shaker`. */

import { axesOf, chartOf, framed, type PanelPoint, seriesPanel } from '../../plots/panels.ts';
import { median } from '../../statistics.ts';
import type { Picture } from '../experiment.ts';
import { SHAKER_PRINTED } from '../printed.ts';
import { rounded } from '../words.ts';
import { type Decay, type DecayPoint, overlapAfter, type ShakerData, SOLVERS } from './shaker-runs.ts';

const FRAME = { width: 330, height: 250 };

export function shakerPictures(data: ShakerData): Picture[] {
  return [scenePicture(data), decayPicture(data), measuresPicture(data), abortPicture(data)];
}

/** T-FP Fig 2 is a picture of the shaker; beside it, how many contacts there are. */
function scenePicture({ centres, contacts, diameter, width }: ShakerData): Picture {
  const scale = 300 / (1.1 * width); // px per m
  const middle = centres.reduce((sum, [x]) => sum + x, 0) / centres.length;
  const high = Math.max(...centres.map(([, z]) => z)) + diameter;
  const axes = {
    x: { title: 'x [m]', domain: [middle - 0.55 * width, middle + 0.55 * width] as const },
    y: { title: 'z [m]', domain: [0, high] as const },
  };
  const spheres = framed(
    { ...axes, title: 'spheres at the front, last step', width: 300, height: Math.round(high * scale) },
    [
      {
        data: { values: [...centres].reverse().map(([x, y]) => ({ x, y })) },
        mark: {
          type: 'circle',
          size: (diameter * scale) ** 2,
          clip: true,
          opacity: 1,
          fill: '#b8c4d8',
          stroke: '#34495e',
          strokeWidth: 0.8,
        },
        encoding: axesOf(axes),
      },
    ],
  );
  const { constraints } = SHAKER_PRINTED.values;
  const count = seriesPanel({
    ...FRAME,
    title: 'contacts',
    series: [{ name: 'contacts' }],
    x: { title: 'step of 1/240 s', domain: [0, Math.ceil(1.4 * contacts.length)] },
    y: { title: 'contacts', domain: [0, 8000] },
    rows: contacts.map((y, k) => ({ series: 'contacts', x: k + 1, y })),
    marked: [{ axis: 'y', at: constraints, label: `T-FP: about ${constraints}` }],
  });
  return {
    name: 'shaker-scene',
    caption:
      'The shaker from the side: the 500 spheres nearest to the viewer. Right: contacts, each a unilateral constraint, while the container is shaken.',
    spec: chartOf([spheres, count], { title: 'Shaker with steel spheres, T-FP Fig. 2' }),
  };
}

/** Medians over the problems, at the iterates that all of them have. */
function medians(decays: readonly Decay[], of: (point: DecayPoint) => number | null): { x: number; y: number }[] {
  const first = decays[0]?.points ?? [];
  return first.flatMap(({ k }) => {
    const values = decays
      .map(({ points }) => points.find((point) => point.k === k))
      .map((point) => (point ? of(point) : null));
    const middle = values.some((value) => value === null) ? null : median(values);
    return middle === null || !(middle > 0) ? [] : [{ x: k, y: rounded(middle) }];
  });
}

function decayPicture({ decays }: ShakerData): Picture {
  const series = SOLVERS.map(({ name }) => ({ name }));
  const most = Math.max(...decays.flatMap(({ points }) => points.map(({ k }) => k)));
  const panel = (start: 'cold' | 'warm') =>
    seriesPanel({
      ...FRAME,
      series,
      sharedLegend: true,
      title: start === 'cold' ? 'cold: from 0' : "warm: from the last step's impulses",
      x: { title: 'sweeps', domain: [0, most] },
      y: { title: 'relative energy error', log: true, domain: [1e-9, 1e3] },
      rows: series.flatMap(({ name }) =>
        medians(
          decays.filter((one) => one.solver === name && one.start === start),
          ({ relative }) => relative,
        )
          .filter(({ y }) => y > 1e-9 && y < 1e3)
          .map((point): PanelPoint => ({ series: name, ...point })),
      ),
    });
  return {
    name: 'shaker-decay',
    caption: `Energy error over that of doing nothing, median over ${new Set(decays.map(({ step }) => step)).size} problems of the shaker. Cut off anywhere, what is left is read off the curve.`,
    spec: chartOf([panel('cold'), panel('warm')], { title: 'What sweeps leave of the error' }),
  };
}

const MEASURES = [
  { name: 'energy error', of: ({ energy }: DecayPoint) => energy },
  { name: 'natural residual', of: ({ residual }: DecayPoint) => residual },
  { name: 'fastest approach', of: ({ approach }: DecayPoint) => approach },
];

function measuresPicture({ decays }: ShakerData): Picture {
  const most = Math.max(...decays.flatMap(({ points }) => points.map(({ k }) => k)));
  const panel = (start: 'cold' | 'warm') =>
    seriesPanel({
      ...FRAME,
      series: MEASURES,
      sharedLegend: true,
      title: `psor, ${start}`,
      x: { title: 'sweeps', domain: [0, most] },
      y: { title: 'over that of doing nothing', log: true, domain: [1e-6, 10] },
      rows: MEASURES.flatMap(({ name, of }) => {
        const own = decays.filter((one) => one.solver === 'psor' && one.start === start);
        const zero = medians(
          decays.filter((one) => one.solver === 'psor' && one.start === 'cold'),
          of,
        )[0]!.y;
        return medians(own, of).map(({ x, y }) => ({ series: name, x, y: rounded(y / zero) }));
      }),
    });
  return {
    name: 'shaker-measures',
    caption:
      'psor by three measures, each over its value at x = 0: energy error, natural residual, and the fastest approach velocity that a contact has left.',
    spec: chartOf([panel('cold'), panel('warm')], { title: 'Monotone or not, by measure' }),
  };
}

function abortPicture({ aborts }: ShakerData): Picture {
  const limits = [...new Set(aborts.map(({ sweeps }) => sweeps))];
  const series = [{ name: 'cold' }, { name: 'warm' }] as const;
  const own = (start: 'cold' | 'warm', sweeps: number) =>
    aborts.filter((row) => row.start === start && row.sweeps === sweeps);
  const common = {
    ...FRAME,
    series,
    sharedLegend: true,
    marks: 'both',
    x: { title: 'sweeps per step', log: true, domain: [0.8, 130] },
  } as const;
  const panels = [
    seriesPanel({
      ...common,
      title: 'deepest overlap',
      y: { title: 'of a diameter [%]', log: true },
      rows: series.flatMap(({ name }) =>
        limits.map((x) => ({ series: name, x, y: rounded(100 * overlapAfter(aborts, x, name)) })),
      ),
    }),
    seriesPanel({
      ...common,
      title: 'energy error of a step',
      y: { title: 'energy error [J]', log: true },
      rows: series.flatMap(({ name }) =>
        limits.map((x) => ({
          series: name,
          x,
          y: rounded(median(own(name, x).map(({ energyError }) => energyError))!),
        })),
      ),
    }),
  ];
  return {
    name: 'shaker-abort',
    caption: `A smaller shaker, each step cut off after so many sweeps of psor; medians over ${new Set(aborts.map(({ seed }) => seed)).size} fillings, second half of the run.`,
    spec: chartOf(panels, { title: 'Early abort: what few sweeps do to the motion' }),
  };
}
