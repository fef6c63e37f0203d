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
  'brick-wall': '4fa5b51c',
  'closed-loop': '921162ff',
  winch: '242fa141',
  granular: '2b3eabb5',
  shaker: 'ca03704c',
  'box-on-slope': '074b48a3',
  'sliding-to-rolling': 'ef31fdc3',
  'bouncing-ball': '98662d9a',
  'mass-ratio-stack': 'fe596739',
  'heavy-chain': '11394972',
  'heavy-chain-swing': '72300870',
  'heavy-chain-drop': '11e62830',
  ring: '4ef35aaf',
  'double-pendulum': '472aeaab',
  'five-pendulum': '8a805356',
  't-handle': '0d23c7ae',
  'a-frame': '3f150754',
  'sphere-pile': '915be751',
  dominoes: 'a9ad0bbf',
  'newton-cradle': 'a6b8dc83',
  'spinning-top': '14f1be2d',
};
