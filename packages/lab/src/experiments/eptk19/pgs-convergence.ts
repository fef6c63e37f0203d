/**
 * EPTK19 Sec. 5.2, Fig. 9: the brick wall's MLCPs, one per step of the reference solver, solved again by projected Gauss-Seidel:
 * 100 sweeps from x = 0 between the bounds as stored, with the paper's three measures.
 */

import { chartOf, type PanelPoint, seriesPanel } from '../../plots/panels.ts';
import type { ClaimResult, ComparisonRow, Experiment, PageTable, Picture, Table } from '../experiment.ts';
import { spreadText } from '../fit.ts';
import { PGS_CONVERGENCE_PRINTED } from '../printed.ts';
import { percent, rounded } from '../words.ts';
import { THREE_MEASURES } from './iterates.ts';
import {
  CURVE_MEASURES,
  type CurveFigures,
  type CurveMeasure,
  type CurveSet,
  curveSet,
  FIRST,
  FITTED,
  SETTLED,
  SWEEPS,
} from './pgs-curves.ts';

export interface Wall {
  readonly name: 'papers' | 'today';
  readonly title: string;
  readonly set: CurveSet;
}

/** A band is narrow if it is below this part of the mean, and a share of curves is nearly all above the other. */
const NARROW = 0.1;
const NEARLY_ALL = 0.9;

export const pgsConvergenceExperiment: Experiment = {
  id: 'pgs-convergence',
  title: 'Projected Gauss-Seidel on the brick wall, three measures',
  source: 'EPTK19 Sec. 5.2 and Fig. 9',
  claims: ['E6', 'E7', 'E8', 'E9'],
  seconds: 14,

  run(context) {
    const { quick } = context;
    const steps = quick ? 80 : PGS_CONVERGENCE_PRINTED.values.problems;
    const requests = [
      ['papers', "papers' settings", { settings: 'papers', every: quick ? 2 : 1 }],
      ['today', "today's defaults", { settings: 'today', every: quick ? 4 : 5 }],
    ] as const;
    const walls = requests.map(([name, title, request], k): Wall => {
      const set = context.resumable(name, () =>
        curveSet(context.captured({ scene: 'brick-wall', steps, ...request }), quick ? 20 : 40),
      );
      context.progress(k + 1, requests.length);
      return { name, title, set };
    });
    const claims = claimsOf(walls);
    const { problems, empty } = walls[0]!.set;
    return {
      reason:
        `The wall was driven by the reference solver with the papers' settings; each of ${problems} MLCPs (${empty} steps had none) was ` +
        `solved by ${SWEEPS} sweeps from x = 0 (cold), between the bounds as stored. ` +
        consistencyText(walls[0]!),
      claims,
      comparison: comparisonOf(walls),
      tables: [tableOfSlopes(walls)],
      pictures: [curvesPicture(walls[0]!), otherWallsPicture(walls)],
      data: { sweeps: SWEEPS, fitted: FITTED, settledFrom: SETTLED, walls: walls.map(dataOf) },
      table: tableOf(walls),
    };
  },
};

/** Beyond the paper: against the bounds that the normals of an iterate imply, instead of the stored ones. */
function consistencyText(wall: Wall): string {
  const { everRising, median } = of(wall, 'consistency');
  const from = median.findIndex((error, k) => (median[k + 1] ?? 0) > error);
  if (from < 0)
    return 'Against the bounds that its own normals imply, the energy error of the median problem falls in every sweep too.';
  const to = median.findIndex((error, k) => k > from && (median[k + 1] ?? 0) < error);
  const factor = (median[to] ?? 0) / (median[from] ?? 1);
  return (
    'Beyond the paper: against the friction bounds that the normals of an iterate imply, the energy error does rise again, in ' +
    `${shareText(everRising)} of the problems (median: by a factor of ${factor.toFixed(2)} from sweep ${from} to ${to}).`
  );
}

const of = (wall: Wall | undefined, measure: CurveMeasure): CurveFigures =>
  wall!.set.figures.find((one) => one.measure === measure)!;

function claimsOf(walls: readonly Wall[]): ClaimResult[] {
  const [papers, today] = walls;
  return [e6, e7, e8, e9].map((decide) => decide(papers!, today!));
}

