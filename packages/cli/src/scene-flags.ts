/** Flags of every command that simulates: a scene or a scene file, its parameters, a time step. */
import { SET_KINDS, type SetKind } from '@signorini/engine/problem';
import { findScene, type Scene, type SceneValues } from '@signorini/engine/scenes';
import { type Command, Option } from 'commander';
import { parseAssignments, repeated } from './assignments.ts';
import { parseSeconds } from './quantities.ts';

export interface SceneFlags {
  readonly set: readonly string[];
  readonly timeStep?: string;
  readonly frictionModel?: SetKind;
}

export interface SceneChoice {
  readonly scene: Scene;
  readonly parameters: SceneValues;
  /** s */
  readonly timeStep: number;
  /** In place of the scene's own. */
  readonly frictionModel: SetKind | undefined;
}

export function addSceneFlags(command: Command): Command {
  return command
    .argument('<scene>', 'a built-in scene, see `signorini scenes`, or a scene file')
    .addOption(repeated('--set <key=value>', 'a parameter of the scene; may be repeated'))
    .addOption(new Option('--time-step <time>', "for example 1/120, 0.01s or 5ms (default: the scene's)"))
    .addOption(frictionFlag());
}

export const frictionFlag = (): Option =>
  new Option(
    '--friction-model <name>',
    "of contacts whose materials name none (default: the scene's, else cone)",
  ).choices(SET_KINDS);

/** @throws UsageError, ContractError, FileError */
export async function sceneOf(name: string, { set, timeStep, frictionModel }: SceneFlags): Promise<SceneChoice> {
  const scene = isPath(name) ? await (await import('@signorini/lab/node')).readSceneFile(name) : findScene(name);
  return {
    scene,
    parameters: parseAssignments('--set', set, `${Object.keys(scene.parameters)[0] ?? 'key'}=1`),
    timeStep: timeStep === undefined ? scene.timeStep : parseSeconds('--time-step', timeStep),
    frictionModel,
  };
}

/** No scene has a slash or an ending. */
export const isPath = (name: string): boolean => /[/\\]|^collection:|\.[a-z]\w*(#.*)?$/i.test(name);
