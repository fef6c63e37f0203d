/** The only list of joints: worlds and scene files make them by kind. */
import { ContractError } from '../../checks/errors.ts';
import { byKind, type Kind } from '../../checks/fields.ts';
import { checked, type Reading, type Value } from '../../checks/value.ts';
import { shortened } from '../../checks/wording.ts';
import { FORCE_LAW, type ForceLawOptions, forceLawJoint } from './drives/force-law.ts';
import { JOINT, type Joint, type JointPlace } from './joint.ts';
import { CYLINDRICAL, type CylindricalOptions, cylindricalJoint } from './kinds/cylindrical.ts';
import { DIFFERENTIAL, type DifferentialOptions, differentialJoint } from './kinds/differential.ts';
import { DISTANCE, type DistanceOptions, distanceJoint } from './kinds/distance.ts';
import { FIXED, type FixedOptions, fixedJoint } from './kinds/fixed.ts';
import { GEAR, type GearOptions, gearJoint } from './kinds/gear.ts';
import { PLANAR, type PlanarOptions, planarJoint } from './kinds/planar.ts';
import { POINT_ON_LINE, type PointOnLineOptions, pointOnLineJoint } from './kinds/point-on-line.ts';
import { POINT_ON_PLANE, type PointOnPlaneOptions, pointOnPlaneJoint } from './kinds/point-on-plane.ts';
import { PRISMATIC, type PrismaticOptions, prismaticJoint } from './kinds/prismatic.ts';
import { REVOLUTE, type RevoluteOptions, revoluteJoint } from './kinds/revolute.ts';
import {
  REVOLUTE_SPHERICAL,
  type RevoluteSphericalOptions,
  revoluteSphericalJoint,
} from './kinds/revolute-spherical.ts';
import { SCREW, type ScrewOptions, screwJoint } from './kinds/screw.ts';
import { SPHERICAL, type SphericalOptions, sphericalJoint } from './kinds/spherical.ts';
import { UNIVERSAL, type UniversalOptions, universalJoint } from './kinds/universal.ts';

export type JointOptions =
  | FixedOptions
  | SphericalOptions
  | RevoluteOptions
  | PrismaticOptions
  | CylindricalOptions
  | ScrewOptions
  | UniversalOptions
  | PlanarOptions
  | PointOnLineOptions
  | PointOnPlaneOptions
  | DistanceOptions
  | RevoluteSphericalOptions
  | ForceLawOptions
  | GearOptions
  | DifferentialOptions;
export type JointKind = JointOptions['kind'];

interface Maker<Options> extends Kind {
  readonly make: (place: JointPlace, options: Options) => Joint;
}
type Makers = { readonly [K in JointKind]: Maker<Extract<JointOptions, { kind: K }>> };

export const JOINTS: Makers = {
  fixed: { summary: 'two bodies move as one', fields: FIXED, make: fixedJoint },
  spherical: { summary: 'one point stays together', fields: SPHERICAL, make: sphericalJoint },
  revolute: { summary: 'a hinge', fields: REVOLUTE, make: revoluteJoint },
  prismatic: { summary: 'a slider', fields: PRISMATIC, make: prismaticJoint },
  cylindrical: {
    summary: 'a sleeve: slides along an axis and turns about it',
    fields: CYLINDRICAL,
    make: cylindricalJoint,
  },
  screw: { summary: 'moves along an axis by a lead per turn', fields: SCREW, make: screwJoint },
  universal: { summary: 'a Cardan joint', fields: UNIVERSAL, make: universalJoint },
  planar: { summary: 'moves in a plane and turns about its normal', fields: PLANAR, make: planarJoint },
  'point-on-line': { summary: 'a bead on a wire', fields: POINT_ON_LINE, make: pointOnLineJoint },
  'point-on-plane': { summary: 'one point stays in a plane', fields: POINT_ON_PLANE, make: pointOnPlaneJoint },
  distance: { summary: 'a rod, a rope or a stop', fields: DISTANCE, make: distanceJoint },
  'revolute-spherical': {
    summary: 'a rod without mass: a hinge on a, a ball on b',
    fields: REVOLUTE_SPHERICAL,
    make: revoluteSphericalJoint,
  },
  'force-law': { summary: "a force by a program's own law", fields: FORCE_LAW, make: forceLawJoint, only: 'program' },
  gear: { summary: 'keeps a ratio; each wheel needs a joint that carries it', fields: GEAR, make: gearJoint },
  differential: { summary: 'keeps a weighted sum of turns or ways', fields: DIFFERENTIAL, make: differentialJoint },
};

export const JOINT_KINDS = Object.keys(JOINTS) as readonly JointKind[];

export const anyJoint: Value<JointOptions> = byKind<JointOptions>(JOINTS, 'an object with a kind', JOINT);

/** @throws ContractError for an unknown kind or option, or a number that does not fit */
export const checkedJoint = (given: unknown, where: string, reading: Reading): JointOptions =>
  checked(anyJoint, given, where, '', reading);

/** A joint of checked options. @throws ContractError for what does not fit together */
export function makeJoint(place: JointPlace, options: JointOptions): Joint {
  if (place.a === place.b && options.kind !== 'differential')
    throw new ContractError(
      `joint ${shortened(place.name)}: expected two bodies, found ${options.a?.name ?? 'the world'} twice`,
    );
  return (JOINTS[options.kind] as Maker<JointOptions>).make(place, options);
}
