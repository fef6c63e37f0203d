/**
 * Covers one step for one island by sub-steps, while everything else stays where it is.   docs/theory/accuracy.md (AC3)-(AC7)
 *
 *   A: one sub-step of h, B: two of h/2;   e = 2 |v| |dv| + 2 |dv|^2 of their velocities, at once or one common step later
 *   e <= limit: keep B, or 2 B - A if no contact changed;   else: back, with sub-steps of h/2, h/4 or h/8
 */
import { ACTIVE, HELD, IMMOVABLE } from '../../collision/detector.ts';
import type { StepMeasures } from '../errors/measure-step.ts';
import { StepError } from '../errors/step-report.ts';
import type { StepEvents } from '../step/stepper.ts';
import { extrapolate } from './extrapolation.ts';
import { SavedState } from './saved-state.ts';
import type { SubStepWork } from './sub-step-work.ts';

/** Quiet: the error would stay within the limit if it went on like this for so many time steps. */
export const QUIET_STEPS = 60;
/** A sub-step becomes longer if its error is below this share of the limit. */
const EASY = 1 / 8;
/** The next level aims at this share of the limit, and goes up by so much at most. */
const AIM = 0.8;
const LARGEST_RISE = 3;

/** Outcome of a try: its error and limit, J; `single`: one solve was enough. */
interface Tried {
  readonly error: number;
  readonly limit: number;
  readonly single: boolean;
}

/** A committed part of a try, not counted yet. */
interface KeptTry {
  readonly measured: StepMeasures;
  readonly events: StepEvents;
  readonly touching: readonly number[];
}

export class IslandCover {
  private readonly work: SubStepWork;
  private readonly before = new SavedState();
  private readonly one = new SavedState();
  private readonly halves = new SavedState();
  /** J, of the sub-step that is compared with its halves. */
  private driftOfWhole = 0;

  constructor(work: SubStepWork) {
    this.work = work;
  }

  /**
   * Steps the island from `start`, the state at the start of the step, to its end. @throws StepError if the shortest sub-step has
   * no finite outcome
   */
  cover(members: readonly number[], start: SavedState): void {
    const { work, before } = this;
    const { accuracy, counts, pace, stepper, drivers } = work;
    const { parts } = stepper;
    this.activate(members, start);
    const end = 1 << accuracy.deepest;
    let level = 0;
    for (const k of members) level = Math.max(level, Math.min(pace.level[k] - 1, accuracy.deepest));
    let single = false;
    for (let at = 0; at < end; ) {
      const length = end >> level;
      parts.h = parts.timeStep / (1 << level);
      before.take(stepper, drivers);
      const tried = this.tryOnce(members, level === accuracy.deepest);
      if (!(tried.error <= tried.limit) && level < accuracy.deepest) {
        counts.rejected++;
        before.putBack(stepper, drivers);
        level = Math.min(accuracy.deepest, level + rise(tried.error / (AIM * tried.limit)));
        continue;
      }
      if (!(tried.error <= tried.limit)) counts.unmet++;
      at += length;
      single = tried.single;
      if (level > 0 && tried.error < EASY * tried.limit && at % (2 * length) === 0) level--;
    }
    for (const k of members) pace.level[k] = level === 0 && single ? 0 : level + 1;
  }

  /** Only `members` move on, from the start of the step, and what is not moved by impulses with them. */
  private activate(members: readonly number[], start: SavedState): void {
    const { stepper, drivers } = this.work;
    const { bodies } = stepper.parts;
    const roles = new Uint8Array(bodies.count).fill(HELD);
    for (let k = 0; k < bodies.count; k++) if (bodies.slot[k] < 0) roles[k] = IMMOVABLE;
    for (const k of members) roles[k] = ACTIVE;
    stepper.roles = roles;
    stepper.fraction = 0;
    bodies.touched = start.touched;
    for (let k = 0; k < bodies.count; k++)
      if (bodies.motion[k] === 'kinematic') {
        bodies.pose.set(start.pose.subarray(7 * k, 7 * k + 7), 7 * k);
        bodies.velocity.set(start.velocity.subarray(6 * k, 6 * k + 6), 6 * k);
      }
    start.putBackDrivers(drivers, roles);
  }

