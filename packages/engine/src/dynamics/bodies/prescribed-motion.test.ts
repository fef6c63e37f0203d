import { expect, test } from 'vitest';
import { ContractError } from '../../checks/errors.ts';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { cos, PI, sin } from '../../linalg/elementary.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { dot, length, scale, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';
import type { World } from '../world/world.ts';
import type { PrescribedMotion } from './prescribed-motion.ts';

const G = 9.81;
const MU = 0.5;

/** A 1 kg box on a plate that shakes along x with the given largest acceleration in units of mu g, at 2 Hz. */
function shaken(share: number, timeStep = 1 / 240) {
  const omega = 2 * PI * 2;
  const amplitude = (share * MU * G) / (omega * omega);
  const world = createWorld({ timeStep });
  const plate = world.addBody({
    name: 'plate',
    shape: box(9, 2, 0.1),
    position: [0, 0, -0.1],
    motion: { kind: 'oscillation', amplitude, direction: [3, 0, 0], frequency: 2, phase: PI / 2 }, // starts at rest
  });
  const crate = world.addBody({ name: 'crate', shape: box(0.1, 0.1, 0.1), mass: 1, position: [0, 0, 0.1] });
  return { world, plate, crate, amplitude, omega };
}

/** Steps, and sees to it that the books close. */
function run(world: World, steps: number, each: (k: number) => void = () => {}): void {
  for (let k = 1; k <= steps; k++) {
    const { ledger } = world.step();
    expect(Math.abs(ledger.imbalance), `step ${k}`).toBeLessThanOrEqual(ledger.limit);
    each(k);
  }
}

const hashesOf = (world: World, steps: number): string[] =>
  Array.from({ length: steps }, () => {
    world.step();
    return world.hash();
  });

test('a plate is where its oscillation says after a million periods, to the last bit', () => {
  const world = createWorld({ timeStep: 1 / 64 });
  const motion = { kind: 'oscillation', amplitude: 0.3, direction: [0, 0, 2], frequency: 4, phase: 0.7 } as const;
  const plate = world.addBody({ motion, position: [1, 2, 3] });
  for (let k = 1; k <= 500; k++) {
    world.step();
    const expected = 3 + 0.3 * (sin(8 * PI * k * world.timeStep + 0.7) - sin(0.7));
    expect(Math.abs(plate.position[2] - expected), `step ${k}`).toBeLessThan(1e-14 * k);
    expect(plate.position.slice(0, 2)).toEqual([1, 2]);
  }
  world.restore({ ...world.snapshot(), steps: 16 * 1e6 - 1 });
  world.step();
  expect(plate.position).toEqual([1, 2, 3]);
});

test('the velocity of a step is its way over h, linear and angular', () => {
  const world = createWorld();
  const wheel = world.addBody({
    motion: { kind: 'uniform', velocity: [0.5, 0, -0.25], angularVelocity: [0, 0, 20] },
    orientation: axisAngle([1, 0, 0], 0.3),
  });
  for (let k = 1; k <= 200; k++) {
    const before = wheel.position;
    world.step();
    expect(length(subtract(scale(subtract(wheel.position, before), 60), wheel.velocity))).toBeLessThan(1e-13);
    expect(wheel.angularVelocity[2]).toBeCloseTo(20, 11);
    expect(length([wheel.angularVelocity[0], wheel.angularVelocity[1], 0])).toBeLessThan(1e-12);
  }
  expect(wheel.position[0]).toBeCloseTo((0.5 * 200) / 60, 14);
  const half = (20 * 200) / 60 / 2;
  const turned = [cos(half) * sin(0.15), sin(half) * sin(0.15), sin(half) * cos(0.15), cos(half) * cos(0.15)];
  wheel.orientation.forEach((c, k) => {
    expect(c).toBeCloseTo(turned[k], 12);
  });
});

test('a box sticks to a shaking plate below a omega^2 = mu g, and slips beyond', () => {
  const stuck = shaken(0.97);
  let most = 0;
  run(stuck.world, 1200, () => {
    most = Math.max(most, Math.abs(stuck.crate.position[0] - stuck.plate.position[0]));
  });
  expect(most).toBeLessThan(1e-6); // what the springs of the contact give
  const slips = shaken(1.03);
  run(slips.world, 1200, () => {
    most = Math.max(most, Math.abs(slips.crate.position[0] - slips.plate.position[0]));
  });
  expect(most).toBeGreaterThan(5e-5);
});

test('a box on a plate that shakes hard is pushed by mu g to and fro, whatever the plate does', () => {
  const { world, crate } = shaken(40, 1 / 960);
  run(world, 960);
  let last = crate.velocity[0];
  let slipping = 0;
  run(world, 960, () => {
    const a = (crate.velocity[0] - last) * 960;
    last = crate.velocity[0];
    if (Math.abs(Math.abs(a) - MU * G) < 1e-6) slipping++;
  });
  expect(slipping).toBeGreaterThan(0.98 * 960); // all steps but those in which it turns round
});

test('the ledger says what a plate puts in: force times way, and friction only takes', () => {
  const { world, plate } = shaken(3, 1 / 60);
  run(world, 60);
  let [work, entries, lost, most] = [0, 0, 0, 0];
  const start = world.energy().kinetic;
  for (let k = 0; k < 300; k++) {
    const { ledger } = world.step();
    for (const { bodyA, force } of world.contacts)
      work += (bodyA === 'plate' ? 1 : -1) * dot(force, plate.velocity) * world.timeStep;
    entries += ledger.entries.kinematic;
    lost += ledger.entries.friction;
    most = Math.max(most, ledger.entries.friction);
  }
  expect(work).toBeGreaterThan(1);
  expect(entries).toBeCloseTo(work, 10);
  expect(most).toBeLessThan(1e-12);
  expect(lost).toBeLessThan(-1);
  expect(entries + lost).toBeCloseTo(world.energy().kinetic - start, 2); // normals: the rest
});

