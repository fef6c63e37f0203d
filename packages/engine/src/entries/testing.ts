/**
 * `@signorini/engine/testing`: what a test that fails leaves for the studio, and the form of moments.
 * @module testing
 */

export { type MomentRecipe, momentText } from '../moment-text.ts';
export {
  type BranchEvent,
  MOMENT_FORMAT,
  MOMENT_VERSION,
  type Moment,
  type MomentBranch,
  type MomentView,
  type Pull,
  type RunSpec,
  type SceneSource,
  type Setup,
  type WorldMore,
} from '../scenes/format/moment.ts';
