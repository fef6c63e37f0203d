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

import { ContractError } from '../checks/errors.ts';
import { checked, type Reading } from '../checks/value.ts';
import { text } from '../checks/values.ts';
import { found, shortened, unknownName } from '../checks/wording.ts';
import { Detector } from '../collision/detector.ts';
import { ContactRows } from '../contact/contact-rows.ts';
import type { Vec3 } from '../linalg/vec3.ts';
import type { Problem } from '../problem/problem.ts';
import { Bodies } from './bodies.ts';
import { Body, clearHandle } from './body.ts';
import { type BodyOptions, checkedBody } from './body-options.ts';
import { bodyRecord } from './body-record.ts';
import { ColliderTable } from './collider-table.ts';
import { freeName, wakeNeighbours } from './coming-and-going.ts';
import { type ContactView, contactViews } from './contact-view.ts';
import { prescribeMotion, startCourse } from './courses.ts';
import { type DebugLines, type DebugOptions, debugLines } from './debug-lines.ts';
import { DISPOSE } from './dispose.ts';
import { ExcludedPairs } from './excluded-pairs.ts';
import { clearView, findJoint, type JointSurroundings, JointView } from './joint-view.ts';
import { Anchors } from './joints/anchors.ts';
import { Frames } from './joints/frames.ts';
import { type Joint, stiffnessOf } from './joints/joint.ts';
import { checkedJoint, type JointOptions, makeJoint } from './joints/kinds.ts';
import { madeWith, remember } from './made-with.ts';
import { namedProblem } from './named-problem.ts';
import { copyPoses } from './poses.ts';
import type { PrescribedMotion } from './prescribed-motion.ts';
import { bodyReading, expectBody } from './references.ts';
import { anySettings, loopSettings, type WorldSettings } from './settings.ts';
import type { Snapshot } from './snapshot.ts';
import type { RunBudget } from './step/budget-sums.ts';
import { howToStep } from './step/how-to-step.ts';
import { readImpulses } from './step/joint-impulses.ts';
import type { StepChecked } from './step/step-check.ts';
import { StepLoop } from './step/step-loop.ts';
import type { StepReport } from './step/step-report.ts';
import type { StepSolver } from './step/step-state.ts';
import { Stepper } from './step/stepper.ts';
import type { Driver } from './world-options.ts';
import { WorldQueries } from './world-queries.ts';
import { hashState, restoreSnapshot, takeSnapshot } from './world-state.ts';

export class World {
  readonly title: string;
  /** h, s */
  readonly timeStep: number;
  /** m/s^2 */
  readonly gravity: Vec3;
  /** True: bodies that lie still fall asleep. */
  readonly sleeps: boolean;
  private readonly store = new Bodies();
  private readonly bodyByName = new Map<string, Body>();
  private readonly colliders: ColliderTable;
  private readonly excluded = new ExcludedPairs();
  private readonly detector = new Detector();
  private readonly contactRows = new ContactRows();
  private readonly jointList: Joint[] = [];
  private readonly views: JointView[] = [];
  private readonly drivers: Driver[] = [];
  private readonly worldQueries: WorldQueries;
  private readonly stepper: Stepper;
  private readonly loop: StepLoop;
  private readonly reading: Reading = bodyReading(this.store);
  private readonly aroundJoints: JointSurroundings;
  /** Bodies and joints ever made: numbers of default names, which are never used again. */
  private bodiesMade = 0;
  private jointsMade = 0;
  /** True while a step is taken: drivers may apply forces and set velocities, nothing may come or go. */
  private stepping = false;
  private released = false;
  /** Lists that getters return, until something changes. */
  private bodyList: readonly Body[] | undefined;
  private viewList: readonly JointView[] | undefined;
  private contactList: readonly ContactView[] | undefined;

