/**
 * EATK18 Sec. 7.1, future work: a direct solver for the critical subsystem, the rest by sweeps. The log's grasp, driven by sweeps alone,
 * by sweeps in turns with a direct solve of the joints or of the mechanism, and by a direct solve of everything.
 */

import { findSolver, solve } from '@signorini/engine/solvers';
import { chartOf, seriesPanel } from '../../plots/panels.ts';
import { median, quantile } from '../../statistics.ts';
import { type ExperimentContext, PAPER_SETTINGS } from '../context.ts';
import type { ClaimResult, Experiment, PageTable, Picture } from '../experiment.ts';
import { CRITICAL_PRINTED } from '../printed.ts';
import { rounded, wholePercent } from '../words.ts';
import { CRITERIA, type DrivenRun, grasp } from './outcome-runs.ts';

const METHODS = ['sweeps', 'joints', 'mechanisms', 'direct'] as const;
type Method = (typeof METHODS)[number];
const NAMES: Record<Method, string> = {
  sweeps: 'sweeps alone',
  joints: 'joints direct',
  mechanisms: 'mechanism direct',
  direct: 'all direct',
};
const SWEEPS = [10, 30, 100];
const STEPS = 400; // lifted after 228, turning until 468
const MASSES = [308, 300, 304, 312, 316]; // kg, the scene's default first
type Settings = 'papers' | 'today';

interface Row extends Omit<DrivenRun, 'track'> {
  readonly method: Method;
  /** Most per step; null without sweeps. */
  readonly sweeps: number | null;
  /** kg */
  readonly mass: number;
  readonly settings: Settings;
}

