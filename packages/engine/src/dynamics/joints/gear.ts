/**
 * A gear: the coordinate of a is `ratio` times that of b, turns or ways, against a common housing.   docs/theory/joints.md (JO14)
 *
 *   phi = q_a - ratio q_b
 *
 * It holds the ratio only: each wheel and each rack still needs the joint that carries it.
 */

import { ContractError } from '../../checks/errors.ts';
import { found } from '../../checks/wording.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import type { Body } from '../body.ts';
import { CouplingJoint } from './coupling.ts';
import { coordinateOf } from './differential.ts';
import { expectNumber, type Freedom, type Joint, type JointCommon, type JointPlace } from './joint.ts';

export interface GearOptions extends JointCommon {
  readonly kind: 'gear';
  readonly a: Body;
  readonly b: Body;
  /** Axis of each, fixed in the housing; in the world at present, any length but zero. */
  readonly axisA: Vec3;
  readonly axisB: Vec3;
  /** Turn of a per turn of b, not 0; rad/m or m/rad where one slides. Wheels that mesh: minus the teeth of b over those of a. */
  readonly ratio: number;
  /** Default turn: rad about the axis; slide: m along it. */
  readonly motionA?: Freedom;
  readonly motionB?: Freedom;
  /** What the axes are fixed in. Default: the world. */
  readonly housing?: Body;
}

export function gearJoint(place: JointPlace, options: GearOptions): Joint {
  const { name, a, b } = place;
  const { ratio, motionA, motionB } = options;
  const housing = options.housing?.index ?? -1;
  if (a < 0 || b < 0) throw new ContractError(`joint ${name}: expected two bodies a and b, found the world as one`);
  if (a === housing || b === housing)
    throw new ContractError(`joint ${name}: housing: expected a third body, found ${found(options.housing?.name)}`);
  expectNumber(name, 'ratio', ratio, Number.isFinite(ratio) && ratio !== 0, 'a ratio that is not 0');
  return new CouplingJoint('gear', place, options, housing, [
    { body: a, factor: 1, coordinate: coordinateOf(place, housing, a, options.axisA, motionA, 'axisA', 'motionA') },
    {
      body: b,
      factor: -ratio,
      coordinate: coordinateOf(place, housing, b, options.axisB, motionB, 'axisB', 'motionB'),
    },
  ]);
}
