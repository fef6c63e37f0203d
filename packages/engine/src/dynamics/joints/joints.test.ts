import { expect, test } from 'vitest';
import { axisAngle, multiply, type Quat, quatAt, rotate, unitQuat, unrotate } from '../../linalg/quat.ts';
import { Rng } from '../../linalg/rng.ts';
import { add, cross, scale, subtract, tangents, unit, type Vec3, vec3At } from '../../linalg/vec3.ts';
import { RowBuilder } from '../../problem/rows/row-builder.ts';
import { Bodies } from '../bodies/bodies.ts';
import { Body, putHandle } from '../bodies/body.ts';
import { bodyRecord } from '../bodies/body-record.ts';
import { type Joint, stabilisation } from './joint.ts';
import { JOINT_KINDS, type JointOptions, makeJoint } from './kinds.ts';
import { Frames } from './parts/frames.ts';

const STIFFNESS = { stiffness: 1e6, damping: 1e3 };
const H = 0.01;
const COUNT = 4; // bodies: a, b, and two more for gears
const rng = new Rng(11);
const vector = (size = 1): Vec3 => [rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size)];
const velocities = (size = 1) => Array.from({ length: 6 * COUNT }, () => rng.uniform(-size, size));

function someBodies(): Bodies {
  const bodies = new Bodies();
  for (let k = 0; k < COUNT; k++)
    bodies.add({
      name: `body ${k}`,
      motion: 'dynamic',
      pose: [...vector(), ...unitQuat([...vector(), 1] as unknown as Quat)],
      velocity: new Float64Array(6),
      mass: 1,
      inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      inverseInertia: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    });
  return bodies;
}

const jointOf = (bodies: Bodies, options: JointOptions, a = 0, b = 1): Joint =>
  makeJoint(
    { name: 'j', frames: new Frames(bodies.pose), a, b, stiffness: STIFFNESS, angular: STIFFNESS, gyration: () => 1 },
    options,
  );

interface Rows {
  readonly names: readonly string[];
  readonly kinds: readonly string[];
  readonly lo: Float64Array;
  readonly hi: Float64Array;
  readonly b: Float64Array;
  /** phi of each row, from g. */
  readonly phi: readonly number[];
  /** Dense, six numbers per body. */
  readonly J: readonly number[][];
}

function rowsOf(joint: Joint, bodies: Bodies, other: Bodies = bodies): Rows {
  const rows = new RowBuilder();
  rows.clear(bodies.slot, new Float64Array(6 * COUNT));
  joint.write(new Frames(bodies.pose, other.pose), H, rows);
  const { b, lo, hi, structure, kind = [] } = rows.build('', new Float64Array(36 * COUNT), H);
  const D = stabilisation(STIFFNESS, H);
  const J = Array.from(b, (_, i) => {
    const dense = new Array<number>(6 * COUNT).fill(0);
    for (let k = structure?.rowStart[i] ?? 0; k < (structure?.rowStart[i + 1] ?? 0); k++)
      for (let c = 0; c < 6; c++) dense[6 * (structure?.body[k] ?? 0) + c] = structure?.J[6 * k + c] ?? 0;
    return dense;
  });
  const phi = Array.from(b, (g, i) => (kind[i] === 'limit' && g > 0 ? g * H : g / D));
  return { names: joint.rows, kinds: kind, b, lo, hi, phi, J };
}

/** The poses after moving with v for the time t: along circles, or by the Cayley map as a step does. */
function moved(bodies: Bodies, v: readonly number[], t: number, cayley = false): Bodies {
  const next = Object.assign(new Bodies(), bodies);
  next.pose = bodies.pose.slice();
  for (let k = 0; k < COUNT; k++) {
    for (let c = 0; c < 3; c++) next.pose[7 * k + c] += t * v[6 * k + c];
    const omega = vec3At(v, 6 * k + 3);
    const size = Math.sqrt(omega[0] * omega[0] + omega[1] * omega[1] + omega[2] * omega[2]);
    const turn = cayley
      ? unitQuat([(t / 2) * omega[0], (t / 2) * omega[1], (t / 2) * omega[2], 1])
      : axisAngle(omega, t * size);
    next.pose.set(multiply(turn, quatAt(bodies.pose, 7 * k + 3)), 7 * k + 3);
  }
  return next;
}

