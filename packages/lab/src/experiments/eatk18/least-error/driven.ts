/** Scenes driven with an iteration limit: what the kept iterate does to their trajectory. */
import type { ExperimentContext } from '../../context.ts';
import { CASES, runCase } from '../../eptk19/tolerance-runs.ts';

/** A scene driven with a limit, all nearby parameters: what is kept decides nothing else. */
export interface DrivenRow {
  readonly scene: string;
  readonly solver: string;
  readonly limit: number;
  readonly value: number;
  readonly pick: (typeof DRIVEN_PICKS)[number];
  readonly right: boolean;
  /** m; null if a step had no outcome. */
  readonly deviation: number | null;
  readonly struck: number;
}

export const DRIVEN_PICKS = ['last', 'fischer', 'natural', 'energy'] as const;
export const DRIVEN = [
  { scene: 'brick-wall', solver: 'pgs', limit: 3 },
  { scene: 'brick-wall', solver: 'pgs', limit: 10 },
  { scene: 'brick-wall', solver: 'bpp', limit: 2 },
  { scene: 'log-grasping', solver: 'bpp', limit: 1 },
  { scene: 'log-grasping', solver: 'bpp', limit: 2 },
] as const;

export function drivenRows(
  { quick }: ExperimentContext,
  { scene, solver, limit }: (typeof DRIVEN)[number],
): DrivenRow[] {
  const one = CASES.find((other) => other.scene === scene)!;
  const steps = quick ? 60 : one.steps;
  const values = quick ? one.vary.values.slice(2, 3) : one.vary.values;
  return values.flatMap((value) => {
    const reference = runCase(one, { solver: 'bpp', settings: 'papers', value, steps });
    return DRIVEN_PICKS.map((pick): DrivenRow => {
      const run = runCase(one, { solver, settings: 'papers', value, steps, maxIterations: limit, pick }, reference);
      return {
        scene,
        solver,
        limit,
        value,
        pick,
        right: one.right(run, reference),
        deviation: run.deviation,
        struck: run.struck,
      };
    });
  });
}
