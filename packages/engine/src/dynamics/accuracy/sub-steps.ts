/**
 * Accuracy as a knob: a step is covered by as many sub-steps, island by island, as its error in joules asks for.
 * docs/theory/accuracy.md
 *
 * First one step of the whole length for all islands that were quiet so far. Those that are not, after all, and those that were not,
 * are covered one after the other by sub-steps (`island-cover.ts`).
 */
import { ACTIVE, HELD, IMMOVABLE } from '../../collision/detector.ts';
import { StepError, type StepReport } from '../errors/step-report.ts';
import type { Driver } from '../forces/driver.ts';
import { BodyIslands } from '../state/body-islands.ts';
import { pairsWithout } from '../step/contact-events.ts';
import type { StepEvents, Stepper } from '../step/stepper.ts';
import { IslandCover, QUIET_STEPS } from './island-cover.ts';
import { SavedState } from './saved-state.ts';
import { type Accuracy, type Act, SubStepWork } from './sub-step-work.ts';

/** The largest kinetic energy fades as a scale over so many steps. */
const SCALE_STEPS = 60;

export class SubSteps {
  readonly work: SubStepWork;
  private readonly cover: IslandCover;
  private readonly islands = new BodyIslands();
  private readonly start = new SavedState();

  constructor(stepper: Stepper, drivers: readonly Driver[], accuracy: Accuracy) {
    this.work = new SubStepWork(stepper, drivers, accuracy);
    this.cover = new IslandCover(this.work);
  }

  /** One step of the world. @throws StepError, with the state as before, if no sub-step has a finite outcome */
  step(act: Act): StepReport {
    const { work, start } = this;
    const { stepper, drivers } = work;
    work.begin(act);
    stepper.clock.begin();
    stepper.clock.addsUp = true;
    start.take(stepper, drivers);
    stepper.keepProblems(true);
    const pace = work.pace.save();
    try {
      const events = this.quietPass();
      if (!events) {
        this.leave();
        return stepper.sleepOn();
      }
      const loud = this.loudIslands();
      for (const members of loud) this.cover.cover(members, start);
      this.leave();
      return this.finish(events, loud.length > 0);
    } catch (error) {
      this.leave();
      start.putBack(stepper, drivers);
      work.pace.restore(pace);
      throw error;
    }
  }

  /** Length, time and roles as they are between steps. */
  private leave(): void {
    const { stepper } = this.work;
    stepper.fraction = 0;
    stepper.keepProblems(false);
    stepper.roles = undefined;
    stepper.onIslands = undefined;
    stepper.clock.addsUp = false;
    stepper.parts.h = stepper.parts.timeStep;
  }

  /** One step of the whole length for the islands that are quiet; the others are held. Undefined: everything sleeps. */
  private quietPass(): StepEvents | undefined {
    const { work, start } = this;
    const { stepper, drivers, counts } = work;
    stepper.onIslands = () => this.holdLoud();
    for (;;) {
      stepper.roles = undefined;
      let loud: boolean;
      try {
        if (!work.attempt()) return undefined;
        loud = this.findLoud();
      } catch (error) {
        // no finite outcome: shorter steps may have one
        if (!(error instanceof StepError) || !this.leaveQuiet()) throw error;
        loud = true;
      }
      if (!loud) break;
      counts.rejected++;
      start.putBack(stepper, drivers);
    }
    stepper.onIslands = undefined;
    const measured = stepper.measure();
    const events = work.commit();
    work.count(measured, events, stepper.last.touching);
    return events;
  }

