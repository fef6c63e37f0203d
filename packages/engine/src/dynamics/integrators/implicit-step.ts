/**
 * A step that solves for the pose at its end: theta = 1/2 the energy-momentum midpoint, theta = 1 implicit Euler.
 * docs/theory/integrators.md (IN10)-(IN16)
 *
 *   m (v+ - v) = h f + J'x,   R+ I W+ - R I W = h tau + J'x,   v+ = (v_e - (1 - theta) v)/theta,   q+ = q (+) h v_e
 *   joints:   (phi(q+) - phi(q))/h + C x + D phi(q) = 0            contacts:   J v+ + C x + g >= 0,  at v+ as ever
 *
 * Newton on (v_e, x), in the symmetric form: every iteration is one MLCP of the usual kind, A = J B^-1 J' + theta-scaled C, with
 * B = M+/theta + c h [K]+, so that the world's solver does it, contacts and friction included.
 */
import { invertSymmetric, rotationMatrix, turnTensor } from '../../linalg/mat3.ts';
import type { Bodies } from '../bodies.ts';
import { Frames } from '../joints/frames.ts';
import { KinematicWork } from '../step/kinematic-work.ts';
import { ENTRY_OF_KIND, type LedgerEntries, noEntries } from '../step/ledger.ts';
import type { SolveGroup } from '../step/solve-group.ts';
import { movePose, type SolvedProblem, type StepParts, type StepState } from '../step/step-state.ts';
import { TurnStiffness } from './turn-stiffness.ts';

/** Newton iterations: the midpoint gives up earlier, because implicit Euler stands behind it. */
const MOST_ITERATIONS = { midpoint: 12, euler: 15 };
/** Largest residuals of a converged step: joints, m/s; |M^-1 momentum|, m/s or rad/s. */
const JOINT_TOLERANCE = 1e-7;
const MOMENTUM_TOLERANCE = 1e-6;
/** A last iterate within ten times the tolerance is good enough where iterations ran out. */
const ACCEPTED = 10;
/** A midpoint step may gain this share of the kinetic energy, and 1e-6 J, beyond the work put in. */
const ENERGY_GAIN = 1e-3;
const DEEPEST_HALVING = 5;
/** A midpoint step is refined where velocity across joints has more than this share of the kinetic energy, and grew. */
const STRAY = 1e-3;
const STRAY_GROWTH = 1.5;
const DEEPEST_REFINING = 2;

export class ImplicitStep {
  /** Steps of islands redone in halves, since the world began. */
  halved = 0;
  /** Midpoint steps of islands refined, since the world began. */
  refined = 0;
  /** Where the (sub-)step starts and ends. */
  private startPose: Float64Array = new Float64Array(0);
  private startVelocity: Float64Array = new Float64Array(0);
  private endPose: Float64Array = new Float64Array(0);
  private endVelocity: Float64Array = new Float64Array(0);
  /** Velocity of bodies outside the group; zero inside. */
  private outside: Float64Array = new Float64Array(0);
  /** By slot, six numbers: v_e, start velocity, momentum residual without rows, with rows, v*. */
  private ve: Float64Array = new Float64Array(0);
  private v0: Float64Array = new Float64Array(0);
  private momentum: Float64Array = new Float64Array(0);
  private residual: Float64Array = new Float64Array(0);
  private vStar: Float64Array = new Float64Array(0);
  /** g of the joints' rows at the start: limits and servos look ahead from there, as contacts do. */
  private g0: Float64Array = new Float64Array(0);
  private phi0: Float64Array = new Float64Array(0);
  private phi1: Float64Array = new Float64Array(0);
  /** 1 for the group's joints. */
  private mine: Uint8Array = new Uint8Array(0);
  private gapMoved: Float64Array = new Float64Array(0);
  /** Velocities after gravity alone, six numbers a body. */
  private predicted: Float64Array = new Float64Array(0);
  private readonly stiffness = new TurnStiffness();
  private readonly kinematic = new KinematicWork();
  private readonly R = new Float64Array(9);
  private readonly Rplus = new Float64Array(9);
  private readonly tensor = new Float64Array(9);
  private readonly entries: LedgerEntries = noEntries();
  private last: SolvedProblem | undefined;

