/**
 * A slider: B moves along one axis of A and does not turn against it.   docs/theory/joints.md (JO6), (JO7), (JO8)
 *
 *   phi_j = t_j . (p_B - p_A)  j = 1, 2,   and three directions that stay across each other
 */
import type { Vec3 } from '../../../linalg/vec3.ts';
import { SLIDE_DRIVE, type SlideDrive } from '../drives/drive.ts';
import { axisField, type Joint, type JointCommon, type JointFields, type JointPlace, pointField } from '../joint.ts';
import { AcrossPart, noAxis } from '../parts/across-part.ts';
import { AssembledJoint } from '../parts/assembled.ts';
import { onLine } from '../parts/line-part.ts';
import { SlideAxis } from '../parts/slide-axis.ts';

export interface PrismaticOptions extends JointCommon, SlideDrive {
  readonly kind: 'prismatic';
  /** Point on the axis, in the world at the bodies' present poses, m; B carries it along. */
  readonly point: Vec3;
  /** Axis in the world, any length but zero. */
  readonly axis: Vec3;
}

export const PRISMATIC: JointFields<PrismaticOptions> = {
  point: pointField('b', 'on the axis'),
  axis: axisField('a', 'to slide along'),
  ...SLIDE_DRIVE,
};

export function prismaticJoint(place: JointPlace, options: PrismaticOptions): Joint {
  const { frames, a, b } = place;
  const { point, axis } = options;
  const line = onLine(place, point, axis);
  return new AssembledJoint(place, options, {
    kind: 'prismatic',
    parts: [line, new AcrossPart(place, noAxis(axis))],
    axes: [{ coordinate: new SlideAxis(frames, a, b, point, axis), options }],
    gap: (at) => line.gap(at),
  });
}
