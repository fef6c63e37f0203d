/** The only lists of problems; the command line and the tests read them. */
import { ballInGroove, billiards, rollingResistance, weightedBall } from './chosen/balls.ts';
import { bricard, fourBarChain, governor, simplePendulum, squeezer } from './chosen/benchmarks.ts';
import { genevaDrive, rackAndDrum, screwJack, sliderCrank, universalJoint } from './chosen/machines.ts';
import { harmonicOrbit, newmarkBlock, sleepingTop } from './chosen/motions.ts';
import type { Classic } from './classic.ts';
import { rockingBlock, spinBounce, stepClimb, twoBalls } from './classics/impacts.ts';
import { bennett, precession } from './classics/loops.ts';
import { beadRope, fastGears, foldedChain, springOnSlider } from './classics/mechanisms.ts';
import { painleve, rodOnEnd } from './classics/rods.ts';
import { eulersDisc, leavesTheSurface, turntable } from './classics/rolling.ts';
import { slidingHeading, spinningPuck, stickSlip, wedgeAndBlock } from './classics/sliding.ts';
import { beadCapstan, harmonicStack, ladder, masonryArch } from './classics/statics.ts';

/** Classics of rigid body dynamics. */
export const classics: readonly Classic[] = [
  rockingBlock,
  twoBalls,
  spinBounce,
  stepClimb,
  turntable,
  eulersDisc,
  leavesTheSurface,
  slidingHeading,
  spinningPuck,
  wedgeAndBlock,
  stickSlip,
  rodOnEnd,
  painleve,
  foldedChain,
  beadRope,
  fastGears,
  springOnSlider,
  bennett,
  precession,
  ladder,
  harmonicStack,
  masonryArch,
  beadCapstan,
];

/** Chosen, with settings and limits, before any of them was run. */
export const chosen: readonly Classic[] = [
  simplePendulum,
  fourBarChain,
  squeezer,
  bricard,
  governor,
  sliderCrank,
  universalJoint,
  genevaDrive,
  newmarkBlock,
  billiards,
  weightedBall,
  sleepingTop,
  rackAndDrum,
  screwJack,
  ballInGroove,
  rollingResistance,
  harmonicOrbit,
];