  /**
   * Steps a group's bodies: with theta, and where that fails with implicit Euler, in halves where that fails too.
   * Impulses of the state are the first guess, and become those of the step; a ledger gets its entries.
   */
  step(parts: StepParts, state: StepState, group: SolveGroup, theta: number): void {
    const { h } = parts;
    this.reserve(parts, group);
    this.startPose.set(parts.bodies.pose);
    this.startVelocity.set(parts.bodies.velocity);
    this.gapMoved.fill(0);
    const guessJoint = state.jointImpulse.slice();
    const guessContact = state.contactImpulse.slice();
    Object.assign(this.entries, noEntries());
    if (theta === 1 || !this.midpoint(parts, state, group, h, DEEPEST_REFINING)) {
      this.startPose.set(parts.bodies.pose);
      this.startVelocity.set(parts.bodies.velocity);
      this.gapMoved.fill(0);
      state.jointImpulse.set(guessJoint);
      state.contactImpulse.set(guessContact);
      Object.assign(this.entries, noEntries());
      this.implicitEuler(parts, state, group, h, DEEPEST_HALVING);
    }
    if (this.last) state.solved.push(this.last);
    if (theta !== 1) this.filter(parts, state, group, bodiesShare(parts, state, group));
    for (const [s, k] of group.bodyOfSlot.entries()) {
      state.pose.set(this.endPose.subarray(7 * k, 7 * k + 7), 7 * k);
      state.velocity.set(this.endVelocity.subarray(6 * k, 6 * k + 6), 6 * k);
      for (let c = 0; c < 3; c++)
        state.moving[6 * k + c] = (this.endPose[7 * k + c] - parts.bodies.pose[7 * k + c]) / h;
      for (let c = 3; c < 6; c++) state.moving[6 * k + c] = this.ve[6 * s + c];
    }
    const { entries } = state.ledger;
    for (const key of Object.keys(entries) as (keyof LedgerEntries)[]) entries[key] += this.entries[key];
  }

  /**
   * (IN17): takes a share of the velocity across the joints away, v+ <- v+ + s M^-1 J'x with A x + J v+ = 0. The midpoint keeps
   * such velocity for ever, with alternating sign; joints and bodies that touch something should come to rest.
   */
  private filter(parts: StepParts, state: StepState, group: SolveGroup, share: number): void {
    if (share === 0) return;
    const { bodies, h } = parts;
    const { rows } = state;
    const { endVelocity: v, residual, entries } = this;
    this.writeJoints(parts, state, group, new Frames(this.endPose), h);
    this.stiffness.compute(bodies, [], new Frames(this.endPose), NOTHING, 0);
    const Minv = this.inverseBlocks(bodies, group, 1);
    for (const [s, k] of group.bodyOfSlot.entries()) this.vStar.set(v.subarray(6 * k, 6 * k + 6), 6 * s);
    for (let i = 0; i < rows.n; i++) {
      if (Number.isNaN(rows.phi[i])) rows.silence(i);
      rows.b[i] = rows.product(i, this.vStar) - rows.D[i] * (Number.isNaN(rows.phi[i]) ? 0 : rows.phi[i]) + rows.b[i];
    }
    const { x } = parts.solver.solve(rows.build(parts.title, Minv, h), undefined);
    state.solves++;
    residual.fill(0);
    rows.addTransposed(x, residual);
    for (const [s, k] of group.bodyOfSlot.entries()) {
      entries.filter -= kineticEnergyOf(bodies, k, this.endPose, v);
      for (let r = 0; r < 6; r++) {
        let sum = 0;
        for (let c = 0; c < 6; c++) sum += Minv[36 * s + 6 * r + c] * residual[6 * s + c];
        v[6 * k + r] += share * sum;
      }
      entries.filter += kineticEnergyOf(bodies, k, this.endPose, v);
    }
  }

