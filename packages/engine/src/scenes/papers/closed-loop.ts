/**
 * EATK18 5.3: 20 cubes in a ring, hinges between neighbours, dropped from one cube height while a tangential force on each
 * spins the ring until it reaches the ground.
 */
import { buildRing, ringParameters } from '../kit/cube-ring.ts';
import { commonParameters, commonSettings, JOINT, material } from '../kit/papers.ts';
import { defineScene } from '../scene.ts';

export const closedLoop = defineScene({
  name: 'closed-loop',
  summary: 'A ring of hinged cubes, spun in the air and dropped.',
  reference: 'EATK18 5.3',
  known:
    'The joints hold: gaps below 1e-6 m at rest. In motion semi-implicit Euler opens them by about 4e-4 m, whatever the solver.',
  parameters: { ...ringParameters, ...commonParameters },
  steps: 500,
  timeStep: 1 / 60,
  settings: (values) => commonSettings('closed-loop', values),

  build: (world, values) => buildRing(world, { ...values, joint: JOINT, material: material(values.friction) }),
});
