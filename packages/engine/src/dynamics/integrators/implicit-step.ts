/**
 * A step that solves for the pose at its end: theta = 1/2 the energy-momentum midpoint, theta = 1 implicit Euler.
 * docs/theory/integrators.md (IN10)-(IN18), (IN33)
 *
 * A midpoint step that does not converge is made in halves; implicit Euler is the last resort. If several islands are stepped together
 * and one does not converge, each is stepped alone. A midpoint step that puts velocity across the joints is made in halves too.
 */

import type { BodyIslands } from '../state/body-islands.ts';
import type { LedgerEntries } from '../state/ledger.ts';
import { SolveGroup } from '../state/solve-group.ts';
import type { StepParts } from '../state/step-parts.ts';
import type { StepState } from '../state/step-state.ts';
import { type ImplicitJob, ImplicitWork } from './implicit-work.ts';
import { NewtonStep } from './newton-step.ts';
import { filterVelocity, strayShare } from './velocity-across-joints.ts';

/** Most halvings of a step that does not converge, one inside the other. */
const DEEPEST_MIDPOINT = 4;
const DEEPEST_EULER = 5;
/** A midpoint step is refined if velocity across joints has more than this share of the kinetic energy, and grew. */
const STRAY = 1e-3;
const STRAY_GROWTH = 1.5;
const DEEPEST_REFINING = 2;

/** State before an attempt, to be restored before another one. */
interface AttemptStart {
  readonly jointImpulse: Float64Array;
  readonly contactImpulse: Float64Array;
  readonly entries: LedgerEntries;
  readonly pose: Float64Array;
  readonly velocity: Float64Array;
  readonly gapMoved: Float64Array;
  readonly elapsed: number;
}

export class ImplicitStep {
  private readonly work = new ImplicitWork();
  private readonly newton = new NewtonStep(this.work);
  private readonly alone = new SolveGroup();
  /** The present attempt has been made in halves because it did not converge; the last halves did not converge either. */
  private halved = false;
  private unconverged = false;

  /**
   * Steps a group's bodies. Impulses of the state are the first guess, and become those of the step; the ledger gets its entries.
   */
  step(parts: StepParts, state: StepState, group: SolveGroup, theta: number, islands: BodyIslands): void {
    const job: ImplicitJob = { parts, state, group };
    const { work } = this;
    work.reserve(job);
    work.restart(job);
    const start = this.startOf(job);
    if (theta !== 1 && this.midpoint(job, parts.h, DEEPEST_REFINING, 0, start)) {
      this.finish(job, theta);
      return;
    }
    this.putBack(job, start);
    const roots = [...new Set(group.bodyOfSlot.map((k) => islands.of(k)))];
    if (roots.length === 1) {
      this.stepAlone(job, theta);
      return;
    }
    const members = new Uint8Array(parts.bodies.count);
    for (const root of roots) {
      members.fill(0);
      for (const k of group.bodyOfSlot) if (islands.of(k) === root) members[k] = 1;
      this.alone.select(parts, members, 1);
      this.stepAlone({ parts, state, group: this.alone }, theta);
    }
  }

  /** (IN33): one island, by the midpoint in halves if it has to be, by implicit Euler if that fails too. */
  private stepAlone(job: ImplicitJob, theta: number): void {
    const { work } = this;
    const { h } = job.parts;
    const { state } = job;
    work.reserve(job);
    work.restart(job);
    const start = this.startOf(job);
    this.halved = false;
    this.unconverged = false;
    if (theta !== 1 && this.midpoint(job, h, DEEPEST_REFINING, DEEPEST_MIDPOINT, start)) {
      if (this.halved) state.fellBack('halved');
    } else {
      this.putBack(job, start);
      if (theta !== 1) state.fellBack('implicitEuler');
      this.implicitEuler(job, h, DEEPEST_EULER);
      if (this.unconverged) state.fellBack('unconverged');
    }
    this.finish(job, theta);
  }

  /** (IN18): one midpoint step, or two of half the length if it put velocity across the joints or does not converge. False: nor do its parts. */
  private midpoint(job: ImplicitJob, h: number, refining: number, halving: number, start = this.startOf(job)): boolean {
    const { work } = this;
    work.endPose.set(work.startPose);
    work.endVelocity.set(work.startVelocity);
    const before = refining > 0 ? strayShare(job, work, h) : 0;
    if (!this.newton.solve(job, 0.5, h)) {
      if (halving === 0) return false;
      this.halved = true;
      return this.inHalves(job, h, start, () => this.midpoint(job, h / 2, refining, halving - 1));
    }
    if (refining === 0 || strayShare(job, work, h) <= Math.max(STRAY, STRAY_GROWTH * before)) return true;
    if (this.inHalves(job, h, start, () => this.midpoint(job, h / 2, refining - 1, halving))) return true;
    this.putBack(job, start); // its halves do not converge: the whole one did
    return this.newton.solve(job, 0.5, h);
  }

  /** (IN14): one step, or two of half the length if it does not converge. True: the last halves are taken as they are. */
  private implicitEuler(job: ImplicitJob, h: number, depth: number): boolean {
    const start = this.startOf(job);
    if (this.newton.solve(job, 1, h)) return true;
    if (depth === 0) this.unconverged = true;
    return depth === 0 || this.inHalves(job, h, start, () => this.implicitEuler(job, h / 2, depth - 1));
  }

  /** Goes back to the start and makes a step of length h in two halves, whose impulses add up. False: a half failed. */
  private inHalves(job: ImplicitJob, h: number, start: AttemptStart, half: () => boolean): boolean {
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

  private startOf({ state }: ImplicitJob): AttemptStart {
    const { entries, startPose, startVelocity, gapMoved, elapsed } = this.work;
    return {
      jointImpulse: state.jointImpulse.slice(),
      contactImpulse: state.contactImpulse.slice(),
      entries: { ...entries },
      pose: startPose.slice(),
      velocity: startVelocity.slice(),
      gapMoved: gapMoved.slice(),
      elapsed,
    };
  }

  private putBack({ state }: ImplicitJob, start: AttemptStart): void {
    const { work } = this;
    state.jointImpulse.set(start.jointImpulse);
    state.contactImpulse.set(start.contactImpulse);
    Object.assign(work.entries, start.entries);
    work.startPose.set(start.pose);
    work.startVelocity.set(start.velocity);
    work.gapMoved.set(start.gapMoved);
    work.elapsed = start.elapsed;
  }

  /** Writes where the group's bodies end, how they got there, and the entries of the ledger. */
  private finish(job: ImplicitJob, theta: number): void {
    const { parts, state, group } = job;
    if (this.work.last) state.solved.push(this.work.last);
    if (theta !== 1) filterVelocity(job, this.work);
    const { endPose, endVelocity, ve, entries, last } = this.work;
    const { pose } = parts.bodies;
    for (let s = 0; s < group.bodyOfSlot.length; s++) {
      const k = group.bodyOfSlot[s];
      for (let c = 0; c < 7; c++) state.pose[7 * k + c] = endPose[7 * k + c];
      for (let c = 0; c < 6; c++) state.velocity[6 * k + c] = endVelocity[6 * k + c];
      for (let c = 0; c < 3; c++) state.moving[6 * k + c] = (endPose[7 * k + c] - pose[7 * k + c]) / parts.h;
      for (let c = 3; c < 6; c++) state.moving[6 * k + c] = ve[6 * s + c];
    }
    const total = state.ledger.entries;
    for (const key of Object.keys(total) as (keyof LedgerEntries)[]) total[key] += entries[key];
    if (last) state.ledger.addRounding(last.solution.x, last.problem.A.diagonal);
  }
}
