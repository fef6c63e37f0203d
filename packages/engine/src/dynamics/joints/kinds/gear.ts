/**
 * A gear: the coordinate of a is `ratio` times that of b, turns or ways, against a common housing.   docs/theory/joints.md (JO14)
 *
 *   phi = q_a - ratio q_b
 *
 * It holds the ratio only: each wheel and each rack still needs the joint that carries it.
 */

import { ContractError } from '../../../checks/errors.ts';
import { type FieldTable, optional, required } from '../../../checks/fields.ts';
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
import { CouplingJoint } from '../parts/coupling.ts';
import { coordinateOf } from './differential.ts';

export interface GearOptions extends JointCommon {
  readonly kind: 'gear';
  readonly a: Body;
  readonly b: Body;
  /** Axis of each, fixed in the housing; in the world at present, any length but zero. */
  readonly axisA: Vec3;
  readonly axisB: Vec3;
  /** Turn of a per turn of b, not 0; rad/m or m/rad if one slides. Wheels that mesh: minus the teeth of b over those of a. */
  readonly ratio: number;
  /** Default turn: rad about the axis; slide: m along it. */
  readonly motionA?: Freedom;
  readonly motionB?: Freedom;
  /** Body that the axes are fixed in. Default: the world. */
  readonly housing?: Body;
}

export const GEAR: JointFields<GearOptions> & FieldTable<Pick<GearOptions, 'a' | 'b'>> = {
  a: required(someBody, 'the first wheel or rack'),
  b: required(someBody, 'the second'),
  axisA: axisField('housing', 'of a'),
  axisB: axisField('housing', 'of b'),
  ratio: required(number('a ratio', { notZero: true }), 'turn of a per turn of b; rad/m or m/rad if one slides'),
  motionA: optional(freedom, 'rad about the axis, or m along it', '`"turn"`'),
  motionB: optional(freedom, 'rad about the axis, or m along it', '`"turn"`'),
  housing: optional(someBody, 'what the axes are fixed in', 'the world'),
};

export function gearJoint(place: JointPlace, options: GearOptions): Joint {
  const { name, a, b } = place;
  const { ratio, motionA, motionB } = options;
  const housing = options.housing?.index ?? -1;
  if (a === housing || b === housing)
    throw new ContractError(
      `joint ${shortened(name)}: housing: expected a third body, found ${found(options.housing?.name)}`,
    );
  return new CouplingJoint('gear', place, options, housing, [
    { body: a, factor: 1, coordinate: coordinateOf(place, housing, a, options.axisA, motionA) },
    { body: b, factor: -ratio, coordinate: coordinateOf(place, housing, b, options.axisB, motionB) },
  ]);
}
