/**
 * The state of a world between steps: its hash, a snapshot of it, and a snapshot put back.   docs/pipeline.md
 */
import { toBase64 } from '../linalg/base64.ts';
import { hashNumbers, hashText } from '../linalg/hash.ts';
import { contactStates } from './contact-view.ts';
import {
  type CheckedSnapshot,
  checkSnapshot,
  motionNumbers,
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type Snapshot,
  type SnapshotContacts,
} from './snapshot.ts';
import type { Pace } from './step/pace.ts';
import type { StepParts } from './step/step-state.ts';
import type { Stepper } from './step/stepper.ts';

/** What has a memory that snapshots hold. */
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

export function takeSnapshot(stepper: Stepper, drivers: readonly Stateful[], pace?: Pace): Snapshot {
  const { bodies, detector, joints, h } = stepper.parts;
  const { a, b, start, end, hint, count: pairCount } = detector.save().pairs;
  const pairs = { a, b, start, end, hint };
  return {
    format: SNAPSHOT_FORMAT,
    version: SNAPSHOT_VERSION,
    steps: stepper.last.steps,
    timeStep: h,
    bodies: bodies.names.slice(),
    joints: joints.map(({ name }) => name),
    model: modelHash(stepper.parts),
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

/** @throws ContractError if the snapshot does not fit; the world is then as it was */
export function restoreSnapshot(
  stepper: Stepper,
  drivers: readonly Stateful[],
  snapshot: unknown,
  pace: Pace | undefined,
): void {
  const { parts } = stepper;
  const target = { parts, drivers: drivers as readonly { state?: Float64Array }[], model: modelHash(parts) };
  const checked = checkSnapshot(snapshot, target);
  put(checked, stepper, drivers);
  pace?.restore(checked.pace);
}

/** Nothing in here throws: what was checked fits. */
function put(checked: CheckedSnapshot, stepper: Stepper, drivers: readonly Stateful[]): void {
  const { bodies, contactRows, detector, joints } = stepper.parts;
  bodies.pose.set(checked.pose);
  bodies.velocity.set(checked.velocity);
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

/** Equal for worlds whose bodies, colliders and joints have the same numbers, masses and rows. */
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
