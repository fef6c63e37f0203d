/** A world with a solver: the only file that sees both solvers and dynamics.   docs/decisions/023-one-bag-of-options.md */

import { ContractError, expectNames } from './checks/errors.ts';
import { type FieldTable, isRecord, optional, record } from './checks/fields.ts';
import { SizeError } from './checks/sizes.ts';
import { checked, type Value } from './checks/value.ts';
import { boolean, choice, program } from './checks/values.ts';
import { found } from './checks/wording.ts';
import { DEFAULT_MODEL } from './contact/material.ts';
import type { StepSolver } from './dynamics/state/step-parts.ts';
import { SETTINGS, type WorldSettings } from './dynamics/world/settings.ts';
import { World } from './dynamics/world/world.ts';
import { kernelStatus } from './kernels/load.ts';
import type { MeasureName } from './measures/catalogue.ts';
import { type AnySolver, completeOptions, type OptionValues, type ThreadTeam } from './problem/solver.ts';
import { expectScene, type Scene, type SceneValues, sceneValues } from './scenes/scene.ts';
import { type BuiltInSolver, builtInSolver } from './solvers/registry/built-in.ts';
import { hasFailed, NextMethod } from './solvers/solve/next-method.ts';
import { couplingValue, pickValue, type SolveRequest, toleranceValue } from './solvers/solve/request.ts';
import { type Answer, answerOf } from './solvers/solve.ts';

/** How a world is solved and watched, beside its settings. */
export interface SolvingOptions {
  /** Parameters of the scene; what is left out has its default. */
  readonly parameters?: SceneValues;
  /** A solver, or the name of one that comes with the default: admm, auto, bpp, newton-cone, newton-coupled, nncg, pgs, psor. Default auto. */
  readonly solver?: AnySolver | BuiltInSolver;
  /** The solver's own options. */
  readonly options?: OptionValues;
  /** Solves with updated friction bounds; default the solver's own number. `table3`: with EATK18's options. */
  readonly coupling?: number | 'table3';
  /** Energy error at which each solve may stop, J, >= 0; default the solver's own test. */
  readonly tolerance?: number;
  /**
   * Which iterate of each solve the step goes on with. Default: the one with the least energy error if a limit struck or the solve
   * failed, the last one otherwise. `last` costs no measuring.
   */
  readonly pick?: MeasureName | 'last';
  /** Start each solve from the last step's impulses, matched by contact. Default true. */
  readonly warmStart?: boolean;
  /**
   * A solve fails if it diverges, if an impulse is not finite, or if the problem is too large for its method. Another method then
   * solves it from a cold start, and `report.method.failed` records both. This option decides if that one fails too. `next`: the
   * answer of less error counts. `throw`: the step throws, and the world is as it was before. Default `next`.
   */
  readonly onFailedSolve?: 'next' | 'throw';
  /** Threads to share the solver's work with; the same bits without them. */
  readonly team?: ThreadTeam;
  /** A monotonic clock, ms: reports then carry times. */
  readonly clock?: () => number;
}

/** Everything that `createWorld` takes beside a scene, in one object. */
export interface WorldOptions extends WorldSettings, SolvingOptions {}

const isFunction = (given: unknown): boolean => typeof given === 'function';
const SOLVING: FieldTable<SolvingOptions> = {
  parameters: optional(program<SceneValues>('an object: parameters of the scene', isRecord), 'of the scene'),
  solver: optional(
    program<AnySolver | BuiltInSolver>('a solver or its name', (one) => one !== null),
    'by name or as an object',
  ),
  options: optional(program<OptionValues>('an object: options of the solver', isRecord), 'of the solver'),
  coupling: optional(couplingValue, 'solves with updated friction bounds'),
  tolerance: optional(toleranceValue, 'at which each solve may stop'),
  pick: optional(pickValue, 'which iterate to go on with'),
  warmStart: optional(boolean, 'start from the last impulses'),
  onFailedSolve: optional(choice(['next', 'throw'] as const), 'what a step does then', '"next"'),
  team: optional(program<ThreadTeam>('a team of threads', isRecord), 'threads to share the work with'),
  clock: optional(program<() => number>('a function that returns ms', isFunction), 'a monotonic clock'),
};
const howToSolve: Value<SolvingOptions> = record<SolvingOptions>(SOLVING);
const NAMES: readonly string[] = [...Object.keys(SOLVING), ...Object.keys(SETTINGS)];

