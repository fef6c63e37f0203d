/** A contact of the last step as users read it: bodies, place, force, and whether it sticks. */
import type { Vec3 } from '../../linalg/vec3.ts';
import type { Body } from './body.ts';

export interface ContactView {
  readonly a: Body;
  readonly b: Body;
  /** Their names. */
  readonly bodyA: string;
  readonly bodyB: string;
  /** Between the two surface points, world, m. If the gap was open, the force acts on each body at its own surface, gap/2 from here. */
  readonly position: Vec3;
  /** From A to B. */
  readonly normal: Vec3;
  /** Unit vectors that make a right-handed frame with the normal. */
  readonly tangents: readonly [Vec3, Vec3];
  /** At the start of the step, m; negative: the bodies overlap. */
  readonly gap: number;
  /** On B, world axes, N: the step's impulse over the time step. */
  readonly force: Vec3;
  /** Its part along the normal, N, >= 0. */
  readonly normalForce: number;
  /** Its parts along the tangents, N. */
  readonly tangentForce: readonly [number, number];
  /** On B beyond the force, world axes, N m: against rolling and spinning. */
  readonly torque: Vec3;
  /** Its parts about the tangents, N m. */
  readonly rollingTorque: readonly [number, number];
  /** Its part about the normal, N m. */
  readonly spinningTorque: number;
  /** open: no force. slip: friction at its bound. */
  readonly state: 'open' | 'stick' | 'slip';
  /** free: nothing resists it. held: by a torque below its bound. turns: against a torque at its bound. */
  readonly rolling: TurnState;
  readonly spinning: TurnState;
}

export type TurnState = 'free' | 'held' | 'turns';
