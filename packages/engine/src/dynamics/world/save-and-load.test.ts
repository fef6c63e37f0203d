/** Snapshots of worlds in which bodies, joints and drivers come and go.   docs/decisions/056-save-and-load.md */
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../checks/errors.ts';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { createWorld } from '../../simulate.ts';
import type { Driver } from '../forces/driver.ts';
import { springDamper } from '../forces/spring-damper.ts';
import { torsionalSpring } from '../forces/torsional-spring.ts';
import type { IntegratorName } from '../state/step-parts.ts';
import type { Snapshot } from './snapshot.ts';
import type { World } from './world.ts';

const run = (world: World, steps: number) => {
  for (let k = 0; k < steps; k++) world.step();
  return world.hash();
};
const throughText = (snapshot: Snapshot): Snapshot => JSON.parse(JSON.stringify(snapshot));

interface How {
  readonly integrator?: IntegratorName;
  readonly accuracy?: number;
  /** Bodies of the level that the loader leaves out. */
  readonly without?: readonly string[];
}

/** A level: crates that fall asleep, a chain with a motor, springs, a belt, an oscillating plate; drivers with a memory. */
function level({ without = [], ...settings }: How = {}): World {
  const world = createWorld({ sleep: { steps: 5 }, timeStep: 1 / 120, ...settings });
  const add = (options: Parameters<World['addBody']>[0] & { readonly name: string }) =>
    without.includes(options.name) ? undefined : world.addBody(options);
  add({ name: 'ground', motion: 'static', shape: plane(), material: { rollingFriction: 0.01 } });
  add({ name: 'barrel', shape: sphere(0.2), position: [3, 0, 0.2] });
  for (let k = 0; k < 3; k++)
    add({ name: `crate-${k}`, shape: box(0.2, 0.2, 0.2), position: [0, 0, 0.2 + 0.4 * k], velocity: [0.01 * k, 0, 0] });
  add({ name: 'ball', shape: sphere(0.1), position: [-1, 0, 0.1], velocity: [2, 0.1, 0] });
  add({
    name: 'plate',
    shape: box(0.5, 0.5, 0.05),
    position: [0, -5, 0.3],
    motion: { kind: 'oscillation', amplitude: 0.02, direction: [1, 0, 0], frequency: 4, phase: 0.3 },
  });
  add({ name: 'rider', shape: box(0.1, 0.1, 0.1), position: [0, -5, 0.45] });
  const arm = add({ name: 'arm', shape: box(0.3, 0.05, 0.05), position: [0.3, 10, 2] });
  const bob = add({ name: 'bob', shape: sphere(0.1), position: [0.8, 10, 2] });
  if (arm) {
    world.addJoint({
      kind: 'revolute',
      name: 'hinge',
      b: arm,
      point: [0, 10, 2],
      axis: [0, 1, 0],
      motor: { speed: 9, maxTorque: 40 },
    });
    if (bob) world.addJoint({ kind: 'spherical', name: 'wrist', a: arm, b: bob, point: [0.6, 10, 2] });
    world.addDriver(torsionalSpring({ b: arm, axis: [0, 1, 0], stiffness: 0.5 }));
  }
  if (bob) world.addDriver(springDamper({ b: bob, pointA: [0, 12, 2], pointB: [0.8, 10, 2], stiffness: 30 }));
  return world;
}

/** Shoots a bullet that knocks against the crates, and takes away an earlier one. */
function shoot(world: World, k: number): void {
  world.addBody({ name: `bullet-${k}`, shape: sphere(0.05), position: [-1, 0.1 * k, 0.3], velocity: [8, 0, 0] });
  if (k > 1) world.removeBody(world.body(`bullet-${k - 2}`));
}

/** Play that leaves numbers of removed bodies, colliders in another order than bodies, and a weld. */
function play(world: World): void {
  run(world, 5);
  for (let k = 0; k < 4; k++) {
    shoot(world, k);
    run(world, 6);
  }
  world.removeBody(world.body('barrel'));
  world.addBody({ name: 'rock', shape: sphere(0.15), position: [0.6, 0, 0.9] }); // takes the number of the barrel
  run(world, 7);
  world.ignoreContacts(world.body('rock'), world.body('ball'));
  run(world, 3);
}

/** Continues after the snapshot: new bodies take numbers. */
function goOn(world: World): string {
  run(world, 20);
  shoot(world, 4);
  world.removeBody(world.body('crate-1'));
  world.addBody({ name: 'late', shape: box(0.1, 0.1, 0.1), position: [0.1, 0, 1.2] });
  return run(world, 40);
}

const ways: readonly [string, How][] = [
  ['euler', {}],
  ['midpoint', { integrator: 'midpoint' }],
  ['accuracy', { accuracy: 0.01 }],
];

