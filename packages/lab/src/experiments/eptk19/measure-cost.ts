/**
 * EPTK19 Sec. 4.2.1: the cost of the energy measure is O(n), negligible against a factorisation. Times of the measure, of a sweep and
 * of an iteration of block pivoting (dense as in the papers, and ours) on walls and piles of growing size.
 */

import { energyMetric, energySum } from '@signorini/engine/measures';
import { type Problem, velocities } from '@signorini/engine/problem';
import { type AnySolver, bpp, bppDense, completeOptions, pgs } from '@signorini/engine/solvers';
import { chartOf, seriesPanel } from '../../plots/panels.ts';
import { median } from '../../statistics.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, ComparisonRow, Experiment, PageTable, Picture, Table } from '../experiment.ts';
import { type Fit, straightLine } from '../fit.ts';
import { MEASURE_COST_PRINTED } from '../printed.ts';
import { percent, rounded } from '../words.ts';

/** The timed operations, microseconds each. */
const KINDS = [
  { id: 'measure', title: 'measure, w at hand' },
  { id: 'product', title: 'measure with A x + b' },
  { id: 'sweep', title: 'pgs, a sweep' },
  { id: 'bpp', title: 'bpp, an iteration' },
  { id: 'dense', title: 'bpp-dense, an iteration' },
] as const;

type Kind = (typeof KINDS)[number]['id'];

export interface CostRow {
  readonly family: 'wall' | 'pile';
  readonly n: number;
  /** Median time of one, us; null if it was not timed at this size. */
  readonly times: Readonly<Record<Kind, number | null>>;
  /** Iterations of one solve from x = 0. */
  readonly iterations: Readonly<Record<'bpp' | 'dense', number>>;
}

const SWEEPS = 50;
/** Powers are fitted from here on: below, what a solve does once counts as much as its one or two iterations. */
const FITTED_ROWS = 150;
/** Above this an iteration of bpp-dense takes a tenth of a second. */
const DENSE_ROWS = 1100;
/** Shares of an iteration up to which a cost is negligible. */
const NEGLIGIBLE = 0.02;

export const measureCostExperiment: Experiment = {
  id: 'measure-cost',
  title: 'Cost of the energy measure against a solver iteration',
  source: 'EPTK19 Sec. 4.2.1',
  claims: ['E11'],
  seconds: 12,
  timed: true,

  run(context) {
    const rows = costRows(context);
    const walls = rows.filter(({ family }) => family === 'wall');
    const fits = Object.fromEntries(KINDS.map(({ id }) => [id, fitOf(walls, id)])) as Record<Kind, Fit>;
    return {
      reason:
        'Medians of several runs of one process, kinds in turns, on one MLCP of each size: brick walls of 2 rows and more (step 5) and piles of ' +
        'spheres (step 20). An iteration of block pivoting is a solve from x = 0 between the bounds as stored, without the symbolic analysis, ' +
        'over its number of iterations; A is formed before. Times are compared with each other only.',
      claims: [claimOf(walls, fits)],
      comparison: comparisonOf(walls, fits),
      tables: [pageTable(rows)],
      pictures: [pictureOf(rows)],
      data: { rows, fits, unit: 'us' },
      table: tableOf(rows),
    };
  },
};

/** Walls first; each size is a part of its own. */
function costRows(context: ExperimentContext): CostRow[] {
  const { quick } = context;
  const sizes = [
    ...(quick ? [2, 4, 8, 12] : [2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128]).map((size) => ({
      family: 'wall' as const,
      size,
    })),
    ...(quick ? [12, 25] : [12, 25, 50, 100, 200]).map((size) => ({ family: 'pile' as const, size })),
  ];
  return sizes.map(({ family, size }, k) => {
    const row = context.resumable(`${family} ${size}`, () => {
      const steps = family === 'wall' ? 5 : 20;
      const request =
        family === 'wall'
          ? ({ scene: 'brick-wall', parameters: { rows: size } } as const)
          : ({ scene: 'granular', parameters: { count: size } } as const);
      const { problems } = context.captured({ ...request, settings: 'papers', steps, every: steps });
      return costRow(context, family, problems[0]!.problem);
    });
    context.progress(k + 1, sizes.length);
    return row;
  });
}

