/**
 * EATK18 Sec. 6.5: the order in which PGS takes the rows. Every order sweeps over the same stored problems; random orders are drawn
 * anew for every problem and seed.
 */

import type { Problem } from '@signorini/engine/problem';
import { findSolver, solve } from '@signorini/engine/solvers';
import { chartOf, type PanelSeries, seriesPanel } from '../../plots/panels.ts';
import { median, quantile } from '../../statistics.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, Experiment, Picture } from '../experiment.ts';
import { ORDERING_PRINTED } from '../printed.ts';
import { rounded } from '../words.ts';
import type { Start } from './drive.ts';

const SCENES = ['brick-wall', 'closed-loop', 'log-grasping'] as const;
type SceneName = (typeof SCENES)[number];
/** Rows of one body that lies on the ground come first with `bottom-up`; rows of the wall are built from the ground up. */
const ORDERS = ['bottom-up', 'natural', 'reverse', 'random'] as const;
type Order = (typeof ORDERS)[number];
const NAMES: Record<Order, string> = {
  'bottom-up': 'ground first',
  natural: 'as built',
  reverse: 'as built, reversed (top first)',
  random: 'random',
};
const MEASURES = ['natural', 'energy'] as const;
type Measure = (typeof MEASURES)[number];
const UNITS: Record<Measure, string> = { natural: 'natural residual', energy: 'energy error [J]' };
const SWEEPS = 100;
const READ = [25, 75, 100];

