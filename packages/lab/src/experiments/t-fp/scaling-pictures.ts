/** Figures of the experiment `scaling`. */

import { chartOf, seriesPanel } from '../../plots/panels.ts';
import type { Picture } from '../experiment.ts';
import { rounded } from '../words.ts';
import type { ScalingData } from './scaling-measures.ts';

const FRAME = { width: 330, height: 260 };

export function scalingPictures(data: ScalingData): Picture[] {
  return [sweepPicture(data), answerPicture(data), parallelPicture(data)];
}

function sweepPicture({ sweeps }: ScalingData): Picture {
  const names = [...new Set(sweeps.map(({ solver }) => solver))].map((name) => ({ name }));
  const common = { ...FRAME, series: names, sharedLegend: true, marks: 'both' } as const;
  const x = { title: 'contacts', log: true, domain: [200, 2e5] as const };
  const panels = [
    seriesPanel({
      ...common,
      x,
      title: 'time of a sweep',
      y: { title: 'time per sweep [ms]', log: true },
      rows: sweeps.map((row) => ({ series: row.solver, x: row.contacts, y: rounded(row.lower) })),
    }),
    seriesPanel({
      ...common,
      x,
      title: 'memory, problem and solver',
      y: { title: 'memory [MB]', log: true },
      rows: sweeps.map(({ solver, contacts, bytes, problemBytes }) => ({
        series: solver,
        x: contacts,
        y: rounded((bytes + problemBytes) / 1e6),
      })),
    }),
  ];
  return {
    name: 'scaling-sweep',
    caption:
      'Time of one sweep (lower quartiles; the table has medians) and memory against the number of contacts of a lattice of spheres, three rows per contact. A straight line of slope 1 is O(n). ' +
      'psor and pgs sweep the same rows by the same kernel; their lines lie on each other.',
    spec: chartOf(panels, { title: 'Cost of a sweep over the number of contacts' }),
  };
}

const ANSWERERS = [
  { name: 'lemke' },
  { name: 'dantzig' },
  { name: 'bpp' },
  { name: 'newton-coupled' },
  { name: 'auto' },
  { name: 'psor to 1e-8' },
  { name: 'psor to 1e-4' },
];

function answerPicture({ answers }: ScalingData): Picture {
  const common = { ...FRAME, series: ANSWERERS, sharedLegend: true, marks: 'both' } as const;
  const x = { title: 'bodies', log: true, domain: [3, 1000] as const };
  const panels = [
    seriesPanel({
      ...common,
      x,
      title: 'time to an answer',
      y: { title: 'time [ms]', log: true, domain: [0.03, 1e5] },
      rows: answers.map((row) => ({ series: row.solver, x: row.bodies, y: rounded(row.ms) })),
      marked: [
        { axis: 'x', at: 100, label: '100 bodies' },
        { axis: 'y', at: 1000 / 60, label: 'a step of 1/60 s' },
      ],
    }),
    seriesPanel({
      ...common,
      x,
      title: 'iterations',
      y: { title: 'sweeps or pivots', log: true },
      rows: answers.map((row) => ({ series: row.solver, x: row.bodies, y: Math.max(1, row.iterations) })),
    }),
  ];
  return {
    name: 'scaling-answer',
    caption:
      'Settling spheres, step 20, cold start: time to an answer, and its sweeps (psor), pivots (lemke, dantzig) or factorisations. The direct methods end at an exact answer, ' +
      'psor at 1e-4 or 1e-8 of the energy error of doing nothing. The paper puts the end of simplex methods at about a hundred bodies.',
    spec: chartOf(panels, { title: 'Simplex methods against over-relaxation' }),
  };
}

function parallelPicture({ depths }: ScalingData): Picture {
  const series = [{ name: 'in the order of the list' }, { name: 'colour by colour' }];
  const last = depths[depths.length - 1]!;
  const shown = depths.filter(({ contacts }) => [1000, 10000, 100000].includes(contacts));
  const speed = shown.map(({ contacts }) => ({ name: `${contacts} contacts` }));
  const panels = [
    seriesPanel({
      ...FRAME,
      series,
      marks: 'both',
      title: 'steps that follow one another',
      x: { title: 'contacts', log: true, domain: [500, 2e5] },
      y: { title: 'steps', log: true },
      rows: depths.flatMap(({ contacts, colours, naturalDepth }) => [
        { series: series[0]!.name, x: contacts, y: naturalDepth },
        { series: series[1]!.name, x: contacts, y: colours },
      ]),
    }),
    seriesPanel({
      ...FRAME,
      series: speed,
      marks: 'both',
      title: 'speed-up of a sweep in colours',
      x: { title: 'processors', log: true, domain: [1, 2000] },
      y: { title: 'times as fast', log: true, domain: [1, 2000] },
      rows: shown.flatMap(({ contacts, speedUps }) =>
        speedUps.map(({ processors, speedUp }) => ({
          series: `${contacts} contacts`,
          x: processors,
          y: rounded(speedUp),
        })),
      ),
    }),
  ];
  const measured = last.threads
    ? ` Measured with two threads on ${last.contacts} contacts: ${(last.threads.one / last.threads.team).toFixed(2)} times as fast as one.`
    : '';
  return {
    name: 'scaling-parallel',
    caption: `Left: contacts that have to wait for one another in a sweep. Right: contacts over the steps that so many processors take, counted.${measured}`,
    spec: { ...chartOf(panels, { title: 'What of a sweep can be done at once' }), ...INDEPENDENT },
  };
}

/** Each panel has series, and a legend, of its own. */
const INDEPENDENT = {
  resolve: { scale: { color: 'independent', shape: 'independent', strokeDash: 'independent' } },
};