/** On the problems that the reference solver drove, from zero: the same for all methods. */
interface Replay {
  readonly method: Method;
  readonly sweeps: number | null;
  /** J, against bounds that follow the normals; median and quartiles over the problems. */
  readonly middle: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

export const criticalExperiment: Experiment = {
  id: 'critical',
  title: 'A direct solve of the critical subsystem',
  source: 'EATK18 Sec. 7.1',
  claims: ['A20'],
  seconds: 90,

  run(context) {
    const rows = rowsOf(context);
    const { problems, replays } = context.resumable('replayed', () => replayed(context));
    const claim = claimOf(rows, replays, problems);
    return {
      reason:
        `The grasp of the log, driven by auto with warm starts: sweeps alone, sweeps in turns of ten with a direct solve of the joints' rows or of all rows of the arm ` +
        `with its contacts, and a direct solve of everything. ${claim.reason}`,
      claims: [claim],
      comparison: (['joints', 'mechanisms', 'sweeps', 'direct'] as const).map((method) => ({
        what: `log held, ${NAMES[method]}`,
        printed: CRITICAL_PRINTED.values[method],
        unit: 'of runs',
        ours: share(rows, method, 'papers'),
        today: share(rows, method, 'today'),
      })),
      tables: [tableOf(rows, replays)],
      pictures: [pictureOf(rows, replays)],
      data: { criteria: CRITERIA, rows, problems, replays },
      table: {
        columns: [
          'method',
          'sweeps',
          'log mass [kg]',
          'settings',
          'outcome',
          'way in the claw [m]',
          'largest joint gap [m]',
          'median energy error [J]',
          'steps',
        ],
        rows: rows.map((row) => [
          ...[
            row.method,
            row.sweeps,
            row.mass,
            row.settings,
            row.outcome,
            row.figure,
            row.gap,
            row.error ?? null,
            row.steps,
          ],
        ]),
      },
    };
  },
};

function rowsOf(context: ExperimentContext): Row[] {
  const { quick } = context;
  const cases = METHODS.flatMap((method) =>
    (method === 'direct' ? [null] : quick ? [30] : SWEEPS).flatMap((sweeps) => [
      ...(quick ? MASSES.slice(0, 1) : MASSES).map((mass) => ({
        method,
        sweeps,
        mass,
        settings: 'papers' as Settings,
      })),
      ...(quick || (sweeps ?? 30) !== 30 ? [] : [{ method, sweeps, mass: MASSES[0]!, settings: 'today' as Settings }]),
    ]),
  );
  return cases.map((one, done) => {
    const { method, sweeps, mass, settings } = one;
    const run = context.resumable(`${method} ${sweeps} ${mass} ${settings}`, () => {
      const options =
        sweeps === null ? {} : { direct: 'never', sweeps, critical: method === 'sweeps' ? 'none' : method };
      const parameters = { ...(settings === 'papers' && PAPER_SETTINGS), logMass: mass };
      const { track: _, ...figures } = grasp(
        { driver: 'today', start: 'warm', parameters, options },
        quick ? 235 : STEPS,
      );
      return figures;
    });
    context.progress(done + 1, cases.length);
    return { ...one, ...run };
  });
}

const optionsOf = (method: Method, sweeps: number | null) =>
  sweeps === null ? {} : { direct: 'never', sweeps, critical: method === 'sweeps' ? 'none' : method };

function replayed(context: ExperimentContext): { readonly problems: number; readonly replays: readonly Replay[] } {
  const { quick } = context;
  const { problems } = context.captured({
    scene: 'log-grasping',
    settings: 'papers',
    steps: quick ? 120 : STEPS,
    every: 20,
  });
  const replays = METHODS.flatMap((method) =>
    (method === 'direct' ? [null] : quick ? [30] : SWEEPS).map((sweeps): Replay => {
      const errors = problems.map(({ problem: p }) => {
        const options = optionsOf(method, sweeps);
        const { errors } = solve(p, { solver: findSolver('auto'), options, warm: new Float64Array(p.n) });
        return (errors.frictionConsistency ?? errors.energyError).value;
      });
      return { method, sweeps, middle: median(errors), lower: quantile(errors, 0.25), upper: quantile(errors, 0.75) };
    }),
  );
  return { problems: problems.length, replays };
}

/** "4 of 5 held"; null if there are none. */
function share(rows: readonly Row[], method: Method, settings: Settings): string | null {
  const mine = rows.filter((row) => row.method === method && row.settings === settings);
  return mine.length === 0 ? null : `${mine.filter(({ good }) => good).length}/${mine.length}`;
}

const medianOf = (rows: readonly Row[], key: 'error' | 'gap') => median(rows.map((row) => row[key] ?? null));

function claimOf(rows: readonly Row[], replays: readonly Replay[], problems: number): ClaimResult {
  const papers = rows.filter(({ settings }) => settings === 'papers');
  const of = (method: Method) => papers.filter((row) => row.method === method);
  const held = (method: Method) => of(method).filter(({ good }) => good).length / of(method).length;
  const [alone, joints, mechanisms] = [held('sweeps'), held('joints'), held('mechanisms')];
  const errors = METHODS.map(
    (method) => replays.find((one) => one.method === method && (one.sweeps ?? 30) === 30)?.middle,
  );
  const helps = joints > alone && mechanisms > alone;
  const ratio = (errors[1] ?? Number.NaN) / (errors[0] ?? Number.NaN);
  const gaps = (['joints', 'sweeps'] as const).map(
    (method) => medianOf(of(method), 'gap')?.toExponential(1) ?? 'no finite number of',
  );
  const joules = (value: number | null | undefined) => (value == null ? 'no finite number of' : value.toExponential(1));
  const today = rows.filter(({ settings, method }) => settings === 'today' && method === 'joints');
  return {
    id: 'A20',
    verdict: helps ? 'holds' : 'does not hold',
    figure: joints,
    unit: 'share of runs that hold the log, joints direct',
    ...(today.length > 0 && { today: today.filter(({ good }) => good).length / today.length }),
    reason:
      `Sweeps alone hold the log in ${wholePercent(alone)} of ${of('sweeps').length} runs, with the joints solved directly in ${wholePercent(joints)}, with the whole mechanism in ` +
      `${wholePercent(mechanisms)}, a direct solve of everything in ${wholePercent(held('direct'))}. On ${problems} stored problems, 30 sweeps from zero, the median energy error is ${METHODS.map((method, k) => `${joules(errors[k])} J (${NAMES[method]})`).join(', ')}. ` +
      `With the joints direct it is ${Number(ratio.toPrecision(2))} times that of sweeps alone; the largest joint gap of a driven run is ${gaps.join(' m instead of ')} m (medians).`,
  };
}

function tableOf(rows: readonly Row[], replays: readonly Replay[]): PageTable {
  const groups = METHODS.flatMap((method) =>
    [...new Set(rows.filter((row) => row.method === method).map(({ sweeps }) => sweeps))].map((sweeps) => ({
      method,
      sweeps,
    })),
  );
  return {
    caption: "Runs that hold the log, by most sweeps per step; medians of the papers' settings.",
    columns: [
      'method',
      'sweeps',
      "held, papers' settings",
      'held, today',
      'largest joint gap [m]',
      'error of a driven step [J]',
      'error on the same problems [J]',
    ],
    rows: groups.map(({ method, sweeps }) => {
      const mine = rows.filter((row) => row.method === method && row.sweeps === sweeps);
      const papers = mine.filter(({ settings }) => settings === 'papers');
      return [
        ...[NAMES[method], sweeps, share(mine, method, 'papers'), share(mine, method, 'today')],
        ...[rounded(medianOf(papers, 'gap'), 2), rounded(medianOf(papers, 'error'), 2)],
        rounded(replays.find((one) => one.method === method && one.sweeps === sweeps)?.middle ?? null, 2),
      ];
    }),
  };
}

function pictureOf(rows: readonly Row[], replays: readonly Replay[]): Picture {
  const papers = rows.filter(({ settings }) => settings === 'papers');
  const counts = [...new Set(papers.flatMap(({ sweeps }) => (sweeps === null ? [] : [sweeps])))];
  const points = (value: (method: Method, sweeps: number) => number | null | undefined) =>
    METHODS.flatMap((method) =>
      counts.flatMap((sweeps) => {
        const y = value(method, sweeps);
        return y == null || y <= 0 ? [] : [{ series: NAMES[method], x: sweeps, y: Number(y.toPrecision(4)) }];
      }),
    );
  const is = (one: { readonly method: Method; readonly sweeps: number | null }, method: Method, sweeps: number) =>
    one.method === method && (one.sweeps ?? sweeps) === sweeps;
  const series = METHODS.map((method) => ({ name: NAMES[method] }));
  const x = { title: 'most sweeps per step', log: true, domain: [8, 125] as const, ticks: counts };
  return {
    name: 'critical',
    caption:
      `Left: the grasp driven with log masses of ${Math.min(...MASSES)} to ${Math.max(...MASSES)} kg, papers' settings, warm; median of the largest joint gaps. ` +
      'Right: median energy error on the same stored problems, from zero, against friction bounds that follow the normals.',
    spec: chartOf(
      [
        seriesPanel({
          title: 'Driven',
          x,
          y: { title: 'largest joint gap [m]', log: true },
          series,
          marks: 'both',
          rows: points((method, sweeps) =>
            medianOf(
              papers.filter((row) => is(row, method, sweeps)),
              'gap',
            ),
          ),
          marked: [{ axis: 'y', at: CRITERIA.apart, label: 'comes apart' }],
        }),
        seriesPanel({
          title: 'The same problems',
          x,
          y: { title: 'energy error [J]', log: true },
          series,
          marks: 'both',
          rows: points((method, sweeps) => replays.find((one) => is(one, method, sweeps))?.middle),
        }),
      ],
      { title: 'A direct solve of the critical rows inside sweeps (EATK18 Sec. 7.1)' },
    ),
  };
}
