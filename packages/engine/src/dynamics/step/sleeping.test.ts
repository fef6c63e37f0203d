import { expect, test } from 'vitest';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { findScene } from '../../scenes/catalogue.ts';
import { createWorld } from '../../simulate.ts';
import { springDamper } from '../forces/spring-damper.ts';
import type { WorldSettings } from '../world/settings.ts';
import type { World } from '../world/world.ts';

const wall = (sleep: WorldSettings['sleep'] = true) => createWorld(findScene('brick-wall'), { sleep });

/** Steps, and sees to it that the books close. The last report. */
function run(world: World, steps: number) {
  let report = world.step();
  for (let k = 1; ; k++) {
    expect(Math.abs(report.ledger.imbalance), `step ${k}`).toBeLessThanOrEqual(report.ledger.limit);
    if (k === steps) return report;
    report = world.step();
  }
}

const hashesOf = (world: World, steps: number): string[] =>
  Array.from({ length: steps }, () => {
    world.step();
    return world.hash();
  });

const posesOf = (world: World) =>
  world.bodies.map(({ position, orientation, velocity }) => [...position, ...orientation, ...velocity]);

/** A box on the ground, run until it sleeps. */
function sleeper(settings: WorldSettings = {}) {
  const world = createWorld({ sleep: { steps: 10 }, ...settings });
  const ground = world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const crate = world.addBody({ name: 'crate', shape: box(0.2, 0.2, 0.2), position: [0, 0, 0.2] });
  expect(run(world, 30).sleeping).toBe(1);
  expect(crate.sleeping).toBe(true);
  return { world, ground, crate };
}

test('the brick wall falls asleep, and in a thousand steps does not move a bit', () => {
  const world = wall();
  let [first, lost] = [0, 0];
  for (let k = 1; first === 0 && k < 200; k++) {
    const { sleeping, ledger } = run(world, 1);
    lost += ledger.entries.sleep;
    if (sleeping > 0) first = k;
  }
  expect(first).toBeGreaterThan(30);
  expect(first).toBeLessThan(60);
  expect(lost).toBeLessThan(0);
  expect(lost).toBeGreaterThan(-30 * 8 * 5e-5); // 30 bricks of 8 kg, each below s^2/2 = 5e-5 J/kg
  const poses = posesOf(world);
  const before = world.contacts.map(({ normalForce }) => normalForce);
  const report = run(world, 1000);
  expect(posesOf(world)).toEqual(poses);
  expect(report).toMatchObject({ sleeping: 30, solves: 0, rows: 0, status: 'empty', islands: 1, contactCount: 188 });
  expect([report.began, report.ended, world.problems()]).toEqual([[], [], []]);
  expect(world.contacts.length).toBe(188); // still listed, with their forces
  expect(world.contacts[0].normalForce).toBeCloseTo(before[0], 9);
});

test('a wall that slept stands as high as one that did not, within what the threshold may leave', () => {
  const [sleeps, wakes] = [wall(), wall(false)];
  run(sleeps, 300);
  run(wakes, 300);
  const apart = posesOf(sleeps).flatMap((pose, k) =>
    pose.slice(0, 3).map((c, j) => Math.abs(c - posesOf(wakes)[k][j])),
  );
  expect(Math.max(...apart)).toBeLessThan(1e-5); // m; 5.7e-6 measured, bricks of 0.2 m
  expect(Math.max(...apart)).toBeGreaterThan(0);
});

test('a ball thrown at a sleeping wall wakes it, from the forces that it fell asleep with', () => {
  const world = wall();
  run(world, 100);
  const brick = world.body('brick-1');
  const memory = brick.position;
  world.addBody({ name: 'ball', shape: sphere(0.1), mass: 5, position: [0, 3, 2.2], velocity: [0, -12, 1] });
  let woke = 0;
  for (let k = 1; woke === 0 && k < 60; k++) {
    expect(brick.position).toEqual(memory);
    const report = run(world, 1);
    if (report.sleeping > 0) continue;
    woke = k;
    expect(report.rows).toBeGreaterThan(500);
    // warm starts and anchors are there: the bricks at the bottom do not start to settle again
    expect(Math.abs(brick.velocity[2])).toBeLessThan(1e-4);
  }
  expect(woke).toBeGreaterThan(5);
  run(world, 60);
  const moved = world.bodies.filter(({ position, name }) => name !== 'ball' && Math.abs(position[1]) > 0.05);
  expect(moved.length).toBeGreaterThan(0);
});

test('with the same bits twice, and from snapshots taken awake, asleep and after a push', () => {
  const push = (world: World) => {
    world.body('brick-30').velocity = [0, 0.5, 0];
  };
  const first = wall();
  const second = wall();
  const hashes = hashesOf(first, 40);
  const awake = first.snapshot();
  hashes.push(...hashesOf(first, 40));
  const asleep = first.snapshot();
  push(first);
  const pushed = first.snapshot();
  const after = hashesOf(first, 40);
  hashesOf(second, 80);
  push(second);
  expect(hashesOf(second, 40)).toEqual(after);
  second.restore(awake);
  expect(hashesOf(second, 40)).toEqual(hashes.slice(40));
  second.restore(asleep);
  expect(second.body('brick-1').sleeping).toBe(true);
  push(second);
  expect(hashesOf(second, 40)).toEqual(after);
  second.restore(pushed);
  expect(hashesOf(second, 40)).toEqual(after);
});

test('without the option nothing changes: the same bits as before anything sleeps, and none fall asleep', () => {
  const off = createWorld(findScene('brick-wall'), { sleep: false });
  const on = wall();
  for (let k = 0; k < 30; k++) {
    off.step();
    on.step();
  }
  expect(posesOf(on)).toEqual(posesOf(off));
  for (let k = 0; k < 100; k++) expect(off.step().sleeping).toBe(0);
});

