/** Scene files: whatever takes a scene takes one.   docs/guide/scene-format.md */
import { basename } from 'node:path';
import { ProblemFormatError, readScene, type Scene } from '@signorini/engine';
import { FileError, readText } from './files.ts';

/** Called after its file: `tower` for `scenes/tower.scene.json`. @throws FileError */
export async function readSceneFile(path: string): Promise<Scene> {
  const text = await readText(path, 'a scene file');
  try {
    return readScene(text, basename(path).replace(/(\.scene)?\.json$/i, ''));
  } catch (error) {
    if (error instanceof ProblemFormatError) throw new FileError(path, error.message);
    throw error;
  }
}
