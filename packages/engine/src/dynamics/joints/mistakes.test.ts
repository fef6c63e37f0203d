import { expect, test } from 'vitest';
import { jointOf } from '../../../test/support/joint-steps.ts';
import { ContractError } from '../../checks/errors.ts';
import { createWorld } from '../../simulate.ts';
import type { JointOptions } from './kinds.ts';

function worldOfThree() {
  const world = createWorld();
  const [a, b, c] = ['a', 'b', 'c'].map((name) => world.addBody({ name, mass: 1, inertia: [1, 1, 1] }));
  return { world, a, b, c };
}

type Bodies = ReturnType<typeof worldOfThree>;
const hinge = ({ a, b }: Bodies, more: object) => ({
  kind: 'revolute',
  a,
  b,
  point: [0, 0, 0],
  axis: [0, 0, 1],
  ...more,
});
const slider = (bodies: Bodies, more: object) => ({ ...hinge(bodies, more), kind: 'prismatic' });
const sleeve = (bodies: Bodies, more: object) => ({ ...hinge(bodies, more), kind: 'cylindrical' });
const rod = ({ a, b }: Bodies, more: object) => ({
  kind: 'distance',
  a,
  b,
  pointA: [0, 0, 0],
  pointB: [1, 0, 0],
  ...more,
});
const gear = ({ a, b }: Bodies, more: object) => ({
  kind: 'gear',
  a,
  b,
  axisA: [0, 0, 1],
  axisB: [0, 0, 1],
  ratio: 2,
  ...more,
});
const differential = ({ a, b }: Bodies, more: object) => ({
  kind: 'differential',
  a,
  terms: [a, b].map((body) => ({ body, axis: [0, 0, 1], factor: 1 })),
  ...more,
});

const mistakes: [string, (bodies: Bodies) => object, string][] = [
  [
    'an unknown kind',
    ({ a }) => ({ kind: 'hinge', a }),
    'joint j: kind: expected fixed, spherical, revolute, prismatic, cylindrical, screw, universal, planar, point-on-line, point-on-plane, distance, revolute-spherical, force-law, gear, differential, found "hinge"',
  ],
  [
    'a name of every object',
    ({ a }) => ({ kind: 'toString', a }),
    'joint j: kind: expected fixed, spherical, revolute, prismatic, cylindrical, screw, universal, planar, point-on-line, point-on-plane, distance, revolute-spherical, force-law, gear, differential, found "toString"',
  ],
  [
    'a name in place of a body',
    (w) => hinge(w, { a: 'a' }),
    'joint j: a: expected a body, found "a" (world.body(name) returns the body of that name)',
  ],
  [
    'a body of another world',
    (w) => hinge(w, { a: worldOfThree().a }),
    'joint j: a: expected a body of this world, found "a" of another world',
  ],
  ['a misspelt option', (w) => hinge(w, { limit: {} }), 'joint j: unknown option "limit"; nearest: limits'],
  [
    'a motor where none can be',
    ({ a }) => ({ kind: 'fixed', a, point: [0, 0, 0], motor: {} }),
    'unknown option "motor"',
  ],
  [
    'a point that is none',
    ({ a }) => ({ kind: 'fixed', a, point: [0, 0] }),
    'joint j: point: expected three numbers (m), found an array of 2',
  ],
  ['an axis of zero', (w) => slider(w, { axis: [0, 0, 0] }), 'joint j: axis: expected a direction of three numbers'],
  [
    'a speed that is none',
    (w) => hinge(w, { motor: { speed: Number.NaN } }),
    'joint j: motor.speed: expected a speed in rad/s, found NaN',
  ],
  [
    'a negative torque',
    (w) => hinge(w, { motor: { speed: 1, maxTorque: -1 } }),
    'motor.maxTorque: expected a torque >= 0 in N m, found -1',
  ],
  [
    'a force for a rotation',
    (w) => hinge(w, { motor: { speed: 1, maxForce: 1 } }),
    'motor: unknown option "maxForce"; nearest: maxTorque',
  ],
  [
    'a torque for a slide',
    (w) => slider(w, { motor: { speed: 1, maxTorque: 1 } }),
    'motor: unknown option "maxTorque"',
  ],
  [
    'a motor and a servo',
    (w) => hinge(w, { motor: { speed: 1 }, servo: { target: 1 } }),
    'joint j: expected a motor or a servo, found both on one axis',
  ],
  [
    'a target that is none',
    (w) => slider(w, { servo: { target: '1' } }),
    'joint j: servo.target: expected a target in m, found "1"',
  ],
  [
    'a servo without stiffness',
    (w) => hinge(w, { servo: { target: 1, stiffness: 0 } }),
    'servo.stiffness: expected a stiffness > 0 in N m/rad, found 0',
  ],
  [
    'a servo with damping below zero',
    (w) => slider(w, { servo: { target: 1, damping: -1 } }),
    'servo.damping: expected a damping >= 0 in kg/s, found -1',
  ],
  [
    'limits the wrong way round',
    (w) => hinge(w, { limits: { lower: 1, upper: 0 } }),
    'limits.upper: expected a number in rad, not below the lower one, found 0',
  ],
  [
    'a limit that is none',
    (w) => slider(w, { limits: { lower: Number.NaN } }),
    'limits.lower: expected a number in m, found NaN',
  ],
  [
    'soft limits without stiffness',
    (w) => slider(w, { limits: { lower: 0, stiffness: -1 } }),
    'limits.stiffness: expected a stiffness > 0 in N/m, found -1',
  ],
  [
    'negative friction',
    (w) => hinge(w, { frictionTorque: -1 }),
    'joint j: frictionTorque: expected a torque >= 0 in N m, found -1',
  ],
  [
    'negative friction along a slide',
    (w) => sleeve(w, { slide: { frictionForce: -1 } }),
    'slide.frictionForce: expected a force >= 0 in N, found -1',
  ],
  [
    'a drive of the wrong axis',
    (w) => sleeve(w, { turn: { frictionForce: 1 } }),
    'joint j: turn: unknown option "frictionForce"',
  ],
  [
    'a joint that breaks by itself',
    (w) => hinge(w, { breakForce: 0 }),
    'joint j: breakForce: expected a force > 0 in N, found 0',
  ],
  [
    'a torque that breaks below zero',
    (w) => hinge(w, { breakTorque: -2 }),
    'joint j: breakTorque: expected a torque > 0 in N m, found -2',
  ],
  [
    'a screw without a lead',
    ({ a }) => ({ kind: 'screw', a, point: [0, 0, 0], axis: [0, 0, 1], lead: 0 }),
    'joint j: lead: expected a lead in m per turn that is not 0, found 0',
  ],
  [
    'a rod along its hinge',
    ({ a }) => ({ kind: 'revolute-spherical', a, pointA: [0, 0, 0], pointB: [0, 0, 2], axis: [0, 0, -1] }),
    'joint j: pointB: expected a point off the axis of the hinge, found one on it',
  ],
  [
    'arms of a cross that are not across',
    ({ a }) => ({ kind: 'universal', a, point: [0, 0, 0], axisA: [1, 0, 0], axisB: [1, 1, 0] }),
    'joint j: axisB: expected an axis across axisA',
  ],
  ['a rod without length', (w) => rod(w, { pointB: [0, 0, 0] }), 'joint j: length: expected a length > 0 in m'],
  [
    'a rope and a shortest length',
    (w) => rod(w, { rope: true, minLength: 1 }),
    'expected length, with or without rope, or minLength and maxLength',
  ],
  [
    'a longest below the shortest',
    (w) => rod(w, { minLength: 2, maxLength: 1 }),
    'joint j: maxLength: expected a length not below minLength, found 1 m and 2 m',
  ],
  ['a ratio of zero', (w) => gear(w, { ratio: 0 }), 'joint j: ratio: expected a ratio that is not 0, found 0'],
  ['a gear with the world', (w) => gear(w, { a: undefined }), 'joint j: a: expected a body, found nothing'],
  ['a gear in its own housing', (w) => gear(w, { housing: w.a }), 'joint j: housing: expected a third body, found "a"'],
  [
    'a motion that is none',
    (w) => gear(w, { motionB: 'roll' }),
    'joint j: motionB: expected turn or slide, found "roll"',
  ],
  [
    'a differential of nothing',
    (w) => differential(w, { terms: [] }),
    'joint j: terms: expected two terms or more, found an array of 0',
  ],
  [
    'a factor of zero',
    (w) => differential(w, { terms: [w.a, w.b].map((body) => ({ body, axis: [0, 0, 1], factor: 0 })) }),
    'joint j: terms[0].factor: expected a factor that is not 0, found 0',
  ],
  [
    'a term without a body',
    (w) => differential(w, { terms: [1, 2].map((factor) => ({ axis: [0, 0, 1], factor })) }),
    'joint j: terms[0].body: expected a body, found nothing',
  ],
  [
    'a differential of one body',
    (w) => differential(w, { terms: [1, 2].map((factor) => ({ body: w.a, axis: [0, 0, 1], factor })) }),
    'joint j: terms: expected two or more bodies, found one',
  ],
];

