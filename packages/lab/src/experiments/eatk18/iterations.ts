/**
 * EATK18 Fig. 5: how many direct iterations a step needs, and how many couplings, on grasping and the other test cases.
 *
 * Direct iterations are those of one solve or one direct phase, the largest of a step: that is what the limits of Table 3 are for. To
 * see what lies beyond those limits, they are lifted (`LIMITS`); bars beyond the limit of Table 3 are hatched.
 */
import { findSolver, type OptionValues } from '@signorini/engine/solvers';
import { chartOf, histogramPanel, type PanelBar } from '../../plots/panels.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimResult, Experiment, PageTable, Picture, Table } from '../experiment.ts';
import { ITERATIONS_PRINTED, TABLE3_PRINTED } from '../printed.ts';
import { percent } from '../words.ts';
import { phaseCounts, pivotCounts, type StepCount } from './iteration-counts.ts';
import {
  capturedCase,
  quartiles,
  quartilesText,
  STARTS,
  type Start,
  shareOf,
  startedAt,
  stepsOf,
  TEST_CASES,
  type TestCase,
  thinned,
  verdictOfStarts,
} from './test-cases.ts';

const table3 = TABLE3_PRINTED.values;
const printed = ITERATIONS_PRINTED.values;

/** Direct iterations of a phase and phases of a step that are run here. */
const LIMITS = { pivots: 30, phases: 12 } as const;

/** `stored`: the bounds stay between phases. The text can be read both ways: a coupling adds rows to the basic set, or updates bounds. */
type Method = 'bpp-dense' | 'bpp' | 'pgs-sm' | 'pgs-sm stored' | 'spook';
const METHODS: readonly Method[] = ['bpp-dense', 'bpp', 'pgs-sm', 'pgs-sm stored', 'spook'];
const TABLE3_DIRECT: Readonly<Record<Method, number>> = {
  'bpp-dense': table3.bppPivots,
  bpp: table3.bppPivots,
  'pgs-sm': table3.pgsSmPivots,
  'pgs-sm stored': table3.pgsSmPivots,
  spook: table3.spookPivots,
};

/** The counts of one method on one test case; `direct` is the largest of each step. */
interface Counts {
  readonly scene: string;
  readonly method: Method;
  readonly start: Start;
  readonly settings: 'papers' | 'today';
  readonly steps: readonly number[];
  readonly direct: readonly number[];
  readonly first: readonly number[];
  readonly phases: readonly number[];
  /** A direct phase ended at `LIMITS`. */
  readonly struck: readonly boolean[];
}

export const iterationsExperiment: Experiment = {
  id: 'iterations',
  title: 'Direct iterations and couplings of a step',
  source: 'EATK18 Sec. 6.1, Fig. 5',
  claims: ['A2', 'A3', 'A4'],
  seconds: 60,

  run(context) {
    const all = allCounts(context);
    const find = (method: Method, start: Start, settings: Counts['settings'] = 'papers') =>
      all.find(
        (one) =>
          one.scene === 'log-grasping' && one.method === method && one.start === start && one.settings === settings,
      )!;
    const claims = [claimA2(find), claimA3(find), claimA4(find)];
    const { steps } = find('bpp-dense', 'warm');
    return {
      reason:
        `Grasping has ${steps.length} counted steps, each solved from the last step's impulses and from zero. Counted are the direct ` +
        'iterations of one solve (BPP) or one direct phase (PGS-SM, SPOOK), the largest of the step, since the paper resets its count ' +
        `after each update of the bounds. Limits are lifted to ${LIMITS.pivots} direct iterations and ${LIMITS.phases} phases to see what lies beyond those of Table 3.`,
      claims,
      comparison: comparisonOf(find),
      tables: [caseTable(all.filter(({ settings }) => settings === 'papers'))],
      pictures: STARTS.map((start) => pictureOf(start, find)),
      data: { limits: LIMITS, counts: all },
      table: tableOf(all),
    };
  },
};