const product = (row: readonly number[], v: readonly number[]) => row.reduce((sum, value, c) => sum + value * v[c], 0);

interface Case {
  readonly options: (bodies: Bodies) => JointOptions;
  /** Rows that are the derivative of nothing: they know a speed only. */
  readonly speedRows?: readonly string[];
  /** Rows for which (JO5) does not hold: angles, and ropes that are not taut. */
  readonly curved?: readonly string[];
  /** phi is not zero where it was made (limits, targets, lengths of their own). */
  readonly displaced?: boolean;
}

function body(bodies: Bodies, k: number): Body {
  const handle = new Body(bodyRecord(`body ${k}`, { mass: 1, inertia: [1, 1, 1] }, 'body'));
  putHandle(handle, bodies, k);
  return handle;
}
const apart = (bodies: Bodies) => ({ pointA: add(vec3At(bodies.pose, 0), vector()), pointB: vector(2) });
const cases: Record<string, Case> = {
  fixed: { options: () => ({ kind: 'fixed', point: vector() }) },
  spherical: { options: () => ({ kind: 'spherical', point: vector() }) },
  revolute: { options: () => ({ kind: 'revolute', point: vector(), axis: vector() }) },
  'revolute with drives': {
    options: () => ({
      kind: 'revolute',
      point: vector(),
      axis: vector(),
      limits: { lower: -0.1, upper: 0.2, ...STIFFNESS },
      servo: { target: 0, ...STIFFNESS },
      frictionTorque: 2,
    }),
    speedRows: ['friction'],
    curved: ['servo', 'lower limit', 'upper limit'],
    displaced: true,
  },
  prismatic: { options: () => ({ kind: 'prismatic', point: vector(), axis: vector() }) },
  'prismatic with drives': {
    options: () => ({
      kind: 'prismatic',
      point: vector(),
      axis: vector(),
      limits: { lower: -0.1, upper: 0.1 },
      motor: { speed: 0, maxForce: 2 },
      frictionForce: 2,
    }),
    speedRows: ['motor', 'friction'],
    displaced: true,
  },
  cylindrical: {
    options: () => ({
      kind: 'cylindrical',
      point: vector(),
      axis: vector(),
      turn: { servo: { target: 0, ...STIFFNESS } },
      slide: { servo: { target: 0, ...STIFFNESS } },
    }),
    curved: ['turn servo'],
  },
  universal: {
    options: () => {
      const axisA = vector();
      return { kind: 'universal', point: vector(), axisA, axisB: tangents(unit(axisA))[0] };
    },
  },
  screw: {
    options: () => ({
      kind: 'screw',
      point: vector(),
      axis: vector(),
      lead: -2.5,
      turn: { servo: { target: 0, ...STIFFNESS } },
      slide: { motor: { speed: 0 } },
    }),
    speedRows: ['slide motor'],
    curved: ['turn servo', 'thread'],
  },
  planar: {
    options: () => ({ kind: 'planar', point: vector(), normal: vector(), servo: { target: 0, ...STIFFNESS } }),
    curved: ['servo'],
  },
  'point-on-line': {
    options: () => ({ kind: 'point-on-line', point: vector(), axis: vector(), servo: { target: 0, ...STIFFNESS } }),
  },
  'point-on-plane': { options: () => ({ kind: 'point-on-plane', point: vector(), normal: vector() }) },
  'revolute-spherical': { options: (bodies) => ({ kind: 'revolute-spherical', ...apart(bodies), axis: vector() }) },
  'force-law': {
    options: (bodies) => ({ kind: 'force-law', ...apart(bodies), law: (q, r) => 2 - q - r }),
    speedRows: ['law'],
    displaced: true,
  },
  distance: { options: (bodies) => ({ kind: 'distance', ...apart(bodies) }) },
  'distance of a taut rope': {
    options: (bodies) => ({ kind: 'distance', ...apart(bodies), rope: true, length: 0.1 }),
    displaced: true,
  },
  'distance of a loose rope': {
    options: (bodies) => ({ kind: 'distance', ...apart(bodies), minLength: 0.001, maxLength: 50 }),
    curved: ['shortest', 'longest'],
    displaced: true,
  },
  gear: {
    options: (bodies) => ({
      kind: 'gear',
      a: body(bodies, 0),
      b: body(bodies, 1),
      axisA: vector(),
      axisB: vector(),
      ratio: -1.7,
      housing: body(bodies, 2),
    }),
    curved: ['ratio'],
  },
  'gear of a rack': {
    options: (bodies) => ({
      kind: 'gear',
      a: body(bodies, 0),
      b: body(bodies, 1),
      axisA: vector(),
      axisB: vector(),
      ratio: 3,
      motionB: 'slide',
      housing: body(bodies, 3),
    }),
    curved: ['ratio'],
  },
  'gear of two slides': {
    options: (bodies) => ({
      kind: 'gear',
      a: body(bodies, 0),
      b: body(bodies, 1),
      axisA: vector(),
      axisB: vector(),
      ratio: 3,
      motionA: 'slide',
      motionB: 'slide',
      housing: body(bodies, 3),
    }),
  },
  differential: {
    options: (bodies) => ({
      kind: 'differential',
      terms: [
        { body: body(bodies, 0), axis: vector(), factor: 1 },
        { body: body(bodies, 1), axis: vector(), factor: 1 },
        { body: body(bodies, 2), axis: vector(), factor: -2 },
        { body: body(bodies, 0), axis: vector(), factor: 0.3, motion: 'slide' },
      ],
      housing: body(bodies, 3),
    }),
    curved: ['ratio'],
  },
};

