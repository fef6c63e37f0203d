/** PIR Sec. 3.4: algebraic multigrid on contacts: set-up, cycles, the null space, and velocities instead of impulses. */
import { createWorld } from '@signorini/engine';
import type { Problem } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { chartOf, seriesPanel } from '../../plots/panels.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, Experiment, PageTable, Picture } from '../experiment.ts';
import { rounded } from '../words.ts';
import { modelsOf, pile, RIGID, SPHERES, withCompliance } from './granular.ts';
import { type Cost, costs, LEVELS, type Method, nullSpace, type Race, race } from './multigrid-race.ts';
import { curve, lazily, within } from './trace.ts';

const METHODS: readonly Method[] = [
  { name: 'sweeps', solver: 'pgs' },
  {
    name: 'impulses, plain as PIR',
    solver: 'amg',
    options: { transfer: 'impulse', coarsening: 'rows', warmup: 0, rebuild: 0 },
  },
  { name: 'impulses, blocks', solver: 'amg', options: { transfer: 'impulse' } },
  { name: 'velocities', solver: 'amg', options: { transfer: 'velocity' } },
];
const [SWEEPS, PLAIN, , VELOCITIES] = METHODS.map(({ name }) => name) as [string, string, string, string];
const MU = 0.8;
const MOST_SWEEPS = 3000;
const MOST_CYCLES = 60;
/** Relative energy error that decides. */
const DECIDES = 1e-6;

interface Case {
  readonly name: string;
  readonly rows: number;
  /** Dimension of the null space of J M^-1 J', and of the free part of it at the solution. */
  readonly redundant: number;
  readonly freeRedundant: number;
  readonly races: readonly (Race & Cost)[];
}

export const multigridExperiment: Experiment = {
  id: 'multigrid',
  title: 'Algebraic multigrid on contacts',
  source: 'PIR Sec. 3.4 and Sec. 5',
  claims: ['P10', 'P11'],
  seconds: 16,
  timed: true,

  run(context) {
    const cases = measure(context);
    const claims = [setupClaim(cases), velocityClaim(cases)];
    const box = find(cases, 'pile, box, rigid');
    return {
      reason:
        'The same cycles were run on a chain of joints, which has no null space, and on a pile with and without friction, from zero; errors are relative energy errors. ' +
        'Costs are in sweeps of the same problem: medians of times with the methods in turns; sweeps are compiled kernels here and cycles are not, which is a factor of a few. The null space is that of J, rank by elimination.',
      claims,
      comparison: [
        {
          what: "set-up of PIR's grids, pile with box friction",
          printed: 'high',
          ours: rounded(racer(box, PLAIN).setup),
          today: rounded(racer(find(cases, 'pile, box, compliant'), PLAIN).setup),
          unit: 'sweeps',
        },
        {
          what: 'null space, pile with box friction',
          printed: 'large',
          ours: box.redundant,
          unit: `dimensions of ${box.rows} rows`,
        },
      ],
      tables: [raceTable(cases), caseTable(cases)],
      pictures: [cyclePicture(cases), workPicture(cases)],
      data: {
        cases: cases.map(({ races, ...one }) => ({
          ...one,
          races: races.map(({ error: _, ...rest }) => rest),
        })),
      },
      table: {
        columns: ['problem', 'method', 'iteration', 'energy error, relative', 'work [sweeps]'],
        rows: cases.flatMap(({ name, races }) =>
          races.flatMap((one) =>
            curve(one.method, one.error, 120).map(({ x, y }) => [name, one.method, x, y, rounded(workOf(one, x))]),
          ),
        ),
      },
    };
  },
};

function measure(context: ExperimentContext): Case[] {
  const p = lazily(() => pile(context.quick ? SPHERES.few : SPHERES.some));
  const rigid = lazily(() => modelsOf(withCompliance(p(), RIGID), MU));
  const soft = lazily(() => modelsOf(p(), MU));
  const problems: readonly (readonly [string, () => Problem])[] = [
    ['chain of joints', lazily(chain)],
    ['pile, frictionless, rigid', () => rigid().frictionless],
    ['pile, box, rigid', () => rigid().box],
    ['pile, frictionless, compliant', () => soft().frictionless],
    ['pile, box, compliant', () => soft().box],
  ];
  return problems.map(([name, make], k) => {
    context.progress(k, problems.length);
    return context.resumable(name, () => {
      const problem = make();
      const prices = costs(problem, METHODS, context.quick ? 3 : 8, context.clock);
      const races = METHODS.map((method, m) => ({
        ...race(problem, method, method.solver === 'pgs' ? MOST_SWEEPS : MOST_CYCLES),
        ...(prices[m] as Cost),
      }));
      return { name, rows: problem.n, ...nullSpace(problem), races };
    });
  });
}

