/** What every command that simulates takes: a scene or a scene file, its parameters, a time step. */
import { findScene, type Scene, type SceneValues } from '@signorini/engine/scenes';
import { type Command, Option } from 'commander';
import { parseAssignments, repeated } from './assignments.ts';
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
    .argument('<scene>', 'a built-in scene, see `signorini scenes`, or a scene file')
    .addOption(repeated('--set <key=value>', 'a parameter of the scene; may be repeated'))
    .addOption(new Option('--time-step <time>', "for example 1/120, 0.01s or 5ms (default: the scene's)"));
}

/** @throws UsageError, ContractError, FileError */
export async function sceneOf(name: string, { set, timeStep }: SceneFlags): Promise<SceneChoice> {
  const scene = isPath(name) ? await (await import('@signorini/lab/node')).readSceneFile(name) : findScene(name);
  return {
    scene,
    parameters: parseAssignments('--set', set, `${Object.keys(scene.parameters)[0] ?? 'key'}=1`),
    timeStep: timeStep === undefined ? scene.timeStep : parseSeconds('--time-step', timeStep),
  };
}

/** No scene has a slash or an ending. */
export const isPath = (name: string): boolean => /[/\\]|^collection:|\.(jsonl?|hdf5|h5|part|dat)(#.*)?$/i.test(name);
