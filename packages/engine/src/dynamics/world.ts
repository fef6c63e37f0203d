/**
 * A world: bodies, joints and contacts, stepped in nine numbered stages, each step with its error in joules.
 * docs/pipeline.md, docs/theory/dynamics.md
 *
 *   1 apply forces  2 collide  3 islands  4 assemble rows  5 warm start  6 solve  7 integrate  8 measure  9 record
 *
 * A step is all or nothing: where the outcome is not finite the state is as before, and a StepError says which rows and
 * bodies. The world knows the solver contract, never a solver: `createWorld` hands it one.
 */

import { ContractError } from '../checks/errors.ts';
import type { Reading } from '../checks/value.ts';
import { found, shortened, unknownName } from '../checks/wording.ts';
import { Detector, PairSet } from '../collision/detector.ts';
import { ContactRows } from '../contact/contact-rows.ts';
import { makeMaterial } from '../contact/material.ts';
import { invertSymmetric } from '../linalg/mat3.ts';
import { NO_ROTATION, unitQuat } from '../linalg/quat.ts';
import { scale, type Vec3 } from '../linalg/vec3.ts';
import type { Problem } from '../problem/problem.ts';
import { Bodies, type Motion } from './bodies.ts';
import { Body } from './body.ts';
import { ColliderTable } from './collider-table.ts';
import { type ContactView, contactViews } from './contact-view.ts';
import { Frames } from './joints/frames.ts';
import { JOINT_STIFFNESS, type Joint } from './joints/joint.ts';
import { checkedJoint, type JointOptions, makeJoint } from './joints/kinds.ts';
import { namedProblem } from './named-problem.ts';
import { type Course, makeCourse, type PrescribedMotion, placeOnCourse } from './prescribed-motion.ts';
import { bodyReading } from './references.ts';
import type { Snapshot } from './snapshot.ts';
import { sleepSettings } from './step/sleeping.ts';
import { rowCount } from './step/solve-group.ts';
import type { StepReport } from './step/step-report.ts';
import type { StepSolver } from './step/step-state.ts';
import { Stepper } from './step/stepper.ts';
import {
  type BodyOptions,
  contactSettings,
  type Driver,
  expectBodyOptions,
  expectNumber,
  expectSettings,
  expectVector,
  type JointView,
  massOf,
  NO_MASS,
  type WorldSettings,
} from './world-options.ts';
import { WorldQueries } from './world-queries.ts';
import { hashState, restoreSnapshot, takeSnapshot } from './world-state.ts';

export class World {
  readonly title: string;
  /** s */
  readonly timeStep: number;
  /** m/s^2 */
  readonly gravity: Vec3;
  /** By number; undefined where a body was removed. */
  private readonly bodyAt: (Body | undefined)[] = [];
  private readonly bodyByName = new Map<string, Body>();
  private readonly store = new Bodies();
  private readonly colliders: ColliderTable;
  private readonly excluded = new PairSet();
  private readonly detector = new Detector();
  private readonly contactRows = new ContactRows();
  private readonly jointList: Joint[] = [];
  /** Bodies of each joint that do not collide while it holds; undefined where they do, or one is the world. */
  private readonly jointPairs: (readonly [number, number] | undefined)[] = [];
  private readonly ignored = new PairSet();
  private readonly drivers: Driver[] = [];
  private readonly worldQueries: WorldQueries;
  private readonly stepper: Stepper;
  private readonly reading: Reading = bodyReading((body) => this.bodyByName.get(body.name) === body);
  /** True: bodies that lie still fall asleep. */
  readonly sleeps: boolean;

  constructor(settings: WorldSettings, solver: StepSolver, clock?: () => number) {
    expectSettings(settings);
    const { timeStep = 1 / 60, gravity = [0, 0, -9.81], contactMargin = 0.004 } = settings;
    expectNumber('world', 'timeStep', timeStep, timeStep > 0, 'a time step > 0 in s');
    expectNumber('world', 'contactMargin', contactMargin, contactMargin >= 0, 'a margin >= 0 in m');
    expectVector('world', 'gravity', gravity, 'm/s^2');
    this.title = settings.title ?? 'world';
    this.timeStep = timeStep;
    this.gravity = gravity;
    const contact = contactSettings(settings);
    const sleep = sleepSettings(settings.sleep);
    this.sleeps = sleep !== undefined;
    this.colliders = new ColliderTable(contact);
    this.worldQueries = new WorldQueries(this.colliders, this.bodyAt);
    this.stepper = new Stepper({
      title: this.title,
      h: timeStep,
      gravity,
      integrator: settings.integrator ?? 'euler',
      gyroscopic: settings.gyroscopic !== 'none',
      projection: settings.projection ?? 'none',
      sleep,
      margin: contactMargin / 2,
      contact,
      bodies: this.store,
      colliders: this.colliders,
      excluded: this.excluded,
      detector: this.detector,
      contactRows: this.contactRows,
      joints: this.jointList,
      solver,
      clock,
    });
  }

