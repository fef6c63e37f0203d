import { expect, test } from 'vitest';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { PI } from '../../linalg/elementary.ts';
import { createWorld } from '../../simulate.ts';
import { springDamper } from '../forces/spring-damper.ts';
import type { World } from '../world/world.ts';

const run = (world: World, steps: number) => {
  for (let k = 0; k < steps; k++) world.step();
};
const wheelOnAxle = () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const wheel = world.addBody({ name: 'wheel', mass: 1, inertia: [0.2, 0.2, 0.2] });
  const axle = world.addJoint({
    kind: 'revolute',
    name: 'axle',
    b: wheel,
    point: [0, 0, 0],
    axis: [0, 0, 1],
    motor: { speed: 5, maxTorque: 2 },
  });
  return { world, wheel, axle };
};

test('a view shows angle, rate and reaction of its joint, and sets the speed of its motor', () => {
  const { world, axle } = wheelOnAxle();
  expect(axle.reaction).toEqual({ force: [0, 0, 0], torque: [0, 0, 0] });
  run(world, 12);
  expect(axle.rate()).toBeCloseTo((2 / 0.2) * 0.2, 9);
  expect(axle.reaction.torque[2]).toBeCloseTo(2, 9);
  run(world, 588);
  expect(axle.rate()).toBeCloseTo(5, 6);
  expect(axle.coordinate()).toBeGreaterThan(14 * PI); // turns are counted
  axle.setSpeed(-1);
  run(world, 60);
  expect(axle.rate()).toBeCloseTo(-1, 6);
  expect(axle.coordinate('slide')).toBeUndefined();
});

test('the torque of a motor that lifts m at the arm r is m g r cos(angle), and the bearing bears the weight alone', () => {
  const [m, r, g] = [3, 0.5, 9.81];
  const world = createWorld({ timeStep: 1e-3 });
  const load = world.addBody({ mass: m, inertia: [1e-3, 1e-3, 1e-3], position: [r, 0, 0] });
  const hoist = world.addJoint({
    kind: 'revolute',
    b: load,
    point: [0, 0, 0],
    axis: [0, -1, 0], // from x up to z
    motor: { speed: 0 },
    limits: { lower: -0.1 },
  });
  expect([hoist.motorForce(), hoist.limitForce(), hoist.frictionForce()]).toEqual([0, 0, undefined]);
  run(world, 100);
  expect(hoist.motorForce()).toBeCloseTo(m * g * r, 6);
  expect(hoist.limitForce()).toBeCloseTo(0, 9);
  expect(hoist.bearing.force[2]).toBeCloseTo(m * g, 6);
  expect(hoist.bearing.torque[1]).toBeCloseTo(0, 9);
  expect(hoist.reaction.torque[1]).toBeCloseTo(-m * g * r, 6);
  hoist.setSpeed(0.2); // slow: no acceleration once the speed is reached
  run(world, 2000);
  expect(Math.abs(hoist.motorForce()! / (m * g * r * Math.cos(hoist.coordinate()!)) - 1)).toBeLessThan(1e-3);
  expect(world.addJoint({ kind: 'spherical', b: load, point: [0, 0, 1] }).motorForce()).toBeUndefined();
});

test('limit, friction and motor of each axis of a sleeve are reported apart, with the signs of what they do to b', () => {
  const [m, g] = [2, 9.81];
  const world = createWorld();
  const sleeve = world.addBody({ mass: m, inertia: [0.1, 0.1, 0.1] });
  const post = world.addJoint({
    kind: 'cylindrical',
    b: sleeve,
    point: [0, 0, 0],
    axis: [0, 0, 1],
    slide: { limits: { lower: 0 } },
    turn: { motor: { speed: 1, maxTorque: 0.3 }, frictionTorque: 0.1 },
  });
  run(world, 5);
  expect(post.limitForce('slide')).toBeCloseTo(m * g, 6); // the lower limit carries the weight
  expect([post.motorForce('slide'), post.limitForce()]).toEqual([undefined, undefined]);
  expect(post.motorForce()).toBeCloseTo(0.3, 9);
  expect(post.frictionForce()).toBeCloseTo(-0.1, 9);
  expect(post.bearing.force[2]).toBeCloseTo(0, 9);
});

