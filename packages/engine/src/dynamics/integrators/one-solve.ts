/**
 * Steps of one MLCP: semi-implicit Euler, plain as in the papers or with inertial geometric stiffness, and the free rotation by
 * the midpoint rule.   docs/theory/integrators.md (IN6)-(IN8), (IN25)
 *
 *   Mt = M + E,   v* = u + Mt^-1 (h f - gamma E v),   v+ = v* + Mt^-1 J^T x,   q+ = q (+) h v+       u: v after free rotation
 *
 * E on both sides avoids damping: (M + E)(v+ - v) is Newmark's form; M + h^2 K on the left alone is implicit
 * Euler and takes a third of a swing's energy in ten seconds.
 */
import { invertSymmetric, rotationMatrix, turnBack, turnTensor } from '../../linalg/mat3.ts';
import type { Room } from '../../linalg/room.ts';
import type { Bodies } from '../bodies.ts';
import { CAYLEY, turnFactor } from '../exact-turns.ts';
import type { Frames } from '../joints/frames.ts';
import { KinematicWork } from '../step/kinematic-work.ts';
import type { SolveGroup } from '../step/solve-group.ts';
import { movePose, movePoseExactly, type SolvedProblem, type StepParts, type StepState } from '../step/step-state.ts';
import { FreeRotation } from './free-rotation.ts';
import { ImpactChains } from './impact-chains.ts';
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
  /** Of the MLCP: A x. */
  private Ax: Float64Array = new Float64Array(0);
  /** Impulses of the last step, those of all joints in order. */
  private memory: Float64Array = new Float64Array(0);
  private readonly stiffness = new TurnStiffness();
  private readonly rods = new RodInertia();
  private readonly rotation = new FreeRotation();
  private readonly kinematic = new KinematicWork();
  private readonly chains = new ImpactChains();
  private readonly R = new Float64Array(9);
  private readonly tensor = new Float64Array(9);
  private readonly difference = new Float64Array(3);
  /** Angular velocities of one body in its own axes. */
  private readonly spin = {
    start: new Float64Array(3),
    mean: new Float64Array(3),
    end: new Float64Array(3),
    ahead: new Float64Array(3),
    added: new Float64Array(3),
  };

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
  private inverseMasses({ mass }: Bodies, { bodyOfSlot }: SolveGroup, out: Room): Float64Array {
    const Minv = out.of(36 * bodyOfSlot.length);
    for (let s = 0; s < bodyOfSlot.length; s++) {
      const k = bodyOfSlot[s];
      for (let c = 0; c < 3; c++) {
        Minv[36 * s + 7 * c] = 1 / mass[k];
        for (let d = 0; d < 3; d++) Minv[36 * s + 6 * (3 + c) + 3 + d] = this.turnInverse[9 * k + 3 * c + d];
      }
    }
    return Minv;
  }

  /** Stage 4 for a group, and for the bodies that nothing touches. */
  solve(parts: StepParts, state: StepState, group: SolveGroup, frames: Frames): void {
    const { bodies, h } = parts;
    const { chains } = this;
    for (const k of group.bodyOfSlot) for (let c = 6 * k; c < 6 * k + 6; c++) state.moving[c] = this.vStar[c];
    if (chains.find(parts, group, this.vStar)) {
      this.solveOnce(parts, state, chains.others, frames);
      chains.follow(parts, state, this.vStar, () => this.solvePart(parts, state, chains.group, frames));
    } else this.solveOnce(parts, state, group, frames);
    for (const k of group.bodyOfSlot) {
      const move = bodies.turning[k] === CAYLEY ? movePose : movePoseExactly;
      move(bodies.pose, k, state.moving, 6 * k, h, state.pose);
      this.endVelocity(parts, state, k);
    }
  }

  /** All rows of a group as one MLCP. */
  private solveOnce(parts: StepParts, state: StepState, group: SolveGroup, frames: Frames): void {
    const { bodies, h } = parts;
    const { rows } = state;
    rows.clear(group.slot, this.vStar);
    for (const j of group.joints) parts.joints[j].write(frames, h, rows);
    parts.contactRows.write(parts, group.points, rows, h, this.vStar);
    if (rows.n === 0) return;
    const Minv = this.inverseMasses(bodies, group, rows.memory.Minv);
    const { memory, free, rods } = this;
    const stiff = isStiff(parts);
    if (stiff) rods.write(parts, group, frames, rows, { memory, free, Minv, theta: THETA, gamma: GAMMA });
    const solved = state.solve(parts, group, Minv, h);
    if (stiff && rods.joints.length > 0) solved.rods = rods.joints.slice();
    this.respond(solved, state.moving, group);
    state.solved.push(solved);
    this.accountRows(parts, state, group, frames, stiff ? rods.joints.length : 0);
  }

  /** The rows that a chain of impacts has written, contacts alone, as one MLCP whose impulses change `moving`. */
  private solvePart(parts: StepParts, state: StepState, group: SolveGroup, frames: Frames): void {
    const Minv = this.inverseMasses(parts.bodies, group, state.rows.memory.Minv);
    const solved = state.solve(parts, group, Minv, parts.h);
    solved.part = true;
    this.respond(solved, state.moving, group);
    state.solved.push(solved);
    this.accountRows(parts, state, group, frames, 0);
  }

  /** Entries of the rows of the last MLCP. @param rods rows of inertia at its end, in pairs */
  private accountRows(parts: StepParts, state: StepState, group: SolveGroup, frames: Frames, rods: number): void {
    const { ledger, rows, solved } = state;
    const { problem, solution } = solved[solved.length - 1];
    ledger.addRows(rows, solution.x.subarray(0, problem.n - 2 * rods), this.Ax);
    if (rods > 0) this.rods.account(rows, solution.x, this.Ax, ledger.entries);
    ledger.addRounding(solution.x, problem.A.diagonal);
    this.kinematic.account(parts, group, frames, solution.x, parts.h, ledger.entries);
  }

  /** Its entries of the ledger, for the bodies of a group. */
  account(parts: StepParts, state: StepState, group: SolveGroup): void {
    const { bodies } = parts;
    const { ledger, moving } = state;
    const stiff = isStiff(parts);
    const { free, vStar } = this;
    for (const k of group.bodyOfSlot) {
      ledger.addForces(parts, k, free, vStar, moving);
      if (stiff) ledger.entries.stiffness += this.stiffnessEntry(bodies, k, moving);
      if (!parts.gyroscopic)
        ledger.entries.rotation +=
          bodies.spinEnergy(k, state.pose, state.velocity) - bodies.spinEnergy(k, bodies.pose, moving);
    }
  }

  /** (IN1), with (JO27): u = R Wm. */
  private rotateFreely({ bodies, h }: StepParts, k: number): void {
    const { R, rotation } = this;
    const v = 6 * k + 3;
    const { velocity } = bodies;
    rotationMatrix(bodies.pose, 7 * k + 3, R, 0);
    turnBack(R, velocity, v, this.spin.start);
    const m = rotation.mean;
    let factor = bodies.turning[k] === CAYLEY ? 1 : turnFactor(h, velocity, v);
    rotation.h[0] = factor * h;
    rotation.turn(bodies.inertia, 9 * k, this.spin.start);
    // the factor of the mean, with which the body then turns: any one keeps energy and angular momentum if both have the same
    for (let again = 0; again < MOST_FACTORS && bodies.turning[k] !== CAYLEY; again++) {
      const next = turnFactor(h, m, 0);
      if (Math.abs(next - factor) <= 1e-15 * next) break;
      factor = next;
      rotation.h[0] = factor * h;
      rotation.turn(bodies.inertia, 9 * k, this.spin.start);
    }
    for (let c = 0; c < 3; c++) this.free[v + c] = R[3 * c] * m[0] + R[3 * c + 1] * m[1] + R[3 * c + 2] * m[2];
  }

  private addStiffness(bodies: Bodies, k: number): void {
    const { E } = this.stiffness;
    let any = false;
    for (let c = 0; c < 9; c++) if (E[9 * k + c] !== 0) any = true;
    if (!any) return;
    rotationMatrix(bodies.pose, 7 * k + 3, this.R, 0);
    turnTensor(this.R, 0, bodies.inertia, 9 * k, this.tensor, 0);
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
      const [x, y, z] = [velocity[at + 3], velocity[at + 4], velocity[at + 5]];
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

  /** Effects of x: A x of the rows, v+ of the bodies, and w = A x + b. */
  private respond(solved: SolvedProblem, v: Float64Array, group: SolveGroup): void {
    const { n, A, b } = solved.problem;
    const { x } = solved.solution;
    if (this.Ax.length < n) this.Ax = new Float64Array(2 * n);
    const { Ax } = this;
    const y = A.multiply(x, Ax);
    this.addImpulses(group, A.L, y, v);
    const w = solved.memory.w.of(n);
    for (let i = 0; i < n; i++) w[i] = Ax[i] + b[i];
    solved.w = w;
  }

  /** v+ = v* + Mt^-1 J^T x (DY5): Mt^-1 = L L^T, and y = (J L)^T x is known. */
  private addImpulses({ bodyOfSlot }: SolveGroup, L: Float64Array, y: Float64Array, v: Float64Array): void {
    for (let s = 0; s < bodyOfSlot.length; s++) {
      const at = 6 * bodyOfSlot[s];
      for (let r = 0; r < 6; r++) {
        let sum = 0;
        for (let c = 0; c <= r; c++) sum += L[36 * s + 6 * r + c] * y[6 * s + c];
        v[at + r] += sum;
      }
    }
  }

  /** The velocity that the next step starts from: (IN25) with the gyroscopic term, and its entry of the ledger; else v+ itself. */
  private endVelocity({ bodies, gyroscopic }: StepParts, state: StepState, k: number): void {
    const { moving, velocity, pose, ledger } = state;
    const at = 6 * k;
    for (let c = 0; c < 6; c++) velocity[at + c] = moving[at + c];
    if (!gyroscopic) return;
    const { R, spin } = this;
    this.setEnd(bodies, pose, k, moving);
    const [x, y, z] = spin.end;
    for (let c = 0; c < 3; c++) velocity[at + 3 + c] = R[3 * c] * x + R[3 * c + 1] * y + R[3 * c + 2] * z;
    ledger.entries.gyroscopic += this.gyroscopicEntry(bodies, k);
  }

  /** W of R+ I W = R I (W0 + d), d = R^T (v+ - u), into `spin.end` (IN25). R becomes R+. */
  private setEnd(bodies: Bodies, pose: Float64Array, k: number, moving: Float64Array): void {
    const { R, spin, difference } = this;
    const { start, mean, added, ahead, end } = spin;
    const at = 9 * k;
    this.setAdded(bodies, k, moving);
    turnBack(R, bodies.velocity, 6 * k + 3, start);
    turnBack(R, this.free, 6 * k + 3, mean);
    for (let c = 0; c < 3; c++) end[c] = start[c] + added[c];
    multiplied(bodies.inertia, at, end, ahead);
    multiplied(R, 0, ahead, difference);
    rotationMatrix(pose, 7 * k + 3, R, 0);
    turnBack(R, difference, 0, ahead);
    multiplied(bodies.inverseInertia, at, ahead, end);
  }

  /** R^T (v+ - u) into `spin.added`: what forces and impulses added to the free rotation, body axes. Sets R. */
  private setAdded(bodies: Bodies, k: number, moving: Float64Array): Float64Array {
    const { R, free, difference, spin } = this;
    const at = 6 * k + 3;
    rotationMatrix(bodies.pose, 7 * k + 3, R, 0);
    for (let c = 0; c < 3; c++) difference[c] = moving[at + c] - free[at + c];
    turnBack(R, difference, 0, spin.added);
    return spin.added;
  }

  /** -gamma E v . (u + v*)/2 + u'E u/2 - v+'E v+/2 (IN8). */
  private stiffnessEntry({ velocity }: Bodies, k: number, moving: Float64Array): number {
    const { vStar, free } = this;
    const { E } = this.stiffness;
    const product = (a: Float64Array, b: Float64Array) => {
      let sum = 0;
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) sum += a[6 * k + 3 + i] * E[9 * k + 3 * i + j] * b[6 * k + 3 + j];
      return sum;
    };
    return (
      0.5 *
      (product(free, free) - product(moving, moving) - GAMMA * (product(velocity, free) + product(velocity, vStar)))
    );
  }

  /** 1/2 W'I W - 1/2 W0'I W0 - (Wm + d/2)'I d, W the end of (IN25), d = R^T (v+ - u) (IN26): of the spins that `setEnd` leaves. */
  private gyroscopicEntry({ inertia }: Bodies, k: number): number {
    const { start, mean, end, added } = this.spin;
    const at = 9 * k;
    const after = form(end, inertia, at, end);
    const before = form(start, inertia, at, start);
    return 0.5 * (after - before - form(added, inertia, at, added)) - form(mean, inertia, at, added);
  }

  private reserve(count: number): void {
    if (this.vStar.length === 6 * count) return;
    this.vStar = new Float64Array(6 * count);
    this.free = new Float64Array(6 * count);
    this.turnInverse = new Float64Array(9 * count);
  }
}

/** a . I b, I the nine numbers at `at`. */
function form(a: Float64Array, I: Float64Array, at: number, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) sum += a[i] * I[at + 3 * i + j] * b[j];
  return sum;
}

/** out = A v, A the nine numbers at `at`. */
function multiplied(A: Float64Array, at: number, v: Float64Array, out: Float64Array): void {
  for (let c = 0; c < 3; c++) out[c] = A[at + 3 * c] * v[0] + A[at + 3 * c + 1] * v[1] + A[at + 3 * c + 2] * v[2];
}
