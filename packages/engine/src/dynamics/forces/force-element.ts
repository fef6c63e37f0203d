/**
 * A force element: a driver that applies forces at the start of a step, and returns the energy that it stores.
 * docs/theory/forces.md (FE1)
 *
 *   f = f(q, v) at the start of the step, held during it: explicit, so stiff elements need small steps
 *
 * Under `midpoint` it is a law of the motion through the step instead (`forces`), implicit and of second order.
 */

import { closedObject } from '../../checks/closed.ts';
import { ContractError } from '../../checks/errors.ts';
import { type Field, type FieldTable, optional, record } from '../../checks/fields.ts';
import { checked } from '../../checks/value.ts';
import { text } from '../../checks/values.ts';
import { shortened } from '../../checks/wording.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import { add, cross, scale } from '../../linalg/vec3.ts';
import type { Body } from '../bodies/body.ts';
import type { GivenOptions } from '../bodies/given-options.ts';
import { bodyReading, expectOneWorld } from '../bodies/references.ts';
import { Frames } from '../joints/parts/frames.ts';
import type { Driver } from './driver.ts';

export interface ForceElement extends Driver {
  readonly name: string;
  /** The bodies that it acts on; it leaves the world with any of them. */
  readonly bodies: readonly Body[];
  /** Options that it was made with, for scene files. @internal */
  readonly given: GivenOptions;
  /** Energy that it stores at the present poses, J; 0 for elements that store none. */
  energy(): number;
}

const AT_CREATION = 'it is given when the element is made and stays; remove it and add another';

/** An element whose fields cannot be set. @param table of its options */
export function closedElement<E extends ForceElement>(table: FieldTable<object>, element: E): E {
  const instead = Object.fromEntries(Object.keys(table).map((name) => [name, AT_CREATION]));
  const label = ({ name }: ForceElement) => `force ${shortened(name)}`;
  Object.freeze(element.bodies);
  return closedObject(element, { kind: 'force element', label, instead, unknown: AT_CREATION });
}

/** Two bodies as a pair of frames: `first` is body 0, `second` body 1; left out: the world. */
export class PairFrames {
  readonly a: number;
  readonly b: number;
  private readonly bodies: readonly (Body | undefined)[];
  private readonly pose = new Float64Array(14);
  private readonly frames = new Frames(this.pose);

  /** The two, without the world. */
  get named(): readonly Body[] {
    return this.bodies.filter((body) => body !== undefined);
  }

  constructor(first: Body | undefined, second: Body | undefined) {
    this.bodies = [first, second];
    this.a = first ? 0 : -1;
    this.b = second ? 1 : -1;
  }

  /** Frames at the present poses; valid until the next call. */
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

  /** Velocity of the point at `arm` from the centre of body k, m/s. */
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

/** @throws ContractError if both are the world, one body twice, or bodies of two worlds */
export function expectTwo(name: string, a: Body | undefined, b: Body | undefined): void {
  expectOneWorld(`force ${shortened(name)}`, [a, b]);
  if (a === b)
    throw new ContractError(`force ${shortened(name)}: expected two bodies, found ${a?.name ?? 'the world'} twice`);
}

export const nameField: Field<string> = optional(text, 'of its own', '`KIND`');

/** Checks the options of a force element. @throws ContractError */
export function checkedForce<O extends { readonly name?: string }>(table: FieldTable<O>, given: O, kind: string): O {
  const name = typeof given?.name === 'string' ? given.name : kind;
  return checked(record(table), given, `force ${shortened(name)}`, '', bodyReading());
}