type Find = (method: Method, start: Start, settings?: Counts['settings']) => Counts;

function allCounts(context: ExperimentContext): Counts[] {
  const jobs = TEST_CASES.flatMap((testCase) => {
    const settings = testCase.key === 'grasping' ? (['papers', 'today'] as const) : (['papers'] as const);
    return settings.flatMap((setting) => STARTS.map((start) => ({ testCase, start, setting })));
  });
  return jobs.flatMap(({ testCase, start, setting }, done) => {
    context.progress(done, jobs.length);
    return context.resumable(`${testCase.scene} ${setting} ${start}`, () =>
      methodsOf(context, testCase, setting).map((method) => countsOf(context, testCase, method, start, setting)),
    );
  });
}

/** Dense and body-space pivots are the same; bounds that stay are a second reading of Fig. 5 (c). */
function methodsOf({ quick }: ExperimentContext, { key }: TestCase, settings: Counts['settings']): readonly Method[] {
  if (settings === 'today' || (quick && key !== 'grasping'))
    return METHODS.filter((method) => method !== 'bpp-dense' && method !== 'pgs-sm stored');
  return key === 'grasping' ? METHODS : METHODS.filter((method) => method !== 'pgs-sm stored');
}

function countsOf(
  context: ExperimentContext,
  testCase: TestCase,
  method: Method,
  start: Start,
  settings: Counts['settings'],
): Counts {
  const { problems } = capturedCase(context, testCase, settings);
  const dense = method === 'bpp-dense';
  // the dense method costs the most and pivots as the other does: all steps of Fig. 5's case, a tenth of the others
  const every = context.quick
    ? stepsOf(context, settings) / 10
    : dense && testCase.key !== 'grasping'
      ? 10
      : settings === 'today'
        ? 5
        : 1;
  const chosen = startedAt(thinned(problems, every), start);
  const list = chosen.map(({ problem }) => problem);
  const solver = findSolver(method.replace(' stored', ''));
  const bounds = method === 'pgs-sm stored' ? { bounds: 'stored' } : {};
  const preset = { ...(solver.table3 as OptionValues), ...bounds };
  const counts: StepCount[] =
    'phases' in solver.options
      ? phaseCounts(solver, list, { ...preset, ...LIMITS })
      : pivotCounts(solver, list, { ...preset, maxIterations: LIMITS.pivots }, table3.bppCouplings);
  return {
    scene: testCase.scene,
    method,
    start,
    settings,
    steps: chosen.map(({ step }) => step),
    direct: counts.map(({ direct }) => Math.max(0, ...direct)),
    first: counts.map(({ direct }) => direct[0] ?? 0),
    phases: counts.map(({ phases }) => phases),
    struck: counts.map(({ struck }) => struck),
  };
}

const within = ({ direct }: Counts, most: number) => shareOf(direct, (count) => count <= most);

/** "Most" is more than half of the steps. */
const MOST = 0.5;

function claimA2(find: Find): ClaimResult {
  const share = (start: Start) => within(find('bpp-dense', start), printed.bppPivots);
  const struck = shareOf([...find('bpp-dense', 'warm').struck, ...find('bpp-dense', 'cold').struck], Boolean);
  return {
    id: 'A2',
    verdict: verdictOfStarts({ warm: share('warm') > MOST, cold: share('cold') > MOST }),
    figure: share('cold'),
    unit: `share of steps within ${printed.bppPivots} pivots, cold start`,
    today: within(find('bpp', 'cold', 'today'), printed.bppPivots),
    reason:
      `Warm ${quartilesText(quartiles(find('bpp-dense', 'warm').direct))} pivots in the median (quartiles), cold ` +
      `${quartilesText(quartiles(find('bpp-dense', 'cold').direct))}; ${percent(struck)} of the steps ran into the limit of ${LIMITS.pivots}. ` +
      `Body-space \`bpp\` has ${percent(within(find('bpp', 'cold'), printed.bppPivots))} within ${printed.bppPivots} from a cold start.`,
  };
}

