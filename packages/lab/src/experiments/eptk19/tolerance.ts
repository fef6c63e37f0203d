/**
 * EPTK19 Sec. 6, future work: stop a solve at an energy tolerance. Iterations saved against the error of the trajectory, over the
 * tolerance in J, for three scenes, sweeps (`pgs`, at most 1000 per solve) and pivots (`bpp`), warm started.
 */
import { type FigurePoint, figure, seriesPanel } from '../../plots/figure.ts';
import { median } from '../../statistics.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimVerdict, Experiment, ExperimentResult, Picture } from '../experiment.ts';
import { CASES, largestRight, type RunFigures, runCase, type SceneCase } from './tolerance-runs.ts';

const SWEEPS = 1000;
const SOLVERS = ['pgs', 'bpp'] as const;
const TOLERANCES = [1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1];
/** Sweeps on the grasped log end at their limit below the first of these: finer ones cost much and show the same. */
const GRASPING_SWEEPS = [1e-4, 1e-3, 1e-2, 1e-1, 1];
const QUICK = [1e-9, 1e-6, 1e-3, 1];
const QUICK_STEPS: Readonly<Record<string, number>> = { 'brick-wall': 70, winch: 40, 'log-grasping': 150 };

interface Row {
  readonly scene: string;
  readonly solver: string;
  readonly settings: 'papers' | 'today';
  readonly value: number;
  readonly tolerance: number;
  readonly right: boolean;
  /** Iterations over those of the finest tolerance. */
  readonly share: number;
  readonly figures: Omit<RunFigures, 'outcome'>;
  readonly outcome: RunFigures['outcome'];
}

interface Part {
  readonly rows: readonly Row[];
  readonly reference: RunFigures;
}

interface Summary {
  readonly scene: string;
  readonly solver: string;
  readonly settings: 'papers' | 'today';
  readonly runs: number;
  /** J; null if no tolerance keeps the scene right. */
  readonly tolerance: number | null;
  /** Of the largest kinetic energy of the reference. */
  readonly fraction: number | null;
  /** Iterations per step at it, over those at the finest tolerance. */
  readonly share: number | null;
  readonly kinetic: number;
}

export const toleranceExperiment: Experiment = {
  id: 'tolerance',
  title: 'Stopping at an energy tolerance',
  source: 'EPTK19 Sec. 6 (future work)',
  claims: ['E15'],
  seconds: 120,

  run(context) {
    const plans = plansOf(context.quick);
    const parts = plans.map((plan, k) => {
      const { one, solver, settings, value } = plan;
      const part = context.part(`${one.name} ${solver} ${settings} ${value}`, () => partOf(plan, context));
      context.progress(k + 1, plans.length);
      return part;
    });
    const rows = parts.flatMap((part) => part.rows);
    const summaries = CASES.flatMap((one) =>
      (['papers', 'today'] as const).flatMap((settings) =>
        ['pgs', 'bpp', 'auto'].flatMap((solver) => summaryOf({ one, solver, settings }, rows, parts)),
      ),
    );
    return resultOf(rows, summaries);
  },
};

interface Plan {
  readonly one: SceneCase;
  readonly solver: string;
  readonly settings: 'papers' | 'today';
  readonly value: number;
}

function plansOf(quick: boolean): Plan[] {
  const middle = ({ vary: { values } }: SceneCase) => values[values.length >> 1]!;
  return CASES.flatMap((one) => [
    ...SOLVERS.filter((solver) => !quick || solver === 'bpp' || one.scene !== 'log-grasping').flatMap((solver) =>
      (quick ? [middle(one)] : one.vary.values).map((value): Plan => ({ one, solver, settings: 'papers', value })),
    ),
    ...(quick ? [] : [{ one, solver: 'auto', settings: 'today' as const, value: middle(one) }]),
  ]);
}

function partOf({ one, solver, settings, value }: Plan, { quick }: ExperimentContext): Part {
  const steps = quick ? QUICK_STEPS[one.scene]! : one.steps;
  const reference = runCase(one, { solver: settings === 'papers' ? 'bpp' : solver, settings, value, steps });
  const tolerances = quick ? QUICK : solver === 'pgs' && one.scene === 'log-grasping' ? GRASPING_SWEEPS : TOLERANCES;
  const limit = solver === 'pgs' ? { maxIterations: SWEEPS } : {};
  const runs = tolerances.map((tolerance) =>
    runCase(one, { solver, settings, value, tolerance, steps, ...limit }, reference),
  );
  const most = runs[0]!.iterations;
  const rows = runs.map(
    ({ places: _, outcome, ...figures }, k): Row => ({
      ...{ scene: one.scene, solver, settings, value, tolerance: tolerances[k]!, figures, outcome },
      ...{ right: one.right(runs[k]!, reference), share: figures.iterations / most },
    }),
  );
  const { places: _, ...kept } = reference;
  return { rows, reference: kept };
}