/** Bilateral rows only. */
function chain(): Problem {
  const world = createWorld(findScene('heavy-chain-swing'), { parameters: { links: 40 } });
  for (let k = 0; k < 5; k++) world.step();
  const p = world.problem();
  world.release();
  if (!p) throw new Error('heavy-chain-swing: a step without rows');
  return { ...p, warm: undefined };
}

function find(cases: readonly Case[], name: string): Case {
  const one = cases.find((each) => each.name === name);
  if (!one) throw new Error(`multigrid: no problem ${name}`);
  return one;
}

function racer({ races }: Case, method: string): Race & Cost {
  const one = races.find((each) => each.method === method);
  if (!one) throw new Error(`multigrid: no method ${method}`);
  return one;
}

const at = ({ levels }: Race): number | null => levels[LEVELS.indexOf(DECIDES)] ?? null;
const words = (count: number | null, most: number): string => (count === null ? `not within ${most}` : `${count}`);
const cycles = (one: Case, method: string): string =>
  words(at(racer(one, method)), method === SWEEPS ? MOST_SWEEPS : MOST_CYCLES);

/** P10: PIR's plain form does not pay on contacts, where there is a null space, and does on joints, where there is none. */
function setupClaim(cases: readonly Case[]): ClaimResult {
  const [joints, box] = [find(cases, 'chain of joints'), find(cases, 'pile, box, rigid')];
  const setup = racer(box, PLAIN).setup;
  const works = at(racer(joints, PLAIN)) !== null;
  const useless = at(racer(box, PLAIN)) === null;
  const free = find(cases, 'pile, frictionless, rigid');
  const high = setup > 10;
  // a cycle has two sweeps of its own: without a null space it should be worth more than these
  const slowWithout =
    free.redundant === 0 && 2 * (at(racer(free, PLAIN)) ?? MOST_CYCLES) > (at(racer(free, SWEEPS)) ?? MOST_SWEEPS);
  return {
    id: 'P10',
    verdict: !(useless && high) ? 'does not hold' : works && !slowWithout ? 'holds' : 'holds under conditions',
    figure: setup,
    unit: 'sweeps that the set-up costs',
    reason:
      `The grids of PIR's plain form cost ${setup.toPrecision(2)} sweeps to make on the pile with box friction. To a relative energy error of ${DECIDES.toExponential(0)} they take ${cycles(joints, PLAIN)} cycles on a chain of ` +
      `joints (null space of ${joints.redundant} dimensions), ${cycles(free, PLAIN)} on the pile without friction (${free.redundant}) and ${cycles(box, PLAIN)} with it (${box.redundant} of ${box.rows} rows, ${box.freeRedundant} of those that are ` +
      `free at the solution); sweeps ${cycles(joints, SWEEPS)}, ${cycles(free, SWEEPS)} and ${cycles(box, SWEEPS)}. ${slowWithout ? 'Cycles gain nothing without a null space either, so it is not the only reason.' : 'The null space goes with the slow cycles.'}`,
  };
}

/** P11: tried here. */
function velocityClaim(cases: readonly Case[]): ClaimResult {
  const piles = cases.filter(({ name }) => name.startsWith('pile'));
  const fewer = piles.filter((one) => {
    const [count, plain] = [at(racer(one, VELOCITIES)), at(racer(one, PLAIN))];
    return count !== null && (plain === null || count < plain);
  });
  const paid = piles.filter((one) => {
    const [mine, sweeps] = [racer(one, VELOCITIES), racer(one, SWEEPS)];
    return workAt(mine) !== null && (workAt(sweeps) === null || (workAt(mine) ?? Infinity) < (workAt(sweeps) ?? 0));
  });
  const box = find(cases, 'pile, box, compliant');
  const text = piles.map((one) => `${one.name} ${cycles(one, VELOCITIES)} (sweeps ${cycles(one, SWEEPS)})`).join(', ');
  return {
    id: 'P11',
    verdict:
      fewer.length === piles.length && paid.length === piles.length
        ? 'holds'
        : fewer.length > 0
          ? 'holds under conditions'
          : 'does not hold',
    figure: at(racer(find(cases, 'pile, box, rigid'), VELOCITIES)),
    unit: `cycles to ${DECIDES.toExponential(0)}, box, rigid`,
    today: at(racer(box, VELOCITIES)),
    reason:
      `Cycles with velocities to ${DECIDES.toExponential(0)}: ${text}. It needs fewer cycles than impulses in ${fewer.length} of ${piles.length} problems, but a cycle with its new grids costs ` +
      `${racer(box, VELOCITIES).cycle.toPrecision(2)} sweeps: in time it beats sweeps in ${paid.length} of ${piles.length}.`,
  };
}

