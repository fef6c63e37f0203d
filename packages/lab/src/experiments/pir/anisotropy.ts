/** PIR Sec. 2.2 and Table 1: friction over the direction of sliding, for every friction model. */
import { chartOf, type PanelSeries, seriesPanel } from '../../plots/panels.ts';
import type { ClaimResult, Experiment, Picture } from '../experiment.ts';
import { ANISOTROPY_PRINTED } from '../printed.ts';
import { rounded } from '../words.ts';
import { linesAndPoints } from './lines-and-points.ts';
import { closedForce, closedRatio, type Force, type Model, slidingForce } from './sliding-force.ts';

const FACETS = [4, 8, 16, 32];
const MODELS: readonly Model[] = [
  { name: 'box', set: 'box', facets: 4 },
  { name: 'pyramid', set: 'pyramid', facets: 4 },
  ...FACETS.flatMap((facets): Model[] => [
    { name: `prism, ${facets}`, set: 'prism', facets },
    { name: `polyhedral, ${facets}`, set: 'polyhedral', facets },
  ]),
  { name: 'cylinder', set: 'cylinder', facets: 4 },
  { name: 'cone', set: 'cone', facets: 4 },
  { name: 'relaxed cone', set: 'relaxed-cone', facets: 4 },
];

interface Curve {
  readonly model: string;
  readonly facets: number;
  readonly points: readonly (Force & { readonly degrees: number; readonly closed: number })[];
  /** Largest braking over least, measured and in closed form. */
  readonly ratio: number;
  readonly closedRatio: number;
  /** Largest angle between the friction and the line of motion, degrees. */
  readonly turn: number;
  /** Largest difference of the braking from the closed form, as a part of it. */
  readonly difference: number;
}

export const anisotropyExperiment: Experiment = {
  id: 'anisotropy',
  title: 'Friction over the direction of sliding',
  source: 'PIR Sec. 2.2 and Table 1',
  claims: ['P14'],
  seconds: 3,

  run(context) {
    const count = context.quick ? 192 : 384; // corners and middles of sides up to 32 facets among them
    const curves = MODELS.map((model) => context.resumable(model.name, () => curveOf(model, count)));
    const named = (name: string) => curves.find(({ model }) => model === name);
    return {
      reason:
        `A block on four feet was slid in ${count} directions, and the friction of one step solved for with each model, by sweeps with projection. ` +
        'Forces are over mu times the weight; what counts is the part against the motion. Closed forms: of all impulses of the section, the one that brakes most.',
      claims: [claimOf(curves)],
      comparison: [
        {
          what: 'largest over least friction, box',
          printed: ANISOTROPY_PRINTED.values.box,
          ours: named('box')?.ratio ?? null,
          unit: 'ratio',
        },
        ...curves
          .filter(({ model }) => model !== 'box')
          .map(({ model, ratio, closedRatio: closed }) => ({
            what: `largest over least friction, ${model}`,
            printed: null,
            corrected: rounded(closed),
            ours: rounded(ratio),
            unit: 'ratio; corrected: closed form',
          })),
      ],
      tables: [
        {
          caption:
            'Friction over all directions: largest over least part against the motion, the largest turn away from its line, and the difference from the closed form.',
          columns: ['model', 'largest / least', 'closed form', 'largest turn [degrees]', 'difference, part'],
          rows: curves.map((one) => [
            one.model,
            rounded(one.ratio),
            rounded(one.closedRatio),
            rounded(one.turn),
            rounded(one.difference),
          ]),
        },
      ],
      pictures: [polarPicture(curves), directionPicture(curves), facetPicture(curves)],
      data: { curves: curves.map(({ points: _, ...one }) => one) },
      table: {
        columns: [
          'model',
          'direction [degrees]',
          'x [mu m g]',
          'y [mu m g]',
          'against the motion [mu m g]',
          'closed form [mu m g]',
        ],
        rows: curves.flatMap(({ model, points }) =>
          points.map((p) => [model, p.degrees, p.x, p.y, p.against, p.closed]),
        ),
      },
    };
  },
};

function curveOf(model: Model, count: number): Curve {
  const points = Array.from({ length: count }, (_, k) => {
    const degrees = (360 * k) / count;
    const angle = (degrees * Math.PI) / 180;
    const { x, y, against } = slidingForce(model, angle);
    const closed = closedForce(model, angle);
    return {
      degrees,
      x,
      y,
      against,
      closed: closed.against,
      off: Math.abs(against - closed.against) / closed.against,
      turn: turnOf({ x, y, against }),
    };
  });
  const braking = points.map(({ against }) => against);
  return {
    model: model.name,
    facets: model.facets,
    closedRatio: closedRatio(model),
    ratio: Math.max(...braking) / Math.min(...braking),
    turn: Math.max(...points.map(({ turn }) => turn)),
    difference: Math.max(...points.map(({ off }) => off)),
    points: points.map(({ degrees, x, y, against, closed }) => ({
      degrees: rounded(degrees),
      x: rounded(x),
      y: rounded(y),
      against: rounded(against),
      closed: rounded(closed),
    })),
  };
}

/** Between the friction and the line of motion, degrees. */
function turnOf({ x, y, against }: Force): number {
  return (Math.acos(Math.min(1, against / Math.hypot(x, y))) * 180) / Math.PI;
}

