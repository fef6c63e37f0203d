/**
 * One implicit step by Newton's method on (v_e, x).   docs/theory/integrators.md (IN10)-(IN16)
 *
 *   m (v+ - v) = h f + J'x,   R+ I W+ - R I W = h tau + J'x,   v+ = (v_e - (1 - theta) v)/theta,   q+ = q (+) h v_e
 *   joints:   (phi(q+) - phi(q))/h + C x + D phi(q) = 0            contacts:   J v+ + C x + g >= 0,  at v+ as ever
 *
 * In the symmetric form every iteration is one MLCP of the usual kind, A = J B^-1 J' + theta-scaled C, with
 * B = M+/theta + c h [K]+, so that the world's solver does it, contacts and friction included.
 */

import { FloatBuffer } from '../../linalg/buffers.ts';
import { rotationMatrix, turnBack, turnTensor } from '../../linalg/mat3.ts';
import type { RowBuilder } from '../../problem/rows/row-builder.ts';
import { EXACT, WHEEL } from '../bodies/exact-turns.ts';
import { movePose, movePoseExactly } from '../bodies/move-pose.ts';
import { moveGiven } from '../bodies/prescribed-motion.ts';
import { Frames } from '../joints/parts/frames.ts';
import { ENTRY_OF_KIND, type LedgerEntries } from '../state/ledger.ts';
import type { ImplicitJob, ImplicitWork } from './implicit-work.ts';
import { KinematicWork } from './kinematic-work.ts';
import { NewtonScales } from './newton-scales.ts';
import { SpringRows } from './spring-rows.ts';

/** Newton iterations: the midpoint gives up earlier, because implicit Euler stands behind it. */
const MOST_ITERATIONS = { midpoint: 12, euler: 15 };
/** A last iterate within ten times what is good enough is taken if iterations ran out (IN32). */
const ACCEPTED = 10;
/** A midpoint step may gain this share of the kinetic energy, or of what forces give in a step from rest, beyond the work put in. */
const ENERGY_GAIN = 1e-3;

export class NewtonStep {
  private readonly work: ImplicitWork;
  /** g of the joints' rows at the start: limits and servos look ahead from there, as contacts do. */
  private g0: Float64Array = new Float64Array(0);
  private phi0: Float64Array = new Float64Array(0);
  private phi1: Float64Array = new Float64Array(0);
  private place1: Float64Array = new Float64Array(0);
  /** Rows of joints; those of contacts follow, and from `lawRow` on those of stiff laws. */
  private jointRows = 0;
  private lawRow = 0;
  /** Energy that earlier parts of the step have gained, J (IN15). */
  private gainedBefore = 0;
  private readonly guess = new FloatBuffer();
  private readonly mean = new FloatBuffer();
  /** 1 for the group's joints. */
  private mine: Uint8Array = new Uint8Array(0);
  private readonly kinematic = new KinematicWork();
  private readonly scales = new NewtonScales();
  private readonly springs = new SpringRows();
  private readonly R = new Float64Array(9);
  private readonly Rplus = new Float64Array(9);
  private readonly tensor = new Float64Array(9);
  /** Angular velocities of one body in its own axes: at the start, the mean, at the end. */
  private readonly spin = { start: new Float64Array(3), mean: new Float64Array(3), end: new Float64Array(3) };

  constructor(work: ImplicitWork) {
    this.work = work;
  }

  /** Steps from the start of `work` to its end; false: not converged, or a midpoint step that gained energy. */
  solve(job: ImplicitJob, theta: number, h: number): boolean {
    const { work } = this;
    const { parts, state, group } = job;
    const { rows } = state;
    const most = theta === 1 ? MOST_ITERATIONS.euler : MOST_ITERATIONS.midpoint;
    this.begin(job, theta, h);
    let converged = false;
    let before = Infinity;
    for (let iteration = 0; ; iteration++) {
      const frames = this.writeRows(job, theta, h);
      this.momentumResidual(job, theta, h);
      const x = this.guess.of(rows.n);
      x.fill(0, this.lawRow); // rows of laws keep no impulses
      group.gather(parts, state, x);
      const worst = this.worstResidual(job, x, theta, h);
      // as small as wanted, or good enough and no longer falling: rounding is all that is left
      if (iteration > 0 && (worst <= this.scales.wanted || (worst <= 1 && worst > 0.5 * before))) converged = true;
      before = worst;
      if (converged || iteration >= most || !(worst < Infinity)) {
        converged ||= worst <= ACCEPTED;
        this.account(job, x, theta, h);
        this.kinematic.account(parts, group, frames, x, h, work.entries);
        break;
      }
      // the linearised step as an MLCP
      const { bodies, joints } = parts;
      const factor = (theta === 1 ? 1 : 0.5) * h;
      work.stiffness.compute(bodies, joints, frames, state.jointImpulse, factor, this.mine);
      const Binv = work.inverseBlocks(job, theta, rows.memory.Minv);
      addProducts(Binv, work.momentum, -1, work.ve, work.vStar);
      this.setRows(job, theta, h);
      work.residual.fill(0);
      if (rows.n > 0) {
        const { last } = work;
        const posed = state.problemOf(parts, group, Binv, h);
        const solution = parts.solver.solve(posed.problem, posed.warm, posed.memory.answer);
        work.last = state.take(parts, group, posed, solution);
        if (last) last.memory.held = false;
        rows.addTransposed(work.last.solution.x, work.residual);
      }
      addProducts(Binv, work.residual, 1, work.vStar, work.ve);
    }
    return converged && (theta === 1 || this.energyStays(job, h));
  }