/** Cost of k iterations in sweeps; cycles that need no new grids are cheaper than that. */
const workOf = ({ setup, cycle }: Cost, k: number): number => setup + k * cycle;

/** Work to the deciding error, in sweeps. */
function workAt(one: Race & Cost): number | null {
  const k = at(one);
  return k === null ? null : workOf(one, k);
}

function raceTable(cases: readonly Case[]): PageTable {
  return {
    caption: `Iterations (sweeps or cycles) to each relative energy error, empty: not within ${MOST_SWEEPS} sweeps or ${MOST_CYCLES} cycles; set-up and one cycle in sweeps; what is left at the end.`,
    columns: [
      'problem',
      'method',
      ...LEVELS.map((level) => level.toExponential(0)),
      'set-up [sweeps]',
      'cycle [sweeps]',
      `work to ${DECIDES.toExponential(0)} [sweeps]`,
      'left',
    ],
    rows: cases.flatMap(({ name, races }) =>
      races.map((one) => {
        const work = workAt(one);
        return [
          ...[name, one.method, ...one.levels, rounded(one.setup, 2), rounded(one.cycle, 2)],
          ...[work === null ? null : rounded(work, 2), rounded(one.error[one.error.length - 1] ?? Number.NaN)],
        ];
      }),
    ),
  };
}

/** Two digits: times are no better. */

function caseTable(cases: readonly Case[]): PageTable {
  return {
    caption: 'Rows, and dimensions of the null space of J: of all rows, and of those that are free at the solution.',
    columns: ['problem', 'rows', 'null space', 'null space of free rows'],
    rows: cases.map(({ name, rows, redundant, freeRedundant }) => [name, rows, redundant, freeRedundant]),
  };
}

const SHOWN = ['chain of joints', 'pile, frictionless, rigid', 'pile, box, rigid', 'pile, box, compliant'];
const ERROR = { title: 'relative energy error', log: true, domain: [1e-12, 2] } as const;
const SERIES = METHODS.map(({ name }) => ({ name }));

function cyclePicture(cases: readonly Case[]): Picture {
  return {
    name: 'multigrid-cycles',
    caption:
      "Relative energy error against sweeps or cycles. On joints a few cycles are enough; on contacts PIR's plain form is hardly better than the sweeps in it.",
    spec: chartOf(
      SHOWN.map((name) => {
        const { races } = find(cases, name);
        return seriesPanel({
          title: name,
          series: SERIES,
          y: ERROR,
          x: { title: 'sweeps or cycles', log: true, domain: [1, MOST_SWEEPS] },
          rows: races.flatMap((one) =>
            within(curve(one.method, one.error, 150), ERROR.domain).filter(({ x }) => x > 0),
          ),
        });
      }),
      { title: 'Multigrid cycles', subtitle: 'PIR Sec. 3.4' },
    ),
  };
}

function workPicture(cases: readonly Case[]): Picture {
  return {
    name: 'multigrid-work',
    caption:
      'The same against time, in sweeps of the same problem, set-up included: a curve begins when the first grids are made.',
    spec: chartOf(
      SHOWN.map((name) => {
        const { races } = find(cases, name);
        return seriesPanel({
          title: name,
          series: SERIES,
          y: ERROR,
          x: { title: 'time [sweeps]', log: true },
          rows: races.flatMap((one) =>
            within(curve(one.method, one.error, 150), ERROR.domain).flatMap(({ series, x, y }) => {
              const work = workOf(one, x);
              return x > 0 && work > 0 ? [{ series, x: rounded(work), y }] : [];
            }),
          ),
        });
      }),
      { title: 'Multigrid in units of a sweep', subtitle: 'PIR Sec. 5: the set-up costs are high' },
    ),
  };
}
