/**
 * Steps of one MLCP: semi-implicit Euler, plain as in the papers or with inertial geometric stiffness, and the free rotation by
 * the midpoint rule.   docs/theory/integrators.md (IN6)-(IN8), (IN25)
 *
 *   Mt = M + E,   v* = u + Mt^-1 (h f - gamma E v),   v+ = v* + Mt^-1 J^T x,   q+ = q (+) h v+       u: v after free rotation
 *
 * E on both sides avoids damping: (M + E)(v+ - v) is Newmark's form; M + h^2 K on the left alone is implicit
 * Euler and takes a third of a swing's energy in ten seconds.
 */

import type { FloatBuffer } from '../../linalg/buffers.ts';
import { invertSymmetric, turnTensor } from '../../linalg/mat3.ts';
import type { Bodies } from '../bodies/bodies.ts';
import { CAYLEY, turnFactor } from '../bodies/exact-turns.ts';
import { movePose, movePoseExactly } from '../bodies/move-pose.ts';
import type { Frames } from '../joints/parts/frames.ts';
import type { SolveGroup } from '../state/solve-group.ts';
import type { StepParts } from '../state/step-parts.ts';
import type { SolvedProblem, StepState } from '../state/step-state.ts';
import { EndSpin } from './end-spin.ts';
import { FreeRotation } from './free-rotation.ts';
import { ImpactChains } from './impact-chains.ts';
import { KinematicWork } from './kinematic-work.ts';
import { RodInertia } from './rod-inertia.ts';
import { TurnStiffness } from './turn-stiffness.ts';

/** Share of h K in E, and of E v that is damped: the measured window is 0.4 to 1 at gamma 0.05. */
const THETA = 0.5;
const GAMMA = 0.05;
/** Corrections of the factor (JO27) of a free rotation: each gains three digits or more. */
const MOST_FACTORS = 8;

/** Semi-implicit steps are as in the papers. */
const isStiff = ({ integrator, joints }: StepParts): boolean => integrator !== 'semi-implicit' && joints.length > 0;

export class OneSolve {
  /** v*, six numbers per body. */
  vStar: Float64Array = new Float64Array(0);
  /** u, six numbers per body: the velocity after the free rotation, before forces. */
  private free: Float64Array = new Float64Array(0);
  /** Inverse of the angular block of Mt, nine numbers per body. */
  private turnInverse: Float64Array = new Float64Array(0);
  /** A x of the MLCP. */
  private Ax: Float64Array = new Float64Array(0);
  /** Impulses of the last step, those of all joints in order. */
  private memory: Float64Array = new Float64Array(0);
  private readonly stiffness = new TurnStiffness();
  private readonly rods = new RodInertia();
  private readonly rotation = new FreeRotation();
  private readonly kinematic = new KinematicWork();
  private readonly chains = new ImpactChains();
  private readonly tensor = new Float64Array(9);
  /** Angular velocity of one body at the start, in its own axes. */
  private readonly start = new Float64Array(3);
  private readonly endSpin = new EndSpin();

  /** Stage 1: v* and Mt^-1 of every body. */
  begin(parts: StepParts, frames: Frames, jointMemory: Float64Array): void {
    const { bodies, joints, h } = parts;
    this.memory = jointMemory;
    this.reserve(bodies.count);
    bodies.refresh();
    const stiff = isStiff(parts);
    if (stiff) this.stiffness.compute(bodies, joints, frames, jointMemory, THETA * h);
    this.turnInverse.set(bodies.worldInverseInertia);
    this.free.set(bodies.velocity);
    this.vStar.set(bodies.velocity);
    for (let k = 0; k < bodies.count; k++) {
      if (bodies.slot[k] < 0) continue;
      if (parts.gyroscopic) this.rotateFreely(parts, k);
      if (stiff) this.addStiffness(bodies, k);
      this.push(parts, k, stiff);
    }
  }

