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
  'brick-wall': '8d0365be',
  'closed-loop': 'a9d0698c',
  winch: 'b088a856',
  granular: '54bde7df',
  shaker: '4859fe39',
  'box-on-slope': 'd95ce3ce',
  'sliding-to-rolling': '15c8b968',
  'bouncing-ball': '98662d9a',
  'mass-ratio-stack': '76ee0c17',
  'heavy-chain': '11394972',
  'heavy-chain-swing': '72300870',
  'heavy-chain-drop': '19f48b0a',
  ring: '4b299d33',
  'double-pendulum': 'ebe54bef',
  'five-pendulum': '260adc7a',
  't-handle': '0d23c7ae',
  'a-frame': '8a041bb9',
  'sphere-pile': '7c1127e5',
  dominoes: 'b6f83008',
  'newton-cradle': '5780240a',
  'spinning-top': 'a83eee35',
};
