/**
 * EPTK19 Sec. 3.3 on real problems: iterates of three solvers on the four scenes of EATK18, ordered by three measures in
 * (kg, m, s), in (g, mm, ms) and with other units of mass.
 */

import type { Problem, UnitChange } from '@signorini/engine/problem';
import { type AnySolver, bppDense, pgs, pgsSm } from '@signorini/engine/solvers';
import { axesOf, chartOf, framed, seriesPanel } from '../../plots/panels.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, ComparisonRow, Experiment, PageTable, Picture, Table } from '../experiment.ts';
import { type Spread, spreadOf, spreadText } from '../fit.ts';
import { percent, rounded } from '../words.ts';
import { FOUR_SCENES, type FourScene, spreadOfSteps } from './captured-scenes.ts';
import { type IterateRequest, type Start, THREE_MEASURES, type ThreeMeasure } from './iterates.ts';
import { errorTable, pairChange, pickChange, SI, SMALL_UNITS } from './unit-orders.ts';

const SOLVERS: readonly { readonly solver: AnySolver; readonly rest: Partial<IterateRequest> }[] = [
  { solver: pgs, rest: { options: { maxIterations: 100 }, toLimit: true } },
  { solver: bppDense, rest: {} },
  { solver: pgsSm, rest: {} },
];
const STARTS: readonly Start[] = ['cold', 'warm'];

/** Iterates of one solver from one start on the problems of one scene. */
interface UnitCell {
  readonly scene: string;
  readonly solver: string;
  readonly start: Start;
  readonly problems: number;
  readonly iterates: Spread;
  readonly limits: number;
  readonly pairs: number;
  readonly measures: Readonly<Record<ThreeMeasure, UnitFigures>>;
}

interface UnitFigures {
  /** Limits with another pick, and pairs ordered the other way round, in (g, mm, ms) instead of (kg, m, s). */
  readonly otherPicks: number;
  readonly turned: number;
  /** Energy errors of two picks that differ: the larger over the smaller. */
  readonly price: readonly number[];
  /** Limits with another pick, for each unit of mass and of length. */
  readonly byMass: readonly number[];
  readonly byLength: readonly number[];
}

export const unitsExperiment: Experiment = {
  id: 'units',
  title: 'Which iterate is better depends on the units',
  source: 'EPTK19 Sec. 3.3',
  claims: ['E5'],
  seconds: 34,

  run(context) {
    const exponents = factorExponents(context.quick);
    const cells = (settings: 'papers' | 'today') =>
      FOUR_SCENES.flatMap(({ scene, title }, k) => {
        const part = context.resumable(`${settings} ${scene}`, () =>
          cellsOf(context, scene, title, settings, exponents),
        );
        context.progress(k + 1 + (settings === 'today' ? FOUR_SCENES.length : 0), 2 * FOUR_SCENES.length);
        return part;
      });
    const papers = cells('papers');
    const today = cells('today');
    const claim = claimOf(papers, today);
    const problems = papers.filter(({ solver, start }) => solver === pgs.name && start === 'cold');
    return {
      reason:
        `Iterates of ${SOLVERS.map(({ solver }) => solver.name).join(', ')} on ${problems.reduce((sum, one) => sum + one.problems, 0)} MLCPs of four ` +
        'scenes, from x = 0 and from the last step, between the bounds as stored; solvers take the same steps in all units. For every ' +
        'limit on the iterations the iterate with the least error was picked in (kg, m, s) and in (g, mm, ms). ' +
        'Errors closer than 1e-9 of them count as equal.',
      claims: [claim],
      comparison: comparisonOf(papers, today),
      tables: [pageTable(papers)],
      pictures: [orderPicture(papers), factorPicture(papers, exponents)],
      data: { changed: SMALL_UNITS, factorExponents: exponents, papers: papers.map(dataOf), today: today.map(dataOf) },
      table: tableOf(papers, today),
    };
  },
};

/** Exponents of the factors on numbers of masses and lengths: from 1000 kg to 1 g, and from 1 km to 1 mm. */
function factorExponents(quick: boolean): number[] {
  const per = quick ? 1 : 2; // per decade
  return Array.from({ length: 6 * per + 1 }, (_, k) => k / per - 3);
}

