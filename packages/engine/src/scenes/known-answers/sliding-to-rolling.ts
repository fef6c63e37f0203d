/**
 * A sphere set down with the speed v0 and no spin: friction slows and spins it until it rolls.
 *   v = v0 - mu g t,   omega r = (5/2) mu g t:   equal at t = 2 v0/(7 mu g), from then on v = 5/7 v0 whatever mu, r and mass
 */
import { plane, sphere } from '../../collision/shapes/shapes.ts';
import { settingsOf } from '../kit/common.ts';
import { defineScene } from '../scene.ts';

export const slidingToRolling = defineScene({
  name: 'sliding-to-rolling',
  summary: 'A sphere that slides, begins to spin and ends rolling.',
  reference: 'Coulomb friction, closed form',
  known: 'Ends at 5/7 of its first speed, rolling, whatever the friction, radius and mass.',
  parameters: {
    speed: { default: 5, unit: 'm/s', min: 0, summary: 'at the start, along x' },
    friction: { default: 0.3, unit: '', min: 0, summary: 'friction coefficient' },
    radius: { default: 0.1, unit: 'm', min: 1e-3, summary: 'of the sphere' },
    density: { default: 1000, unit: 'kg/m^3', min: 1e-3, summary: 'of the sphere' },
  },
  steps: 180,
  timeStep: 1 / 60,
  settings: () => settingsOf('sliding-to-rolling'),

  build(world, { speed, friction, radius, density }) {
    const material = { friction };
    world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
    world.addBody({
      name: 'ball',
      shape: sphere(radius),
      material,
      density,
      position: [0, 0, radius],
      velocity: [speed, 0, 0],
    });
  },
});
