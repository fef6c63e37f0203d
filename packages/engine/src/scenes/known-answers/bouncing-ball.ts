/** A ball dropped on the ground: each bounce keeps e^2 of the energy, so the n-th apex is at e^(2n) H. */
import { plane, sphere } from '../../collision/shapes/shapes.ts';
import { settingsOf } from '../kit/common.ts';
import { defineScene } from '../scene.ts';

export const bouncingBall = defineScene({
  name: 'bouncing-ball',
  summary: 'A ball that bounces, lower each time.',
  reference: 'restitution, closed form',
  known:
    'The n-th apex is restitution^(2n) times the first height, counted from the ground to the lowest point of the ball.',
  parameters: {
    height: { default: 1, unit: 'm', min: 1e-3, summary: 'of the lowest point at the start' },
    restitution: { default: 0.8, unit: '', min: 0, max: 1, summary: 'share of the speed that a bounce leaves' },
    radius: { default: 0.1, unit: 'm', min: 1e-3, summary: 'of the ball' },
    density: { default: 1000, unit: 'kg/m^3', min: 1e-3, summary: 'of the ball' },
  },
  steps: 3500,
  timeStep: 1 / 1000,
  settings: () => settingsOf('bouncing-ball'),

  build(world, { height, restitution, radius, density }) {
    const material = { restitution };
    world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
    world.addBody({ name: 'ball', shape: sphere(radius), material, density, position: [0, 0, radius + height] });
  },
});