function cellsOf(
  context: ExperimentContext,
  scene: FourScene,
  title: string,
  settings: 'papers' | 'today',
  exponents: readonly number[],
): UnitCell[] {
  const problems = spreadOfSteps(context, scene, settings).problems.map(({ problem }) => problem);
  const factors = settings === 'papers' ? exponents : []; // the figure is of the papers' settings
  const changes = [
    ...[SI, SMALL_UNITS],
    ...factors.map((e) => ({ ...SI, mass: 10 ** e })),
    ...factors.map((e) => ({ ...SI, length: 10 ** e })),
  ];
  return SOLVERS.flatMap(({ solver, rest }) =>
    STARTS.map((start) => ({
      scene: title,
      solver: solver.name,
      start,
      ...cellOf(problems, { solver, start, ...rest }, changes),
    })),
  );
}

type CellFigures = Omit<UnitCell, 'scene' | 'solver' | 'start'>;

function cellOf(problems: readonly Problem[], request: IterateRequest, changes: readonly UnitChange[]): CellFigures {
  const factors = (changes.length - 2) / 2;
  const none = () => Array.from({ length: factors }, () => 0);
  const figures = () => ({ otherPicks: 0, turned: 0, price: [] as number[], byMass: none(), byLength: none() });
  const measures = { fischer: figures(), natural: figures(), energy: figures() };
  const lengths: number[] = [];
  let [limits, pairs] = [0, 0];
  for (const p of problems) {
    const table = errorTable(p, request, changes);
    const energy = table.energy[0] ?? [];
    lengths.push(energy.length);
    for (const { name } of THREE_MEASURES) {
      const [old = [], small = [], ...varied] = table[name];
      const change = pickChange(old, small);
      const order = pairChange(old, small);
      const one = measures[name];
      one.otherPicks += change.picks.length;
      one.turned += order.turned;
      for (const [before, after] of change.picks) {
        const ratio = (energy[before] ?? 0) / (energy[after] ?? 0);
        if (Number.isFinite(ratio) && ratio > 0) one.price.push(rounded(Math.max(ratio, 1 / ratio)));
      }
      varied.forEach((now, k) => {
        (k < factors ? one.byMass : one.byLength)[k % factors]! += pickChange(old, now).picks.length;
      });
      if (name !== 'energy') continue;
      limits += change.limits;
      pairs += order.pairs;
    }
  }
  return { problems: problems.length, iterates: spreadOf(lengths), limits, pairs, measures };
}

const share = (cells: readonly UnitCell[], measure: ThreeMeasure, of: 'otherPicks' | 'turned'): number => {
  const total = cells.reduce((sum, one) => sum + (of === 'turned' ? one.pairs : one.limits), 0);
  return total === 0 ? 0 : cells.reduce((sum, one) => sum + one.measures[measure][of], 0) / total;
};

function claimOf(papers: readonly UnitCell[], today: readonly UnitCell[]): ClaimResult {
  const count = (measure: ThreeMeasure) =>
    [...papers, ...today].reduce(
      (sum, { measures: { [measure]: one } }) =>
        sum + one.otherPicks + one.turned + sumOf([...one.byMass, ...one.byLength]),
      0,
    );
  const mixed = Math.min(count('natural'), count('fischer'));
  const scenes = FOUR_SCENES.filter(
    ({ title }) =>
      share(
        papers.filter(({ scene }) => scene === title),
        'natural',
        'turned',
      ) > 0,
  );
  const prices = papers.flatMap(({ measures }) => measures.natural.price);
  return {
    id: 'E5',
    verdict: mixed > 0 && count('energy') === 0 ? 'holds' : 'does not hold',
    figure: share(papers, 'natural', 'otherPicks'),
    unit: 'share of limits with another pick (natural residual)',
    today: share(today, 'natural', 'otherPicks'),
    reason:
      `Fischer-Burmeister and natural residual pick another iterate at ${percent(share(papers, 'fischer', 'otherPicks'), 2)} and ` +
      `${percent(share(papers, 'natural', 'otherPicks'), 2)} of the limits and turn ${percent(share(papers, 'fischer', 'turned'), 2)} and ` +
      `${percent(share(papers, 'natural', 'turned'), 2)} of all pairs, on ${scenes.length} of ${FOUR_SCENES.length} scenes; the energy error ` +
      `${count('energy') === 0 ? 'never' : `${count('energy')} times`}. ` +
      (prices.length > 0
        ? `The energy errors of two such picks differ by a factor of ${spreadText(spreadOf(prices))}.`
        : ''),
  };
}

