/** EATK18 Sec. 6.3 and 7: every recommendation of the paper against our data, and what we recommend for the same need. */
import { findSolver, type OptionValues } from '@signorini/engine/solvers';
import { plain, short } from '../../number-text.ts';
import { chartOf, seriesPanel } from '../../plots/panels.ts';
import { replay } from '../../replay/replay.ts';
import type { ReplayRow } from '../../replay/replay-row.ts';
import type { NamedProblem } from '../../replay/request.ts';
import { median, quantile } from '../../statistics.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, Experiment, PageTable, Picture } from '../experiment.ts';
import { ERROR_DEVELOPMENT_PRINTED } from '../printed.ts';
import { percent } from '../words.ts';
import {
  ADVICE,
  type Advice,
  FAST_FACTOR,
  ourAdvice,
  SHORT,
  SHORT_LIMIT,
  type Showing,
  type Showings,
  TOLERANCE,
} from './advice.ts';
import { capturedCase, shareOf, startedAt, stepsOf, TEST_CASES, type TestCase, thinned } from './test-cases.ts';

const { realTimeMs } = ERROR_DEVELOPMENT_PRINTED.values;

/**
 * `cold` and `warm`: the papers' settings and Table 3, errors against the bounds as solved, which is what the paper measures; `whole`:
 * cold, errors as a whole, with friction consistency; `today`: scenes and solvers with their defaults, warm, as a whole.
 */
const SETS = ['cold', 'warm', 'whole', 'today'] as const;
type SetName = (typeof SETS)[number];
/** `whole` is another view of `cold`. */
const RUNS = ['cold', 'warm', 'today'] as const;
type RunName = (typeof RUNS)[number];

interface Measured extends Omit<Showing, 'error'> {
  /** 95th percentiles, J: against the bounds as solved; the larger of that and friction consistency. */
  readonly solved: number;
  readonly whole: number;
}
type Runs = ReadonlyMap<TestCase['key'], readonly Measured[]>;

const FAST = ['pgs', 'pgs-sm', 'spook', 'bpp', 'auto', 'newton-coupled', 'psor', 'pgs-newton'];

export const recommendationsExperiment: Experiment = {
  id: 'recommendations',
  title: 'Recommendations of the paper, and ours',
  source: 'EATK18 Sec. 6.3 and 7',
  claims: ['A18'],
  seconds: 35,
  timed: true,

  run(context) {
    const runs = runsOf(context);
    const sets = new Map(
      SETS.map((name) => [
        name,
        seenAs(runs.get(name === 'whole' ? 'cold' : name)!, name === 'whole' || name === 'today' ? 'whole' : 'solved'),
      ]),
    );
    const rows = ADVICE.map((one) => rowOf(one, sets));
    const held = (name: SetName) => rows.filter((row) => row.holds[name]).length;
    const problems = Math.max(...[...sets.get('cold')!.values()].flatMap((list) => list.map((one) => one.problems)));
    return {
      reason:
        `${ADVICE.length} recommendations of the paper were put to ${problems} MLCPs of each test case. Accurate means that 95 % of the answers have an energy error of at most ${plain(TOLERANCE)} J ` +
        `against the bounds as solved, as the paper measures, and once more with friction consistency; fast means at most ${FAST_FACTOR} times the least time of the four solvers. ` +
        'Beside each stands the cheapest solver of ours for the same need, judged with friction consistency.',
      claims: [claimA18(rows, held)],
      comparison: [
        {
          what: 'recommendations that hold',
          printed: ADVICE.length,
          ours: held('cold'),
          today: held('today'),
          unit: 'of the sentences, cold start',
        },
        { what: 'the same, warm start', printed: ADVICE.length, ours: held('warm'), unit: 'of the sentences' },
        {
          what: 'the same, cold start, friction consistency counted',
          printed: ADVICE.length,
          ours: held('whole'),
          unit: 'of the sentences',
        },
      ],
      tables: [adviceTable(rows), runsTable(runs)],
      pictures: [pictureOf(sets.get('whole')!)],
      data: {
        tolerance: { value: TOLERANCE, unit: 'J' },
        rows,
        runs: [...runs].map(([run, all]) => ({ run, cases: [...all] })),
      },
      table: runsTable(runs),
    };
  },
};

