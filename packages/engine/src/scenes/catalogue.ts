/** The only list of scenes: command line, studio, laboratory and tests read it. */
import { ContractError } from '../checks/errors.ts';
import { unknownName } from '../checks/wording.ts';
import { aFrame } from './known-answers/a-frame.ts';
import { bouncingBall } from './known-answers/bouncing-ball.ts';
import { boxOnSlope } from './known-answers/box-on-slope.ts';
import { doublePendulum } from './known-answers/double-pendulum.ts';
import { fivePendulum } from './known-answers/five-pendulum.ts';
import { heavyChain } from './known-answers/heavy-chain.ts';
import { heavyChainDrop } from './known-answers/heavy-chain-drop.ts';
import { heavyChainSwing } from './known-answers/heavy-chain-swing.ts';
import { massRatioStack } from './known-answers/mass-ratio-stack.ts';
import { ring } from './known-answers/ring.ts';
import { slidingToRolling } from './known-answers/sliding-to-rolling.ts';
import { spherePile } from './known-answers/sphere-pile.ts';
import { tHandle } from './known-answers/t-handle.ts';
import { brickWall } from './papers/brick-wall.ts';
import { cableRod } from './papers/cable-rod.ts';
import { capstan } from './papers/capstan.ts';
import { closedLoop } from './papers/closed-loop.ts';
import { forklift } from './papers/forklift.ts';
import { granular } from './papers/granular.ts';
import { logGrasping } from './papers/log-grasping.ts';
import { shaker } from './papers/shaker.ts';
import { winch } from './papers/winch.ts';
import type { Scene, SceneGroup } from './scene.ts';
import { dominoes } from './to-look-at/dominoes.ts';
import { newtonCradle } from './to-look-at/newton-cradle.ts';
import { spinningTop } from './to-look-at/spinning-top.ts';

const ofThePapers: readonly Scene[] = [
  brickWall,
  logGrasping,
  closedLoop,
  winch,
  cableRod,
  capstan,
  forklift,
  granular,
  shaker,
];

const withKnownAnswers: readonly Scene[] = [
  boxOnSlope,
  slidingToRolling,
  bouncingBall,
  massRatioStack,
  heavyChain,
  heavyChainSwing,
  heavyChainDrop,
  ring,
  doublePendulum,
  fivePendulum,
  tHandle,
  aFrame,
  spherePile,
];

const toLookAt: readonly Scene[] = [dominoes, newtonCradle, spinningTop];

/** The scenes by what they are for. */
export const sceneGroups: readonly SceneGroup[] = [
  { title: "The papers' scenes", scenes: ofThePapers },
  { title: 'Scenes with known answers', scenes: withKnownAnswers },
  { title: 'Scenes to look at', scenes: toLookAt },
];

export const scenes: readonly Scene[] = sceneGroups.flatMap((group) => group.scenes);

/** @throws ContractError that names the nearest scenes. */
export function findScene(name: string): Scene {
  const scene = scenes.find((candidate) => candidate.name === name);
  if (!scene)
    throw new ContractError(
      unknownName(
        'scene',
        name,
        scenes.map((s) => s.name),
      ),
    );
  return scene;
}
