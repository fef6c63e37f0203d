/**
 * A world: bodies, joints and contacts, stepped in six numbered stages, each step with its error in joules.
 * docs/pipeline.md, docs/theory/dynamics.md
 *
 *   1 forces   2 collide   3 prepare   4 advance   5 measure   6 record
 *
 * A step is all or nothing: if the outcome is not finite the state is as before, and a StepError names the rows and bodies.
 * The world uses the solver contract, never a certain solver: `createWorld` gives it one.
 *
 * Removal: a body that is removed takes its joints with it, and the drivers that list it in `bodies` (every force element
 * does). A driver that uses a body without listing it gets an error from the handle in the next step, which then changes nothing.
 */

import { close } from '../../checks/closed.ts';
import { ContractError } from '../../checks/errors.ts';
import { optional, record } from '../../checks/fields.ts';
import { checked, type Value } from '../../checks/value.ts';
import { boolean, text } from '../../checks/values.ts';
import { unknownName } from '../../checks/wording.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import type { Problem } from '../../problem/problem.ts';
import type { StepChecked } from '../accuracy/step-check.ts';
import type { Body } from '../bodies/body.ts';
import type { BodyOptions } from '../bodies/body-options.ts';
import { ColliderTable } from '../bodies/collider-table.ts';
import type { ContactView } from '../bodies/contact-view.ts';
import type { PrescribedMotion } from '../bodies/prescribed-motion.ts';
import { prescribeMotion } from '../bodies/prescribed-motion.ts';
import { expectBody } from '../bodies/references.ts';
import type { RunBudget } from '../errors/budget-sums.ts';
import type { StepReport } from '../errors/step-report.ts';
import type { Driver } from '../forces/driver.ts';
import type { JointView } from '../joints/joint-view.ts';
import type { JointOptions } from '../joints/kinds.ts';
import type { StepSolver } from '../state/step-parts.ts';
import { readImpulses } from '../step/joint-impulses.ts';
import { Stepper } from '../step/stepper.ts';
import { KnownMembers } from './arrangement.ts';
import { contactViews } from './contact-views.ts';
import { type DebugLines, type DebugOptions, debugLines } from './debug-lines.ts';
import { DISPOSE } from './dispose.ts';
import { setInternals } from './internals.ts';
import { Members } from './members.ts';
import { namedProblem } from './named-problem.ts';
import { copyPoses } from './poses.ts';
import { anySettings, loopSettings, SETTINGS, stepSettings, type WorldSettings } from './settings.ts';
import type { Snapshot } from './snapshot.ts';
import { StepLoop } from './step-loop.ts';
import { WorldQueries } from './world-queries.ts';
import { hashState, restoreSnapshot, takeSnapshot } from './world-state.ts';

export class World {
  readonly #settings: ReturnType<typeof stepSettings>;
  /** A copy: V8 reads frozen arrays, and then all vectors, more slowly; 8 % of a step of a mechanism. */
  readonly #gravity: Vec3;
  readonly #members: Members;
  readonly #known = new KnownMembers();
  readonly #queries: WorldQueries;
  readonly #stepper: Stepper;
  readonly #loop: StepLoop;
  /** True while a step is taken: drivers may apply forces and set what bodies do, nothing may come or go. */
  #stepping = false;
  #released = false;
  /** Lists that getters return, until something changes. */
  #bodyList: readonly Body[] | undefined;
  #viewList: readonly JointView[] | undefined;
  #contactList: readonly ContactView[] | undefined;