function summaryOf(
  { one, solver, settings }: Omit<Plan, 'value'>,
  rows: readonly Row[],
  parts: readonly Part[],
): Summary[] {
  const mine = rows.filter((row) => row.scene === one.scene && row.solver === solver && row.settings === settings);
  if (mine.length === 0) return [];
  const tolerance = largestRight(mine);
  const kinetic = median(
    parts.filter((part) => mine.includes(part.rows[0]!)).map(({ reference }) => reference.kinetic),
  )!;
  const at = mine.filter((row) => row.tolerance === tolerance);
  return [
    {
      ...{ scene: one.scene, solver, settings, tolerance, kinetic, runs: new Set(mine.map(({ value }) => value)).size },
      fraction: tolerance === null ? null : tolerance / kinetic,
      share: tolerance === null ? null : median(at.map(({ share }) => share)),
    },
  ];
}

const power = (v: number | null) => (v === null ? 'none' : `${v.toExponential(0)} J`);
const percent = (v: number | null) => (v === null ? 'none' : `${(100 * (1 - v)).toFixed(0)} %`);
const nameOf = (scene: string) => CASES.find((one) => one.scene === scene)!.name;

function resultOf(rows: readonly Row[], summaries: readonly Summary[]): ExperimentResult {
  const papers = summaries.filter(({ settings }) => settings === 'papers');
  const kept = papers.filter(({ tolerance }) => tolerance !== null);
  const least = kept.length > 0 ? Math.min(...kept.map(({ tolerance }) => tolerance!)) : null;
  const saves = kept.filter(({ share }) => share! < 0.9);
  const verdict: ClaimVerdict =
    kept.length === papers.length && saves.length === papers.length
      ? 'holds'
      : saves.length > 0
        ? 'holds under conditions'
        : 'does not hold';
  const fractions = kept.map(({ fraction }) => fraction!);
  const today = summaries.filter(({ settings }) => settings === 'today');
  const todayLeast =
    today.length > 0 && today.every(({ tolerance }) => tolerance !== null)
      ? Math.min(...today.map(({ tolerance }) => tolerance!))
      : null;
  const each = papers
    .map(
      (s) =>
        `${nameOf(s.scene)} ${s.solver} ${power(s.tolerance)}${s.tolerance === null ? '' : ` (saves ${percent(s.share)})`}`,
    )
    .join(', ');
  const span =
    fractions.length > 0
      ? `${Math.min(...fractions).toExponential(0)} to ${Math.max(...fractions).toExponential(0)}`
      : 'no part';
  return {
    reason:
      'Each solve ends at an energy error in J. The finer the tolerance, the nearer the trajectory to that of the exact solver; ' +
      `the largest tolerance that keeps a scene right is ${span} of its largest kinetic energy. ` +
      CASES.map(({ name, rule }) => `Right for the ${name}: ${rule}.`).join(' '),
    claims: [
      {
        ...{
          id: 'E15',
          verdict,
          figure: least,
          unit: 'J, keeps every scene right that any tolerance keeps right',
          ...(today.length > 0 && { today: todayLeast }),
        },
        reason:
          `Largest tolerance that keeps the scene right at every nearby parameter, and iterations saved against the finest: ${each}. ` +
          'The condition is the scene: one number in J does not serve all, since the energy that moves differs.',
      },
    ],
    comparison: papers.flatMap((s) => {
      const auto = today.find(({ scene }) => scene === s.scene);
      const same = (value: number | null | undefined) => (auto ? { today: value ?? null } : {});
      const what = `${nameOf(s.scene)}, ${s.solver}`;
      return [
        {
          what: `${what}: largest tolerance that keeps it right`,
          printed: null,
          ours: s.tolerance ?? 'none',
          ...same(auto?.tolerance),
          unit: 'J',
        },
        {
          what: `${what}: the same, of the largest kinetic energy`,
          printed: null,
          ours: s.fraction === null ? 'none' : Number(s.fraction.toPrecision(2)),
          ...same(auto?.fraction),
          unit: '',
        },
      ];
    }),
    tables: [summaryTable(summaries)],
    pictures: picturesOf(rows, summaries),
    data: { rows, summaries, rules: CASES.map(({ scene, rule, steps, vary }) => ({ scene, rule, steps, vary })) },
    table: tableOf(rows),
  };
}