const shareText = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.01 ? 1 : 0)} %`;

function e6(papers: Wall, today: Wall): ClaimResult {
  const both = (['fischer', 'natural'] as const).map((name) => of(papers, name));
  const rising = Math.min(...both.map((one) => one.rising));
  const inside = both.every(({ peak }) => peak.lower >= 1 && peak.upper <= FIRST);
  const natural = of(papers, 'natural');
  const falls = both.every(({ slope }) => slope.upper < 0);
  const one = both.every(({ earlySlope, lateSlope }) => lateSlope.median / earlySlope.median > 0.5);
  const verdict =
    rising >= NEARLY_ALL && inside && falls ? (one ? 'holds' : 'holds under conditions') : 'does not hold';
  return {
    id: 'E6',
    verdict,
    figure: rising,
    unit: 'share of curves that rise in the first ten sweeps',
    today: of(today, 'natural').rising,
    reason:
      `Both rise in ${shareText(rising)} of the problems; the natural residual is largest after sweep ${spreadText(natural.peak)}. ` +
      `Then it falls with ${spreadText(natural.earlySlope)} per sweep in ln error at first and ${spreadText(natural.lateSlope)} towards sweep ${SWEEPS}` +
      (one ? ': one exponential.' : ': not one exponential, the decay slows down.'),
  };
}

function e7(papers: Wall, today: Wall): ClaimResult {
  const energy = of(papers, 'energy');
  const { fallingFirst, everRising } = energy;
  return {
    id: 'E7',
    verdict: fallingFirst >= NEARLY_ALL ? 'holds' : 'does not hold',
    figure: fallingFirst,
    unit: 'share of curves that fall in each of the first ten sweeps',
    today: of(today, 'energy').fallingFirst,
    reason:
      `The energy error falls in each of the first ten sweeps in ${shareText(fallingFirst)} of the problems, and rises in some sweep of ${SWEEPS} ` +
      `in ${shareText(everRising)}.`,
  };
}

function e8(papers: Wall, today: Wall): ClaimResult {
  const { slopeRatio, slope } = of(papers, 'energy');
  const twice = slopeRatio.median > 1.6 && slopeRatio.median < 2.4;
  const verdict = twice ? 'holds' : slopeRatio.lower > 1.1 ? 'holds under conditions' : 'does not hold';
  return {
    id: 'E8',
    verdict,
    figure: slopeRatio.median,
    unit: "slope of the energy error over the natural residual's",
    today: of(today, 'energy').slopeRatio.median,
    reason:
      `Slopes of ln error over sweeps ${FITTED[0]} to ${FITTED[1]}: energy ${spreadText(slope)}, natural residual ` +
      `${spreadText(of(papers, 'natural').slope)}, Fischer-Burmeister ${spreadText(of(papers, 'fischer').slope)} per sweep; ratio ${spreadText(slopeRatio)}.`,
  };
}

/** sd/mean after a sweep. */
const relative = ({ mean, deviation }: CurveFigures, sweep: number) => (deviation[sweep] ?? 0) / (mean[sweep] ?? 1);
const widest = (one: CurveFigures) => Math.max(...one.mean.map((_, k) => relative(one, k)));
const growth = (one: CurveFigures) => relative(one, SWEEPS) / relative(one, 1);
const energyOf = (figures: readonly CurveFigures[]) => figures.find(({ measure }) => measure === 'energy')!;

/** Narrow, and the curves spread: by all three measures. */
function bandOf(figures: readonly CurveFigures[]) {
  const three = figures.filter(({ measure }) => measure !== 'consistency');
  return { narrow: three.every((one) => widest(one) < NARROW), spreads: three.every((one) => growth(one) > 2) };
}

function e9(papers: Wall, today: Wall): ClaimResult {
  const [all, settled] = [bandOf(papers.set.figures), bandOf(papers.set.settled)];
  const whole = all.narrow && all.spreads;
  const verdict = whole ? 'holds' : settled.narrow && settled.spreads ? 'holds under conditions' : 'does not hold';
  const [each, later] = [energyOf(papers.set.figures), energyOf(papers.set.settled)];
  return {
    id: 'E9',
    verdict,
    figure: growth(later),
    today: growth(energyOf(today.set.settled)),
    unit: `relative deviation after ${SWEEPS} sweeps over that after one (energy, steps from ${SETTLED} on)`,
    reason:
      `From step ${SETTLED} on the standard deviation of the energy error is ${percent(relative(later, 1))} of the mean after one sweep and ` +
      `${percent(relative(later, SWEEPS))} after ${SWEEPS}: the band is ${settled.narrow ? 'narrow' : 'wide'}, the curves ${settled.spreads ? 'spread' : 'do not spread'}. ` +
      `Over all steps it is ${percent(relative(each, 1))} and ${percent(relative(each, SWEEPS))}: in the first ten steps the bricks meet and the load comes down.`,
  };
}

function comparisonOf([papers, today]: readonly Wall[]): ComparisonRow[] {
  const printed = PGS_CONVERGENCE_PRINTED.values;
  const row = (
    what: string,
    print: string | number | null,
    unit: string,
    figure: (wall: Wall) => number,
  ): ComparisonRow => ({ what, printed: print, ours: rounded(figure(papers!)), today: rounded(figure(today!)), unit });
  return [
    row(
      'slope of ln energy error over that of the natural residual',
      printed.steeper,
      'ratio, median',
      (wall) => of(wall, 'energy').slopeRatio.median,
    ),
    row(
      'slope of ln energy error over that of Fischer-Burmeister',
      printed.steeper,
      'ratio of medians',
      (wall) => of(wall, 'energy').slope.median / of(wall, 'fischer').slope.median,
    ),
    row(
      'natural residual is largest after',
      printed.maximum,
      'sweeps, median',
      (wall) => of(wall, 'natural').peak.median,
    ),
    row(
      'Fischer-Burmeister is largest after',
      printed.maximum,
      'sweeps, median',
      (wall) => of(wall, 'fischer').peak.median,
    ),
    row('energy error is largest after', 'no rise', 'sweeps, median', (wall) => of(wall, 'energy').peak.median),
    row('standard deviation over mean, energy, widest', printed.band, 'of the mean', (wall) =>
      widest(of(wall, 'energy')),
    ),
    row('MLCPs', printed.problems, '', (wall) => wall.set.problems),
  ];
}

function tableOfSlopes(walls: readonly Wall[]): PageTable {
  return {
    caption: `Slopes of ln error per sweep, sweeps ${FITTED[0]} to ${FITTED[1]}: median over problems (quartiles); and where the largest error is. Deviations (sd/mean) are those of the steps from ${SETTLED} on.`,
    columns: [
      'wall',
      'problems',
      'measure',
      'slope',
      'first third',
      'last third',
      'over natural residual',
      'largest after sweep',
      'sd/mean, sweep 1',
      `sd/mean, sweep ${SWEEPS}`,
    ],
    rows: walls.flatMap((wall) =>
      CURVE_MEASURES.map(({ name, title }) => {
        const one = of(wall, name);
        const later = wall.set.settled.find(({ measure }) => measure === name)!;
        return [
          ...[
            wall.title,
            wall.set.problems,
            title,
            spreadText(one.slope),
            spreadText(one.earlySlope),
            spreadText(one.lateSlope),
          ],
          ...[
            spreadText(one.slopeRatio),
            one.peak.median,
            rounded(relative(later, 1)),
            rounded(relative(later, SWEEPS)),
          ],
        ];
      }),
    ),
  };
}

/** Curves are in the pictures; the file has those of the papers' wall. */
function dataOf({ name, title, set }: Wall): object {
  const { curves, ...figures } = set;
  return { name, title, ...figures, ...(name === 'papers' && { curves: curves.filter((_, k) => k % 4 === 0) }) };
}

function tableOf(walls: readonly Wall[]): Table {
  return {
    columns: ['wall', 'measure', 'sweep', 'mean', 'standard deviation', 'lower quartile', 'median', 'upper quartile'],
    rows: walls.flatMap(({ name, set }) =>
      set.figures.flatMap(({ measure, mean, deviation, lower, median, upper }) =>
        mean.map((m, k) => [
          name,
          measure,
          k,
          m,
          deviation[k] ?? null,
          lower[k] ?? null,
          median[k] ?? null,
          upper[k] ?? null,
        ]),
      ),
    ),
  };
}

/** Sweeps that are drawn: all of the first dozen, then every fourth. */
const DRAWN = Array.from({ length: SWEEPS + 1 }, (_, k) => k).filter((k) => k <= 12 || k % 4 === 0);
const X = { title: 'sweep', domain: [0, SWEEPS] } as const;

const EARLY = `steps 1 to ${SETTLED - 1}`;
const LATER = `steps from ${SETTLED} on`;

/** The paper's form: mean and one standard deviation on the left, every curve on the right. */
function curvesPicture({ set }: Wall): Picture {
  const panels = THREE_MEASURES.flatMap(({ name, title, unit }) => {
    const y = { title: unit ? `${title} [${unit}]` : title, log: true };
    const last = name === 'energy'; // the legend stands below the last row
    const frame = { x: X, y, height: 170 };
    const curves = [...set.curves].sort((p, q) => q.step - p.step); // the early ones on top
    return [
      seriesPanel({
        ...frame,
        strokeWidth: 1.4,
        legendColumns: last ? 2 : 0,
        series: [
          { name: 'mean', dash: [1, 0] },
          { name: 'mean ± standard deviation', color: '#c0392b', dash: [4, 3] },
        ],
        rows: meanRows(set.figures.find(({ measure }) => measure === name)!),
      }),
      seriesPanel({
        ...frame,
        strokeWidth: 0.6,
        legendColumns: last ? 2 : 0,
        series: [
          { name: LATER, color: '#1f3a93', dash: [1, 0] },
          { name: EARLY, color: '#c0392b', dash: [3, 2] },
        ],
        rows: curves.flatMap(({ step, errors }) =>
          DRAWN.map((k) => ({
            series: step < SETTLED ? EARLY : LATER,
            line: step,
            x: k,
            y: errors[name][k] ?? 0,
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
      `(at most ${rounded(100 * widest)} % of the mean; a lower limit below zero would be left out). Right: ${set.curves.length} of the problems, ` +
      'all of the first steps and a spread of the later ones, which lie on each other: the wall stands.',
    spec: chartOf(panels, {
      title: 'Projected Gauss-Seidel on the brick wall',
      subtitle: 'EPTK19 Fig. 9: mean ± standard deviation (left), single problems (right)',
      ownSeries: true,
    }),
  };
}

function meanRows({ mean, deviation }: CurveFigures): PanelPoint[] {
  const band = (sign: 1 | -1) =>
    DRAWN.map((k) => ({
      series: 'mean ± standard deviation',
      line: sign,
      x: k,
      y: rounded((mean[k] ?? 0) + sign * (deviation[k] ?? 0)),
    }));
  return [...DRAWN.map((k) => ({ series: 'mean', x: k, y: mean[k] ?? 0 })), ...band(1), ...band(-1)].filter(
    ({ y }) => y > 0,
  );
}

/** Beyond the paper: all measures on one scale, and how far the problems spread on three walls. */
function otherWallsPicture(walls: readonly Wall[]): Picture {
  const [papers] = walls;
  const decay = seriesPanel({
    title: "median error over that at x = 0, papers' settings",
    x: X,
    y: { title: 'relative error', log: true },
    legendColumns: 2,
    series: CURVE_MEASURES.map(({ title }) => ({ name: title })),
    rows: CURVE_MEASURES.flatMap(({ name, title }) => {
      const { median } = papers!.set.figures.find(({ measure }) => measure === name)!;
      return DRAWN.map((k) => ({ series: title, x: k, y: rounded((median[k] ?? 0) / (median[0] ?? 1)) }));
    }),
  });
  const sets = walls.flatMap(({ name, set }) => [
    { name: `${name}, all steps`, figures: set.figures },
    { name: `${name}, from step ${SETTLED}`, figures: set.settled },
  ]);
  const spread = seriesPanel({
    title: 'spread of the energy error over the problems',
    x: X,
    y: { title: 'deviation / mean', log: true },
    legendColumns: 2,
    series: sets.map(({ name }) => ({ name })),
    rows: sets.flatMap(({ name, figures }) => {
      const { mean, deviation } = figures.find(({ measure }) => measure === 'energy')!;
      return DRAWN.map((k) => ({ series: name, x: k, y: rounded((deviation[k] ?? 0) / (mean[k] ?? 1)) }));
    }),
  });
  return {
    name: 'pgs-convergence-beyond',
    caption:
      'Beyond Fig. 9. Left: the three measures and the friction consistency (energy error against the bounds that the normals imply), each over its ' +
      'value at x = 0. Right: how far the problems of a wall are apart, with and without the steps in which it settles.',
    spec: chartOf([decay, spread], { title: 'Decay and spread, sweep by sweep', ownSeries: true }),
  };
}
