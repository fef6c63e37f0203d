/** A scene driven by one of the papers' solvers, as EATK18 Table 3 sets it, or by today's default. */
import { createWorld, StepError, type StepReport, type World, type WorldOptions } from '@signorini/engine';
import { findScene, type SceneValues } from '@signorini/engine/scenes';
import { findSolver, type OptionValues } from '@signorini/engine/solvers';
import { PAPER_SETTINGS } from '../context.ts';

export const SOLVERS = ['bpp', 'pgs', 'pgs-sm', 'spook'] as const;
export type PaperSolver = (typeof SOLVERS)[number];
/** `today`: `auto`, warm, with the scene's own defaults. */
export type Driver = PaperSolver | 'today';
export type Start = 'warm' | 'cold';

export interface Drive {
  readonly scene: string;
  readonly driver: Driver;
  readonly start: Start;
  /** Beside those of the settings. */
  readonly parameters?: SceneValues;
  /** Solver options beside those of Table 3. */
  readonly options?: OptionValues;
  /** World options in place of the scene's. */
  readonly world?: WorldOptions;
}

export function worldOf({ scene: name, driver, start, parameters, options, world }: Drive): World {
  const scene = findScene(name);
  const warmStart = start === 'warm';
  if (driver === 'today')
    return createWorld(scene, { ...world, warmStart, ...(parameters && { parameters }), ...(options && { options }) });
  const given: SceneValues = { ...PAPER_SETTINGS, ...parameters };
  const known = Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(scene.parameters, key)));
  return createWorld(scene, {
    ...world,
    solver: findSolver(driver),
    coupling: 'table3',
    warmStart,
    parameters: known,
    ...(options && { options }),
  });
}

/**
 * Steps until `look` returns false; releases the world.
 * @returns the sentence of a step without a finite outcome, which ends the run; null if there was none
 */
export function driven(
  world: World,
  steps: number,
  look: (report: StepReport, step: number) => boolean,
): string | null {
  try {
    for (let step = 1; step <= steps; step++) if (!look(world.step(), step)) break;
    return null;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return error.message.split('\n')[0]!.slice(0, 160);
  } finally {
    world.release();
  }
}

/** m; Infinity if a gap is not a number. */
export function largestGap(world: World): number {
  return world.joints.reduce((most, { gap }) => (gap <= most ? most : Number.isNaN(gap) ? Infinity : gap), 0);
}
