/** Drivers: what programs implement to act on bodies in every step. */

import { ContractError } from '../../checks/errors.ts';
import type { Reading } from '../../checks/value.ts';
import { found } from '../../checks/wording.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import type { Body } from '../bodies/body.ts';
import type { ContactView } from '../bodies/contact-view.ts';
import type { PrescribedMotion } from '../bodies/prescribed-motion.ts';
import { expectBody } from '../bodies/references.ts';
import type { JointView } from '../joints/joint-view.ts';
import type { LawSpring, StepMotion } from './step-motion.ts';

/** The part of a world that drivers see: its time and its members. A driver that wants all of it takes a `World`. */
export interface DrivenWorld {
  /** At the start of the present (sub-)step, s. */
  readonly time: number;
  /** Steps taken. */
  readonly steps: number;
  /** h, s */
  readonly timeStep: number;
  /** m/s^2 */
  readonly gravity: Vec3;
  readonly bodies: readonly Body[];
  readonly joints: readonly JointView[];
  /** Contacts of the last step. */
  readonly contacts: readonly ContactView[];
  body(name: string): Body;
  joint(name: string): JointView;
  prescribe(body: Body, motion: PrescribedMotion | undefined): void;
  ignoreContacts(a: Body, b: Body): void;
  /** J */
  energy(): { readonly kinetic: number; readonly potential: number; readonly elastic: number };
}

/** Acts at the start of every step, by applying forces. What it remembers it keeps in `state`, which snapshots hold. */
export interface Driver {
  /** The bodies that it acts on: it leaves the world with any of them, and they have to be of that world. Default: none listed. */
  readonly bodies?: readonly Body[];
  readonly state?: Float64Array;
  act(world: DrivenWorld): void;
  /**
   * The forces that `act` applies, as a law of poses, velocities and time: adds them to `motion` for the middle of a step. It must
   * depend on `motion` and on `state` alone and change nothing. With it the bodies listed are stepped by `midpoint`, in every
   * iteration with the forces of the middle; without it (and under the other steppers) the forces of `act` are held during the step.
   */
  forces?(motion: StepMotion): void;
  /** Springs of that law, for the Newton matrix of `midpoint`: stiff laws converge only with it. */
  springs?(motion: StepMotion, emit: (spring: LawSpring) => void): void;
  /** True: the law does not depend on poses, and bodies on which it acts alone are stepped as if it had none. Default false. */
  readonly steady?: boolean;
  /** Energy that it stores at present, J. */
  energy?(): number;
}

/** @throws ContractError for what is no driver, or one that names bodies of another world */
export function checkedDriver(driver: Driver, reading: Reading): Driver {
  const refuse = (what: string, was: unknown): never => {
    throw new ContractError(`addDriver: expected a driver with ${what}, found ${found(was)}`);
  };
  if (typeof driver?.act !== 'function') refuse('a function act', driver);
  for (const name of ['forces', 'springs', 'energy'] as const)
    if (driver[name] !== undefined && typeof driver[name] !== 'function')
      refuse(`${name}: a function or nothing`, driver[name]);
  if (driver.state !== undefined && !(driver.state instanceof Float64Array))
    refuse('state: a Float64Array, which snapshots hold, or nothing', driver.state);
  if (driver.steady !== undefined && typeof driver.steady !== 'boolean')
    refuse('steady: true, false or nothing', driver.steady);
  if (driver.bodies !== undefined && !Array.isArray(driver.bodies))
    refuse('bodies: a list of them or nothing', driver.bodies);
  for (const body of driver.bodies ?? []) expectBody('addDriver', body, reading);
  return driver;
}