/**
 * A world: of a scene, or an empty one. Settings of the world and what solves it may be given in one object or in two; the second
 * takes precedence. With a scene, settings take the place of the scene's own.
 *
 *     createWorld({ gravity: [0, 0, -1.62], timeStep: 1 / 120, solver: 'pgs' })
 *     createWorld(findScene('brick-wall'), { parameters: { rows: 5 }, sleep: true })
 *
 * @throws ContractError for a parameter, an option or a setting that does not fit
 */
export function createWorld(first: Scene | WorldOptions = {}, second: WorldOptions = {}): World {
  if (!isRecord(first)) {
    const hint =
      typeof first === 'string' ? ' (findScene of @signorini/engine/scenes returns a scene by its name)' : '';
    throw new ContractError(`createWorld: expected a scene or the settings of a world, found ${found(first)}${hint}`);
  }
  if (!isRecord(second))
    throw new ContractError(`createWorld: expected an object: options of the world, found ${found(second)}`);
  const scene = isScene(first) ? first : undefined;
  const given: WorldOptions = { ...(isScene(first) ? {} : present(first)), ...present(second) };
  expectNames('createWorld', given, NAMES);
  const solving = checked(howToSolve, only(given, SOLVING), 'createWorld');
  const settings = only(given, SETTINGS);
  if (!scene) {
    if (solving.parameters)
      throw new ContractError('createWorld: parameters: expected a scene beside them, found the settings of a world');
    return new World(modelled(settings, solving), boundSolver(solving), solving.clock);
  }
  expectScene(scene);
  const values = sceneValues(scene, solving.parameters);
  const own = { ...scene.settings(values), timeStep: scene.timeStep };
  const world = new World(modelled({ ...own, ...settings }, solving), boundSolver(solving), solving.clock);
  scene.build(world, values);
  return world;
}

function isScene(scene: Scene | WorldOptions): scene is Scene {
  return 'build' in scene;
}

/** Undefined counts as left out. */
const present = (bag: WorldOptions): WorldOptions =>
  Object.fromEntries(Object.entries(bag).filter(([, value]) => value !== undefined));

const only = <O>(bag: WorldOptions, table: FieldTable<O>): O =>
  Object.fromEntries(Object.entries(bag).filter(([key]) => Object.hasOwn(table, key))) as O;

/** Box friction for a solver that takes no cones, unless the settings name a model. */
function modelled(settings: WorldSettings, { solver = 'auto' }: SolvingOptions): WorldSettings {
  const { accepts } = builtInSolver(solver);
  return settings.frictionModel || accepts.includes(DEFAULT_MODEL) ? settings : { ...settings, frictionModel: 'box' };
}

function boundSolver(chosen: SolvingOptions): StepSolver {
  const { warmStart = true, options, coupling, tolerance, pick, clock, team } = chosen;
  const solver = builtInSolver(chosen.solver ?? 'auto');
  if (options) completeOptions(solver, options); // what is wrong with them is thrown now, not by the first step
  kernelStatus(); // compiles the kernels now, not in the first step
  const instance = solver.create(team);
  const request: SolveRequest = {
    solver,
    instance,
    ...(options && { options }),
    ...(coupling !== undefined && { coupling }),
    ...(tolerance !== undefined && { tolerance }),
    ...(pick !== undefined && { pick }),
    ...(clock && { clock }),
  };
  const warmed: { warm: Float64Array } & SolveRequest = { ...request, warm: new Float64Array(0) };
  const next = new NextMethod(solver, clock);
  return {
    solve(p, warm, room) {
      if (warm) warmed.warm = warm; // one object for all steps: a new one each time costs some per cent of a small step
      let own: Answer | SizeError;
      try {
        own = answerOf(p, warmStart && warm ? warmed : request, room);
        if (!hasFailed(own)) return own;
      } catch (error) {
        if (!(error instanceof SizeError)) throw error;
        own = error;
      }
      const answer = next.instead(p, own);
      const { status, answered: by } = answer.failed;
      if (chosen.onFailedSolve !== 'throw' || (by === next.name && !hasFailed(answer))) return answer;
      const found = `a solve with ${solver.name} that failed (${status}) and no better answer by ${next.name}`;
      return { ...answer, refused: `${found}, and onFailedSolve is "throw"` };
    },
    release() {
      instance.release();
      next.release();
    },
  };
}
