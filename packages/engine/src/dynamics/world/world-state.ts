/**
 * The state of a world between steps: its hash, a snapshot of it, and a snapshot put back.   docs/pipeline.md
 */
import { toBase64 } from '../../linalg/base64.ts';
import { hashNumbers, hashText } from '../../linalg/hash.ts';
import type { Pace } from '../accuracy/pace.ts';
import { SavedState } from '../accuracy/saved-state.ts';
import type { StepParts } from '../state/step-parts.ts';
import { keyOfPair } from '../step/contact-events.ts';
import { StepUndo } from '../step/step-undo.ts';
import type { Stepper } from '../step/stepper.ts';
import { type Arrangement, arrange, type KnownMembers, presentArrangement, sameMembers } from './arrangement.ts';
import { contactStates } from './contact-views.ts';
import type { Members } from './members.ts';
import {
  type CheckedSnapshot,
  checkSnapshot,
  motionNumbers,
  openSnapshot,
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type Snapshot,
  type SnapshotContacts,
} from './snapshot.ts';

/** An object with state that snapshots store. */
interface Stateful {
  readonly state?: Float64Array | undefined;
}

/** Equal if two worlds are in the same state to the last bit. */
export function hashState(stepper: Stepper, drivers: readonly Stateful[], pace?: Pace): string {
  const { bodies, contactRows, detector, joints, sleep } = stepper.parts;
  const memory = contactRows.memory.save(detector.points.count);
  let h = hashNumbers(bodies.pose);
  for (const part of [bodies.velocity, bodies.force, memory, stepper.last.jointMemory]) h = hashNumbers(part, h);
  if (stepper.last.jointBefore.length > 0) h = hashNumbers(stepper.last.jointBefore, h);
  for (const { state } of [...drivers, ...joints]) if (state) h = hashNumbers(state, h);
  if (pace) h = hashNumbers(pace.save(), h);
  if (sleep) h = hashNumbers(Float64Array.from(bodies.sleep.save(bodies.count)), h);
  return hashText(hashNumbers(Float64Array.of(stepper.last.steps), h));
}

export function takeSnapshot(stepper: Stepper, members: Members, pace?: Pace): Snapshot {
  const { drivers } = members;
  const { bodies, detector, joints, timeStep } = stepper.parts;
  const { a, b, start, end, hint, count: pairCount } = detector.save().pairs;
  const pairs = { a, b, start, end, hint };
  return {
    format: SNAPSHOT_FORMAT,
    version: SNAPSHOT_VERSION,
    steps: stepper.last.steps,
    timeStep,
    bodies: bodies.names.slice(),
    joints: joints.map(({ name }) => name),
    ...placesOf(members),
    pose: toBase64(bodies.pose),
    velocity: toBase64(bodies.velocity),
    force: toBase64(bodies.force),
    surface: toBase64(bodies.surface),
    acceleration: toBase64(bodies.acceleration),
    sleep: toBase64(bodies.sleep.save(bodies.count)),
    touched: bodies.touched,
    courses: [...bodies.courses].map(([body, { motion, start: from, origin }]) => ({
      body,
      kind: motion.kind,
      numbers: toBase64(motionNumbers(motion)),
      start: from,
      origin: toBase64(origin),
    })),
    driverStates: packedStates(drivers),
    jointStates: packedStates(joints),
    jointImpulse: toBase64(stepper.last.jointMemory),
    jointBefore: toBase64(stepper.last.jointBefore),
    pace: toBase64(pace ? pace.save() : new Float64Array(0)),
    expectedJoints: toBase64(stepper.last.expectedJoints),
    scale: stepper.last.scale,
    touching: stepper.last.touching.slice(),
    contacts: packedContacts(stepper),
    pairs: mapValues(pairs, (values) => toBase64(values.subarray(0, pairCount))),
  };
}

/** Fields that identify the members and their places. */
function placesOf({ colliders, excluded, history, joints, store }: Members) {
  return {
    history,
    model: toBase64(modelOf({ bodies: store, joints })),
    colliders: toBase64(colliders.body.subarray(0, colliders.count)),
    vacant: toBase64(Int32Array.from(store.vacant)),
    ignoring: excluded.ignoring.map((pair) => keyOfPair(...pair)),
  };
}

/**
 * Removes members that the snapshot does not have and brings back those that were removed since. True if it changed any.
 * @throws ContractError if the snapshot does not fit; the world is then as it was
 */
