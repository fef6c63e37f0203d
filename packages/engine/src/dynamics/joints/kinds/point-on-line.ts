/**
 * A bead on a wire: a point of B stays on a line of A, and B turns as it likes.   docs/theory/joints.md (JO7), (JO8)
 *
 *   phi_j = t_j . (p_B - p_A)  j = 1, 2
 */
import type { Vec3 } from '../../../linalg/vec3.ts';
import { SLIDE_DRIVE, type SlideDrive } from '../drives/drive.ts';
import { axisField, type Joint, type JointCommon, type JointFields, type JointPlace, pointField } from '../joint.ts';
import { AssembledJoint } from '../parts/assembled.ts';
import { onLine } from '../parts/line-part.ts';
import { SlideAxis } from '../parts/slide-axis.ts';

export interface PointOnLineOptions extends JointCommon, SlideDrive {
  readonly kind: 'point-on-line';
  /** Point on the line, in the world at the bodies' present poses, m; B carries it along. */
  readonly point: Vec3;
  /** Direction of the line, which A carries, in the world, any length but zero. */
  readonly axis: Vec3;
}

export const POINT_ON_LINE: JointFields<PointOnLineOptions> = {
  point: pointField('b', 'of b that stays on the line'),
  axis: axisField('a', 'of the line'),
  ...SLIDE_DRIVE,
};

export function pointOnLineJoint(place: JointPlace, options: PointOnLineOptions): Joint {
  const { frames, a, b } = place;
  const { point, axis } = options;
  const line = onLine(place, point, axis);
  return new AssembledJoint(place, options, {
    kind: 'point-on-line',
    parts: [line],
    axes: [{ coordinate: new SlideAxis(frames, a, b, point, axis), options }],
    gap: (at) => line.gap(at),
  });
}