  /** `createWorld` makes worlds with a solver; this one takes anything that answers the MLCP of a step. @param clock ms */
  constructor(given: WorldSettings, solver: StepSolver, clock?: () => number) {
    const settings = checked(anySettings, given, 'world');
    const stepping = stepSettings(settings);
    this.#settings = stepping;
    this.#gravity = Object.freeze([...stepping.gravity] as const);
    const table = new ColliderTable({ ...stepping.contact, frictionPairs: settings.frictionPairs });
    const impulses = () => readImpulses(this.#stepper.last);
    this.#members = new Members(table, stepping.timeStep, impulses, () => this.#changed());
    const { store, colliders, excluded, detector, contactRows, joints, drivers } = this.#members;
    this.#queries = new WorldQueries(this.#members);
    this.#stepper = new Stepper({
      ...stepping,
      bodies: store,
      colliders,
      excluded,
      detector,
      contactRows,
      joints,
      drivers,
      solver,
      clock,
    });
    this.#members.last = this.#stepper.last;
    this.#loop = new StepLoop(this.#stepper, drivers, loopSettings(settings));
    setInternals(this, { settings, drivers, excluded, store, stepper: this.#stepper });
  }

  get title(): string {
    return this.#settings.title;
  }

  /** h, s */
  get timeStep(): number {
    return this.#settings.timeStep;
  }

  /** m/s^2 */
  get gravity(): Vec3 {
    return this.#gravity;
  }

  /** True: bodies that lie still fall asleep. */
  get sleeps(): boolean {
    return this.#settings.sleep !== undefined;
  }

  /** Bodies in the order of their numbers; the same list until a body is added or removed. */
  get bodies(): readonly Body[] {
    this.#bodyList ??= Object.freeze(this.#members.store.handles.filter((body) => body !== undefined));
    return this.#bodyList;
  }

  /** Joints in the order in which they were added; the same list until a joint is added or removed. */
  get joints(): readonly JointView[] {
    this.#viewList ??= Object.freeze(this.#members.views.filter(({ removed }) => !removed));
    return this.#viewList;
  }

  /** Contacts of the last step with their forces; made when first read after a step, then the same list until the next. */
  get contacts(): readonly ContactView[] {
    const { detector, colliders, store } = this.#members;
    this.#contactList ??= Object.freeze(
      contactViews(this.#stepper.last, this.timeStep, detector.points, colliders, store.handles),
    );
    return this.#contactList;
  }

  /** Steps taken. */
  get steps(): number {
    return this.#stepper.last.steps;
  }

  /** s */
  get time(): number {
    return this.#stepper.time;
  }

  /** The body with a name. @throws ContractError that names the nearest bodies */
  body(name: string): Body {
    const { bodyByName } = this.#members;
    const body = bodyByName.get(checked(text, name, 'body', 'name'));
    if (!body) throw new ContractError(unknownName('body', name, [...bodyByName.keys()]));
    return body;
  }

  /** The joint with a name. @throws ContractError that names the nearest joints */
  joint(name: string): JointView {
    return this.#members.findView('joint', name);
  }

  /** @throws ContractError for an option that does not fit; the world is then as it was */
  addBody(given: BodyOptions): Body {
    this.#expectBetweenSteps('addBody');
    return this.#members.addBody(given);
  }

  /**
   * Removes a body, between steps, with its joints and the drivers that list it (all force elements that act on it); their handles
   * throw from then on, unless a snapshot in which they were is restored. Its number goes to the next body that is added, so that
   * worlds in which bodies come and go do not grow. @throws ContractError for a body that is not in this world
   */
  removeBody(body: Body): void {
    this.#expectBetweenSteps('removeBody');
    this.#expectBody('removeBody', body);
    this.#members.removeBody(body);
  }

  /** Joins two bodies, or one with the world. @throws ContractError for a kind or a number that does not fit */
  addJoint(given: JointOptions): JointView {
    this.#expectBetweenSteps('addJoint');
    return this.#members.addJoint(given);
  }

  /** Removes a joint, between steps, by its view or its name; its bodies collide again. @throws ContractError */
  removeJoint(joint: JointView | string): void {
    this.#expectBetweenSteps('removeJoint');
    this.#members.removeJoint(this.#members.findView('removeJoint', joint));
  }

  /** Adds a force element or another driver, which acts at the start of every step. @throws ContractError if it was added before */
  addDriver(driver: Driver): void {
    this.#expectBetweenSteps('addDriver');
    this.#members.addDriver(driver);
  }

  /** Removes a driver, between steps, and wakes the bodies that it lists. @throws ContractError for one that is not in this world */
  removeDriver(driver: Driver): void {
    this.#expectBetweenSteps('removeDriver');
    this.#members.removeDriver(driver);
  }

  /** Gives a kinematic body a motion that starts now at its present pose; undefined: it stands still. @throws ContractError */
  prescribe(body: Body, motion: PrescribedMotion | undefined): void {
    this.#expectBody('prescribe', body);
    prescribeMotion(this.#members.store, body, motion, this);
  }

  /** Lets two bodies pass through each other from now on. */
  ignoreContacts(a: Body, b: Body): void {
    const [p, q] = [a, b].map((body) => this.#expectBody('ignoreContacts', body).index);
    this.#members.excluded.ignore(p, q);
    a.wake();
    b.wake();
  }

  /** One time step. @throws StepError, with the state as before, if the outcome is not finite */
  step(): StepReport {
    this.#begin('step');
    try {
      const report = this.#loop.step(this);
      if (report.broken.length > 0) this.#members.excluded.update();
      return report;
    } finally {
      this.#stepping = false;
      this.#moved();
    }
  }

  /**
   * A second look at the next step, for four to five solves: what half the time step would change, and with `model` what Coulomb's
   * friction would. The state stays as it is. @throws StepError
   */
  checkStep(options: { readonly model?: boolean } = {}): StepChecked {
    const { model = false } = checked(checkOptions, options, 'checkStep');
    this.#begin('checkStep');
    try {
      return this.#loop.check(this, model);
    } finally {
      this.#stepping = false;
      this.#moved();
    }
  }

  /** Error budget of all steps of this world so far, J. */
  budget(): RunBudget {
    return this.#loop.budget;
  }

  /** Energy of the bodies' present state, J; potential energy is zero at the origin. */
  energy(): { readonly kinetic: number; readonly potential: number; readonly elastic: number } {
    const { store, drivers } = this.#members;
    const { kinetic, potential } = store.presentEnergy(this.#settings.gravity);
    return { kinetic, potential, elastic: drivers.reduce((sum, driver) => sum + (driver.energy?.() ?? 0), 0) };
  }

  /**
   * The MLCP of the last step: named rows, the bounds of its last solve, the warm start that it had and its answer;
   * undefined if it had no rows. The first of `problems()`.
   */
  problem(): Problem | undefined {
    return this.problems()[0];
  }

  /** The MLCPs whose answers made the last step: one, or one for each way in which islands were stepped. */
  problems(): readonly Problem[] {
    const { solved, steps } = this.#stepper.last;
    const { joints, detector, colliders, store } = this.#members;
    return solved.map((one) => namedProblem(one, steps, joints, detector.points, colliders, store.names));
  }

  /** Equal if two worlds are in the same state to the last bit. */
  hash(): string {
    this.#members.settle();
    return hashState(this.#stepper, this.#members.drivers, this.#loop.pace);
  }

  /** The present state as plain data: JSON, `structuredClone` and another process keep all its bits. */
  snapshot(): Snapshot {
    this.#members.settle();
    this.#known.remember(this.#members);
    return takeSnapshot(this.#stepper, this.#members, this.#loop.pace);
  }

  /**
   * Restores a snapshot. Of this world: bodies, joints and drivers that came since are removed, those that were removed come back,
   * and their handles are of use again. Of another world: this one needs the bodies and joints of the snapshot, by name and as
   * they were made, and its drivers in the same order; what the snapshot does not have is removed. `problem()` is undefined until
   * the next step. @throws ContractError if it does not fit; the world is then as it was
   */
  restore(snapshot: Snapshot): void {
    this.#expectBetweenSteps('restore');
    this.#members.settle();
    const [stepper, members, known] = [this.#stepper, this.#members, this.#known];
    if (restoreSnapshot(stepper, { members, known }, snapshot, this.#loop.pace)) this.#changed();
    this.#moved();
  }

  /** Ray casts, shape casts and overlaps at the bodies' present poses; poses that are set later count from the next call on. */
  queries(): WorldQueries {
    this.#members.moves++;
    return this.#queries;
  }

  /**
   * Poses of all bodies in the order of `bodies`, seven numbers each: position x y z (m), orientation x y z w. One array for a
   * renderer or another thread. @param out is filled and returned if it is given; it has to have room for all
   */
  poses(out?: Float64Array): Float64Array {
    return copyPoses(this.#members.store, this.bodies, out);
  }

  /** The world as coloured lines, for a debug view: edges of shapes, forces of contacts, points and axes of joints. */
  debugLines(options?: DebugOptions): DebugLines {
    return debugLines(this, options);
  }

  /** Releases the solver's memory: the world can still be read, but a step throws. `using world = createWorld()` does so at the end of a block. */
  release(): void {
    this.#expectBetweenSteps('release');
    if (!this.#released) this.#stepper.release();
    this.#released = true;
  }

  /** `release`, for `using`. */
  [DISPOSE](): void {
    this.release();
  }

  /** A body of this world. @throws ContractError */
  #expectBody(where: string, body: Body): Body {
    return expectBody(where, body, this.#members.reading);
  }

  #expectBetweenSteps(where: string): void {
    if (this.#stepping) throw new ContractError(`${where}: expected a call between steps, found one during a step`);
  }

  /** A step, or a look at one, begins. */
  #begin(where: string): void {
    this.#expectBetweenSteps(where);
    if (this.#released)
      throw new ContractError(`${where}: expected a world that is in use, found one that was released`);
    this.#members.settle();
    this.#stepping = true;
  }

  /** Bodies, joints or drivers came or went. */
  #changed(): void {
    this.#bodyList = undefined;
    this.#viewList = undefined;
    this.#known.changed();
    this.#moved();
  }

  #moved(): void {
    this.#contactList = undefined;
    this.#members.moves++;
  }
}

const checkOptions: Value<{ readonly model?: boolean }> = record<{ readonly model?: boolean }>({
  model: optional(boolean, "whether to look at what Coulomb's friction would change", 'false'),
});

const AT_CREATION = 'it is given to createWorld and stays; make another world';
close(World, {
  kind: 'world',
  label: () => 'world',
  instead: {
    ...Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, AT_CREATION])),
    sleeps: AT_CREATION,
    solver: AT_CREATION,
    options: AT_CREATION,
    tolerance: AT_CREATION,
    bodies: 'call addBody(options) or removeBody(body)',
    joints: 'call addJoint(options) or removeJoint(joint)',
    drivers: 'call addDriver(driver) or removeDriver(driver)',
    steps: 'call restore(snapshot)',
    time: 'call restore(snapshot)',
  },
  unknown: 'data of your own: in variables beside the world',
});
