/**
 * A T-handle spinning about its middle axis, without weight: it flips over and over (Dzhanibekov). Euler's equations give the
 * period by a complete elliptic integral, and nothing changes its energy and angular momentum.   docs/theory/integrators.md (IN1)
 */
import { box } from '../../collision/shapes/shapes.ts';
import { settingsOf } from '../kit/common.ts';
import { defineScene } from '../scene.ts';

/** Principal moments, kg m^2. */
const T_HANDLE = [1.1e-3, 3.3e-3, 4.2e-3] as const;

export const tHandle = defineScene({
  name: 't-handle',
  summary: 'A spinning handle in free fall that flips over and over.',
  reference: "Euler's equations",
  known:
    'Energy and angular momentum stay; the flips come with the period of an elliptic integral (half a period of 4K).',
  parameters: {
    speed: { default: 10.2, unit: 'rad/s', summary: 'about the middle axis; 0.17 rad a step' },
    tilt: { default: 0.01, unit: '', summary: 'speed about each of the two other axes over that about the middle one' },
  },
  steps: 3600,
  timeStep: 1 / 60,
  settings: () => ({ ...settingsOf('t-handle'), gravity: [0, 0, 0] }),

  build(world, { speed, tilt }) {
    world.addBody({
      name: 'handle',
      shape: box(0.1, 0.01, 0.03), // to look at; the moments are those of the known answer
      mass: 0.5,
      inertia: T_HANDLE,
      angularVelocity: [tilt * speed, speed, tilt * speed],
    });
  },
});