test('a lift that rises steadily puts in m g v, also through a joint and under every integrator', () => {
  for (const integrator of ['euler', 'midpoint', 'semi-implicit'] as const)
    for (const joined of [false, true]) {
      const world = createWorld({ integrator });
      const lift = world.addBody({
        name: 'lift',
        shape: box(1, 1, 0.1),
        position: [0, 0, -0.1],
        motion: { kind: 'uniform', velocity: [0, 0, 0.3] },
      });
      const load = world.addBody({ name: 'load', shape: box(0.2, 0.2, 0.2), mass: 50, position: [0, 0, 0.2] });
      if (joined) world.addJoint({ kind: 'fixed', a: lift, b: load, point: [0, 0, 0] });
      run(world, 120);
      const work = [1, 2].reduce((sum) => sum + world.step().ledger.entries.kinematic, 0);
      // two steps: the midpoint leaves a joint's velocity ringing, with alternating sign
      expect(work, `${integrator} ${joined}`).toBeCloseTo((2 * 50 * G * 0.3) / 60, 6);
      expect(load.velocity[2]).toBeCloseTo(0.3, 4);
    }
});

test('a path is followed exactly, a joint to it holds, and the books close', () => {
  for (const integrator of ['euler', 'midpoint'] as const) {
    const world = createWorld({ integrator });
    const at = (t: number) => ({
      position: [0.2 * sin(3 * t), 0.1 * (1 - cos(3 * t)), 1] as Vec3,
      orientation: axisAngle([0, 1, 0], 0.5 * sin(5 * t)),
    });
    const crank = world.addBody({ name: 'crank', motion: { kind: 'path', pose: at } });
    expect(crank.position).toEqual([0, 0, 1]); // there at once
    const rod = world.addBody({ shape: box(0.05, 0.05, 0.4), position: [0, 0, 0.6] });
    const joint = world.addJoint({ kind: 'spherical', a: crank, b: rod, point: [0, 0, 1] });
    let widest = 0;
    run(world, 300, () => {
      expect(crank.position).toEqual(at(world.time).position);
      widest = Math.max(widest, joint.gap);
    });
    expect(widest).toBeLessThan(integrator === 'midpoint' ? 1e-6 : 1e-2);
  }
});

test('a snapshot restores the motion bit for bit, also one that began later', () => {
  const { world, plate } = shaken(2);
  for (let k = 0; k < 50; k++) world.step();
  world.prescribe(plate, undefined);
  for (let k = 0; k < 50; k++) world.step();
  expect(plate.velocity).toEqual([0, 0, 0]);
  const rest = plate.position;
  const later: PrescribedMotion = { kind: 'oscillation', amplitude: 0.1, direction: [0, 1, 0], frequency: 3 };
  world.prescribe(plate, later);
  const snapshot = world.snapshot();
  const hashes = hashesOf(world, 100);
  expect(plate.position[0]).toBe(rest[0]);
  expect(plate.position[1]).toBeCloseTo(0.1 * sin((6 * PI * 100) / 240), 14);
  const other = shaken(2);
  other.world.restore(snapshot);
  expect(hashesOf(other.world, 100)).toEqual(hashes);
});

test('a step that fails leaves the body and its velocity as they were', () => {
  const world = createWorld();
  world.addBody({ motion: 'static', shape: plane() });
  const ball = world.addBody({ shape: sphere(0.1), position: [0, 0, 1] });
  world.addBody({ motion: { kind: 'uniform', velocity: [1, 0, 0] }, shape: sphere(0.1), position: [5, 0, 0] });
  world.step();
  const hash = world.hash();
  ball.velocity = [Number.MAX_VALUE, 0, 0]; // its energy is infinite
  const poisoned = world.hash();
  expect(() => world.step()).toThrow('finite');
  expect(world.hash()).toBe(poisoned);
  expect(poisoned).not.toBe(hash);
});

test('mistakes get a sentence', () => {
  const world = createWorld();
  const add = (motion: unknown, more: object = {}) => world.addBody({ name: 'b', ...more, motion: motion as 'static' });
  const line = { kind: 'oscillation', amplitude: 1, direction: [1, 0, 0], frequency: 1 };
  expect(() => add({ ...line, kind: 'oscilation' })).toThrow(
    'body b: motion.kind: expected oscillation, uniform, path, found "oscilation"; perhaps oscillation is meant',
  );
  expect(() => add({ ...line, amplitude: -1 })).toThrow('motion.amplitude: expected an amplitude >= 0 in m, found -1');
  expect(() => add({ ...line, direction: [0, 0, 0] })).toThrow('motion.direction');
  expect(() => add({ ...line, frequency: Number.NaN })).toThrow('motion.frequency');
  expect(() => add({ kind: 'uniform', velocity: [1, 2] })).toThrow('motion.velocity: expected three numbers (m/s)');
  expect(() => add({ kind: 'path', pose: 3 })).toThrow('motion.pose');
  expect(() => add({ kind: 'path', pose: () => undefined })).toThrow(ContractError);
  expect(() => add(line, { velocity: [1, 0, 0] })).toThrow('expected none beside a prescribed motion');
  expect(world.bodies).toEqual([]);
  const plate = add(line);
  expect(() => {
    plate.position = [0, 0, 0];
  }).toThrow('motion is prescribed');
  const ball = world.addBody({ shape: sphere(1) });
  expect(() => world.prescribe(ball, line as PrescribedMotion)).toThrow(
    'expected a kinematic body, found a dynamic one',
  );
});
