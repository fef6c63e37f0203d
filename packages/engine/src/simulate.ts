/** A world with a solver: the only file that sees both solvers and dynamics. */

import { ContractError } from './checks/errors.ts';
import { type FieldTable, isRecord, optional, record } from './checks/fields.ts';
import { checked, type Value } from './checks/value.ts';
import { boolean, duration, program } from './checks/values.ts';
import { found } from './checks/wording.ts';
import type { WorldSettings } from './dynamics/settings.ts';
import { anySleep, type SleepOptions } from './dynamics/step/sleeping.ts';
import type { StepSolver } from './dynamics/step/step-state.ts';
import { World } from './dynamics/world.ts';
import { type AnySolver, completeOptions, type OptionValues, type ThreadTeam } from './problem/solver.ts';
import { expectScene, type Scene, type SceneValues, sceneValues } from './scenes/scene.ts';
import { type BuiltInSolver, builtInSolver } from './solvers/registry/built-in.ts';
import { solve } from './solvers/solve.ts';
import { couplingValue, type SolveRequest, toleranceValue } from './solvers/solve-request.ts';

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

const isFunction = (given: unknown): boolean => typeof given === 'function';
const OPTIONS: FieldTable<WorldOptions> = {
  parameters: optional(program<SceneValues>('an object: parameters of the scene', isRecord), 'of the scene'),
  solver: optional(
    program<AnySolver | BuiltInSolver>('a solver or its name', (one) => one !== null),
    'by name or as an object',
  ),
  options: optional(program<OptionValues>('an object: options of the solver', isRecord), 'of the solver'),
  coupling: optional(couplingValue, 'solves with updated friction bounds'),
  tolerance: optional(toleranceValue, 'at which each solve may stop'),
  timeStep: optional(duration('a time step'), 'h'),
  warmStart: optional(boolean, 'start from the last impulses'),
  sleep: optional(anySleep, 'whether islands that lie still fall asleep'),
  team: optional(program<ThreadTeam>('a team of threads', isRecord), 'threads to share the work with'),
  clock: optional(program<() => number>('a function that returns ms', isFunction), 'a monotonic clock'),
};
const anyOptions: Value<WorldOptions> = record<WorldOptions>(OPTIONS, 'an object: options of the world');

/**
 * A world: of a scene, or an empty one with the given settings.
 * @throws ContractError for a parameter, an option or a setting that does not fit
 */
export function createWorld(scene: Scene | WorldSettings = {}, given: WorldOptions = {}): World {
  const options = checked(anyOptions, given, 'createWorld');
  if (!isRecord(scene)) {
    const hint =
      typeof scene === 'string' ? ' (findScene of @signorini/engine/scenes returns a scene by its name)' : '';
    throw new ContractError(`createWorld: expected a scene or the settings of a world, found ${found(scene)}${hint}`);
  }
  const { clock, timeStep, sleep } = options;
  const slept = sleep !== undefined && { sleep };
  if (!isScene(scene)) {
    if (options.parameters)
      throw new ContractError('createWorld: parameters: expected a scene beside them, found the settings of a world');
    const settings = { ...scene, ...(timeStep !== undefined && { timeStep }), ...slept };
    return new World(settings, boundSolver(options), clock);
  }
  expectScene(scene);
  const values = sceneValues(scene, options.parameters);
  const settings = { ...scene.settings(values), timeStep: timeStep ?? scene.timeStep, ...slept };
  const world = new World(settings, boundSolver(options), clock);
  scene.build(world, values);
  return world;
}

function isScene(scene: Scene | WorldSettings): scene is Scene {
  return 'build' in scene;
}

function boundSolver(chosen: WorldOptions): StepSolver {
  const { warmStart = true, options, coupling, tolerance, clock, team } = chosen;
  const solver = builtInSolver(chosen.solver ?? 'auto');
  if (options) completeOptions(solver, options); // what is wrong with them is thrown now, not by the first step
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