const sumOf = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0);

function comparisonOf(papers: readonly UnitCell[], today: readonly UnitCell[]): ComparisonRow[] {
  const rows = (of: 'otherPicks' | 'turned', what: string) =>
    (['natural', 'fischer', 'energy'] as const).map((measure) => ({
      what: `${THREE_MEASURES.find(({ name }) => name === measure)!.title}: ${what}`,
      printed: null,
      ours: rounded(100 * share(papers, measure, of)),
      today: rounded(100 * share(today, measure, of)),
      unit: '%',
    }));
  return [
    ...rows('otherPicks', 'limits at which another iterate is picked'),
    ...rows('turned', 'pairs ordered the other way round'),
  ];
}

function pageTable(cells: readonly UnitCell[]): PageTable {
  return {
    caption:
      "From (kg, m, s) to (g, mm, ms), papers' settings: share of limits with another pick, and of pairs that turn.",
    columns: [
      'scene',
      'solver',
      'start',
      'iterates, median',
      'limits',
      'other pick: natural',
      'Fischer',
      'energy',
      'pairs turned: natural',
      'Fischer',
      'energy',
    ],
    rows: cells.map((cell) => [
      ...[cell.scene, cell.solver, cell.start, cell.iterates.median, cell.limits],
      ...(['otherPicks', 'turned'] as const).flatMap((of) =>
        (['natural', 'fischer', 'energy'] as const).map((measure) => percent(share([cell], measure, of), 2)),
      ),
    ]),
  };
}

function dataOf(cell: UnitCell): object {
  const measures = THREE_MEASURES.map(({ name }) => {
    const { price, ...counts } = cell.measures[name];
    return [name, { ...counts, price: price.length > 0 ? spreadOf(price) : null }];
  });
  return { ...cell, measures: Object.fromEntries(measures) };
}

function tableOf(papers: readonly UnitCell[], today: readonly UnitCell[]): Table {
  const rows = (settings: string, cells: readonly UnitCell[]) =>
    cells.flatMap((cell) =>
      THREE_MEASURES.map(({ name }) => [
        ...[
          settings,
          cell.scene,
          cell.solver,
          cell.start,
          name,
          cell.problems,
          cell.limits,
          cell.measures[name].otherPicks,
        ],
        ...[cell.pairs, cell.measures[name].turned],
      ]),
    );
  return {
    columns: [
      'settings',
      'scene',
      'solver',
      'start',
      'measure',
      'problems',
      'limits',
      'other picks',
      'pairs',
      'pairs turned',
    ],
    rows: [...rows('papers', papers), ...rows('today', today)],
  };
}

const SERIES = THREE_MEASURES.map(({ name, title }, k) => ({
  name,
  title,
  color: ['#1f3a93', '#c0392b', '#1e8449'][k]!,
  shape: ['circle', 'square', 'triangle-up'][k]!,
}));