function claimOf(curves: readonly Curve[]): ClaimResult {
  const ratio = (name: string) => curves.find(({ model }) => model === name)?.ratio ?? Number.NaN;
  const polygons = ['prism', 'polyhedral'].map((name) => FACETS.map((facets) => ratio(`${name}, ${facets}`)));
  const falls = polygons.every((list) => list.every((value, k) => k === 0 || value < (list[k - 1] ?? 0)));
  const anisotropic = ['box', 'pyramid'].every(
    (name) => Math.abs(ratio(name) / ANISOTROPY_PRINTED.values.box - 1) < 0.01,
  );
  const round = Math.max(...['cylinder', 'cone', 'relaxed cone'].map(ratio));
  const list = polygons[1]?.map((value, k) => `${value.toFixed(3)} with ${FACETS[k]}`).join(', ');
  return {
    id: 'P14',
    verdict:
      anisotropic && falls && round < 1 + 1e-6
        ? 'holds'
        : anisotropic || falls
          ? 'holds under conditions'
          : 'does not hold',
    figure: ratio('box'),
    unit: 'largest over least friction of the box',
    reason:
      `Box ${ratio('box').toFixed(3)} and pyramid ${ratio('pyramid').toFixed(3)} (sqrt 2 is 1.414); polyhedral cone ${list} facets; discs at most ${(round - 1).toExponential(0)} above 1. ` +
      'A polygon of 4 facets stands on its corner: it brakes too little, the box too much.',
  };
}

/** The sections of Table 1, drawn by the friction of a sliding block. */
const SHOWN: readonly PanelSeries[] = [
  { name: 'box', color: '#c0392b', dash: [6, 3] },
  { name: 'polyhedral, 4', color: '#d68910', dash: [8, 3, 2, 3] },
  { name: 'polyhedral, 8', color: '#1e8449', dash: [2, 2] },
  { name: 'polyhedral, 16', color: '#7d3c98', dash: [4, 2, 1, 2] },
  { name: 'cone', color: '#1f3a93', dash: [1, 0] },
];

function polarPicture(curves: readonly Curve[]): Picture {
  const scale = [-1.5, 1.5] as const;
  const rows = SHOWN.flatMap(({ name }) => {
    const points = curves.find(({ model }) => model === name)?.points ?? [];
    return [...points, ...points.slice(0, 1)].map(({ degrees, against }) => {
      const angle = (degrees * Math.PI) / 180;
      return { series: name, x: rounded(against * Math.cos(angle)), y: rounded(against * Math.sin(angle)) };
    });
  });
  return {
    name: 'anisotropy-polar',
    caption:
      'Friction against the motion over mu m g, drawn in the direction of sliding. Coulomb: the circle. Box and pyramid brake up to 1.41 times as hard, polygons too little between their corners.',
    spec: chartOf(
      [
        seriesPanel({
          width: 440,
          height: 440,
          series: SHOWN,
          rows,
          x: { title: 'first tangent [mu m g]', domain: scale },
          y: { title: 'second tangent [mu m g]', domain: scale },
        }),
      ],
      { title: 'Friction over the direction of sliding', subtitle: 'PIR Table 1' },
    ),
  };
}

function directionPicture(curves: readonly Curve[]): Picture {
  const series = ['box', 'pyramid', 'polyhedral, 4', 'polyhedral, 8', 'polyhedral, 16', 'polyhedral, 32', 'cone'].map(
    (name) => ({ name }),
  );
  return {
    name: 'anisotropy-direction',
    caption: 'The same over the angle, a quarter turn. Box and pyramid lie on each other.',
    spec: chartOf(
      [
        seriesPanel({
          width: 560,
          height: 280,
          series,
          x: { title: 'direction of sliding [degrees]', domain: [0, 90], ticks: [0, 15, 30, 45, 60, 75, 90] },
          y: { title: 'friction [mu m g]' },
          rows: curves.flatMap(({ model, points }) =>
            series.some(({ name }) => name === model)
              ? points
                  .filter(({ degrees }) => degrees <= 90)
                  .map(({ degrees, against }) => ({ series: model, x: degrees, y: against }))
              : [],
          ),
        }),
      ],
      { title: 'Friction over the direction of sliding', subtitle: 'PIR Sec. 2.2' },
    ),
  };
}

function facetPicture(curves: readonly Curve[]): Picture {
  const facets = Array.from({ length: 15 }, (_, k) => 4 + 2 * k);
  const frame = {
    width: 420,
    height: 260,
    x: { title: 'facets', domain: [2, 34] as const, ticks: [4, 8, 16, 24, 32] },
    y: {
      title: 'ratio minus 1',
      log: true,
      domain: [1e-3, 1] as const,
      ticks: [1e-3, 0.01, 0.1, 1],
    },
  };
  return {
    name: 'anisotropy-facets',
    caption: 'Largest over least friction, minus 1, against the number of facets of a polyhedral cone.',
    spec: chartOf(
      [
        linesAndPoints(
          frame,
          facets.map((k) => ({ x: k, y: rounded(1 / Math.cos(Math.PI / k) - 1), line: 0 })),
          curves
            .filter(({ model }) => model.startsWith('polyhedral'))
            .map((one) => ({ x: one.facets, y: rounded(one.ratio - 1) })),
        ),
      ],
      {
        title: 'Less anisotropy with more facets',
        subtitle: 'PIR Sec. 2.2; line: 1/cos(pi/facets) - 1, squares: measured',
      },
    ),
  };
}