describe.each(ways)('%s: a snapshot goes on to the bits of the world that it was taken from', (_, how) => {
  const original = level(how);
  play(original);
  const snapshot = throughText(original.snapshot());
  const hash = original.hash();
  const later = goOn(original);

  const expectSame = (world: World) => {
    world.restore(snapshot);
    expect(world.hash()).toBe(hash);
    expect(world.snapshot()).toEqual(snapshot);
    expect(goOn(world)).toBe(later);
  };

  test('in that world, after bodies were added and removed, however often', () => {
    expectSame(original);
    expectSame(original);
  });

  test('in that world, after a body came that is gone again', () => {
    original.restore(snapshot);
    original.removeBody(original.addBody({ name: 'ghost', shape: sphere(0.1), position: [50, 0, 5] }));
    expectSame(original);
  });

  test('in that world, after everything was removed', () => {
    for (const body of original.bodies) original.removeBody(body);
    run(original, 3);
    expectSame(original);
  });

  test('in a new world with a history of its own, in which the loader makes the bodies that live', () => {
    const world = level({ ...how, without: ['barrel'] });
    for (const { name } of original.bodies) expect(name).not.toBe('');
    world.addBody({ name: 'bullet-3', shape: sphere(0.05) });
    world.addBody({ name: 'rock', shape: sphere(0.15) });
    world.addBody({ name: 'bullet-2', shape: sphere(0.05) });
    expectSame(world);
  });

  test('in a new world whose loader makes the whole level: what was gone then is removed', () => {
    const world = level(how);
    run(world, 30);
    world.addBody({ name: 'rock', shape: sphere(0.15) });
    for (const k of [2, 3]) world.addBody({ name: `bullet-${k}`, shape: sphere(0.05), position: [9, 9, k] });
    expectSame(world);
    expect(world.bodies.some(({ name }) => name === 'barrel')).toBe(false);
  });
});

test('handles of bodies and joints that come back are of use again, those of what came since are not', () => {
  const world = level();
  run(world, 10);
  const [arm, hinge, wrist] = [world.body('arm'), world.joint('hinge'), world.joint('wrist')];
  const [position, reaction] = [arm.position, hinge.reaction];
  const snapshot = world.snapshot();
  world.removeBody(arm);
  const late = world.addBody({ name: 'late', shape: sphere(0.1), position: [30, 0, 1] });
  const weld = world.addJoint({ kind: 'fixed', b: late, point: [30, 0, 1] });
  expect([arm.removed, hinge.removed, wrist.removed, world.joints.length]).toEqual([true, true, true, 1]);
  world.restore(snapshot);
  expect([arm.removed, hinge.removed, wrist.removed]).toEqual([false, false, false]);
  expect([arm.position, hinge.reaction, world.body('arm'), world.joint('hinge')]).toEqual([
    ...[position, reaction, arm, hinge],
  ]);
  expect(world.joints).toEqual([hinge, wrist]);
  expect(() => late.position).toThrow(new ContractError('body late: was removed from its world'));
  expect(() => weld.gap).toThrow('was removed from its world');
  arm.applyForce([0, 0, 1]);
  hinge.setSpeed(3);
  world.step();
});

test('drivers come and go with a snapshot, with what they remember', () => {
  const world = createWorld();
  const ball = world.addBody({ name: 'ball', shape: sphere(0.1) });
  const counter = (push: number): Driver => {
    const state = new Float64Array(1);
    return {
      state,
      act() {
        state[0]++;
        ball.applyForce([push * state[0], 0, 0]);
      },
    };
  };
  const [first, second] = [counter(1), counter(-3)];
  world.addDriver(first);
  run(world, 5);
  const snapshot = throughText(world.snapshot());
  const expected = run(world, 5);
  world.removeDriver(first);
  world.addDriver(second);
  run(world, 5);
  world.restore(snapshot);
  expect([first.state?.[0], run(world, 5)]).toEqual([5, expected]);
  expect(() => world.removeDriver(second)).toThrow('removeDriver: expected a driver of this world');
  world.removeDriver(first);
});

test('a body of the same name that was made otherwise since does not take the place of the one that comes back', () => {
  const world = createWorld();
  const light = world.addBody({ name: 'boss', shape: sphere(0.1), mass: 1 });
  const snapshot = world.snapshot();
  world.removeBody(light);
  const heavy = world.addBody({ name: 'boss', shape: sphere(0.1), mass: 9 });
  world.restore(snapshot);
  expect([light.removed, light.mass, heavy.removed, world.body('boss') === light]).toEqual([false, 1, true, true]);
});

test('a snapshot brings back the bodies of its own branch of what happened', () => {
  const world = createWorld();
  const start = world.snapshot();
  const add = (friction: number) =>
    world.addBody({ name: 'puck', shape: box(0.1, 0.1, 0.1), position: [0, 0, 0.1], material: { friction } });
  const snapshots = [0.1, 0.9].map((friction) => {
    world.restore(start);
    add(friction);
    return world.snapshot();
  });
  for (const [k, friction] of [0.1, 0.9].entries()) {
    world.restore(snapshots[k]);
    expect(world.body('puck').material.friction).toBe(friction);
  }
});

