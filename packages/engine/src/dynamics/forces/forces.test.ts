import { expect, test } from 'vitest';
import { coordinate, rate, reaction, run } from '../../../test/support/joint-steps.ts';
import { ContractError } from '../../checks/errors.ts';
import { PI } from '../../linalg/elementary.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { add, cross, length, scale, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';
import type { World } from '../world/world.ts';
import { constantForce } from './constant-force.ts';
import { springDamper } from './spring-damper.ts';
import { torqueConverter } from './torque-converter.ts';
import { torsionalSpring } from './torsional-spring.ts';

const [X, Z]: readonly Vec3[] = [
  [1, 0, 0],
  [0, 0, 1],
];
const weightless = (timeStep = 1 / 60) => createWorld({ gravity: [0, 0, 0], timeStep });
const addMass = (world: World, mass: number, moment: number, position: Vec3 = [0, 0, 0]) =>
  world.addBody({ mass, inertia: [moment, moment, moment], position });

/** Mean time between upward crossings of zero. */
function periodOf(world: World, steps: number, value: () => number): number {
  const crossings: number[] = [];
  let last = value();
  run(world, steps, (k) => {
    const now = value();
    if (last < 0 && now >= 0) crossings.push((k - now / (now - last)) * world.timeStep);
    last = now;
  });
  return (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
}

test('a mass on a spring swings with the root of k/m, and the energy of spring and mass stays', () => {
  const world = weightless(1 / 600);
  const [m, k] = [2, 200];
  const block = addMass(world, m, 0.1, [1.1, 0, 0]);
  const spring = springDamper({ b: block, pointA: [0, 0, 0], pointB: [1.1, 0, 0], stiffness: k, length: 1 });
  world.addDriver(spring);
  const start = spring.energy();
  expect(start).toBeCloseTo(0.5 * k * 0.01, 12);
  expect(spring.read().force).toBeCloseTo(k * 0.1, 12);
  let off = 0;
  const period = periodOf(world, 3000, () => {
    off = Math.max(off, Math.abs(spring.energy() + world.energy().kinetic - start) / start);
    return block.position[0] - 1;
  });
  expect(Math.abs(period / (2 * PI * Math.sqrt(m / k)) - 1)).toBeLessThan(1e-4);
  expect(off).toBeLessThan(0.01); // h omega/2: velocities of a semi-implicit step belong to its middle
});

test('a damper takes the swing away at c/2m', () => {
  const world = weightless(1 / 600);
  const [m, k, c] = [2, 200, 2];
  const block = addMass(world, m, 0.1, [1.1, 0, 0]);
  world.addDriver(
    springDamper({ b: block, pointA: [0, 0, 0], pointB: [1.1, 0, 0], stiffness: k, damping: c, length: 1 }),
  );
  const peaks: number[] = [];
  let [before, last] = [0, 0];
  run(world, 3000, () => {
    const x = block.position[0] - 1;
    if (last > before && last > x) peaks.push(last);
    [before, last] = [last, x];
  });
  const omega = Math.sqrt(k / m - (c / (2 * m)) * (c / (2 * m)));
  const expected = Math.exp((-c / (2 * m)) * ((2 * PI) / omega));
  expect(Math.abs(peaks[3] / peaks[2] / expected - 1)).toBeLessThan(0.005);
});

test('a spring between two bodies gives and takes the same momentum, linear and angular', () => {
  const world = weightless();
  const bodies = [addMass(world, 1, 0.2, [0, 0, 0]), addMass(world, 3, 0.5, [1, 0, 0])];
  const [a, b] = bodies;
  world.addDriver(
    springDamper({ a, b, pointA: [0, 0.3, 0.1], pointB: [1, -0.4, 0.2], stiffness: 30, damping: 1, length: 0.2 }),
  );
  run(world, 120);
  expect(length(a.velocity)).toBeGreaterThan(0.1);
  const momentum = bodies.reduce((sum, { mass, velocity }) => add(sum, scale(velocity, mass)), [0, 0, 0] as Vec3);
  const turning = bodies.reduce(
    (sum, { mass, velocity, position, angularVelocity }, k) =>
      add(add(sum, scale(angularVelocity, [0.2, 0.5][k])), scale(cross(position, velocity), mass)),
    [0, 0, 0] as Vec3,
  );
  expect(length(momentum)).toBeLessThan(1e-12);
  // positions move by v+ while forces act at the old ones: first order, but pairs of forces share one line
  expect(length(turning)).toBeLessThan(1e-12);
});

test('a rubber band does not push', () => {
  const world = weightless();
  const block = addMass(world, 1, 0.1, [0.5, 0, 0]);
  const band = springDamper({
    b: block,
    pointA: [0, 0, 0],
    pointB: [0.5, 0, 0],
    stiffness: 100,
    damping: 5,
    length: 1,
    pullsOnly: true,
  });
  world.addDriver(band);
  run(world, 10);
  expect([length(block.velocity), band.energy(), band.read().force]).toEqual([0, 0, 0]);
  block.position = [1.2, 0, 0];
  expect(band.read().force).toBeCloseTo(20, 12);
  run(world, 1);
  expect(block.velocity[0]).toBeCloseTo(-20 / 60, 12);
});

test('a torsional spring swings with the root of k/I and unwinds over two turns', () => {
  const world = weightless(1 / 600);
  const [I, k] = [0.2, 5];
  const wheel = addMass(world, 1, I);
  world.addJoint({ kind: 'revolute', name: 'axle', b: wheel, point: [0, 0, 0], axis: Z });
  const spring = torsionalSpring({ b: wheel, axis: Z, stiffness: k, angle: 4 * PI });
  world.addDriver(spring);
  expect(spring.energy()).toBeCloseTo(0.5 * k * 16 * PI * PI, 9);
  const period = periodOf(world, 3600, () => coordinate(world, 'axle') - 4 * PI);
  // 63 rad/s at its fastest: 2 atan(h omega/2) in place of h omega is 0.1 % there
  expect(Math.abs(period / (2 * PI * Math.sqrt(I / k)) - 1)).toBeLessThan(2e-3);
  expect(spring.read().angle).toBeCloseTo(coordinate(world, 'axle'), 9);
  const snapshot = world.snapshot();
  const { angle } = spring.read();
  run(world, 600);
  world.restore(snapshot);
  expect(spring.read().angle).toBe(angle);
});

test('a constant force accelerates by f/m and has a potential; one that the body carries turns with it', () => {
  const world = weightless();
  const ball = addMass(world, 2, 0.1);
  const pull = constantForce({ body: ball, force: [4, 0, 0], torque: [0, 0, 0.3] });
  world.addDriver(pull);
  run(world, 60);
  expect(ball.velocity[0]).toBeCloseTo(2, 12);
  expect(ball.angularVelocity[2]).toBeCloseTo(3, 12);
  expect(pull.energy()).toBeCloseTo(-4 * ball.position[0], 12);

  const other = weightless();
  const rocket = addMass(other, 2, 0.1, [1, 0, 0]);
  const thrust = constantForce({ body: rocket, force: [4, 0, 0], point: [1, 0.5, 0], frame: 'body' });
  rocket.orientation = axisAngle(Z, PI / 2);
  other.addDriver(thrust);
  run(other, 1);
  expect(rocket.velocity[1]).toBeCloseTo(2 / 60, 12); // x of the body is y now
  expect(rocket.angularVelocity[2]).toBeCloseTo((-0.5 * 4) / 0.1 / 60, 12);
  expect(thrust.energy()).toBe(0);
});

const CONVERTER = {
  capacity: [
    [0, 10],
    [0.8, 12],
    [1, Infinity],
  ],
  torqueRatio: [
    [0, 2.2],
    [0.85, 1],
    [1, 1],
  ],
} as const;

function twoShafts() {
  const world = weightless(1 / 600);
  const input = addMass(world, 5, 0.5);
  const output = addMass(world, 5, 2, [1, 0, 0]);
  world.addJoint({ kind: 'revolute', name: 'pump', b: input, point: [0, 0, 0], axis: X, motor: { speed: 100 } });
  const shaft = { kind: 'revolute', name: 'turbine', b: output, point: [1, 0, 0], axis: X } as const;
  const converter = torqueConverter({ input, output, axis: X, ...CONVERTER });
  return { world, input, output, shaft, converter };
}

test('a torque converter at stall multiplies: (omega/K)^2 in, R times that out', () => {
  const { world, shaft, converter } = twoShafts();
  world.addJoint({ ...shaft, motor: { speed: 0 } });
  run(world, 1); // the motors take their speeds
  world.addDriver(converter);
  run(world, 3);
  const torque = (100 / 10) * (100 / 10);
  const reading = converter.read();
  expect(reading.inputTorque).toBeCloseTo(torque, 3);
  expect(reading.outputTorque).toBeCloseTo(2.2 * torque, 3);
  expect(reading.speedRatio).toBeCloseTo(0, 6);
  expect(reaction(world, 'pump').torque[0]).toBeCloseTo(torque, 3); // what drives it
  expect(reaction(world, 'turbine').torque[0]).toBeCloseTo(-2.2 * torque, 3); // what holds it
});

test('a torque converter brings its output up to the input, never gives more power than it takes, and drags it when overrun', () => {
  const { world, output, shaft, converter } = twoShafts();
  world.addJoint(shaft);
  run(world, 1);
  world.addDriver(converter);
  run(world, 3000, () => {
    const { inputTorque, outputTorque } = converter.read();
    expect(outputTorque * rate(world, 'turbine')).toBeLessThanOrEqual(inputTorque * rate(world, 'pump') + 1e-9);
  });
  expect(rate(world, 'turbine')).toBeGreaterThan(95);
  expect(rate(world, 'turbine')).toBeLessThan(100);
  output.angularVelocity = [125, 0, 0];
  const { inputTorque, outputTorque, speedRatio } = converter.read();
  expect(speedRatio).toBeCloseTo(1.25, 9);
  expect(outputTorque).toBeCloseTo(-(125 / 12) * (125 / 12), 9); // pump and turbine exchanged, at 100/125 = 0.8
  expect(inputTorque).toBe(outputTorque);
  output.angularVelocity = [-50, 0, 0];
  expect(converter.read().outputTorque).toBeCloseTo(220, 3); // driven backwards: as at stall
});

test('wrong options get a sentence', () => {
  const world = weightless();
  const a = addMass(world, 1, 1);
  const b = addMass(world, 1, 1, [1, 0, 0]);
  const spring = { b, pointA: X, pointB: Z, stiffness: 1 } as const;
  const converter = { input: a, output: b, axis: X, ...CONVERTER };
  const mistakes: [() => unknown, string][] = [
    [() => springDamper({ ...spring, a: b }), 'force spring-damper: expected two bodies, found body-2 twice'],
    [() => springDamper({ pointA: X, pointB: Z, stiffness: 1 }), 'expected two bodies, found the world twice'],
    [
      () => springDamper({ ...spring, stiffness: -1 }),
      'force spring-damper: stiffness: expected a stiffness >= 0 in N/m, found -1',
    ],
    [() => springDamper({ ...spring, damping: Number.NaN }), 'damping: expected a damping >= 0 in kg/s, found NaN'],
    [() => springDamper({ ...spring, length: -1 }), 'length: expected a length >= 0 in m, found -1'],
    [
      () => springDamper({ ...spring, pointA: [0, 0] as never }),
      'pointA: expected three numbers (m), found an array of 2',
    ],
    [() => torsionalSpring({ b, axis: [0, 0, 0], stiffness: 1 }), 'force torsional-spring: axis: expected a direction'],
    [() => torsionalSpring({ b, axis: X, stiffness: -1 }), 'stiffness: expected a stiffness >= 0 in N m/rad, found -1'],
    [() => torsionalSpring({ b, axis: X, stiffness: 1, angle: Infinity }), 'angle: expected an angle in rad'],
    [() => constantForce({ body: undefined as never }), 'force constant-force: body: expected a body, found nothing'],
    [() => constantForce({ body: a, force: [1, Number.NaN, 0] }), 'force: expected three numbers (N)'],
    [() => constantForce({ body: a, frame: 'car' as never }), 'frame: expected world or body, found "car"'],
    [() => torqueConverter({ ...converter, output: a }), 'expected two bodies, found body-1 twice'],
    [() => torqueConverter({ ...converter, input: undefined as never }), 'input: expected a body, found nothing'],
    [
      () => torqueConverter({ ...converter, capacity: [] }),
      'capacity: expected pairs of a speed ratio and K > 0 in rad/s per root of N m, ratios rising from 0',
    ],
    [
      () =>
        torqueConverter({
          ...converter,
          torqueRatio: [
            [0.5, 1],
            [0.2, 1],
          ],
        }),
      'torqueRatio: expected pairs of a speed ratio and R >= 0, ratios rising from 0, found ratios that do not rise',
    ],
    [
      () => torqueConverter({ ...converter, capacity: [[0, 0]] }),
      'capacity[0][1]: expected K > 0 in rad/s per root of N m, found 0',
    ],
    [() => torqueConverter({ ...converter, torqueRatio: [[0, -1]] }), 'torqueRatio[0][1]: expected R >= 0, found -1'],
  ];
  for (const [act, sentence] of mistakes) {
    expect(act).toThrow(ContractError);
    expect(act).toThrow(sentence);
  }
});

test('a driver acts on its world: on the part that every driver sees, or on all of it if it asks for a World', () => {
  const world = weightless();
  const body = addMass(world, 1, 1);
  const seen: number[] = [];
  world.addDriver({ act: ({ time, bodies, contacts }) => void seen.push(time, bodies.length, contacts.length) });
  world.addDriver({ act: (own: World) => void seen.push(Number(own === world), own.problems().length) });
  run(world, 2);
  expect(seen).toEqual([0, 1, 0, 1, 0, world.timeStep, 1, 0, 1, 0]);
  expect(body.velocity).toEqual([0, 0, 0]);
});