  /** The first iterate: velocities as at the start; what is outside the group moves on its own. Rows of the joints at the start. */
  private begin(job: ImplicitJob, theta: number, h: number): void {
    const { ve, v0, startPose, startVelocity, endPose, endVelocity } = this.work;
    const { parts, group, state } = job;
    const { bodies } = parts;
    if (this.mine.length !== parts.joints.length) this.mine = new Uint8Array(parts.joints.length);
    this.mine.fill(0);
    for (const j of group.joints) this.mine[j] = 1;
    for (let s = 0; s < group.bodyOfSlot.length; s++)
      for (let c = 0; c < 6; c++) {
        v0[6 * s + c] = startVelocity[6 * group.bodyOfSlot[s] + c];
        ve[6 * s + c] = v0[6 * s + c];
      }
    endPose.set(startPose);
    for (let k = 0; k < bodies.count; k++)
      if (group.slot[k] < 0 && bodies.motion[k] === 'kinematic') {
        moveGiven(startPose, k, startVelocity, h, endPose);
        for (let c = 0; c < 6; c++) endVelocity[6 * k + c] = startVelocity[6 * k + c];
      }
    this.gainedBefore = gained(this.work.entries);
    const start = new Frames(startPose);
    this.work.writeJoints(job, start, h);
    this.springs.begin(state.rows, theta === 1 ? undefined : this.work.inverseMasses(job, start), h);
    this.phi0 = copied(this.phi0, state.rows.phi, state.rows.n);
    this.g0 = copied(this.g0, state.rows.b, state.rows.n);
  }

  /** Moves the group's bodies by v_e and writes all rows: joints at the mean or the end pose, which is returned, contacts at the start. */
  private writeRows(job: ImplicitJob, theta: number, h: number): Frames {
    const { work } = this;
    const { parts, state, group } = job;
    const { startPose, endPose } = work;
    const exact = theta === 1 ? EXACT : WHEEL; // for others the midpoint needs (JO5)
    for (let s = 0; s < group.bodyOfSlot.length; s++) {
      const k = group.bodyOfSlot[s];
      const move = parts.bodies.turning[k] >= exact ? movePoseExactly : movePose;
      move(startPose, k, work.ve, 6 * s, h, endPose);
    }
    const end = new Frames(endPose);
    if (theta === 1) work.writeJoints(job, end, h);
    else work.writePlaces(job, end, h);
    this.phi1 = copied(this.phi1, state.rows.phi, state.rows.n);
    this.place1 = copied(this.place1, state.rows.place, state.rows.n);
    const frames = theta === 1 ? end : new Frames(startPose, endPose);
    if (theta !== 1) work.writeJoints(job, frames, h);
    this.jointRows = state.rows.n;
    this.springs.apply(state.rows, this.jointRows);
    parts.contactRows.write(parts, group.points, state.rows, h, work.predicted, work.gapMoved);
    this.lawRow = state.rows.n;
    work.laws.evaluate(job, work, h, state.rows);
    return frames;
  }

