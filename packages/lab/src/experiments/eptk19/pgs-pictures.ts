/** EPTK19 Fig. 9 and what it does not show: other walls, and the spread over the sweeps. */
import { type FigurePoint, figure, seriesPanel } from '../../plots/figure.ts';
import type { Picture } from '../experiment.ts';
import { short } from './fit.ts';
import { THREE_MEASURES } from './iterates.ts';
import type { Wall } from './pgs-convergence.ts';
import { CURVE_MEASURES, type CurveFigures, SETTLED, SWEEPS } from './pgs-curves.ts';

/** Sweeps that are drawn: all of the first dozen, then every fourth. */
const DRAWN = Array.from({ length: SWEEPS + 1 }, (_, k) => k).filter((k) => k <= 12 || k % 4 === 0);
const X = { title: 'sweep', domain: [0, SWEEPS] } as const;

const EARLY = `steps 1 to ${SETTLED - 1}`;
const LATER = `steps from ${SETTLED} on`;

/** The paper's form: mean and one standard deviation on the left, every curve on the right. */
export function curvesPicture({ set }: Wall): Picture {
  const panels = THREE_MEASURES.flatMap(({ name, title, unit }) => {
    const y = { title: unit ? `${title} [${unit}]` : title, log: true };
    const last = name === 'energy'; // the legend stands below the last row
    const frame = { x: X, y, height: 170 };
    const curves = [...set.curves].sort((p, q) => q.step - p.step); // the early ones on top
    return [
      seriesPanel({
        ...{ ...frame, strokeWidth: 1.4, legendColumns: last ? 2 : 0 },
        series: [
          { name: 'mean', dash: [1, 0] },
          { name: 'mean ± standard deviation', color: '#c0392b', dash: [4, 3] },
        ],
        rows: meanRows(set.figures.find(({ measure }) => measure === name)!),
      }),
      seriesPanel({
        ...{ ...frame, strokeWidth: 0.6, legendColumns: last ? 2 : 0 },
        series: [
          { name: LATER, color: '#1f3a93', dash: [1, 0] },
          { name: EARLY, color: '#c0392b', dash: [3, 2] },
        ],
        rows: curves.flatMap(({ step, errors }) =>
          DRAWN.map((k) => ({
            ...{ series: step < SETTLED ? EARLY : LATER, line: step, x: k, y: errors[name][k] ?? 0 },
          })).filter((row) => row.y > 0),
        ),
      }),
    ];
  });
  const widest = Math.max(
    ...set.figures.slice(0, 3).flatMap(({ mean, deviation }) => mean.map((m, k) => (deviation[k] ?? 0) / m)),
  );
  return {
    name: 'pgs-convergence',
    caption:
      `EPTK19 Fig. 9: error against the sweep, brick wall, ${set.problems} MLCPs, from x = 0. Left: mean and mean ± one standard deviation ` +
      `(at most ${short(100 * widest)} % of the mean; a lower limit below zero would be left out). Right: ${set.curves.length} of the problems, ` +
      'all of the first steps and a spread of the later ones, which lie on each other: the wall stands.',
    spec: figure(panels, {
      title: 'Projected Gauss-Seidel on the brick wall',
      subtitle: 'EPTK19 Fig. 9: mean ± standard deviation (left), single problems (right)',
      ownSeries: true,
    }),
  };
}

function meanRows({ mean, deviation }: CurveFigures): FigurePoint[] {
  const band = (sign: 1 | -1) =>
    DRAWN.map((k) => ({
      series: 'mean ± standard deviation',
      line: sign,
      x: k,
      y: short((mean[k] ?? 0) + sign * (deviation[k] ?? 0)),
    }));
  return [...DRAWN.map((k) => ({ series: 'mean', x: k, y: mean[k] ?? 0 })), ...band(1), ...band(-1)].filter(
    ({ y }) => y > 0,
  );
}

/** Beyond the paper: all measures on one scale, and how far the problems spread on three walls. */
export function otherWallsPicture(walls: readonly Wall[]): Picture {
  const [papers] = walls;
  const decay = seriesPanel({
    title: "median error over that at x = 0, papers' settings",
    ...{ x: X, y: { title: 'relative error', log: true } },
    legendColumns: 2,
    series: CURVE_MEASURES.map(({ title }) => ({ name: title })),
    rows: CURVE_MEASURES.flatMap(({ name, title }) => {
      const { median } = papers!.set.figures.find(({ measure }) => measure === name)!;
      return DRAWN.map((k) => ({ series: title, x: k, y: short((median[k] ?? 0) / (median[0] ?? 1)) }));
    }),
  });
  const sets = walls.flatMap(({ name, set }) => [
    { name: `${name}, all steps`, figures: set.figures },
    { name: `${name}, from step ${SETTLED}`, figures: set.settled },
  ]);
  const spread = seriesPanel({
    title: 'spread of the energy error over the problems',
    ...{ x: X, y: { title: 'deviation / mean', log: true } },
    legendColumns: 2,
    series: sets.map(({ name }) => ({ name })),
    rows: sets.flatMap(({ name, figures }) => {
      const { mean, deviation } = figures.find(({ measure }) => measure === 'energy')!;
      return DRAWN.map((k) => ({ series: name, x: k, y: short((deviation[k] ?? 0) / (mean[k] ?? 1)) }));
    }),
  });
  return {
    name: 'pgs-convergence-beyond',
    caption:
      'Beyond Fig. 9. Left: the three measures and the friction consistency (energy error against the bounds that the normals imply), each over its ' +
      'value at x = 0. Right: how far the problems of a wall are apart, with and without the steps in which it settles.',
    spec: figure([decay, spread], { title: 'Decay and spread, sweep by sweep', ownSeries: true }),
  };
}
