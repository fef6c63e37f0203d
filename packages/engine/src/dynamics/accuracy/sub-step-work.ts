/**
 * Working data of a step in sub-steps: tries of the stepper, their errors in joules, and sums over the tries that were kept.
 * docs/theory/accuracy.md (AC1), (AC2), (AC4)
 */
import { ACTIVE } from '../../collision/detector.ts';
import { dot } from '../../linalg/vec3.ts';
import type { StepMeasures } from '../errors/measure-step.ts';
import type { Driver } from '../forces/driver.ts';
import type { StepEvents, Stepper } from '../step/stepper.ts';
import { Pace } from './pace.ts';
import { PointStates } from './point-states.ts';
import { SubStepSums } from './sub-step-sums.ts';

/** Share of the energy scale, or joules, that a sub-step may be wrong by; sub-steps are not shorter than H/2^deepest. */
export interface Accuracy {
  readonly share: number;
  readonly joules: number | undefined;
  readonly deepest: number;
}

/** Lets drivers act at the start of a (sub-)step; `roles`: only those of active bodies. */
export type Act = (roles: Uint8Array | undefined) => void;

export class SubStepWork {
  readonly stepper: Stepper;
  readonly drivers: readonly Driver[];
  readonly accuracy: Accuracy;
  readonly pace = new Pace();
  readonly sums = new SubStepSums();
  /** Pairs that pressed in some sub-step, as keys, and joints that broke, or were torn. */
  readonly pressed = new Set<number>();
  readonly broken: string[] = [];
  readonly torn = new Set<string>();
  counts = { subSteps: 0, rejected: 0, unmet: 0, solves: 0, solveMs: 0 };
  /** 1: contacts of this body began, ended, stuck or slipped in the last try. */
  changed: Uint8Array = new Uint8Array(0);
  private act: Act = () => {};
  private readonly statesBefore = new PointStates();
  private readonly states = new PointStates();
  /** Forces of the user, which stay for the whole step. */
  private force: Float64Array = new Float64Array(0);
  private d: Float64Array = new Float64Array(0);

  constructor(stepper: Stepper, drivers: readonly Driver[], accuracy: Accuracy) {
    this.stepper = stepper;
    this.drivers = drivers;
    this.accuracy = accuracy;
  }

  begin(act: Act): void {
    const { bodies } = this.stepper.parts;
    this.act = act;
    this.pace.reserve(bodies.count);
    if (this.force.length !== 6 * bodies.count) {
      this.force = new Float64Array(6 * bodies.count);
      this.d = new Float64Array(6 * bodies.count);
      this.changed = new Uint8Array(bodies.count);
    }
    this.force.set(bodies.force);
    this.sums.begin();
    this.pressed.clear();
    this.broken.length = 0;
    this.torn.clear();
    this.counts = { subSteps: 0, rejected: 0, unmet: 0, solves: 0, solveMs: 0 };
  }

  /** Stages 1 to 4 from the forces of the user and the drivers; sets `changed`. False: everything sleeps. */
  attempt(): boolean {
    const { stepper, force, states, statesBefore } = this;
    const { parts, state } = stepper;
    statesBefore.read(parts, stepper.last.contactImpulse, stepper.last.contactFirst);
    parts.bodies.force.set(force);
    this.act(stepper.roles);
    if (!stepper.attempt()) return false;
    this.counts.solves += state.solves;
    this.counts.solveMs += state.solveMs;
    states.read(parts, state.contactImpulse, parts.contactRows.first);
    this.changed.fill(0);
    states.compare(statesBefore, parts.detector.points.previous, this.changed);
    return true;
  }

  /** Stage 6: the try becomes the state of the world, and rates those of the bodies that it moved. */
  commit(): StepEvents {
    const { stepper, pace } = this;
    const { parts, roles, state } = stepper;
    const { bodies, h } = parts;
    for (let k = 0; k < bodies.count; k++)
      if (bodies.slot[k] >= 0 && (!roles || roles[k] === ACTIVE))
        for (let c = 6 * k; c < 6 * k + 6; c++) pace.rate[c] = (state.velocity[c] - bodies.velocity[c]) / h;
    const events = stepper.keep();
    stepper.fraction += h / parts.timeStep;
    return events;
  }

