/** The moment that a world stands at, for the studio: what a test that fails leaves behind. */
import { ContractError } from './checks/errors.ts';
import { found } from './checks/wording.ts';
import type { Snapshot } from './dynamics/world/snapshot.ts';
import type { World } from './dynamics/world/world.ts';
import type { OptionValues } from './problem/solver.ts';
import { MOMENT_FORMAT, MOMENT_VERSION, type Moment } from './scenes/format/moment.ts';
import type { SceneValues } from './scenes/scene.ts';
import { VERSION } from './version.ts';

/** How the world was made: as `createWorld` was told. */
export interface MomentRecipe {
  /** The name of a scene of the catalogue, or the text of a scene file. */
  readonly scene: string;
  readonly parameters?: SceneValues;
  /** By name; default: auto. */
  readonly solver?: string;
  readonly options?: OptionValues;
  readonly warmStart?: boolean;
  readonly frictionModel?: string;
  readonly integrator?: string;
  /** A state that the world was in before: the studio runs from there. Default: from the scene's start. */
  readonly from?: Snapshot;
}

/**
 * A text that the studio opens (`npx signorini studio failed.moment.json`): it runs the scene to the step at which the world stands,
 * and says whether the bits are the same. A world that was moved from outside needs `from`, a snapshot taken after that.
 * @throws ContractError if `from` is a state after the world's
 */
export function momentText(world: World, recipe: MomentRecipe): string {
  return JSON.stringify(momentOf(world, recipe));
}

function momentOf(world: World, recipe: MomentRecipe): Moment {
  const { scene, parameters = {}, solver = 'auto', options = {}, warmStart = true, from } = recipe;
  const [start, step] = [from?.steps ?? 0, world.steps];
  if (start > step) throw new ContractError(`from: expected a state at or before step ${step}, found step ${start}`);
  if (typeof scene !== 'string')
    throw new ContractError(`scene: expected a name or the text of a scene file, found ${found(scene)}`);
  const file = scene.trimStart().startsWith('{');
  return {
    format: MOMENT_FORMAT,
    version: MOMENT_VERSION,
    engine: VERSION,
    run: {
      source: file ? { kind: 'file', title: 'scene', text: scene } : { kind: 'catalogue', name: scene, parameters },
      timeStep: world.timeStep,
      frictionModel: recipe.frictionModel ?? null,
      integrator: recipe.integrator ?? null,
    },
    state: from ?? null,
    branches: [
      {
        name: null,
        parent: null,
        start,
        head: step,
        events: [{ kind: 'setup', step: start + 1, setup: { solver, options, warmStart } }],
      },
    ],
    shown: [0],
    step,
    hash: world.hash(),
    view: { iterate: null, contact: null, body: null, camera: null },
  };
}