  /** (IN18): one midpoint step, or two of half the length where it put velocity across the joints. False: not converged. */
  private midpoint(parts: StepParts, state: StepState, group: SolveGroup, h: number, depth: number): boolean {
    const entries = { ...this.entries };
    const guessJoint = state.jointImpulse.slice();
    const guessContact = state.contactImpulse.slice();
    this.endPose.set(this.startPose);
    this.endVelocity.set(this.startVelocity);
    const before = depth > 0 ? this.strayShare(parts, state, group, h) : 0;
    if (!this.attempt(parts, state, group, 0.5, h)) return false;
    if (depth === 0 || this.strayShare(parts, state, group, h) <= Math.max(STRAY, STRAY_GROWTH * before)) return true;
    Object.assign(this.entries, entries);
    this.refined++;
    state.jointImpulse.set(guessJoint.map((value) => 0.5 * value));
    state.contactImpulse.set(guessContact.map((value) => 0.5 * value));
    if (!this.midpoint(parts, state, group, h / 2, depth - 1)) return false;
    const [joint, contact] = [state.jointImpulse.slice(), state.contactImpulse.slice()];
    this.moveOn(parts, group, h / 2);
    if (!this.midpoint(parts, state, group, h / 2, depth - 1)) return false;
    joint.forEach((value, i) => {
      state.jointImpulse[i] += value;
    });
    contact.forEach((value, i) => {
      state.contactImpulse[i] += value;
    });
    return true;
  }

  /** (IN14): one step, or two of half the length. Its impulses are added up; the start moves on. */
  private implicitEuler(parts: StepParts, state: StepState, group: SolveGroup, h: number, depth: number): void {
    const entries = { ...this.entries };
    const guessJoint = state.jointImpulse.slice();
    const guessContact = state.contactImpulse.slice();
    if (this.attempt(parts, state, group, 1, h) || depth === 0) return;
    Object.assign(this.entries, entries);
    this.halved++;
    const scaled = (values: Float64Array) => values.map((value) => 0.5 * value);
    state.jointImpulse.set(scaled(guessJoint));
    state.contactImpulse.set(scaled(guessContact));
    this.implicitEuler(parts, state, group, h / 2, depth - 1);
    const [joint, contact] = [state.jointImpulse.slice(), state.contactImpulse.slice()];
    this.moveOn(parts, group, h / 2);
    this.implicitEuler(parts, state, group, h / 2, depth - 1);
    joint.forEach((value, i) => {
      state.jointImpulse[i] += value;
    });
    contact.forEach((value, i) => {
      state.contactImpulse[i] += value;
    });
  }

  /** The next part of a halved step starts where this one ended; gaps have moved with it. */
  private moveOn({ detector: { points } }: StepParts, group: SolveGroup, h: number): void {
    this.startPose.set(this.endPose);
    this.startVelocity.set(this.endVelocity);
    const contacts = this.last?.problem.contacts ?? [];
    const structure = this.last?.problem.structure;
    if (!structure) return;
    group.points.forEach((point, i) => {
      const row = contacts[i].normal;
      let speed = 0;
      for (let k = structure.rowStart[row]; k < structure.rowStart[row + 1]; k++)
        for (let c = 0; c < 6; c++) speed += structure.J[6 * k + c] * this.ve[6 * structure.body[k] + c];
      if (point < points.count) this.gapMoved[point] += h * speed;
    });
  }

