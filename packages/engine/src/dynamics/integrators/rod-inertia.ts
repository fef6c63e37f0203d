/**
 * Rods and ropes that pull resist motion across them: two rows of inertia each.   docs/theory/integrators.md (IN22), (IN23)
 *
 *   J v+ - J u + gamma J v + x/E = 0,   J = t at the end on b, -t at the end on a;   E = theta h p/L,   p: pull of the last step
 *
 * The same inertia as in (IN6), (IN7), but it couples the two ends, so that it is in A and not in the bodies' blocks. The rows
 * follow all others: their impulses are not remembered, and steps in which nothing light is pulled do not have them.
 */
import { dot, subtract, tangents, type Vec3 } from '../../linalg/vec3.ts';
import type { RowBuilder } from '../../problem/rows/row-builder.ts';
import { inverseMass } from '../../problem/rows/written-rows.ts';
import type { Bodies } from '../bodies/bodies.ts';
import type { Pull } from '../joints/joint.ts';
import type { Frames } from '../joints/parts/frames.ts';
import { velocityAt, writeForce } from '../joints/parts/joint-part.ts';
import type { LedgerEntries } from '../state/ledger.ts';
import type { SolveGroup } from '../state/solve-group.ts';
import type { StepParts } from '../state/step-parts.ts';

/** An E below this share of the mass across the rod has nothing to stabilise: h omega is below 0.32; trouble starts above 1. */
const LEAST_SHARE = 0.05;

/** State at the start of a step. */
export interface RodStart {
  /** Impulses of the last step, those of all joints in order, N s. */
  readonly memory: Float64Array;
  /** u, six numbers per body. */
  readonly free: Float64Array;
  /** Mt^-1, 36 numbers per slot. */
  readonly Minv: Float64Array;
  readonly theta: number;
  readonly gamma: number;
}

export class RodInertia {
  /** Numbers of the joints of the last call, one for each pair of rows. */
  readonly joints: number[] = [];
  /** Velocity that bodies not moved by impulses add to J v, per row, m/s. */
  private readonly given: number[] = [];

  /** Writes the rows of a group's rods after all others. */
  write(parts: StepParts, group: SolveGroup, frames: Frames, rows: RowBuilder, start: RodStart): void {
    const { joints, bodies, h } = parts;
    this.joints.length = 0;
    this.given.length = 0;
    let at = 0;
    let next = 0;
    for (let j = 0; j < joints.length; j++) {
      const joint = joints[j];
      if (group.joints[next] === j) {
        next++;
        if (at + joint.rows.length <= start.memory.length)
          joint.pulls?.(frames, start.memory, at, (pull) => {
            if (this.writePair(bodies, rows, pull, start.theta * h * pull.stiffness, start)) this.joints.push(j);
          });
      }
      at += joint.rows.length;
    }
  }

  /** Their work: `stiffness`, and `kinematic` if an end has a given motion (LE5). */
  account(rows: RowBuilder, x: Float64Array, Ax: Float64Array, entries: LedgerEntries): void {
    const first = x.length - this.given.length;
    this.given.forEach((speed, k) => {
      const i = first + k;
      const work = x[i] * speed;
      entries.stiffness += x[i] * (rows.drift[i] + 0.5 * (Ax[i] - rows.C[i] * x[i])) + work;
      entries.kinematic -= work;
    });
  }

  /** False: E is too small to matter, and nothing is written. */
  private writePair(bodies: Bodies, rows: RowBuilder, pull: Pull, E: number, start: RodStart): boolean {
    if (!(E > 0 && E < Infinity)) return false;
    const { a, b, rA, rB } = pull;
    const across = tangents(pull.along);
    const apart = (velocity: Float64Array) => subtract(velocityAt(velocity, b, rB), velocityAt(velocity, a, rA));
    const [u, v] = [apart(start.free), apart(bodies.velocity)];
    let matters = false;
    for (const t of across) {
      const i = rows.row('bilateral', 'linear', start.gamma * dot(t, v) - dot(t, u), 1 / E);
      writeForce(rows, a, rA, b, rB, t);
      if (E * inverseMass(rows, i, start.Minv) > LEAST_SHARE) matters = true;
    }
    if (!matters) for (const _ of across) rows.drop();
    else for (const t of across) this.given.push(dot(t, this.givenVelocity(bodies, pull)));
    return matters;
  }

  private givenVelocity({ slot, velocity }: Bodies, { a, b, rA, rB }: Pull): Vec3 {
    const of = (body: number, arm: Vec3): Vec3 =>
      body >= 0 && slot[body] < 0 ? velocityAt(velocity, body, arm) : [0, 0, 0];
    return subtract(of(b, rB), of(a, rA));
  }
}
