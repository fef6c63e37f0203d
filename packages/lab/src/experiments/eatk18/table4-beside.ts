/** Beside EATK18 Table 4: all solvers of the engine, the residual against three kinds of bounds, and today's defaults. */
import { naturalResidual } from '@signorini/engine/measures';
import { type Problem, setFrictionBounds } from '@signorini/engine/problem';
import { findSolver, type Solution, solve, solvers } from '@signorini/engine/solvers';
import { replay } from '../../replay/replay.ts';
import type { ReplaySummary } from '../../replay/replay-summary.ts';
import { median } from '../../statistics.ts';
import type { ExperimentContext } from '../context.ts';
import type { PageTable } from '../experiment.ts';
import { PRINTED_SOLVERS, type PrintedSolver } from './replays.ts';
import { capturedCase, order, startedAt, stepsOf, type TestCase, thinned } from './test-cases.ts';

/** Dense, or many grids on few rows: a second and more per solve. */
const SLOW: ReadonlySet<string> = new Set(['amg', 'dantzig', 'lemke']);
/** Only for problems of up to 12 rows. */
const LEFT_OUT: ReadonlySet<string> = new Set(['enumeration']);

export interface Beside {
  readonly testCase: TestCase;
  readonly bounds: readonly (readonly (string | number | null)[])[];
  /** Undefined if the short version leaves it out. */
  readonly all: readonly ReplaySummary[] | undefined;
  readonly today: readonly TodayMedian[];
}

export function besideOf(context: ExperimentContext, testCase: TestCase): Beside {
  const short = context.quick && testCase.key !== 'wall';
  return {
    testCase,
    bounds: context.resumable(`bounds ${testCase.scene}`, () => boundsRows(context, testCase)),
    all: short ? undefined : context.resumable(`all ${testCase.scene}`, () => allSolvers(context, testCase)),
    today: context.resumable(`today ${testCase.scene}`, () => todayMedians(context, testCase)),
  };
}

/** One table per test case: every solver with its own defaults, from a cold start, on a few steps. */
export function allSolversTables(beside: readonly Beside[]): PageTable[] {
  return beside.flatMap(({ testCase, all }) =>
    all
      ? [
          {
            caption: `${testCase.title}: every solver with its own defaults and bound updates, cold start; medians over so many problems of the scene.`,
            columns: [
              'solver',
              'problems',
              'solved',
              'natural residual',
              'energy error [J]',
              'friction consistency [J]',
              'time [ms]',
            ],
            rows: all.map((one) => [
              ...[one.solver, one.problems, one.solved, one.medianNaturalResidual, one.medianEnergy],
              ...[one.medianFrictionConsistency, one.medianTimeMs],
            ]),
          },
        ]
      : [],
  );
}

function allSolvers(context: ExperimentContext, testCase: TestCase): readonly ReplaySummary[] {
  const every = stepsOf(context) / (context.quick ? 1 : 5);
  const problems = startedAt(thinned(capturedCase(context, testCase).problems, every), 'cold');
  const request = { coupling: 'own', clock: context.clock } as const;
  const able = solvers.filter(({ name }) => !LEFT_OUT.has(name));
  const fast = replay({
    ...request,
    problems,
    repeat: context.quick ? 1 : 2,
    warmUp: context.quick ? 0 : 1,
    solvers: able.filter(({ name }) => !SLOW.has(name)),
  });
  const slow = context.quick
    ? undefined
    : replay({ ...request, problems: problems.slice(-1), solvers: able.filter(({ name }) => SLOW.has(name)) });
  const whole = ({ medianEnergy, medianFrictionConsistency }: ReplaySummary) =>
    Math.max(medianEnergy ?? Infinity, medianFrictionConsistency ?? Infinity);
  return [...fast.summary, ...(slow?.summary ?? [])].sort(
    (p, q) => whole(p) - whole(q) || (p.medianTimeMs ?? 0) - (q.medianTimeMs ?? 0),
  );
}

/** Against the bounds as solved, as stored, and as the answer's own normals have them: docs/papers.md, item 14. */
export function boundsTable(beside: readonly Beside[]): PageTable {
  return {
    caption:
      'Median natural residual, cold start, Table 3, against three kinds of friction bounds. "The same MLCP for all" is the one with the bounds as stored.',
    columns: ['scene', 'solver', 'problems', 'bounds as solved', 'bounds as stored', 'bounds of its own normals'],
    rows: beside.flatMap(({ bounds }) => bounds),
  };
}

function boundsRows(context: ExperimentContext, testCase: TestCase): Beside['bounds'] {
  const every = context.quick ? 50 : 10;
  const problems = startedAt(thinned(capturedCase(context, testCase).problems, every), 'cold');
  return ['bpp', 'pgs', 'pgs-sm', 'spook', 'newton-coupled'].map((name) => {
    const solver = findSolver(name);
    const residuals = problems.map(({ problem }) =>
      threeResiduals(problem, solve(problem, { solver, coupling: 'table3', pick: 'last' })),
    );
    const column = (k: 0 | 1 | 2) => median(residuals.map((one) => one[k]));
    return [testCase.title, name, problems.length, column(0), column(1), column(2)];
  });
}

function threeResiduals(p: Problem, { x, lo, hi }: Solution): [number, number, number] {
  const [ownLo, ownHi] = [p.lo.slice(), p.hi.slice()];
  setFrictionBounds(p, x, ownLo, ownHi);
  return [
    naturalResidual(p, x, { lo, hi }).value,
    naturalResidual(p, x).value,
    naturalResidual(p, x, { lo: ownLo, hi: ownHi }).value,
  ];
}

export interface TodayMedian {
  readonly key: TestCase['key'];
  readonly solver: PrintedSolver;
  readonly residual: number | null;
  readonly exponent: number | null;
  readonly problems: number;
}

/** The four solvers with their defaults of today, warm, on the scenes with their defaults of today (friction that holds its place). */
function todayMedians(context: ExperimentContext, testCase: TestCase): TodayMedian[] {
  const problems = thinned(capturedCase(context, testCase, 'today').problems, context.quick ? 25 : 10);
  const { summary } = replay({
    problems,
    coupling: 'own',
    clock: context.clock,
    solvers: PRINTED_SOLVERS.map(findSolver),
  });
  return summary.map(({ solver, medianNaturalResidual: residual, problems: taken }) => ({
    key: testCase.key,
    solver: solver as PrintedSolver,
    residual,
    problems: taken,
    exponent: residual === 0 ? -16 : order(residual),
  }));
}
