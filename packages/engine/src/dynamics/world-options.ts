/** What worlds and bodies are made with, and the checks on it: every mistake gets a sentence. */

import { ContractError, expectNames } from '../checks/errors.ts';
import { found } from '../checks/wording.ts';
import { massProperties } from '../collision/shapes/mass-properties.ts';
import type { Shape } from '../collision/shapes/shapes.ts';
import type { ContactSettings } from '../contact/contact-step.ts';
import { isFacetCount, type MaterialOptions } from '../contact/material.ts';
import type { Rotation } from '../linalg/quat.ts';
import type { Vec3 } from '../linalg/vec3.ts';
import { DEFAULT_FACETS } from '../problem/problem.ts';
import { SET_KINDS, type SetKind } from '../problem/sets/set.ts';
import type { Motion } from './bodies.ts';
import type { Body } from './body.ts';
import type { PrescribedMotion } from './prescribed-motion.ts';
import type { SleepOptions } from './step/sleeping.ts';
import type { IntegratorName } from './step/step-state.ts';
import type { World } from './world.ts';

export interface WorldSettings {
  /** What problems and reports are called. */
  readonly title?: string;
  /** h, s, > 0. Default 1/60. */
  readonly timeStep?: number;
  /** m/s^2. Default (0, 0, -9.81). */
  readonly gravity?: Vec3;
  /** Gap up to which two bodies at rest count as a contact, m, >= 0; motion adds to it. Default 0.004. */
  readonly contactMargin?: number;
  /** Scale on the compliance of friction rows, > 0. Default 1. */
  readonly frictionCompliance?: number;
  /**
   * Default euler: one MLCP a step, with geometric stiffness, and a guard that redoes an island whose joints tear. midpoint: second
   * order, keeps energy, a few MLCPs a step for islands with joints. semi-implicit: plain, as in the papers.
   */
  readonly integrator?: IntegratorName;
  /** Default midpoint: a body that tumbles keeps its energy and angular momentum. none: as in the papers. */
  readonly gyroscopic?: 'midpoint' | 'none';
  /** Default anchor: what sticks stays. none: friction rows creep, as in the papers. */
  readonly stick?: 'anchor' | 'none';
  /**
   * Default none. joints: after a step of one MLCP, poses are moved so that joints are where their springs want them, for one or two
   * more solves; `midpoint` steps need none.
   */
  readonly projection?: 'none' | 'joints';
  /** Default false: nothing falls asleep. True: with the defaults of SleepOptions. */
  readonly sleep?: boolean | SleepOptions;
  /** Friction model of contacts whose materials name none. Default box. */
  readonly frictionModel?: SetKind;
  /** Sides of the polygon of a prism or polyhedral model, even, >= 4. Default 8. */
  readonly facets?: number;
  /**
   * Default compliant: contacts are the springs and dampers that their materials say. rigid: contacts do not give way, an overlap is
   * taken back by `overlapRecovery`, materials' stiffness and damping are not read; impulses of redundant contacts are not unique then.
   */
  readonly contactForm?: 'compliant' | 'rigid';
  /** Share of an overlap that rigid contacts take back in a step, (0, 1]. Default 0.2. */
  readonly overlapRecovery?: number;
}

/** Names of the settings; the type makes sure that none is missing. */
const SETTING_NAMES: readonly string[] = Object.keys({
  ...{ title: 0, timeStep: 0, gravity: 0, contactMargin: 0, frictionCompliance: 0, integrator: 0, gyroscopic: 0 },
  ...{ stick: 0, projection: 0, sleep: 0, frictionModel: 0, facets: 0, contactForm: 0, overlapRecovery: 0 },
} satisfies Record<keyof WorldSettings, 0>);

export interface BodyOptions {
  /** Default body-N. */
  readonly name?: string;
  /**
   * Default dynamic; static bodies never move, kinematic ones move with the velocity that they are given, and a motion with a kind
   * (oscillation, uniform, path) makes a kinematic body that is where it says at every step.
   */
  readonly motion?: Motion | PrescribedMotion;
  readonly shape?: Shape;
  readonly material?: MaterialOptions;
  /** kg/m^3, > 0. Default 1000. Not used where `mass` is given. */
  readonly density?: number;
  /** kg, > 0: the shape's inertia is scaled to it. */
  readonly mass?: number;
  /** Principal moments about the body's axes, kg m^2, > 0; needs `mass`. Default: those of the shape. */
  readonly inertia?: Vec3;
  /** Of the centre of mass, m: a shape whose own origin is elsewhere is shifted. Default the origin. */
  readonly position?: Vec3;
  /** Quaternion x y z w of any length but zero, or { axis, angle } with the angle in rad. Default no rotation. */
  readonly orientation?: Rotation;
  /** m/s */
  readonly velocity?: Vec3;
  /** rad/s */
  readonly angularVelocity?: Vec3;
  /** How fast its surface runs past it, as a conveyor belt's does, m/s, world axes. */
  readonly surfaceVelocity?: Vec3;
  /** Bits: the groups that it is in (default 1) and those that it meets (default all); two bodies meet where both agree. */
  readonly groups?: number;
  readonly meets?: number;
  /** True: feels what overlaps it (`StepReport.sensed`) and is felt by none. Default false. */
  readonly sensor?: boolean;
}

