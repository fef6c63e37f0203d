import { describe, expect, test } from 'vitest';
import { committed, STEPS, smaller } from '../../../test/support/scene-hashes.ts';
import { ContractError } from '../../checks/errors.ts';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { scenes } from '../../scenes/catalogue.ts';
import { createWorld } from '../../simulate.ts';
import { torsionalSpring } from '../forces/torsional-spring.ts';
import type { Snapshot } from './snapshot.ts';
import type { World } from './world.ts';

const run = (world: World, steps: number) => {
  for (let k = 0; k < steps; k++) world.step();
  return world.hash();
};
const throughText = (snapshot: Snapshot): Snapshot => JSON.parse(JSON.stringify(snapshot));

/** Contacts of every law, a motor, a servo, a spring that remembers turns, courses, a sleeping box, a conveyor. */
function everything() {
  const world = createWorld({ sleep: { steps: 5 }, timeStep: 1 / 120 });
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material: { rollingFriction: 0.01 } });
  world.addBody({ name: 'sleeper', shape: box(0.2, 0.2, 0.2), position: [5, 0, 0.2] });
  world.addBody({ name: 'ball', shape: sphere(0.1), position: [0, 0, 0.1], velocity: [1, 0, 0] });
  world.addBody({
    name: 'belt',
    motion: 'static',
    shape: box(1, 1, 0.1),
    position: [0, 5, 0.1],
    surfaceVelocity: [0.3, -0, 0],
  });
  world.addBody({ name: 'crate', shape: box(0.1, 0.1, 0.1), position: [0, 5, 0.3] });
  world.addBody({
    name: 'plate',
    motion: { kind: 'oscillation', amplitude: 0.02, direction: [1, -0, 0], frequency: 4, phase: 0.3 },
    shape: box(0.5, 0.5, 0.05),
    position: [0, -5, 0.3],
  });
  world.addBody({ name: 'rider', shape: box(0.1, 0.1, 0.1), position: [0, -5, 0.45] });
  world.addBody({ name: 'turner', motion: { kind: 'uniform', angularVelocity: [0, 0, 1] }, position: [9, 9, 9] });
  const arm = world.addBody({ name: 'arm', shape: box(0.3, 0.05, 0.05), position: [0.3, 10, 2] });
  world.addJoint({
    kind: 'revolute',
    name: 'hinge',
    b: arm,
    point: [0, 10, 2],
    axis: [0, 1, 0],
    motor: { speed: 9, maxTorque: 40 },
  });
  const wheel = world.addBody({ name: 'wheel', shape: sphere(0.2), position: [0, 20, 2], angularVelocity: [0, 30, 0] });
  world.addJoint({ kind: 'revolute', name: 'axle', b: wheel, point: [0, 20, 2], axis: [0, 1, 0] });
  world.addDriver(torsionalSpring({ b: wheel, axis: [0, 1, 0], stiffness: 0.5 }));
  return world;
}

describe('a snapshot as JSON text and as a structured clone goes on to the same bits', () => {
  test.each(scenes.map((scene) => [scene.name, scene] as const))('%s, 100 steps later', (name, scene) => {
    const options = { parameters: smaller[name] ?? {} };
    const world = createWorld(scene, options);
    run(world, STEPS / 2);
    const snapshot = world.snapshot();
    expect(run(world, STEPS / 2)).toBe(committed[name]);
    const expected = run(world, 100 - STEPS / 2);
    for (const copy of [throughText(snapshot), structuredClone(snapshot)]) {
      expect(copy).toEqual(snapshot);
      const other = createWorld(scene, options);
      other.restore(copy);
      expect(run(other, 100)).toBe(expected);
      other.release();
    }
    world.release();
  });

  test.each([0, 1, 7, 40, 90])('everything that has a memory, from step %i', (steps) => {
    const world = everything();
    run(world, steps);
    world.body('ball').applyForce([0, -0, 0]);
    world.joints[0].setSpeed(7);
    const snapshot = throughText(world.snapshot());
    const [hash, contacts, reaction] = [world.hash(), world.contacts, world.joints[0].reaction];
    const expected = run(world, 100);
    const fresh = everything();
    for (const other of [fresh, world]) {
      other.restore(snapshot);
      expect(other.hash()).toBe(hash);
      expect(other.contacts).toEqual(contacts);
      expect(other.joints[0].reaction).toEqual(reaction);
      expect(other.snapshot()).toEqual(snapshot);
      expect(other.problem()).toBeUndefined();
      expect(run(other, 100)).toBe(expected);
    }
    expect(world.body('sleeper').sleeping).toBe(true);
  });

  test('reports of a restored world are those of the uninterrupted one, events and errors included', () => {
    const world = everything();
    run(world, 10);
    const snapshot = throughText(world.snapshot());
    const reports = Array.from({ length: 50 }, () => world.step());
    const other = everything();
    other.restore(snapshot);
    for (const report of reports) expect(other.step()).toEqual(report);
  });
});