  /** M t^-1 of a group's bodies, 36 numbers per slot, of which `out` holds zeros or those of another group. */
  private inverseMasses({ mass }: Bodies, { bodyOfSlot }: SolveGroup, out: FloatBuffer): Float64Array {
    const Minv = out.of(36 * bodyOfSlot.length);
    const { turnInverse } = this;
    for (let s = 0; s < bodyOfSlot.length; s++) {
      const k = bodyOfSlot[s];
      const inverse = 1 / mass[k];
      for (let c = 0; c < 3; c++) {
        const at = 36 * s + 6 * c;
        const from = 9 * k + 3 * c;
        Minv[at + c] = inverse;
        Minv[at + 21] = turnInverse[from];
        Minv[at + 22] = turnInverse[from + 1];
        Minv[at + 23] = turnInverse[from + 2];
      }
    }
    return Minv;
  }

  /** Stage 4 for a group, and for the bodies that nothing touches: all its rows as one MLCP, but for chains of impacts. */
  solve(parts: StepParts, state: StepState, group: SolveGroup, frames: Frames): void {
    const { bodies } = parts;
    const { chains } = this;
    for (const k of group.bodyOfSlot) copySix(this.vStar, state.moving, 6 * k);
    const chained = chains.find(parts, group, this.vStar);
    const whole = chained ? chains.others : group;
    if (this.write(parts, state, whole, frames)) {
      const Minv = this.inverseMasses(bodies, whole, state.rows.memory.Minv);
      const rods = this.writeRods(parts, state, whole, frames, Minv);
      const posed = state.problemOf(parts, whole, Minv, parts.h);
      const solution = parts.solver.solve(posed.problem, posed.warm, posed.memory.answer);
      const solved = state.take(parts, whole, posed, solution);
      if (rods > 0) solved.rods = this.rods.joints.slice();
      this.respond(parts, state, whole, frames, solved);
    }
    if (chained) chains.follow(parts, state, this.vStar, () => this.solvePart(parts, state, frames));
    this.move(parts, state, group);
  }

  /** The rows of a group; false: it has none. */
  private write(parts: StepParts, { rows }: StepState, group: SolveGroup, frames: Frames): boolean {
    if (group.joints.length === 0 && group.points.length === 0) return false;
    rows.clear(group.slot, this.vStar);
    for (const j of group.joints) parts.joints[j].write(frames, parts.h, rows);
    parts.contactRows.write(parts, group.points, rows, parts.h, this.vStar);
    return rows.n > 0;
  }

  /** Rows of inertia of rods after all others. Number of rods. */
  private writeRods(parts: StepParts, state: StepState, group: SolveGroup, frames: Frames, Minv: Float64Array): number {
    if (!isStiff(parts)) return 0;
    const { memory, free, rods } = this;
    rods.write(parts, group, frames, state.rows, { memory, free, Minv, theta: THETA, gamma: GAMMA });
    return rods.joints.length;
  }

  /** The rows that a chain of impacts has written, contacts alone, as one MLCP whose impulses change `moving`. */
  private solvePart(parts: StepParts, state: StepState, frames: Frames): void {
    const { group } = this.chains;
    const Minv = this.inverseMasses(parts.bodies, group, state.rows.memory.Minv);
    const posed = state.problemOf(parts, group, Minv, parts.h);
    const solution = parts.solver.solve(posed.problem, posed.warm, posed.memory.answer);
    const solved = state.take(parts, group, posed, solution);
    solved.part = true;
    this.respond(parts, state, group, frames, solved);
  }

  /** Poses and velocities of the group's bodies at the end of the step. */
  private move(parts: StepParts, state: StepState, { bodyOfSlot }: SolveGroup): void {
    const { bodies, h } = parts;
    const { moving, pose, velocity } = state;
    for (const k of bodyOfSlot) {
      if (bodies.turning[k] === CAYLEY) movePose(bodies.pose, k, moving, 6 * k, h, pose);
      else movePoseExactly(bodies.pose, k, moving, 6 * k, h, pose);
      copySix(moving, velocity, 6 * k);
    }
    if (parts.gyroscopic) this.endSpin.set(bodies, bodyOfSlot, this.free, state);
  }

