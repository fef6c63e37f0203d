/** Options as they were given, and where the bodies that they name were then: what a scene file needs to write them later. */
import type { Bodies } from './bodies.ts';
import { Body } from './body.ts';
import type { ExcludedPairs } from './excluded-pairs.ts';
import type { Joint } from './joints/joint.ts';
import type { WorldSettings } from './settings.ts';
import type { Stepper } from './step/stepper.ts';
import type { Driver } from './world-options.ts';

export interface MadeWith {
  /** Checked, with a `kind`. */
  readonly options: Readonly<Record<string, unknown>> & { readonly kind: string };
  /** Of each body that the options name: position xyz, orientation xyzw. */
  readonly poses: ReadonlyMap<Body, readonly number[]>;
}

export function madeWith<O extends { readonly kind: string }>(options: O): MadeWith {
  const poses = new Map<Body, readonly number[]>();
  const collect = (value: unknown): void => {
    if (value instanceof Body) poses.set(value, [...value.position, ...value.orientation]);
    else if (Array.isArray(value)) for (const one of value) collect(one);
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) collect(one);
  };
  collect(options);
  return { options: options as unknown as MadeWith['options'], poses };
}

/** What a world, a body or a joint was made with, for `sceneOf` and `contactTable` only: nothing that steps reads it. */
const memory = new WeakMap<object, unknown>();

export function remember<T>(made: object, by: T): void {
  memory.set(made, by);
}

export const recall = <T>(made: object): T => memory.get(made) as T;

/** What is remembered of a world. */
export interface WorldMade {
  readonly settings: WorldSettings;
  readonly drivers: readonly Driver[];
  readonly excluded: ExcludedPairs;
  readonly store: Bodies;
  readonly stepper: Stepper;
}

/** What is remembered of a joint. */
export interface JointMade {
  readonly with: MadeWith;
  readonly joint: Joint;
}
