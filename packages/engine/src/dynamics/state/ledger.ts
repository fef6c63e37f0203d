/**
 * The energy ledger of a step, in joules: its entries, and whether they add up.   docs/theory/ledger.md (LE1)-(LE5)
 *
 *   1/2 v+'M v+ - 1/2 v*'M v* = sum_i x_i (J (v* + v+)/2)_i        row by row, exact in exact arithmetic
 *
 * Every entry is computed from its own cause, in whichever way the body was stepped; the change of the total is computed from the
 * states alone. Their difference is rounding, or a bug: it stays below 1e-10 of the largest entry plus 1e-14 of the total,
 * and what the rounding of impulses that oppose each other leaves (LE6).
 */
import type { RowKind } from '../../problem/problem.ts';
import type { RowBuilder } from '../../problem/rows/row-builder.ts';
import type { Bodies, BodyEnergy } from '../bodies/bodies.ts';

/** Entries, J; positive = the step gained energy by it. */
export interface LedgerEntries {
  /** Work of forces and torques applied by the user. */
  applied: number;
  /** Gravity: its work on the velocities minus the potential energy lost, an artefact of the first-order step. */
  gravity: number;
  /** Joint rows. */
  joints: number;
  /** Motor rows: what drives put in. */
  motors: number;
  /** Joint limits. */
  limits: number;
  /** Normal rows of contacts: mostly what impacts and their damping take. */
  contacts: number;
  /** Friction rows. */
  friction: number;
  /** Rolling and spinning resistance. */
  rolling: number;
  /** Bodies whose motion is given: what they put in through contacts and joints. */
  kinematic: number;
  /** Turning the inertia tensor with the body while its angular velocity stays; zero with the gyroscopic term. */
  rotation: number;
  /** Interaction of impulses with the free rotation of the gyroscopic term within the step. */
  gyroscopic: number;
  /** Geometric stiffness: its damping, and what its extra inertia hides. */
  stiffness: number;
  /** Islands stepped implicitly: what the step took (or gave) beyond the work of forces and rows. */
  implicit: number;
  /** Velocity across joints that a filter removed. */
  filter: number;
  /** Poses moved so that joints close: gravity, and rotation that keeps its velocity. */
  projection: number;
  /** Kinetic energy that bodies still had when they fell asleep. */
  sleep: number;
  /** Sub-steps whose outcome was extrapolated to second order. */
  extrapolation: number;
}

export interface LedgerReport {
  readonly entries: Readonly<LedgerEntries>;
  /** Change of kinetic plus potential energy, J. */
  readonly change: number;
  /** Change minus the sum of the entries, J. */
  readonly imbalance: number;
  /** Upper limit of rounding errors, J. */
  readonly limit: number;
  readonly closed: boolean;
}

export const ENTRY_OF_KIND: Readonly<Record<RowKind, keyof LedgerEntries>> = {
  bilateral: 'joints',
  motor: 'motors',
  limit: 'limits',
  normal: 'contacts',
  friction: 'friction',
  rolling: 'rolling',
  spinning: 'rolling',
};

/** The parts of a world that forces need. */
interface ForceParts {
  readonly bodies: Bodies;
  readonly gravity: readonly [number, number, number];
  readonly h: number;
}

export class Ledger {
  /** Entries of the present step: a report keeps them, so each step has its own object. */
  entries: LedgerEntries = noEntries();
  private startEnergy = 0;
  private startTotal = 0;
  private startKinetic = 0;
  /** (LE6): sum of |x_i| sqrt(a_ii), in square roots of joules. */
  private opposing = 0;
  /** (LE6): sum of C_i x_i^2, J. */
  private springs = 0;

  /** Starts a step from a state with this energy. */
  open({ kinetic, potential }: BodyEnergy): void {
    this.entries = noEntries();
    this.startEnergy = kinetic + potential;
    this.startTotal = kinetic + Math.abs(potential);
    this.startKinetic = kinetic;
    this.opposing = 0;
    this.springs = 0;
  }