  /** Its entries of the ledger, for the bodies of a group. */
  account(parts: StepParts, state: StepState, group: SolveGroup): void {
    const { bodies } = parts;
    const { ledger, moving } = state;
    const stiff = isStiff(parts);
    const { free, vStar } = this;
    ledger.addForces(parts, group.bodyOfSlot, free, vStar, moving);
    if (!stiff && parts.gyroscopic) return;
    for (const k of group.bodyOfSlot) {
      if (stiff) ledger.entries.stiffness += this.stiffnessEntry(bodies, k, moving);
      if (!parts.gyroscopic)
        ledger.entries.rotation +=
          bodies.spinEnergy(k, state.pose, state.velocity) - bodies.spinEnergy(k, bodies.pose, moving);
    }
  }

  /** (IN1), with (JO27): u = R Wm. */
  private rotateFreely({ bodies, h }: StepParts, k: number): void {
    const { free, rotation, start } = this;
    const { mean: m } = rotation;
    const { velocity, rotation: R } = bodies;
    const v = 6 * k + 3;
    const r = 9 * k;
    const x = velocity[v];
    const y = velocity[v + 1];
    const z = velocity[v + 2];
    start[0] = R[r] * x + R[r + 3] * y + R[r + 6] * z;
    start[1] = R[r + 1] * x + R[r + 4] * y + R[r + 7] * z;
    start[2] = R[r + 2] * x + R[r + 5] * y + R[r + 8] * z;
    let factor = bodies.turning[k] === CAYLEY ? 1 : turnFactor(h, velocity, v);
    rotation.h[0] = factor * h;
    rotation.turn(bodies.inertia, r, start);
    // the factor of the mean, with which the body then turns: any one keeps energy and angular momentum if both have the same
    for (let again = 0; again < MOST_FACTORS && bodies.turning[k] !== CAYLEY; again++) {
      const next = turnFactor(h, m, 0);
      if (Math.abs(next - factor) <= 1e-15 * next) break;
      factor = next;
      rotation.h[0] = factor * h;
      rotation.turn(bodies.inertia, r, start);
    }
    free[v] = R[r] * m[0] + R[r + 1] * m[1] + R[r + 2] * m[2];
    free[v + 1] = R[r + 3] * m[0] + R[r + 4] * m[1] + R[r + 5] * m[2];
    free[v + 2] = R[r + 6] * m[0] + R[r + 7] * m[1] + R[r + 8] * m[2];
  }

  private addStiffness(bodies: Bodies, k: number): void {
    const { E } = this.stiffness;
    let any = false;
    for (let c = 0; c < 9; c++) if (E[9 * k + c] !== 0) any = true;
    if (!any) return;
    turnTensor(bodies.rotation, 9 * k, bodies.inertia, 9 * k, this.tensor, 0);
    for (let c = 0; c < 9; c++) this.tensor[c] += E[9 * k + c];
    invertSymmetric(this.tensor, 0, this.turnInverse, 9 * k);
  }

  /** v* = u + Mt^-1 (h f - gamma E v). */
  private push({ bodies, gravity, h }: StepParts, k: number, stiff: boolean): void {
    const { vStar, free, turnInverse: T } = this;
    const { force, mass, velocity } = bodies;
    const { E } = this.stiffness;
    const at = 6 * k;
    let tx = h * force[at + 3];
    let ty = h * force[at + 4];
    let tz = h * force[at + 5];
    if (stiff) {
      const x = velocity[at + 3];
      const y = velocity[at + 4];
      const z = velocity[at + 5];
      tx -= GAMMA * (E[9 * k] * x + E[9 * k + 1] * y + E[9 * k + 2] * z);
      ty -= GAMMA * (E[9 * k + 3] * x + E[9 * k + 4] * y + E[9 * k + 5] * z);
      tz -= GAMMA * (E[9 * k + 6] * x + E[9 * k + 7] * y + E[9 * k + 8] * z);
    }
    for (let c = 0; c < 3; c++) {
      vStar[at + c] += h * (gravity[c] + force[at + c] / mass[k]);
      const row = 9 * k + 3 * c;
      vStar[at + 3 + c] = free[at + 3 + c] + (T[row] * tx + T[row + 1] * ty + T[row + 2] * tz);
    }
  }

