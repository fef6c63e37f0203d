/** Rolling and spinning friction against closed forms, with the default solver; the ledger closes at every step. */
import { expect, test } from 'vitest';
import { box, cylinder, plane, type Shape, sphere } from '../collision/shapes/shapes.ts';
import type { WorldSettings } from '../dynamics/world/settings.ts';
import type { World } from '../dynamics/world/world.ts';
import { cos, sin } from '../linalg/elementary.ts';
import { axisAngle, multiply, type Quat } from '../linalg/quat.ts';
import { dot, length } from '../linalg/vec3.ts';
import { createWorld } from '../simulate.ts';
import type { MaterialOptions } from './material.ts';

const G = 9.81;
const R = 0.1; // m
const MASS = 4; // kg

interface Setup {
  readonly tilt?: number;
  readonly material: MaterialOptions;
  readonly velocity?: number;
  readonly spin?: number;
  readonly shape?: Shape;
  readonly orientation?: Quat;
  readonly settings?: WorldSettings;
}

/** A ball, or what `shape` says, on a slope: a floor under tilted gravity; rolling along x at `velocity`. */
function ballOnSlope({ tilt = 0, material, velocity = 0, spin = 0, shape = sphere(R), orientation, settings }: Setup) {
  const world = createWorld({ gravity: [G * sin(tilt), 0, -G * cos(tilt)], frictionModel: 'box', ...settings });
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const ball = world.addBody({
    name: 'ball',
    shape,
    mass: MASS,
    position: [0, 0, R],
    velocity: [velocity, 0, 0],
    angularVelocity: [0, velocity / R, spin],
    material: { friction: 0.5, ...material },
    ...(orientation && { orientation }),
  });
  return { world, ball };
}

function run(world: World, steps: number): void {
  for (let k = 0; k < steps; k++) {
    const { ledger, step, energyError } = world.step();
    expect(ledger.closed, `step ${step}: ${ledger.imbalance} J against ${ledger.limit} J`).toBe(true);
    expect(energyError.value).toBeLessThan(1e-15);
  }
}

/** Slope on which rolling begins: tan = c/R. */
const limitAngle = (c: number, share: number) => Math.atan((share * c) / R);

test('a sphere stays on a slope below tan = c/R and does not creep', () => {
  const tilt = limitAngle(0.01, 0.99);
  const { world, ball } = ballOnSlope({ tilt, material: { rollingFriction: 0.01 } });
  run(world, 60);
  const start = ball.position[0];
  expect(start).toBeLessThan(2e-7); // its springs give way by m g sin/k, once for sliding and (R/rho)^2 times for rolling
  run(world, 600);
  expect(Math.abs(ball.position[0] - start)).toBeLessThan(1e-15);
  expect(world.contacts[0]).toMatchObject({ state: 'stick', rolling: 'held', spinning: 'free' });
});

test('without an anchor it creeps down as its dashpots say', () => {
  const tilt = limitAngle(0.001, 0.9);
  const soft = { stiffness: 1e5, damping: 1e3 };
  const { world, ball } = ballOnSlope({
    tilt,
    material: { rollingFriction: 0.001, ...soft },
    settings: { stick: 'none' },
  });
  run(world, 120);
  // both the tangent and the rolling row are dashpots: v = C (1 + R^2/rho^2) h m g sin, rho^2 = 2/5 R^2
  const C = 1 / (1e5 / 3600 + 1e3 / 60);
  expect(ball.velocity[0] / ((3.5 * C * MASS * G * sin(tilt)) / 60)).toBeCloseTo(1, 2);
});

test('above it the sphere rolls with (g sin - c/R g cos)/(1 + 2/5)', () => {
  for (const share of [1.01, 2]) {
    const tilt = limitAngle(0.01, share);
    const { world, ball } = ballOnSlope({ tilt, material: { rollingFriction: 0.01 } });
    run(world, 60);
    const speed = ball.velocity[0];
    run(world, 60);
    expect(ball.velocity[0] - speed).toBeCloseTo((G * sin(tilt) - 0.1 * G * cos(tilt)) / 1.4, 5);
    expect(ball.angularVelocity[1] * R).toBeCloseTo(ball.velocity[0], 5);
    expect(world.contacts[0]).toMatchObject({ state: 'stick', rolling: 'turns' });
  }
});

test('a sphere that rolls on a plane slows down by c/R g/(1 + 2/5) and stops after v^2/2a, for good', () => {
  const { world, ball } = ballOnSlope({ material: { rollingFriction: 0.01 }, velocity: 1 });
  const a = (0.1 * G) / 1.4;
  run(world, 60);
  expect(ball.velocity[0]).toBeCloseTo(1 - a, 5);
  run(world, 60);
  const stop = ball.position[0];
  expect(stop).toBeCloseTo(0.5 / a - 0.5 / 60, 4); // semi-implicit: half a step of the first speed less
  run(world, 300);
  expect(Math.abs(ball.position[0] - stop)).toBeLessThan(1e-9);
  expect(Math.abs(ball.velocity[0])).toBeLessThan(1e-12);
});

