/** Drivers: what programs implement to act on bodies in every step. */

import type { Body } from './body.ts';
import type { LawSpring, StepMotion } from './forces/step-motion.ts';
import type { World } from './world.ts';

/** Acts at the start of every step, by applying forces. What it remembers it keeps in `state`, which snapshots hold. */
export interface Driver {
  /** The bodies that it acts on: it leaves the world with any of them, and they have to be of that world. Default: none listed. */
  readonly bodies?: readonly Body[];
  readonly state?: Float64Array;
  act(world: World): void;
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
