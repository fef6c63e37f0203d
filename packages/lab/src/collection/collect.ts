/** Runs a recipe of the collection: the same recipe gives the same problems, bit for bit. */
import { createWorld } from '@signorini/engine';
import type { Problem } from '@signorini/engine/problem';
import { findScene, sceneValues } from '@signorini/engine/scenes';
import { findSolver } from '@signorini/engine/solvers';
import { captureProblems, newTally } from '../run/capture.ts';
import type { Recipe } from './recipes.ts';

/** Where a problem of the collection comes from. */
export interface Origin {
  readonly name: string;
  readonly hard: string;
  readonly scene: string;
  /** Every parameter of the scene with the value used. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** Settings of the world in place of the scene's own. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** s */
  readonly timeStep: number;
  /** That drove the scene. */
  readonly solver: { readonly name: string; readonly coupling: number | 'own' | 'table3' };
  /** From 1. */
  readonly step: number;
  /** At the end of the step, s. */
  readonly time: number | null;
  /** True if that solver solved the step; if not, no reference answer is stored. */
  readonly solved: boolean;
}

export interface Collected {
  readonly origin: Origin;
  readonly problem: Problem;
}

/** One step of the simulation per step of the generator; yields what is kept. */
export function* collect(recipe: Recipe): Generator<Collected | undefined, void> {
  const { driver, keep, settings = {} } = recipe;
  const scene = findScene(recipe.scene);
  const parameters = sceneValues(scene, recipe.parameters);
  const coupling = driver === 'bpp' ? ('table3' as const) : undefined;
  const world = createWorld(scene, {
    ...settings,
    parameters,
    solver: findSolver(driver),
    ...(coupling && { coupling }),
  });
  const tally = newTally();
  const to = Math.max(...keep.map(({ step }) => step));
  try {
    for (const captured of captureProblems(world, scene.name, { from: 1, to }, undefined, tally)) {
      const kept = keep.find(({ step }) => step === captured?.step);
      if (!captured || !kept) {
        yield undefined;
        continue;
      }
      const solved = !tally.unsolvedSteps.includes(kept.step);
      yield {
        problem: solved ? captured.problem : { ...captured.problem, x: undefined },
        origin: {
          ...kept,
          scene: scene.name,
          parameters,
          settings,
          timeStep: settings.timeStep ?? scene.timeStep,
          solver: { name: driver, coupling: coupling ?? 'own' },
          time: captured.time ?? null,
          solved,
        },
      };
    }
  } finally {
    world.release();
  }
}