  /** `createWorld` makes worlds with a solver; this one takes anything that answers the MLCP of a step. @param clock ms */
  constructor(given: WorldSettings, solver: StepSolver, clock?: () => number) {
    const settings = checked(anySettings, given, 'world');
    const how = howToStep(settings);
    const { title, timeStep, gravity, contact } = how;
    this.title = title;
    this.timeStep = timeStep;
    this.gravity = gravity;
    this.sleeps = how.sleep !== undefined;
    this.colliders = new ColliderTable({ ...contact, frictionPairs: settings.frictionPairs });
    this.worldQueries = new WorldQueries(this.colliders, this.store);
    const { store, jointList, colliders, detector, contactRows, drivers, excluded } = this;
    this.stepper = new Stepper({
      ...how,
      ...{ bodies: store, colliders, excluded: excluded.all, detector, contactRows, joints: jointList },
      ...{ drivers, solver, clock },
    });
    this.loop = new StepLoop(this.stepper, drivers, loopSettings(settings));
    this.aroundJoints = { store, joints: jointList, impulses: () => readImpulses(this.stepper.last), timeStep };
    remember(this, { settings, drivers, excluded, store, stepper: this.stepper });
  }

  /** Bodies in the order of their numbers; the same list until a body is added or removed. */
  get bodies(): readonly Body[] {
    this.bodyList ??= this.store.handles.filter((body) => body !== undefined);
    return this.bodyList;
  }

  /** Joints in the order in which they were added; the same list until a joint is added or removed. */
  get joints(): readonly JointView[] {
    this.viewList ??= this.views.slice();
    return this.viewList;
  }

  /** Contacts of the last step with their forces; made when first read after a step, then the same list until the next. */
  get contacts(): readonly ContactView[] {
    const { stepper, timeStep, detector, colliders, store } = this;
    this.contactList ??= contactViews(stepper.last, timeStep, detector.points, colliders, store.handles);
    return this.contactList;
  }

  /** Steps taken. */
  get steps(): number {
    return this.stepper.last.steps;
  }

  /** s */
  get time(): number {
    return this.stepper.time;
  }

  /** The body with a name. @throws ContractError that names the nearest bodies */
  body(name: string): Body {
    const body = this.bodyByName.get(checked(text, name, 'body', 'name'));
    if (!body) throw new ContractError(unknownName('body', name, [...this.bodyByName.keys()]));
    return body;
  }

  /** The joint with a name. @throws ContractError that names the nearest joints */
  joint(name: string): JointView {
    return this.views[findJoint(this.jointList, 'joint', name)];
  }

  /** @throws ContractError for an option that does not fit; the world is then as it was */
  addBody(given: BodyOptions): Body {
    this.expectBetweenSteps('addBody');
    const called = given?.name ?? freeName('body', this.bodiesMade, (one) => this.bodyByName.has(one));
    const where = typeof called === 'string' ? `body ${shortened(called)}` : 'body';
    const options = checkedBody(given, where);
    const { shape, name = called } = options;
    if (this.bodyByName.has(name))
      throw new ContractError(`${where}: expected a name of its own, found a second body with it`);
    const { record, prescribed, local, material, flags } = bodyRecord(name, options, where);
    const course = prescribed && startCourse(where, prescribed, record.pose, this);
    const index = this.store.add(record);
    if (shape) this.colliders.add(index, shape, local, material, flags);
    if (options.surfaceVelocity) this.store.surface.set(options.surfaceVelocity, 6 * index);
    if (options.surfaceAngularVelocity) this.store.surface.set(options.surfaceAngularVelocity, 6 * index + 3);
    if (course) this.store.courses.set(index, course);
    const body = new Body(name, index, this.store, { shape, shapeOrigin: local.position, material });
    this.store.handles[index] = body;
    remember(body, options);
    this.bodyByName.set(name, body);
    this.bodiesMade++;
    this.changed();
    return body;
  }

