/**
 * T-FP Fig 2: steel spheres in a container that is shaken. The paper states about 6500 unilateral constraints and nothing else:
 * sizes, stroke and frequency are ours.
 */
import { PI } from '../../linalg/elementary.ts';
import { addContainer, addSpheres, containerWidth } from '../kit/container.ts';
import { commonParameters, commonSettings, material } from '../kit/papers.ts';
import { defineScene } from '../scene.ts';

export const shaker = defineScene({
  name: 'shaker',
  summary: 'Steel spheres in a container that is shaken to and fro.',
  reference: 'T-FP Fig 2',
  known:
    'From a third of a second on 5900 to 7000 contacts, about 6500: more while the container is fast than at its turning points.',
  parameters: {
    count: {
      default: 1800,
      unit: '',
      min: 1,
      max: 100000,
      integer: true,
      summary: 'spheres; the container grows with them',
    },
    diameter: { default: 0.05, unit: 'm', min: 1e-3, summary: 'of a sphere' },
    density: { default: 7800, unit: 'kg/m^3', min: 1e-3, summary: 'of the spheres' },
    amplitude: { default: 0.05, unit: 'm', min: 0, summary: 'half of the way of the container' },
    frequency: { default: 2, unit: 'Hz', min: 0, summary: 'of the shaking' },
    seed: { default: 1, unit: '', integer: true, summary: 'of the start positions of the spheres' },
    ...commonParameters,
    friction: { ...commonParameters.friction, default: 0.3 },
  },
  steps: 240,
  timeStep: 1 / 240,
  settings: (values) => ({ ...commonSettings('shaker', values), contactMargin: 0.02 * values.diameter }),

  build(world, { count, diameter, density, amplitude, frequency, seed, friction }) {
    const surface = material(friction);
    const shaking = { kind: 'oscillation', amplitude, frequency, direction: [1, 0, 0], phase: PI / 2 } as const; // from rest
    addContainer(world, containerWidth(count, diameter), surface, shaking);
    addSpheres(world, { count, diameter, density, speed: 0, seed, material: surface });
  },
});