test('rolling resistance takes the kinetic energy, and the ledger has it as an entry of its own', () => {
  const { world } = ballOnSlope({ material: { rollingFriction: 0.01 }, velocity: 1 });
  const start = world.energy().kinetic;
  expect(start).toBeCloseTo(0.7 * MASS, 12);
  let rolling = 0;
  let friction = 0;
  for (let k = 0; k < 120; k++) {
    const { entries } = world.step().ledger;
    rolling += entries.rolling;
    friction += entries.friction;
  }
  expect(rolling + start).toBeCloseTo(0, 4);
  expect(Math.abs(friction)).toBeLessThan(1e-4);
});

test('a sphere that spins about the vertical slows down by c m g/I and stops', () => {
  const { world, ball } = ballOnSlope({ material: { spinningFriction: 0.001 }, spin: 10 });
  const alpha = (0.001 * G) / (0.4 * R * R); // rad/s^2
  run(world, 120);
  expect(ball.angularVelocity[2]).toBeCloseTo(10 - 2 * alpha, 9);
  expect(world.contacts[0]).toMatchObject({ rolling: 'free', spinning: 'turns' });
  expect(world.contacts[0].spinningTorque).toBeCloseTo(-0.001 * MASS * G, 9);
  run(world, 240);
  expect(Math.abs(ball.angularVelocity[2])).toBeLessThan(1e-12);
  expect(world.contacts[0].spinning).toBe('held');
});

test('a cylinder on its side is held by all of its contact points together, and rolls beyond them', () => {
  const lying = { shape: cylinder(R, 0.2), orientation: axisAngle([1, 0, 0], Math.PI / 2) };
  const held = ballOnSlope({ tilt: limitAngle(0.01, 0.95), material: { rollingFriction: 0.01 }, ...lying });
  run(held.world, 60);
  const start = held.ball.position[0];
  run(held.world, 300);
  expect(Math.abs(held.ball.position[0] - start)).toBeLessThan(1e-9);

  const tilt = limitAngle(0.01, 2);
  const rolls = ballOnSlope({ tilt, material: { rollingFriction: 0.01 }, ...lying });
  run(rolls.world, 30);
  const speed = rolls.ball.velocity[0];
  run(rolls.world, 30);
  const a = (G * sin(tilt) - 0.1 * G * cos(tilt)) / 1.5; // I = m R^2/2
  expect(rolls.ball.velocity[0] - speed).toBeCloseTo(a / 2, 3);
});

/** A cylinder that rolls at 1 m/s along the heading (rad from x) on its two edges. */
function rollingWheel(heading: number, settings: WorldSettings = {}) {
  const world = createWorld({ frictionModel: 'box', ...settings });
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const wheel = world.addBody({
    name: 'wheel',
    shape: cylinder(R, 0.05),
    mass: MASS,
    material: { rollingFriction: 0.01 },
    position: [0, 0, R],
    velocity: [cos(heading), sin(heading), 0],
    orientation: multiply(axisAngle([0, 0, 1], heading), axisAngle([1, 0, 0], -Math.PI / 2)),
    angularVelocity: [-sin(heading) / R, cos(heading) / R, 0],
  });
  return { world, wheel };
}

test.each([0, 0.3, Math.PI / 4, 2, -2.5])(
  'a wheel slows down by c/R g/(1 + 1/2) on any heading with box friction, here %s rad: its rows follow the line of contact',
  (heading) => {
    const { world, wheel } = rollingWheel(heading);
    run(world, 60);
    expect(world.contacts.length).toBe(2);
    const speed = 1 - (0.1 * G) / 1.5;
    expect(wheel.velocity[0]).toBeCloseTo(speed * cos(heading), 4);
    expect(wheel.velocity[1]).toBeCloseTo(speed * sin(heading), 4);
    for (const { tangents, rolling, rollingTorque, torque, normalForce } of world.contacts) {
      expect(Math.abs(dot(tangents[0], [-sin(heading), cos(heading), 0]))).toBeCloseTo(1, 12);
      expect(rolling).toBe('turns');
      expect(Math.abs(rollingTorque[0])).toBeCloseTo(0.01 * normalForce, 9);
      expect(Math.abs(rollingTorque[1])).toBeLessThan(1e-6); // nothing turns about the heading
      expect(length(torque)).toBeCloseTo(0.01 * normalForce, 9);
    }
  },
);

test('a wheel of box friction slows down as one of a cone does, and a snapshot of it continues in the same bits', () => {
  const box = rollingWheel(0.8);
  const cone = rollingWheel(0.8, { frictionModel: 'cone' });
  run(box.world, 30);
  for (let k = 0; k < 30; k++) cone.world.step();
  expect(box.wheel.velocity[0]).toBeCloseTo(cone.wheel.velocity[0], 6);
  const snapshot = box.world.snapshot();
  const other = rollingWheel(0.8);
  other.world.restore(snapshot);
  expect(other.world.contacts.map(({ torque }) => torque)).toEqual(box.world.contacts.map(({ torque }) => torque));
  run(box.world, 30);
  run(other.world, 30);
  expect(other.world.hash()).toBe(box.world.hash());
});

