/**
 * A Cardan joint: one point stays together, and an axis of A stays perpendicular to an axis of B.   docs/theory/joints.md (JO2), (JO6)
 *
 *   phi = u_A . u_B = 0: B turns about both axes, not about the third
 */

import { ContractError } from '../../../checks/errors.ts';
import { shortened } from '../../../checks/wording.ts';
import { cross, length, unit, type Vec3 } from '../../../linalg/vec3.ts';
import { axisField, type Joint, type JointCommon, type JointFields, type JointPlace, pointField } from '../joint.ts';
import { AcrossPart } from '../parts/across-part.ts';
import { AssembledJoint } from '../parts/assembled.ts';
import { PointPart } from '../parts/point-part.ts';

export interface UniversalOptions extends JointCommon {
  readonly kind: 'universal';
  /** Centre, in the world at the bodies' present poses, m. */
  readonly point: Vec3;
  /** The arm of the cross that A holds, and the one that B holds: across each other, in the world, any length but zero. */
  readonly axisA: Vec3;
  readonly axisB: Vec3;
}

export const UNIVERSAL: JointFields<UniversalOptions> = {
  point: pointField('b', 'that stays together'),
  axisA: axisField('a', 'the arm of the cross that a holds'),
  axisB: axisField('b', 'the arm that b holds, across `axisA`'),
};

export function universalJoint(place: JointPlace, options: UniversalOptions): Joint {
  const { name } = place;
  const together = new PointPart(place, options.point);
  const s = unit(options.axisA);
  const d = unit(options.axisB);
  if (!(length(cross(s, d)) > 1 - 1e-6))
    throw new ContractError(
      `joint ${shortened(name)}: axisB: expected an axis across axisA, found one at another angle`,
    );
  return new AssembledJoint(place, options, {
    kind: 'universal',
    parts: [together, new AcrossPart(place, [{ row: 'cross', s, d }])],
    gap: (frames) => together.gap(frames),
  });
}
