/**
 * A force and a torque that stay the same, in the world or in the body.   docs/theory/forces.md (FE6)
 *
 *   world:  f at a point that the body carries,  V = -f . p
 *   body:   R f, R tau: a thruster; it follows the body and has no potential
 */

import { type FieldTable, optional, required } from '../../checks/fields.ts';
import { choice, vector } from '../../checks/values.ts';
import { dot, type Vec3 } from '../../linalg/vec3.ts';
import type { Body } from '../bodies/body.ts';
import { givenOptions } from '../bodies/given-options.ts';
import { someBody } from '../bodies/references.ts';
import { checkedForce, closedElement, type ForceElement, nameField, PairFrames } from './force-element.ts';

export interface ConstantForceOptions {
  /** Default constant-force. */
  readonly name?: string;
  readonly body: Body;
  /** N. Default none. */
  readonly force?: Vec3;
  /** N m. Default none. */
  readonly torque?: Vec3;
  /** Point at which the force acts, in the world at the present pose, m; the body carries it. Default: the centre of mass. */
  readonly point?: Vec3;
  /** Axes of force and torque. Default world; body: those of the body, given as they are at present in the world. */
  readonly frame?: 'world' | 'body';
}

export const CONSTANT_FORCE: FieldTable<ConstantForceOptions> = {
  name: nameField,
  body: required(someBody, 'that it acts on'),
  force: optional(vector('N'), 'axes by `frame`', 'none'),
  torque: optional(vector('N m'), 'axes by `frame`', 'none'),
  point: {
    ...optional(vector('m'), 'where the force acts, in the world; the body carries it', 'the centre of mass'),
    moves: { as: 'point', with: 'body' },
  },
  frame: optional(
    choice(['world', 'body']),
    "whether they stay as they are in the world, or in the body's axes",
    '`"world"`',
  ),
};

/** @throws ContractError for a number that does not fit */
export function constantForce(given: ConstantForceOptions): ForceElement {
  const options = checkedForce(CONSTANT_FORCE, given, 'constant-force');
  const { name = 'constant-force', body, frame = 'world', force = [0, 0, 0], torque = [0, 0, 0] } = options;
  const point = options.point ?? body.position;
  const pair = new PairFrames(undefined, body);
  const held = frame === 'body' ? pair.b : -1; // what keeps the directions
  const [localForce, localTorque] = [force, torque].map((v) => pair.present().localDirection(held, v));
  const localPoint = pair.present().localPoint(pair.b, point);
  return closedElement(CONSTANT_FORCE, {
    name,
    bodies: pair.named,
    given: givenOptions({ kind: 'constant-force', ...options }),
    steady: true,
    forces(motion) {
      const k = body.index;
      const carrier = frame === 'body' ? k : -1;
      motion.push(k, motion.middle.direction(carrier, localForce), motion.middle.point(k, localPoint).arm);
      motion.turn(k, motion.middle.direction(carrier, localTorque));
    },
    act() {
      const frames = pair.present();
      body.applyForce(frames.direction(held, localForce), frames.point(pair.b, localPoint).point);
      body.applyTorque(frames.direction(held, localTorque));
    },
    energy() {
      return frame === 'body' ? 0 : -dot(force, pair.present().point(pair.b, localPoint).point);
    },
  });
}
