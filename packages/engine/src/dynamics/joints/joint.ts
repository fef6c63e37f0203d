/**
 * What every joint is: rows that hold two bodies together.   docs/theory/joints.md (JO1)
 *
 *   phi = what it keeps at zero,   w = dphi/dt = J v,   C = 1/(h^2 k + h beta),   D = k/(h k + beta)
 *
 * Adding a joint is one file here, its test (its Jacobian against finite differences) and its section of the theory page.
 */

import type { Vec3 } from '../../linalg/vec3.ts';
import type { RowBuilder } from '../../problem/row-builder.ts';
import { ContractError } from '../../problem/solver.ts';
import { found } from '../../problem/wording.ts';
import type { Body } from '../body.ts';
import type { Frames } from './frames.ts';

export interface Joint {
  readonly kind: string;
  readonly name: string;
  /** Numbers of the bodies that it connects; -1 is the world. */
  readonly bodies: readonly number[];
  /** Names of its rows, in order; their number never changes. */
  readonly rows: readonly string[];
  /** Writes its rows. */
  write(frames: Frames, h: number, rows: RowBuilder): void;
  /** Distance between the points that it holds together, m. */
  gap(frames: Frames): number;
}

/** What every joint is made with. */
export interface JointCommon extends Partial<Stiffness> {
  /** Default KIND-N. */
  readonly name?: string;
  /** Bodies that it joins; left out: the world. */
  readonly a?: Body;
  readonly b?: Body;
  /** True: the two bodies still collide with each other. Default false. */
  readonly collide?: boolean;
}

/** A joint's place, once names and defaults are settled. */
export interface JointPlace {
  readonly name: string;
  /** At the bodies' present poses. */
  readonly frames: Frames;
  /** Body numbers; -1 is the world. */
  readonly a: number;
  readonly b: number;
  readonly stiffness: Stiffness;
}

/** Spring and damper of a joint's rows. EATK18 Table 1: 1e10 N/m and 1e8 kg/s, for angular rows in N m/rad and N m s/rad. */
export interface Stiffness {
  /** k, N/m (N m/rad), > 0. */
  readonly stiffness: number;
  /** beta, kg/s (N m s/rad), >= 0. */
  readonly damping: number;
}

export const JOINT_STIFFNESS: Stiffness = { stiffness: 1e10, damping: 1e8 };

export const compliance = ({ stiffness, damping }: Stiffness, h: number): number =>
  1 / (h * h * stiffness + h * damping);
export const stabilisation = ({ stiffness, damping }: Stiffness, h: number): number =>
  stiffness / (h * stiffness + damping);

/** @throws ContractError that says which joint, what was expected and what was found. */
export function expectPoint(name: string, point: Vec3): Vec3 {
  if (!(point?.length === 3 && point.every(Number.isFinite)))
    throw new ContractError(`joint ${name}: point: expected three numbers (m), found ${found(point)}`);
  return point;
}

export function expectAxis(name: string, axis: Vec3): Vec3 {
  if (!(axis?.length === 3 && axis.every(Number.isFinite) && axis.some((c) => c !== 0)))
    throw new ContractError(`joint ${name}: axis: expected a direction of three numbers, found ${found(axis)}`);
  return axis;
}

export function expectNumber(name: string, key: string, value: number, allowed: boolean, expected: string): number {
  if (!allowed) throw new ContractError(`joint ${name}: ${key}: expected ${expected}, found ${found(value)}`);
  return value;
}
