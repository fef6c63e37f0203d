/** What every command that simulates takes: a scene, its parameters, a time step. */
import { findScene, type Scene, type SceneValues, scenes } from '@signorini/engine';
import { type Command, Option } from 'commander';
import { parseAssignments, repeated } from './assignments.ts';
import { UsageError } from './io.ts';
import { parseSeconds } from './quantities.ts';

export interface SceneFlags {
  readonly set: readonly string[];
  readonly timeStep?: string;
}

export interface SceneChoice {
  readonly scene: Scene;
  readonly parameters: SceneValues;
  /** s */
  readonly timeStep: number;
}

export function addSceneFlags(command: Command): Command {
  return command
    .argument('<scene>', 'see `signorini scenes`')
    .addOption(repeated('--set <key=value>', 'a parameter of the scene; may be repeated'))
    .addOption(new Option('--time-step <time>', "for example 1/120, 0.01s or 5ms (default: the scene's)"));
}

/** @throws UsageError, ContractError */
export function sceneOf(name: string, { set, timeStep }: SceneFlags): SceneChoice {
  if (/[/\\]|\.json$/i.test(name))
    throw new UsageError(
      `expected the name of a built-in scene (${scenes.map((s) => s.name).join(', ')}), found "${name}"; scene files are not read yet`,
    );
  const scene = findScene(name);
  return {
    scene,
    parameters: parseAssignments('--set', set, `${Object.keys(scene.parameters)[0] ?? 'key'}=1`),
    timeStep: timeStep === undefined ? scene.timeStep : parseSeconds('--time-step', timeStep),
  };
}
