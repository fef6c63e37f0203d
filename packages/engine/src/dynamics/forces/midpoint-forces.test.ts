import { expect, test } from 'vitest';
import { rungeKutta } from '../../../test/support/reference-integration.ts';
import { add, length, scale, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';
import type { World } from '../world/world.ts';
import { constantForce } from './constant-force.ts';
import type { Driver } from './driver.ts';
import { springDamper } from './spring-damper.ts';
import { torqueConverter } from './torque-converter.ts';
import { torsionalSpring } from './torsional-spring.ts';

const H = 1 / 60;
const X: Vec3 = [1, 0, 0];
const Z: Vec3 = [0, 0, 1];
const weightless = (timeStep = H) => createWorld({ integrator: 'midpoint', gravity: [0, 0, 0], timeStep });
const addMass = (world: World, mass: number, moment: number, position: Vec3 = [0, 0, 0]) =>
  world.addBody({ mass, inertia: [moment, moment, moment], position });
const total = (world: World) => {
  const { kinetic, potential, elastic } = world.energy();
  return kinetic + potential + elastic;
};

/** Largest change of the whole energy over some steps, relative to its start; every ledger closes. */
function energyError(world: World, steps: number): number {
  const start = total(world);
  let worst = 0;
  for (let k = 0; k < steps; k++) {
    expect(world.step().ledger.closed, `step ${k}`).toBe(true);
    worst = Math.max(worst, Math.abs(total(world) / start - 1));
  }
  return worst;
}

test.each([0.21, 1, 5])('a spring on a slider keeps its energy for 300 steps at h w = %f', (hw) => {
  const world = weightless();
  const block = addMass(world, 1, 1, [0.1, 0, 0]);
  world.addJoint({ kind: 'prismatic', b: block, point: block.position, axis: X });
  const stiffness = (hw / H) * (hw / H);
  world.addDriver(springDamper({ b: block, pointA: [-1, 0, 0], pointB: block.position, stiffness, length: 1 }));
  expect(energyError(world, 300)).toBeLessThan(1e-10);
});

test('a torsional spring keeps its energy over turns of two radians, and a rubber band that goes slack keeps its own', () => {
  const world = weightless();
  const wheel = addMass(world, 1, 0.2);
  world.addJoint({ kind: 'revolute', b: wheel, point: [0, 0, 0], axis: Z });
  world.addDriver(torsionalSpring({ b: wheel, axis: Z, stiffness: 5, angle: 2 }));
  expect(energyError(world, 300)).toBeLessThan(1e-5);

  const other = weightless();
  const ball = addMass(other, 1, 0.1, [1.2, 0, 0]);
  const options = { b: ball, pointA: [0, 0, 0], pointB: ball.position, stiffness: 200, length: 1 } as const;
  other.addDriver(springDamper({ ...options, pullsOnly: true }));
  expect(energyError(other, 300)).toBeLessThan(1e-6);
});

/** Two spinning bodies that nothing but a spring between two of their points holds. */
function freePair(timeStep: number): World {
  const world = weightless(timeStep);
  const a = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], velocity: [0, 0.5, 0] });
  const b = world.addBody({
    mass: 2,
    inertia: [0.2, 0.1, 0.25],
    position: [1, 0, 0],
    velocity: [0, -0.25, 0],
    angularVelocity: [1, 2, 1],
  });
  world.addDriver(springDamper({ a, b, pointA: [0, 0.1, 0], pointB: [1, 0.1, -0.1], stiffness: 100, length: 0.8 }));
  return world;
}

test('a spring between two free bodies keeps energy and momentum, linear and angular', () => {
  const world = freePair(H);
  expect(energyError(world, 300)).toBeLessThan(2e-5);
  const momentum = world.bodies.reduce((sum, { mass, velocity }) => add(sum, scale(velocity, mass)), [0, 0, 0] as Vec3);
  expect(length(momentum)).toBeLessThan(1e-6);
  expect(world.step().implicitIslands).toBe(1);
});

test('that motion is of second order: half the step, a quarter of the error', () => {
  const places = [1, 2, 8].map((parts) => {
    const world = freePair(H / parts);
    for (let k = 0; k < 60 * parts; k++) world.step();
    return world.bodies[1].position;
  });
  const [whole, half] = [0, 1].map((k) => length(subtract(places[k], places[2])));
  expect(whole / half).toBeGreaterThan(3.6); // 64/15 = 4.27 against eight parts
  expect(whole / half).toBeLessThan(4.8);
});

