/**
 * A hinge: a ball joint whose bodies turn about one axis only.   docs/theory/joints.md (JO3), (JO4)
 *
 *   phi_j = t_j . u_B,   J = (0, -u_B x t_j | 0, u_B x t_j)        t_1, t_2 across the axis, fixed in A;  u_B fixed in B
 */
import type { Vec3 } from '../../linalg/vec3.ts';
import { AcrossPart, oneAxis } from './across-part.ts';
import { AssembledJoint } from './assembled.ts';
import type { TurnDrive } from './drive.ts';
import { expectAxis, expectPoint, type Joint, type JointCommon, type JointPlace } from './joint.ts';
import { PointPart } from './point-part.ts';
import { TurnAxis } from './turn-axis.ts';

export interface RevoluteOptions extends JointCommon, TurnDrive {
  readonly kind: 'revolute';
  /** In the world, at the bodies' present poses, m. */
  readonly point: Vec3;
  /** In the world, any length but zero. */
  readonly axis: Vec3;
}

export function revoluteJoint(place: JointPlace, options: RevoluteOptions): Joint {
  const { name, frames, a, b } = place;
  const together = new PointPart(place, expectPoint(name, options.point));
  const axis = expectAxis(name, options.axis);
  return new AssembledJoint(place, options, {
    kind: 'revolute',
    parts: [together, new AcrossPart(place, oneAxis(axis))],
    axes: [{ coordinate: new TurnAxis(frames, a, b, axis), options }],
    gap: (at) => together.gap(at),
  });
}
