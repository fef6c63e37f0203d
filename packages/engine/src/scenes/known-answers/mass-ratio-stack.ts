/** A heavy box on a light one. Sweeps sink it: Rapier ends with the upper box at 0.76 m, MuJoCo's defaults at 1.40 m. */
import { box, plane } from '../../collision/shapes/shapes.ts';
import { settingsOf } from '../kit/common.ts';
import { defineScene } from '../scene.ts';

export const massRatioStack = defineScene({
  name: 'mass-ratio-stack',
  summary: 'A tonne on a kilogram: two boxes of one metre.',
  reference: 'statics',
  known: 'Both boxes stay in place, at 0.5 and 1.5 m; contacts of 1e8 N/m let them sink by less than 0.1 mm.',
  parameters: {
    light: { default: 1, unit: 'kg', min: 1e-6, summary: 'mass of the lower box' },
    ratio: { default: 1000, unit: '', min: 1e-6, summary: 'mass of the upper box over that of the lower' },
    size: { default: 1, unit: 'm', min: 1e-3, summary: 'edge of both boxes' },
  },
  steps: 600,
  timeStep: 1 / 60,
  settings: () => settingsOf('mass-ratio-stack'),

  build(world, { light, ratio, size }) {
    const shape = box(size / 2, size / 2, size / 2);
    world.addBody({ name: 'ground', motion: 'static', shape: plane() });
    world.addBody({ name: 'light', shape, mass: light, position: [0, 0, size / 2] });
    world.addBody({ name: 'heavy', shape, mass: light * ratio, position: [0, 0, 1.5 * size] });
  },
});
