/** Options as they were given, and where the bodies that they name were then: what a scene file needs to write them later. */
import { Body } from './body.ts';

export interface GivenOptions {
  /** Checked, with a `kind`. */
  readonly options: Readonly<Record<string, unknown>> & { readonly kind: string };
  /** Poses of the bodies that the options name: position xyz, orientation xyzw. */
  readonly poses: ReadonlyMap<Body, readonly number[]>;
}

export function givenOptions<O extends { readonly kind: string }>(options: O): GivenOptions {
  const poses = new Map<Body, readonly number[]>();
  const collect = (value: unknown): void => {
    if (value instanceof Body) poses.set(value, [...value.position, ...value.orientation]);
    else if (Array.isArray(value)) for (const one of value) collect(one);
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) collect(one);
  };
  collect(options);
  return { options: options as unknown as GivenOptions['options'], poses };
}