function claimA3(find: Find): ClaimResult {
  const share = (start: Start) => within(find('spook', start), printed.spookPivots - 1);
  return {
    id: 'A3',
    verdict: verdictOfStarts({ warm: share('warm') > MOST, cold: share('cold') > MOST }),
    figure: share('cold'),
    unit: `share of steps with fewer than ${printed.spookPivots} pivots, cold start`,
    today: within(find('spook', 'cold', 'today'), printed.spookPivots - 1),
    reason:
      `Warm ${percent(share('warm'))}, cold ${percent(share('cold'))} of the steps need fewer than ${printed.spookPivots} in every direct phase; ` +
      `a later phase starts from the sets of the one before. The first phase alone has ${quartilesText(quartiles(find('spook', 'cold').first))} cold.`,
  };
}

function claimA4(find: Find): ClaimResult {
  const direct = (start: Start) => Math.max(...find('pgs-sm', start).direct);
  const coupled = (start: Start, settings: Counts['settings'] = 'papers') =>
    shareOf(find('pgs-sm', start, settings).phases, (count) => count <= printed.pgsSmCouplings);
  const holds = (start: Start) => direct(start) <= printed.pgsSmDirect && coupled(start) >= printed.pgsSmShare - 0.1;
  const stored = (start: Start) =>
    shareOf(find('pgs-sm stored', start).phases, (count) => count <= printed.pgsSmCouplings);
  const open = (start: Start) => shareOf(find('pgs-sm', start).phases, (count) => count >= LIMITS.phases);
  return {
    id: 'A4',
    verdict: verdictOfStarts({ warm: holds('warm'), cold: holds('cold') }),
    figure: coupled('cold'),
    unit: `share of steps within ${printed.pgsSmCouplings} couplings, cold start`,
    today: coupled('cold', 'today'),
    reason:
      `Direct phases end after at most ${direct('warm')} iterations warm and ${direct('cold')} cold. The coupling settles within ` +
      `${printed.pgsSmCouplings} phases in ${percent(coupled('warm'))} of the steps warm and ${percent(coupled('cold'))} cold; ` +
      `${percent(open('warm'))} and ${percent(open('cold'))} are still at work after ${LIMITS.phases}. With bounds that stay as stored ` +
      `${percent(stored('warm'))} and ${percent(stored('cold'))} settle within ${printed.pgsSmCouplings}. The claim counts as held with at most ` +
      `${printed.pgsSmDirect} direct iterations and a share of at least 80 %.`,
  };
}

function comparisonOf(find: Find) {
  const rows = STARTS.flatMap((start) => [
    {
      what: `BPP: steps within ${printed.bppPivots} pivots, ${start}`,
      printed: 'most',
      ours: within(find('bpp-dense', start), printed.bppPivots),
      today: within(find('bpp', start, 'today'), printed.bppPivots),
    },
    {
      what: `SPOOK: steps with fewer than ${printed.spookPivots} pivots, ${start}`,
      printed: 'most',
      ours: within(find('spook', start), printed.spookPivots - 1),
      today: within(find('spook', start, 'today'), printed.spookPivots - 1),
    },
    {
      what: `PGS-SM: steps within ${printed.pgsSmCouplings} couplings, ${start}`,
      printed: printed.pgsSmShare,
      ours: shareOf(find('pgs-sm', start).phases, (count) => count <= printed.pgsSmCouplings),
      today: shareOf(find('pgs-sm', start, 'today').phases, (count) => count <= printed.pgsSmCouplings),
    },
  ]);
  const largest = STARTS.map((start) => ({
    what: `PGS-SM: most direct iterations of a phase, ${start}`,
    printed: printed.pgsSmDirect,
    ours: Math.max(...find('pgs-sm', start).direct),
    unit: 'iterations',
    today: Math.max(...find('pgs-sm', start, 'today').direct),
  }));
  return [...rows.map((row) => ({ ...row, unit: 'share of steps' })), ...largest];
}

