/** The heavy chain, folded so that its load hangs higher, let go: it snaps taut within a step. */
import { buildChain, chainParameters } from '../kit/chain.ts';
import { settingsOf } from '../kit/common.ts';
import { defineScene } from '../scene.ts';

export const heavyChainDrop = defineScene({
  name: 'heavy-chain-drop',
  summary: 'The heavy chain, dropped until it snaps taut.',
  reference: 'energy',
  known: 'The joints hold, and the energy is never above its start: the impact takes some and gives none.',
  parameters: {
    ...chainParameters,
    drop: { default: 0.3, unit: 'm', min: 0, max: 4, summary: 'how much higher the load hangs at the start' },
    speed: { default: 0, unit: 'm/s', summary: 'of the load at the start, along x' },
  },
  steps: 600,
  timeStep: 1 / 60,
  settings: ({ integrator }) => settingsOf('heavy-chain-drop', integrator),
  build: (world, values) => buildChain(world, values),
});
