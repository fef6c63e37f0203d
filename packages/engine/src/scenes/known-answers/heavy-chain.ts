/** Twenty light links carry a tonne at rest. Engines that sweep stretch it: by 167 to 1320 % with the defaults of the JavaScript ones. */
import { buildChain, chainParameters } from '../kit/chain.ts';
import { settingsOf } from '../kit/common.ts';
import { defineScene } from '../scene.ts';

export const heavyChain = defineScene({
  name: 'heavy-chain',
  summary: 'A tonne hangs on twenty links of a kilogram.',
  reference: 'statics',
  known: 'Stays as it is: joints of 1e10 N/m open by 1e-6 m under the load of 10 kN, and no more.',
  parameters: chainParameters,
  steps: 600,
  timeStep: 1 / 60,
  settings: ({ integrator }) => settingsOf('heavy-chain', integrator),
  build: (world, values) => buildChain(world, values),
});
