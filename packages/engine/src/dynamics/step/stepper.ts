/**
 * One time step in six numbered stages.   docs/pipeline.md
 *
 *   1 forces   2 collide   3 prepare   4 advance   5 measure   6 record
 *
 * Islands are stepped by one of several schemes (`island-schemes.ts`): by one MLCP (`integrators/one-solve.ts`) or implicitly
 * (`integrators/implicit-step.ts`). Stages 1 to 5 write into scratch, so that a step without a finite outcome changes nothing.
 */
import { ACTIVE, CollisionError } from '../../collision/detector.ts';
import { scaled } from '../../linalg/buffers.ts';
import { verdictOf } from '../errors/budget.ts';
import { measureStep, type StepMeasures, statusOf } from '../errors/measure-step.ts';
import { StepErrors } from '../errors/step-errors.ts';
import { StepError, type StepReport } from '../errors/step-report.ts';
import { ImplicitStep } from '../integrators/implicit-step.ts';
import { OneSolve } from '../integrators/one-solve.ts';
import type { Joint } from '../joints/joint.ts';
import { rowCount } from '../joints/joint.ts';
import { Frames } from '../joints/parts/frames.ts';
import { BodyIslands } from '../state/body-islands.ts';
import { SolveGroup } from '../state/solve-group.ts';
import { hasGuard, type StepParts } from '../state/step-parts.ts';
import { StepState } from '../state/step-state.ts';
import { NO_PAIRS, sensedPairs } from './contact-events.ts';
import { expectFinite } from './finite-outcome.ts';
import { BY_IMPLICIT_EULER, BY_MIDPOINT, BY_ONE_SOLVE, IslandSchemes } from './island-schemes.ts';
import { impulsesThatBreak } from './joint-impulses.ts';
import { KinematicPoses } from './kinematic-poses.ts';
import { LastStep } from './last-step.ts';
import { markTurning } from './mark-turning.ts';
import { Projection } from './projection.ts';
import { countSleeping, fallAsleep, nothingStirs, wakeTouched } from './sleeping.ts';
import { ADVANCE, COLLIDE, FORCES, MEASURE, PREPARE, RECORD, START, StageClock } from './stage-clock.ts';

/** Events of a step. */
export type StepEvents = Pick<StepReport, 'began' | 'ended' | 'sensed' | 'broken' | 'torn'>;
/** Sub-steps of a step: see the fields of the report. */
type SubStepCounts = Pick<StepReport, 'subSteps' | 'rejected' | 'unmet'>;
const NO_NAMES: readonly string[] = [];
const NO_EVENTS: StepEvents = { began: NO_PAIRS, ended: NO_PAIRS, sensed: NO_PAIRS, broken: NO_NAMES, torn: NO_NAMES };

export class Stepper {
  readonly last = new LastStep();
  readonly parts: StepParts;
  /** Share of the time step that sub-steps have covered, a binary fraction; 0 between steps. */
  fraction = 0;
  /** Roles of bodies (`detector.ts`) in sub-steps of some islands alone; undefined: everything moves on. */
  roles: Uint8Array | undefined;
  private recycles = true;
  /** Called once islands are known and before they are stepped: may set `roles`. */
  onIslands: (() => void) | undefined;
  readonly state = new StepState();
  private readonly one = new OneSolve();
  private readonly implicit = new ImplicitStep();
  private readonly projection = new Projection();
  private readonly group = new SolveGroup();
  private readonly errors = new StepErrors();
  private nextScale = 0;
  /** Poses that the rows of the present step are written at. */
  private frames = new Frames(new Float64Array(0));
  /** Joints that the present step has torn open, after its second attempt. */
  private torn: readonly Joint[] = [];
  private readonly islands = new BodyIslands();
  private readonly schemes = new IslandSchemes();
  private readonly kinematic = new KinematicPoses();
  /** Six numbers per body: velocities before the step, and before courses gave theirs. */
  private startVelocity: Float64Array = new Float64Array(0);
  /** Impulses of the joints' rows in a step of length h before the present one. */
  private jointStart: Float64Array = new Float64Array(0);
  readonly clock: StageClock;

  constructor(parts: StepParts) {
    this.parts = parts;
    this.clock = new StageClock(parts.clock);
  }

  /** s, at the start of the present (sub-)step. */
  get time(): number {
    return (this.last.steps + this.fraction) * this.parts.timeStep;
  }

