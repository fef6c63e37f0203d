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
  'box-on-slope': '074b48a3',
  'sliding-to-rolling': 'ef31fdc3',
  'bouncing-ball': '98662d9a',
  'mass-ratio-stack': 'fe596739',
  'heavy-chain': '11394972',
  'heavy-chain-swing': '72300870',
  'heavy-chain-drop': '19f48b0a',
  ring: '9132478d',
  'double-pendulum': 'dbfb6a4e',
  'five-pendulum': 'ba7f4323',
  't-handle': '0d23c7ae',
  'a-frame': 'fde743e8',
  'sphere-pile': '52c8562b',
  dominoes: '893a69ed',
  'newton-cradle': 'ee62947a',
  'spinning-top': '8bdc7e8e',
};
