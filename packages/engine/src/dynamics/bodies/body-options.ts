/** Options of a body, and the table that checks them in programs and scene files. */
import { either, type FieldTable, isRecord, isText, optional, record } from '../../checks/fields.ts';
import { checked, type Value } from '../../checks/value.ts';
import { boolean, choice, number, reference, rotation, text, vector } from '../../checks/values.ts';
import { anyShape } from '../../collision/shapes/shape-kinds.ts';
import type { Shape } from '../../collision/shapes/shapes.ts';
import { anyMaterial, type MaterialOptions } from '../../contact/material.ts';
import type { Rotation } from '../../linalg/quat.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import type { Motion } from './bodies.ts';
import { anyInertia, type Inertia } from './inertia.ts';
import { anyPrescribed, type PrescribedMotion } from './prescribed-motion.ts';

export interface BodyOptions {
  /** Default body-N. */
  readonly name?: string;
  /**
   * Default dynamic; static bodies never move, kinematic ones move with the velocity that they are given, and a motion with a kind
   * (oscillation, uniform, path) makes a kinematic body that follows it exactly.
   */
  readonly motion?: Motion | PrescribedMotion;
  readonly shape?: Shape;
  readonly material?: MaterialOptions;
  /** kg/m^3, > 0. Default 1000. Not used if `mass` is given. */
  readonly density?: number;
  /** kg, > 0: the shape's inertia is scaled to it. */
  readonly mass?: number;
  /**
   * About the centre of mass in body axes, kg m^2; needs `mass`: three principal moments, or six numbers xx yy zz xy xz yz of the
   * tensor, or its three rows. Positive definite, and no principal moment above the sum of the other two. Default: that of the shape.
   */
  readonly inertia?: Inertia;
  /**
   * Centre of mass in the shape's own axes, m: the shape is shifted so that this point is at `position`. A dynamic body that gives
   * it gives `mass` and `inertia` too. Default: that of the shape; for bodies that are not dynamic the shape's origin.
   */
  readonly centreOfMass?: Vec3;
  /**
   * m. Of the centre of mass of a dynamic body: a shape whose own centre of mass is elsewhere is shifted. Of the shape's origin
   * otherwise, unless `centreOfMass` names another point. Default the origin.
   */
  readonly position?: Vec3;
  /** Quaternion x y z w of any length but zero, or { axis, angle } with the angle in rad. Default no rotation. */
  readonly orientation?: Rotation;
  /** m/s */
  readonly velocity?: Vec3;
  /** rad/s */
  readonly angularVelocity?: Vec3;
  /** Velocity of its surface relative to the body, as of a conveyor belt, m/s, world axes. */
  readonly surfaceVelocity?: Vec3;
  /** Angular velocity of its surface about its centre of mass relative to the body, as of a turntable, rad/s, world axes. */
  readonly surfaceAngularVelocity?: Vec3;
  /** Bits: the groups that it is in (default 1) and those that it meets (default all); two bodies meet if both agree. */
  readonly groups?: number;
  readonly meets?: number;
  /** True: a sensor, which reports overlaps in `StepReport.sensed` and exerts no force. Default false. */
  readonly sensor?: boolean;
}

const bits = number('', {
  integer: true,
  atLeast: -0x80000000,
  atMost: 0xffffffff,
  words: 'an integer whose 32 bits are groups',
});
const MOTIONS = ['dynamic', 'static', 'kinematic'] as const;
const anyMotion = either<Motion | PrescribedMotion>(`${MOTIONS.join(' or ')}, or an object with a kind`, [
  { when: isText, value: choice(MOTIONS) },
  { when: isRecord, value: anyPrescribed },
]);
const ofBody = either<MaterialOptions>('a material', [
  { when: isText, value: reference<MaterialOptions>('material') },
  { when: () => true, value: anyMaterial },
]);

export const BODY: FieldTable<BodyOptions> = {
  name: optional(text, 'of its own', '`body-N`'),
  motion: optional(
    anyMotion,
    'what moves it: forces, nothing, the velocity that it is given, or a prescribed motion, see below',
    '`"dynamic"`',
  ),
  shape: optional(anyShape, 'a dynamic body has one, or `mass` and `inertia`'),
  material: optional(
    ofBody,
    'of its surface; in a file the name of a material, or one of its own',
    'the defaults below',
  ),
  density: optional(number('a density', { above: 0, unit: 'kg/m^3' }), 'not beside `mass`', '1000'),
  mass: optional(number('a mass', { above: 0, unit: 'kg' }), "to which the shape's inertia is scaled"),
  inertia: optional(anyInertia, 'about the centre of mass in body axes; with `mass`', 'that of the shape'),
  centreOfMass: optional(
    vector('m'),
    "where it is in the shape's own axes; a dynamic body then gives `mass` and `inertia` too",
    "that of the shape; of a body that is not dynamic the shape's origin",
  ),
  position: optional(
    vector('m'),
    "of the centre of mass; of a body that is not dynamic of the shape's origin",
    '`[0, 0, 0]`',
  ),
  orientation: optional(rotation, 'turns body axes into world axes', 'none'),
  velocity: optional(vector('m/s'), 'of the centre of mass, world axes', '`[0, 0, 0]`'),
  angularVelocity: optional(vector('rad/s'), 'world axes', '`[0, 0, 0]`'),
  surfaceVelocity: optional(
    vector('m/s'),
    "how fast its surface runs past it, as a conveyor belt's does, world axes",
    '`[0, 0, 0]`',
  ),
  surfaceAngularVelocity: optional(
    vector('rad/s'),
    "how fast its surface turns past it about its centre of mass, as a turntable's does, world axes",
    '`[0, 0, 0]`',
  ),
  groups: optional(bits, 'the groups that it is in', '1'),
  meets: optional(bits, 'the groups that it meets; two bodies meet if both agree', '-1, all'),
  sensor: optional(boolean, 'reports overlaps and exerts no force', '`false`'),
};
export const anyBody: Value<BodyOptions> = record<BodyOptions>(BODY, 'an object: the options of a body');

/** Options with every value in the form that the engine uses. @throws ContractError */
export const checkedBody = (given: BodyOptions, where: string): BodyOptions => checked(anyBody, given, where);