test('a damped spring and a pendulum on a spring are where Runge and Kutta put them, with errors that fall by four', () => {
  const [k, c, m] = [40, 0.8, 2];
  const damped = (parts: number) => {
    const world = weightless(H / parts);
    const block = addMass(world, m, 0.1, [1.1, 0, 0]);
    const ends = { b: block, pointA: [0, 0, 0], pointB: block.position } as const;
    world.addDriver(springDamper({ ...ends, stiffness: k, damping: c, length: 1 }));
    for (let step = 0; step < 120 * parts; step++) world.step();
    return block.position[0] - 1;
  };
  const [place] = rungeKutta(([x, v]) => [v, (-k * x - c * v) / m], [0.1, 0], 2, 2000);
  const errors = [1, 2].map((parts) => Math.abs(damped(parts) - place));
  expect(errors[0]).toBeLessThan(1e-3);
  expect(errors[0] / errors[1]).toBeGreaterThan(3.5);

  // a bar of 1 m hinged at (0, 0, 0), its end on a spring to (1, 0, 0.5); moment about the hinge 1/3
  const [stiff, rest] = [60, 0.4];
  const swing = (parts: number) => {
    const world = createWorld({ integrator: 'midpoint', timeStep: H / parts });
    const bar = world.addBody({ mass: 1, inertia: [0.001, 1 / 12, 1 / 12], position: [0.5, 0, 0] });
    world.addJoint({ kind: 'revolute', b: bar, point: [0, 0, 0], axis: [0, 1, 0] });
    world.addDriver(springDamper({ b: bar, pointA: [1, 0, 0.5], pointB: [1, 0, 0], stiffness: stiff, length: rest }));
    for (let step = 0; step < 60 * parts; step++) world.step();
    return bar.position[0];
  };
  const angular = ([t, w]: readonly number[]) => {
    const d = [Math.cos(t) - 1, Math.sin(t) - 0.5];
    const size = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
    const f = d.map((value) => (-stiff * (size - rest) * value) / size);
    return [w, 3 * (Math.cos(t) * f[1] - Math.sin(t) * f[0] - 0.5 * 9.81 * Math.cos(t))];
  };
  const [angle] = rungeKutta(angular, [0, 0], 1, 4000);
  const off = [1, 2].map((parts) => Math.abs(swing(parts) - 0.5 * Math.cos(angle)));
  expect(off[0]).toBeLessThan(0.01);
  expect(off[0] / off[1]).toBeGreaterThan(3.4);
  expect(off[0] / off[1]).toBeLessThan(4.6);
});

test('a driver with a law of its own is asked for the middle of the step; without one its force is held', () => {
  const kept = (law: boolean) => {
    const world = weightless();
    const bead = addMass(world, 1, 0.1, [0.1, 0, 0]);
    world.addJoint({ kind: 'prismatic', b: bead, point: [0, 0, 0], axis: X });
    const pull = ([x]: Vec3): Vec3 => [-158 * x, 0, 0]; // 2 Hz
    const driver: Driver = { bodies: [bead], act: () => bead.applyForce(pull(bead.position)) };
    const withLaw: Driver = { ...driver, forces: (motion) => motion.applyForce(bead, pull(motion.position(bead))) };
    world.addDriver(law ? withLaw : driver);
    for (let k = 0; k < 300; k++) expect(world.step().ledger.closed).toBe(true);
    return (world.energy().kinetic + 79 * bead.position[0] * bead.position[0]) / 0.79;
  };
  expect(Math.abs(kept(true) - 1)).toBeLessThan(1e-4);
  expect(kept(false)).toBeGreaterThan(10); // 1 + (h w)^2/2 per step, docs/theory/integrators.md
});

test('a law sees velocities and the time of the middle: drag with a gust on a slider', () => {
  const end = (parts: number) => {
    const world = weightless(H / parts);
    const cart = addMass(world, 1, 0.1);
    world.addJoint({ kind: 'prismatic', b: cart, point: [0, 0, 0], axis: X });
    const drag = (v: number, t: number): Vec3 => [-2 * v + 3 * t * t, 0, 0];
    world.addDriver({
      bodies: [cart],
      act: ({ time }) => cart.applyForce(drag(cart.velocity[0], time)),
      forces: (motion) => motion.applyForce(cart, drag(motion.velocity(cart)[0], motion.time)),
    });
    for (let step = 0; step < 60 * parts; step++) world.step();
    return cart.velocity[0];
  };
  const exact = 3 * (0.5 - 0.5 + 0.25 - 0.25 * Math.exp(-2)); // v' = -2 v + 3 t^2
  const [one, two] = [1, 2].map((parts) => Math.abs(end(parts) - exact));
  expect(one).toBeLessThan(1e-3);
  expect(one / two).toBeGreaterThan(3.8);
});

test('a constant force on a hinge does its work, and bodies that it alone acts on are stepped as without it', () => {
  const world = weightless();
  const arm = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0] });
  world.addJoint({ kind: 'revolute', b: arm, point: [0, 0, 0], axis: Z });
  world.addDriver(constantForce({ body: arm, force: [0, 4, 0] })); // a pendulum towards +y: V = -4 y
  const start = total(world);
  for (let k = 0; k < 300; k++) world.step();
  expect(Math.abs(total(world) - start)).toBeLessThan(1e-5);

  const other = weightless();
  other.addDriver(constantForce({ body: addMass(other, 1, 1), force: [1, 0, 0] }));
  expect(other.step().implicitIslands).toBe(0);
});

test('a torque converter between hinged shafts is of second order', () => {
  const speed = (parts: number) => {
    const world = weightless(H / parts);
    const [input, output] = [addMass(world, 1, 0.5), addMass(world, 1, 2, [1, 0, 0])];
    for (const b of [input, output]) world.addJoint({ kind: 'revolute', b, point: b.position, axis: X });
    input.angularVelocity = [20, 0, 0];
    const capacity = [
      [0, 5],
      [1, Infinity],
    ] as const;
    world.addDriver(torqueConverter({ input, output, axis: X, capacity, torqueRatio: [[0, 1]] }));
    for (let step = 0; step < 30 * parts; step++) world.step();
    return output.angularVelocity[0];
  };
  // T = (w_in/5)^2 (1 - nu), momentum 0.5 w_in + 2 w_out = 10
  const rate = ([u, v]: readonly number[]) => {
    const torque = ((u * u) / 25) * (1 - v / u);
    return [-torque / 0.5, torque / 2];
  };
  const [, exact] = rungeKutta(rate, [20, 0], 0.5, 1000);
  const [one, two] = [1, 2].map((parts) => Math.abs(speed(parts) - exact));
  expect(one / two).toBeGreaterThan(3.5);
});
