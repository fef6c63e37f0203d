/** A step, a look at one and a call that fail leave everything as it was.   docs/decisions/056-save-and-load.md */
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../checks/errors.ts';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { createWorld, type WorldOptions } from '../../simulate.ts';
import type { World } from './world.ts';

function setUp(options: WorldOptions = {}) {
  const world = createWorld({ sleep: true, ...options });
  const ground = world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const lift = world.addBody({ name: 'lift', motion: 'kinematic', shape: box(1, 1, 0.1), position: [4, 0, 1] });
  const crate = world.addBody({ name: 'crate', shape: box(0.2, 0.2, 0.2), position: [0, 0, 0.2] });
  const ball = world.addBody({ name: 'ball', shape: sphere(0.1), mass: 0.01, position: [0, 0, 0.5] });
  const axle = world.addJoint({
    kind: 'revolute',
    name: 'axle',
    b: world.addBody({ name: 'wheel', shape: sphere(0.1), position: [9, 0, 3] }),
    point: [9, 0, 3],
    axis: [0, 1, 0],
    motor: { speed: 1, maxTorque: 3 },
  });
  for (let k = 0; k < 5; k++) world.step();
  return { world, ground, lift, crate, ball, axle };
}
const run = (world: World) => {
  for (let k = 0; k < 30; k++) world.step();
  return world.hash();
};

const WAYS: [string, WorldOptions][] = [
  ['a step', {}],
  ['a step in sub-steps', { accuracy: 0.01 }],
  ['a step with a second look', { budget: 'full' }],
];
describe.each(WAYS)('%s in which a driver throws', (_, options) => {
  const acts: [string, (one: ReturnType<typeof setUp>) => void][] = [
    ['position', ({ ball }) => Object.assign(ball, { position: [0.2, 0.1, 0.9] })],
    ['orientation', ({ crate }) => Object.assign(crate, { orientation: { axis: [0, 0, 1], angle: 1 } })],
    ['velocity', ({ ball }) => Object.assign(ball, { velocity: [1, 2, 3], angularVelocity: [1, 2, 3] })],
    ['surfaceVelocity', ({ ground }) => Object.assign(ground, { surfaceVelocity: [1, 0, 0] })],
    ['surfaceAngularVelocity', ({ ground }) => Object.assign(ground, { surfaceAngularVelocity: [0, 0, 1] })],
    ['prescribe', ({ world, lift }) => world.prescribe(lift, { kind: 'uniform', velocity: [0, 0, 1] })],
    ['ignoreContacts', ({ world, ground, crate }) => world.ignoreContacts(ground, crate)],
    ['forces', ({ ball }) => ball.applyForce([5, 0, 0])],
    ['an impulse', ({ ball }) => ball.applyImpulse([5, 0, 0])],
    ['the speed of a motor', ({ axle }) => axle.setSpeed(7)],
  ];
  test.each(acts)('takes back %s', (__, act) => {
    const [one, untouched] = [setUp(options), setUp(options)];
    const before = one.world.snapshot();
    const driver = {
      act() {
        act(one);
        throw new Error('no');
      },
    };
    one.world.addDriver(driver);
    expect(() => one.world.step()).toThrow('no');
    expect(() => one.world.checkStep()).toThrow('no');
    one.world.removeDriver(driver);
    expect({ ...one.world.snapshot(), history: 0 }).toEqual({ ...before, history: 0 });
    expect(run(one.world)).toBe(run(untouched.world));
  });
});

test('a look at the next step changes nothing, whatever drivers set in it', () => {
  const { world, ground, crate, ball, lift } = setUp();
  world.addDriver({
    act() {
      ball.position = [3, 3, 3];
      ground.surfaceVelocity = [1, 0, 0];
      world.ignoreContacts(ground, crate);
      world.prescribe(lift, { kind: 'uniform', velocity: [0, 0, 1] });
    },
  });
  const [snapshot, contacts] = [world.snapshot(), JSON.stringify(world.contacts)];
  world.checkStep();
  expect(world.snapshot()).toEqual(snapshot);
  expect(JSON.stringify(world.contacts)).toBe(contacts);
});

