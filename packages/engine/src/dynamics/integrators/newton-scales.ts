/**
 * Tolerances of residuals, relative to how fast the island moves, so that units do not matter.   docs/theory/integrators.md (IN32)
 *
 *   S = largest of |v|, |omega| rho, h |g|, h |f|/m over the bodies;   L = largest radius of gyration rho or lever of a row
 *   good enough: 2e-8 S on joints, 10 times that on |M^-1 momentum|;    wanted: the same times min(1, 500 (h S/L)^3)
 *
 * A step errs by about (h S/L)^3/12 of S itself. A fixed tolerance would be the larger error once steps are short: what Newton
 * leaves adds up over the more steps, the shorter they are.
 */
import type { RowUnit } from '../../problem/problem.ts';
import { lever } from '../../problem/rows/written-rows.ts';
import type { Bodies } from '../bodies/bodies.ts';
import type { ImplicitJob, ImplicitWork } from './implicit-work.ts';

const GOOD = 2e-8;
const MOMENTUM = 10;
const WANTED = 500;
/** Below every residual that counts: what rests without forces has no scale of its own. */
const LEAST = 1e-300;
/** Rounding of a difference of two positions or impulses, relative to them. */
const ROUNDING = 16 * Number.EPSILON;

export class NewtonScales {
  /** Residuals that are wanted, in units of those that are good enough; at most 1. */
  wanted = 1;
  /** S, m/s; the tolerance of a joint's row, m/s; L, m. */
  private speed = 0;
  private joint = 0;
  private length = 0;
  /** Rounding of a place, m. */
  private place = 0;
  /** Largest impulse of a row times the rounding, N s. */
  private impulse = 0;

  /** @param x impulses of the rows */
  measure({ parts, group, state: { rows } }: ImplicitJob, work: ImplicitWork, x: Float64Array, h: number): void {
    const { bodies, gravity } = parts;
    const { v0, ve, startPose, laws } = work;
    this.length = 0;
    this.speed = h * norm(gravity, 0);
    let reach = 0;
    for (let s = 0; s < group.bodyOfSlot.length; s++) {
      const k = group.bodyOfSlot[s];
      const rho = bodies.gyration(k);
      const size =
        Math.max(norm(v0, 6 * s), norm(ve, 6 * s)) + rho * Math.max(norm(v0, 6 * s + 3), norm(ve, 6 * s + 3));
      const pushed = (h * norm(laws.total, 6 * k)) / bodies.mass[k];
      this.speed = Math.max(this.speed, size, pushed);
      this.length = Math.max(this.length, rho);
      reach = Math.max(reach, norm(startPose, 7 * k));
    }
    let largest = 0;
    for (let i = 0; i < x.length; i++) {
      this.length = Math.max(this.length, lever(rows, i));
      largest = Math.max(largest, Math.abs(x[i]));
    }
    this.impulse = ROUNDING * largest;
    const perStep = this.length > 0 ? (h * this.speed) / this.length : 1;
    this.wanted = Math.min(1, WANTED * perStep * perStep * perStep);
    this.place = ROUNDING * (reach + this.length);
    this.joint = GOOD * this.speed + this.place / h + LEAST;
  }

  /** Rounding error of a row's phi, m or rad. */
  rounding(unit: RowUnit): number {
    return unit === 'linear' ? this.place : ROUNDING;
  }

  /** Tolerance of a joint's row, m/s or rad/s. */
  row(unit: RowUnit): number {
    return unit === 'linear' ? this.joint : this.joint / this.length;
  }

  /** Tolerance of |M^-1 momentum| of body k, m/s; rotations count at the radius of gyration. */
  body({ mass }: Bodies, k: number): number {
    return MOMENTUM * GOOD * this.speed + this.impulse / mass[k] + LEAST;
  }
}

function norm(v: ArrayLike<number>, at: number): number {
  return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}