test('a snapshot does not change with the world that it was taken from', () => {
  const world = everything();
  run(world, 5);
  const snapshot = world.snapshot();
  const text = JSON.stringify(snapshot);
  run(world, 20);
  expect(JSON.stringify(snapshot)).toBe(text);
});

test('a path is a function: the world that takes the snapshot has to have one', () => {
  const made = (path: boolean) => {
    const world = createWorld();
    const lift = world.addBody({ name: 'lift', motion: 'kinematic', shape: box(1, 1, 0.1) });
    world.addBody({ name: 'load', shape: box(0.1, 0.1, 0.1), position: [0, 0, 0.2] });
    if (path) world.prescribe(lift, { kind: 'path', pose: (time) => ({ position: [0, 0, 0.1 * time * time] }) });
    return world;
  };
  const world = made(true);
  run(world, 20);
  const snapshot = throughText(world.snapshot());
  const expected = run(world, 100);
  const other = made(true);
  other.restore(snapshot);
  expect(run(other, 100)).toBe(expected);
  expect(() => made(false).restore(snapshot)).toThrow(
    'restore: courses[0]: expected a body that has a path in this world too (its function is not in the snapshot), found one without',
  );
});

describe('a snapshot that does not fit is refused with a sentence, and the world is as it was', () => {
  const world = everything();
  run(world, 30);
  const good = throughText(world.snapshot());
  const changed = (change: (copy: Record<string, unknown>) => void): unknown => {
    const copy = structuredClone(good) as unknown as Record<string, unknown>;
    change(copy);
    return copy;
  };
  const set = (key: string, value: unknown) => changed((copy) => Object.assign(copy, { [key]: value }));
  const inner = (key: string, name: string, value: unknown) =>
    changed((copy) => Object.assign(copy[key] as object, { [name]: value }));
  const shorter = (text: string) => text.slice(0, -32);

  const cases: [string, unknown, string][] = [
    ['nothing', undefined, 'restore: expected a snapshot of a world, found nothing'],
    ['a number', 5, 'restore: expected a snapshot of a world, found 5'],
    ['an array', [], 'restore: expected a snapshot of a world, found an array of 0'],
    ['an empty object', {}, 'restore: format: expected "signorini-snapshot", found nothing'],
    ['text', JSON.stringify(good), 'restore: expected a snapshot of a world, found "{'],
    ['another format', set('format', 'x'), 'restore: format: expected "signorini-snapshot", found "x"'],
    ['a later version', set('version', 4), 'restore: version: expected 3, found 4'],
    ['another time step', set('timeStep', 0.1), `restore: timeStep: expected ${1 / 120}, found 0.1`],
    ['fewer bodies', set('bodies', good.bodies.slice(1)), 'restore: colliders: expected 8 integers, found 9'],
    ['no bodies', set('bodies', []), 'restore: bodies: expected some of this world, found a snapshot of another'],
    ['another name', set('bodies', good.bodies.with(2, 'bell')), 'bodies: expected a world with bell, found none of'],
    ['a name twice', set('bodies', good.bodies.with(2, 'arm')), 'bodies[8]: expected a name of its own, found "arm" a'],
    ['a number as a name', set('bodies', good.bodies.with(2, 5 as never)), 'restore: bodies[2]: expected a name, fo'],
    ['another joint', set('joints', ['hinge', 'axis']), 'restore: joints: expected a world with axis, found none of'],
    ['a joint less', set('joints', ['hinge']), 'restore: model: expected 11 integers, found 12'],
    ['other colliders', set('colliders', ints(good.colliders, 1)), 'restore: colliders: expected the numbers of bodi'],
    ['numbers of none', set('vacant', 'AA=='), 'restore: vacant: expected integers in base64, found "'],
    ['a pair of one body', set('ignoring', [0]), 'restore: ignoring[0]: expected a key of two bodies, found 0'],
    ['a pair of none', set('touching', [99]), 'restore: touching[0]: expected a key of two bodies, found 99'],
    ['pairs with a hole', set('touching', sparse()), 'restore: touching[0]: expected integers that ascend, found noth'],
    ['no model', set('model', '00000000'), 'restore: model: expected integers in base64, found "00000000"'],
    ['another body', set('model', ints(good.model, 5)), 'restore: bodies: expected ground as it was made then, found'],
    [
      'a joint of other rows',
      set('model', lastOther(good.model)),
      'restore: joints: expected axle as it was made then',
    ],
    ['half a step', set('steps', 0.5), 'restore: steps: expected an integer, found 0.5'],
    ['a negative time', set('steps', -1), 'restore: steps: expected an integer >= 0, found -1'],
    ['poses cut off', set('pose', packed(new Float64Array(67))), 'restore: pose: expected 70 doubles, found 67'],
    ['poses of NaN', set('pose', nan(70)), 'restore: pose: expected finite numbers, found some that are not'],
    ['poses of zero', set('pose', packed(new Float64Array(70))), 'restore: pose: expected unit quaternions'],
    ['velocities as a list', set('velocity', [1, 2]), 'restore: velocity: expected doubles in base64, found an array'],
    ['letters that are none', set('velocity', '????'), 'restore: velocity: expected doubles in base64, found "????"'],
    ['sleep cut off', set('sleep', ''), 'restore: sleep: expected 30 integers, found 0'],
    ['touched as a number', set('touched', 1), 'restore: touched: expected true or false, found 1'],
    ['no courses', set('courses', undefined), 'restore: courses: expected an array, found nothing'],
    ['a course of a box', inner('courses', '0', { ...good.courses[0], body: 1 }), 'courses[0].body: expected a kin'],
    ['an unknown course', inner('courses', '0', { ...good.courses[0], kind: 'spiral' }), 'found "spiral"'],
    ['a course of NaN', inner('courses', '0', { ...good.courses[0], numbers: nan(6) }), 'expected finite numbers'],
    ['one driver less', set('driverStates', []), 'restore: driverStates: expected 1 states, found 0'],
    ['a driver without', set('driverStates', [null]), 'driverStates[0]: expected doubles in base64, found null'],
    ['a joint memory too long', inner('jointStates', '0', nan(50)), 'restore: jointStates[0]: expected '],
    ['joint impulses', set('jointImpulse', nan(0) + packed(new Float64Array(3))), 'restore: jointImpulse: expected '],
    ['pairs that descend', set('touching', [5, 4]), 'restore: touching[1]: expected integers that ascend, found 4'],
    ['contacts missing', set('contacts', null), 'restore: contacts: expected an object, found null'],
    ['a gap too few', inner('contacts', 'gap', shorter(good.contacts.gap)), 'restore: contacts.gap: expected '],
    [
      'colliders out of range',
      inner('contacts', 'b', ints(good.contacts.b, 99)),
      'restore: contacts.a[0]: expected two',
    ],
    ['memory cut off', inner('contacts', 'memory', shorter(good.contacts.memory)), 'restore: contacts.memory: exp'],
    ['rows of another law', inner('contacts', 'first', ints(good.contacts.first, 0)), 'restore: contacts.first'],
    ['impulses cut off', inner('contacts', 'impulse', shorter(good.contacts.impulse)), 'restore: contacts.impulse'],
    ['states missing', inner('contacts', 'states', undefined), 'restore: contacts.states: expected bytes in base64'],
    ['pairs of others', inner('pairs', 'a', ints(good.pairs.a, 1)), 'restore: pairs.start['],
    ['pairs missing', set('pairs', { a: '', b: '', start: '', end: '', hint: '' }), 'restore: pairs.end: expected'],
  ];

  test.each(cases)('%s', (_, snapshot, sentence) => {
    const [hash, before, contacts] = [world.hash(), world.snapshot(), world.contacts];
    expect(() => world.restore(snapshot as Snapshot)).toThrow(ContractError);
    expect(() => world.restore(snapshot as Snapshot)).toThrow(sentence);
    expect(world.hash()).toBe(hash);
    expect(world.snapshot()).toEqual(before);
    expect(world.contacts).toEqual(contacts);
  });

  test('every field is asked for', () => {
    const without = (object: object, key: string) =>
      Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
    for (const key of Object.keys(good)) expect(() => world.restore(without(good, key) as never), key).toThrow(key);
    for (const key of ['contacts', 'pairs'] as const)
      for (const name of Object.keys(good[key]))
        expect(() => world.restore({ ...good, [key]: without(good[key], name) } as never), name).toThrow('restore: ');
    expect(world.snapshot()).toEqual(good);
  });
});

/** A list with a hole. */
function sparse(): number[] {
  const list: number[] = [];
  list[1] = 5;
  return list;
}
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const packed = (values: Float64Array | Int32Array) => base64(new Uint8Array(values.buffer));
const nan = (count: number) => packed(new Float64Array(count).fill(Number.NaN));
/** The last of some integers is another one. */
function lastOther(text: string): string {
  return base64(Uint8Array.from(atob(text), (byte, k) => byte.charCodeAt(0) ^ (k === atob(text).length - 4 ? 1 : 0)));
}
function ints(text: string, value: number): string {
  return packed(new Int32Array(atob(text).length / 4).fill(value));
}