  /** In the order of their numbers. */
  get bodies(): readonly Body[] {
    return this.bodyAt.filter((body) => body !== undefined);
  }

  /** Steps taken. */
  get steps(): number {
    return this.stepper.steps;
  }

  /** s */
  get time(): number {
    return this.stepper.steps * this.timeStep;
  }

  addBody(options: BodyOptions): Body {
    const { shape } = options;
    const prescribed = typeof options.motion === 'object' ? options.motion : undefined;
    const motion = prescribed ? 'kinematic' : ((options.motion ?? 'dynamic') as Motion);
    const name = options.name ?? `body-${this.bodyByName.size + 1}`;
    if (this.bodyByName.has(name))
      throw new ContractError(`body ${name}: expected a name of its own, found a second body with it`);
    const where = `body ${name}`;
    expectBodyOptions(where, options);
    const {
      position = [0, 0, 0],
      orientation = NO_ROTATION,
      velocity = [0, 0, 0],
      angularVelocity = [0, 0, 0],
    } = options;
    expectVector(where, 'position', position, 'm');
    expectVector(where, 'velocity', velocity, 'm/s');
    expectVector(where, 'angularVelocity', angularVelocity, 'rad/s');
    if (!orientation.every(Number.isFinite) || orientation.every((c) => c === 0))
      throw new ContractError(`${where}: orientation: expected a quaternion x y z w, found ${found(orientation)}`);
    if (prescribed && (options.velocity || options.angularVelocity))
      throw new ContractError(`${where}: velocity: expected none beside a prescribed motion, found one`);
    const q = unitQuat(orientation);
    const { mass, inertia, centre } = motion === 'dynamic' ? massOf(options, where) : NO_MASS;
    const inverseInertia = new Float64Array(9);
    if (motion === 'dynamic' && !invertSymmetric(inertia, 0, inverseInertia, 0))
      throw new ContractError(
        `${where}: inertia: expected a tensor that can be inverted, found ${found([...inertia])}`,
      );
    const pose = Float64Array.of(...position, ...q);
    const course = prescribed && this.courseFrom(where, prescribed, pose);
    const index = this.store.add({
      name,
      motion,
      pose,
      velocity: [...velocity, ...angularVelocity],
      mass,
      inertia,
      inverseInertia,
    });
    if (shape) {
      const material = makeMaterial(options.material ?? {}, where);
      const local = { position: scale(centre, -1), orientation: NO_ROTATION };
      const { groups = 1, meets = -1, sensor = false } = options;
      this.colliders.add(index, shape, local, material, { fixed: motion !== 'dynamic', groups, meets, sensor });
    }
    const body = new Body(name, index, this.store);
    if (options.surfaceVelocity) {
      expectVector(where, 'surfaceVelocity', options.surfaceVelocity, 'm/s');
      body.surfaceVelocity = options.surfaceVelocity;
    }
    if (course) this.store.courses.set(index, course);
    this.bodyAt[index] = body;
    this.bodyByName.set(name, body);
    return body;
  }

  /**
   * Takes a body and its joints out, between steps. Its number goes to the next body that is added, so that worlds in which
   * bodies come and go do not grow; snapshots from before do not fit any more.
   */
  removeBody(body: Body): void {
    if (this.bodyByName.get(body.name) !== body)
      throw new ContractError(`removeBody: expected a body of this world, found ${body.name}`);
    const k = body.index;
    for (const joint of this.jointList.filter(({ bodies }) => bodies.includes(k))) this.removeJoint(joint.name);
    for (let other = 0; other < this.store.count; other++) {
      this.ignored.delete(k, other);
      this.excluded.delete(k, other);
    }
    this.wakeNeighbours(k);
    this.contactRows.memory.keep(this.detector.remap(this.colliders.remove(k)));
    this.stepper.bodyRemoved(k);
    this.store.remove(k);
    this.bodyByName.delete(body.name);
    this.bodyAt[k] = undefined;
  }

