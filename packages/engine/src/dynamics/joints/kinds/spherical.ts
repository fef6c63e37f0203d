/** A ball joint: one point of A and one point of B stay together.   docs/theory/joints.md (JO2) */
import type { Vec3 } from '../../../linalg/vec3.ts';
import { type Joint, type JointCommon, type JointFields, type JointPlace, pointField } from '../joint.ts';
import { AssembledJoint } from '../parts/assembled.ts';
import { PointPart } from '../parts/point-part.ts';

export interface SphericalOptions extends JointCommon {
  readonly kind: 'spherical';
  /** Centre, in the world at the bodies' present poses, m. */
  readonly point: Vec3;
}

export const SPHERICAL: JointFields<SphericalOptions> = { point: pointField('b', 'that stays together') };

export function sphericalJoint(place: JointPlace, options: SphericalOptions): Joint {
  const together = new PointPart(place, options.point);
  return new AssembledJoint(place, options, {
    kind: 'spherical',
    parts: [together],
    gap: (frames) => together.gap(frames),
  });
}
