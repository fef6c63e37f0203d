/**
 * The input of the detector, owned and filled by the caller before every call, and the checks on it.
 * docs/theory/collision.md (CO5)
 */
import { ContractError } from '../checks/errors.ts';
import type { Shape } from './shapes/shape.ts';

export interface Colliders {
  readonly count: number;
  readonly shape: readonly Shape[];
  /** 7 per collider: position xyz, m, and unit quaternion xyzw, in the world. */
  readonly pose: Float64Array;
  /** Two colliders of one body never meet. */
  readonly body: Int32Array;
  /** 1: static or kinematic; two fixed ones never meet. */
  readonly fixed: Uint8Array;
  /** m, >= 0: a pair reports points with gap <= margin A + margin B. */
  readonly margin: Float64Array;
  /** Bits: the groups a collider is in, and those it meets. Two meet if each meets a group of the other. */
  readonly groups?: Int32Array;
  readonly meets?: Int32Array;
  /** 1: feels others and is felt by none: its pairs have no points but are listed in detector.sensed. */
  readonly sensor?: Uint8Array;
}

/** Invalid input of the detector: the message names the collider, what was expected and what was found. */
export class CollisionError extends ContractError {
  override readonly name = 'CollisionError';
}

/** How far |q|^2 may be from 1. */
const UNIT = 1e-6;

/** Throws if a pose is not finite, a quaternion not unit, or a margin negative. */
export function checkColliders({ count, pose, margin }: Colliders): void {
  for (let i = 0; i < count; i++) {
    const at = 7 * i;
    const x = pose[at + 3];
    const y = pose[at + 4];
    const z = pose[at + 5];
    const w = pose[at + 6];
    const place = pose[at] + pose[at + 1] + pose[at + 2];
    const square = x * x + y * y + z * z + w * w;
    if (place - place === 0 && Math.abs(square - 1) < UNIT && margin[i] >= 0 && margin[i] < Number.POSITIVE_INFINITY)
      continue;
    complain(i, pose, margin[i]);
  }
}

function complain(i: number, pose: Float64Array, margin: number): never {
  const position = Array.from(pose.subarray(7 * i, 7 * i + 3));
  const rotation = Array.from(pose.subarray(7 * i + 3, 7 * i + 7));
  if (!position.every(Number.isFinite))
    throw new CollisionError(`collider ${i}: expected a finite position, found (${position.join(', ')})`);
  if (!(margin >= 0 && margin < Number.POSITIVE_INFINITY))
    throw new CollisionError(`collider ${i}: expected a finite margin >= 0 m, found ${margin}`);
  throw new CollisionError(`collider ${i}: expected a unit quaternion x y z w, found (${rotation.join(', ')})`);
}
