/** A world with a solver: the only file that sees both solvers and dynamics. */

import { ContractError, expectNames } from './checks/errors.ts';
import { found } from './checks/wording.ts';
import type { WorldSettings } from './dynamics/settings.ts';
import type { SleepOptions } from './dynamics/step/sleeping.ts';
import type { StepSolver } from './dynamics/step/step-state.ts';
import { World } from './dynamics/world.ts';
import type { AnySolver, OptionValues, ThreadTeam } from './problem/solver.ts';
import { type Scene, type SceneValues, sceneValues } from './scenes/scene.ts';
import { type BuiltInSolver, builtInSolver } from './solvers/registry/built-in.ts';
import { type SolveRequest, solve } from './solvers/solve.ts';

export interface WorldOptions {
  /** Parameters of the scene; what is left out has its default. */
  readonly parameters?: SceneValues;
  /** A solver, or the name of one that comes with the default; default auto. */
  readonly solver?: AnySolver | BuiltInSolver;
  /** The solver's own options. */
  readonly options?: OptionValues;
  /** Solves with updated friction bounds; default the solver's own number. `table3`: with EATK18's options. */
  readonly coupling?: number | 'table3';
  /** Energy error at which each solve may stop, J; default the solver's own test. */
  readonly tolerance?: number;
  /** h, s; default the scene's. */
  readonly timeStep?: number;
  /** Start each solve from the last step's impulses, matched by contact. Default true. */
  readonly warmStart?: boolean;
  /** Bodies that lie still fall asleep; default the scene's, which is no. */
  readonly sleep?: boolean | SleepOptions;
  /** Threads to share the solver's work with; the same bits without them. */
  readonly team?: ThreadTeam;
  /** A monotonic clock, ms: reports then carry times. */
  readonly clock?: () => number;
}

const OPTION_NAMES: readonly string[] = Object.keys({
  ...{ parameters: 0, solver: 0, options: 0, coupling: 0, tolerance: 0, timeStep: 0, warmStart: 0, sleep: 0 },
  ...{ team: 0, clock: 0 },
} satisfies Record<keyof WorldOptions, 0>);

/**
 * A world: of a scene, or an empty one with the given settings.
 * @throws ContractError for a parameter, an option or a setting that does not fit
 */
export function createWorld(scene: Scene | WorldSettings = {}, options: WorldOptions = {}): World {
  expectNames('createWorld', options, OPTION_NAMES);
  const { clock, timeStep, sleep } = options;
  const slept = sleep !== undefined && { sleep };
  const solver = boundSolver(options);
  if (!isScene(scene)) {
    if (options.parameters)
      throw new ContractError(
        `parameters belong to a scene, found settings of a world and ${found(options.parameters)}`,
      );
    return new World({ ...scene, ...(timeStep !== undefined && { timeStep }), ...slept }, solver, clock);
  }
  const values = sceneValues(scene, options.parameters);
  const settings = { ...scene.settings(values), timeStep: timeStep ?? scene.timeStep, ...slept };
  const world = new World(settings, solver, clock);
  scene.build(world, values);
  return world;
}

function isScene(scene: Scene | WorldSettings): scene is Scene {
  return 'build' in scene;
}

function boundSolver(chosen: WorldOptions): StepSolver {
  const { warmStart = true, options, coupling, tolerance, clock, team } = chosen;
  const solver = builtInSolver(chosen.solver ?? 'auto');
  const instance = solver.create(team);
  const request: SolveRequest = {
    solver,
    instance,
    ...(options && { options }),
    ...(coupling !== undefined && { coupling }),
    ...(tolerance !== undefined && { tolerance }),
    ...(clock && { clock }),
  };
  const warmed: { warm: Float64Array } & SolveRequest = { ...request, warm: new Float64Array(0) };
  return {
    solve(p, warm) {
      if (!warmStart || !warm) return solve(p, request);
      warmed.warm = warm; // one object for all steps: a new one each time costs some per cent of a small step
      return solve(p, warmed);
    },
    release: () => instance.release(),
  };
}