test('every kind of joint is measured here', () => {
  for (const kind of JOINT_KINDS)
    expect(Object.keys(cases).some((name) => name === kind || name.startsWith(`${kind} `))).toBe(true);
});

for (const [name, { options, speedRows = [], curved = [], displaced }] of Object.entries(cases)) {
  test(`${name}: the Jacobian is the derivative of what is kept at zero, also away from zero`, () => {
    for (let trial = 0; trial < 20; trial++) {
      const made = someBodies();
      const joint = jointOf(made, options(made));
      const far = moved(made, velocities(), 0.3); // phi is not zero here
      const { J, names } = rowsOf(joint, far);
      const v = velocities();
      const step = 1e-5;
      const after = rowsOf(joint, moved(far, v, step)).phi;
      const before = rowsOf(joint, moved(far, v, -step)).phi;
      J.forEach((row, i) => {
        if (speedRows.includes(names[i])) return;
        expect((after[i] - before[i]) / (2 * step), names[i]).toBeCloseTo(product(row, v), 6);
      });
    }
  });

  test(`${name}: rows are as many as their names, and none is off where the joint was made`, () => {
    const bodies = someBodies();
    const joint = jointOf(bodies, options(bodies));
    const { phi, names } = rowsOf(joint, bodies);
    expect(phi.length).toBe(names.length);
    if (!displaced) {
      for (const value of phi) expect(Math.abs(value)).toBeLessThan(1e-14);
      expect(joint.gap(new Frames(bodies.pose))).toBeLessThan(1e-14);
    }
    expect(joint.bodies.every((k) => k >= 0 && k < COUNT)).toBe(true);
  });

  test(`${name}: halfway between two poses rows say exactly how far the joint opened, but for angles and loose ropes`, () => {
    const h = 0.3; // a large step: nothing here is a small-angle result
    for (let trial = 0; trial < 5; trial++) {
      const bodies = someBodies();
      const joint = jointOf(bodies, options(bodies));
      const start = moved(bodies, velocities(), 0.2);
      const v = velocities();
      const end = moved(start, v, h, true);
      const { J, names } = rowsOf(joint, start, end);
      const [before, after] = [rowsOf(joint, start).phi, rowsOf(joint, end).phi];
      J.forEach((row, i) => {
        if (speedRows.includes(names[i]) || curved.includes(names[i])) return;
        expect((after[i] - before[i]) / h, names[i]).toBeCloseTo(product(row, v), 12);
      });
    }
  });

  test(`${name}: the geometric stiffness of each body is the turning of its torque`, () => {
    for (let trial = 0; trial < 10; trial++) {
      const made = someBodies();
      const joint = jointOf(made, options(made));
      const bodies = moved(made, velocities(), 0.3);
      const x = Float64Array.from(joint.rows, () => rng.uniform(-5, 5));
      const emitted = new Map<number, Float64Array>();
      joint.turnStiffness(new Frames(bodies.pose), x, 0, (k, K) => {
        expect(emitted.has(k)).toBe(false); // once a body
        emitted.set(k, K.slice());
      });
      // a row that knows a speed only turns with the axis of a: skew, and nothing once it is made symmetric
      const wanted = speedRows.length > 0 ? symmetric : same;
      for (const k of joint.bodies) {
        const K = emitted.get(k) ?? new Float64Array(9);
        const measured = measuredStiffness(joint, bodies, k, x);
        for (let i = 0; i < 9; i++) expect(Math.abs(wanted(K)[i] - wanted(measured)[i])).toBeLessThan(1e-6);
      }
    }
  });
}