/** Median and quartiles over the problems. */
interface Point {
  readonly sweeps: number;
  readonly middle: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

interface Curve {
  readonly scene: SceneName;
  readonly start: Start;
  readonly order: Order;
  readonly measure: Measure;
  readonly points: readonly Point[];
  /** Error of each problem after 75 sweeps (Table 3). */
  readonly at75: readonly number[];
}

export const orderingExperiment: Experiment = {
  id: 'ordering',
  title: 'Order of the rows and PGS',
  source: 'EATK18 Sec. 6.5',
  claims: ['A13'],
  seconds: 40,

  run(context) {
    const sets = SCENES.map((scene, k) => {
      const set = context.resumable(scene, () => curvesOf(context, scene));
      context.progress(k + 1, SCENES.length);
      return set;
    });
    const curves = sets.flatMap((set) => set.curves);
    const claim = claimOf(curves, sets);
    const value = (scene: SceneName, order: Order) =>
      rounded(
        find(curves, { scene, start: 'cold', order, measure: 'natural' }).points.find(({ sweeps }) => sweeps === 75)
          ?.middle,
        3,
      );
    return {
      reason: `${claim.reason} Friction bounds are those stored, so that all orders solve the same MLCP.`,
      claims: [claim],
      comparison: [
        {
          what: 'wall, 75 sweeps from zero: residual, top first over ground first',
          printed: ORDERING_PRINTED.values.ratio,
          ours: claim.figure,
          unit: 'times',
        },
        ...ORDERS.map((order) => ({
          what: `wall, 75 sweeps from zero, ${NAMES[order]}: median residual`,
          printed: null,
          ours: value('brick-wall', order),
          unit: '',
        })),
      ],
      tables: [
        {
          caption: `Median error after 25, 75 and 100 sweeps, lower and upper quartile in brackets. ${sets.map(countText).join(' ')}`,
          columns: ['scene', 'start', 'error', 'order', ...READ.map((sweeps) => `${sweeps} sweeps`)],
          rows: curves.map(({ scene, start, measure, order, points }) => [
            ...[scene, start, UNITS[measure], NAMES[order]],
            ...READ.map((sweeps) => quartilesCell(points.find((point) => point.sweeps === sweeps))),
          ]),
        },
      ],
      pictures: [pictureOf(curves, 'cold'), pictureOf(curves, 'warm')],
      data: { sets: sets.map(({ curves: _, ...set }) => set), curves: curves.map(({ at75: _, ...curve }) => curve) },
      table: {
        columns: ['scene', 'start', 'order', 'measure', 'sweeps', 'median', 'lower quartile', 'upper quartile'],
        rows: curves.flatMap(({ scene, start, order, measure, points }) =>
          points.map(({ sweeps, middle, lower, upper }) => [
            scene,
            start,
            order,
            measure,
            sweeps,
            middle,
            lower,
            upper,
          ]),
        ),
      },
    };
  },
};

const quartilesCell = (point: Point | undefined) =>
  point ? `${rounded(point.middle, 3)} (${rounded(point.lower, 3)} to ${rounded(point.upper, 3)})` : null;

interface SceneSet {
  readonly scene: SceneName;
  readonly problems: number;
  /** Steps without rows. */
  readonly empty: number;
  readonly curves: readonly Curve[];
}

const countText = ({ scene, problems, empty }: SceneSet) =>
  `${scene}: ${problems} problems, ${empty} steps without rows left out.`;

function curvesOf(context: ExperimentContext, scene: SceneName): SceneSet {
  const { quick } = context;
  const steps = quick ? 120 : 500;
  const { problems, count } = context.captured({ scene, settings: 'papers', steps, every: quick ? 20 : 10 });
  const seeds = quick ? [1] : [1, 2, 3];
  const curves = (['cold', 'warm'] as const).flatMap((start) =>
    ORDERS.flatMap((order) => {
      const runs = problems.flatMap(({ problem }) =>
        (order === 'random' ? seeds : [1]).map((seed) => errorsOf(problem, start, order, seed)),
      );
      return MEASURES.map((measure): Curve => {
        const points = pointsOf(runs.map((run) => run[measure]));
        return { scene, start, order, measure, points, at75: runs.map((run) => run[measure][75]!) };
      });
    }),
  );
  return { scene, problems: problems.length, empty: count.empty, curves };
}

/** Errors after 0 to 100 sweeps. */
function errorsOf(p: Problem, start: Start, order: Order, seed: number): Record<Measure, number[]> {
  const { history } = solve(p, {
    solver: findSolver('pgs'),
    coupling: 0,
    history: true,
    pick: 'last',
    options: { maxIterations: SWEEPS, tolerance: 0, change: 0, order, seed },
    ...(start === 'cold' && { warm: new Float64Array(p.n) }),
  });
  const { errors } = history!.solves[0]!;
  const padded = (list: readonly number[]) =>
    Array.from({ length: SWEEPS + 1 }, (_, k) => list[Math.min(k, list.length - 1)]!);
  return { natural: padded(errors.natural), energy: padded(errors.energy) };
}

/** Every sweep at first, then every fifth. */
function pointsOf(runs: readonly (readonly number[])[]): Point[] {
  const shown = Array.from({ length: SWEEPS + 1 }, (_, k) => k).filter((k) => k <= 10 || k % 5 === 0);
  return shown.map((sweeps) => {
    const values = runs.map((run) => run[sweeps]!);
    return {
      sweeps,
      middle: rounded(median(values)),
      lower: rounded(quantile(values, 0.25)),
      upper: rounded(quantile(values, 0.75)),
    };
  });
}

function find(curves: readonly Curve[], sought: Pick<Curve, 'scene' | 'start' | 'order' | 'measure'>): Curve {
  return curves.find(
    (curve) =>
      curve.scene === sought.scene &&
      curve.start === sought.start &&
      curve.order === sought.order &&
      curve.measure === sought.measure,
  )!;
}

/** Median error of an order after 75 sweeps over that of ground first. */
function over(curves: readonly Curve[], scene: SceneName, start: Start, order: Order, measure: Measure): number {
  const at = (one: Order) => median(find(curves, { scene, start, order: one, measure }).at75) ?? Number.NaN;
  return at(order) / at('bottom-up');
}

function claimOf(curves: readonly Curve[], sets: readonly SceneSet[]): ClaimResult {
  const others = ['reverse', 'random'] as const;
  const ratios = (scene: SceneName, start: Start) =>
    MEASURES.flatMap((measure) => others.map((order) => over(curves, scene, start, order, measure)));
  const better = (list: readonly number[]) => list.filter((ratio) => ratio > 1).length;
  const [cold, warm] = [ratios('brick-wall', 'cold'), ratios('brick-wall', 'warm')];
  const count = better(cold) + better(warm);
  const [top, random] = others.map((order) => rounded(over(curves, 'brick-wall', 'cold', order, 'natural'), 3));
  const spread = (list: readonly number[]) => `${rounded(Math.min(...list), 3)} to ${rounded(Math.max(...list), 3)}`;
  const elsewhere = SCENES.slice(1).map((scene) => `${scene} ${spread(ratios(scene, 'cold'))}`);
  const verdict =
    count === cold.length + warm.length ? 'holds' : count > 0 ? 'holds under conditions' : 'does not hold';
  return {
    id: 'A13',
    verdict,
    figure: top!,
    unit: 'residual top first over ground first, wall, 75 sweeps, cold',
    reason:
      `On the wall's ${sets[0]!.problems} problems, 75 sweeps from zero leave ${top} times the residual if the top comes first and ${random} times in a random order, ` +
      `compared with the ground first (both errors: ${spread(cold)}). Started warm the orders differ by ${spread(warm)}: ` +
      `${better(warm) === warm.length ? 'the ground first is better there too' : 'there the ground first is not better'}. ` +
      `From zero on the other scenes: ${elsewhere.join(', ')}.`,
  };
}

function pictureOf(curves: readonly Curve[], start: Start): Picture {
  const series: PanelSeries[] = ORDERS.map((order) => ({ name: NAMES[order] }));
  const panels = SCENES.flatMap((scene) =>
    MEASURES.map((measure) => {
      const mine = curves.filter(
        (curve) => curve.scene === scene && curve.start === start && curve.measure === measure,
      );
      const rows = mine.flatMap(({ order, points }) =>
        points.flatMap(({ sweeps, middle }) =>
          middle !== null && middle > 0 ? [{ series: NAMES[order], x: sweeps, y: middle }] : [],
        ),
      );
      return seriesPanel({
        title: scene,
        x: { title: 'sweeps' },
        y: { title: UNITS[measure], log: true },
        series,
        rows,
      });
    }),
  );
  return {
    name: `ordering-${start}`,
    caption: `PGS ${start === 'cold' ? 'from zero' : "from the last step's impulses"}: median error against sweeps per order of the rows; quartiles are in the table.`,
    spec: chartOf(panels, { title: `Order of the rows (EATK18 Sec. 6.5), ${start} start` }),
  };
}