describe('nothing may come or go, and no other step be taken, in a step or in a look at one', () => {
  const calls: [string, (one: ReturnType<typeof setUp>) => void][] = [
    ['addBody', ({ world }) => world.addBody({ shape: sphere(1) })],
    ['removeBody', ({ world, ball }) => world.removeBody(ball)],
    ['addJoint', ({ world, ball }) => world.addJoint({ kind: 'spherical', b: ball, point: [0, 0, 0] })],
    ['removeJoint', ({ world, axle }) => world.removeJoint(axle)],
    ['addDriver', ({ world }) => world.addDriver({ act() {} })],
    ['removeDriver', ({ world }) => world.removeDriver({ act() {} })],
    ['restore', ({ world }) => world.restore(world.snapshot())],
    ['step', ({ world }) => world.step()],
    ['checkStep', ({ world }) => world.checkStep()],
    ['release', ({ world }) => world.release()],
  ];
  test.each(calls)('%s', (name, call) => {
    const one = setUp();
    const before = one.world.hash();
    const driver = { act: () => call(one) };
    one.world.addDriver(driver);
    for (const step of [() => one.world.step(), () => one.world.checkStep()])
      expect(step).toThrow(new ContractError(`${name}: expected a call between steps, found one during a step`));
    one.world.removeDriver(driver);
    expect(one.world.hash()).toBe(before);
    one.world.step();
  });
});

test('a look at the next step needs a world in use, and options', () => {
  const { world } = setUp();
  expect(() => world.checkStep(null as never)).toThrow(new ContractError('checkStep: expected an object, found null'));
  expect(() => world.checkStep({ model: 1 } as never)).toThrow(ContractError);
  expect(() => world.checkStep({ modell: true } as never)).toThrow(ContractError);
  world.checkStep({ model: true });
  world.release();
  const sentence = 'expected a world that is in use, found one that was released';
  expect(() => world.checkStep()).toThrow(new ContractError(`checkStep: ${sentence}`));
  expect(() => world.step()).toThrow(new ContractError(`step: ${sentence}`));
});

describe('forces and impulses are added whole or not at all, and are finite', () => {
  const finite = 'expected forces on one body whose sum is finite, found one that is too large';
  const pushes: [string, (body: ReturnType<typeof setUp>['ball']) => void, string][] = [
    ['a second force', (ball) => ball.applyForce([1.7e308, 0, 0]), `applyForce: ${finite}`],
    ['a force far out', (ball) => ball.applyForce([1, 1e300, 0], [1e300, 0, 0]), `applyForce: ${finite}`],
    ['a second torque', (ball) => ball.applyTorque([0, 0, -1.7e308]), `applyTorque: ${finite}`],
    ['an impulse', (ball) => ball.applyImpulse([1.7e308, 0, 0]), 'applyImpulse: expected an impulse after which'],
    ['one far out', (ball) => ball.applyImpulse([1, 1e300, 0], [1e300, 0, 0]), 'applyImpulse: expected an impulse'],
    ['one with a wrong point', (ball) => ball.applyImpulse([1, 0, 0], [Number.NaN, 0, 0]), 'applyImpulse: point'],
    ['an angular one', (ball) => ball.applyAngularImpulse([1e308, 0, 0]), 'applyAngularImpulse: expected an impulse'],
  ];
  test.each(pushes)('%s', (name, push, sentence) => {
    const { world, ball } = setUp();
    const before = world.snapshot();
    if (name === 'a second force') ball.applyForce([1.7e308, 0, 0]);
    if (name === 'a second torque') ball.applyTorque([0, 0, -1.7e308]);
    const given = world.hash();
    expect(() => push(ball)).toThrow(ContractError);
    expect(() => push(ball)).toThrow(`body ball: ${sentence}`);
    expect(world.hash()).toBe(given);
    world.restore(before);
    world.step();
    expect([...ball.velocity, ...ball.angularVelocity].every(Number.isFinite)).toBe(true);
  });
});

test('a force that no step can follow can be taken back', () => {
  const { world, ball } = setUp();
  ball.applyForce([1.7e308, 0, 0]);
  expect(() => world.step()).toThrow('finite');
  ball.applyForce([-1.7e308, 0, 0]);
  world.step();
});