/** Every solver on every test case, one test case after the other, so that its problems are captured once. */
function runsOf(context: ExperimentContext): ReadonlyMap<RunName, Runs> {
  const runs = new Map(RUNS.map((name) => [name, new Map<TestCase['key'], readonly Measured[]>()]));
  for (const [k, testCase] of TEST_CASES.entries()) {
    context.progress(k, TEST_CASES.length);
    for (const [name, run] of runs)
      run.set(
        testCase.key,
        context.resumable(`${testCase.scene} ${name}`, () => caseRun(context, testCase, name)),
      );
  }
  return runs;
}

function seenAs(runs: Runs, error: 'solved' | 'whole'): Showings {
  return new Map([...runs].map(([key, list]) => [key, list.map((one) => ({ ...one, error: one[error] }))]));
}

function caseRun(context: ExperimentContext, testCase: TestCase, name: RunName): Measured[] {
  const settings = name === 'today' ? 'today' : 'papers';
  const every = stepsOf(context, settings) / (context.quick ? 5 : 25);
  const captured = thinned(capturedCase(context, testCase, settings).problems, every);
  const problems = startedAt(captured, name === 'cold' ? 'cold' : 'warm');
  const request: Request = { problems, coupling: name === 'today' ? 'own' : 'table3', clock: context.clock, warmUp: 3 };
  return [
    ...measured(request, FAST, context.quick ? 2 : 5),
    ...measured(request, ['bpp-dense'], context.quick ? 1 : 2),
    // the same pivots, in body space: the time of a solve that was cut off is not compared
    ...measured(request, ['bpp'], 1, { maxIterations: SHORT_LIMIT }).map((one) => ({ ...one, solver: SHORT })),
  ];
}

interface Request {
  readonly problems: readonly NamedProblem[];
  readonly coupling: 'own' | 'table3';
  readonly clock: () => number;
  readonly warmUp: number;
}

function measured(request: Request, names: readonly string[], repeat: number, options?: OptionValues): Measured[] {
  const { rows } = replay({ ...request, repeat, solvers: names.map(findSolver), ...(options && { options }) });
  return names.map((solver) =>
    measuredOf(
      solver,
      rows.filter((row) => row.solver === solver),
    ),
  );
}

/** Replaces a figure that is not finite by the largest number: JSON would make it null. */
function measuredOf(solver: string, rows: readonly ReplayRow[]): Measured {
  const known = (value: number | null) => value ?? Number.MAX_VALUE;
  return {
    solver,
    problems: rows.length,
    residual: known(median(rows.map(({ naturalResidual }) => naturalResidual))),
    solved: known(
      quantile(
        rows.map(({ energy }) => energy),
        0.95,
      ),
    ),
    whole: known(
      quantile(
        rows.map((row) => Math.max(known(row.energy), known(row.frictionConsistency))),
        0.95,
      ),
    ),
    timeMs: known(median(rows.map(({ timeMs }) => timeMs))),
    struck: shareOf(rows, ({ status }) => status === 'iteration-limit'),
  };
}

interface AdviceRow {
  readonly id: string;
  readonly place: string;
  readonly advice: string;
  readonly holds: Readonly<Record<SetName, boolean>>;
  readonly figure: string;
  readonly ours: string;
}

function rowOf({ id, place, advice, need, decide }: Advice, sets: ReadonlyMap<SetName, Showings>): AdviceRow {
  const decisions = new Map(SETS.map((name) => [name, decide(sets.get(name)!)]));
  const holds = Object.fromEntries(SETS.map((name) => [name, decisions.get(name)!.holds])) as Record<SetName, boolean>;
  const best = ourAdvice(sets.get('whole')!, need);
  const ours = best
    ? `${best.solver}: at most ${short(best.error)} J, ${short(best.timeMs)} ms${best.timeMs <= realTimeMs ? ', in real time' : ''}`
    : `no solver is within ${plain(TOLERANCE)} J`;
  return { id, place, advice, holds, figure: decisions.get('cold')!.figure, ours };
}

