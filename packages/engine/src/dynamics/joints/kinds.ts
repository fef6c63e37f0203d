/** The only list of joints: worlds and scene files make them by kind. */
import { ContractError } from '../../problem/solver.ts';
import { unknownName } from '../../problem/wording.ts';
import type { Joint, JointPlace } from './joint.ts';
import { RevoluteJoint, type RevoluteOptions } from './revolute.ts';
import { SphericalJoint, type SphericalOptions } from './spherical.ts';

export type JointOptions = SphericalOptions | RevoluteOptions;
export type JointKind = JointOptions['kind'];

type Makers = { readonly [K in JointKind]: (place: JointPlace, options: Extract<JointOptions, { kind: K }>) => Joint };

const makers: Makers = {
  spherical: (place, options) => new SphericalJoint(place, options),
  revolute: (place, options) => new RevoluteJoint(place, options),
};

/** @throws ContractError for an unknown kind or a number that does not fit. */
export function makeJoint(place: JointPlace, options: JointOptions): Joint {
  const make = makers[options.kind] as ((place: JointPlace, options: JointOptions) => Joint) | undefined;
  if (!make) throw new ContractError(unknownName('joint kind', String(options.kind), Object.keys(makers)));
  return make(place, options);
}