  /** momentum = p(v_e) - p(v) - h f by slot (IN10), and the velocity at the end of the step. */
  private momentumResidual({ parts, group }: ImplicitJob, theta: number, h: number): void {
    const { R, Rplus, spin } = this;
    const { ve, v0, momentum, startPose, endPose, endVelocity, laws } = this.work;
    const { bodies, gravity } = parts;
    const { mass, inertia: I } = bodies;
    const force = laws.total;
    const { start, mean, end } = spin;
    for (let s = 0; s < group.bodyOfSlot.length; s++) {
      const k = group.bodyOfSlot[s];
      const at = 6 * s;
      for (let c = 0; c < 3; c++) {
        const v = (ve[at + c] - (1 - theta) * v0[at + c]) / theta;
        endVelocity[6 * k + c] = v;
        momentum[at + c] = mass[k] * (v - v0[at + c] - h * gravity[c]) - h * force[6 * k + c];
      }
      rotationMatrix(startPose, 7 * k + 3, R, 0);
      rotationMatrix(endPose, 7 * k + 3, Rplus, 0);
      turnBack(R, v0, at + 3, start);
      turnBack(R, ve, at + 3, mean);
      for (let c = 0; c < 3; c++) end[c] = (mean[c] - (1 - theta) * start[c]) / theta;
      for (let c = 0; c < 3; c++) {
        let before = 0;
        let after = 0;
        let omega = 0;
        for (let i = 0; i < 3; i++) {
          let L0 = 0;
          let L1 = 0;
          for (let j = 0; j < 3; j++) {
            L0 += I[9 * k + 3 * i + j] * start[j];
            L1 += I[9 * k + 3 * i + j] * end[j];
          }
          before += R[3 * c + i] * L0;
          after += Rplus[3 * c + i] * L1;
          omega += Rplus[3 * c + i] * end[i];
        }
        momentum[at + 3 + c] = after - before - h * force[6 * k + 3 + c];
        endVelocity[6 * k + 3 + c] = omega;
      }
    }
  }

  /** The largest residual in units of what is good enough (IN32): joints (IN11) and momentum (IN10). */
  private worstResidual(job: ImplicitJob, x: Float64Array, theta: number, h: number): number {
    const { Rplus, tensor, jointRows, scales } = this;
    const { residual, momentum, endPose } = this.work;
    const { group, parts, state } = job;
    const { bodies } = parts;
    const { rows } = state;
    scales.measure(job, this.work, x, h);
    let worst = 0;
    for (let i = 0; i < jointRows; i++) {
      const w = this.rowResidual(rows, i, x[i], theta, h);
      const e = Math.abs(w) / scales.row(rows.unit[i]);
      if (!(e <= worst)) worst = e;
    }
    residual.fill(0);
    rows.addTransposed(x, residual);
    for (let s = 0; s < group.bodyOfSlot.length; s++) {
      const k = group.bodyOfSlot[s];
      rotationMatrix(endPose, 7 * k + 3, Rplus, 0);
      turnTensor(Rplus, 0, bodies.inverseInertia, 9 * k, tensor, 0);
      for (let c = 0; c < 3; c++) {
        const at = 6 * s;
        let turned = 0;
        for (let j = 0; j < 3; j++) turned += tensor[3 * c + j] * (momentum[at + 3 + j] - residual[at + 3 + j]);
        const pushed = (momentum[at + c] - residual[at + c]) / bodies.mass[k];
        const e = Math.max(Math.abs(pushed), Math.abs(turned) * bodies.gyration(k)) / scales.body(bodies, k);
        if (!(e <= worst)) worst = e;
      }
    }
    return worst;
  }

  /**
   * Residual of a joint's row: held (IN11), or a spring that is taken at the middle of the step (IN36); 0 for those that the MLCP
   * settles.
   */
  private rowResidual(rows: RowBuilder, i: number, x: number, theta: number, h: number): number {
    const { phi0, phi1, place1, springs } = this;
    if (!Number.isNaN(rows.phi[i])) return (phi1[i] - phi0[i]) / h + rows.C[i] * x + rows.D[i] * phi0[i];
    if (!springs.isMiddle(i) || !rows.isInside(i, x)) return 0;
    return springs.without(i, place1[i], h, this.rateAtEnd(rows, i, theta), theta).w + rows.C[i] * x;
  }

  /** (J v+)_i of the present iterate. */
  private rateAtEnd(rows: RowBuilder, i: number, theta: number): number {
    const { ve, v0 } = this.work;
    return (rows.product(i, ve) - (1 - theta) * rows.product(i, v0)) / theta;
  }

  /** b and C of the linearised step: held rows by position (IN11), all others at v+, scaled by theta (IN12). */
  private setRows({ state: { rows } }: ImplicitJob, theta: number, h: number): void {
    const { phi0, phi1, place1, g0, jointRows, lawRow, springs } = this;
    const { ve, v0, vStar } = this.work;
    for (let i = 0; i < rows.n; i++) {
      if (i >= lawRow) {
        rows.b[i] = rows.product(i, vStar) - rows.product(i, ve); // (IN31)
      } else if (i < jointRows && !Number.isNaN(rows.phi[i])) {
        const opened = (phi1[i] - phi0[i]) / h + rows.D[i] * phi0[i];
        rows.b[i] = opened + rows.product(i, vStar) - rows.product(i, ve);
      } else if (i < jointRows && springs.has(i)) {
        const { w, times } = springs.without(i, place1[i], h, this.rateAtEnd(rows, i, theta), theta);
        rows.b[i] = w / times + rows.product(i, vStar) - rows.product(i, ve);
        rows.C[i] /= times;
      } else {
        rows.b[i] =
          theta * (i < jointRows ? g0[i] : rows.b[i]) + rows.product(i, vStar) - (1 - theta) * rows.product(i, v0);
        rows.C[i] *= theta;
      }
    }
  }