function caseTable(all: readonly Counts[]): PageTable {
  return {
    caption:
      'Direct iterations of a solve or phase, the largest of each step, and phases of a step: medians with quartiles. Beyond Table 3: share of steps that need more than its limit.',
    columns: [
      'scene',
      'start',
      'method',
      'steps',
      'direct',
      'most',
      `cut off at ${LIMITS.pivots}`,
      'beyond Table 3',
      'phases',
      'beyond 5 phases',
    ],
    rows: all.map((one) => [
      ...[one.scene, one.start, one.method, one.steps.length],
      ...[quartilesText(quartiles(one.direct)), Math.max(...one.direct)],
      percent(shareOf(one.struck, Boolean)),
      percent(shareOf(one.direct, (count) => count > TABLE3_DIRECT[one.method])),
      ...(one.method === 'bpp' || one.method === 'bpp-dense'
        ? [String(table3.bppCouplings), 'not applicable']
        : [quartilesText(quartiles(one.phases)), percent(shareOf(one.phases, (count) => count > table3.phases))]),
    ]),
  };
}

function pictureOf(start: Start, find: Find): Picture {
  const { steps } = find('bpp', start);
  const panels = [
    { letter: 'a', title: 'BPP (dense): direct', counts: find('bpp-dense', start).direct, limit: table3.bppPivots - 1 },
    { letter: 'b', title: 'PGS-SM: direct', counts: find('pgs-sm', start).direct, limit: table3.pgsSmPivots },
    { letter: 'c', title: 'PGS-SM: coupling', counts: find('pgs-sm', start).phases, limit: table3.phases },
    { letter: 'd', title: 'SPOOK: direct', counts: find('spook', start).direct, limit: table3.spookPivots },
  ];
  return {
    name: `iterations-${start}`,
    caption:
      `EATK18 Fig. 5, grasping, ${start} start, ${steps.length} steps: iterations of the largest solve or phase of each step. ` +
      'Hatched: more than the limit of Table 3 (a: the limit of 30 struck).',
    spec: chartOf(
      panels.map(({ letter, title, counts, limit }) =>
        histogramPanel({
          title: `(${letter}) ${title}`,
          x: { title: letter === 'c' ? 'phases of a step' : 'direct iterations of a phase' },
          y: { title: 'steps' },
          height: 180,
          bars: barsOf(counts, limit),
        }),
      ),
      { title: `Iterations on grasping, ${start} start`, subtitle: 'hatched: beyond the limit of Table 3' },
    ),
  };
}

/** A bar per count, from 0 to at least 6. */
export function barsOf(counts: readonly number[], limit: number): PanelBar[] {
  const most = Math.max(6, ...counts);
  return Array.from({ length: most + 1 }, (_, k) => ({
    from: k - 0.4,
    to: k + 0.4,
    count: counts.filter((count) => count === k).length,
    hatched: k > limit,
  }));
}

/** Lists every step of Fig. 5's test case and every fifth of the others: the JSON file has all. */
function tableOf(all: readonly Counts[]): Table {
  return {
    columns: [
      'scene',
      'settings',
      'start',
      'method',
      'step',
      'direct, largest',
      'direct, first',
      'phases',
      'limit struck',
    ],
    rows: all.flatMap((one) => {
      const row = (step: number, k: number) => [
        ...[one.scene, one.settings, one.start, one.method, step],
        ...[one.direct[k]!, one.first[k]!, one.phases[k]!, one.struck[k] ? 1 : 0],
      ];
      return one.steps.map(row).filter((_, k) => one.scene === 'log-grasping' || one.steps[k]! % 5 === 0);
    }),
  };
}
