/**
 * The members of a world: bodies with their colliders, joints and drivers, by number, by name and by handle. Adds and removes
 * them.
 * docs/decisions/012-numbers-of-removed-bodies.md, docs/decisions/056-save-and-load.md
 *
 * `settle` does the rest of all removals at once (closes the gaps between colliders and rows, renumbers dynamic bodies) before
 * anything reads the members: removing n bodies costs O(n).
 */
import { ContractError } from '../../checks/errors.ts';
import type { Reading } from '../../checks/value.ts';
import { found, shortened } from '../../checks/wording.ts';
import { Detector } from '../../collision/detector.ts';
import { ContactRows } from '../../contact/contact-rows.ts';
import { hashNumbers } from '../../linalg/hash.ts';
import { Bodies } from '../bodies/bodies.ts';
import { Body, clearHandle, makeOf, putHandle } from '../bodies/body.ts';
import { type BodyOptions, checkedBody } from '../bodies/body-options.ts';
import { bodyRecord } from '../bodies/body-record.ts';
import type { ColliderTable } from '../bodies/collider-table.ts';
import { ExcludedPairs } from '../bodies/excluded-pairs.ts';
import { givenOptions } from '../bodies/given-options.ts';
import { rememberPath, startCourse } from '../bodies/prescribed-motion.ts';
import { bodyReading } from '../bodies/references.ts';
import { checkedDriver, type Driver } from '../forces/driver.ts';
import { type Joint, stiffnessOf } from '../joints/joint.ts';
import { clearView, findView, type JointSurroundings, JointView } from '../joints/joint-view.ts';
import { checkedJoint, type JointOptions, makeJoint } from '../joints/kinds.ts';
import { Anchors } from '../joints/parts/anchors.ts';
import { Frames } from '../joints/parts/frames.ts';
import { LastStep } from '../step/last-step.ts';
import { internalsOf, type JointInternals, setInternals } from './internals.ts';
import { freeName, neighboursOf } from './names.ts';

export class Members {
  readonly store = new Bodies();
  readonly excluded = new ExcludedPairs();
  readonly detector = new Detector();
  readonly contactRows = new ContactRows();
  readonly colliders: ColliderTable;
  /** Joints in the order in which they were added; removed ones stay until `settle`. */
  readonly joints: Joint[] = [];
  readonly views: JointView[] = [];
  readonly drivers: Driver[] = [];
  readonly bodyByName = new Map<string, Body>();
  readonly viewByName = new Map<string, JointView>();
  readonly reading: Reading = bodyReading(this.store);
  last: LastStep = new LastStep();
  /** A hash of everything that came and went so far: in one world never the same again, in worlds built in the same way the same. */
  history = 0;
  private changes = 0;
  /** Counts whatever may have moved bodies. */
  moves = 0;
  private readonly timeStep: number;
  private readonly aroundJoints: JointSurroundings;
  /** By body: its joints, and the drivers that list it. */
  private readonly jointsOf = new Map<Body, Set<JointView>>();
  private readonly driversOf = new Map<Body, Set<Driver>>();
  /** Ever made: numbers of default names, which are never used again. */
  private bodiesMade = 0;
  private jointsMade = 0;
  /** Removed since the last `settle`. */
  private readonly goneBodies = new Set<number>();
  private readonly goneJoints = new Set<Joint>();
  private neighbours: Map<number, readonly number[]> | undefined;
  /** Called whenever something came or went. */
  private readonly changed: () => void;

  constructor(colliders: ColliderTable, timeStep: number, impulses: () => Float64Array, changed: () => void) {
    this.colliders = colliders;
    this.timeStep = timeStep;
    this.changed = changed;
    this.aroundJoints = { store: this.store, joints: this.joints, impulses, timeStep };
  }

  /** Brings everything up to date after removals. */
  settle(): void {
    const { goneBodies, goneJoints, last } = this;
    this.store.renumber();
    this.neighbours = undefined;
    if (goneJoints.size > 0) {
      last.withoutJoints(this.joints, goneJoints);
      keepOnly(this.joints, (joint) => !goneJoints.has(joint));
      keepOnly(this.views, (view) => !view.removed);
      goneJoints.clear();
      this.excluded.update();
    }
    if (goneBodies.size > 0) {
      last.withoutBodies(goneBodies);
      goneBodies.clear();
      const map = this.colliders.close();
      if (map) this.contactRows.memory.keep(this.detector.remap(map));
    }
  }

  addBody(given: BodyOptions): Body {
    const called = given?.name ?? freeName('body', this.bodiesMade, (one) => this.bodyByName.has(one));
    const where = typeof called === 'string' ? `body ${shortened(called)}` : 'body';
    const options = checkedBody(given, where);
    const { shape, name = called } = options;
    if (this.bodyByName.has(name))
      throw new ContractError(`${where}: expected a name of its own, found a second body with it`);
    const { record, prescribed, local, material, flags } = bodyRecord(name, options, where);
    const now = { steps: this.last.steps, timeStep: this.timeStep };
    const course = prescribed && startCourse(where, prescribed, record.pose, now);
    const { store } = this;
    const body = new Body({ record, shape, local, material, flags });
    const index = store.add(record);
    this.enter(body, index);
    if (options.surfaceVelocity) store.surface.set(options.surfaceVelocity, 6 * index);
    if (options.surfaceAngularVelocity) store.surface.set(options.surfaceAngularVelocity, 6 * index + 3);
    if (course) {
      store.courses.set(index, course);
      rememberPath(body, course);
    }
    setInternals(body, options);
    this.addCollider(body);
    this.bodiesMade++;
    this.note('+body', name, [record.mass, ...Array.from(record.inertia)]);
    return body;
  }

