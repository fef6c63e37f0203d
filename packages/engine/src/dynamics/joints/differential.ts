/**
 * A differential: one row over the turns of three or more bodies.   docs/theory/joints.md (JO15)
 *
 *   phi = sum_i f_i q_i;      omega_left + omega_right - 2 omega_carrier = 0 has f = 1, 1, -2
 *
 * The impulse y of the row turns body i with f_i y: equal factors split a torque equally, whatever the speeds.
 */

import { ContractError, expectNames } from '../../checks/errors.ts';
import { found } from '../../checks/wording.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import type { Body } from '../body.ts';
import type { Coordinate } from './coordinate.ts';
import { CouplingJoint } from './coupling.ts';
import { expectAxis, expectNumber, type Freedom, type Joint, type JointCommon, type JointPlace } from './joint.ts';
import { SlideAxis } from './slide-axis.ts';
import { TurnAxis } from './turn-axis.ts';

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
  /** Two or more; the first says whether the row is in rad or m. */
  readonly terms: readonly DifferentialTerm[];
  /** What the axes are fixed in. Default: the world. */
  readonly housing?: Body;
}

export function differentialJoint(place: JointPlace, options: DifferentialOptions): Joint {
  const { name } = place;
  const { terms } = options;
  const housing = options.housing?.index ?? -1;
  if (!(Array.isArray(terms) && terms.length >= 2))
    throw new ContractError(`joint ${name}: terms: expected two or more, found ${found(terms)}`);
  const made = options.terms.map((term, i) => {
    const where = `terms[${i}]`;
    expectNames(`joint ${name}: ${where}`, term, ['body', 'axis', 'factor', 'motion']);
    const { factor } = term;
    const body = term.body?.index ?? -1;
    if (body < 0 || body === housing)
      throw new ContractError(
        `joint ${name}: ${where}.body: expected a body other than the housing, found ${found(term.body?.name)}`,
      );
    expectNumber(name, `${where}.factor`, factor, Number.isFinite(factor) && factor !== 0, 'a factor that is not 0');
    const coordinate = coordinateOf(place, housing, body, term.axis, term.motion, `${where}.axis`, `${where}.motion`);
    return { body, factor, coordinate };
  });
  if (new Set(made.map(({ body }) => body)).size < 2)
    throw new ContractError(`joint ${name}: terms: expected two or more bodies, found one`);
  return new CouplingJoint('differential', place, options, housing, made);
}

/** The coordinate of a body against the housing, along an axis that the housing keeps. */
export function coordinateOf(
  { name, frames }: JointPlace,
  housing: number,
  body: number,
  axis: Vec3,
  motion: Freedom | undefined,
  axisKey: string,
  motionKey: string,
): Coordinate {
  expectAxis(name, axis, axisKey);
  if (motion !== undefined && motion !== 'turn' && motion !== 'slide')
    throw new ContractError(`joint ${name}: ${motionKey}: expected turn or slide, found ${found(motion)}`);
  if (motion !== 'slide') return new TurnAxis(frames, housing, body, axis);
  return new SlideAxis(frames, housing, body, frames.point(body, [0, 0, 0]).point, axis);
}
