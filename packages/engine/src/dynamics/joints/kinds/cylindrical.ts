/** A sleeve: B slides along one axis of A and turns about it.   docs/theory/joints.md (JO3), (JO7), (JO8), (JO10) */

import { optional, record } from '../../../checks/fields.ts';
import type { Vec3 } from '../../../linalg/vec3.ts';
import { SLIDE_DRIVE, type SlideDrive, TURN_DRIVE, type TurnDrive } from '../drives/drive.ts';
import { axisField, type Joint, type JointCommon, type JointFields, type JointPlace, pointField } from '../joint.ts';
import { AcrossPart, oneAxis } from '../parts/across-part.ts';
import { AssembledJoint, turningAround } from '../parts/assembled.ts';
import { onLine } from '../parts/line-part.ts';
import { SlideAxis } from '../parts/slide-axis.ts';
import { TurnAxis } from '../parts/turn-axis.ts';

export interface CylindricalOptions extends JointCommon {
  readonly kind: 'cylindrical';
  /** Point on the axis, in the world at the bodies' present poses, m; B carries it along. */
  readonly point: Vec3;
  /** Axis in the world, any length but zero. */
  readonly axis: Vec3;
  /** About the axis. */
  readonly turn?: TurnDrive;
  /** Along the axis. */
  readonly slide?: SlideDrive;
}

export const CYLINDRICAL: JointFields<CylindricalOptions> = {
  point: pointField('b', 'on the axis'),
  axis: axisField('a', 'to slide along and turn about'),
  turn: optional(record(TURN_DRIVE), 'a drive about the axis'),
  slide: optional(record(SLIDE_DRIVE), 'a drive along the axis'),
};

export function cylindricalJoint(place: JointPlace, options: CylindricalOptions): Joint {
  const { frames, a, b } = place;
  const { point, axis, turn = {}, slide = {} } = options;
  const line = onLine(place, point, axis);
  return new AssembledJoint(place, options, {
    kind: 'cylindrical',
    parts: [line, new AcrossPart(place, oneAxis(axis))],
    axes: [
      { coordinate: new TurnAxis(frames, a, b, axis), options: turn, where: 'turn.' },
      { coordinate: new SlideAxis(frames, a, b, point, axis), options: slide, where: 'slide.' },
    ],
    gap: (at) => line.gap(at),
    turning: turningAround(place, point, axis),
  });
}