test.each(['euler', 'midpoint'] as const)('a cart on two wheels slows down as its masses say, by %s', (integrator) => {
  const world = createWorld({ integrator });
  world.addBody({ motion: 'static', shape: plane() });
  const chassis = world.addBody({
    name: 'chassis',
    shape: box(0.3, 0.1, 0.05),
    mass: 10,
    position: [0, 0, R],
    velocity: [1, 0, 0],
  });
  for (const x of [-0.3, 0.3]) {
    const wheel = world.addBody({
      name: `wheel at ${x}`,
      shape: cylinder(R, 0.1),
      orientation: axisAngle([1, 0, 0], Math.PI / 2),
      mass: 1,
      position: [x, 0, R],
      velocity: [1, 0, 0],
      angularVelocity: [0, 1 / R, 0],
      material: { rollingFriction: 0.01 },
    });
    world.addJoint({ kind: 'revolute', a: chassis, b: wheel, point: [x, 0, R], axis: [0, 1, 0] });
  }
  run(world, 30);
  // all 12 kg press on the wheels, which turn as 0.5 kg each: a = c/R g 12/(12 + 2/2)
  expect(1 - chassis.velocity[0]).toBeCloseTo((0.5 * 0.1 * G * 12) / 13, 4);
  run(world, 60);
  expect(Math.abs(chassis.velocity[0])).toBeLessThan(1e-6);
});

test('the larger coefficient of two surfaces counts, and a ball on a ball rolls against it', () => {
  const world = createWorld();
  world.addBody({
    name: 'below',
    motion: 'static',
    shape: sphere(0.5),
    material: { rollingFriction: 0.02 },
  });
  world.addBody({
    name: 'above',
    shape: sphere(R),
    mass: MASS,
    position: [0.005, 0, 0.6],
    material: { rollingFriction: 0.01 },
  });
  run(world, 60);
  const [contact] = world.contacts;
  expect(contact.rolling).toBe('held'); // 0.005/0.6 rad off the vertical: |torque| < 0.02 m g
  expect(contact.rollingTorque[1]).not.toBe(0);
  expect(world.problem()?.contacts[0]).toMatchObject({ rolling: [3, 4], muRolling: 0.02, spinning: [], muSpinning: 0 });
});

test('a snapshot in the middle of rolling, spinning and sliding continues in the same bits', () => {
  const make = () => {
    const { world, ball } = ballOnSlope({
      tilt: 0.1,
      velocity: 1,
      spin: 5,
      material: { rollingFriction: 0.004, spinningFriction: 0.002 },
    });
    world.addBody({ name: 'crate', shape: box(0.1, 0.1, 0.1), position: [0.5, 0.3, 0.1], velocity: [-1, 0, 0] });
    return { world, ball };
  };
  const straight = make();
  run(straight.world, 90);
  const other = make();
  run(other.world, 40);
  const snapshot = other.world.snapshot();
  run(other.world, 17);
  other.world.restore(snapshot);
  expect(other.world.contacts.length).toBeGreaterThan(1);
  run(other.world, 50);
  expect(other.world.hash()).toBe(straight.world.hash());
  const fresh = make();
  fresh.world.restore(snapshot);
  run(fresh.world, 50);
  expect(fresh.world.hash()).toBe(straight.world.hash());
});

test('a body that is removed takes its own contacts out; the torques of the others stay theirs', () => {
  const make = (with2: boolean) => {
    const world = createWorld({ gravity: [0.5, 0, -G] });
    world.addBody({ name: 'ground', motion: 'static', shape: plane() });
    const material = { rollingFriction: 0.01 };
    if (with2) world.addBody({ name: 'gone', shape: sphere(R), position: [0, 0, R], material });
    world.addBody({ name: 'stays', shape: sphere(R), position: [1, 0, R], material });
    return world;
  };
  const two = make(true);
  run(two, 60);
  two.removeBody(two.body('gone'));
  const one = make(false);
  run(one, 60);
  run(one, 1);
  run(two, 1);
  expect(two.body('stays').position).toEqual(one.body('stays').position);
});

test('rows are named, and written only where there is a coefficient', () => {
  const { world } = ballOnSlope({ material: { rollingFriction: 0.01, spinningFriction: 0.01 } });
  world.step();
  const p = world.problem();
  expect(p?.names).toEqual(
    ['normal', 'tangent 1', 'tangent 2', 'rolling 1', 'rolling 2', 'spinning'].map((row) => `${row} of ground/ball`),
  );
  expect(p?.kind).toEqual(['normal', 'friction', 'friction', 'rolling', 'rolling', 'spinning']);
  expect(p?.unit?.slice(3)).toEqual(['angular', 'angular', 'angular']);
  const structure = p?.structure;
  expect(Array.from(structure?.J ?? [], (value) => value + 0).slice(18)).toEqual([
    0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1,
  ]);
  const rho2 = 0.4 * R * R;
  for (const row of [3, 4, 5]) expect((structure?.C[row] ?? 0) * rho2).toBeCloseTo(structure?.C[0] ?? 0, 18);
  const plain = ballOnSlope({ material: {} });
  plain.world.step();
  expect(plain.world.problem()?.n).toBe(3);
});
