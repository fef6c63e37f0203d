import { describe, expect, test } from 'vitest';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { createWorld, type WorldOptions } from '../../simulate.ts';
import { springDamper } from '../forces/spring-damper.ts';
import { verdictOf } from './budget.ts';

const g = 9.81; // m/s^2
type World = ReturnType<typeof createWorld>;
const total = (world: World) => {
  const { kinetic, potential, elastic } = world.energy();
  return kinetic + potential + elastic;
};
const run = (world: World, steps: number) => {
  for (let k = 0; k < steps; k++) world.step();
  return world.budget();
};

/** A chain of balls on spherical joints, held out sideways. */
function pendulum(options: WorldOptions, links = 2) {
  const world = createWorld(options);
  for (let k = 0; k < links; k++) {
    const b = world.addBody({ shape: sphere(0.05), mass: 1, position: [k + 1, 0, 0] });
    world.addJoint({ kind: 'spherical', ...(k > 0 && { a: world.bodies[k - 1]! }), b, point: [k, 0, 0] });
  }
  return world;
}

describe('drift is the energy that the scheme made, with its sign', () => {
  test('free fall: -m g^2 h t/2, its true error', () => {
    const world = createWorld();
    world.addBody({ shape: sphere(0.1), mass: 2, position: [0, 0, 100] });
    const before = total(world);
    const { drift } = run(world, 120);
    expect(drift.value).toBeCloseTo((-2 * g * g * 2) / 120, 9);
    expect(total(world) - before).toBeCloseTo(drift.value, 9);
  });

  test.each(['euler', 'midpoint', 'semi-implicit'] as const)(
    'a double pendulum, %s: what it lost or won',
    (integrator) => {
      const world = pendulum({ integrator });
      const before = total(world);
      const { drift } = run(world, 120);
      expect(drift.value).toBeCloseTo(total(world) - before, 6);
      if (integrator !== 'midpoint') expect(Math.abs(drift.value)).toBeGreaterThan(0.1);
    },
  );

  test('a spring: what its energy changed, whole or part of a period', () => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const b = world.addBody({ shape: sphere(0.1), mass: 1, position: [1.5, 0, 0] });
    world.addDriver(springDamper({ b, pointA: [0, 0, 0], pointB: [1.5, 0, 0], stiffness: 100, length: 1 }));
    const before = total(world);
    for (let k = 0; k < 100; k++) {
      world.step();
      expect(world.budget().drift.value).toBeCloseTo(total(world) - before, 9);
    }
  });

  test.each([
    ['a servo', { kind: 'prismatic', servo: { target: 0 } }],
    ['a soft servo', { kind: 'prismatic', servo: { target: 0, stiffness: 1e4, damping: 4e3 } }],
    ['a motor that stands', { kind: 'prismatic', motor: { speed: 0 } }],
    ['a motor that lifts', { kind: 'prismatic', motor: { speed: 0.5 } }],
    ['a limit', { kind: 'prismatic', limits: { lower: 0 } }],
    ['friction', { kind: 'prismatic', frictionForce: 1e4 }],
  ] as const)('a weight that %s holds has none, however heavy', (_, drive) => {
    const world = createWorld();
    const b = world.addBody({ shape: box(0.3, 0.3, 0.3), mass: 400, position: [0, 0, 5] });
    world.addJoint({ ...drive, b, point: [0, 0, 5], axis: [0, 0, 1] });
    run(world, 480); // a soft spring settles, a motor starts
    const settled = world.budget().drift.value;
    expect(Math.abs(run(world, 120).drift.value - settled)).toBeLessThan(1e-6);
  });

  test('a motor at its largest force lifts a weight: what the energy gained less force times way', () => {
    const world = createWorld();
    const [m, F] = [400, 5000];
    const b = world.addBody({ shape: box(0.3, 0.3, 0.3), mass: m, position: [0, 0, 5] });
    const motor = { speed: 1e3, maxForce: F };
    world.addJoint({ kind: 'prismatic', b, point: [0, 0, 5], axis: [0, 0, 1], motor });
    const before = total(world);
    const { drift } = run(world, 60);
    const lifted = b.position[2] - 5;
    expect(lifted).toBeGreaterThan(1);
    expect(drift.value).toBeCloseTo(total(world) - before - F * lifted, 6);
  });

  test('what stands still, slides or settles has none', () => {
    const world = createWorld({ frictionModel: 'cone' });
    world.addBody({ motion: 'static', shape: plane() });
    for (let k = 0; k < 4; k++)
      world.addBody({ shape: box(0.2, 0.2, 0.2), density: 500, position: [0, 0, 0.2 + 0.4 * k] });
    const slider = { shape: box(0.2, 0.2, 0.1), density: 500, velocity: [3, 1, 0] as const };
    world.addBody({ ...slider, position: [2, 0, 0.1] });
    const { drift, share, scale } = run(world, 120);
    expect(Math.abs(drift.value)).toBeLessThan(1e-7 * scale);
    expect(share).toBeLessThan(1e-3);
  });
});

