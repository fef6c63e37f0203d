/** The only list of joints: worlds and scene files make them by kind. */
import { ContractError, expectNames } from '../../checks/errors.ts';
import { unknownName } from '../../checks/wording.ts';
import { type CylindricalOptions, cylindricalJoint } from './cylindrical.ts';
import { type DifferentialOptions, differentialJoint } from './differential.ts';
import { type DistanceOptions, distanceJoint } from './distance.ts';
import { SLIDE_KEYS, TURN_KEYS } from './drive.ts';
import { type FixedOptions, fixedJoint } from './fixed.ts';
import { type GearOptions, gearJoint } from './gear.ts';
import type { Joint, JointPlace } from './joint.ts';
import { type PrismaticOptions, prismaticJoint } from './prismatic.ts';
import { type RevoluteOptions, revoluteJoint } from './revolute.ts';
import { type SphericalOptions, sphericalJoint } from './spherical.ts';
import { type UniversalOptions, universalJoint } from './universal.ts';

export type JointOptions =
  | FixedOptions
  | SphericalOptions
  | RevoluteOptions
  | PrismaticOptions
  | CylindricalOptions
  | UniversalOptions
  | DistanceOptions
  | GearOptions
  | DifferentialOptions;
export type JointKind = JointOptions['kind'];

interface Maker<Options> {
  /** Its options besides those of every joint. */
  readonly keys: readonly string[];
  readonly make: (place: JointPlace, options: Options) => Joint;
}
type Makers = { readonly [K in JointKind]: Maker<Extract<JointOptions, { kind: K }>> };

const COMMON = ['kind', 'name', 'a', 'b', 'collide', 'stiffness', 'damping', 'breakForce', 'breakTorque'];
const makers: Makers = {
  fixed: { keys: ['point'], make: fixedJoint },
  spherical: { keys: ['point'], make: sphericalJoint },
  revolute: { keys: ['point', 'axis', ...TURN_KEYS], make: revoluteJoint },
  prismatic: { keys: ['point', 'axis', ...SLIDE_KEYS], make: prismaticJoint },
  cylindrical: { keys: ['point', 'axis', 'turn', 'slide'], make: cylindricalJoint },
  universal: { keys: ['point', 'axisA', 'axisB'], make: universalJoint },
  distance: { keys: ['pointA', 'pointB', 'length', 'rope', 'minLength', 'maxLength'], make: distanceJoint },
  gear: { keys: ['axisA', 'axisB', 'ratio', 'motionA', 'motionB', 'housing'], make: gearJoint },
  differential: { keys: ['terms', 'housing'], make: differentialJoint },
};

export const JOINT_KINDS = Object.keys(makers) as readonly JointKind[];

/** @throws ContractError for an unknown kind or option, or a number that does not fit. */
export function makeJoint(place: JointPlace, options: JointOptions): Joint {
  const maker = Object.hasOwn(makers, options.kind) ? (makers[options.kind] as Maker<JointOptions>) : undefined;
  if (!maker) throw new ContractError(unknownName('joint kind', String(options.kind), Object.keys(makers)));
  if (place.a === place.b && options.kind !== 'differential')
    throw new ContractError(`joint ${place.name}: expected two bodies, found ${options.a?.name ?? 'the world'} twice`);
  expectNames(`joint ${place.name}`, options, [...COMMON, ...maker.keys]);
  return maker.make(place, options);
}
