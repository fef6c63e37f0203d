/**
 * A differential: one row over the turns of three or more bodies.   docs/theory/joints.md (JO15)
 *
 *   phi = sum_i f_i q_i;      omega_left + omega_right - 2 omega_carrier = 0 has f = 1, 1, -2
 *
 * The impulse y of the row turns body i with f_i y: equal factors split a torque equally, whatever the speeds.
 */

import { ContractError } from '../../../checks/errors.ts';
import { type FieldTable, list, optional, record, required } from '../../../checks/fields.ts';
import { number } from '../../../checks/values.ts';
import { found, shortened } from '../../../checks/wording.ts';
import type { Vec3 } from '../../../linalg/vec3.ts';
import type { Body } from '../../bodies/body.ts';
import { someBody } from '../../bodies/references.ts';
import {
  axisField,
  type Freedom,
  freedom,
  type Joint,
  type JointCommon,
  type JointFields,
  type JointPlace,
} from '../joint.ts';
import type { Coordinate } from '../parts/coordinate.ts';
import { CouplingJoint } from '../parts/coupling.ts';
import { SlideAxis } from '../parts/slide-axis.ts';
import { TurnAxis } from '../parts/turn-axis.ts';

export interface DifferentialTerm {
  readonly body: Body;
  /** Fixed in the housing; in the world at present, any length but zero. */
  readonly axis: Vec3;
  /** f, not 0; 1/m in a row of turns for what slides. */
  readonly factor: number;
  /** Default turn: rad about the axis; slide: m along it. */
  readonly motion?: Freedom;
}

/** `a` and `b` of other joints are not used: the terms name the bodies. */
export interface DifferentialOptions extends JointCommon {
  readonly kind: 'differential';
  /** Two or more; the first determines whether the row is in rad or m. */
  readonly terms: readonly DifferentialTerm[];
  /** Body that the axes are fixed in. Default: the world. */
  readonly housing?: Body;
}

const TERM: FieldTable<DifferentialTerm> = {
  body: required(someBody, 'that turns or slides'),
  axis: axisField('housing', 'of the body'),
  factor: required(
    number('a factor', { notZero: true }),
    'of its turn in the sum; 1/m in a row of turns for what slides',
  ),
  motion: optional(freedom, 'rad about the axis, or m along it', '`"turn"`'),
};
export const DIFFERENTIAL: JointFields<DifferentialOptions> = {
  terms: required(list(record(TERM), 'two terms or more', { least: 2 }), 'whose sum stays as it is'),
  housing: optional(someBody, 'what the axes are fixed in', 'the world'),
};

export function differentialJoint(place: JointPlace, options: DifferentialOptions): Joint {
  const { name } = place;
  const housing = options.housing?.index ?? -1;
  const made = options.terms.map(({ body: { index: body, name: called }, axis, factor, motion }, i) => {
    if (body === housing)
      throw new ContractError(
        `joint ${shortened(name)}: terms[${i}].body: expected a body other than the housing, found ${found(called)}`,
      );
    return { body, factor, coordinate: coordinateOf(place, housing, body, axis, motion) };
  });
  if (new Set(made.map(({ body }) => body)).size < 2)
    throw new ContractError(`joint ${shortened(name)}: terms: expected two or more bodies, found one`);
  return new CouplingJoint('differential', place, options, housing, made);
}

/** The coordinate of a body against the housing, along an axis that the housing keeps. */
export function coordinateOf(
  { frames }: JointPlace,
  housing: number,
  body: number,
  axis: Vec3,
  motion: Freedom | undefined,
): Coordinate {
  if (motion !== 'slide') return new TurnAxis(frames, housing, body, axis);
  return new SlideAxis(frames, housing, body, frames.point(body, [0, 0, 0]).point, axis);
}