  /** Takes a joint out, between steps; its bodies collide again. @throws ContractError that names the nearest joints. */
  removeJoint(name: string): void {
    const j = this.jointList.findIndex((joint) => joint.name === name);
    if (j < 0)
      throw new ContractError(
        unknownName(
          'joint',
          name,
          this.jointList.map((joint) => joint.name),
        ),
      );
    for (const k of this.jointList[j].bodies) this.store.sleep.stir(k);
    this.stepper.jointRemoved(j);
    this.jointList.splice(j, 1);
    const [pair] = this.jointPairs.splice(j, 1);
    if (pair && !this.ignored.has(...pair)) this.excluded.delete(...pair);
    this.excludeJoined();
  }

  /**
   * Gives a kinematic body a motion, from where it is and from now on; undefined: it stands still.
   * @throws ContractError for a body that is not kinematic, or a number that does not fit
   */
  prescribe(body: Body, motion: PrescribedMotion | undefined): void {
    const { pose, velocity, courses } = this.store;
    const [k, where] = [body.index, `body ${body.name}`];
    if (this.store.motion[k] !== 'kinematic')
      throw new ContractError(`${where}: motion: expected a kinematic body, found a ${this.store.motion[k]} one`);
    const here = pose.slice(7 * k, 7 * k + 7);
    const course = motion && this.courseFrom(where, motion, here);
    body.wake();
    velocity.fill(0, 6 * k, 6 * k + 6);
    pose.set(here, 7 * k);
    if (course) courses.set(k, course);
    else courses.delete(k);
  }

  /** @throws ContractError that names the nearest bodies. */
  body(name: string): Body {
    const body = this.bodyByName.get(name);
    if (!body) throw new ContractError(unknownName('body', name, [...this.bodyByName.keys()]));
    return body;
  }

  /** Joins two bodies, or one with the world. @throws ContractError for a kind or a number that does not fit. */
  addJoint(given: JointOptions): JointView {
    const called = given?.name ?? `${given?.kind}-${this.jointList.length + 1}`;
    const options = checkedJoint(
      given,
      typeof called === 'string' ? `joint ${shortened(called)}` : 'joint',
      this.reading,
    );
    const { name = `${options.kind}-${this.jointList.length + 1}` } = options;
    if (this.jointList.some((joint) => joint.name === name))
      throw new ContractError(`joint ${shortened(name)}: expected a name of its own, found a second joint with it`);
    const a = options.a?.index ?? -1;
    const b = options.b?.index ?? -1;
    const { stiffness = JOINT_STIFFNESS.stiffness, damping = JOINT_STIFFNESS.damping } = options;
    const joint = makeJoint(
      { name, frames: new Frames(this.store.pose), a, b, stiffness: { stiffness, damping } },
      options,
    );
    this.jointList.push(joint);
    this.stepper.jointsChanged();
    const apart = !options.collide && a >= 0 && b >= 0;
    this.jointPairs.push(apart ? [a, b] : undefined);
    if (apart) this.excluded.add(a, b);
    for (const k of joint.bodies) this.store.sleep.stir(k);
    return this.viewOf(joint);
  }

  /** Two bodies that pass through each other from now on. */
  ignoreContacts(a: Body, b: Body): void {
    this.ignored.add(a.index, b.index);
    a.wake();
    b.wake();
    this.excluded.add(a.index, b.index);
  }

  addDriver(driver: Driver): void {
    this.drivers.push(driver);
  }

  /** One time step. @throws StepError, and the state is as before, where the outcome is not finite. */
  step(): StepReport {
    const force = this.store.force.slice();
    const velocity = this.store.velocity.slice(); // drivers and courses set some
    const sleep = this.sleeps ? this.store.sleep.save(this.store.count) : undefined;
    const states = this.drivers.map((driver) => driver.state?.slice());
    const jointStates = this.jointList.map(({ state }) => state?.slice()); // drivers may set speeds and targets
    try {
      for (const driver of this.drivers) driver.act(this);
      const report = this.stepper.step();
      if (report.broken.length > 0) this.excludeJoined();
      return report;
    } catch (error) {
      this.jointList.forEach(({ state }, k) => {
        state?.set(jointStates[k] as Float64Array);
      });
      this.store.force.set(force);
      this.store.velocity.set(velocity);
      if (sleep) this.store.sleep.restore(sleep);
      this.drivers.forEach((driver, k) => {
        driver.state?.set(states[k] as Float64Array);
      });
      throw error;
    }
  }

