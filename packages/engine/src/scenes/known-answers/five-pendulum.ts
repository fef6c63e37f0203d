/** Five hinged links: the whip at the end is faster than a step of 1/60 s resolves if links are short. */
import { integratorParameter, settingsOf } from '../kit/common.ts';
import { buildPendulum } from '../kit/pendulum.ts';
import { defineScene } from '../scene.ts';

export const fivePendulum = defineScene({
  name: 'five-pendulum',
  summary: 'Five hinged links, released horizontally.',
  reference: 'energy',
  known:
    'Energy is conserved: midpoint keeps it within 5 % for links of 1 m, of the velocity projected on the joints. Links of 0.5 m are resolved by no stepper known at 1/60 s.',
  parameters: {
    length: { default: 1, unit: 'm', min: 1e-3, summary: 'of a link of 1 kg' },
    integrator: integratorParameter('midpoint'),
  },
  steps: 600,
  timeStep: 1 / 60,
  settings: ({ integrator }) => settingsOf('five-pendulum', integrator),
  build: (world, { length }) => buildPendulum(world, 5, length),
});
