/**
 * EPTK19 Sec. 6, future work: stop a solve at an energy tolerance. Iterations saved against the error of the trajectory, over the
 * tolerance in J, for three scenes, sweeps (`pgs`, at most 1000 per solve) and pivots (`bpp`), warm started.
 */
import { median } from '../../statistics.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimVerdict, ComparisonRow, Experiment, ExperimentResult } from '../experiment.ts';
import { picturesOf } from './tolerance-figures.ts';
import { CASES, largestRight, nameOf, type RunFigures, runCase, type SceneCase } from './tolerance-runs.ts';

const SWEEPS = 1000;
const SOLVERS = ['pgs', 'bpp'] as const;
const TOLERANCES = [1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1];
/** Sweeps on the grasped log end at their limit below the first of these: finer ones cost much and show the same. */
const GRASPING_SWEEPS = [1e-4, 1e-3, 1e-2, 1e-1, 1];
const QUICK = [1e-9, 1e-6, 1e-3, 1];
const QUICK_STEPS: Readonly<Record<string, number>> = { 'brick-wall': 70, winch: 40, 'log-grasping': 150 };

export interface Row {
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

export interface Summary {
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
  seconds: 125,

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
          'One number in J does not serve all scenes: where none is named, no tolerance keeps the scene right at all parameters.',
      },
    ],
    comparison: comparisonOf(papers, today),
    tables: [summaryTable(summaries)],
    pictures: picturesOf(rows, summaries),
    data: { rows, summaries, rules: CASES.map(({ scene, rule, steps, vary }) => ({ scene, rule, steps, vary })) },
    table: tableOf(rows),
  };
}

function comparisonOf(papers: readonly Summary[], today: readonly Summary[]): ComparisonRow[] {
  return papers.flatMap((s) => {
    const auto = today.find(({ scene }) => scene === s.scene);
    const what = `${nameOf(s.scene)}, ${s.solver}: largest tolerance that keeps it right`;
    const row = (suffix: string, of: (one: Summary) => number | null, unit: string): ComparisonRow => ({
      ...{ what: `${what}${suffix}`, printed: null, ours: of(s) ?? 'none', unit },
      ...(auto && { today: of(auto) ?? 'none' }),
    });
    const fraction = (one: Summary) => (one.fraction === null ? null : Number(one.fraction.toPrecision(2)));
    return [row('', (one) => one.tolerance, 'J'), row(', of the largest kinetic energy', fraction, '')];
  });
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
