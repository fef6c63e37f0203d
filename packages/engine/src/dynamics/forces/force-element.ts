/**
 * What every force element is: a driver that applies forces at the start of a step, and says what energy it stores.
 * docs/theory/forces.md (FE1)
 *
 *   f = f(q, v) at the start of the step, held during it: explicit, so stiff elements need small steps
 *
 * Springs that are stiff belong into joints, whose rows are implicit.
 */

import { ContractError } from '../../checks/errors.ts';
import { found } from '../../checks/wording.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import { add, cross, scale } from '../../linalg/vec3.ts';
import type { Body } from '../body.ts';
import { Frames } from '../joints/frames.ts';
import type { Driver } from '../world-options.ts';

export interface ForceElement extends Driver {
  readonly name: string;
  /** Energy that it stores at the present poses, J; 0 for elements that store none. */
  energy(): number;
}

/** Two bodies as a pair of frames: `first` is body 0, `second` body 1; left out: the world. */
export class BodyPair {
  readonly a: number;
  readonly b: number;
  private readonly bodies: readonly (Body | undefined)[];
  private readonly pose = new Float64Array(14);
  private readonly frames = new Frames(this.pose);

  constructor(first: Body | undefined, second: Body | undefined) {
    this.bodies = [first, second];
    this.a = first ? 0 : -1;
    this.b = second ? 1 : -1;
  }

  /** At the present poses; valid until the next call. */
  present(): Frames {
    this.bodies.forEach((body, k) => {
      if (!body) return;
      this.pose.set(body.position, 7 * k);
      this.pose.set(body.orientation, 7 * k + 3);
    });
    return this.frames;
  }

  /** rad/s */
  spin(k: number): Vec3 {
    return this.bodies[k]?.angularVelocity ?? [0, 0, 0];
  }

  /** Of the point at `arm` from the centre of body k, m/s. */
  velocityAt(k: number, arm: Vec3): Vec3 {
    const body = this.bodies[k];
    return body ? add(body.velocity, cross(body.angularVelocity, arm)) : [0, 0, 0];
  }

  /** Equal and opposite: `torque` (N m) on b, its negative on a. */
  turn(torque: Vec3): void {
    this.bodies[1]?.applyTorque(torque);
    this.bodies[0]?.applyTorque(scale(torque, -1));
  }
}

/** @throws ContractError where both are the world, or one body twice */
export function expectTwo(name: string, a: Body | undefined, b: Body | undefined): void {
  if (a?.index === b?.index)
    throw new ContractError(`force ${name}: expected two bodies, found ${a?.name ?? 'the world'} twice`);
}

export function expectNumber(name: string, key: string, value: number, allowed: boolean, expected: string): number {
  if (typeof value !== 'number' || !allowed || !Number.isFinite(value))
    throw new ContractError(`force ${name}: ${key}: expected ${expected}, found ${found(value)}`);
  return value;
}

export function expectVector(name: string, key: string, value: Vec3, expected: string): Vec3 {
  if (!(value?.length === 3 && value.every(Number.isFinite)))
    throw new ContractError(`force ${name}: ${key}: expected ${expected}, found ${found(value)}`);
  return value;
}

export function expectAxis(name: string, axis: Vec3): Vec3 {
  if (!(axis?.length === 3 && axis.every(Number.isFinite) && axis.some((c) => c !== 0)))
    throw new ContractError(`force ${name}: axis: expected a direction of three numbers, found ${found(axis)}`);
  return axis;
}