const BODY_NAMES: readonly string[] = Object.keys({
  ...{ name: 0, motion: 0, shape: 0, material: 0, density: 0, mass: 0, inertia: 0, position: 0, orientation: 0 },
  ...{ velocity: 0, angularVelocity: 0, surfaceVelocity: 0, groups: 0, meets: 0, sensor: 0 },
} satisfies Record<keyof BodyOptions, 0>);

export const expectBodyOptions = (where: string, options: BodyOptions): void => expectNames(where, options, BODY_NAMES);

/** Acts at the start of every step, by applying forces. What it remembers it keeps in `state`, which snapshots hold. */
export interface Driver {
  /** The bodies that it acts on: it leaves the world with any of them, and they have to be of that world. Default: not known. */
  readonly bodies?: readonly Body[];
  readonly state?: Float64Array;
  act(world: World): void;
  /** Energy that it stores at present, J. */
  energy?(): number;
}

/** How a world writes its contacts. @throws ContractError */
export function contactSettings(settings: WorldSettings): ContactSettings {
  const { frictionCompliance = 1, stick = 'anchor', frictionModel = 'box', facets = DEFAULT_FACETS } = settings;
  const { contactForm: form = 'compliant', overlapRecovery: recovery = 0.2 } = settings;
  expectNumber('world', 'frictionCompliance', frictionCompliance, frictionCompliance > 0, 'a scale > 0');
  expectChoice('world', 'frictionModel', frictionModel, SET_KINDS);
  expectNumber('world', 'facets', facets, isFacetCount(facets), 'an even number of sides, 4 or more');
  expectChoice('world', 'contactForm', form, ['compliant', 'rigid']);
  expectNumber('world', 'overlapRecovery', recovery, recovery > 0 && recovery <= 1, 'a share > 0, at most 1');
  return { frictionCompliance, stick, frictionModel, facets, form, recovery };
}

/** @throws ContractError for names and choices that there are not */
export function expectSettings(settings: WorldSettings): void {
  const { integrator = 'euler', gyroscopic = 'midpoint', projection = 'none' } = settings;
  expectNames('world', settings, SETTING_NAMES);
  expectChoice('world', 'integrator', integrator, ['semi-implicit', 'euler', 'midpoint']);
  expectChoice('world', 'gyroscopic', gyroscopic, ['midpoint', 'none']);
  expectChoice('world', 'projection', projection, ['none', 'joints']);
}

export const NO_MASS: { mass: number; inertia: Float64Array; centre: Vec3 } = {
  mass: 0,
  inertia: new Float64Array(9),
  centre: [0, 0, 0],
};

/** Mass, inertia about the body's axes, and where in the shape's axes the centre of mass is: given, or those of the shape. */
export function massOf(options: BodyOptions, where: string): { mass: number; inertia: Float64Array; centre: Vec3 } {
  const { shape, density = 1000, mass, inertia } = options;
  expectNumber(where, 'density', density, density > 0, 'a density > 0 in kg/m^3');
  if (mass !== undefined) expectNumber(where, 'mass', mass, mass > 0, 'a mass > 0 in kg');
  if (inertia) {
    if (mass === undefined) throw new ContractError(`${where}: inertia is given without mass; give both, or neither`);
    expectVector(where, 'inertia', inertia, 'kg m^2');
    if (!inertia.every((moment) => moment > 0))
      throw new ContractError(`${where}: inertia: expected three moments > 0 in kg m^2, found ${found(inertia)}`);
    return { ...NO_MASS, mass, inertia: Float64Array.of(inertia[0], 0, 0, 0, inertia[1], 0, 0, 0, inertia[2]) };
  }
  if (!shape)
    throw new ContractError(`${where}: expected a shape, or mass and inertia: a body that moves needs one of them`);
  const own = massProperties(shape, density);
  const factor = mass === undefined ? 1 : mass / own.mass;
  return { mass: own.mass * factor, inertia: own.inertia.map((moment) => moment * factor), centre: own.centre };
}

export function expectNumber(where: string, key: string, value: number, allowed: boolean, expected: string): void {
  if (!allowed || !(value <= Infinity))
    throw new ContractError(`${where}: ${key}: expected ${expected}, found ${found(value)}`);
}

export function expectChoice(where: string, key: string, value: string, choices: readonly string[]): void {
  if (!choices.includes(value))
    throw new ContractError(`${where}: ${key}: expected ${choices.join(' or ')}, found ${found(value)}`);
}

export function expectVector(where: string, key: string, value: Vec3, unit: string): void {
  if (!(value?.length === 3 && value.every(Number.isFinite)))
    throw new ContractError(`${where}: ${key}: expected three numbers (${unit}), found ${found(value)}`);
}
