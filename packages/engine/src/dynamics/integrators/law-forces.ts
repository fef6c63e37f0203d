/**
 * Forces of a step that is solved for its end: those that are held, and laws at the middle of the motion.
 * docs/theory/integrators.md (IN30), (IN31)
 *
 *   f = f_held + sum of laws at (q, q+),   f_held = f(start) - sum of laws at the start
 *   a stiff law's spring is a row of the Newton matrix:   J (v - v_e) + x/(h^2 k/2 + h c) = 0
 *
 * At the solution v = v_e, so that such a row bears nothing: it makes Newton converge, and changes no answer. Without it the iteration
 * contracts by (h w/2)^2.
 */
import type { RowBuilder } from '../../problem/rows/row-builder.ts';
import type { Bodies } from '../bodies/bodies.ts';
import type { Driver } from '../forces/driver.ts';
import { type LawSpring, StepMotion } from '../forces/step-motion.ts';
import { hasMidpoint, type StepParts } from '../state/step-parts.ts';
import type { ImplicitJob, ImplicitWork } from './implicit-work.ts';

/** Springs below this (h^2 k/2 + h c) J M^-1 J' converge by themselves, by 2000 times per iteration. */
const SOFT = 1e-3;

export class LawForces {
  /** Six numbers per body: what acts in the present iterate, N and N m. */
  total: Float64Array = new Float64Array(0);
  private laws: readonly Driver[] = [];
  private held: Float64Array = new Float64Array(0);
  /** Six numbers per body: the mean velocity. */
  private velocity: Float64Array = new Float64Array(0);

  /** Called at the start of a whole step: finds the laws that act on the group, and the forces that are held. */
  begin({ parts, group, state }: ImplicitJob): void {
    const { bodies } = parts;
    this.laws = lawsOf(parts, group.slot);
    if (this.laws.length === 0) {
      this.total = bodies.force;
      return;
    }
    const size = 6 * bodies.count;
    this.velocity = new Float64Array(size);
    this.held = new Float64Array(size);
    this.total = new Float64Array(size);
    this.velocity.set(bodies.velocity);
    const present = new StepMotion(bodies.pose, bodies.pose, this.velocity, this.total);
    present.time = state.time;
    for (const law of this.laws) law.forces?.(present);
    for (let c = 0; c < size; c++) this.held[c] = bodies.force[c] - this.total[c];
  }

  /** The forces of the motion from the start to the end of `work`, and at the end of `rows` a row for every stiff spring. */
  evaluate({ parts, group, state }: ImplicitJob, work: ImplicitWork, h: number, rows: RowBuilder): void {
    if (this.laws.length === 0) return;
    const { velocity, total } = this;
    for (const [s, k] of group.bodyOfSlot.entries())
      for (let c = 0; c < 6; c++) velocity[6 * k + c] = work.ve[6 * s + c];
    total.set(this.held);
    const motion = new StepMotion(work.startPose, work.endPose, velocity, total);
    motion.time = state.time + work.elapsed + 0.5 * h;
    for (const law of this.laws) {
      law.forces?.(motion);
      law.springs?.(motion, (spring) => addRow(rows, spring, parts.bodies, h));
    }
  }
}

/** Laws that act on a body of the group; none but under `midpoint`. */
function lawsOf(parts: StepParts, slot: Int32Array): readonly Driver[] {
  if (!hasMidpoint(parts)) return [];
  return parts.drivers.filter(({ forces, bodies }) => forces && bodies?.some(({ index }) => slot[index] >= 0));
}

function addRow(rows: RowBuilder, { stiffness, damping, a, b, Ja, Jb }: LawSpring, bodies: Bodies, h: number): void {
  const K = 0.5 * h * h * stiffness + h * damping;
  if (!(K * (inverseMassOf(bodies, a, Ja) + inverseMassOf(bodies, b, Jb)) > SOFT)) return;
  rows.row('bilateral', 'linear', 0, 1 / K);
  rows.block(a, Ja);
  rows.block(b, Jb);
}

/** J M^-1 J' of one body; 0 if it cannot move. */
export function inverseMassOf({ slot, mass, worldInverseInertia: T }: Bodies, k: number, J: ArrayLike<number>): number {
  if (k < 0 || slot[k] < 0) return 0;
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    sum += (J[i] * J[i]) / mass[k];
    for (let j = 0; j < 3; j++) sum += J[3 + i] * T[9 * k + 3 * i + j] * J[3 + j];
  }
  return sum;
}
