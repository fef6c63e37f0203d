/**
 * Impulses of joint rows between steps, and what is read of them.   docs/theory/joints.md (JO16)
 *
 * Under `midpoint` they alternate from step to step about their mean, which users compare with a force: that of the last two steps.
 */
import { scaled } from '../../linalg/buffers.ts';
import type { Joint } from '../joints/joint.ts';
import { rowCount } from '../joints/joint.ts';
import type { JointImpulses } from '../state/step-memory.ts';
import { hasMidpoint, type StepParts } from '../state/step-parts.ts';

/** The mean of the last two steps if both are known, else the last one. */
export function readImpulses({ jointMemory, jointBefore }: JointImpulses): Float64Array {
  return jointBefore.length === jointMemory.length ? meanOf(jointMemory, jointBefore) : jointMemory;
}

/** By which a joint breaks in a step of length h: under `midpoint` the mean with the step before. @param now of this step */
export function impulsesThatBreak(parts: StepParts, now: Float64Array, jointMemory: Float64Array): Float64Array {
  return hasMidpoint(parts) ? meanOf(now, scaled(undefined, jointMemory, parts.h / parts.timeStep)) : now;
}

/** (a + b)/2; a if their lengths differ. */
function meanOf(a: Float64Array, b: Float64Array): Float64Array {
  return a.length === b.length ? a.map((value, i) => 0.5 * (value + b[i])) : a;
}

/** Some joints are about to go: the impulses of the others. */
export function withoutJoints(
  impulses: Float64Array,
  joints: readonly Joint[],
  gone: ReadonlySet<Joint>,
): Float64Array {
  if (impulses.length !== rowCount(joints)) return impulses; // new joints have none yet
  const kept = new Float64Array(rowCount(joints.filter((joint) => !gone.has(joint))));
  let from = 0;
  let to = 0;
  for (const joint of joints) {
    const { length } = joint.rows;
    if (!gone.has(joint)) {
      kept.set(impulses.subarray(from, from + length), to);
      to += length;
    }
    from += length;
  }
  return kept;
}
