/**
 * A spring with a damper about an axis of a, over any number of turns.   docs/theory/forces.md (FE4)
 *
 *   tau = -(k (theta - theta_0) + c (omega_B - omega_A).u) u  on b,  -tau on a;      V = 1/2 k (theta - theta_0)^2
 *
 * Over a step from theta to theta+ the spring's torque is -k ((theta + theta+)/2 - theta_0) (d/2)/tan(d/2), d = theta+ - theta (FE9): a
 * turn by the Cayley map has h omega = 2 tan(d/2), so that its work is exactly the change of V.
 *
 * State: the angle at the last step, which counts the turns.
 */
import { type FieldTable, optional, required } from '../../checks/fields.ts';
import { number } from '../../checks/values.ts';
import { cos, sin } from '../../linalg/elementary.ts';
import { dot, scale, subtract, unit, type Vec3 } from '../../linalg/vec3.ts';
import type { Body } from '../bodies/body.ts';
import { givenOptions } from '../bodies/given-options.ts';
import { someBody } from '../bodies/references.ts';
import { axisField } from '../joints/joint.ts';
import { continued } from '../joints/parts/coordinate.ts';
import { TurnAxis } from '../joints/parts/turn-axis.ts';
import { checkedForce, closedElement, expectTwo, type ForceElement, nameField, PairFrames } from './force-element.ts';
import type { StepMotion } from './step-motion.ts';

export interface TorsionalSpringOptions {
  /** Default torsional-spring. */
  readonly name?: string;
  /** Left out: the world. */
  readonly a?: Body;
  readonly b?: Body;
  /** Fixed in a; in the world at present, any length but zero. */
  readonly axis: Vec3;
  /** k, N m/rad, >= 0. */
  readonly stiffness: number;
  /** c, N m s/rad, >= 0. Default 0. */
  readonly damping?: number;
  /** Angle of b against a without load, rad; 0 is the present one. Default 0. */
  readonly angle?: number;
}

export const TORSIONAL_SPRING: FieldTable<TorsionalSpringOptions> = {
  name: nameField,
  a: optional(someBody, 'the body that holds the axis', 'the world'),
  b: optional(someBody, 'the body that turns', 'the world'),
  axis: axisField('a', 'to turn about'),
  stiffness: required(number('a stiffness', { atLeast: 0, unit: 'N m/rad' }), 'of the spring'),
  damping: optional(number('a damping', { atLeast: 0, unit: 'N m s/rad' }), 'about the axis', '0'),
  angle: {
    ...optional(number('an angle', { unit: 'rad' }), 'of b against a without load; 0 is the present one', '0'),
    moves: { as: 'turn', with: '' },
  },
};

export interface TorsionalSpring extends ForceElement {
  readonly state: Float64Array;
  /** Present angle, rad over any number of turns, and the torque on b about the axis, N m. */
  read(): { readonly angle: number; readonly torque: number };
}

/** @throws ContractError for a number that does not fit */
export function torsionalSpring(given: TorsionalSpringOptions): TorsionalSpring {
  const options = checkedForce(TORSIONAL_SPRING, given, 'torsional-spring');
  const { name = 'torsional-spring', a, b, axis, stiffness, damping = 0, angle: rest = 0 } = options;
  expectTwo(name, a, b);
  const pair = new PairFrames(a, b);
  const turning = new TurnAxis(pair.present(), pair.a, pair.b, axis);
  const local = pair.present().localDirection(pair.a, unit(axis));
  const state = new Float64Array(1);
  /** Now: a restored snapshot may give its bodies other numbers. */
  const numbers = () => [a?.index ?? -1, b?.index ?? -1] as const;

  const measure = () => {
    const frames = pair.present();
    const u = frames.direction(pair.a, local);
    const angle = continued('angular', turning.value(frames), state[0]);
    const rate = dot(u, subtract(pair.spin(1), pair.spin(0)));
    return { u, angle, torque: -stiffness * (angle - rest) - damping * rate };
  };
  /** (FE9) */
  const through = (motion: StepMotion) => {
    const [kA, kB] = numbers();
    const turned = turning.between(kA, kB);
    const from = continued('angular', turned.value(motion.start), state[0]);
    const to = continued('angular', turned.value(motion.end), from);
    const u = unit(motion.middle.direction(kA, local));
    const rate = dot(u, subtract(motion.spin(kB), motion.spin(kA)));
    const spring = -stiffness * (0.5 * (from + to) - rest) * overItsTangent(0.5 * (to - from));
    return { kA, kB, u, torque: spring - damping * rate };
  };
  return closedElement(TORSIONAL_SPRING, {
    name,
    bodies: pair.named,
    given: givenOptions({ kind: 'torsional-spring', ...options }),
    state,
    forces(motion) {
      const { kA, kB, u, torque } = through(motion);
      motion.turn(kB, scale(u, torque));
      motion.turn(kA, scale(u, -torque));
    },
    springs(motion, emit) {
      const { kA, kB, u } = through(motion);
      emit({ stiffness, damping, a: kA, b: kB, Ja: [0, 0, 0, ...scale(u, -1)], Jb: [0, 0, 0, ...u] });
    },
    act() {
      const { u, angle, torque } = measure();
      state[0] = angle;
      pair.turn(scale(u, torque));
    },
    energy() {
      const { angle } = measure();
      return 0.5 * stiffness * (angle - rest) * (angle - rest);
    },
    read() {
      const { angle, torque } = measure();
      return { angle, torque };
    },
  });
}

/** a/tan(a) */
function overItsTangent(a: number): number {
  return Math.abs(a) < 1e-4 ? 1 - (a * a) / 3 : (a * cos(a)) / sin(a);
}