  removeBody(body: Body): void {
    const { store } = this;
    const k = body.index;
    for (const view of this.jointsOf.get(body) ?? []) this.removeJoint(view);
    for (const driver of this.driversOf.get(body) ?? []) this.removeDriver(driver);
    this.excluded.removeBody(k);
    this.neighbours ??= neighboursOf(this.detector.points, this.colliders.body);
    for (const other of this.neighbours.get(k) ?? []) store.sleep.stir(other);
    this.neighbours.delete(k); // its number may go to another one
    this.colliders.remove(k);
    this.goneBodies.add(k);
    this.last.bodyRemoved();
    store.remove(k);
    this.leave(body);
    this.note('-body', body.name);
  }

  addJoint(given: JointOptions): JointView {
    const isTaken = (one: string) => this.viewByName.has(one);
    const called = given?.name ?? freeName(given?.kind, this.jointsMade, isTaken);
    const where = typeof called === 'string' ? `joint ${shortened(called)}` : 'joint';
    const options = checkedJoint(given, where, this.reading);
    const name = options.name ?? called;
    if (isTaken(name)) throw new ContractError(`${where}: expected a name of its own, found a second joint with it`);
    const { joint, anchors } = this.makeJoint(name, options, this.store.pose);
    const view = new JointView(joint, anchors, this.aroundJoints);
    const made: JointInternals = { given: givenOptions(options), joint };
    setInternals(view, made);
    this.enterJoint(view, made);
    this.last.jointsChanged();
    for (const k of joint.bodies) this.store.sleep.stir(k);
    this.jointsMade++;
    this.note('+joint', name);
    return view;
  }

  /** @param pose of the bodies when the options were given, seven numbers each */
  makeJoint(name: string, options: JointOptions, pose: Float64Array): { joint: Joint; anchors: Anchors } {
    const [a, b] = [options.a, options.b].map((body) => body?.index ?? -1);
    const gyration = (k: number) => this.store.gyration(k);
    const place = { name, frames: new Frames(pose), a, b, gyration, ...stiffnessOf(options) };
    return { joint: makeJoint(place, options), anchors: new Anchors(place, options) };
  }

  /** Takes a joint and its view into the lists. */
  enterJoint(view: JointView, { joint, given: { options, poses } }: JointInternals): void {
    this.joints.push(joint);
    this.views.push(view);
    this.viewByName.set(view.name, view);
    for (const body of poses.keys()) addTo(this.jointsOf, body, view);
    const { a, b, collide } = options as unknown as JointOptions;
    this.excluded.addJoint(joint, !collide && a && b ? [a.index, b.index] : undefined);
  }

  findView(where: string, joint: unknown): JointView {
    return findView(this.viewByName, where, joint);
  }

  removeJoint(view: JointView): void {
    const { joint, given } = internalsOf<JointInternals>(view);
    for (const k of joint.bodies) this.store.sleep.stir(k);
    for (const body of given.poses.keys()) this.jointsOf.get(body)?.delete(view);
    this.last.jointRemoved();
    this.excluded.removeJoint(joint);
    this.goneJoints.add(joint);
    this.viewByName.delete(view.name);
    clearView(view);
    this.note('-joint', view.name);
  }

  addDriver(given: Driver): void {
    const driver = checkedDriver(given, this.reading);
    if (this.drivers.includes(driver))
      throw new ContractError('addDriver: expected a driver that is not in this world yet, found one that is');
    this.enterDriver(driver);
    this.note('+driver', '', [driver.state?.length ?? -1]);
  }

  enterDriver(driver: Driver): void {
    this.drivers.push(driver);
    for (const body of driver.bodies ?? []) addTo(this.driversOf, body, driver);
  }

  removeDriver(driver: Driver): void {
    const at = this.drivers.indexOf(driver);
    if (at < 0) throw new ContractError(`removeDriver: expected a driver of this world, found ${found(driver)}`);
    this.drivers.splice(at, 1);
    for (const body of driver.bodies ?? []) {
      this.driversOf.get(body)?.delete(driver);
      if (!body.removed) body.wake();
    }
    this.note('-driver', '', [at]);
  }

  /** Empties all lists, for others to come; handles are cleared. */
  clear(): void {
    for (const body of this.bodyByName.values()) clearHandle(body);
    for (const view of this.viewByName.values()) clearView(view);
    for (const list of [this.joints, this.views, this.drivers]) list.length = 0;
    for (const map of [this.bodyByName, this.viewByName, this.jointsOf, this.driversOf]) map.clear();
    this.excluded.clear();
    this.colliders.clear();
  }

  /** Takes a body into the lists, in a place that the store has for it. */
  enter(body: Body, index: number): void {
    this.store.handles[index] = body;
    putHandle(body, this.store, index);
    this.bodyByName.set(body.name, body);
  }

  /** Adds the collider of a body that has a shape; colliders are in the order of these calls. */
  addCollider(body: Body): void {
    const { shape, local, material, flags } = makeOf(body);
    if (shape) this.colliders.add(body.index, shape, local, material, flags);
  }

  private leave(body: Body): void {
    this.bodyByName.delete(body.name);
    this.jointsOf.delete(body);
    this.driversOf.delete(body);
    clearHandle(body);
  }

  private note(what: string, name: string, numbers: readonly number[] = []): void {
    const letters = Array.from(`${what} ${name}`, (letter) => letter.codePointAt(0) as number);
    this.history = hashNumbers(Float64Array.from([this.history, this.changes++, ...letters, ...numbers]));
    this.changed();
  }
}

function addTo<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}

function keepOnly<T>(list: T[], wanted: (one: T) => boolean): void {
  let to = 0;
  for (const one of list) if (wanted(one)) list[to++] = one;
  list.length = to;
}
