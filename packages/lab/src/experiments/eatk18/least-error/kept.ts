/** Captured MLCPs solved up to a limit: how much smaller the error of the kept iterate is than that of the last one. */
import { energyError, fischerBurmeister, naturalResidual } from '@signorini/engine/measures';
import type { Problem } from '@signorini/engine/problem';
import { findSolver, type OptionValues, solve } from '@signorini/engine/solvers';
import { median, quantile } from '../../../statistics.ts';
import type { ExperimentContext } from '../../context.ts';

export const MEASURES = ['energy', 'natural', 'fischer'] as const;
type MeasureId = (typeof MEASURES)[number];
export const MEASURE_NAMES: Readonly<Record<MeasureId, string>> = {
  energy: 'energy error',
  natural: 'natural residual',
  fischer: 'Fischer-Burmeister',
};

export const SCENES = ['brick-wall', 'closed-loop', 'winch', 'log-grasping'] as const;

interface LimitedSolver {
  readonly solver: string;
  /** The option that limits it. */
  readonly option: 'maxIterations' | 'phases';
  readonly limits: readonly number[];
}

export const LIMITED: readonly LimitedSolver[] = [
  { solver: 'bpp-dense', option: 'maxIterations', limits: [1, 2, 4] },
  { solver: 'bpp', option: 'maxIterations', limits: [1, 2, 4, 8] },
  { solver: 'pgs-sm', option: 'phases', limits: [1, 2, 5] },
  { solver: 'spook', option: 'phases', limits: [1, 2, 5] },
  { solver: 'pgs', option: 'maxIterations', limits: [5, 25, 75] },
];

export interface KeptRow {
  readonly scene: string;
  readonly solver: string;
  readonly limit: number;
  readonly start: 'warm' | 'cold';
  readonly step: number;
  /** The solve ended without converging. */
  readonly struck: boolean;
  readonly iterates: number;
  /** Kept by a measure, over that of the last iterate: by energy and by natural residual. */
  readonly energy: Readonly<Record<MeasureId, number>>;
  readonly natural: Readonly<Record<MeasureId, number>>;
}

/** The MLCPs of one scene, with the papers' settings: every solver solves the same, bounds as stored. */
export function keptRows(context: ExperimentContext, scene: string): KeptRow[] {
  const { quick } = context;
  const { problems } = context.captured({ scene, settings: 'papers', steps: quick ? 60 : 400, every: quick ? 20 : 40 });
  const solvers = quick ? LIMITED.filter(({ solver }) => solver !== 'bpp-dense') : LIMITED;
  return problems.flatMap(({ problem, step }) =>
    solvers.flatMap(({ solver, option, limits }) =>
      limits.flatMap((limit) =>
        (['warm', 'cold'] as const).map(
          (start): KeptRow => ({
            scene,
            solver,
            limit,
            start,
            step,
            ...keptOf(problem, solver, { [option]: limit }, start),
          }),
        ),
      ),
    ),
  );
}

const UNSOLVED: ReadonlySet<string> = new Set(['iteration-limit', 'stagnated', 'diverged']);

function keptOf(p: Problem, solver: string, options: OptionValues, start: 'warm' | 'cold') {
  const { x, history, status } = solve(p, {
    solver: findSolver(solver),
    options,
    coupling: 0,
    pick: 'last',
    history: true,
    ...(start === 'cold' && { warm: new Float64Array(p.n) }),
  });
  const last = {
    energy: energyError(p, x).value,
    natural: naturalResidual(p, x).value,
    fischer: fischerBurmeister(p, x).value,
  };
  const errors = Object.fromEntries(
    MEASURES.map((measure) => [measure, [...history!.solves.flatMap((one) => one.errors[measure]), last[measure]]]),
  ) as unknown as Record<MeasureId, number[]>;
  const at = Object.fromEntries(MEASURES.map((measure) => [measure, leastAt(errors[measure])])) as Record<
    MeasureId,
    number
  >;
  const over = (judge: 'energy' | 'natural') =>
    Object.fromEntries(
      MEASURES.map((measure) => [measure, last[judge] > 0 ? errors[judge][at[measure]]! / last[judge] : 1]),
    ) as unknown as Record<MeasureId, number>;
  return {
    struck: UNSOLVED.has(status),
    iterates: errors.energy.length - 1,
    energy: over('energy'),
    natural: over('natural'),
  };
}

/** The last of the least: an earlier iterate is kept only if it is better. NaN is never the least. */
export function leastAt(errors: readonly number[]): number {
  let best = errors.length - 1;
  for (let k = best - 1; k >= 0; k--) if (errors[k]! < errors[best]! || Number.isNaN(errors[best])) best = k;
  return best;
}

/** An iterate is better if its error is smaller by a hundredth: equal ones differ by rounding. */
export const BETTER = 0.99;

/** One line of the page: many solves of one solver. */
export interface KeptSummary {
  readonly solver: string;
  readonly limit: number | null;
  readonly scene: string | null;
  readonly solves: number;
  readonly struck: number;
  /** Struck solves whose last iterate is not the best by energy, by natural residual. */
  readonly notBest: number;
  readonly notBestNatural: number;
  /** Energy error kept by each measure over that of the last iterate, among the struck. */
  readonly ratios: Readonly<Record<MeasureId, { median: number | null; lower: number | null; upper: number | null }>>;
}

export function keptSummary(
  rows: readonly KeptRow[],
  name: Pick<KeptSummary, 'solver' | 'limit' | 'scene'>,
): KeptSummary {
  const struck = rows.filter((row) => row.struck);
  const share = (better: (row: KeptRow) => boolean) =>
    struck.length > 0 ? struck.filter(better).length / struck.length : 0;
  const ratios = Object.fromEntries(
    MEASURES.map((measure) => {
      const values = struck.map((row) => row.energy[measure]);
      return [measure, { median: median(values), lower: quantile(values, 0.25), upper: quantile(values, 0.75) }];
    }),
  ) as unknown as KeptSummary['ratios'];
  return {
    ...name,
    solves: rows.length,
    struck: struck.length,
    ratios,
    notBest: share((row) => row.energy.energy < BETTER),
    notBestNatural: share((row) => row.natural.natural < BETTER),
  };
}
