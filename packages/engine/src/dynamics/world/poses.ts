/** Poses of all bodies of a world in one array, for renderers and other threads. */
import { ContractError } from '../../checks/errors.ts';
import { found } from '../../checks/wording.ts';
import type { Bodies } from '../bodies/bodies.ts';
import type { Body } from '../bodies/body.ts';

const POSE = 7;

/** @param bodies of the store, in the order wanted @throws ContractError for an array that is no Float64Array or too short */
export function copyPoses({ pose }: Bodies, bodies: readonly Body[], out?: Float64Array): Float64Array {
  const poses = out ?? new Float64Array(POSE * bodies.length);
  if (!(poses instanceof Float64Array) || poses.length < POSE * bodies.length)
    throw new ContractError(
      `poses: expected a Float64Array with room for ${POSE * bodies.length} numbers, found ${found(out)}`,
    );
  for (let k = 0; k < bodies.length; k++) {
    const from = POSE * bodies[k].index;
    for (let c = 0; c < POSE; c++) poses[POSE * k + c] = pose[from + c];
  }
  return poses;
}
