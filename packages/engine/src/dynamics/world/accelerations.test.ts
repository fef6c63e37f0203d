/** Readings of bodies and joints after a step, and surfaces that move relative to their bodies, against closed forms. */
import { expect, test } from 'vitest';
import { cylinder, plane, sphere } from '../../collision/shapes/shapes.ts';
import { atan2, PI } from '../../linalg/elementary.ts';
import { length, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';
import type { World } from './world.ts';

const G = 9.81;
const close = (found: Vec3, wanted: Vec3, limit: number) => expect(length(subtract(found, wanted))).toBeLessThan(limit);
const run = (world: World, steps: number) => {
  for (let k = 0; k < steps; k++) world.step();
};

test('accelerations are forces over masses: free fall, a push, a torque; none before the first step or at rest', () => {
  const world = createWorld();
  const body = world.addBody({ mass: 2, inertia: [0.5, 0.25, 0.5] });
  const ground = world.addBody({ motion: 'static', shape: plane(), position: [0, 0, -9] });
  close(body.acceleration, [0, 0, 0], 1e-300);
  world.step();
  close(body.acceleration, [0, 0, -G], 1e-12);
  close(body.angularAcceleration, [0, 0, 0], 1e-12);
  body.velocity = [3, 0, 0]; // set by hand: no acceleration
  body.angularVelocity = [0, 0, 0];
  body.applyForce([8, 0, 0]);
  body.applyTorque([0, 1, 0]);
  world.step();
  close(body.acceleration, [4, 0, -G], 1e-12);
  close(body.angularAcceleration, [0, 4, 0], 1e-12);
  close(ground.acceleration, [0, 0, 0], 1e-300);
});

test('a body that circles on a hinge has the acceleration omega^2 r towards it', () => {
  const [omega, r] = [3, 0.5];
  const world = createWorld({ gravity: [0, 0, 0], integrator: 'midpoint', timeStep: 1 / 600 });
  const bob = world.addBody({ mass: 2, inertia: [0.1, 0.1, 0.1], position: [r, 0, 0] });
  bob.velocity = [0, omega * r, 0];
  bob.angularVelocity = [0, 0, omega];
  world.addJoint({ kind: 'revolute', b: bob, point: [0, 0, 0], axis: [0, 0, 1] });
  let sum = 0;
  for (let k = 0; k < 200; k++) {
    world.step();
    sum += length(bob.acceleration) / 200;
  }
  expect(sum).toBeCloseTo(omega * omega * r, 3);
});

test('a body with a prescribed motion has the acceleration of its motion', () => {
  const world = createWorld({ timeStep: 1 / 1000 });
  const motion = { kind: 'oscillation', amplitude: 0.1, direction: [1, 0, 0], frequency: 1, phase: PI / 2 } as const;
  const table = world.addBody({ motion, shape: sphere(0.1) });
  run(world, 500);
  expect(table.acceleration[0] / (0.1 * 4 * PI * PI)).toBeCloseTo(1, 3); // at the far end, back towards the start
});

test('accelerations are part of a snapshot', () => {
  const world = createWorld();
  const body = world.addBody({ mass: 2, inertia: [0.5, 0.25, 0.5] });
  world.step();
  const saved = world.snapshot();
  body.applyForce([8, 0, 0]);
  world.step();
  world.restore(saved);
  close(body.acceleration, [0, 0, -G], 1e-12);
});

test('the reaction at another point: a beam in a wall has m g L/2 at the wall and nothing at its own middle', () => {
  const world = createWorld();
  const beam = world.addBody({ mass: 3, inertia: [0.1, 0.1, 0.1], position: [0.8, 0, 0] });
  const wall = world.addJoint({ kind: 'fixed', b: beam, point: [0.3, 0, 0] });
  run(world, 120);
  close(wall.reaction.torque, [0, -3 * G * 0.5, 0], 1e-5);
  close(wall.reactionAt([0, 0, 0]).torque, [0, -3 * G * 0.8, 0], 1e-5);
  close(wall.reactionAt([0.8, 0, 0]).torque, [0, 0, 0], 1e-5);
  close(wall.reactionAt([0.8, 0, 0]).force, [0, 0, 3 * G], 1e-6);
  expect(() => wall.reactionAt([0, 0] as unknown as Vec3)).toThrow('reactionAt: expected three numbers (m)');
});

test('a ball that rolls on a surface that turns goes round with 2/7 of its rate, though the body stands still', () => {
  const [radius, spin, speed] = [0.1, 7, 0.3];
  const world = createWorld({ timeStep: 1 / 960, frictionModel: 'cone' });
  const table = world.addBody({ motion: 'static', shape: cylinder(3, 0.5), position: [0, 0, -0.5] });
  table.surfaceAngularVelocity = [0, 0, spin];
  const ball = world.addBody({ shape: sphere(radius), position: [0.5, 0, radius], velocity: [0, speed, 0] });
  // rolling: v + omega x (-radius z) = spin z x R
  ball.angularVelocity = [-(speed - 0.5 * spin) / radius, 0, 0];
  const steps = 960;
  run(world, steps);
  const turned = atan2(-ball.velocity[0], ball.velocity[1]);
  expect(turned / ((2 / 7) * spin * (steps / 960))).toBeCloseTo(1, 2);
  expect(Math.hypot(ball.velocity[0], ball.velocity[1]) / speed).toBeCloseTo(1, 2);
  expect(table.orientation).toEqual([0, 0, 0, 1]);
});

test('a puck dropped on a surface that turns comes to turn with it, and a second table turns the other way', () => {
  const world = createWorld({ frictionModel: 'cone' });
  for (const [name, spin, y] of [
    ['left', 2, 0],
    ['right', -3, 9],
  ] as const) {
    world.addBody({
      motion: 'static',
      shape: cylinder(2, 0.1),
      position: [0, y, -0.1],
      surfaceAngularVelocity: [0, 0, spin],
    });
    world.addBody({ name, shape: cylinder(0.3, 0.05), position: [0, y, 0.05] });
  }
  run(world, 240);
  expect(world.body('left').angularVelocity[2]).toBeCloseTo(2, 6);
  expect(world.body('right').angularVelocity[2]).toBeCloseTo(-3, 6);
});
