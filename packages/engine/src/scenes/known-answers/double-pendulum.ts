/** Two hinged links: chaotic, but nothing in it takes energy.   docs/theory/integrators.md (IN10) */
import { integratorParameter, settingsOf } from '../kit/common.ts';
import { buildPendulum } from '../kit/pendulum.ts';
import { defineScene } from '../scene.ts';

export const doublePendulum = defineScene({
  name: 'double-pendulum',
  summary: 'Two hinged links, released horizontally.',
  reference: 'energy',
  known:
    'Energy is conserved. Of the velocity projected on the joints, midpoint keeps 99.9 % over 10 s; euler loses a fifth.',
  parameters: {
    length: { default: 1, unit: 'm', min: 1e-3, summary: 'of a link of 1 kg' },
    integrator: integratorParameter('midpoint'),
  },
  steps: 600,
  timeStep: 1 / 60,
  settings: ({ integrator }) => settingsOf('double-pendulum', integrator),
  build: (world, { length }) => buildPendulum(world, 2, length),
});
