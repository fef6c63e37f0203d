/** A point of B stays in a plane of A, on both sides of which it is held: one row.   docs/theory/joints.md (JO7) */
import type { Vec3 } from '../../../linalg/vec3.ts';
import { axisField, type Joint, type JointCommon, type JointFields, type JointPlace, pointField } from '../joint.ts';
import { AssembledJoint } from '../parts/assembled.ts';
import { inPlane } from '../parts/line-part.ts';

export interface PointOnPlaneOptions extends JointCommon {
  readonly kind: 'point-on-plane';
  /** Point in the plane, in the world at the bodies' present poses, m; B carries it along. */
  readonly point: Vec3;
  /** Across the plane, which A carries, in the world, any length but zero. */
  readonly normal: Vec3;
}

export const POINT_ON_PLANE: JointFields<PointOnPlaneOptions> = {
  point: pointField('b', 'of b that stays in the plane'),
  normal: axisField('a', 'across the plane'),
};

export function pointOnPlaneJoint(place: JointPlace, options: PointOnPlaneOptions): Joint {
  const plane = inPlane(place, options.point, options.normal);
  return new AssembledJoint(place, options, { kind: 'point-on-plane', parts: [plane], gap: (at) => plane.gap(at) });
}
