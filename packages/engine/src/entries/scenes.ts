/**
 * `@signorini/engine/scenes`: the catalogue, scenes of your own, and scene files.
 * @module scenes
 */

export { SceneFormatError } from '../checks/errors.ts';
export type { JsonSchema } from '../checks/value.ts';
export { findScene, sceneGroups, scenes } from '../scenes/catalogue.ts';
export { readScene, sceneFromDocument } from '../scenes/format/read-scene.ts';
export { sceneSchema } from '../scenes/format/scene-format.ts';
export { type SceneDocument, sceneOf } from '../scenes/format/write-scene.ts';
export type { Rope } from '../scenes/kit/cable.ts';
export { brickWall } from '../scenes/papers/brick-wall.ts';
export { slidingPull } from '../scenes/papers/cable-rod.ts';
export { capstanLimit } from '../scenes/papers/capstan.ts';
export {
  defineScene,
  parameterRange,
  type Scene,
  type SceneGroup,
  type SceneParameter,
  type SceneParameters,
  type SceneValues,
  sceneValues,
  type ValuesOf,
} from '../scenes/scene.ts';