test('a snapshot from before the first step, and one with a body that was just added, fit under `accuracy`', () => {
  const world = level({ accuracy: 0.01 });
  const start = throughText(world.snapshot());
  const expected = run(world, 10);
  world.addBody({ name: 'late', shape: sphere(0.1), position: [0, 0, 3] });
  const later = throughText(world.snapshot());
  const end = run(world, 10);
  world.restore(later);
  expect(run(world, 10)).toBe(end);
  world.restore(start);
  expect(run(world, 10)).toBe(expected);
});

test('a snapshot after a body was removed from a restored world fits', () => {
  const world = level();
  run(world, 10);
  world.restore(world.snapshot());
  world.removeBody(world.body('ball'));
  const snapshot = throughText(world.snapshot());
  const expected = run(world, 10);
  world.restore(snapshot);
  expect(run(world, 10)).toBe(expected);
});

test('a path goes on for a body that was removed: its function is remembered', () => {
  const world = createWorld();
  const lift = world.addBody({ name: 'lift', motion: 'kinematic', shape: box(1, 1, 0.1) });
  world.addBody({ name: 'load', shape: box(0.1, 0.1, 0.1), position: [0, 0, 0.2] });
  world.prescribe(lift, { kind: 'path', pose: (time) => ({ position: [0, 0, 0.1 * time * time] }) });
  run(world, 20);
  const snapshot = throughText(world.snapshot());
  const expected = run(world, 50);
  world.removeBody(lift);
  world.restore(snapshot);
  expect(run(world, 50)).toBe(expected);
});

test('a broken joint is broken again, and its bodies collide', () => {
  const world = createWorld();
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const [low, high] = [0, 1].map((k) =>
    world.addBody({ name: `box-${k}`, shape: box(0.2, 0.2, 0.2), position: [0, 0, 0.2 + 0.41 * k] }),
  );
  world.addJoint({ kind: 'fixed', name: 'glue', a: low, b: high, point: [0, 0, 0.4], breakForce: 0.1 });
  run(world, 5);
  expect(world.joint('glue').broken).toBe(true);
  const snapshot = throughText(world.snapshot());
  const expected = run(world, 60);
  world.removeJoint('glue');
  run(world, 5);
  world.restore(snapshot);
  expect(world.joint('glue').broken).toBe(true);
  expect(run(world, 60)).toBe(expected);
});

describe('a snapshot that a world does not have the bodies for is refused, and the world is as it was', () => {
  const original = level();
  play(original);
  const snapshot = throughText(original.snapshot());
  const tried: [string, () => World, string][] = [
    [
      'bodies that nobody made',
      () => level(),
      'restore: bodies: expected a world with rock, bullet-3, bullet-2, found none of these names: add them as they were, then restore',
    ],
    [
      'another mass',
      () => {
        const world = level();
        world.addBody({ name: 'rock', shape: sphere(0.16) });
        for (const k of [2, 3]) world.addBody({ name: `bullet-${k}`, shape: sphere(0.05) });
        return world;
      },
      'restore: bodies: expected rock as it was made then, found another mass, inertia or motion',
    ],
    [
      'a driver more',
      () => {
        const world = level();
        world.addBody({ name: 'rock', shape: sphere(0.15) });
        for (const k of [2, 3]) world.addBody({ name: `bullet-${k}`, shape: sphere(0.05) });
        world.addDriver({ act() {} });
        return world;
      },
      'restore: driverStates: expected 3 states, found 2',
    ],
  ];
  test.each(tried)('%s', (_, make, sentence) => {
    const [world, untouched] = [make(), make()];
    for (const one of [world, untouched]) run(one, 12);
    const [before, names, joints] = [untouched.snapshot(), world.bodies, world.joints];
    const [contacts, problem, poses] = [world.contacts, world.problem(), world.poses()];
    const position = world.body('barrel').position;
    expect(() => world.restore(snapshot)).toThrow(new ContractError(sentence));
    expect(world.snapshot()).toEqual(before);
    expect([world.bodies, world.joints, world.poses()]).toEqual([names, joints, poses]);
    expect([world.contacts, world.problem()]).toEqual([contacts, problem]);
    expect(world.body('barrel').position).toEqual(position);
    world.body('crate-2').applyForce([1, 0, 0]);
    untouched.body('crate-2').applyForce([1, 0, 0]);
    expect(run(world, 30)).toBe(run(untouched, 30));
  });
});

test('a snapshot of version 2 fits a world in which nothing came or went', () => {
  const world = level();
  run(world, 10);
  const { history: _, colliders: __, vacant: ___, ignoring: ____, ...fields } = world.snapshot();
  const old = { ...fields, version: 2, model: '482a6eb9' } as unknown as Snapshot; // a hash by version 0.2.0
  const expected = run(world, 30);
  const other = level();
  other.restore(throughText(old));
  expect(run(other, 30)).toBe(expected);
});
