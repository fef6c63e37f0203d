/** Input of contact rows: the points of a step, their colliders and bodies, and the settings of the world. */
import type { ContactPoints } from '../collision/detector.ts';
import type { Vec3 } from '../linalg/vec3.ts';
import type { SetKind } from '../problem/sets/set.ts';
import type { PairMaterial } from './material.ts';

/** How every contact of a world is written. */
export interface ContactSettings {
  /** Scale on C of friction rows; 1: as the normal. Smaller is stiffer. */
  readonly frictionCompliance: number;
  /** Friction rows with an anchor hold their place; without one they creep (a dashpot, as in the papers). */
  readonly stick: 'anchor' | 'none';
  /** Friction set of pairs whose materials name none, and the number of sides if it is a polygon. */
  readonly frictionModel: SetKind;
  readonly facets: number;
  /** compliant: springs and dampers. rigid: C = 0 on every row, so that A is semidefinite only (CR15). */
  readonly form: 'compliant' | 'rigid';
  /** K of rigid contacts: the share of an overlap that a step takes back, (0, 1]. */
  readonly recovery: number;
}

/** State of the bodies that rows read; arrays by body number. */
export interface ContactBodies {
  /** Seven numbers per body, the centre of mass first. */
  readonly pose: Float64Array;
  /** Six numbers per body, at the start of the step. */
  readonly velocity: Float64Array;
  /** Six numbers per body, world axes: how fast its surface runs (conveyors, m/s) and turns (turntables, rad/s) past it. */
  readonly surface: Float64Array;
  /** kg, and nine numbers of I^-1 in body axes, 1/(kg m^2); zero if impulses do not move the body. */
  readonly mass: Float64Array;
  readonly inverseInertia: Float64Array;
}

/** The contacts of one step; the world's own parts, so that a step makes no object for it. */
export interface ContactStep {
  readonly detector: { readonly points: ContactPoints };
  readonly colliders: {
    /** Body of each collider. */
    readonly body: Int32Array;
    /** The combined material of two colliders. */
    readonly materialOf: (a: number, b: number) => PairMaterial;
  };
  readonly bodies: ContactBodies;
  readonly contact: ContactSettings;
  /** m/s^2 */
  readonly gravity: Vec3;
}
