/** The scene and the options of a recorded run: what makes its world again. */
import type { WorldOptions } from '@signorini/engine';
import { findScene, type Scene, sceneFromDocument } from '@signorini/engine/scenes';
import type { AnySolver } from '@signorini/engine/solvers';
import type { RunSource } from './recorded-run.ts';

/** @throws ContractError if there is no such scene, or SceneFormatError */
export function recordedScene({ scene, sceneFile }: RunSource): Scene {
  return sceneFile === undefined ? findScene(scene) : sceneFromDocument(sceneFile, scene);
}

/** For `createWorld` with that scene. */
export function worldOptions(source: RunSource, solver: AnySolver): WorldOptions {
  const { parameters, options, timeStep, warmStart, coupling, sleep, accuracy, budget, frictionModel, integrator } =
    source;
  return {
    parameters,
    solver,
    options,
    timeStep,
    warmStart,
    ...(coupling !== null && { coupling }),
    ...(sleep && { sleep: true }),
    ...(accuracy !== null && { accuracy }),
    ...(budget === 'full' && { budget }),
    ...(frictionModel !== undefined && { frictionModel: frictionModel as 'cone' }),
    ...(integrator !== undefined && { integrator: integrator as 'euler' }),
  };
}
