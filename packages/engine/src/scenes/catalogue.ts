/** The only list of scenes: command line, studio, laboratory and tests read it. */
import { ContractError } from '../checks/errors.ts';
import { unknownName } from '../checks/wording.ts';
import { aFrame } from './a-frame.ts';
import { bouncingBall } from './bouncing-ball.ts';
import { boxOnSlope } from './box-on-slope.ts';
import { brickWall } from './brick-wall.ts';
import { cableRod } from './cable-rod.ts';
import { capstan } from './capstan.ts';
import { closedLoop } from './closed-loop.ts';
import { dominoes } from './dominoes.ts';
import { doublePendulum } from './double-pendulum.ts';
import { fivePendulum } from './five-pendulum.ts';
import { forklift } from './forklift.ts';
import { granular } from './granular.ts';
import { heavyChain } from './heavy-chain.ts';
import { heavyChainDrop } from './heavy-chain-drop.ts';
import { heavyChainSwing } from './heavy-chain-swing.ts';
import { logGrasping } from './log-grasping.ts';
import { massRatioStack } from './mass-ratio-stack.ts';
import { newtonCradle } from './newton-cradle.ts';
import { ring } from './ring.ts';
import type { Scene, SceneGroup } from './scene.ts';
import { shaker } from './shaker.ts';
import { slidingToRolling } from './sliding-to-rolling.ts';
import { spherePile } from './sphere-pile.ts';
import { spinningTop } from './spinning-top.ts';
import { tHandle } from './t-handle.ts';
import { winch } from './winch.ts';

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