function claimA18(rows: readonly AdviceRow[], held: (name: SetName) => number): ClaimResult {
  const least = Math.min(held('cold'), held('warm'));
  const names = (name: SetName) =>
    rows
      .filter((row) => !row.holds[name])
      .map(({ id }) => id)
      .join(', ') || 'none';
  return {
    id: 'A18',
    verdict: least === rows.length ? 'holds' : least >= rows.length / 2 ? 'holds under conditions' : 'does not hold',
    figure: held('cold') / rows.length,
    unit: 'share of the recommendations that hold, cold start',
    today: held('today') / rows.length,
    reason:
      `${held('cold')} of ${rows.length} hold from a cold start (not: ${names('cold')}), ${held('warm')} from a warm one (not: ${names('warm')}), ` +
      `${held('whole')} if friction consistency counts (not: ${names('whole')}), ${held('today')} with today's defaults and all errors (not: ${names('today')}). ${percent(held('cold') / rows.length)} is the share that decides; every sentence with its figure is in the table.`,
  };
}

function adviceTable(rows: readonly AdviceRow[]): PageTable {
  const word = (holds: boolean) => (holds ? 'yes' : 'no');
  return {
    caption: `The paper's advice and ours. Figures: cold start, papers' settings. Errors: 95th percentile, J; real time: ${short(realTimeMs)} ms.`,
    columns: [
      'no.',
      'place',
      "the paper's advice",
      'holds cold',
      'warm',
      'today',
      'our figure',
      'our advice for the same need',
    ],
    rows: rows.map((row) => [
      ...[
        row.id,
        row.place,
        row.advice,
        word(row.holds.cold),
        word(row.holds.warm),
        word(row.holds.today),
        row.figure,
        row.ours,
      ],
    ]),
  };
}

function runsTable(runs: ReadonlyMap<RunName, Runs>): PageTable {
  const finite = (value: number) => (value === Number.MAX_VALUE ? null : value);
  return {
    caption:
      'What the verdicts rest on: median residual and time, 95th percentiles of the errors, share of the answers that ended at a limit.',
    columns: [
      ...[
        'set',
        'scene',
        'solver',
        'problems',
        'natural residual',
        'energy error [J]',
        'with friction consistency [J]',
      ],
      ...['at a limit', 'time [ms]'],
    ],
    rows: [...runs].flatMap(([set, all]) =>
      TEST_CASES.flatMap(({ key, title }) =>
        (all.get(key) ?? []).map((one) => [
          ...[set, title, one.solver, one.problems, finite(one.residual), finite(one.solved), finite(one.whole)],
          ...[percent(one.struck), finite(one.timeMs)],
        ]),
      ),
    ),
  };
}

function pictureOf(all: Showings): Picture {
  const names = ['bpp-dense', 'pgs', 'pgs-sm', 'spook', 'bpp', 'auto', 'newton-coupled', 'pgs-newton'];
  const floor = 1e-30;
  return {
    name: 'recommendations',
    caption: `Median time against the error that 95 % of the answers stay below, cold start; the lines are the tolerance of ${plain(TOLERANCE)} J and real time.`,
    spec: chartOf(
      TEST_CASES.map(({ key, title }) =>
        seriesPanel({
          title,
          x: { title: 'solver time [ms]', log: true, domain: [0.01, 100] },
          y: { title: 'error as a whole [J]', log: true, domain: [floor / 100, 1000] },
          marks: 'both',
          series: names.map((name) => ({ name })),
          marked: [
            { axis: 'y', at: TOLERANCE, label: `${plain(TOLERANCE)} J` },
            { axis: 'x', at: realTimeMs, label: '1/60 s' },
          ],
          rows: (all.get(key) ?? [])
            .filter(({ solver, error }) => names.includes(solver) && error < Number.MAX_VALUE)
            .map(({ solver, error, timeMs }) => ({ series: solver, x: timeMs, y: Math.max(error, floor) })),
        }),
      ),
      { title: 'Time and error of the solvers, cold start' },
    ),
  };
}
