/** A spread of problems of the four scenes of EATK18, with the papers' settings or today's. */
import type { Captured, ExperimentContext } from '../context.ts';

export const FOUR_SCENES = [
  { scene: 'brick-wall', title: 'wall' },
  { scene: 'closed-loop', title: 'loop' },
  { scene: 'winch', title: 'winch' },
  { scene: 'log-grasping', title: 'grasping' },
] as const;

export type FourScene = (typeof FOUR_SCENES)[number]['scene'];

/** Every 25th of 500 steps; the short version ends soon after contacts are there, which on grasping is step 75. */
export function spreadOfSteps(context: ExperimentContext, scene: FourScene, settings: 'papers' | 'today'): Captured {
  const { quick } = context;
  const steps = quick ? (scene === 'log-grasping' ? 80 : 20) : 500;
  return context.captured({ scene, settings, steps, every: quick ? steps / 2 : 25 });
}
