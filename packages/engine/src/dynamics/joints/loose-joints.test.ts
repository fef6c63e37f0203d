/** Joints that leave much free, each against the closed form of a mechanism: screw, planar, points on lines and planes, rods. */
import { expect, test } from 'vitest';
import { coordinate, rate, run } from '../../../test/support/joint-steps.ts';
import { cos, PI, sin } from '../../linalg/elementary.ts';
import { axisAngle, rotate } from '../../linalg/quat.ts';
import { dot, length, scale, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';

const G = 9.81;
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
const INTEGRATORS = ['semi-implicit', 'euler', 'midpoint'] as const;
type Integrator = (typeof INTEGRATORS)[number];

/** Way from rest with the acceleration a after n steps: that of the scheme, a h^2 n (n + 1)/2 or a (h n)^2/2. */
const fallen = (integrator: Integrator, a: number, h: number, n: number) =>
  integrator === 'midpoint' ? 0.5 * a * (h * n) * (h * n) : 0.5 * a * h * h * n * (n + 1);

/** Directions of a plane that is tilted by `angle` about y: down the slope, across it, and the normal. */
const slope = (angle: number) => {
  const q = axisAngle(Y, angle);
  return { down: rotate(q, [1, 0, 0]), normal: rotate(q, Z) };
};

for (const integrator of INTEGRATORS) {
  test(`a nut falls along its screw with g/(1 + I/(m c^2)), c = lead/2 pi, over three turns (${integrator})`, () => {
    const [mass, inertia, lead] = [2, 0.1, 2];
    const c = lead / (2 * PI);
    const world = createWorld({ integrator, timeStep: 1 / 240 });
    const nut = world.addBody({ mass, inertia: [0.3, 0.3, inertia] });
    const a = -G / (1 + inertia / (mass * c * c));
    const screw = world.addJoint({ kind: 'screw', name: 'screw', b: nut, point: [0, 0, 0.1], axis: Z, lead });
    let off = 0;
    run(world, 340, () => {
      off = Math.max(off, Math.abs(nut.position[2] - c * coordinate(world, 'screw')));
    });
    expect(coordinate(world, 'screw')).toBeLessThan(-6 * PI); // rad
    expect(Math.abs(nut.position[2] / fallen(integrator, a, 1 / 240, 340) - 1)).toBeLessThan(2e-3);
    expect(off).toBeLessThan(integrator === 'midpoint' ? 1e-7 : 2e-4); // m: a step turns by 2 atan(h omega/2), not h omega
    expect(screw.gap).toBeLessThan(1e-9);
  });

  test(`a bead slides down an inclined wire with g sin, its wire bears m g cos, and its spin stays (${integrator})`, () => {
    const angle = 0.6;
    const { down } = slope(angle);
    const world = createWorld({ integrator });
    const bead = world.addBody({ mass: 3, inertia: [0.1, 0.1, 0.1], angularVelocity: [1, -2, 3] });
    const wire = world.addJoint({ kind: 'point-on-line', name: 'wire', b: bead, point: [0, 0, 0], axis: down });
    run(world, 120);
    const way = fallen(integrator, G * sin(angle), 1 / 60, 120);
    expect(coordinate(world, 'wire')).toBeCloseTo(way, 8);
    expect(length(subtract(bead.position, scale(down, way)))).toBeLessThan(1e-8);
    expect(rate(world, 'wire')).toBeCloseTo(2 * G * sin(angle), 8);
    expect(length(wire.reaction.force)).toBeCloseTo(3 * G * cos(angle), 4);
    expect(dot(wire.reaction.force, down)).toBeCloseTo(0, 6);
    expect(length(subtract(bead.angularVelocity, [1, -2, 3]))).toBeLessThan(1e-9);
  });

  test(`a puck in a tilted plane flies its parabola at constant spin, and the plane bears m g cos (${integrator})`, () => {
    const angle = 0.4;
    const { down, normal } = slope(angle);
    const world = createWorld({ integrator });
    const puck = world.addBody({
      mass: 0.5,
      inertia: [0.01, 0.01, 0.02],
      orientation: axisAngle(Y, angle),
      velocity: [0, 1.5, 0],
      angularVelocity: scale(normal, 4),
    });
    const table = world.addJoint({ kind: 'planar', name: 'table', b: puck, point: [0, 0, 0], normal });
    run(world, 90);
    const way = fallen(integrator, G * sin(angle), 1 / 60, 90);
    const at: Vec3 = [way * down[0], 1.5 * 1.5, way * down[2]];
    expect(length(subtract(puck.position, at))).toBeLessThan(1e-8);
    expect(rate(world, 'table')).toBeCloseTo(4, 8);
    expect(length(subtract(table.reaction.force, scale(normal, 0.5 * G * cos(angle))))).toBeLessThan(1e-6);
    expect(length(table.reaction.torque)).toBeLessThan(1e-6);
    expect(table.gap).toBeLessThan(1e-9);
  });

  test(`a bob on a hinged rod swings about a tilted axis with 2 pi sqrt(L/(g sin)) and keeps its own spin (${integrator})`, () => {
    const [tilt, L] = [0.7, 0.8];
    const axis: Vec3 = [sin(tilt), 0, cos(tilt)]; // at the angle `tilt` to the vertical
    const hangs: Vec3 = [cos(tilt), 0, -sin(tilt)];
    const world = createWorld({ integrator });
    const bob = world.addBody({ mass: 2, inertia: [0.01, 0.01, 0.01], position: scale(hangs, L) });
    bob.velocity = [0, 0.1, 0];
    bob.angularVelocity = [3, 1, -2];
    const rod = world.addJoint({ kind: 'revolute-spherical', b: bob, pointA: [0, 0, 0], pointB: bob.position, axis });
    const crossings: number[] = [];
    let last = 0;
    run(world, 1200, (k) => {
      const y = bob.position[1];
      if (last < 0 && y >= 0) crossings.push((k - y / (y - last)) / 60);
      last = y;
    });
    const period = (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
    expect(crossings.length).toBeGreaterThan(5);
    expect(Math.abs(period / (2 * PI * Math.sqrt(L / (G * sin(tilt)))) - 1)).toBeLessThan(0.005);
    expect(Math.abs(dot(bob.position, axis))).toBeLessThan(2e-9); // m: the weight over 1e10 N/m
    expect(rod.gap).toBeLessThan(1e-4);
    expect(length(subtract(bob.angularVelocity, [3, 1, -2]))).toBeLessThan(1e-9);
  });
}

test('a screw that is turned against a weight moves by its lead per turn, and its motor bears m g lead/2 pi', () => {
  const [mass, lead] = [5, 0.02];
  const world = createWorld();
  const load = world.addBody({ mass, inertia: [0.1, 0.1, 0.1] });
  const screw = world.addJoint({
    kind: 'screw',
    name: 'jack',
    b: load,
    point: [0, 0, 0],
    axis: Z,
    lead,
    turn: { motor: { speed: 2 } },
  });
  run(world, 600);
  expect(load.velocity[2] / ((2 * lead) / (2 * PI))).toBeCloseTo(1, 3);
  expect(load.position[2]).toBeCloseTo((lead * coordinate(world, 'jack')) / (2 * PI), 6);
  expect(screw.motorForce('turn')).toBeCloseTo((mass * G * lead) / (2 * PI), 6);
  expect(screw.bearing.force[2]).toBeCloseTo(mass * G, 5); // the thread carries the weight
  expect(screw.bearing.torque[2]).toBeCloseTo((-mass * G * lead) / (2 * PI), 6); // and turns against the motor
});

test('a screw with a tiny lead keeps its thread over a hundred turns', () => {
  const world = createWorld({ gravity: [0, 0, 0], timeStep: 1 / 240 });
  const nut = world.addBody({ mass: 1, inertia: [0.01, 0.01, 0.01] });
  world.addJoint({
    kind: 'screw',
    name: 'fine',
    b: nut,
    point: [0, 0, 0],
    axis: Z,
    lead: -1e-4,
    turn: { motor: { speed: 60 } },
  });
  run(world, 2600);
  const turns = coordinate(world, 'fine') / (2 * PI);
  expect(turns).toBeGreaterThan(100);
  expect(nut.position[2] / (-1e-4 * turns)).toBeCloseTo(1, 4);
});

test('a planar joint bears omega^2 I_xz of a body that spins about an axis that is none of its own', () => {
  const [omega, product] = [5, 0.03];
  const world = createWorld({ gravity: [0, 0, 0], integrator: 'midpoint', timeStep: 1 / 600 });
  const body = world.addBody({ mass: 2, inertia: [0.2, 0.25, 0.1, 0, product, 0], angularVelocity: [0, 0, omega] });
  const table = world.addJoint({ kind: 'planar', b: body, point: [0, 0, 0], normal: Z });
  const torques: number[] = [];
  run(world, 200, (k) => {
    if (k > 100) torques.push(length(table.reaction.torque));
  });
  const mean = torques.reduce((sum, torque) => sum + torque, 0) / torques.length;
  expect(mean).toBeCloseTo(omega * omega * product, 3);
});

test('a rod that falls with one end on a smooth plane: its centre falls straight down, its speed is that of energy', () => {
  const [mass, half, inertia] = [1.2, 0.5, 0.1];
  const world = createWorld({ integrator: 'midpoint', timeStep: 1 / 240 });
  const start = 0.2; // rad from the vertical
  const rod = world.addBody({
    mass,
    inertia: [inertia, inertia, 1e-3],
    position: [0, 0, half * cos(start)],
    orientation: axisAngle(Y, start),
  });
  const foot: Vec3 = [-half * sin(start), 0, 0];
  world.addJoint({ kind: 'point-on-plane', name: 'floor', b: rod, point: foot, normal: Z });
  const angle = () => 2 * Math.asin(rod.orientation[1]);
  let worst = 0;
  let steps = 0;
  run(world, 240, () => {
    const theta = angle();
    if (theta > 1.4) return;
    steps++;
    const s = half * sin(theta);
    const square = (2 * mass * G * half * (cos(start) - cos(theta))) / (inertia + mass * s * s);
    worst = Math.max(worst, Math.abs(rod.angularVelocity[1] - Math.sqrt(square)));
    expect(Math.abs(rod.position[0])).toBeLessThan(1e-9);
  });
  expect(steps).toBeGreaterThan(60);
  expect(worst).toBeLessThan(1e-3); // rad/s
});

test('a slider-crank whose rod has no mass: a hinge at the crank, a ball at the piston', () => {
  const [r, L] = [0.1, 0.3];
  const world = createWorld({ integrator: 'midpoint' });
  const crank = world.addBody({ mass: 1, inertia: [1e-3, 1e-3, 1e-3], position: [r / 2, 0, 0] });
  const piston = world.addBody({ mass: 2, inertia: [0.01, 0.01, 0.01], position: [r + L, 0, 0] });
  const [pin, wrist]: Vec3[] = [
    [r, 0, 0],
    [r + L, 0, 0],
  ];
  world.addJoint({ kind: 'revolute', name: 'shaft', b: crank, point: [0, 0, 0], axis: Y, motor: { speed: 2 * PI } });
  const rod = world.addJoint({ kind: 'revolute-spherical', a: crank, b: piston, pointA: pin, pointB: wrist, axis: Y });
  world.addJoint({ kind: 'point-on-line', name: 'guide', b: piston, point: wrist, axis: [1, 0, 0] });
  let off = 0;
  run(world, 300, () => {
    const angle = coordinate(world, 'shaft');
    const x = r * cos(angle) + Math.sqrt(L * L - r * r * sin(angle) * sin(angle));
    off = Math.max(off, Math.abs(piston.position[0] - x));
  });
  expect(coordinate(world, 'shaft')).toBeGreaterThan(8 * PI);
  expect(off).toBeLessThan(1e-7);
  expect(rod.gap).toBeLessThan(1e-7);
});