/** One panel per scene: pairs of iterates that turn, for each solver and start. */
function orderPicture(cells: readonly UnitCell[]): Picture {
  const panels = FOUR_SCENES.map(({ title }) => {
    const values = cells
      .filter(({ scene }) => scene === title)
      .flatMap(({ solver, start, pairs, measures }) =>
        SERIES.map((one) => ({
          kind: `${solver}, ${start}`,
          series: one.title,
          x: pairs > 0 ? rounded((100 * measures[one.name].turned) / pairs) : 0,
        })),
      );
    const { x } = axesOf({ x: { title: 'pairs of iterates that turn [%]', domain: [0, 25] }, y: { title: '' } });
    const channel = (range: readonly string[]) => ({
      field: 'series',
      type: 'nominal',
      legend: { title: null, orient: 'bottom' },
      scale: { domain: SERIES.map((one) => one.title), range },
    });
    const layer = {
      data: { values },
      mark: { type: 'point', filled: true, size: 60, opacity: 0.9, clip: false },
      encoding: {
        x,
        y: { field: 'kind', type: 'nominal', sort: null, title: null, axis: { grid: true } },
        yOffset: { field: 'series', type: 'nominal', scale: { domain: SERIES.map((one) => one.title) } },
        color: channel(SERIES.map((one) => one.color)),
        shape: channel(SERIES.map((one) => one.shape)),
      },
    };
    return framed({ title, x: { title: '' }, y: { title: '' }, height: 190 }, [layer]);
  });
  return {
    name: 'units-orders',
    caption:
      'Pairs of iterates of one solve that are ordered the other way round in (g, mm, ms) than in (kg, m, s), by solver and start; ' +
      "papers' settings. The energy error turns none.",
    spec: chartOf(panels, {
      title: 'Order of iterates after a change of units',
      subtitle: 'EPTK19 Sec. 3.3, on four scenes',
    }),
  };
}

const VARIED = [
  { by: 'byMass', quantity: 'mass', x: 'factor on numbers of masses (1: kg, 1000: g)' },
  { by: 'byLength', quantity: 'length', x: 'factor on numbers of lengths (1: m, 1000: mm)' },
] as const;

/** Against the units of mass and length: mean over solvers and starts of the share of limits with another pick. */
function factorPicture(cells: readonly UnitCell[], exponents: readonly number[]): Picture {
  const share = (scene: string, measure: ThreeMeasure, by: 'byMass' | 'byLength', k: number) => {
    const mine = cells.filter((one) => one.scene === scene && one.limits > 0);
    const shares = mine.map(({ limits, measures }) => (measures[measure][by][k] ?? 0) / limits);
    return rounded((100 * shares.reduce((sum, v) => sum + v, 0)) / Math.max(1, shares.length));
  };
  const points = FOUR_SCENES.flatMap(({ title: scene }) =>
    VARIED.flatMap(({ by }) =>
      SERIES.flatMap(({ name, title: series }) =>
        exponents.map((e, k) => ({ scene, by, series, x: rounded(10 ** e), y: share(scene, name, by, k) })),
      ),
    ),
  );
  const top = 10 * Math.ceil((Math.max(...points.map(({ y }) => y)) + 1) / 10);
  const panels = FOUR_SCENES.flatMap(({ title: scene }) =>
    VARIED.map(({ by, quantity, x }) =>
      seriesPanel({
        title: `${scene}, unit of ${quantity}`,
        marks: 'both',
        height: 130,
        x: { title: x, log: true, domain: [8e-4, 1250] },
        y: { title: 'other picks [%]', domain: [0, top] },
        series: SERIES.map((one) => ({ name: one.title, color: one.color, shape: one.shape })),
        rows: points
          .filter((point) => point.scene === scene && point.by === by)
          .map(({ series, x: factor, y }) => ({ series, x: factor, y })),
      }),
    ),
  );
  const lengthOnly = FOUR_SCENES.filter(({ title }) => {
    const natural = cells.filter(({ scene }) => scene === title).map(({ measures }) => measures.natural);
    const any = (by: 'byMass' | 'byLength') => natural.some((one) => one[by].some((count) => count > 0));
    return any('byLength') && !any('byMass');
  }).map(({ title }) => title);
  return {
    name: 'units-factors',
    caption:
      'Share of limits at which another iterate is picked than in (kg, m, s), against the unit of mass and of length; mean over three solvers ' +
      'and two starts. Factor 1 is no change. ' +
      (lengthOnly.length > 0
        ? `Only the unit of length counts on: ${lengthOnly.join(', ')}; it weighs angular rows against linear ones. `
        : '') +
      'The energy error has no other pick.',
    spec: chartOf(panels, { title: 'Picks against the units', subtitle: "EPTK19 Sec. 3.3; papers' settings" }),
  };
}
