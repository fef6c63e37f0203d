/**
 * The heavy chain, its load set moving. Transverse waves run through it at 450 rad/s, 7.5 rad per step: a stepper without geometric
 * stiffness diverges.   docs/theory/integrators.md (IN4)
 */
import { buildChain, chainParameters } from '../kit/chain.ts';
import { settingsOf } from '../kit/common.ts';
import { defineScene } from '../scene.ts';

export const heavyChainSwing = defineScene({
  name: 'heavy-chain-swing',
  summary: 'The heavy chain swings.',
  reference: 'energy',
  known:
    'Energy is conserved: the load of 1000 kg at 1 m/s swings with 500 J forever. At 1/60 s plain semi-implicit Euler diverges.',
  parameters: { ...chainParameters, speed: { default: 1, unit: 'm/s', summary: 'of the load at the start, along x' } },
  steps: 600,
  timeStep: 1 / 60,
  settings: ({ integrator }) => settingsOf('heavy-chain-swing', integrator),
  build: (world, values) => buildChain(world, values),
});