const same = (K: Float64Array) => K;
const symmetric = (K: Float64Array) => K.map((value, i) => 0.5 * (value + K[3 * (i % 3) + Math.floor(i / 3)]));

/** -d(J^T x)/dtheta of body k, by central differences. */
function measuredStiffness(joint: Joint, bodies: Bodies, k: number, x: Float64Array): Float64Array {
  const step = 1e-5;
  const K = new Float64Array(9);
  const torque = (at: Bodies) => {
    const { J } = rowsOf(joint, at);
    return [3, 4, 5].map((c) => J.reduce((sum, row, i) => sum + x[i] * row[6 * k + c], 0));
  };
  for (let j = 0; j < 3; j++) {
    const v = new Array<number>(6 * COUNT).fill(0);
    v[6 * k + 3 + j] = 1;
    const [plus, minus] = [torque(moved(bodies, v, step)), torque(moved(bodies, v, -step))];
    for (let i = 0; i < 3; i++) K[3 * i + j] = -(plus[i] - minus[i]) / (2 * step);
  }
  return K;
}

const pointOf = (options: JointOptions): Vec3 =>
  'pointB' in options ? options.pointB : (options as { point: Vec3 }).point;

test('the reaction is what the rows do to b, taken at the point of the joint', () => {
  for (const [name, { options }] of Object.entries(cases)) {
    const made = someBodies();
    const given = options(made);
    const joint = jointOf(made, given);
    const bodies = moved(made, velocities(), 0.3);
    const x = Float64Array.from(joint.rows, () => rng.uniform(-5, 5));
    const padded = Float64Array.of(Number.NaN, ...x); // the joint's rows start at 1
    const { force, torque } = joint.reaction(new Frames(bodies.pose), padded, 1, H);
    const { J } = rowsOf(joint, bodies);
    const total = Array.from({ length: 6 }, (_, c) => J.reduce((sum, row, i) => sum + x[i] * row[6 + c], 0) / H);
    const carried = given.kind !== 'gear' && given.kind !== 'differential';
    const local = carried
      ? unrotate(quatAt(made.pose, 10), subtract(pointOf(given), vec3At(made.pose, 7)))
      : ([0, 0, 0] as Vec3);
    const atPoint = subtract(vec3At(total, 3), cross(rotate(quatAt(bodies.pose, 10), local), force));
    for (let c = 0; c < 3; c++) {
      expect(force[c], name).toBeCloseTo(total[c], 8);
      expect(torque[c], name).toBeCloseTo(atPoint[c], 8);
    }
  }
});

test('the gap is the distance between the two points', () => {
  const bodies = someBodies();
  const joint = jointOf(bodies, { kind: 'spherical', point: [0, 0, 0] });
  const apartBy = moved(bodies, [...scale([1, 0, 0], 1), ...new Array<number>(6 * COUNT - 3).fill(0)], 0.25);
  expect(joint.gap(new Frames(apartBy.pose))).toBeCloseTo(0.25, 14);
});

