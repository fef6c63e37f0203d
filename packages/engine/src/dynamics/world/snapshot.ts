/**
 * The state of a world as plain data, and the checks before one is restored.   docs/pipeline.md, docs/decisions/024-snapshots.md
 *
 * A snapshot survives `structuredClone`, JSON and a change of process with all its bits: numbers are the bytes of their arrays as
 * base64 text. Everything is checked before the world changes: a snapshot that does not fit is refused with one sentence.
 */
import { found } from '../../checks/wording.ts';
import type { DetectorState } from '../../collision/detector.ts';
import { MEMORY, TURN } from '../../contact/contact-memory.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import { PACE_NUMBERS } from '../accuracy/pace.ts';
import type { Bodies } from '../bodies/bodies.ts';
import { type Course, makeCourse, type PrescribedMotion, pathOf } from '../bodies/prescribed-motion.ts';
import { rowCount } from '../joints/joint.ts';
import type { StepMemory } from '../state/step-memory.ts';
import type { StepParts } from '../state/step-parts.ts';
import { Reader, refuse } from './snapshot-reader.ts';

export const SNAPSHOT_FORMAT = 'signorini-snapshot';
export const SNAPSHOT_VERSION = 3;
/** Written by version 0.2.0: fits worlds in which nothing came or went. */
export const SNAPSHOT_BEFORE = 2;

/** Doubles, 32-bit integers or bytes as base64 text of their bytes, little-endian. */
type Packed = string;

/** Everything that the next step depends on, and what `contacts` and joint reactions show of the last one. */
export interface Snapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly version: typeof SNAPSHOT_VERSION;
  /** Steps taken. */
  readonly steps: number;
  /** s */
  readonly timeStep: number;
  /** Names by number; "" for a number without a body. */
  readonly bodies: readonly string[];
  readonly joints: readonly string[];
  /** Hash of all that came and went: worlds with the same one have been built in the same way. */
  readonly history: number;
  /** Integers: numbers of the bodies of the colliders in their order, and of removed bodies, of which the next one takes the last. */
  readonly colliders: Packed;
  readonly vacant: Packed;
  /** Pairs of bodies that ignore each other by request, as keys, ascending. */
  readonly ignoring: readonly number[];
  /** Integers: a hash of mass, inertia and motion of each body, then the number of rows of each joint. */
  readonly model: Packed;
  /** Doubles per body: seven, then six each. */
  readonly pose: Packed;
  readonly velocity: Packed;
  readonly force: Packed;
  readonly surface: Packed;
  readonly acceleration: Packed;
  /** Integers, three per body: asleep, quiet steps, stirred. */
  readonly sleep: Packed;
  /** True: velocities were set, or bodies made, since the last step. */
  readonly touched: boolean;
  readonly courses: readonly SnapshotCourse[];
  /** Doubles; null for a driver or joint without a memory. */
  readonly driverStates: readonly (Packed | null)[];
  readonly jointStates: readonly (Packed | null)[];
  /** Doubles, one per joint row; none before the first step. */
  readonly jointImpulse: Packed;
  /** The same of the step before; none but under `midpoint`. */
  readonly jointBefore: Packed;
  /** Doubles, eight per body: levels, energy scales and rates that `accuracy` keeps; none without it. */
  readonly pace: Packed;
  /** Doubles, one per joint row: what the next step should find; none before the first step. */
  readonly expectedJoints: Packed;
  /** J: what the errors of a step are a share of. */
  readonly scale: number;
  /** Pairs of bodies that pressed on each other, as keys, ascending. */
  readonly touching: readonly number[];
  readonly contacts: SnapshotContacts;
  /** Pairs of colliders that have contacts, integers. */
  readonly pairs: Readonly<Record<PairKey, Packed>>;
}