  /** Effects of an answer x: A x of the rows, v+ of the bodies, w = A x + b, and the entries of the rows in the ledger. */
  private respond(parts: StepParts, state: StepState, group: SolveGroup, frames: Frames, solved: SolvedProblem): void {
    const { n, A, b } = solved.problem;
    const { x } = solved.solution;
    if (this.Ax.length < n) this.Ax = new Float64Array(2 * n);
    const { Ax } = this;
    const y = A.multiply(x, Ax);
    this.addImpulses(group, A.L, y, state.moving);
    const w = solved.memory.w.of(n);
    for (let i = 0; i < n; i++) w[i] = Ax[i] + b[i];
    solved.w = w;
    state.solved.push(solved);
    const { ledger, rows } = state;
    const rods = 2 * solved.rods.length; // rows of inertia, at the end
    ledger.addRows(rows, rods === 0 ? x : x.subarray(0, n - rods), Ax);
    if (rods > 0) this.rods.account(rows, x, Ax, ledger.entries);
    ledger.addRounding(x, A.diagonal);
    this.kinematic.account(parts, group, frames, x, parts.h, ledger.entries);
  }

  /** v+ = v* + Mt^-1 J^T x (DY5): Mt^-1 = L L^T, and y = (J L)^T x is known. */
  private addImpulses({ bodyOfSlot }: SolveGroup, L: Float64Array, y: Float64Array, v: Float64Array): void {
    for (let s = 0; s < bodyOfSlot.length; s++) {
      const at = 6 * bodyOfSlot[s];
      const l = 36 * s;
      const u = 6 * s;
      // translation and rotation are apart in L; 0 +: as a sum that begins with 0, so that -0 + -0 becomes 0
      v[at] += 0 + L[l] * y[u];
      v[at + 1] += 0 + L[l + 7] * y[u + 1];
      v[at + 2] += 0 + L[l + 14] * y[u + 2];
      v[at + 3] += 0 + L[l + 21] * y[u + 3];
      v[at + 4] += 0 + L[l + 27] * y[u + 3] + L[l + 28] * y[u + 4];
      v[at + 5] += 0 + L[l + 33] * y[u + 3] + L[l + 34] * y[u + 4] + L[l + 35] * y[u + 5];
    }
  }

  /** -gamma E v . (u + v*)/2 + u'E u/2 - v+'E v+/2 (IN8). */
  private stiffnessEntry({ velocity }: Bodies, k: number, moving: Float64Array): number {
    const { vStar, free } = this;
    const { E } = this.stiffness;
    const at = 6 * k + 3;
    let before = 0;
    let after = 0;
    let damped = 0;
    let dampedStar = 0;
    for (let i = at; i < at + 3; i++)
      for (let j = at; j < at + 3; j++) {
        const e = E[9 * k + 3 * (i - at) + j - at];
        before += free[i] * e * free[j];
        after += moving[i] * e * moving[j];
        damped += velocity[i] * e * free[j];
        dampedStar += velocity[i] * e * vStar[j];
      }
    return 0.5 * (before - after - GAMMA * (damped + dampedStar));
  }

  private reserve(count: number): void {
    if (this.vStar.length === 6 * count) return;
    this.vStar = new Float64Array(6 * count);
    this.free = new Float64Array(6 * count);
    this.turnInverse = new Float64Array(9 * count);
  }
}

/** The six numbers of one body. */
function copySix(from: Float64Array, to: Float64Array, at: number): void {
  to[at] = from[at];
  to[at + 1] = from[at + 1];
  to[at + 2] = from[at + 2];
  to[at + 3] = from[at + 3];
  to[at + 4] = from[at + 4];
  to[at + 5] = from[at + 5];
}