  /** One Newton solve from the start; false: not converged, or a midpoint step that gained energy. */
  private attempt(parts: StepParts, state: StepState, group: SolveGroup, theta: number, h: number): boolean {
    const { bodies, joints } = parts;
    const { rows } = state;
    const most = theta === 1 ? MOST_ITERATIONS.euler : MOST_ITERATIONS.midpoint;
    for (const [s, k] of group.bodyOfSlot.entries())
      for (let c = 0; c < 6; c++) {
        this.v0[6 * s + c] = this.startVelocity[6 * k + c];
        this.ve[6 * s + c] = this.v0[6 * s + c];
      }
    // what is outside moves on its own
    this.endPose.set(this.startPose);
    for (let k = 0; k < bodies.count; k++)
      if (group.slot[k] < 0 && bodies.motion[k] === 'kinematic') {
        movePose(this.startPose, k, this.startVelocity, 6 * k, h, this.endPose);
        for (let c = 0; c < 6; c++) this.endVelocity[6 * k + c] = this.startVelocity[6 * k + c];
      }

    this.writeJoints(parts, state, group, new Frames(this.startPose), h);
    this.phi0 = copied(this.phi0, rows.phi, rows.n);
    this.g0 = copied(this.g0, rows.b, rows.n);
    let converged = false;
    for (let iteration = 0; ; iteration++) {
      for (const [s, k] of group.bodyOfSlot.entries()) movePose(this.startPose, k, this.ve, 6 * s, h, this.endPose);
      const plus = new Frames(this.endPose);
      this.writeJoints(parts, state, group, plus, h);
      this.phi1 = copied(this.phi1, rows.phi, rows.n);
      const frames = theta === 1 ? plus : new Frames(this.startPose, this.endPose);
      if (theta !== 1) this.writeJoints(parts, state, group, frames, h);
      const jointRows = rows.n;
      // contact geometry stays that of the start of the step
      parts.contactRows.write(parts, group.points, rows, h, this.predicted, this.gapMoved);
      this.momentumResidual(parts, group, theta, h);
      const x = new Float64Array(rows.n);
      group.gather(joints, state.jointImpulse, state.contactImpulse, parts.contactRows.first, x);
      const worst = this.worstResidual(bodies, group, state, x, jointRows, h);
      if (iteration > 0 && worst <= 1) converged = true;
      if (converged || iteration >= most || !(worst < Infinity)) {
        converged ||= worst <= ACCEPTED;
        this.account(parts, group, state, x, theta, h);
        this.kinematic.account(parts, group, frames, x, h, this.entries);
        break;
      }
      // the linearised step as an MLCP
      this.stiffness.compute(bodies, joints, frames, state.jointImpulse, (theta === 1 ? 1 : 0.5) * h, this.mine);
      const Binv = this.inverseBlocks(bodies, group, theta);
      for (let s = 0; s < group.bodyOfSlot.length; s++)
        this.applyBlock(Binv, s, this.momentum, this.ve, this.vStar, -1);
      this.setRows(state, jointRows, theta, h);
      this.last = state.solve(parts, group, Binv, h);
      this.residual.fill(0);
      rows.addTransposed(this.last.solution.x, this.residual);
      for (let s = 0; s < group.bodyOfSlot.length; s++) this.applyBlock(Binv, s, this.residual, this.vStar, this.ve, 1);
    }
    if (!converged) return false;
    return theta === 1 || this.energyStays(bodies, group, state, h);
  }

  /** (IN18): the share of the kinetic energy that is velocity across the joints at the end of the step, row by row. */
  private strayShare(parts: StepParts, state: StepState, group: SolveGroup, h: number): number {
    const { bodies } = parts;
    const { rows } = state;
    this.writeJoints(parts, state, group, new Frames(this.endPose), h);
    this.stiffness.compute(bodies, [], new Frames(this.endPose), NOTHING, 0);
    const Minv = this.inverseBlocks(bodies, group, 1);
    let kinetic = 0;
    for (const [s, k] of group.bodyOfSlot.entries()) {
      this.vStar.set(this.endVelocity.subarray(6 * k, 6 * k + 6), 6 * s);
      kinetic += kineticEnergyOf(bodies, k, this.endPose, this.endVelocity);
    }
    let stray = 0;
    for (let i = 0; i < rows.n; i++) {
      if (Number.isNaN(rows.phi[i])) continue;
      const w = rows.b[i] - rows.D[i] * rows.phi[i] + rows.product(i, this.vStar); // J v+, kinematic bodies included
      stray += (w * w) / (2 * rows.inverseMass(i, Minv));
    }
    return kinetic > 0 ? stray / kinetic : 0;
  }

