/** Data that a world, a body or a joint keeps behind its handle, for `sceneOf` and `contactTable` only: nothing that steps reads it. */
import type { Bodies } from '../bodies/bodies.ts';
import type { ExcludedPairs } from '../bodies/excluded-pairs.ts';
import type { GivenOptions } from '../bodies/given-options.ts';
import type { Driver } from '../forces/driver.ts';
import type { Joint } from '../joints/joint.ts';
import type { Stepper } from '../step/stepper.ts';
import type { WorldSettings } from './settings.ts';

const internals = new WeakMap<object, unknown>();

export function setInternals<T>(handle: object, of: T): void {
  internals.set(handle, of);
}

export const internalsOf = <T>(handle: object): T => internals.get(handle) as T;

export interface WorldInternals {
  readonly settings: WorldSettings;
  readonly drivers: readonly Driver[];
  readonly excluded: ExcludedPairs;
  readonly store: Bodies;
  readonly stepper: Stepper;
}

export interface JointInternals {
  readonly given: GivenOptions;
  readonly joint: Joint;
}