/**
 * Every kind once per turn; the first, in which code is compiled, does not count. Turns are short and many: on a machine with
 * other work most of them are not interrupted, and the median is that of those.
 */
function costRow({ clock, quick }: ExperimentContext, family: CostRow['family'], p: Problem): CostRow {
  const kinds = timedKinds(p);
  const times = new Map<Kind, number[]>();
  const spent = new Map<Kind, number>(); // ms
  const iterations = { bpp: 0, dense: 0 };
  const turns = quick ? 20 : 50;
  for (let turn = 0; turn < turns; turn++)
    for (const { id, run } of kinds) {
      const sofar = spent.get(id) ?? 0;
      if (turn > 3 && sofar > (quick ? 100 : 500)) continue;
      const from = clock();
      const count = run();
      const ms = clock() - from;
      spent.set(id, sofar + ms);
      if (turn > 0) times.set(id, [...(times.get(id) ?? []), (1000 * ms) / count]);
      if (id === 'bpp' || id === 'dense') iterations[id] = count;
    }
  for (const { release } of kinds) release();
  const of = (id: Kind) => median(times.get(id) ?? []);
  return {
    family,
    n: p.n,
    iterations,
    times: { measure: of('measure'), product: of('product'), sweep: of('sweep'), bpp: of('bpp'), dense: of('dense') },
  };
}

interface TimedKind {
  readonly id: Kind;
  /** How many of it were done. */
  run(): number;
  release(): void;
}

function timedKinds(p: Problem): TimedKind[] {
  const [x, w, a] = [p.warm ?? new Float64Array(p.n), p.b.slice(), energyMetric(p)];
  const calls = Math.ceil(60_000 / p.n); // half a millisecond
  const repeated = (id: Kind, count: number, one: () => number): TimedKind => ({
    id,
    run() {
      let sum = 0;
      for (let k = 0; k < count; k++) sum += one();
      return Number.isNaN(sum) ? Number.NaN : count; // the sum is used, so that no call can be left out
    },
    release() {},
  });
  const kinds = [
    repeated('measure', calls, () => energySum(x, w, a, p.lo, p.hi)),
    repeated('product', Math.ceil(calls / 10), () => energySum(x, velocities(p, x, w), a, p.lo, p.hi)),
    solving('sweep', pgs, p, { maxIterations: SWEEPS, tolerance: 0 }),
    solving('bpp', bpp, p, {}),
  ];
  return p.n <= DENSE_ROWS ? [...kinds, solving('dense', bppDense, p, {})] : kinds;
}

function solving(id: Kind, solver: AnySolver, p: Problem, given: Readonly<Record<string, number>>): TimedKind {
  const instance = solver.create();
  const options = completeOptions(solver, given);
  const x = new Float64Array(p.n);
  instance.analyse?.(p);
  return {
    id,
    run() {
      const { iterations } = instance.solve(p, x.fill(0), options);
      return Math.max(1, iterations.direct + iterations.iterative);
    },
    release: () => instance.release(),
  };
}

function fitOf(rows: readonly CostRow[], kind: Kind): Fit {
  const points = rows
    .filter(({ n }) => n >= FITTED_ROWS)
    .flatMap(({ n, times: { [kind]: time } }) => (time ? [[Math.log(n), Math.log(time)] as const] : []));
  return straightLine(points);
}

/** The measure's time over that of a kind. */
const shareOf = ({ times }: CostRow, kind: Kind) => (times.measure ?? 0) / (times[kind] ?? Number.NaN);
const slopeText = ({ slope, halfWidth }: Fit) => `${slope.toFixed(2)} ± ${halfWidth.toFixed(2)}`;

const largestWith = (rows: readonly CostRow[], kind: Kind) => rows.filter(({ times }) => times[kind] !== null).at(-1)!;