  private writeJoints(parts: StepParts, { rows }: StepState, group: SolveGroup, frames: Frames, h: number): void {
    rows.clear(group.slot, this.outside);
    for (const j of group.joints) parts.joints[j].write(frames, h, rows);
  }

  /** momentum = p(v_e) - p(v) - h f by slot (IN10), and the velocity at the end of the step. */
  private momentumResidual({ bodies, gravity }: StepParts, group: SolveGroup, theta: number, h: number): void {
    const { R, Rplus, ve, v0, momentum } = this;
    const { mass, inertia: I, force } = bodies;
    for (const [s, k] of group.bodyOfSlot.entries()) {
      const at = 6 * s;
      for (let c = 0; c < 3; c++) {
        const end = (ve[at + c] - (1 - theta) * v0[at + c]) / theta;
        this.endVelocity[6 * k + c] = end;
        momentum[at + c] = mass[k] * (end - v0[at + c] - h * gravity[c]) - h * force[6 * k + c];
      }
      rotationMatrix(this.startPose, 7 * k + 3, R, 0);
      rotationMatrix(this.endPose, 7 * k + 3, Rplus, 0);
      const start = unturn(R, v0, at + 3);
      const mean = unturn(R, ve, at + 3);
      const end = mean.map((value, c) => (value - (1 - theta) * start[c]) / theta);
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
        this.endVelocity[6 * k + 3 + c] = omega;
      }
    }
  }

  /** The largest residual in units of its tolerance: joints (IN11) and momentum (IN10). */
  private worstResidual(
    bodies: Bodies,
    group: SolveGroup,
    { rows }: StepState,
    x: Float64Array,
    jointRows: number,
    h: number,
  ): number {
    const { residual, momentum, phi0, phi1, Rplus, tensor } = this;
    let worst = 0;
    for (let i = 0; i < jointRows; i++) {
      if (Number.isNaN(rows.phi[i])) continue;
      const e = Math.abs((phi1[i] - phi0[i]) / h + rows.C[i] * x[i] + rows.D[i] * phi0[i]) / JOINT_TOLERANCE;
      if (!(e <= worst)) worst = e;
    }
    residual.fill(0);
    rows.addTransposed(x, residual);
    for (const [s, k] of group.bodyOfSlot.entries()) {
      rotationMatrix(this.endPose, 7 * k + 3, Rplus, 0);
      turnTensor(Rplus, 0, bodies.inverseInertia, 9 * k, tensor, 0);
      for (let c = 0; c < 3; c++) {
        const at = 6 * s;
        let turned = 0;
        for (let j = 0; j < 3; j++) turned += tensor[3 * c + j] * (momentum[at + 3 + j] - residual[at + 3 + j]);
        const e =
          Math.max(Math.abs((momentum[at + c] - residual[at + c]) / bodies.mass[k]), Math.abs(turned)) /
          MOMENTUM_TOLERANCE;
        if (!(e <= worst)) worst = e;
      }
    }
    return worst;
  }

  /** B^-1, 36 numbers a slot: linear theta/m, angular (I+/theta + c h [K]+)^-1 (IN13). */
  private inverseBlocks(bodies: Bodies, { bodyOfSlot }: SolveGroup, theta: number): Float64Array {
    const Binv = new Float64Array(36 * bodyOfSlot.length);
    const { Rplus, tensor } = this;
    const { E } = this.stiffness;
    const inverse = new Float64Array(9);
    for (const [s, k] of bodyOfSlot.entries()) {
      rotationMatrix(this.endPose, 7 * k + 3, Rplus, 0);
      turnTensor(Rplus, 0, bodies.inertia, 9 * k, tensor, 0);
      for (let c = 0; c < 9; c++) tensor[c] = tensor[c] / theta + E[9 * k + c];
      invertSymmetric(tensor, 0, inverse, 0);
      for (let c = 0; c < 3; c++) {
        Binv[36 * s + 7 * c] = theta / bodies.mass[k];
        for (let d = 0; d < 3; d++) Binv[36 * s + 6 * (3 + c) + 3 + d] = inverse[3 * c + d];
      }
    }
    return Binv;
  }

  /** out = base + sign B^-1 v, one slot. */
  private applyBlock(
    Binv: Float64Array,
    s: number,
    v: Float64Array,
    base: Float64Array,
    out: Float64Array,
    sign: number,
  ): void {
    for (let r = 0; r < 6; r++) {
      let sum = 0;
      for (let c = 0; c < 6; c++) sum += Binv[36 * s + 6 * r + c] * v[6 * s + c];
      out[6 * s + r] = base[6 * s + r] + sign * sum;
    }
  }

  /** b and C of the linearised step: held rows by position (IN11), all others at v+, scaled by theta (IN12). */
  private setRows({ rows }: StepState, jointRows: number, theta: number, h: number): void {
    const { phi0, phi1, ve, v0, vStar } = this;
    for (let i = 0; i < rows.n; i++) {
      if (i < jointRows && !Number.isNaN(rows.phi[i])) {
        const opened = (phi1[i] - phi0[i]) / h + rows.D[i] * phi0[i];
        rows.b[i] = opened + rows.product(i, vStar) - rows.product(i, ve);
      } else {
        rows.b[i] =
          theta * (i < jointRows ? this.g0[i] : rows.b[i]) + rows.product(i, vStar) - (1 - theta) * rows.product(i, v0);
        rows.C[i] *= theta;
      }
    }
  }

  /** (IN15): no more energy than before, springs of the joints included, beyond what forces and motors put in. */
  private energyStays(bodies: Bodies, group: SolveGroup, { rows }: StepState, h: number): boolean {
    const { phi0, phi1, entries } = this;
    let gain = entries.implicit + entries.joints + entries.contacts + entries.friction + entries.gravity;
    let kinetic = 0;
    for (const k of group.bodyOfSlot) kinetic += kineticEnergyOf(bodies, k, this.endPose, this.endVelocity);
    for (let i = 0; i < rows.n; i++) {
      if (Number.isNaN(rows.phi[i])) continue;
      const k = rows.D[i] / (h * rows.C[i]); // D = h k C
      gain += 0.5 * k * (phi1[i] * phi1[i] - phi0[i] * phi0[i]);
    }
    return gain <= ENERGY_GAIN * kinetic + 1e-6;
  }

  /** Ledger of the (sub-)step (IN16): rows and forces at the mean velocity, the rest is what the implicit step took. */
  private account(
    { bodies, gravity }: StepParts,
    group: SolveGroup,
    { rows }: StepState,
    x: Float64Array,
    theta: number,
    h: number,
  ): void {
    const { entries, v0, ve, residual } = this;
    const mean = new Float64Array(6 * group.bodyOfSlot.length);
    residual.fill(0);
    rows.addTransposed(x, residual);
    for (const [s, k] of group.bodyOfSlot.entries()) {
      const at = 6 * s;
      for (let c = 0; c < 3; c++) mean[at + c] = 0.5 * (v0[at + c] + this.endVelocity[6 * k + c]);
      // (W + W+)/2 in world axes: W+ = (R'w_e - (1 - theta) W)/theta
      for (let c = 3; c < 6; c++) {
        const end = (ve[at + c] - (1 - theta) * v0[at + c]) / theta;
        mean[at + c] = 0.5 * (v0[at + c] + end);
      }
      let work = 0;
      for (let c = 0; c < 6; c++) {
        const f = h * bodies.force[6 * k + c];
        const weight = c < 3 ? h * bodies.mass[k] * gravity[c] : 0;
        entries.applied += f * mean[at + c];
        entries.gravity += weight * (mean[at + c] - ve[at + c]);
        work += (f + weight + residual[at + c]) * mean[at + c];
      }
      const change =
        kineticEnergyOf(bodies, k, this.endPose, this.endVelocity) -
        kineticEnergyOf(bodies, k, this.startPose, this.startVelocity);
      entries.implicit += change - work;
    }
    for (let i = 0; i < rows.n; i++)
      if (x[i] !== 0) entries[ENTRY_OF_KIND[rows.kind[i]]] += x[i] * rows.product(i, mean);
  }

  private reserve({ bodies, joints, gravity, h, detector: { points } }: StepParts, group: SolveGroup): void {
    if (this.startPose.length !== 7 * bodies.count) {
      this.startPose = new Float64Array(7 * bodies.count);
      this.endPose = new Float64Array(7 * bodies.count);
      this.startVelocity = new Float64Array(6 * bodies.count);
      this.endVelocity = new Float64Array(6 * bodies.count);
      this.outside = new Float64Array(6 * bodies.count);
      this.predicted = new Float64Array(6 * bodies.count);
    }
    for (let k = 0; k < bodies.count; k++)
      for (let c = 0; c < 6; c++) {
        const v = bodies.velocity[6 * k + c];
        this.outside[6 * k + c] = group.slot[k] < 0 ? v : 0;
        this.predicted[6 * k + c] = bodies.slot[k] >= 0 && c < 3 ? v + h * gravity[c] : v;
      }
    if (this.mine.length !== joints.length) this.mine = new Uint8Array(joints.length);
    this.mine.fill(0);
    for (const j of group.joints) this.mine[j] = 1;
    const size = 6 * group.bodyOfSlot.length;
    if (this.ve.length !== size) {
      this.ve = new Float64Array(size);
      this.v0 = new Float64Array(size);
      this.momentum = new Float64Array(size);
      this.residual = new Float64Array(size);
      this.vStar = new Float64Array(size);
    }
    if (this.gapMoved.length < points.count) this.gapMoved = new Float64Array(2 * points.count);
  }
}