/** A prescribed motion that is under way. */
interface SnapshotCourse {
  /** Number of the body. */
  readonly body: number;
  readonly kind: PrescribedMotion['kind'];
  /** Doubles: amplitude, direction, frequency, phase of an oscillation; both velocities of a uniform motion; none of a path. */
  readonly numbers: Packed;
  /** Steps that the world had taken when it began. */
  readonly start: number;
  /** Seven doubles: the pose then. */
  readonly origin: Packed;
}

/** Contact points of the last step. Integers, doubles, and what is remembered of each point. */
export interface SnapshotContacts extends Readonly<Record<PointInts | PointDoubles, Packed>> {
  /** Doubles: warm start and anchors, by point. */
  readonly memory: Packed;
  /** Doubles, by row; integers: where the rows of each point begin; bytes: stick, slip, ... by point. */
  readonly impulse: Packed;
  readonly first: Packed;
  readonly states: Packed;
  /** Doubles, by point: gaps that the next step should find; none after a body was removed. */
  readonly expected: Packed;
}

const POINT_INTS = ['a', 'b', 'feature', 'origin'] as const;
/** Arrays per contact point, with the number of doubles per point. */
const POINT_DOUBLES = { gap: 1, pointA: 3, pointB: 3, normal: 3, anchorA: 3, anchorB: 3 } as const;
const PAIR_INTS = ['a', 'b', 'start', 'end', 'hint'] as const;
type PointInts = (typeof POINT_INTS)[number];
type PointDoubles = keyof typeof POINT_DOUBLES;
type PairKey = (typeof PAIR_INTS)[number];

/** A snapshot that was found to fit, as arrays. */
export interface CheckedSnapshot {
  readonly pose: Float64Array;
  readonly velocity: Float64Array;
  readonly force: Float64Array;
  readonly surface: Float64Array;
  readonly acceleration: Float64Array;
  readonly sleep: Int32Array;
  readonly touched: boolean;
  readonly courses: ReadonlyMap<number, Course>;
  readonly driverStates: readonly (Float64Array | undefined)[];
  readonly jointStates: readonly (Float64Array | undefined)[];
  readonly detector: DetectorState;
  readonly contactMemory: Float64Array;
  readonly pace: Float64Array;
  readonly last: StepMemory;
}

/** The world that a snapshot has to fit. */
interface SnapshotTarget {
  readonly parts: StepParts;
  readonly drivers: readonly { readonly state?: Float64Array }[];
  readonly model: Int32Array;
}

/**
 * Fields that version 2 of the format does not have, from the world itself, and its hash of masses, inertias, motions, shapes'
 * bodies and joint rows.
 */
interface Before {
  readonly own: () => Partial<Snapshot>;
  readonly model: () => string;
}

/** A snapshot of a world with this time step. @throws ContractError */
export function openSnapshot(snapshot: unknown, timeStep: number, { own, model }: Before): Reader {
  const given = new Reader(snapshot, '');
  given.exactly('format', SNAPSHOT_FORMAT);
  const before = given.value('version') === SNAPSHOT_BEFORE;
  if (!before) given.exactly('version', SNAPSHOT_VERSION);
  given.exactly('timeStep', timeStep);
  if (!before) return given;
  if (given.value('model') !== model())
    refuse('model', 'a world built in the same way', 'other masses, inertias, motions, shapes or joints');
  return new Reader({ ...(snapshot as object), ...own() }, '');
}