test('a joint to the world has blocks of one body only', () => {
  const bodies = someBodies();
  const joint = jointOf(
    bodies,
    { kind: 'revolute', point: [0, 0, 1], axis: [0, 0, 1], motor: { speed: 2, maxTorque: 3 } },
    -1,
  );
  const { J, lo, hi, b, kinds } = rowsOf(joint, bodies);
  expect(joint.rows.length).toBe(6);
  for (const row of J) expect([...row.slice(0, 6), ...row.slice(12)].every((value) => value === 0)).toBe(true);
  expect([kinds[5], lo[5], hi[5], b[5]]).toEqual(['motor', -0.03, 0.03, -2]); // h times the torque limit; minus the speed
  const K: number[] = [];
  joint.turnStiffness(new Frames(bodies.pose), new Float64Array(6).fill(1), 0, (k) => K.push(k));
  expect(K).toEqual([1]); // the world has none
});

test('joint friction has bounds of its own and belongs to no contact', () => {
  const bodies = someBodies();
  const joint = jointOf(bodies, { kind: 'revolute', point: [0, 0, 0], axis: [0, 1, 0], frictionTorque: 4 });
  const rows = new RowBuilder();
  rows.clear(bodies.slot, new Float64Array(6 * COUNT));
  joint.write(new Frames(bodies.pose), H, rows);
  const p = rows.build('', new Float64Array(36 * COUNT), H);
  expect([p.kind?.[5], p.lo[5], p.hi[5]]).toEqual(['friction', -0.04, 0.04]);
  expect([p.contacts.length, p.ungiven.length]).toEqual([0, 0]);
});

test('a limit is written open as phi/h and beyond as D phi, as contacts are', () => {
  const bodies = someBodies();
  const joint = jointOf(bodies, {
    kind: 'prismatic',
    point: [0, 0, 0],
    axis: [1, 0, 0],
    limits: { lower: 0.1, upper: 0.3, stiffness: 1e5, damping: 1e3 },
  });
  const { b, lo, hi } = rowsOf(joint, bodies);
  const D = stabilisation({ stiffness: 1e5, damping: 1e3 }, H);
  expect(b[5]).toBeCloseTo(-0.1 * D, 12); // 0.1 m beyond
  expect(b[6]).toBeCloseTo(0.3 / H, 10);
  expect([lo[5], hi[5], lo[6], hi[6]]).toEqual([0, Infinity, 0, Infinity]);
});

test('an angle is counted over full turns once each step is recorded, and its count is all of it in the state', () => {
  const bodies = someBodies();
  const joint = jointOf(bodies, { kind: 'revolute', point: [0, 0, 0], axis: [0, 0, 1], servo: { target: 0 } }, -1);
  const spin = new Array<number>(6 * COUNT).fill(0);
  spin[11] = 1; // body 1 about z
  const x = new Float64Array(joint.rows.length);
  let at = bodies;
  let saved = new Float64Array(0);
  for (let k = 1; k <= 40; k++) {
    const next = moved(at, spin, 0.5);
    joint.record({ before: new Frames(at.pose), after: new Frames(next.pose), x, at: 0, h: H });
    at = next;
    expect(joint.coordinate(new Frames(at.pose))).toBeCloseTo(0.5 * k, 10);
    if (k === 20) saved = joint.state?.slice() as Float64Array<ArrayBuffer>;
  }
  expect(joint.rate(new Frames(at.pose), Float64Array.from(spin))).toBeCloseTo(1, 14);
  joint.state?.set(saved);
  expect(joint.coordinate(new Frames(moved(bodies, spin, 10).pose))).toBeCloseTo(10, 10);
});

test('a joint whose reaction exceeds what it bears is broken: as many rows, between bounds of zero, touching nobody', () => {
  const bodies = someBodies();
  const joint = jointOf(bodies, { kind: 'spherical', point: [0, 0, 0], breakForce: 10 });
  const frames = new Frames(bodies.pose);
  const step = (force: number) =>
    joint.record({ before: frames, after: frames, x: Float64Array.of(0, 0, force * H), at: 0, h: H });
  step(9.99);
  expect(joint.broken).toBe(false);
  step(10.01);
  expect(joint.broken).toBe(true);
  const { J, lo, hi, b } = rowsOf(joint, bodies);
  expect([...lo, ...hi, ...b, ...J.flat()].every((value) => value === 0)).toBe(true);
  expect(b.length).toBe(3);
  joint.state?.fill(0); // a restored snapshot
  expect(joint.broken).toBe(false);
});
