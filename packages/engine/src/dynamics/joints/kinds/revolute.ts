/**
 * A hinge: a ball joint whose bodies turn about one axis only.   docs/theory/joints.md (JO3), (JO4)
 *
 *   phi_j = t_j . u_B,   J = (0, -u_B x t_j | 0, u_B x t_j)        t_1, t_2 across the axis, fixed in A;  u_B fixed in B
 */
import type { Vec3 } from '../../../linalg/vec3.ts';
import { TURN_DRIVE, type TurnDrive } from '../drives/drive.ts';
import { axisField, type Joint, type JointCommon, type JointFields, type JointPlace, pointField } from '../joint.ts';
import { AcrossPart, oneAxis } from '../parts/across-part.ts';
import { AssembledJoint, turningAround } from '../parts/assembled.ts';
import { PointPart } from '../parts/point-part.ts';
import { TurnAxis } from '../parts/turn-axis.ts';

export interface RevoluteOptions extends JointCommon, TurnDrive {
  readonly kind: 'revolute';
  /** Point on the axis, in the world at the bodies' present poses, m. */
  readonly point: Vec3;
  /** Axis in the world, any length but zero. */
  readonly axis: Vec3;
}

export const REVOLUTE: JointFields<RevoluteOptions> = {
  point: pointField('b', 'of the hinge'),
  axis: axisField('a', 'of the hinge'),
  ...TURN_DRIVE,
};

export function revoluteJoint(place: JointPlace, options: RevoluteOptions): Joint {
  const { frames, a, b } = place;
  const { point, axis } = options;
  const together = new PointPart(place, point);
  return new AssembledJoint(place, options, {
    kind: 'revolute',
    parts: [together, new AcrossPart(place, oneAxis(axis))],
    axes: [{ coordinate: new TurnAxis(frames, a, b, axis), options }],
    gap: (at) => together.gap(at),
    turning: turningAround(place, point, axis),
  });
}
