/** Which pictures the report has, and what each is for. */

import { measureList, type ReplayedMeasure } from '@signorini/engine/measures';
import { findSolver, solvers } from '@signorini/engine/solvers';
import { plain } from '../number-text.ts';
import type { ChartSpec } from '../plots/chart-spec.ts';
import { errorStepsPlot } from '../plots/error-steps.ts';
import { iterationsPlot } from '../plots/iterations.ts';
import { errorProfile, profilePlot, timeProfile } from '../plots/profiles.ts';
import { timeErrorPlot } from '../plots/time-error.ts';
import type { ReplayRow } from '../replay.ts';

export interface Chart {
  /** Unique in the page; letters, digits and hyphens. */
  readonly name: string;
  readonly caption: string;
  readonly spec: ChartSpec;
  /** If the picture is of one solver. */
  readonly solver?: string;
}

export interface ReportGroup {
  readonly title: string;
  readonly note: string;
  readonly charts: readonly Chart[];
  readonly small?: boolean;
  readonly legend?: boolean;
}

export interface ChartRequest {
  readonly rows: readonly ReplayRow[];
  /** J (J/s^2 for force problems). */
  readonly tolerance: number;
  /** ms */
  readonly budget?: number;
}

/** The measures that are drawn. */
const CHARTED = measureList.flatMap(({ key, title, summary, reported }) =>
  reported?.charts ? [{ error: key as ReplayedMeasure, title, caption: `${capital(title)}: ${summary}` }] : [],
);

export function reportGroups(request: ChartRequest): ReportGroup[] {
  const taken = request.rows.filter(({ status }) => status !== 'refused');
  const unit = request.rows[0]?.unit ?? 'J';
  return [
    timeGroup(request, taken, unit),
    stepsGroup(request, taken, unit),
    profilesGroup(request, taken, unit),
    iterationsGroup(taken),
  ];
}

function timeGroup({ tolerance, budget }: ChartRequest, rows: readonly ReplayRow[], unit: string): ReportGroup {
  return {
    title: 'Time against error',
    note: 'A point is one solve of one problem; lower left is better. Points below the dotted line are exact zeros, points above it are not finite.',
    legend: true,
    charts: CHARTED.map(({ error, title, caption }) => ({
      name: `time-${error}`,
      caption,
      spec: timeErrorPlot({ rows, error, title, unit, tolerance, ...(budget !== undefined && { budget }) }),
    })),
  };
}

function stepsGroup({ tolerance }: ChartRequest, rows: readonly ReplayRow[], unit: string): ReportGroup {
  return {
    title: 'Error over the steps',
    note: 'In which steps of the scene a solver is wrong.',
    legend: true,
    charts: CHARTED.map(({ error, title, caption }) => ({
      name: `steps-${error}`,
      caption,
      spec: errorStepsPlot({ rows, error, title, unit, tolerance }),
    })),
  };
}

function profilesGroup(request: ChartRequest, rows: readonly ReplayRow[], unit: string): ReportGroup {
  const { tolerance, rows: all } = request;
  const limit = `${plain(tolerance)} ${unit}`;
  return {
    title: 'Profiles',
    note: `Left: the share of problems solved within ${limit} (both errors) in at most τ times the time of the quickest solver that does; higher is better. Right: the share solved to a given error, the larger of the two.`,
    legend: true,
    charts: [
      {
        name: 'profile-time',
        caption: `Within ${limit}, and how much slower than the quickest`,
        spec: profilePlot({
          rows,
          steps: timeProfile(all, tolerance),
          title: 'τ, time over that of the quickest [–]',
        }),
      },
      {
        name: 'profile-error',
        caption: 'The larger of the two errors, whatever the time',
        spec: profilePlot({
          rows,
          steps: errorProfile(all),
          title: `error [${unit}]`,
          limit: { at: tolerance, label: `tolerance ${limit}` },
        }),
      },
    ],
  };
}

function iterationsGroup(rows: readonly ReplayRow[]): ReportGroup {
  const names = [...new Set(rows.map(({ solver }) => solver))];
  return {
    title: 'Iterations',
    note: 'Problems by the number of iterations that they took, heights on a square-root scale so that single problems show; light bars with a frame did not converge (the limit struck, or the solver gave up).',
    small: true,
    charts: names.map((solver, k) => ({
      name: `iterations-${k}`,
      caption: solver,
      solver,
      spec: iterationsPlot(
        solver,
        rows.filter((row) => row.solver === solver),
        nounOf(solver),
      ),
    })),
  };
}

const NOUN = { direct: 'factorisations', iterative: 'sweeps', hybrid: 'iterations' } as const;

/** What a solver's iterations are. */
function nounOf(name: string): string {
  return solvers.some((solver) => solver.name === name) ? NOUN[findSolver(name).family] : 'iterations';
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}
