/** Two bodies that move as one: a point, and three directions that stay across each other.   docs/theory/joints.md (JO2), (JO6) */
import type { Vec3 } from '../../../linalg/vec3.ts';
import { type Joint, type JointCommon, type JointFields, type JointPlace, pointField } from '../joint.ts';
import { AcrossPart, noAxis } from '../parts/across-part.ts';
import { AssembledJoint } from '../parts/assembled.ts';
import { PointPart } from '../parts/point-part.ts';

export interface FixedOptions extends JointCommon {
  readonly kind: 'fixed';
  /** Point at which the reaction is taken, in the world at the bodies' present poses, m. */
  readonly point: Vec3;
}

export const FIXED: JointFields<FixedOptions> = { point: pointField('b', 'where the reaction is taken') };

export function fixedJoint(place: JointPlace, options: FixedOptions): Joint {
  const together = new PointPart(place, options.point);
  return new AssembledJoint(place, options, {
    kind: 'fixed',
    parts: [together, new AcrossPart(place, noAxis([0, 0, 1]))],
    gap: (frames) => together.gap(frames),
  });
}
