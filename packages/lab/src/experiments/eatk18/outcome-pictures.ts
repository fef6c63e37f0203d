/** Figures of `outcomes`: figures of the states over the steps, and how long the wall stands against sweeps. */
import { chartOf, PAPER_SOLVERS, type PanelFrame, type PanelSeries, seriesPanel } from '../../plots/panels.ts';
import type { Picture } from '../experiment.ts';
import type { Start } from './drive.ts';
import type { Outcome, SceneKey, SweepOutcome } from './outcome-runs.ts';

/** Panels have not all series: each has a legend of its own. */
const OWN_SCALES = { scale: { color: 'independent', strokeDash: 'independent' } };
const TODAY = 'today';
const SERIES: readonly PanelSeries[] = [
  ...PAPER_SOLVERS,
  { name: TODAY, color: '#616a6b', dash: [1, 3], shape: 'cross' },
];

export function outcomePictures(runs: readonly Outcome[], sweeps: readonly SweepOutcome[]): Picture[] {
  return [
    {
      name: 'outcomes-states',
      caption:
        'States over the steps, each scene driven by each solver with the papers’ settings (and by auto with today’s). ' +
        'The way of the log in the claw since it was lifted, the largest way of a brick sideways, the largest distance of a cube from BPP’s, the way of ' +
        'the chain’s free end. Lines that end early: the arm came apart, or the wall fell.',
      spec: {
        resolve: OWN_SCALES,
        ...chartOf(
          [
            ...panel(runs, 'log-grasping', 'warm', {
              title: 'Grasping, warm',
              y: { title: 'log in the claw [m]', log: true },
            }),
            ...panel(runs, 'log-grasping', 'cold', {
              title: 'Grasping, cold',
              y: { title: 'log in the claw [m]', log: true },
            }),
            ...panel(runs, 'brick-wall', 'warm', {
              title: 'Wall, warm',
              y: { title: 'brick sideways [m]', log: true },
            }),
            ...panel(runs, 'brick-wall', 'cold', {
              title: 'Wall, cold',
              y: { title: 'brick sideways [m]', log: true },
            }),
            ...panel(runs, 'closed-loop', 'warm', {
              title: 'Loop, warm',
              y: { title: 'off BPP’s cubes [m]', log: true },
            }),
            ...panel(runs, 'winch', 'warm', { title: 'Winch, warm', y: { title: 'chain’s free end [m]' } }),
          ],
          { title: 'What each solver does to each scene (EATK18 Sec. 6.3)' },
        ),
      },
    },
    sweepPicture(sweeps),
  ];
}

function panel(runs: readonly Outcome[], scene: SceneKey, start: Start, frame: Omit<PanelFrame, 'x'>): object[] {
  const mine = runs.filter((run) => run.scene === scene && run.start === start);
  const first = mine[0]?.value;
  const rows = mine
    .filter(({ value }) => value === first)
    .flatMap(({ driver, track }) => track.map(({ step, value }) => ({ series: driver as string, x: step, y: value })))
    .filter(({ y }) => !frame.y.log || (y > 0 && y < 1e3));
  if (new Set(rows.map(({ x }) => x)).size < 2) return []; // short runs: nothing to draw
  return [seriesPanel({ ...frame, x: { title: 'step of 1/60 s' }, series: SERIES, rows })];
}

function sweepPicture(sweeps: readonly SweepOutcome[]): Picture {
  const counts = [...new Set(sweeps.map((run) => run.sweeps))];
  const density = sweeps[0]?.density;
  const names = { left: 'until a brick is 25 mm off', stands: 'stands to the end of the run' };
  const frame = {
    x: { title: 'sweeps per step, cold start', log: true, domain: [20, 1000] as const, ticks: counts },
    y: { title: 'steps of 1/60 s', log: true, domain: [10, 2000] as const },
    width: 460,
    height: 280,
  };
  const points = seriesPanel({
    ...frame,
    series: [
      { name: names.left, color: '#c0392b', shape: 'cross' },
      { name: names.stands, color: '#1e8449', shape: 'circle' },
    ],
    rows: sweeps.map((run) => ({ series: run.good ? names.stands : names.left, x: run.sweeps, y: run.stood })),
    marks: 'points' as const,
    opacity: 0.9,
  }) as { layer: object[] };
  const nominal = sweeps.filter((run) => run.density === density);
  const line = seriesPanel({
    ...frame,
    series: [{ name: 'line', color: '#1f3a93' }],
    rows: nominal.map((run) => ({ series: 'line', x: run.sweeps, y: run.stood })),
  }) as { layer: object[] };
  return {
    name: 'outcomes-sweeps',
    caption:
      `How long the wall stands when cold-started PGS drives it (EPTK19 Sec. 5.2), one point per density; the line joins ${density} kg/m^3. ` +
      `Runs have ${[...new Set(sweeps.filter(({ good }) => good).map(({ steps }) => steps))].join(' or ')} steps unless the wall falls.`,
    spec: chartOf(
      [{ ...points, layer: [...line.layer, ...points.layer], resolve: { scale: { color: 'independent' } } }],
      {
        title: 'Steps that the wall stands against sweeps (EPTK19 Sec. 5.2)',
      },
    ),
  };
}