const NOTHING = new Float64Array(0);

/** All of it where velocities were set by hand, a tenth where the island touches something, else none. */
function bodiesShare(
  { bodies, contactRows: { first } }: StepParts,
  { contactImpulse }: StepState,
  group: SolveGroup,
): number {
  if (bodies.touched) return 1;
  return group.points.some((point) => contactImpulse[first[point]] > 0) ? 0.1 : 0;
}

function kineticEnergyOf(bodies: Bodies, k: number, pose: Float64Array, velocity: Float64Array): number {
  const v = 6 * k;
  const square = velocity[v] * velocity[v] + velocity[v + 1] * velocity[v + 1] + velocity[v + 2] * velocity[v + 2];
  return 0.5 * bodies.mass[k] * square + bodies.spinEnergy(k, pose, velocity);
}

function copied(target: Float64Array, values: Float64Array, count: number): Float64Array {
  const out = target.length >= count ? target : new Float64Array(2 * count);
  out.set(values.subarray(0, count));
  return out;
}

/** R^T v: three numbers at `at`, in body axes. */
function unturn(R: Float64Array, v: Float64Array, at: number): number[] {
  return [0, 1, 2].map((c) => R[c] * v[at] + R[3 + c] * v[at + 1] + R[6 + c] * v[at + 2]);
}
