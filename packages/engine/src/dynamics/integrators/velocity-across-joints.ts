/**
 * Velocity across the joints at the end of a midpoint step, how much there is and how it is taken away.
 * docs/theory/integrators.md (IN17), (IN18)
 *
 *   A x + J v+ = 0,   v+ <- v+ + s M^-1 J'x
 *
 * The midpoint keeps such velocity forever, with alternating sign; joints and bodies that touch something should come to rest.
 */

import { inverseMass } from '../../problem/rows/written-rows.ts';
import { Frames } from '../joints/parts/frames.ts';
import type { ImplicitJob, ImplicitWork } from './implicit-work.ts';
import { unresolved } from './spring-rows.ts';

/** (IN18): its share of the kinetic energy, row by row. */
export function strayShare(job: ImplicitJob, work: ImplicitWork, h: number): number {
  const { bodies } = job.parts;
  const { rows } = job.state;
  const { endPose, endVelocity, vStar } = work;
  const end = new Frames(endPose);
  work.writeJoints(job, end, h);
  const Minv = work.inverseMasses(job, end);
  let kinetic = 0;
  for (let s = 0; s < job.group.bodyOfSlot.length; s++) {
    const k = job.group.bodyOfSlot[s];
    for (let c = 0; c < 6; c++) vStar[6 * s + c] = endVelocity[6 * k + c];
    kinetic += bodies.kineticEnergyOf(k, endPose, endVelocity);
  }
  let stray = 0;
  for (let i = 0; i < rows.n; i++) {
    if (Number.isNaN(rows.phi[i])) continue;
    const w = rows.b[i] - rows.D[i] * rows.phi[i] + rows.product(i, vStar); // J v+, kinematic bodies included
    const a = inverseMass(rows, i, Minv);
    stray += (unresolved(rows, i, a, h) * w * w) / (2 * a);
  }
  return kinetic > 0 ? stray / kinetic : 0;
}

/** (IN17): takes its share s away, for one more solve; the ledger gets what that changes. */
export function filterVelocity(job: ImplicitJob, work: ImplicitWork): void {
  const share = filteredShare(job);
  if (share === 0) return;
  const { parts, group, state } = job;
  const { bodies, h } = parts;
  const { rows } = state;
  const { endPose, endVelocity: v, residual, entries, vStar } = work;
  const end = new Frames(endPose);
  work.writeJoints(job, end, h);
  const Minv = work.inverseMasses(job, end);
  for (const [s, k] of group.bodyOfSlot.entries()) vStar.set(v.subarray(6 * k, 6 * k + 6), 6 * s);
  for (let i = 0; i < rows.n; i++) {
    // springs that the step resolves keep their motion
    if (Number.isNaN(rows.phi[i]) || unresolved(rows, i, inverseMass(rows, i, Minv), h) < 1) rows.silence(i);
    rows.b[i] = rows.product(i, vStar) - rows.D[i] * (Number.isNaN(rows.phi[i]) ? 0 : rows.phi[i]) + rows.b[i];
  }
  const { x } = parts.solver.solve(rows.build(parts.title, Minv, h), undefined, rows.memory.answer);
  rows.memory.held = false;
  state.solves++;
  residual.fill(0);
  rows.addTransposed(x, residual);
  for (let s = 0; s < group.bodyOfSlot.length; s++) {
    const k = group.bodyOfSlot[s];
    entries.filter -= bodies.kineticEnergyOf(k, endPose, v);
    for (let r = 0; r < 6; r++) {
      let sum = 0;
      for (let c = 0; c < 6; c++) sum += Minv[36 * s + 6 * r + c] * residual[6 * s + c];
      v[6 * k + r] += share * sum;
    }
    entries.filter += bodies.kineticEnergyOf(k, endPose, v);
  }
}

/** All of it after velocities were set by hand, a tenth if the island touches something, otherwise none. */
function filteredShare({ parts, state, group }: ImplicitJob): number {
  if (parts.bodies.touched) return 1;
  const { first } = parts.contactRows;
  return group.points.some((point) => state.contactImpulse[first[point]] > 0) ? 0.1 : 0;
}