  /**
   * Stages 1 to 4 of a (sub-)step of length h into scratch. False: everything sleeps through it, see `sleepOn`.
   * @throws StepError if the outcome is not finite
   */
  attempt(): boolean {
    const { parts, state, islands } = this;
    const { bodies, colliders, contactRows, detector, joints, sleep, h } = parts;
    this.clock.mark(START);
    this.rememberStart();
    this.kinematic.follow(parts, this.last.steps + this.fraction + h / parts.timeStep);
    this.beginJoints();
    if (parts.integrator !== 'semi-implicit') markTurning(parts);
    if (sleep && this.isKnown() && nothingStirs(parts, sleep)) return false;
    this.frames = new Frames(bodies.pose);
    this.jointStart = scaled(this.jointStart, this.last.jointMemory, h / parts.timeStep);
    this.one.begin(parts, this.frames, this.jointStart);
    this.clock.mark(FORCES);

    colliders.update(bodies, parts.margin, h);
    this.detect();
    this.clock.mark(COLLIDE);
    try {
      islands.find(parts);
      if (sleep) wakeTouched(parts, islands);
      this.onIslands?.();
      contactRows.begin(parts);
      state.time = this.time;
      if (this.recycles) state.rows.letGoAllBut(this.last.solved);
      state.begin(bodies, rowCount(joints), contactRows.first[detector.points.count]);
      this.warmStart();
      this.schemes.choose(parts, islands, this.roles);
      this.clock.mark(PREPARE);

      this.advance();
      if (hasGuard(parts) && this.torn.length > 0) {
        this.schemes.markTorn(parts, islands, this.torn);
        this.warmStart();
        this.advance();
      }
      if (this.projection.select(parts, this.schemes, this.group))
        this.projection.project(parts, state, this.group, this.frames);
      expectFinite(parts, state, this.last.steps + 1);
    } catch (error) {
      detector.undo(); // whatever threw: the outcome, a solver, its threads
      throw error;
    }
    if (sleep && this.endsStep()) fallAsleep(bodies, state, islands, sleep, this.roles);
    this.clock.mark(ADVANCE);
    return true;
  }

  /** Stage 5 of what `attempt` made. */
  measure(): StepMeasures {
    const { errors, schemes } = this;
    const { expected, scale, steps } = this.last;
    const inputs = { expected, scale, hasRates: steps > 0, time: this.time, schemes };
    const measured = measureStep(this.parts, this.state, errors, inputs);
    this.nextScale = measured.budget.scale;
    this.clock.mark(MEASURE);
    return measured;
  }

  /** Stages 5 and 6 of a step of the whole length. */
  finish(): StepReport {
    const measured = this.measure();
    const events = this.keep();
    this.last.steps++;
    return this.report(measured, events);
  }

  /** True: problems of attempts stay as they are from now on, because a saved state may come back; false: only those of the last step do. */
  keepProblems(all: boolean): void {
    this.recycles = !all;
    if (all) this.state.rows.letGoAllBut(this.last.solved);
  }

  /** True: one MLCP moves the body in the present (sub-)step. */
  isOneSolve(body: number): boolean {
    return this.schemes.isOneSolve(body);
  }

  /** True: the present (sub-)step leads to the end of the time step. */
  private endsStep(): boolean {
    return this.fraction + this.parts.h / this.parts.timeStep === 1;
  }

  /** Stage 6: the outcome becomes the state of the world. Impulses are remembered as those of a whole time step. */
  keep(): StepEvents {
    const { parts, state, last } = this;
    const { bodies, contactRows, h } = parts;
    const whole = parts.timeStep / h;
    last.scale = this.nextScale;
    contactRows.remember(parts, h, state.contactImpulse, state.moving);
    last.keepExpected(parts, this.errors, this.roles, whole);
    contactRows.memory.commit();
    const broken = this.recordJoints();
    bodies.sleep.stirred.fill(0);
    last.keepImpulses(parts, state, whole);
    const { began, ended } = last.keepTouching(parts);
    this.setAccelerations();
    bodies.velocity.set(state.velocity);
    bodies.pose.set(state.pose);
    bodies.energy = state.energy;
    bodies.force.fill(0);
    bodies.touched = false;
    const torn = this.torn.length > 0 ? this.torn.map(({ name }) => name) : NO_NAMES;
    const events = { began, ended, sensed: sensedPairs(parts), broken, torn };
    this.clock.mark(RECORD);
    return events;
  }

  /** Written out: properties added to a spread object cost 20 us, 3 % of a step of the wall. */
  report(measured: StepMeasures, events: StepEvents, counts?: SubStepCounts): StepReport {
    const { bodies, detector, timeStep } = this.parts;
    const { clock, state } = this;
    const status = statusOf(measured, events.torn);
    return {
      step: this.last.steps,
      time: this.last.steps * timeStep,
      rows: measured.rows,
      contactCount: detector.points.count,
      islands: this.islands.count,
      sleeping: countSleeping(bodies),
      implicitIslands: this.schemes.implicitCount(this.parts, this.islands),
      fallbacks: state.fallbacks,
      solves: state.solves,
      subSteps: counts?.subSteps ?? 1,
      rejected: counts?.rejected ?? 0,
      unmet: counts?.unmet ?? 0,
      broken: events.broken,
      torn: events.torn,
      status,
      verdict: verdictOf(status, measured.budget),
      iterations: measured.iterations,
      method: measured.method,
      energyError: measured.energyError,
      frictionConsistency: measured.frictionConsistency,
      budget: measured.budget,
      deepest: measured.deepest,
      began: events.began,
      ended: events.ended,
      sensed: events.sensed,
      ledger: measured.ledger,
      solveMs: this.parts.clock ? state.solveMs : undefined,
      ms: clock.ms,
      stageMs: clock.stageMs,
    };
  }

