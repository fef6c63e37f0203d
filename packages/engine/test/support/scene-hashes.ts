/** What every scene ends in after some steps: the same bits on every platform, with compiled kernels or their twins. */
import type { SceneValues } from '../../src/scenes/scene.ts';

export const STEPS = 60;
/** Smaller than by default, where a scene is large. */
export const smaller: Record<string, SceneValues> = {
  'sphere-pile': { count: 30, width: 0.3 },
  granular: { count: 30 },
  shaker: { count: 30 },
};

export const committed: Record<string, string> = {
  'brick-wall': '16019cc5',
  'closed-loop': '280b0c74',
  winch: '994e06e5',
  granular: '5888172c',
  shaker: 'ff232693',
  'box-on-slope': '0122ae16',
  'sliding-to-rolling': '797ceb44',
  'bouncing-ball': '98662d9a',
  'mass-ratio-stack': 'db21c81e',
  'heavy-chain': '336233ba',
  'heavy-chain-swing': '7d254fb0',
  'heavy-chain-drop': '14388b26',
  ring: 'e18f5b04',
  'double-pendulum': '472aeaab',
  'five-pendulum': '8a805356',
  't-handle': '0d23c7ae',
  'a-frame': 'ae3b5ee6',
  'sphere-pile': '0c6f7e8a',
  dominoes: '12e006e4',
  'newton-cradle': 'a6b8dc83',
  'spinning-top': '14f1be2d',
};