  /** Counts a committed try as a part of this step. */
  count(measured: StepMeasures, events: StepEvents, touching: readonly number[]): void {
    this.sums.add(measured);
    this.counts.subSteps++;
    this.broken.push(...events.broken);
    for (const name of events.torn) this.torn.add(name);
    for (const key of touching) this.pressed.add(key);
  }

  /** True: no contact of these bodies changed in the last try. */
  isSmooth(members: readonly number[]): boolean {
    for (const k of members) if (this.changed[k] === 1) return false;
    return true;
  }

  /** (AC4) of bodies in the last try, before it is committed, J; NaN if one of them has no step before it. */
  quickError(members: readonly number[]): number {
    const { d, pace, stepper } = this;
    const { bodies, h } = stepper.parts;
    const { velocity, pose } = stepper.state;
    let sum = 0;
    for (const k of members) {
      const from = 6 * k;
      for (let c = from; c < from + 6; c++) d[c] = velocity[c] - bodies.velocity[c];
      const moved = bodies.kineticEnergyOf(k, pose, d);
      for (let c = from; c < from + 6; c++) d[c] = 0.5 * (d[c] - h * pace.rate[c]);
      const bent = bodies.kineticEnergyOf(k, pose, d);
      sum += 2 * Math.sqrt(bent * bodies.kineticEnergyOf(k, pose, velocity)) + bent + moved;
    }
    return sum;
  }

  /**
   * (AC5) of the last try, before it is committed, J: forces push for a step of unknown share before and after a contact changes,
   * |v| |h M^-1 f| + |h M^-1 f|^2/2 of the bodies at such contacts.
   */
  eventError(members: readonly number[]): number {
    const { changed, stepper } = this;
    const { bodies, gravity, h } = stepper.parts;
    const { velocity, pose } = stepper.state;
    let sum = 0;
    for (const k of members) {
      if (changed[k] === 0) continue;
      const m = bodies.mass[k];
      let square = 0;
      for (let c = 0; c < 3; c++) {
        const pushed = h * (gravity[c] + bodies.force[6 * k + c] / m);
        square += pushed * pushed;
      }
      const energy = 0.5 * m * square;
      sum += 2 * Math.sqrt(energy * bodies.kineticEnergyOf(k, pose, velocity)) + energy;
    }
    return sum;
  }

  /** (AC3): 2 |v| |dv| + 2 |dv|^2 between the velocities `one` and those of the present state, J. */
  apart(members: readonly number[], one: Float64Array): number {
    const { d } = this;
    const { bodies } = this.stepper.parts;
    const { pose, velocity } = bodies;
    let sum = 0;
    for (const k of members) {
      for (let c = 6 * k; c < 6 * k + 6; c++) d[c] = one[c] - velocity[c];
      const gap = bodies.kineticEnergyOf(k, pose, d);
      sum += 4 * Math.sqrt(gap * bodies.kineticEnergyOf(k, pose, velocity)) + 4 * gap;
    }
    return sum;
  }

  /** (AC2): the error that an island may have in a sub-step, and the energy scale that it is a share of, J. */
  limitOf(members: readonly number[]): { readonly limit: number; readonly scale: number } {
    const { accuracy, pace } = this;
    const { bodies, gravity, timeStep } = this.stepper.parts;
    const fall = timeStep * timeStep * dot(gravity, gravity);
    let [kinetic, floor, scale] = [0, 0, 0];
    for (const k of members) {
      kinetic += bodies.kineticEnergyOf(k, bodies.pose, bodies.velocity);
      floor += 0.5 * bodies.mass[k] * fall;
      scale = Math.max(scale, pace.scale[k]);
    }
    scale = Math.max(scale, kinetic, floor);
    return { limit: accuracy.joules ?? accuracy.share * scale, scale };
  }
}