function summaryTable(summaries: readonly Summary[]) {
  const short = (v: number | null) => (v === null ? null : Number(v.toPrecision(3)));
  return {
    caption:
      'Largest tolerance at which, and below which, every run is right; iterations per step at it over those at the finest tolerance.',
    columns: [
      'scene',
      'solver',
      'settings',
      'runs',
      'tolerance [J]',
      'of the largest kinetic energy',
      'iterations',
      'largest kinetic energy [J]',
    ],
    rows: summaries.map((s) => [
      nameOf(s.scene),
      s.solver,
      s.settings,
      s.runs,
      s.tolerance ?? 'none',
      short(s.fraction),
      short(s.share),
      short(s.kinetic),
    ]),
  };
}

function tableOf(rows: readonly Row[]) {
  return {
    columns: [
      'scene',
      'solver',
      'settings',
      'parameter',
      'value',
      'tolerance [J]',
      'right',
      'deviation [m]',
      'largest gap [m]',
      'iterations per step',
      'of those at the finest',
      'steps at the limit',
    ],
    rows: rows.map(({ scene, solver, settings, value, tolerance, right, share, figures: f }) => [
      ...[nameOf(scene), solver, settings, CASES.find((one) => one.scene === scene)!.vary.parameter, value, tolerance],
      ...[right ? 'yes' : 'no', f.deviation, f.gap, f.iterations, share, f.struck],
    ]),
  };
}

/** The finest deviation that a picture shows, m: exact solvers agree to rounding. */
const FINEST = 1e-9;
const SERIES = CASES.flatMap(({ name }) => ['pgs', 'bpp'].map((solver) => ({ name: `${name}, ${solver}` })));

function picturesOf(rows: readonly Row[], summaries: readonly Summary[]): Picture[] {
  const papers = rows.filter(({ settings }) => settings === 'papers');
  const points = (
    of: (mine: readonly Row[]) => number | null,
    x: (tolerance: number, row: Row) => number,
  ): FigurePoint[] =>
    papers
      .filter((row, k) => papers.findIndex((other) => sameCell(other, row)) === k)
      .flatMap((row) => {
        const y = of(papers.filter((other) => sameCell(other, row)));
        const series = `${nameOf(row.scene)}, ${row.solver}`;
        return y === null ? [] : [{ series, x: x(row.tolerance, row), y }];
      });
  const deviation = (mine: readonly Row[]) => {
    const value = median(mine.map(({ figures }) => figures.deviation));
    return value === null ? null : Math.max(FINEST, value);
  };
  const kinetic = (row: Row) => summaries.find((s) => s.scene === row.scene && s.settings === 'papers')!.kinetic;
  const plain = (tolerance: number) => tolerance;
  const common = { series: SERIES, marks: 'both' as const };
  const y = { title: 'median deviation [m]', log: true };
  return [
    {
      name: 'tolerance-deviation',
      caption:
        'Median deviation of the trajectory over the tolerance, and over the tolerance as a part of the largest kinetic energy of the scene. The winch is compared after 0.5 s.',
      spec: figure([
        seriesPanel({ ...common, rows: points(deviation, plain), x: { title: 'tolerance [J]', log: true }, y }),
        seriesPanel({
          ...common,
          rows: points(deviation, (tolerance, row) => tolerance / kinetic(row)),
          x: { title: 'tolerance / largest kinetic energy', log: true },
          y,
        }),
      ]),
    },
    {
      name: 'tolerance-iterations',
      caption:
        'Iterations per step over the tolerance: sweeps of pgs fall with its logarithm, pivots of bpp hardly. On the right, what is won against what is lost.',
      spec: figure([
        seriesPanel({
          ...{ ...common, rows: points((mine) => median(mine.map(({ figures }) => figures.iterations)), plain) },
          ...{ x: { title: 'tolerance [J]', log: true }, y: { title: 'iterations per step', log: true } },
        }),
        seriesPanel({
          ...common,
          rows: [
            ...points(
              (mine) => median(mine.map(({ share }) => share)),
              (_, row) => deviation(papers.filter((other) => sameCell(other, row))) ?? Number.NaN,
            ),
          ].filter(({ x }) => Number.isFinite(x)),
          ...{ x: { title: 'median deviation [m]', log: true }, y: { title: 'iterations over those at the finest' } },
        }),
      ]),
    },
    {
      name: 'tolerance-right',
      caption: 'Share of the nearby parameters at which a run is right by the rule of its scene.',
      spec: figure([
        seriesPanel({
          ...{
            ...common,
            width: 420,
            rows: points((mine) => mine.filter(({ right }) => right).length / mine.length, plain),
          },
          ...{
            x: { title: 'tolerance [J]', log: true },
            y: { title: 'share of runs that are right', domain: [-0.05, 1.05] },
          },
        }),
      ]),
    },
  ];
}

const sameCell = (p: Row, q: Row) => p.scene === q.scene && p.solver === q.solver && p.tolerance === q.tolerance;
