/** Scene files: every function that takes a scene takes one.   docs/guide/scene-format.md */
import { basename, extname } from 'node:path';
import type { Problem } from '@signorini/engine/problem';
import { readScene, type Scene, SceneFormatError } from '@signorini/engine/scenes';
import { FileError, readText } from './files/files.ts';
import { type Note, readProblemFile } from './problem-files.ts';

/** Called after its file: `tower` for `scenes/tower.scene.json`. @throws FileError */
export async function readSceneFile(path: string): Promise<Scene> {
  if (/\.(urdf|mjcf|xml|sdf|usda?|xacro)$/i.test(path))
    throw new FileError(
      path,
      `expected a scene file (.json), found a name that ends in ${extname(path)}; such files cannot be read`,
    );
  return sceneOf(path, await readText(path, 'a scene file'));
}

/** A scene file or a problem, by its content. @throws FileError */
export async function readSceneOrProblem(path: string, note?: Note): Promise<{ scene: Scene } | { problem: Problem }> {
  if (!/\.json$/i.test(path)) return { problem: await readProblemFile(path, note) };
  const text = await readText(path, 'a scene file or a problem file');
  return formatOf(text) === 'signorini-problem'
    ? { problem: await readProblemFile(path) }
    : { scene: sceneOf(path, text) };
}

/** `tower` for `scenes/tower.scene.json`. */
export const sceneName = (path: string): string => basename(path).replace(/(\.scene)?\.json$/i, '');

/** @throws FileError */
export function sceneOf(path: string, text: string): Scene {
  if (formatOf(text) === 'signorini-problem')
    throw new FileError(path, 'expected a scene file, found a problem; `signorini solve` and `replay` solve it');
  try {
    return readScene(text, sceneName(path));
  } catch (error) {
    if (error instanceof SceneFormatError) throw new FileError(path, error.message);
    throw error;
  }
}

/** The `format` of a JSON document, even if it cannot be parsed. */
export function formatOf(text: string): unknown {
  try {
    return JSON.parse(text)?.format;
  } catch {
    return /"format"\s*:\s*"([^"]*)"/.exec(text)?.[1]; // the readers report what is wrong with it
  }
}