function claimOf(walls: readonly CostRow[], fits: Readonly<Record<Kind, Fit>>): ClaimResult {
  const dense = largestWith(walls, 'dense');
  const shares = walls.filter(({ n }) => n >= FITTED_ROWS).map((row) => shareOf(row, 'bpp'));
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const linear = fits.measure.slope < 1.25;
  const cheap = shareOf(dense, 'dense') < NEGLIGIBLE;
  const cheapForOurs = most < NEGLIGIBLE;
  const verdict = linear && cheap ? (cheapForOurs ? 'holds' : 'holds under conditions') : 'does not hold';
  return {
    id: 'E11',
    verdict,
    figure: shareOf(dense, 'dense'),
    unit: `of an iteration of bpp-dense, ${dense.n} rows`,
    reason:
      `The measure's time grows with n to the power ${slopeText(fits.measure)} (from ${FITTED_ROWS} rows on), an iteration of the papers' dense pivoting ` +
      `with ${slopeText(fits.dense)}: ${percent(shareOf(dense, 'dense'), 2)} of it at ${dense.n} rows. ` +
      `Of an iteration of our sparse pivoting (power ${slopeText(fits.bpp)}) it is ${percent(least, 2)} to ${percent(most, 2)} on walls: ` +
      `${cheapForOurs ? 'negligible too' : 'not negligible, because a factorisation in body space is itself cheap there'}.`,
  };
}

function comparisonOf(walls: readonly CostRow[], fits: Readonly<Record<Kind, Fit>>): ComparisonRow[] {
  const printed = MEASURE_COST_PRINTED.values;
  const power = (what: string, kind: Kind, print: number | null) => ({
    what,
    printed: print,
    ours: rounded(fits[kind].slope),
    unit: 'power of n',
  });
  const share = (what: string, kind: Kind) => {
    const row = largestWith(walls, kind);
    return {
      what: `${what}, ${row.n} rows`,
      printed: printed.share,
      ours: rounded(100 * shareOf(row, kind)),
      unit: '%',
    };
  };
  return [
    power('time of the measure', 'measure', printed.measure),
    power('time of an iteration of bpp-dense', 'dense', printed.dense),
    power('time of an iteration of bpp, walls', 'bpp', null),
    power('time of a sweep of pgs', 'sweep', null),
    share('measure over an iteration of bpp-dense', 'dense'),
    share('measure over an iteration of bpp', 'bpp'),
    { ...share('measure over a sweep of pgs', 'sweep'), printed: null },
  ];
}

function pictureOf(rows: readonly CostRow[]): Picture {
  const times = (family: CostRow['family'], title: string) =>
    seriesPanel({
      title,
      marks: 'both',
      legendColumns: 2,
      x: { title: 'rows n', log: true, domain: [60, 10_000] },
      y: { title: 'time of one [µs]', log: true },
      series: KINDS.map((kind) => ({ name: kind.title })),
      rows: rows
        .filter((row) => row.family === family)
        .flatMap(({ n, times: mine }) =>
          KINDS.flatMap(({ id, title: series }) => (mine[id] ? [{ series, x: n, y: rounded(mine[id]) }] : [])),
        ),
    });
  return {
    name: 'measure-cost',
    caption:
      'Time of one energy measure, one sweep and one iteration of block pivoting against the number of rows, on walls and on piles of spheres. ' +
      'bpp-dense factorises A as the papers do, bpp in body space.',
    spec: chartOf([times('wall', 'brick walls'), times('pile', 'piles of spheres')], {
      title: 'Cost of the energy measure',
      subtitle: 'EPTK19 Sec. 4.2.1; median times of one process',
    }),
  };
}

function pageTable(rows: readonly CostRow[]): PageTable {
  const cell = (row: CostRow, kind: Kind) => (row.times[kind] === null ? '' : percent(shareOf(row, kind), 2));
  return {
    caption: 'The measure (w at hand) as a share of one sweep and one iteration.',
    columns: ['problem', 'rows', 'of a pgs sweep', 'of a bpp iteration', 'of a bpp-dense iteration'],
    rows: rows.map((row) => [row.family, row.n, cell(row, 'sweep'), cell(row, 'bpp'), cell(row, 'dense')]),
  };
}

function tableOf(rows: readonly CostRow[]): Table {
  return {
    columns: [
      'problem',
      'rows',
      ...KINDS.map(({ title }) => `${title} [us]`),
      'bpp iterations',
      'bpp-dense iterations',
    ],
    rows: rows.map(({ family, n, times, iterations }) => [
      ...[family, n, ...KINDS.map(({ id }) => (times[id] === null ? null : rounded(times[id])))],
      ...[iterations.bpp, iterations.dense],
    ]),
  };
}
