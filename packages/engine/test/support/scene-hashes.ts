/** Hashes of every scene after some steps: the same bits on every platform, with compiled kernels or their twins. */
import type { SceneValues } from '../../src/scenes/scene.ts';

export const STEPS = 60;
/** Smaller than by default, where a scene is large. */
export const smaller: Record<string, SceneValues> = {
  'sphere-pile': { count: 30, width: 0.3 },
  granular: { count: 30 },
  shaker: { count: 30 },
  'cable-rod': { links: 8, wrap: 1 },
  capstan: { links: 8, wrap: 1 },
};

export const committed: Record<string, string> = {
  'brick-wall': '8d0365be',
  'log-grasping': '93958167',
  'closed-loop': 'a9d0698c',
  winch: 'b088a856',
  'cable-rod': 'dae3d573',
  capstan: '0b02a047',
  forklift: '1603fe46',
  granular: '54bde7df',
  shaker: '4859fe39',
  'box-on-slope': '90846a2d',
  'sliding-to-rolling': 'b43d922c',
  'bouncing-ball': '98662d9a',
  'mass-ratio-stack': 'b8e3ec8b',
  'heavy-chain': '11394972',
  'heavy-chain-swing': 'e0a8bca3',
  'heavy-chain-drop': 'e2e617e1',
  ring: '21863f64',
  'double-pendulum': 'ebe54bef',
  'five-pendulum': '260adc7a',
  't-handle': '1766c08d',
  'a-frame': '9bf78da6',
  'sphere-pile': '7409f736',
  dominoes: '4342453d',
  'newton-cradle': '5780240a',
  'spinning-top': 'a83eee35',
};

/** The same in sub-steps: scenes with impacts, rolling, chains and a loop, at 1/60 s with accuracy 0.01. */
export const STEPS_WITH_ACCURACY = 40;
export const committedWithAccuracy: Record<string, string> = {
  'bouncing-ball': 'b2a23213',
  'sliding-to-rolling': '0d05eb16',
  dominoes: 'd1806d45',
  'newton-cradle': 'dad0480d',
  'double-pendulum': '351558ea',
  ring: 'a0f4b5f1',
  'spinning-top': 'f86786d3',
};