  /** One sub-step of the present length; its outcome is counted unless the error is above the limit. @param last no shorter one can follow */
  private tryOnce(members: readonly number[], last: boolean): Tried {
    const { work, before, one } = this;
    const { stepper, drivers } = work;
    const { parts } = stepper;
    const { h } = parts;
    const { limit, scale } = work.limitOf(members);
    try {
      work.attempt();
      const smooth = work.isSmooth(members);
      const quick = work.quickError(members);
      if (smooth && quick * ((QUIET_STEPS * parts.timeStep) / h) <= limit) {
        count(work, [this.committed()]);
        return { error: quick, limit, single: true };
      }
      this.driftOfWhole = stepper.measure().budget.drift.value;
      work.commit();
      one.take(stepper, drivers);
      before.putBack(stepper, drivers);
      return this.tryHalves(members, smooth && this.canExtrapolate(members), limit, scale, last);
    } catch (error) {
      if (!(error instanceof StepError) || last) throw error;
      return { error: Infinity, limit, single: false };
    } finally {
      parts.h = h;
    }
  }

  /** The same time in two halves; the whole is in `one`. */
  private tryHalves(
    members: readonly number[],
    smoothSoFar: boolean,
    limit: number,
    scale: number,
    last: boolean,
  ): Tried {
    const { work, one } = this;
    const { stepper } = work;
    const { parts } = stepper;
    const { h } = parts;
    parts.h = h / 2;
    const parted: KeptTry[] = [];
    let smooth = smoothSoFar;
    let event = 0;
    for (let half = 0; half < 2; half++) {
      work.attempt();
      smooth = smooth && work.isSmooth(members);
      event = Math.max(event, work.eventError(members));
      parted.push(this.committed());
    }
    parts.h = h;
    // (AC6): what is extrapolated has an error of the next order
    const sharpened = (error: number) => (smooth ? error * Math.sqrt(error / scale) : error);
    let error = sharpened(work.apart(members, one.velocity));
    if (error > limit) error = sharpened(this.apartLater(members));
    error = Math.max(error, event);
    if (error > limit && !last) return { error, limit, single: false };
    count(work, parted);
    if (smooth) {
      this.extrapolate(members);
      for (const { measured } of parted) work.sums.drift += measured.budget.drift.value;
      work.sums.drift -= this.driftOfWhole;
    }
    return { error, limit, single: false };
  }

  /** (AC3) one common step later: what only lags is gone then. */
  private apartLater(members: readonly number[]): number {
    const { work, one, halves } = this;
    const { stepper, drivers } = work;
    halves.take(stepper, drivers);
    one.putBack(stepper, drivers);
    work.attempt();
    work.commit();
    const velocity = stepper.parts.bodies.velocity.slice();
    halves.putBack(stepper, drivers);
    work.attempt();
    work.commit();
    const error = work.apart(members, velocity);
    halves.putBack(stepper, drivers);
    return error;
  }

  /** Islands with joints are not extrapolated: modes of loaded chains that the step does not resolve would grow. */
  private canExtrapolate(members: readonly number[]): boolean {
    const { stepper } = this.work;
    const { joints } = stepper.parts;
    if (!stepper.isOneSolve(members[0])) return false; // the midpoint is of second order already
    return !joints.some((joint) => !joint.broken && joint.bodies.some((k) => members.includes(k)));
  }

  private extrapolate(members: readonly number[]): void {
    const { work, one } = this;
    const { bodies, gravity } = work.stepper.parts;
    const energy = () => {
      const { kinetic, potential } = bodies.presentEnergy(gravity);
      return kinetic + potential;
    };
    const before = energy();
    extrapolate(bodies, members, one.pose, one.velocity);
    work.sums.extrapolation += energy() - before;
  }

  /** The try becomes the state of the world. */
  private committed(): KeptTry {
    const { stepper } = this.work;
    const measured = stepper.measure();
    return { measured, events: this.work.commit(), touching: stepper.last.touching.slice() };
  }
}

function count(work: SubStepWork, parts: readonly KeptTry[]): void {
  for (const { measured, events, touching } of parts) work.count(measured, events, touching);
}

/** Levels to go up if the error is `ratio` times what it may be: it falls by four with each. */
function rise(ratio: number): number {
  let levels = 1;
  for (let r = ratio / 4; r > 1 && levels < LARGEST_RISE; r /= 4) levels++;
  return levels;
}
