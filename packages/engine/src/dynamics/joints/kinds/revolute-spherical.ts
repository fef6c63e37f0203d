/**
 * A rod without mass, with a hinge on A and a ball on B: the ball runs on a circle of A.   docs/theory/joints.md (JO22)
 *
 *   phi_1 = (d.d - L^2)/(2 L),   phi_2 = u . (d - d_0)       d = p_B - p_A;  u and d_0 fixed in A, d_0 as the rod was made
 */
import { ContractError } from '../../../checks/errors.ts';
import { optional } from '../../../checks/fields.ts';
import { number } from '../../../checks/values.ts';
import { shortened } from '../../../checks/wording.ts';
import { cross, length, subtract, unit, type Vec3 } from '../../../linalg/vec3.ts';
import { axisField, type Joint, type JointCommon, type JointFields, type JointPlace, pointField } from '../joint.ts';
import { AssembledJoint } from '../parts/assembled.ts';
import { inPlane } from '../parts/line-part.ts';
import { LengthPart } from './distance.ts';

export interface RevoluteSphericalOptions extends JointCommon {
  readonly kind: 'revolute-spherical';
  /** The hinge, on A, and the ball, on B, off the axis of the hinge; in the world at the bodies' present poses, m. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  /** Axis of the hinge, in the world, any length but zero. */
  readonly axis: Vec3;
  /** Length of the rod, m, > 0. Default: the present distance. */
  readonly length?: number;
}

export const REVOLUTE_SPHERICAL: JointFields<RevoluteSphericalOptions> = {
  pointA: pointField('a', 'the hinge'),
  pointB: pointField('b', 'the ball, off the axis'),
  axis: axisField('a', 'of the hinge'),
  length: optional(number('a length', { above: 0, unit: 'm' }), 'of the rod', 'the present distance'),
};

/** A rod that is nearer to its axis than this share of its length cannot be hinged about it. */
const LEAST_SINE = 1e-3;

export function revoluteSphericalJoint(place: JointPlace, options: RevoluteSphericalOptions): Joint {
  const { pointA, pointB, axis } = options;
  const d = subtract(pointB, pointA);
  if (!(length(cross(d, unit(axis))) > LEAST_SINE * length(d)))
    throw new ContractError(
      `joint ${shortened(place.name)}: pointB: expected a point off the axis of the hinge, found one on it`,
    );
  const rod = new LengthPart(place, pointA, pointB, 'exact', options.length ?? length(d));
  const plane = inPlane(place, pointB, axis);
  return new AssembledJoint(place, options, {
    kind: 'revolute-spherical',
    parts: [rod, plane],
    gap: (at) => Math.max(rod.gap(at), plane.gap(at)),
  });
}