/** Checks the snapshot against a world that has its members. @throws ContractError with the first thing that does not fit */
export function checkSnapshot(root: Reader, target: SnapshotTarget): CheckedSnapshot {
  const { bodies, joints } = target.parts;
  const steps = root.count('steps');
  const { count } = bodies;
  const model = root.ints('model', target.model.length);
  target.model.forEach((own, k) => {
    if (own === model[k]) return;
    if (k < count) refuse('bodies', `${bodies.names[k]} as it was made then`, 'another mass, inertia or motion');
    refuse('joints', `${joints[k - count].name} as it was made then`, `${own} rows where there were ${model[k]}`);
  });
  const pose = root.doubles('pose', 7 * count);
  expectUnitQuaternions(pose);
  const contacts = checkContacts(root, target.parts);
  return {
    pose,
    velocity: root.doubles('velocity', 6 * count),
    force: root.doubles('force', 6 * count, 'any'),
    surface: root.doubles('surface', 6 * count),
    acceleration: root.doubles('acceleration', 6 * count),
    sleep: root.ints('sleep', 3 * count),
    touched: root.boolean('touched'),
    courses: checkCourses(root, target.parts),
    driverStates: root.states('driverStates', target.drivers),
    jointStates: root.states('jointStates', joints),
    detector: contacts.detector,
    contactMemory: contacts.memory,
    pace: checkPace(root, count),
    last: { ...contacts.last, steps, solved: [], ...restOf(root, rowCount(joints), bodies) },
  };
}

/** Bodies that were added since the last step have none yet. */
function checkPace(root: Reader, count: number): Float64Array {
  const pace = root.doubles('pace', undefined, 'any');
  if (pace.length % PACE_NUMBERS !== 0 || pace.length > PACE_NUMBERS * count)
    refuse('pace', `${PACE_NUMBERS} doubles per body, of ${count} at most`, String(pace.length));
  return pace;
}

const restOf = (root: Reader, jointRows: number, { handles }: Bodies) => ({
  jointMemory: root.allOrNone('jointImpulse', jointRows),
  jointBefore: root.allOrNone('jointBefore', jointRows),
  touching: root.pairKeys('touching', handles),
  expectedJoints: root.doubles('expectedJoints', undefined, 'any'),
  scale: root.energy('scale'),
});

function checkContacts(root: Reader, { colliders }: StepParts) {
  const reader = root.inner('contacts');
  const [a, b, feature, origin] = [reader.ints('a'), reader.ints('b'), reader.ints('feature'), reader.ints('origin')];
  const count = a.length;
  for (const [key, { length }] of Object.entries({ b, feature, origin }))
    if (length !== count) refuse(`contacts.${key}`, `${count} integers`, String(length));
  const doubles = (key: PointDoubles) => reader.doubles(key, POINT_DOUBLES[key] * count);
  const points = {
    count,
    a,
    b,
    feature,
    origin,
    previous: new Int32Array(count).fill(-1),
    gap: doubles('gap'),
    normal: doubles('normal'),
    pointA: doubles('pointA'),
    pointB: doubles('pointB'),
    anchorA: doubles('anchorA'),
    anchorB: doubles('anchorB'),
  };
  for (let i = 0; i < count; i++)
    if (!(a[i] >= 0 && a[i] < b[i] && b[i] < colliders.count))
      refuse(`contacts.a[${i}]`, `two of ${colliders.count} colliders, ascending`, `${a[i]} and ${b[i]}`);
  const memory = reader.doubles('memory');
  if (memory.length !== MEMORY * count && memory.length !== (MEMORY + TURN) * count)
    refuse('contacts.memory', `${MEMORY} or ${MEMORY + TURN} numbers per point`, String(memory.length));
  const contactFirst = reader.ints('first');
  const contactImpulse = reader.doubles('impulse');
  const shown = contactFirst.length > 1 || count === 0; // not after a body was removed
  if (contactFirst.length !== (shown ? count + 1 : 1) || contactFirst[0] !== 0)
    refuse('contacts.first', `${count + 1} integers from 0`, String(contactFirst.length));
  for (let i = 0; i + 1 < contactFirst.length; i++) {
    const { rows } = colliders.materialOf(a[i], b[i]);
    if (contactFirst[i + 1] - contactFirst[i] !== rows)
      refuse(`contacts.first[${i + 1}]`, `${rows} rows of contact ${i}`, String(contactFirst[i + 1] - contactFirst[i]));
  }
  const rows = contactFirst[contactFirst.length - 1];
  if (contactImpulse.length !== rows) refuse('contacts.impulse', `${rows} numbers`, String(contactImpulse.length));
  const contactStates = reader.bytes('states', contactFirst.length - 1);
  const expected = reader.doubles('expected', undefined, 'any');
  const detector: DetectorState = { points, pairs: checkPairs(root, points) };
  return { detector, memory, last: { contactFirst, contactImpulse, contactStates, expected } };
}

