/**
 * B moves in a plane of A and turns about its normal, as a puck on a table.   docs/theory/joints.md (JO3), (JO7), (JO10)
 *
 *   phi = n . (p_B - p_A),   and n of B stays perpendicular to t1 and t2 of A
 */
import type { Vec3 } from '../../../linalg/vec3.ts';
import { COUNTED } from '../../bodies/exact-turns.ts';
import { TURN_DRIVE, type TurnDrive } from '../drives/drive.ts';
import { axisField, type Joint, type JointCommon, type JointFields, type JointPlace, pointField } from '../joint.ts';
import { AcrossPart, oneAxis } from '../parts/across-part.ts';
import { AssembledJoint, turningAround } from '../parts/assembled.ts';
import { inPlane } from '../parts/line-part.ts';
import { TurnAxis } from '../parts/turn-axis.ts';

/** Drives act about the normal. */
export interface PlanarOptions extends JointCommon, TurnDrive {
  readonly kind: 'planar';
  /** Point in the plane, in the world at the bodies' present poses, m; B carries it along. */
  readonly point: Vec3;
  /** Normal of the plane, which moves with A; in the world, any length but zero. */
  readonly normal: Vec3;
}

export const PLANAR: JointFields<PlanarOptions> = {
  point: pointField('b', 'of b that stays in the plane'),
  normal: axisField('a', 'across the plane'),
  ...TURN_DRIVE,
};

export function planarJoint(place: JointPlace, options: PlanarOptions): Joint {
  const { frames, a, b } = place;
  const { point, normal } = options;
  const plane = inPlane(place, point, normal);
  return new AssembledJoint(place, options, {
    kind: 'planar',
    parts: [plane, new AcrossPart(place, oneAxis(normal))],
    axes: [{ coordinate: new TurnAxis(frames, a, b, normal), options }],
    gap: (at) => plane.gap(at),
    turning: [{ ...COUNTED, held: true }, turningAround(place, point, normal)[1]], // b moves about in the plane of a
  });
}