  /** Of the bodies' present state, J; potential energy is zero at the origin. */
  energy(): { readonly kinetic: number; readonly potential: number; readonly elastic: number } {
    const { pose, velocity } = this.store;
    return {
      kinetic: this.store.kineticEnergy(pose, velocity),
      potential: this.store.potentialEnergy(pose, this.gravity),
      elastic: this.drivers.reduce((sum, driver) => sum + (driver.energy?.() ?? 0), 0),
    };
  }

  get joints(): readonly JointView[] {
    return this.jointList.map((joint) => this.viewOf(joint));
  }

  /** Contacts of the last step, with their forces. */
  get contacts(): readonly ContactView[] {
    return contactViews(this.stepper, this.timeStep, this.detector.points, this.colliders, this.store.names);
  }

  /**
   * The MLCP of the last step: named rows, the bounds of its last solve, the warm start that it had and its answer;
   * undefined where it had no rows. The first of `problems()`.
   */
  problem(): Problem | undefined {
    return this.problems()[0];
  }

  /** The MLCPs whose answers made the last step: one, or one for each way that islands were stepped. */
  problems(): readonly Problem[] {
    const { solved, steps } = this.stepper;
    return solved.map((one) =>
      namedProblem(one, steps, this.jointList, this.detector.points, this.colliders, this.store.names),
    );
  }

  /** Equal if two worlds are in the same state to the last bit. */
  hash(): string {
    return hashState(this.stepper, this.drivers);
  }

  /** The present state as plain data: JSON, `structuredClone` and another process keep all its bits. */
  snapshot(): Snapshot {
    return takeSnapshot(this.stepper, this.drivers);
  }

  /**
   * Puts a snapshot of this world, or of one built in the same way, back; `problem()` is undefined until the next step.
   * @throws ContractError if it does not fit; the world is then as it was
   */
  restore(snapshot: Snapshot): void {
    restoreSnapshot(this.stepper, this.drivers, snapshot);
    this.excludeJoined();
  }

  /** Ray casts, shape casts and overlaps at the bodies' present poses. */
  queries(): WorldQueries {
    this.colliders.update(this.store, 0, 0);
    return this.worldQueries;
  }

  /** Gives back the solver's memory; the world can be looked at, not stepped. */
  release(): void {
    this.stepper.release();
  }

  /** Bodies of joints that hold do not collide; those of a joint that broke do, unless something else keeps them apart. */
  private excludeJoined(): void {
    for (const pair of this.jointPairs) if (pair && !this.ignored.has(...pair)) this.excluded.delete(...pair);
    this.jointPairs.forEach((pair, k) => {
      if (pair && !this.jointList[k].broken) this.excluded.add(...pair);
    });
  }

  /** What touched a body in the last step lies on nothing once it is gone. */
  private wakeNeighbours(k: number): void {
    const { count, a, b } = this.detector.points;
    const { body } = this.colliders;
    for (let i = 0; i < count; i++) {
      const [p, q] = [body[a[i]], body[b[i]]];
      if (p === k || q === k) this.store.sleep.stir(p === k ? q : p);
    }
  }

  /** A course from a pose and from now on; the pose becomes the course's own, which only that of a path differs from. */
  private courseFrom(where: string, motion: PrescribedMotion, pose: Float64Array): Course {
    const course = makeCourse(where, motion, this.steps, pose.slice());
    placeOnCourse(course, this.steps, this.timeStep, where, pose, 0);
    return course;
  }

  private viewOf(joint: Joint): JointView {
    const { store, stepper, jointList, timeStep } = this;
    const present = () => new Frames(store.pose);
    const wakeOnChange = (set: () => void) => {
      const before = joint.state?.slice();
      set();
      if (joint.state?.some((value, k) => value !== before?.[k])) for (const k of joint.bodies) store.sleep.stir(k);
    };
    return {
      name: joint.name,
      kind: joint.kind,
      get gap() {
        return joint.gap(present());
      },
      get broken() {
        return joint.broken;
      },
      get reaction() {
        const at = rowCount(jointList.slice(0, jointList.indexOf(joint)));
        const { jointMemory } = stepper; // empty before the first step and after a joint was added
        const x = jointMemory.length > at ? jointMemory : new Float64Array(at + joint.rows.length);
        return joint.reaction(present(), x, at, timeStep);
      },
      coordinate: (freedom) => joint.coordinate(present(), freedom),
      rate: (freedom) => joint.rate(present(), store.velocity, freedom),
      setSpeed: (speed, freedom) => wakeOnChange(() => joint.setSpeed(speed, freedom)),
      setTarget: (target, freedom) => wakeOnChange(() => joint.setTarget(target, freedom)),
    };
  }
}
