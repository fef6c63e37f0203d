/**
 * EPTK19 Sec. 6, future work: stop a solve at an energy tolerance. Iterations saved against the error of the trajectory, over the
 * tolerance in J, for three scenes, sweeps (`pgs`, at most 1000 per solve) and pivots (`bpp`), warm started.
 */

import { chartOf, type PanelPoint, seriesPanel } from '../../plots/panels.ts';
import { median } from '../../statistics.ts';
import type { ExperimentContext } from '../context.ts';
import type { ClaimVerdict, ComparisonRow, Experiment, ExperimentResult, Picture } from '../experiment.ts';
import { rounded, wholePercent } from '../words.ts';
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

interface CaseRun {
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
  /** Share of the largest kinetic energy of the reference. */
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
    const runs = plans.map((plan, k) => {
      const { one, solver, settings, value } = plan;
      const run = context.resumable(`${one.name} ${solver} ${settings} ${value}`, () => runOf(plan, context));
      context.progress(k + 1, plans.length);
      return run;
    });
    const rows = runs.flatMap((run) => run.rows);
    const summaries = CASES.flatMap((one) =>
      (['papers', 'today'] as const).flatMap((settings) =>
        ['pgs', 'bpp', 'auto'].flatMap((solver) => summaryOf({ one, solver, settings }, rows, runs)),
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

function runOf({ one, solver, settings, value }: Plan, { quick }: ExperimentContext): CaseRun {
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
      scene: one.scene,
      solver,
      settings,
      value,
      tolerance: tolerances[k]!,
      figures,
      outcome,
      right: one.right(runs[k]!, reference),
      share: figures.iterations / most,
    }),
  );
  const { places: _, ...kept } = reference;
  return { rows, reference: kept };
}

function summaryOf(
  { one, solver, settings }: Omit<Plan, 'value'>,
  rows: readonly Row[],
  runs: readonly CaseRun[],
): Summary[] {
  const mine = rows.filter((row) => row.scene === one.scene && row.solver === solver && row.settings === settings);
  if (mine.length === 0) return [];
  const tolerance = largestRight(mine);
  const kinetic = median(runs.filter((run) => mine.includes(run.rows[0]!)).map(({ reference }) => reference.kinetic))!;
  const at = mine.filter((row) => row.tolerance === tolerance);
  return [
    {
      scene: one.scene,
      solver,
      settings,
      tolerance,
      kinetic,
      runs: new Set(mine.map(({ value }) => value)).size,
      fraction: tolerance === null ? null : tolerance / kinetic,
      share: tolerance === null ? null : median(at.map(({ share }) => share)),
    },
  ];
}

const power = (v: number | null) => (v === null ? 'none' : `${v.toExponential(0)} J`);
const savedText = (share: number | null) => (share === null ? 'none' : wholePercent(1 - share));

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
        `${nameOf(s.scene)} ${s.solver} ${power(s.tolerance)}${s.tolerance === null ? '' : ` (saves ${savedText(s.share)})`}`,
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
        id: 'E15',
        verdict,
        figure: least,
        unit: 'J, keeps every scene right that any tolerance keeps right',
        ...(today.length > 0 && { today: todayLeast }),
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
      what: `${what}${suffix}`,
      printed: null,
      ours: of(s) ?? 'none',
      unit,
      ...(auto && { today: of(auto) ?? 'none' }),
    });
    const fraction = (one: Summary) => (one.fraction === null ? null : Number(one.fraction.toPrecision(2)));
    return [row('', (one) => one.tolerance, 'J'), row(', of the largest kinetic energy', fraction, '')];
  });
}

function summaryTable(summaries: readonly Summary[]) {
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
      rounded(s.fraction, 3),
      rounded(s.share, 3),
      rounded(s.kinetic, 3),
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
const COMMON = { series: SERIES, marks: 'both' as const, legendColumns: 3 };
const TOLERANCE = { title: 'tolerance [J]', log: true };
const DEVIATION = { title: 'median deviation [m]', log: true };

const sameCell = (p: Row, q: Row) => p.scene === q.scene && p.solver === q.solver && p.tolerance === q.tolerance;

function deviation(mine: readonly Row[]): number | null {
  const value = median(mine.map(({ figures }) => figures.deviation));
  return value === null ? null : Math.max(FINEST, value);
}

/** All nearby parameters of a tolerance become one point. */
function points(
  rows: readonly Row[],
  y: (mine: readonly Row[]) => number | null,
  x: (mine: readonly Row[]) => number | null = (mine) => mine[0]!.tolerance,
): PanelPoint[] {
  return rows
    .filter((row, k) => rows.findIndex((other) => sameCell(other, row)) === k)
    .flatMap((row) => {
      const mine = rows.filter((other) => sameCell(other, row));
      const at = { x: x(mine), y: y(mine) };
      return at.x === null || at.y === null
        ? []
        : [{ series: `${nameOf(row.scene)}, ${row.solver}`, x: at.x, y: at.y }];
    });
}

function picturesOf(all: readonly Row[], summaries: readonly Summary[]): Picture[] {
  const rows = all.filter(({ settings }) => settings === 'papers');
  const kinetic = ({ scene }: Row) => summaries.find((s) => s.scene === scene && s.settings === 'papers')!.kinetic;
  const iterations = points(rows, (mine) => median(mine.map(({ figures }) => figures.iterations)));
  const shares = points(rows, (mine) => median(mine.map(({ share }) => share)), deviation);
  const right = points(rows, (mine) => mine.filter((row) => row.right).length / mine.length);
  const part = points(rows, deviation, (mine) => mine[0]!.tolerance / kinetic(mine[0]!));
  return [
    {
      name: 'tolerance-deviation',
      caption:
        'Median deviation of the trajectory over the tolerance, and over the tolerance as a part of the largest kinetic energy of the scene. The winch is compared after 0.5 s.',
      spec: chartOf([
        seriesPanel({ ...COMMON, rows: points(rows, deviation), x: TOLERANCE, y: DEVIATION }),
        seriesPanel({
          ...COMMON,
          rows: part,
          x: { title: 'tolerance / largest kinetic energy', log: true },
          y: DEVIATION,
        }),
      ]),
    },
    {
      name: 'tolerance-iterations',
      caption:
        'Iterations per step over the tolerance; and the share of iterations that is left over the deviation that it costs.',
      spec: chartOf([
        seriesPanel({ ...COMMON, rows: iterations, x: TOLERANCE, y: { title: 'iterations per step', log: true } }),
        seriesPanel({ ...COMMON, rows: shares, x: DEVIATION, y: { title: 'iterations over those at the finest' } }),
      ]),
    },
    {
      name: 'tolerance-right',
      caption: 'Share of the nearby parameters at which a run is right by the rule of its scene.',
      spec: chartOf([
        seriesPanel({
          ...COMMON,
          width: 420,
          rows: right,
          x: TOLERANCE,
          y: { title: 'share of runs that are right', domain: [-0.05, 1.05] },
        }),
      ]),
    },
  ];
}