  /** Work of the impulses x of rows (LE1): x_i (J v* + (A - C) x/2)_i. */
  addRows({ kind, drift, C }: Pick<RowBuilder, 'kind' | 'drift' | 'C'>, x: Float64Array, Ax: Float64Array): void {
    const { entries } = this;
    let { contacts, friction } = entries; // in variables: nearly all rows are one of these, and they alternate
    let current: RowKind | undefined; // rows of one kind stand together mostly
    let work = 0;
    let springs = 0;
    for (let i = 0; i < x.length; i++) {
      if (x[i] === 0) continue;
      if (kind[i] !== current) {
        if (current === 'normal') contacts += work;
        else if (current === 'friction') friction += work;
        else if (current) entries[ENTRY_OF_KIND[current]] += work;
        current = kind[i];
        work = 0;
      }
      const yielded = C[i] * x[i];
      work += x[i] * (drift[i] + 0.5 * (Ax[i] - yielded));
      springs += yielded * x[i];
    }
    this.springs += springs;
    entries.contacts = contacts;
    entries.friction = friction;
    if (current) entries[ENTRY_OF_KIND[current]] += work;
  }

  /** (LE6): impulses x of rows whose A has this diagonal. */
  addRounding(x: Float64Array, diagonal: Float64Array): void {
    let sum = 0;
    for (let i = 0; i < x.length; i++) if (x[i] !== 0) sum += Math.abs(x[i]) * Math.sqrt(diagonal[i]);
    this.opposing += sum;
  }

  /** Work of applied and of gravity's forces on bodies, whose velocity went from u to v* while `moving` moved them. */
  addForces(
    { bodies, gravity, h }: ForceParts,
    members: readonly number[],
    u: Float64Array,
    vStar: Float64Array,
    moving: Float64Array,
  ): void {
    const { force, mass } = bodies;
    const { entries } = this;
    const [gx, gy, gz] = gravity;
    let fallen = entries.gravity;
    for (const k of members) {
      const at = 6 * k;
      for (let c = at; c < at + 6; c++) if (force[c] !== 0) entries.applied += 0.5 * h * force[c] * (u[c] + vStar[c]);
      const m = h * mass[k];
      fallen += m * gx * (0.5 * (u[at] + vStar[at]) - moving[at]);
      fallen += m * gy * (0.5 * (u[at + 1] + vStar[at + 1]) - moving[at + 1]);
      fallen += m * gz * (0.5 * (u[at + 2] + vStar[at + 2]) - moving[at + 2]);
    }
    entries.gravity = fallen;
  }

  /** Ends it in a state with this energy. */
  close({ kinetic, potential }: BodyEnergy): LedgerReport {
    const { entries } = this;
    let sum = 0;
    let largest = 0;
    // `in`: V8 finds entries by their place; by their names from a list they cost 0.2 us per step
    for (const key in entries) {
      const value = entries[key as keyof LedgerEntries];
      sum += value;
      largest = Math.max(largest, Math.abs(value));
    }
    const change = kinetic + potential - this.startEnergy;
    const imbalance = change - sum;
    const total = Math.max(this.startTotal, kinetic + Math.abs(potential));
    const motion = this.opposing * Math.sqrt(2 * Math.max(this.startKinetic, kinetic, largest));
    const limit = 1e-10 * largest + 1e-14 * (total + motion) + 1e-15 * this.springs;
    return { entries, change, imbalance, limit, closed: Math.abs(imbalance) <= limit };
  }
}

export function noEntries(): LedgerEntries {
  return {
    applied: 0,
    gravity: 0,
    joints: 0,
    motors: 0,
    limits: 0,
    contacts: 0,
    friction: 0,
    rolling: 0,
    kinematic: 0,
    rotation: 0,
    gyroscopic: 0,
    stiffness: 0,
    implicit: 0,
    filter: 0,
    projection: 0,
    sleep: 0,
    extrapolation: 0,
  };
}
