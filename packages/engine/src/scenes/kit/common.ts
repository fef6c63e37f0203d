/** Shared by the scenes with known answers: gravity along -z, the engine's default material, a choice of stepper. */
import type { Body } from '../../dynamics/bodies/body.ts';
import type { WorldSettings } from '../../dynamics/world/settings.ts';
import type { World } from '../../dynamics/world/world.ts';
import type { SceneParameter } from '../scene.ts';

/** m/s^2 */
export const GRAVITY = 9.81;

/** A parameter `integrator`: see docs/theory/integrators.md. */
export const integratorParameter = <const D extends 'euler' | 'midpoint'>(standard: D) =>
  ({
    default: standard,
    unit: '',
    choices: ['euler', 'midpoint'],
    summary: 'euler: one MLCP per step, with a guard; midpoint: second order, keeps energy',
  }) as const satisfies SceneParameter;

export function settingsOf(title: string, integrator = 'euler'): WorldSettings {
  return {
    title,
    gravity: [0, 0, -GRAVITY],
    integrator: integrator === 'midpoint' ? 'midpoint' : 'euler',
  };
}

/** No two of these bodies touch each other. */
export function ignoreAllContacts(world: World, bodies: readonly Body[]): void {
  bodies.forEach((body, k) => {
    for (const other of bodies.slice(0, k)) world.ignoreContacts(other, body);
  });
}