  /** True if the last step's points and impulses belong together; false after a body was removed. */
  private isKnown(): boolean {
    return this.last.contactFirst.length === this.parts.detector.points.count + 1;
  }

  /** A step through which everything sleeps: only the time changes. */
  sleepOn(): StepReport {
    const { parts, state } = this;
    const { bodies, gravity, joints } = parts;
    this.clock.mark(FORCES);
    this.clock.mark(COLLIDE);
    this.islands.find(parts);
    state.begin(bodies, rowCount(joints), 0);
    this.clock.mark(PREPARE);
    state.velocity.set(bodies.velocity);
    state.pose.set(bodies.pose);
    state.ledger.open(bodies.presentEnergy(gravity));
    this.schemes.allAsleep(parts);
    this.clock.mark(ADVANCE);
    const measured = this.measure();
    bodies.acceleration.fill(0);
    bodies.force.fill(0);
    this.last.sleptOn();
    this.clock.mark(RECORD);
    return this.report(measured, NO_EVENTS);
  }

  private rememberStart(): void {
    const { velocity } = this.parts.bodies;
    if (this.startVelocity.length !== velocity.length) this.startVelocity = new Float64Array(velocity.length);
    this.startVelocity.set(velocity);
  }

  /** (v+ - v)/h of every body. */
  private setAccelerations(): void {
    const { startVelocity: before, state } = this;
    const { bodies, h } = this.parts;
    const { acceleration } = bodies;
    for (let c = 0; c < before.length; c++) acceleration[c] = (state.velocity[c] - before[c]) / h;
  }

  release(): void {
    this.parts.solver.release();
  }

  /** Drives that follow the time ask for what this step needs, and wake their bodies. */
  private beginJoints(): void {
    const { bodies, h, joints } = this.parts;
    if (joints.length === 0) return;
    const { pose, velocity } = bodies;
    const start = { time: this.time, h, frames: new Frames(pose), velocity };
    for (const joint of joints)
      if (this.isActive(joint) && joint.begin?.(start)) for (const k of joint.bodies) bodies.sleep.stir(k);
  }

  /** True: one of its bodies moves in this (sub-)step. */
  private isActive(joint: Joint): boolean {
    const { roles } = this;
    return !roles || joint.bodies.some((k) => k >= 0 && roles[k] === ACTIVE);
  }

  /** A body too fast or too far for numbers is a failed step, not a mistake in its collider. */
  private detect(): void {
    const { detector, colliders, excluded } = this.parts;
    try {
      detector.detect(colliders, excluded.all, this.roles);
    } catch (error) {
      if (error instanceof CollisionError) throw new StepError(this.last.steps + 1, [], [], error.message);
      throw error;
    }
  }

  /** Joints count their turns, and break, from poses before and after. Names of those that broke. */
  private recordJoints(): readonly string[] {
    const { frames: before, state } = this;
    const { joints, h } = this.parts;
    if (joints.length === 0) return NO_NAMES;
    const after = new Frames(state.pose);
    const x = impulsesThatBreak(this.parts, state.jointImpulse, this.last.jointMemory);
    const broken: string[] = [];
    let at = 0;
    for (const joint of joints) {
      const whole = !joint.broken;
      if (this.isActive(joint)) joint.record({ before, after, x, at, h });
      if (whole && joint.broken) broken.push(joint.name);
      at += joint.rows.length;
    }
    return broken;
  }

  /** Impulses of the last step, as first guess. */
  private warmStart(): void {
    const { parts, state } = this;
    const { jointMemory } = this.last;
    const share = parts.h / parts.timeStep;
    if (state.jointImpulse.length === jointMemory.length) scaled(state.jointImpulse, jointMemory, share);
    else state.jointImpulse.fill(0);
    parts.contactRows.warmStart(parts, state.contactImpulse);
    if (share !== 1) for (let i = 0; i < state.contactImpulse.length; i++) state.contactImpulse[i] *= share;
  }

  /** Stage 4: every island by its scheme. Sets `torn`. */
  private advance(): void {
    const { parts, state, group, schemes, frames } = this;
    const { bodies } = parts;
    state.solved = [];
    state.velocity.set(bodies.velocity);
    state.moving.set(bodies.velocity);
    state.pose.set(bodies.pose);
    this.kinematic.place(parts, state);
    state.ledger.open(bodies.presentEnergy(parts.gravity));
    schemes.select(parts, BY_ONE_SOLVE, group);
    this.one.solve(parts, state, group, frames);
    this.one.account(parts, state, group);
    this.errors.joints.measure(parts, state, group, this.last);
    if (schemes.has(BY_MIDPOINT)) this.advanceImplicitly(BY_MIDPOINT, 0.5);
    if (schemes.has(BY_IMPLICIT_EULER)) this.advanceImplicitly(BY_IMPLICIT_EULER, 1);
    this.torn = schemes.tornJoints(parts, state, frames);
  }

  private advanceImplicitly(scheme: number, theta: number): void {
    const { parts, state, group } = this;
    this.schemes.select(parts, scheme, group);
    this.implicit.step(parts, state, group, theta, this.islands);
  }
}
