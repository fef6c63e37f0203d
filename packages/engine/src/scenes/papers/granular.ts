/**
 * PIR Section 4, Fig 1: spheres that settle in a box-shaped container and are not yet at rest, so that some contacts slide, some
 * stick and some are about to part. The paper states 1702 contacts (5106 rows with friction) and mu = 0.8 for its Fig 2; sizes,
 * masses and the number of spheres are ours.
 */
import { addContainer, addSpheres, containerWidth } from '../kit/container.ts';
import { commonParameters, commonSettings, material } from '../kit/papers.ts';
import { defineScene } from '../scene.ts';

export const granular = defineScene({
  name: 'granular',
  summary: 'Spheres that settle in a container, caught before they rest.',
  reference: 'PIR Sec. 4',
  known:
    'Step 20 of a run has 1702 contacts, 5106 rows, at a root mean square speed of 0.28 m/s; steps 18 to 24 of a capture have 1695 to 1713.',
  parameters: {
    count: {
      default: 680,
      unit: '',
      min: 1,
      max: 100000,
      integer: true,
      summary: 'spheres; the container grows with them',
    },
    diameter: { default: 0.1, unit: 'm', min: 1e-3, summary: 'of a sphere' },
    density: { default: 1000, unit: 'kg/m^3', min: 1e-3, summary: 'of the spheres' },
    speed: { default: 0.5, unit: 'm/s', min: 0, summary: 'largest component of a velocity at the start' },
    seed: { default: 1, unit: '', integer: true, summary: 'of the start positions and velocities of the spheres' },
    ...commonParameters,
    friction: { ...commonParameters.friction, default: 0.8 },
  },
  steps: 60,
  timeStep: 1 / 120,
  settings: (values) => ({ ...commonSettings('granular', values), contactMargin: 0.02 * values.diameter }),

  build(world, { count, diameter, density, speed, seed, friction }) {
    const surface = material(friction);
    addContainer(world, containerWidth(count, diameter), surface, 'static');
    addSpheres(world, { count, diameter, density, speed, seed, material: surface });
  },
});
