/** Scenes with high mass ratios under sweeps with a limit: which iterate keeps them in place? */
import { createWorld, StepError, type World } from '@signorini/engine';
import { type Problem, velocities } from '@signorini/engine/problem';
import { findScene, type SceneValues } from '@signorini/engine/scenes';
import { findSolver, solve } from '@signorini/engine/solvers';
import type { ExperimentContext } from '../../context.ts';

export const PICKS = ['last', 'natural', 'energy'] as const;
type Pick3 = (typeof PICKS)[number];

export interface RatioRow {
  readonly scene: string;
  readonly ratio: number;
  /** Value of the nearby parameter: edge of a box in m, links of the chain. */
  readonly value: number;
  readonly sweeps: number;
  /** How far the heavy body is from its place, of the box or of the chain's length, at most 1. */
  readonly astray: Readonly<Record<Pick3, number>>;
  /** Largest error of a row's velocity by the natural residual's pick over that by the energy's; median of the MLCPs; null if none differ. */
  readonly velocity: number | null;
  /** Share of the MLCPs in which the two measures pick different iterates. */
  readonly differ: number;
}

interface RatioCase {
  readonly scene: string;
  readonly heavy: string;
  readonly ratios: readonly number[];
  readonly values: readonly number[];
  /** Few for the chain: its guarded step takes long if sweeps leave the joints loose. */
  readonly steps: number;
  readonly sweeps: readonly number[];
  readonly parameters: (ratio: number, value: number) => SceneValues;
  /** m; what a way of the heavy body is compared with. */
  readonly length: (value: number) => number;
}

export const RATIO_CASES: readonly RatioCase[] = [
  {
    scene: 'mass-ratio-stack',
    heavy: 'heavy',
    ratios: [1, 10, 100, 1e3, 1e4],
    values: [0.9, 0.95, 1, 1.05, 1.1],
    steps: 120,
    sweeps: [10, 30],
    parameters: (ratio, size) => ({ ratio, size }),
    length: (size) => size,
  },
  {
    scene: 'heavy-chain',
    heavy: 'load',
    ratios: [1, 1e3],
    values: [18, 19, 20, 21, 22],
    steps: 8,
    sweeps: [10],
    parameters: (ratio, links) => ({ load: ratio, links }),
    length: (links) => 0.2 * links,
  },
];

export function ratioRows({ quick }: ExperimentContext, one: RatioCase, ratio: number): RatioRow[] {
  const values = quick ? one.values.slice(2, 3) : one.values;
  const limits = quick ? one.sweeps.slice(0, 1) : one.sweeps;
  return values.flatMap((value) =>
    limits.map(
      (sweeps): RatioRow => ({
        scene: one.scene,
        ratio,
        value,
        sweeps,
        astray: Object.fromEntries(
          PICKS.map((pick) => [pick, astrayOf(one, one.parameters(ratio, value), one.length(value), sweeps, pick)]),
        ) as unknown as RatioRow['astray'],
        ...velocityOf(one, one.parameters(ratio, value), sweeps),
      }),
    ),
  );
}

/** Cold started, so that what is kept of one step does not help the next. */
function astrayOf(one: RatioCase, parameters: SceneValues, length: number, sweeps: number, pick: Pick3): number {
  const world = createWorld(findScene(one.scene), {
    solver: 'pgs' as const,
    options: { maxIterations: sweeps },
    parameters,
    pick,
    warmStart: false,
  });
  const body = world.body(one.heavy);
  const start = body.position;
  let fine = true;
  for (let k = 0; k < one.steps && fine; k++) fine = stepped(world);
  const way = Math.hypot(...body.position.map((x, c) => x - start[c]!)) / length;
  world.release();
  return fine && way < 1 ? way : 1;
}

function stepped(world: World): boolean {
  try {
    world.step();
    return true;
  } catch (error) {
    if (error instanceof StepError) return false;
    throw error;
  }
}

/** On MLCPs of the scene under an exact solver. */
function velocityOf(one: RatioCase, parameters: SceneValues, sweeps: number): Pick<RatioRow, 'velocity' | 'differ'> {
  const world = createWorld(findScene(one.scene), { solver: 'bpp', parameters });
  const quotients: number[] = [];
  let problems = 0;
  for (let k = 1; k <= 5; k++) {
    world.step();
    const p = world.problem();
    if (!p) continue;
    problems++;
    const [natural, energy] = (['natural', 'energy'] as const).map((pick) => velocityError(p, sweeps, pick));
    if (natural !== energy) quotients.push(natural! / energy!);
  }
  world.release();
  const sorted = quotients.sort((p, q) => p - q);
  return { velocity: sorted[sorted.length >> 1] ?? null, differ: quotients.length / Math.max(1, problems) };
}

/** m/s: the largest of a row, against the exact solution of the same bounds. */
function velocityError(p: Problem, sweeps: number, pick: 'natural' | 'energy'): number {
  const warm = new Float64Array(p.n);
  const { x } = solve(p, { solver: findSolver('pgs'), options: { maxIterations: sweeps }, coupling: 0, pick, warm });
  const { x: exact } = solve(p, { solver: findSolver('bpp'), coupling: 0, warm });
  const [w, right] = [x, exact].map((one) => velocities(p, one, new Float64Array(p.n)));
  return w!.reduce((most, v, i) => Math.max(most, Math.abs(v - right![i]!)), 0);
}