for (const [title, options, sentence] of mistakes)
  test(`${title} is refused with a sentence`, () => {
    const bodies = worldOfThree();
    const act = () => bodies.world.addJoint({ name: 'j', ...options(bodies) } as JointOptions);
    expect(act).toThrow(ContractError);
    expect(act).toThrow(sentence);
    expect(bodies.world.joints.length).toBe(0);
  });

test('what a joint does not have cannot be set, and what it has takes numbers only', () => {
  const bodies = worldOfThree();
  const add = (options: object) => {
    const { name } = bodies.world.addJoint(options as JointOptions);
    return jointOf(bodies.world, name);
  };
  const { a, b } = bodies;
  const plain = add({ ...hinge(bodies, {}), name: 'plain' });
  expect(() => plain.setSpeed(1)).toThrow('joint plain: setSpeed: expected a joint with a motor, found none');
  expect(() => plain.setTarget(1)).toThrow('joint plain: setTarget: expected a joint with a servo, found none');
  expect(() => plain.setSpeed(1, 'slide')).toThrow('expected a joint with an axis to slide, found none');
  const ball = add({ kind: 'spherical', a, b, point: [0, 0, 0], name: 'ball' });
  expect(() => ball.setSpeed(1)).toThrow('joint ball: setSpeed: expected a joint with an axis to drive, found none');
  const mesh = add({ ...gear(bodies, {}), name: 'mesh' });
  expect(() => mesh.setTarget(1)).toThrow('joint mesh: setTarget: expected a joint with a servo, found a gear');
  expect(() => mesh.setSpeed(1)).toThrow('joint mesh: setSpeed: expected a joint with a motor, found a gear');
  const driven = add({ ...hinge(bodies, { motor: { speed: 1 } }), name: 'driven' });
  expect(() => driven.setSpeed(Number.NaN)).toThrow('joint driven: setSpeed: expected a speed in rad/s, found NaN');
});