  /** (IN15): no more energy than before, springs of the joints included, beyond what forces and motors put in. */
  private energyStays({ parts: { bodies, gravity }, group, state: { rows } }: ImplicitJob, h: number): boolean {
    const { phi0, phi1 } = this;
    const { entries, endPose, endVelocity, laws } = this.work;
    let gain = gained(entries) - this.gainedBefore;
    let kinetic = 0;
    for (const k of group.bodyOfSlot) {
      let square = 0;
      for (let c = 0; c < 3; c++) {
        const pushed = gravity[c] + laws.total[6 * k + c] / bodies.mass[k];
        square += pushed * pushed;
      }
      kinetic += bodies.kineticEnergyOf(k, endPose, endVelocity) + 0.5 * bodies.mass[k] * h * h * square;
    }
    for (let i = 0; i < rows.n; i++) {
      if (Number.isNaN(rows.phi[i])) continue;
      const k = rows.D[i] / (h * rows.C[i]); // D = h k C
      const e = this.scales.rounding(rows.unit[i]); // of phi: stiff springs make energy of it
      gain += 0.5 * k * (phi1[i] * phi1[i] - phi0[i] * phi0[i]) - k * e * (Math.abs(phi0[i]) + Math.abs(phi1[i]) + e);
    }
    return gain <= ENERGY_GAIN * kinetic;
  }

  /** Ledger of the (sub-)step (IN16): rows and forces at the mean velocity, the rest is what the implicit step took. */
  private account({ parts, group, state: { rows } }: ImplicitJob, x: Float64Array, theta: number, h: number): void {
    const { bodies, gravity } = parts;
    const { entries, v0, ve, residual, startPose, startVelocity, endPose, endVelocity, laws } = this.work;
    const mean = this.mean.of(6 * group.bodyOfSlot.length);
    residual.fill(0);
    rows.addTransposed(x, residual);
    for (let s = 0; s < group.bodyOfSlot.length; s++) {
      const k = group.bodyOfSlot[s];
      const at = 6 * s;
      for (let c = 0; c < 3; c++) mean[at + c] = 0.5 * (v0[at + c] + endVelocity[6 * k + c]);
      // (W + W+)/2 in world axes: W+ = (R'w_e - (1 - theta) W)/theta
      for (let c = 3; c < 6; c++) {
        const end = (ve[at + c] - (1 - theta) * v0[at + c]) / theta;
        mean[at + c] = 0.5 * (v0[at + c] + end);
      }
      let work = 0;
      for (let c = 0; c < 6; c++) {
        const f = h * laws.total[6 * k + c];
        const weight = c < 3 ? h * bodies.mass[k] * gravity[c] : 0;
        entries.applied += f * mean[at + c];
        entries.gravity += weight * (mean[at + c] - ve[at + c]);
        work += (f + weight + residual[at + c]) * mean[at + c];
      }
      const change =
        bodies.kineticEnergyOf(k, endPose, endVelocity) - bodies.kineticEnergyOf(k, startPose, startVelocity);
      entries.implicit += change - work;
    }
    for (let i = 0; i < rows.n; i++)
      if (x[i] !== 0) entries[ENTRY_OF_KIND[rows.kind[i]]] += x[i] * rows.product(i, mean);
  }
}

/** Energy that came from no motor and no applied force, J. */
const gained = ({ implicit, joints, contacts, friction, gravity }: LedgerEntries): number =>
  implicit + joints + contacts + friction + gravity;

/** out = base + sign B^-1 v, slot by slot. */
function addProducts(Binv: Float64Array, v: Float64Array, sign: number, base: Float64Array, out: Float64Array): void {
  for (let s = 0; s < v.length; s += 6)
    for (let r = 0; r < 6; r++) {
      let sum = 0;
      for (let c = 0; c < 6; c++) sum += Binv[6 * s + 6 * r + c] * v[s + c];
      out[s + r] = base[s + r] + sign * sum;
    }
}

function copied(target: Float64Array, values: Float64Array, count: number): Float64Array {
  const out = target.length >= count ? target : new Float64Array(2 * count);
  out.set(values.subarray(0, count));
  return out;
}
