/** The closed loop with the engine's own material, joints and stepper: what its joints open by at rest and in motion. */
import { integratorParameter, settingsOf } from '../kit/common.ts';
import { buildRing, ringParameters } from '../kit/cube-ring.ts';
import { defineScene } from '../scene.ts';

export const ring = defineScene({
  name: 'ring',
  summary: 'A ring of hinged cubes, spun in the air and dropped, with the default stepper.',
  reference: 'EATK18 5.3',
  known:
    'Gaps below 1e-6 m at rest. In motion Euler moves bodies along tangents: a joint opens by about l (h omega)^2/2 a step, l from hinge to hinge, of which it closes 63 % a step.',
  parameters: {
    ...ringParameters,
    friction: { default: 1, unit: '', min: 0, summary: 'friction coefficient of every contact' },
    integrator: integratorParameter('euler'),
  },
  steps: 900,
  timeStep: 1 / 60,
  settings: ({ integrator }) => settingsOf('ring', integrator),
  build: (world, { friction, cubes, size, mass, force }) =>
    buildRing(world, { cubes, size, mass, force, material: { friction } }),
});