  /**
   * Removes a body, between steps, with its joints and the drivers that list it (all force elements that act on it); their handles
   * throw from then on. Its number goes to the next body that is added, so that worlds in which bodies come and go do not grow;
   * earlier snapshots no longer fit. @throws ContractError for a body that is not in this world
   */
  removeBody(body: Body): void {
    this.expectBetweenSteps('removeBody');
    const k = this.numberOf('removeBody', body);
    for (const view of this.views.filter((_, j) => this.jointList[j].bodies.includes(k))) this.removeJoint(view);
    for (const driver of this.drivers.filter(({ bodies }) => bodies?.includes(body))) this.removeDriver(driver);
    this.excluded.removeBody(k, this.store.count);
    wakeNeighbours(this.store, this.detector.points, this.colliders.body, k);
    this.contactRows.memory.keep(this.detector.remap(this.colliders.remove(k)));
    this.stepper.last.bodyRemoved(k);
    this.store.remove(k);
    this.bodyByName.delete(body.name);
    clearHandle(body);
    this.changed();
  }

  /** Joins two bodies, or one with the world. @throws ContractError for a kind or a number that does not fit */
  addJoint(given: JointOptions): JointView {
    this.expectBetweenSteps('addJoint');
    const isTaken = (one: string) => this.jointList.some((joint) => joint.name === one);
    const called = given?.name ?? freeName(given?.kind, this.jointsMade, isTaken);
    const where = typeof called === 'string' ? `joint ${shortened(called)}` : 'joint';
    const options = checkedJoint(given, where, this.reading);
    const name = options.name ?? called;
    if (isTaken(name)) throw new ContractError(`${where}: expected a name of its own, found a second joint with it`);
    const [a, b] = [options.a, options.b].map((body) => body?.index ?? -1);
    const gyration = (k: number) => this.store.gyration(k);
    const place = { name, frames: new Frames(this.store.pose), a, b, gyration, ...stiffnessOf(options) };
    const joint = makeJoint(place, options);
    const view = new JointView(joint, new Anchors(place, options), this.aroundJoints);
    remember(view, { with: madeWith(options), joint });
    this.jointList.push(joint);
    this.views.push(view);
    this.stepper.last.jointsChanged();
    this.excluded.addJoint(!options.collide && a >= 0 && b >= 0 ? [a, b] : undefined);
    for (const k of joint.bodies) this.store.sleep.stir(k);
    this.jointsMade++;
    this.changed();
    return view;
  }

  /** Removes a joint, between steps, by its view or its name; its bodies collide again. @throws ContractError */
  removeJoint(joint: JointView | string): void {
    this.expectBetweenSteps('removeJoint');
    const j = findJoint(this.jointList, 'removeJoint', joint);
    for (const k of this.jointList[j].bodies) this.store.sleep.stir(k);
    this.stepper.last.jointRemoved(this.jointList, j);
    this.jointList.splice(j, 1);
    const [view] = this.views.splice(j, 1);
    this.excluded.removeJoint(j, this.jointList);
    clearView(view);
    this.changed();
  }

  /** Adds a force element or another driver, which acts at the start of every step. @throws ContractError if it was added before */
  addDriver(driver: Driver): void {
    this.expectBetweenSteps('addDriver');
    if (typeof driver?.act !== 'function')
      throw new ContractError(`addDriver: expected a driver with a function act, found ${found(driver)}`);
    if (this.drivers.includes(driver))
      throw new ContractError('addDriver: expected a driver that is not in this world yet, found one that is');
    for (const body of driver.bodies ?? []) this.numberOf('addDriver', body);
    this.drivers.push(driver);
    this.changed();
  }

  /** Removes a driver, between steps, and wakes the bodies that it lists. @throws ContractError for one that is not in this world */
  removeDriver(driver: Driver): void {
    this.expectBetweenSteps('removeDriver');
    const at = this.drivers.indexOf(driver);
    if (at < 0) throw new ContractError(`removeDriver: expected a driver of this world, found ${found(driver)}`);
    this.drivers.splice(at, 1);
    for (const body of driver.bodies ?? []) body.wake();
    this.changed();
  }

  /** Gives a kinematic body a motion that starts now at its present pose; undefined: it stands still. @throws ContractError */
  prescribe(body: Body, motion: PrescribedMotion | undefined): void {
    this.numberOf('prescribe', body);
    prescribeMotion(this.store, body, motion, this);
  }

  /** Lets two bodies pass through each other from now on. */
  ignoreContacts(a: Body, b: Body): void {
    const pair = [a, b].map((body) => this.numberOf('ignoreContacts', body));
    this.excluded.ignore(pair[0], pair[1]);
    a.wake();
    b.wake();
  }