test('what wakes a body: its velocity or pose set, a force, a call, a joint, a neighbour that is gone', () => {
  const acts: Record<string, (s: ReturnType<typeof sleeper>) => void> = {
    wake: ({ crate }) => crate.wake(),
    velocity: ({ crate }) => {
      crate.velocity = [0, 0, 0.1];
    },
    position: ({ crate }) => {
      crate.position = [0, 0, 0.3];
    },
    force: ({ crate }) => crate.applyForce([0, 0, 1]),
    belt: ({ ground }) => {
      ground.surfaceVelocity = [1, 0, 0];
    },
    joint: ({ world, crate }) => world.addJoint({ kind: 'spherical', b: crate, point: [0, 0, 0] }),
    removed: ({ world, ground }) => world.removeBody(ground),
    'a wall beside it': ({ world }) =>
      world.addBody({ motion: 'static', shape: box(0.1, 1, 1), position: [0.299, 0, 0] }),
    'a lift below it': ({ world }) =>
      world.addBody({
        motion: { kind: 'uniform', velocity: [0, 0, 0.1] },
        shape: box(0.05, 0.05, 0.05),
        position: [0, 0, -0.051],
      }),
  };
  for (const [name, act] of Object.entries(acts)) {
    const s = sleeper();
    act(s);
    expect(run(s.world, 1).sleeping, name).toBe(0);
    expect(s.crate.sleeping, name).toBe(false);
  }
  const { world, crate } = sleeper();
  crate.applyForce([0, 0, 0]);
  world.addBody({ motion: 'static', shape: box(0.1, 1, 1), position: [5, 0, 0] });
  expect(run(world, 1).sleeping).toBe(1);
});

test('an island sleeps as a whole, and only where all of it is still; others sleep beside it', () => {
  const world = createWorld({ sleep: { steps: 10 } });
  world.addBody({ motion: 'static', shape: plane() });
  const cube = (x: number, z: number) => world.addBody({ shape: box(0.1, 0.1, 0.1), position: [x, 0, z] });
  const [alone, below, above] = [cube(2, 0.1), cube(0, 0.1), cube(0, 0.3)];
  const top = world.addBody({ shape: sphere(0.05), position: [-0.05, 0, 0.45], velocity: [0.05, 0, 0] });
  expect(run(world, 40).sleeping).toBe(1);
  expect([alone, below, above, top].map(({ sleeping }) => sleeping)).toEqual([true, false, false, false]);
  top.velocity = [0, 0, 0];
  top.angularVelocity = [0, 0, 0];
  expect(run(world, 40).sleeping).toBe(4);
});

test('a body on a slow lift, under a spring or in free fall stays awake', () => {
  const world = createWorld({ sleep: { steps: 5 } });
  const lift = world.addBody({ motion: 'kinematic', shape: box(1, 1, 0.1), velocity: [0, 0, 1e-3] });
  const load = world.addBody({ shape: box(0.1, 0.1, 0.1), position: [0, 0, 0.2] });
  const hangs = world.addBody({ shape: sphere(0.1), mass: 1, position: [5, 0, 0] });
  world.addDriver(springDamper({ b: hangs, pointA: [5, 0, 1], pointB: [5, 0, 0], stiffness: 1e3, length: 0.99019 }));
  expect(run(world, 120).sleeping).toBe(0);
  expect(load.position[2] - lift.position[2]).toBeCloseTo(0.2, 6);
  lift.velocity = [0, 0, 0];
  expect(run(world, 20).sleeping).toBe(1);
  expect([load.sleeping, hangs.sleeping]).toEqual([true, false]);
});

test('joints sleep with their impulses, under every integrator, and a motor that is set wakes them', () => {
  for (const integrator of ['euler', 'midpoint', 'semi-implicit'] as const) {
    const world = createWorld({ integrator, sleep: { steps: 10 } });
    const arm = world.addBody({ name: 'arm', shape: box(0.5, 0.05, 0.05), mass: 2, position: [0.5, 0, 0] });
    const joint = world.addJoint({
      kind: 'revolute',
      name: 'hinge',
      b: arm,
      point: [0, 0, 0],
      axis: [0, 1, 0],
      motor: { speed: 0, maxTorque: 100 },
    });
    expect(run(world, 60).sleeping, integrator).toBe(1);
    const pose = posesOf(world);
    expect(run(world, 100)).toMatchObject({ sleeping: 1, implicitIslands: 0, solves: 0 });
    expect(posesOf(world)).toEqual(pose);
    expect(joint.reaction.force[2]).toBeCloseTo(2 * 9.81, 4);
    joint.setSpeed(0); // nothing new
    expect(run(world, 1).sleeping).toBe(1);
    joint.setSpeed(1);
    expect(run(world, 30).sleeping).toBe(0);
    expect(joint.rate()).toBeCloseTo(1, 2);
  }
});

test('a step that fails leaves sleepers asleep', () => {
  const { world, crate } = sleeper();
  const ball = world.addBody({ shape: sphere(0.1), position: [0, 0, 0.55], velocity: [0, 0, -10] });
  ball.velocity = [Number.MAX_VALUE, 0, 0]; // its energy is infinite
  const hash = world.hash();
  expect(() => world.step()).toThrow('finite');
  expect(world.hash()).toBe(hash);
  expect(crate.sleeping).toBe(true);
});

test('mistakes get a sentence', () => {
  expect(() => createWorld({ sleep: { speed: 0 } })).toThrow(
    'world: sleep.speed: expected a speed > 0 in m/s, found 0',
  );
  expect(() => createWorld({ sleep: { steps: 1 } })).toThrow('world: sleep.steps: expected an integer >= 2, found 1');
});
