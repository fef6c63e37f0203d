/**
 * Impulses of joint rows between steps, and what is read of them.   docs/theory/joints.md (JO16)
 *
 * Under `midpoint` they alternate from step to step about their mean, which users compare with a force: that of the last two steps.
 */
import { scaled } from '../../linalg/room.ts';
import type { Joint } from '../joints/joint.ts';
import { rowCount } from './solve-group.ts';
import type { IntegratorName, StepParts } from './step-state.ts';

/** What a world remembers of the impulses of its joints' rows, as those of whole time steps, N s and N m s. */
export interface JointImpulses {
  /** Of the last step; none before the first, or after a joint was added. */
  readonly jointMemory: Float64Array;
  /** Of the step before; none but under `midpoint`. */
  readonly jointBefore: Float64Array;
}

/** True: an integrator steps some islands by the midpoint. */
export const alternate = (integrator: IntegratorName): boolean => integrator === 'midpoint' || integrator === 'auto';

/** The mean of the last two steps if both are known, else the last one. */
export function readImpulses({ jointMemory, jointBefore }: JointImpulses): Float64Array {
  return jointBefore.length === jointMemory.length ? meanOf(jointMemory, jointBefore) : jointMemory;
}

/** By which a joint breaks in a step of length h: under `midpoint` the mean with the step before. @param now of this step */
export function impulsesThatBreak(
  { integrator, h, timeStep }: Pick<StepParts, 'integrator' | 'h' | 'timeStep'>,
  now: Float64Array,
  jointMemory: Float64Array,
): Float64Array {
  return alternate(integrator) ? meanOf(now, scaled(undefined, jointMemory, h / timeStep)) : now;
}

/** (a + b)/2; a if their lengths differ. */
function meanOf(a: Float64Array, b: Float64Array): Float64Array {
  return a.length === b.length ? a.map((value, i) => 0.5 * (value + b[i])) : a;
}

/** Joint j is about to go: the impulses of the others. */
export function withoutJoint(impulses: Float64Array, joints: readonly Joint[], j: number): Float64Array {
  if (impulses.length !== rowCount(joints)) return impulses; // new joints have none yet
  const from = rowCount(joints.slice(0, j));
  return Float64Array.from([...impulses.subarray(0, from), ...impulses.subarray(from + joints[j].rows.length)]);
}
