/** The friction of a run in words: which models its contacts have, and what they stand for.   docs/decisions/058-one-friction-model.md */
import { frictionModels, type World } from '@signorini/engine';
import { type Scene, type SceneValues, sceneValues } from '@signorini/engine/scenes';
import type { AnySolver } from '@signorini/engine/solvers';

/** The model of worlds that name none. */
const DEFAULT = 'cone';

export interface Friction {
  /** Models of the contacts: nearly always one; none if no two bodies can touch. */
  readonly models: readonly string[];
  /** `cone` if no model was named and the solver takes no cones: boxes stand for them. Else null. */
  readonly insteadOf: string | null;
}

export interface FrictionRequest {
  readonly scene: Scene;
  readonly parameters: SceneValues;
  readonly solver: AnySolver;
  /** By the user, in place of the scene's own. */
  readonly frictionModel?: string | undefined;
}

export function frictionOf(world: World, { scene, parameters, solver, frictionModel }: FrictionRequest): Friction {
  const models = frictionModels(world);
  const named = frictionModel ?? scene.settings(sceneValues(scene, parameters)).frictionModel;
  const unnamed = world.bodies.some(({ material, shape }) => shape && material.frictionModel === undefined);
  const stands = named === undefined && unnamed && models.includes('box') && !solver.accepts.includes(DEFAULT);
  return { models, insteadOf: stands ? DEFAULT : null };
}

/** "friction cone", "friction box and cone"; "no contacts" if there are none. */
export function frictionText(models: readonly string[]): string {
  return models.length === 0 ? 'no contacts' : `friction ${models.join(' and ')}`;
}

/** With what it stands for: "friction box (pgs takes no cones; --solver auto has cones)". */
export function frictionNotice({ models, insteadOf }: Friction, solver: string): string {
  const text = frictionText(models);
  return insteadOf === null ? text : `${text} (${solver} takes no ${insteadOf}s; --solver auto has ${insteadOf}s)`;
}
