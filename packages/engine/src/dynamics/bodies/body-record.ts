/** Makes the record that a world keeps of a body from its options. */

import { ContractError } from '../../checks/errors.ts';
import { forProgram } from '../../checks/value.ts';
import { found } from '../../checks/wording.ts';
import { type Material, makeMaterial } from '../../contact/material.ts';
import { invertSymmetric } from '../../linalg/mat3.ts';
import { NO_ROTATION, toQuat } from '../../linalg/quat.ts';
import { scale } from '../../linalg/vec3.ts';
import type { BodyRecord, Motion } from './bodies.ts';
import { massOf } from './body-mass.ts';
import type { BodyOptions } from './body-options.ts';
import type { ColliderFlags, LocalPose } from './collider-table.ts';
import type { PrescribedMotion } from './prescribed-motion.ts';

export interface CheckedBody {
  readonly record: BodyRecord & { readonly pose: Float64Array };
  /** Undefined unless its motion is prescribed. */
  readonly prescribed: PrescribedMotion | undefined;
  /** Pose of its shape relative to its centre of mass. */
  readonly local: LocalPose;
  readonly material: Material;
  readonly flags: ColliderFlags;
}

/** The record of a body from checked options. @throws ContractError for values that contradict each other */
export function bodyRecord(name: string, options: BodyOptions, where: string): CheckedBody {
  const prescribed = typeof options.motion === 'object' ? options.motion : undefined;
  const motion = prescribed ? 'kinematic' : ((options.motion ?? 'dynamic') as Motion);
  const {
    position = [0, 0, 0],
    orientation = NO_ROTATION,
    velocity = [0, 0, 0],
    angularVelocity = [0, 0, 0],
  } = options;
  if (prescribed && (options.velocity || options.angularVelocity))
    throw new ContractError(`${where}: velocity: expected none beside a prescribed motion, found one`);
  const { mass, inertia, centre } = forProgram(where, () => massOf(options));
  const inverseInertia = new Float64Array(9);
  if (motion === 'dynamic' && !invertSymmetric(inertia, 0, inverseInertia, 0))
    throw new ContractError(`${where}: inertia: expected a tensor that can be inverted, found ${found([...inertia])}`);
  const pose = Float64Array.of(...position, ...toQuat(orientation));
  const { groups = 1, meets = -1, sensor = false } = options;
  return {
    record: { name, motion, pose, velocity: [...velocity, ...angularVelocity], mass, inertia, inverseInertia },
    prescribed,
    local: { position: scale(centre, -1), orientation: NO_ROTATION },
    material: Object.freeze(makeMaterial(options.material ?? {}, where)),
    flags: { fixed: motion !== 'dynamic', groups, meets, sensor },
  };
}