  /** Islands, with what drivers connect, that have a body which is not at level 0 are held. */
  private holdLoud(): void {
    const { islands } = this;
    const { stepper, pace, drivers } = this.work;
    const { bodies } = stepper.parts;
    islands.find(stepper.parts);
    for (const { bodies: listed } of drivers) {
      const members = listed && listed.length > 0 ? listed.map(({ index }) => index) : [...bodies.slot.keys()];
      for (const k of members) islands.join(members[0], k, bodies.slot);
    }
    const loud = new Uint8Array(bodies.count);
    let any = false;
    for (let k = 0; k < bodies.count; k++)
      if (bodies.slot[k] >= 0 && bodies.sleep.asleep[k] === 0 && pace.level[k] > 0) {
        loud[islands.of(k)] = 1;
        any = true;
      }
    if (!any) return;
    const roles = new Uint8Array(bodies.count);
    for (let k = 0; k < bodies.count; k++)
      roles[k] = bodies.slot[k] < 0 ? IMMOVABLE : loud[islands.of(k)] === 1 ? HELD : ACTIVE;
    stepper.roles = roles;
  }

  /** Called after a try: islands whose error is above the limit after all leave the quiet pass. False: there are none. */
  private findLoud(): boolean {
    const { work } = this;
    const { pace, stepper } = work;
    const { bodies } = stepper.parts;
    const { roles } = stepper;
    let loud = false;
    for (const members of this.listIslands((k) => roles?.[k] !== HELD && bodies.sleep.asleep[k] === 0)) {
      const { limit } = work.limitOf(members);
      if (work.isSmooth(members) && work.quickError(members) * QUIET_STEPS <= limit) continue;
      for (const k of members) pace.level[k] = 1;
      loud = true;
    }
    return loud;
  }

  /** Every body leaves the quiet pass. False: none was in it. */
  private leaveQuiet(): boolean {
    const { level } = this.work.pace;
    const any = level.includes(0);
    for (let k = 0; k < level.length; k++) level[k] = Math.max(level[k], 1);
    return any;
  }

  private loudIslands(): number[][] {
    const { roles } = this.work.stepper;
    return roles ? this.listIslands((k) => roles[k] === HELD) : [];
  }

  /** Members of each island that are wanted, in the order of their first bodies. */
  private listIslands(wanted: (k: number) => boolean): number[][] {
    const { bodies } = this.work.stepper.parts;
    const lists = new Map<number, number[]>();
    for (let k = 0; k < bodies.count; k++) {
      if (bodies.slot[k] < 0 || !wanted(k)) continue;
      const root = this.islands.of(k);
      const list = lists.get(root);
      if (list) list.push(k);
      else lists.set(root, [k]);
    }
    return [...lists.values()];
  }

  /** The report over the whole step, and what the next one starts from. */
  private finish(quiet: StepEvents, parted: boolean): StepReport {
    const { work, start } = this;
    const { stepper, counts, pressed } = work;
    const { bodies, timeStep } = stepper.parts;
    this.rememberScales();
    for (let c = 0; c < bodies.velocity.length; c++)
      bodies.acceleration[c] = (bodies.velocity[c] - start.velocity[c]) / timeStep;
    stepper.last.steps++;
    stepper.state.solves = counts.solves;
    stepper.state.solveMs = counts.solveMs;
    const during = [...pressed].sort((p, q) => p - q);
    const known = [...new Set([...start.touching, ...during])].sort((p, q) => p - q);
    const events: StepEvents = parted
      ? {
          began: pairsWithout(during, start.touching, bodies.handles),
          ended: pairsWithout(known, stepper.last.touching, bodies.handles),
          sensed: quiet.sensed,
          broken: work.broken.slice(),
          torn: [...work.torn],
        }
      : quiet;
    return stepper.report(work.sums.total(), events, counts);
  }

  /** (AC2): the largest kinetic energy of each island fades with time. */
  private rememberScales(): void {
    const { work } = this;
    const { pace, stepper } = work;
    const { bodies } = stepper.parts;
    for (const members of this.listIslands(() => true)) {
      let kinetic = 0;
      let scale = 0;
      for (const k of members) {
        kinetic += bodies.kineticEnergyOf(k, bodies.pose, bodies.velocity);
        scale = Math.max(scale, pace.scale[k]);
      }
      scale = Math.max(kinetic, scale / (1 + 1 / SCALE_STEPS));
      for (const k of members) pace.scale[k] = scale;
    }
  }
}