  /** One time step. @throws StepError, with the state as before, if the outcome is not finite */
  step(): StepReport {
    this.expectBetweenSteps('step');
    if (this.released) throw new ContractError('step: expected a world that is in use, found one that was released');
    this.stepping = true;
    try {
      const report = this.loop.step(this);
      if (report.broken.length > 0) this.excluded.update(this.jointList);
      this.moved();
      return report;
    } finally {
      this.stepping = false;
    }
  }

  /**
   * A second look at the next step, for four to five solves: what half the time step would change, and with `model` what Coulomb's
   * friction would. The state stays as it is. @throws StepError
   */
  checkStep({ model = false }: { readonly model?: boolean } = {}): StepChecked {
    this.expectBetweenSteps('checkStep');
    return this.loop.check(this, model);
  }

  /** How wrong the steps of this world have been so far, all together, J. */
  budget(): RunBudget {
    return this.loop.budget;
  }

  /** Energy of the bodies' present state, J; potential energy is zero at the origin. */
  energy(): { readonly kinetic: number; readonly potential: number; readonly elastic: number } {
    const { pose, velocity } = this.store;
    return {
      kinetic: this.store.kineticEnergy(pose, velocity),
      potential: this.store.potentialEnergy(pose, this.gravity),
      elastic: this.drivers.reduce((sum, driver) => sum + (driver.energy?.() ?? 0), 0),
    };
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
    const { solved, steps } = this.stepper.last;
    return solved.map((one) =>
      namedProblem(one, steps, this.jointList, this.detector.points, this.colliders, this.store.names),
    );
  }

  /** Equal if two worlds are in the same state to the last bit. */
  hash(): string {
    return hashState(this.stepper, this.drivers, this.loop.pace);
  }

  /** The present state as plain data: JSON, `structuredClone` and another process keep all its bits. */
  snapshot(): Snapshot {
    return takeSnapshot(this.stepper, this.drivers, this.loop.pace);
  }

  /**
   * Restores a snapshot of this world, or of one built in the same way; handles stay valid, and `problem()` is undefined until the
   * next step. @throws ContractError if it does not fit; the world is then as it was
   */
  restore(snapshot: Snapshot): void {
    this.expectBetweenSteps('restore');
    restoreSnapshot(this.stepper, this.drivers, snapshot, this.loop.pace);
    this.excluded.update(this.jointList);
    this.moved();
  }

  /** Ray casts, shape casts and overlaps at the bodies' present poses; poses that are set later count from the next call on. */
  queries(): WorldQueries {
    this.worldQueries.stale = true;
    return this.worldQueries;
  }

  /**
   * Poses of all bodies in the order of `bodies`, seven numbers each: position x y z (m), orientation x y z w. One array for a
   * renderer or another thread. @param out is filled and returned if it is given; it has to have room for all
   */
  poses(out?: Float64Array): Float64Array {
    return copyPoses(this.store, this.bodies, out);
  }

  /** The world as coloured lines, for a debug view: edges of shapes, forces of contacts, points and axes of joints. */
  debugLines(options?: DebugOptions): DebugLines {
    return debugLines(this, options);
  }

  /** Releases the solver's memory: the world can still be read, but a step throws. `using world = createWorld()` does so at the end of a block. */
  release(): void {
    if (!this.released) this.stepper.release();
    this.released = true;
  }

  /** `release`, for `using`. */
  [DISPOSE](): void {
    this.release();
  }

  /** The number of a body of this world. @throws ContractError */
  private numberOf(where: string, body: Body): number {
    return expectBody(where, body, this.reading).index;
  }

  private expectBetweenSteps(where: string): void {
    if (this.stepping) throw new ContractError(`${where}: expected a call between steps, found one during a step`);
  }

  /** Bodies, joints or drivers came or went. */
  private changed(): void {
    this.bodyList = undefined;
    this.viewList = undefined;
    this.moved();
  }

  private moved(): void {
    this.contactList = undefined;
    this.worldQueries.stale = true;
  }
}
