/**
 * A force and a torque that stay the same, in the world or in the body.   docs/theory/forces.md (FE6)
 *
 *   world:  f at a point that the body carries,  V = -f . p
 *   body:   R f, R tau: a thruster; it follows the body and has no potential
 */

import { ContractError } from '../../checks/errors.ts';
import { found } from '../../checks/wording.ts';
import { dot, type Vec3 } from '../../linalg/vec3.ts';
import type { Body } from '../body.ts';
import { BodyPair, expectVector, type ForceElement } from './force-element.ts';

export interface ConstantForceOptions {
  /** Default constant-force. */
  readonly name?: string;
  readonly body: Body;
  /** N. Default none. */
  readonly force?: Vec3;
  /** N m. Default none. */
  readonly torque?: Vec3;
  /** Where the force acts, in the world at the present pose, m; the body carries it. Default: the centre of mass. */
  readonly point?: Vec3;
  /** Axes of force and torque. Default world; body: those of the body, given as they are at present in the world. */
  readonly frame?: 'world' | 'body';
}

/** @throws ContractError for a number that does not fit */
export function constantForce(options: ConstantForceOptions): ForceElement {
  const { name = 'constant-force', body, frame = 'world', force = [0, 0, 0], torque = [0, 0, 0] } = options;
  if (!body) throw new ContractError(`force ${name}: body: expected a body, found ${found(body)}`);
  if (frame !== 'world' && frame !== 'body')
    throw new ContractError(`force ${name}: frame: expected world or body, found ${found(frame)}`);
  expectVector(name, 'force', force, 'three numbers (N)');
  expectVector(name, 'torque', torque, 'three numbers (N m)');
  const point = expectVector(name, 'point', options.point ?? body.position, 'three numbers (m)');
  const pair = new BodyPair(undefined, body);
  const held = frame === 'body' ? pair.b : -1; // what keeps the directions
  const [localForce, localTorque] = [force, torque].map((v) => pair.present().localDirection(held, v));
  const localPoint = pair.present().localPoint(pair.b, point);
  return {
    name,
    act() {
      const frames = pair.present();
      body.applyForce(frames.direction(held, localForce), frames.point(pair.b, localPoint).point);
      body.applyTorque(frames.direction(held, localTorque));
    },
    energy() {
      return frame === 'body' ? 0 : -dot(force, pair.present().point(pair.b, localPoint).point);
    },
  };
}
