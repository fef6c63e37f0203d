/** A row of dominoes, the first of them pushed: for people to look at. */
import { box, plane } from '../../collision/shapes/shapes.ts';
import { settingsOf } from '../kit/common.ts';
import { defineScene } from '../scene.ts';

export const dominoes = defineScene({
  name: 'dominoes',
  summary: 'A row of dominoes; the first one is pushed.',
  reference: 'to look at',
  known: 'All of them fall, one after the other, and rest on each other.',
  parameters: {
    count: { default: 20, unit: '', min: 1, max: 1000, integer: true, summary: 'dominoes' },
    spacing: {
      default: 0.1,
      unit: 'm',
      min: 0.03,
      max: 0.2,
      summary: 'from one to the next; they are 0.2 m high and 0.02 m thick',
    },
    push: { default: 1.5, unit: 'rad/s', summary: 'angular velocity of the first one at the start' },
    friction: { default: 0.4, unit: '', min: 0, summary: 'friction coefficient of every contact' },
  },
  steps: 300,
  timeStep: 1 / 60,
  settings: () => settingsOf('dominoes'),

  build(world, { count, spacing, push, friction }) {
    const material = { friction };
    world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
    for (let i = 0; i < count; i++)
      world.addBody({
        name: `domino-${i + 1}`,
        shape: box(0.01, 0.05, 0.1),
        material,
        density: 700,
        position: [i * spacing, 0, 0.1],
        ...(i === 0 && { velocity: [0.1 * push, 0, 0] as const, angularVelocity: [0, push, 0] as const }),
      });
  },
});
