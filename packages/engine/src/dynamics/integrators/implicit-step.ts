/**
 * A step that solves for the pose at its end: theta = 1/2 the energy-momentum midpoint, theta = 1 implicit Euler.
 * docs/theory/integrators.md (IN10)-(IN18)
 *
 * A midpoint step that does not converge is made by implicit Euler; one that puts velocity across the joints is made in two halves,
 * and so is an implicit Euler step that does not converge.
 */
import type { LedgerEntries } from '../step/ledger.ts';
import type { SolveGroup } from '../step/solve-group.ts';
import type { StepParts, StepState } from '../step/step-state.ts';
import { type ImplicitJob, ImplicitWork } from './implicit-work.ts';
import { NewtonStep } from './newton-step.ts';
import { filterVelocity, strayShare } from './velocity-across-joints.ts';

const DEEPEST_HALVING = 5;
/** A midpoint step is refined if velocity across joints has more than this share of the kinetic energy, and grew. */
const STRAY = 1e-3;
const STRAY_GROWTH = 1.5;
const DEEPEST_REFINING = 2;

/** What an attempt starts from, to be put back before another one. */
interface Start {
  readonly jointImpulse: Float64Array;
  readonly contactImpulse: Float64Array;
  readonly entries: LedgerEntries;
}

export class ImplicitStep {
  private readonly work = new ImplicitWork();
  private readonly newton = new NewtonStep(this.work);

  /**
   * Steps a group's bodies: with theta, if that fails with implicit Euler, and if that fails too in halves.
   * Impulses of the state are the first guess, and become those of the step; the ledger gets its entries.
   */
  step(parts: StepParts, state: StepState, group: SolveGroup, theta: number): void {
    const job: ImplicitJob = { parts, state, group };
    const { work } = this;
    work.reserve(job);
    work.restart(job);
    const start = this.startOf(job);
    if (theta === 1 || !this.midpoint(job, parts.h, DEEPEST_REFINING)) {
      work.restart(job);
      state.jointImpulse.set(start.jointImpulse);
      state.contactImpulse.set(start.contactImpulse);
      this.implicitEuler(job, parts.h, DEEPEST_HALVING);
    }
    if (work.last) state.solved.push(work.last);
    if (theta !== 1) filterVelocity(job, work);
    this.finish(job);
  }

  /** (IN18): one midpoint step, or two of half the length if it put velocity across the joints. False: not converged. */
  private midpoint(job: ImplicitJob, h: number, depth: number): boolean {
    const { work } = this;
    const start = this.startOf(job);
    work.endPose.set(work.startPose);
    work.endVelocity.set(work.startVelocity);
    const before = depth > 0 ? strayShare(job, work, h) : 0;
    if (!this.newton.solve(job, 0.5, h)) return false;
    if (depth === 0 || strayShare(job, work, h) <= Math.max(STRAY, STRAY_GROWTH * before)) return true;
    return this.inHalves(job, h, start, () => this.midpoint(job, h / 2, depth - 1));
  }

  /** (IN14): one step, or two of half the length if it does not converge. True: the last halves are taken as they are. */
  private implicitEuler(job: ImplicitJob, h: number, depth: number): boolean {
    const start = this.startOf(job);
    if (this.newton.solve(job, 1, h) || depth === 0) return true;
    return this.inHalves(job, h, start, () => this.implicitEuler(job, h / 2, depth - 1));
  }

  /** Goes back to the start and makes a step of length h in two halves, whose impulses add up. False: a half failed. */
  private inHalves(job: ImplicitJob, h: number, start: Start, half: () => boolean): boolean {
    const { work } = this;
    const { jointImpulse, contactImpulse } = job.state;
    Object.assign(work.entries, start.entries);
    start.jointImpulse.forEach((value, i) => {
      jointImpulse[i] = 0.5 * value;
    });
    start.contactImpulse.forEach((value, i) => {
      contactImpulse[i] = 0.5 * value;
    });
    if (!half()) return false;
    const [joint, contact] = [jointImpulse.slice(), contactImpulse.slice()];
    work.moveOn(job, h / 2);
    if (!half()) return false;
    joint.forEach((value, i) => {
      jointImpulse[i] += value;
    });
    contact.forEach((value, i) => {
      contactImpulse[i] += value;
    });
    return true;
  }

  private startOf({ state }: ImplicitJob): Start {
    return {
      jointImpulse: state.jointImpulse.slice(),
      contactImpulse: state.contactImpulse.slice(),
      entries: { ...this.work.entries },
    };
  }

  /** Writes where the group's bodies end, how they got there, and the entries of the ledger. */
  private finish({ parts, state, group }: ImplicitJob): void {
    const { endPose, endVelocity, ve, entries, last } = this.work;
    const { pose } = parts.bodies;
    for (const [s, k] of group.bodyOfSlot.entries()) {
      state.pose.set(endPose.subarray(7 * k, 7 * k + 7), 7 * k);
      state.velocity.set(endVelocity.subarray(6 * k, 6 * k + 6), 6 * k);
      for (let c = 0; c < 3; c++) state.moving[6 * k + c] = (endPose[7 * k + c] - pose[7 * k + c]) / parts.h;
      for (let c = 3; c < 6; c++) state.moving[6 * k + c] = ve[6 * s + c];
    }
    const total = state.ledger.entries;
    for (const key of Object.keys(total) as (keyof LedgerEntries)[]) total[key] += entries[key];
    if (last) state.ledger.addRounding(last.solution.x, last.problem.A.diagonal);
  }
}