export function restoreSnapshot(
  stepper: Stepper,
  { members, known }: { readonly members: Members; readonly known: KnownMembers },
  snapshot: unknown,
  pace: Pace | undefined,
): boolean {
  const { parts } = stepper;
  const root = openSnapshot(snapshot, parts.timeStep, { own: () => placesOf(members), model: () => modelHash(parts) });
  const wanted = known.wanted(root, members);
  const present = presentArrangement(members);
  const back = sameMembers(present, wanted) ? undefined : comeBack(stepper, members, present);
  if (back) arrange(members, wanted);
  let checked: CheckedSnapshot;
  try {
    checked = checkSnapshot(root, { parts, drivers: members.drivers, model: modelOf(parts) });
  } catch (error) {
    back?.();
    throw error;
  }
  put(checked, stepper, members.drivers);
  members.excluded.ignoreOnly(wanted.ignoring);
  members.history = wanted.history;
  known.changed();
  pace?.restore(checked.pace);
  return back !== undefined;
}

/** Remembers the present, and returns what makes it so again. */
function comeBack(stepper: Stepper, members: Members, present: Arrangement): () => void {
  const [state, undo] = [new SavedState(), new StepUndo()];
  state.take(stepper, members.drivers);
  undo.remember(stepper.parts, members.drivers);
  return () => {
    arrange(members, present);
    state.putBack(stepper, members.drivers);
    undo.restore(stepper.parts, members.drivers);
    members.excluded.ignoreOnly(present.ignoring);
  };
}

/** Nothing in here throws: what was checked fits. */
function put(checked: CheckedSnapshot, stepper: Stepper, drivers: readonly Stateful[]): void {
  const { bodies, contactRows, detector, joints } = stepper.parts;
  bodies.pose.set(checked.pose);
  bodies.velocity.set(checked.velocity);
  bodies.energy = undefined;
  bodies.force.set(checked.force);
  bodies.surface.set(checked.surface);
  bodies.acceleration.set(checked.acceleration);
  bodies.touched = checked.touched;
  bodies.sleep.restore(checked.sleep);
  bodies.courses.clear();
  for (const [k, course] of checked.courses) bodies.courses.set(k, course);
  detector.restore(checked.detector);
  contactRows.memory.restore(checked.contactMemory, checked.detector.points.count);
  stepper.last.restore(checked.last);
  for (const [owners, states] of [
    [drivers, checked.driverStates],
    [joints, checked.jointStates],
  ] as const)
    owners.forEach(({ state }, k) => {
      state?.set(states[k] as Float64Array);
    });
}

function packedContacts(stepper: Stepper): SnapshotContacts {
  const { contactRows, detector, colliders } = stepper.parts;
  const { points } = detector;
  const { count } = points;
  const { a, b, feature, origin, gap, pointA, pointB, normal, anchorA, anchorB } = points;
  const one = mapValues({ a, b, feature, origin, gap }, (values) => toBase64(values.subarray(0, count)));
  const three = mapValues({ pointA, pointB, normal, anchorA, anchorB }, (values) =>
    toBase64(values.subarray(0, 3 * count)),
  );
  return {
    ...one,
    ...three,
    memory: toBase64(contactRows.memory.save(count)),
    impulse: toBase64(stepper.last.contactImpulse),
    first: toBase64(stepper.last.contactFirst),
    states: toBase64(contactStates(stepper.last, points, colliders)),
    expected: toBase64(stepper.last.expected),
  };
}

const packedStates = (owners: readonly Stateful[]): (string | null)[] =>
  owners.map(({ state }) => (state ? toBase64(state) : null));

/** By which a body and a joint are known to be made as they were. */
function modelOf({ bodies, joints }: Pick<StepParts, 'bodies' | 'joints'>): Int32Array {
  const { count, inertia, mass, motion } = bodies;
  const model = new Int32Array(count + joints.length);
  const numbers = new Float64Array(11);
  for (let k = 0; k < count; k++) {
    numbers[0] = mass[k];
    numbers.set(inertia.subarray(9 * k, 9 * k + 9), 1);
    numbers[10] = MOTIONS.indexOf(motion[k]);
    model[k] = hashNumbers(numbers);
  }
  joints.forEach(({ rows }, j) => {
    model[count + j] = rows.length;
  });
  return model;
}

/** The same as one hash, as version 2 has it: of bodies, colliders and joints. */
function modelHash({ bodies, colliders, joints }: StepParts): string {
  let h = hashNumbers(bodies.inertia, hashNumbers(bodies.mass));
  h = hashNumbers(
    Float64Array.from(bodies.motion, (motion) => MOTIONS.indexOf(motion)),
    h,
  );
  h = hashNumbers(Float64Array.from(colliders.body.subarray(0, colliders.count)), h);
  return hashText(
    hashNumbers(
      Float64Array.from(joints, ({ rows }) => rows.length),
      h,
    ),
  );
}

const MOTIONS = ['dynamic', 'static', 'kinematic'];

function mapValues<K extends string, A, B>(object: Readonly<Record<K, A>>, change: (value: A) => B): Record<K, B> {
  return Object.fromEntries(Object.entries<A>(object).map(([key, value]) => [key, change(value)])) as Record<K, B>;
}
