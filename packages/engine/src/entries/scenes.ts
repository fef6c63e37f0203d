/** `@signorini/engine/scenes`: the catalogue, scenes of your own, and scene files. */
export { ProblemFormatError } from '../problem/read-json.ts';
export { findScene, scenes } from '../scenes/catalogue.ts';
export {
  defineScene,
  parameterRange,
  type Scene,
  type SceneParameter,
  type SceneParameters,
  type SceneValues,
  sceneValues,
  type ValuesOf,
} from '../scenes/scene.ts';
export { readScene, sceneFromDocument } from '../scenes/scene-file.ts';
