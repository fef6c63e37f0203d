/** EPTK19 Fig. 9 and what it does not show: other walls, and the spread over the sweeps. */
import { type FigurePoint, figure, seriesPanel } from '../../plots/figure.ts';
import type { Picture } from '../experiment.ts';
import { short } from './fit.ts';
import { THREE_MEASURES } from './iterates.ts';
import type { Wall } from './pgs-convergence.ts';
import { CURVE_MEASURES, type CurveFigures, SWEEPS } from './pgs-curves.ts';

/** Sweeps that are drawn: all of the first dozen, then every fourth. */
const DRAWN = Array.from({ length: SWEEPS + 1 }, (_, k) => k).filter((k) => k <= 12 || k % 4 === 0);
const X = { title: 'sweep', domain: [0, SWEEPS] } as const;

/** The paper's form: mean and one standard deviation on the left, every curve on the right. */
export function curvesPicture({ set }: Wall): Picture {
  const panels = THREE_MEASURES.flatMap(({ name, title, unit }) => {
    const one = set.figures.find(({ measure }) => measure === name)!;
    const all = set.curves.flatMap(({ errors }) => DRAWN.map((k) => errors[name][k] ?? 0).filter((error) => error > 0));
    const y = {
      title: unit ? `${title} [${unit}]` : title,
      log: true,
      domain: [0.8 * Math.min(...all), 1.25 * Math.max(...all)],
    } as const;
    return [
      seriesPanel({
        ...{ x: X, y, height: 170, strokeWidth: 1.4 },
        series: [
          { name: 'mean', dash: [1, 0] },
          { name: 'mean ± standard deviation', color: '#c0392b', dash: [4, 3] },
        ],
        rows: meanRows(one),
      }),
      seriesPanel({
        ...{ x: X, y, height: 170, strokeWidth: 0.4, opacity: 0.5 },
        series: [{ name: 'problem' }],
        rows: set.curves.flatMap(({ errors }, line) =>
          DRAWN.map((k) => ({ series: 'problem', line, x: k, y: errors[name][k] ?? 0 })).filter((row) => row.y > 0),
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
      `(at most ${short(100 * widest)} % of the mean; a lower limit below zero is left out). Right: the curves of ${set.curves.length} of the problems.`,
    spec: figure(panels, {
      title: 'Projected Gauss-Seidel on the brick wall',
      subtitle: 'EPTK19 Fig. 9: mean ± standard deviation (left), every curve (right)',
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
    series: CURVE_MEASURES.map(({ title }) => ({ name: title })),
    rows: CURVE_MEASURES.flatMap(({ name, title }) => {
      const { median } = papers!.set.figures.find(({ measure }) => measure === name)!;
      return DRAWN.map((k) => ({ series: title, x: k, y: short((median[k] ?? 0) / (median[0] ?? 1)) }));
    }),
  });
  const spread = seriesPanel({
    title: 'spread of the energy error over the problems',
    ...{ x: X, y: { title: 'standard deviation over mean', log: true } },
    series: walls.map(({ title }) => ({ name: title })),
    rows: walls.flatMap(({ title, set }) => {
      const { mean, deviation } = set.figures.find(({ measure }) => measure === 'energy')!;
      return DRAWN.map((k) => ({ series: title, x: k, y: short((deviation[k] ?? 0) / (mean[k] ?? 1)) }));
    }),
  });
  return {
    name: 'pgs-convergence-beyond',
    caption:
      'Beyond Fig. 9. Left: the three measures and the friction consistency (energy error against the bounds that the normals imply), each over its ' +
      'value at x = 0. Right: how far the problems of a wall are apart, for a wall at rest and one whose top row was kicked.',
    spec: figure([decay, spread], { title: 'Decay and spread, sweep by sweep' }),
  };
}