test('a rope that tears under the plain stepper is named: joints, gaps and drift, and the verdict is not good', () => {
  const world = createWorld({ integrator: 'semi-implicit' });
  const bead = world.addBody({ name: 'bead', shape: sphere(0.01), mass: 0.001, position: [1, 0, 0] });
  const load = world.addBody({ name: 'load', shape: sphere(0.1), mass: 1, position: [2, 0, 0] });
  world.addJoint({ name: 'upper', kind: 'distance', b: bead, pointA: [0, 0, 0], pointB: [1, 0, 0] });
  world.addJoint({ name: 'lower', kind: 'distance', a: bead, b: load, pointA: [1, 0, 0], pointB: [2, 0, 0] });
  const verdicts = new Set<string>();
  for (let k = 0; k < 60; k++) verdicts.add(world.step().verdict);
  const { share, joints, worst } = world.budget();
  expect(share).toBeGreaterThan(0.1);
  expect(joints.where).toMatch(/upper|lower/);
  expect(worst.where).toMatch(/upper|lower|bead|load/);
  expect([...verdicts]).toContain('torn');
});

describe('a second look at the next step', () => {
  test('leaves the world as it is, to the bit', () => {
    const world = pendulum({}, 3);
    run(world, 20);
    const before = world.hash();
    world.checkStep({ model: true });
    expect(world.hash()).toBe(before);
    expect(world.time).toBe(20 / 60);
  });

  test('free fall: the energy that a step of half the length would not lose, twice', () => {
    const world = createWorld({ budget: 'full' });
    world.addBody({ shape: sphere(0.1), mass: 2, position: [0, 0, 100] });
    const { time, drift } = world.step().budget;
    expect(time?.energy).toBeCloseTo(drift.value, 9);
    expect(run(world, 119).time?.energy).toBeCloseTo((-2 * g * g * 2) / 120, 6);
  });

  test('names the friction model: a box slides wrong across its corners, not along its sides', () => {
    const slide = (angle: number, frictionModel: 'box' | 'cone') => {
      const world = createWorld({ frictionModel });
      world.addBody({ motion: 'static', shape: plane() });
      const velocity = [2 * Math.cos(angle), 2 * Math.sin(angle), 0] as const;
      world.addBody({ name: 'puck', shape: box(0.1, 0.1, 0.05), density: 500, position: [0, 0, 0.05], velocity });
      for (let k = 0; k < 5; k++) world.step();
      return world.checkStep({ model: true });
    };
    const wrong = slide(Math.PI / 4, 'box');
    expect(wrong.model?.where).toBe('puck');
    expect(wrong.model?.value).toBeGreaterThan(0.01);
    expect(slide(0, 'box').model?.value).toBeLessThan(1e-9);
    expect(slide(Math.PI / 4, 'cone').model).toEqual({ value: 0, where: '' });
  });

  test('sees what keeps its energy: a ball that spirals out on a turntable', () => {
    const world = createWorld({ frictionModel: 'cone' });
    const material = { friction: 1 };
    world.addBody({ motion: 'static', shape: plane(), material, surfaceAngularVelocity: [0, 0, 4] });
    const place = { position: [0.3, 0, 0.05] as const, velocity: [0, 0.4, 0] as const };
    world.addBody({
      shape: sphere(0.05),
      mass: 1,
      material,
      ...place,
      angularVelocity: [(4 * 0.3 - 0.4) / 0.05, 0, 0],
    });
    run(world, 10);
    expect(world.checkStep().time.motion / world.energy().kinetic).toBeGreaterThan(1e-4);
  });
});

test('a snapshot continues with the same budgets', () => {
  const world = pendulum({}, 3);
  run(world, 30);
  const other = pendulum({}, 3);
  other.restore(JSON.parse(JSON.stringify(world.snapshot())));
  for (let k = 0; k < 5; k++) expect(other.step().budget).toEqual(world.step().budget);
});

test('sub-steps add up: the drift of a pendulum with accuracy is what it lost', () => {
  const world = pendulum({ accuracy: 0.01 });
  const before = total(world);
  const { drift } = run(world, 60);
  expect(drift.value).toBeCloseTo(total(world) - before, 6);
});

test('what extrapolation changes is in the drift: a ball that flies and bounces keeps its energy, and the budget says so', () => {
  const world = createWorld({ accuracy: 0.001 });
  world.addBody({ motion: 'static', shape: plane(), material: { restitution: 1 } });
  world.addBody({ shape: sphere(0.1), mass: 1, material: { restitution: 1, friction: 0 }, position: [0, 0, 1] });
  const before = total(world);
  const { drift, share } = run(world, 50); // to just before the second bounce
  expect(drift.value).toBeCloseTo(total(world) - before, 3);
  expect(share).toBeLessThan(0.01);
});

test('a budget that is not a number is wrong, never good', () => {
  const { budget } = createWorld().step();
  expect(verdictOf('converged', budget)).toBe('good');
  expect(verdictOf('converged', { ...budget, total: Number.NaN })).toBe('wrong');
});