test('turns and speeds that were set come back with a snapshot, and hashes see them', () => {
  const { world, axle } = wheelOnAxle();
  run(world, 300);
  const snapshot = world.snapshot();
  const [angle, before] = [axle.coordinate(), world.hash()];
  axle.setSpeed(3);
  expect(world.hash()).not.toBe(before);
  run(world, 300);
  world.restore(snapshot);
  expect(axle.coordinate()).toBe(angle);
  expect(world.hash()).toBe(before);
  run(world, 100);
  const end = world.hash();
  const other = wheelOnAxle().world;
  other.restore(snapshot);
  run(other, 100);
  expect(other.hash()).toBe(end);
});

test('a broken joint is named once in the report, its bodies collide again, and a snapshot mends it', () => {
  const world = createWorld();
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const shelf = world.addBody({ name: 'shelf', motion: 'static', shape: box(0.5, 0.5, 0.1), position: [0, 0, 1] });
  const crate = world.addBody({ name: 'crate', shape: sphere(0.2), mass: 1, position: [0, 0, 1.35] });
  const glue = world.addJoint({ kind: 'fixed', name: 'glue', a: shelf, b: crate, point: [0, 0, 1.1], breakForce: 20 });
  run(world, 10);
  const snapshot = world.snapshot();
  crate.applyForce([0, 0, -15]);
  expect(world.step().broken).toEqual(['glue']);
  expect(glue.broken).toBe(true);
  for (let k = 0; k < 60; k++) expect(world.step().broken).toEqual([]);
  expect(world.contacts.length).toBe(1); // it fell 5 cm and lies on the shelf
  expect(crate.position[2]).toBeCloseTo(1.3, 3);
  world.restore(snapshot);
  expect(glue.broken).toBe(false);
  run(world, 60);
  expect([crate.position[2].toFixed(6), world.contacts.length]).toEqual(['1.350000', 0]);
});

test('a differential needs no a and b, and energy counts what springs store', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const bodies = [0, 1, 2].map((x) => world.addBody({ mass: 1, inertia: [1, 1, 1], position: [x, 0, 0] }));
  const axis = [1, 0, 0] as const;
  const terms = bodies.map((body, k) => ({ body, axis, factor: [1, 1, -2][k] }));
  world.addJoint({ kind: 'differential', terms });
  world.addDriver(springDamper({ b: bodies[0], pointA: [0, 0, 0], pointB: [0, 0, 1], stiffness: 8, length: 0.5 }));
  expect(world.energy().elastic).toBeCloseTo(1, 12);
  expect(world.step().islands).toBe(1);
});

for (const integrator of ['semi-implicit', 'euler', 'midpoint'] as const)
  test(`limits and ropes stop what hits them within a millimetre and a milliradian (${integrator})`, () => {
    const world = createWorld({ integrator });
    const spin = [0.1, 0.1, 0.1] as const;
    const rod = world.addBody({ mass: 2, inertia: spin, position: [0.5, 0, 0] });
    const hinge = { kind: 'revolute', b: rod, point: [0, 0, 0], axis: [0, 1, 0], limits: { upper: 1 } } as const;
    const angle = world.addJoint(hinge);
    const block = world.addBody({ mass: 2, inertia: spin, position: [2, 0, 0] });
    const rail = { kind: 'prismatic', b: block, point: [2, 0, 0], axis: [0, 0, 1], limits: { lower: -0.5 } } as const;
    const height = world.addJoint(rail);
    const ball = world.addBody({ mass: 1, inertia: spin, position: [5.3, 0, 0] });
    const rope = { kind: 'distance', b: ball, pointA: [5, 0, 0], pointB: [5.3, 0, 0], rope: true, length: 1 } as const;
    const line = world.addJoint(rope);
    const worst = [0, 0, 0];
    for (let k = 0; k < 300; k++) {
      world.step();
      worst[0] = Math.max(worst[0], angle.coordinate()! - 1);
      worst[1] = Math.max(worst[1], -0.5 - height.coordinate()!);
      worst[2] = Math.max(worst[2], line.gap);
    }
    for (const value of worst) expect(value).toBeLessThan(1e-3);
  });
