/** The only lists of verifications; the command line and the tests read them. */
import { aFrame } from './a-frame.ts';
import { bouncingBall } from './bouncing-ball.ts';
import { boxOnSlope } from './box-on-slope.ts';
import { brickWall } from './brick-wall.ts';
import { cableRod, capstan } from './cable.ts';
import type { Verification } from './check.ts';
import { forklift } from './forklift.ts';
import { heavyChain, heavyChainDrop, heavyChainSwing } from './heavy-chain.ts';
import { logGrasping } from './log-grasping.ts';
import { massRatioStack } from './mass-ratio-stack.ts';
import { doublePendulum, fivePendulum } from './pendulum.ts';
import { chosen, classics } from './problems/catalogue.ts';
import { ring } from './ring.ts';
import { slidingToRolling } from './sliding-to-rolling.ts';
import { spherePile } from './sphere-pile.ts';
import { symmetry } from './symmetry/symmetry.ts';
import { tHandle } from './t-handle.ts';

export const sceneVerifications: readonly Verification[] = [
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
  cableRod,
  capstan,
  brickWall,
  logGrasping,
  forklift,
  spherePile,
];

/** Headed as in the guide. */
export const verificationGroups: readonly { readonly title: string; readonly members: readonly Verification[] }[] = [
  { title: 'scenes', members: sceneVerifications },
  { title: 'classics', members: classics },
  { title: 'chosen before they were run', members: chosen },
  { title: 'the same world turned, mirrored, in other units', members: [symmetry] },
];

export const verifications: readonly Verification[] = verificationGroups.flatMap(({ members }) => members);
