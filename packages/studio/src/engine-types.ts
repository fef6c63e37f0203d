/** Types of the engine that the page needs, without its code: the page loads the engine's lists, the worker the rest. */
export type { SceneValues } from '@signorini/engine/scenes';
export type { OptionValues } from '@signorini/engine/solvers';
export type {
  BranchEvent,
  Moment,
  MomentBranch,
  MomentView,
  Pull,
  RunSpec,
  SceneSource,
  Setup,
  WorldMore,
} from '@signorini/engine/testing';
