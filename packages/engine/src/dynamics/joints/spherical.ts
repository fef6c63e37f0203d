/** A ball joint: one point of A and one point of B stay together.   docs/theory/joints.md (JO2) */
import type { Vec3 } from '../../linalg/vec3.ts';
import { AssembledJoint } from './assembled.ts';
import { expectPoint, type Joint, type JointCommon, type JointPlace } from './joint.ts';
import { PointPart } from './point-part.ts';

export interface SphericalOptions extends JointCommon {
  readonly kind: 'spherical';
  /** In the world, at the bodies' present poses, m. */
  readonly point: Vec3;
}

export function sphericalJoint(place: JointPlace, options: SphericalOptions): Joint {
  const together = new PointPart(place, expectPoint(place.name, options.point));
  return new AssembledJoint(place, options, {
    kind: 'spherical',
    parts: [together],
    gap: (frames) => together.gap(frames),
  });
}