/** Pairs have to hold all points in order. */
function checkPairs(root: Reader, points: { count: number; a: Int32Array; b: Int32Array }): DetectorState['pairs'] {
  const reader = root.inner('pairs');
  const a = reader.ints('a');
  const count = a.length;
  const b = reader.ints('b', count);
  const [start, end, hint] = [reader.ints('start', count), reader.ints('end', count), reader.ints('hint', count)];
  let at = 0;
  for (let k = 0; k < count; k++) {
    const ascends = k === 0 || a[k - 1] < a[k] || (a[k - 1] === a[k] && b[k - 1] < b[k]);
    let fits = ascends && start[k] === at && end[k] > at && end[k] <= points.count;
    for (let i = at; fits && i < end[k]; i++) fits = points.a[i] === a[k] && points.b[i] === b[k];
    if (!fits) refuse(`pairs.start[${k}]`, 'pairs that hold the contacts in order', 'others');
    at = end[k];
  }
  if (at !== points.count) refuse('pairs.end', `pairs of ${points.count} contacts`, `pairs of ${at}`);
  return { count, a, b, start, end, hint };
}

function checkCourses(root: Reader, { bodies }: StepParts): Map<number, Course> {
  const courses = new Map<number, Course>();
  for (const [i, one] of root.list('courses').entries()) {
    const path = `courses[${i}]`;
    const reader = new Reader(one, path);
    const body = reader.count('body');
    if (bodies.motion[body] !== 'kinematic') refuse(`${path}.body`, 'a kinematic body', found(body));
    const where = `restore: ${path}: body ${bodies.names[body]}`;
    const origin = reader.doubles('origin', 7);
    const motion = motionFrom(reader, path, pathOf(bodies, body));
    courses.set(body, makeCourse(where, motion, reader.integer('start'), origin));
  }
  return courses;
}

/** The numbers of a motion, in the order that `SnapshotCourse` documents. */
export function motionNumbers(motion: PrescribedMotion): Float64Array {
  if (motion.kind === 'oscillation')
    return Float64Array.of(motion.amplitude, ...motion.direction, motion.frequency, motion.phase ?? 0);
  if (motion.kind === 'path') return new Float64Array(0);
  const { velocity = [0, 0, 0], angularVelocity = [0, 0, 0] } = motion;
  return Float64Array.of(...velocity, ...angularVelocity);
}

/** @param present the body's motion in this world: a path is a function, which a snapshot cannot hold */
function motionFrom(reader: Reader, path: string, present: PrescribedMotion | undefined): PrescribedMotion {
  const kind = reader.value('kind');
  if (kind === 'path') {
    if (present?.kind !== 'path')
      refuse(path, 'a body that has a path in this world too (its function is not in the snapshot)', 'one without');
    return present;
  }
  if (kind !== 'oscillation' && kind !== 'uniform')
    return refuse(`${path}.kind`, 'oscillation, uniform or path', found(kind));
  const numbers = [...reader.doubles('numbers', 6)];
  if (kind === 'uniform')
    return {
      kind,
      velocity: numbers.slice(0, 3) as unknown as Vec3,
      angularVelocity: numbers.slice(3) as unknown as Vec3,
    };
  const [amplitude, x, y, z, frequency, phase] = numbers;
  return { kind, amplitude, direction: [x, y, z], frequency, phase };
}

function expectUnitQuaternions(pose: Float64Array): void {
  for (let at = 3; at < pose.length; at += 7) {
    let square = 0;
    for (let c = at; c < at + 4; c++) square += pose[c] * pose[c];
    if (!(Math.abs(square - 1) < 1e-6)) refuse('pose', 'unit quaternions', `one of length ${Math.sqrt(square)}`);
  }
}
