import { expect, test } from 'vitest';
import { coordinate, rate, reaction, run } from '../../../test/support/joint-steps.ts';
import { cos, PI, sin } from '../../linalg/elementary.ts';
import { add, length, scale, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';
import type { World } from '../world/world.ts';

const G = 9.81;
const Y: Vec3 = [0, 1, 0];
const TURN = 2 * PI; // rad/s: 60 rpm

/** Largest gap of each joint over a run, m. */
function widest(world: World, steps: number, each: () => void = () => {}): number {
  let gap = 0;
  run(world, steps, () => {
    for (const joint of world.joints) gap = Math.max(gap, joint.gap);
    each();
  });
  return gap;
}

// semi-implicit steps go along tangents: gaps of about (h omega)^2 arm; Euler's projection of loops and the midpoint close them
const INTEGRATORS = [
  ['semi-implicit', 1e-3],
  ['euler', 1e-7],
  ['midpoint', 1e-7],
] as const;

for (const [integrator, bound] of INTEGRATORS) {
  test(`a slider-crank at 60 rpm for 600 steps (${integrator}): gaps below ${bound} m, the piston where geometry says`, () => {
    const world = createWorld({ integrator });
    const [r, L] = [0.1, 0.3];
    const crank = world.addBody({ mass: 1, inertia: [1e-3, 1e-3, 1e-3], position: [r / 2, 0, 0] });
    const rod = world.addBody({ mass: 1, inertia: [1e-3, 0.01, 0.01], position: [r + L / 2, 0, 0] });
    const piston = world.addBody({ mass: 2, inertia: [0.01, 0.01, 0.01], position: [r + L, 0, 0] });
    world.addJoint({ kind: 'revolute', name: 'shaft', b: crank, point: [0, 0, 0], axis: Y, motor: { speed: TURN } });
    world.addJoint({ kind: 'revolute', name: 'pin', a: crank, b: rod, point: [r, 0, 0], axis: Y });
    world.addJoint({ kind: 'revolute', name: 'wrist', a: rod, b: piston, point: [r + L, 0, 0], axis: Y });
    world.addJoint({ kind: 'prismatic', name: 'guide', b: piston, point: [r + L, 0, 0], axis: [1, 0, 0] });
    let off = 0;
    const gap = widest(world, 600, () => {
      const angle = coordinate(world, 'shaft');
      const x = r * cos(angle) + Math.sqrt(L * L - r * r * sin(angle) * sin(angle));
      off = Math.max(off, Math.abs(piston.position[0] - x));
    });
    expect(gap).toBeLessThan(bound); // measured 0.58 mm, 2.7 nm, 2.7 nm
    expect(off).toBeLessThan(2 * bound); // measured 1.2 mm, 5 nm, 5 nm
    expect(Math.abs(coordinate(world, 'shaft') - 10 * TURN)).toBeLessThan(0.12); // 2 atan(h omega/2) a step, not h omega
    expect(rate(world, 'shaft')).toBeCloseTo(TURN, 6);
    expect(
      length(subtract([piston.orientation[0], piston.orientation[1], piston.orientation[2]], [0, 0, 0])),
    ).toBeLessThan(1e-6);
  });

  test(`a four-bar linkage at 60 rpm for 600 steps (${integrator}): gaps below ${bound} m, the rocker swings as geometry says`, () => {
    const world = createWorld({ integrator });
    const [ground, crank, coupler, rocker] = [0.4, 0.1, 0.35, 0.3]; // m
    const base = ground - crank;
    const x = (base * base + coupler * coupler - rocker * rocker) / (2 * base);
    const points: readonly Vec3[] = [
      [0, 0, 0],
      [crank, 0, 0],
      [crank + x, 0, Math.sqrt(coupler * coupler - x * x)],
      [ground, 0, 0],
    ];
    const bars = [0, 1, 2].map((k) =>
      world.addBody({ mass: 1, inertia: [0.01, 0.01, 0.01], position: scale(add(points[k], points[k + 1]), 0.5) }),
    );
    const hinge = (name: string, k: number) => ({ kind: 'revolute', name, point: points[k], axis: Y }) as const;
    world.addJoint({ ...hinge('A', 0), b: bars[0], motor: { speed: TURN } });
    world.addJoint({ ...hinge('B', 1), a: bars[0], b: bars[1] });
    world.addJoint({ ...hinge('C', 2), a: bars[1], b: bars[2] });
    world.addJoint({ ...hinge('D', 3), b: bars[2] });
    let [least, most] = [0, 0];
    const gap = widest(world, 600, () => {
      least = Math.min(least, coordinate(world, 'D'));
      most = Math.max(most, coordinate(world, 'D'));
    });
    expect(gap).toBeLessThan(bound); // measured 0.60 mm, 3.1 nm, 3.2 nm
    // between its ends the rocker sees crank and coupler stretched out, and folded back
    const swing = Math.abs(rockerAngle(ground, rocker, coupler + crank) - rockerAngle(ground, rocker, coupler - crank));
    expect(Math.abs(most - least - swing)).toBeLessThan(integrator === 'semi-implicit' ? 0.01 : 5e-4); // rad: ends fall between steps, by 14 rad/s^2 (h/2)^2/2 at most
  });
}

/** Angle at the rocker's pivot of the triangle ground, rocker, reach. */
function rockerAngle(ground: number, rocker: number, reach: number): number {
  const c = (ground * ground + rocker * rocker - reach * reach) / (2 * ground * rocker);
  return Math.acos(c);
}

for (const [integrator] of INTEGRATORS)
  test(`a pendulum of small amplitude has the period of its formula within 0.5 % (${integrator})`, () => {
    const world = createWorld({ integrator });
    const [mass, arm, inertia] = [2, 0.5, 0.1];
    const bob = world.addBody({ mass, inertia: [inertia, inertia, inertia], position: [0, 0, -arm] });
    world.addJoint({ kind: 'revolute', name: 'pivot', b: bob, point: [0, 0, 0], axis: Y });
    bob.angularVelocity = [0, 0.1, 0];
    bob.velocity = [-0.1 * arm, 0, 0];
    const crossings: number[] = [];
    let last = 0;
    run(world, 1200, (k) => {
      const angle = coordinate(world, 'pivot');
      if (last < 0 && angle >= 0) crossings.push((k - angle / (angle - last)) / 60);
      last = angle;
    });
    const period = (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
    const exact = 2 * PI * Math.sqrt((inertia + mass * arm * arm) / (mass * G * arm));
    expect(crossings.length).toBeGreaterThan(10);
    expect(Math.abs(period / exact - 1)).toBeLessThan(0.005);
  });

test('a universal joint turns its output unevenly, as cos b/(1 - (sin b sin t)^2) says', () => {
  const world = createWorld({ gravity: [0, 0, 0], timeStep: 1 / 600 });
  const bend = 0.5; // rad between the shafts
  const out: Vec3 = [cos(bend), sin(bend), 0];
  const input = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [-0.5, 0, 0] });
  const output = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: scale(out, 0.5) });
  world.addJoint({ kind: 'revolute', name: 'in', b: input, point: [-1, 0, 0], axis: [1, 0, 0], motor: { speed: 6 } });
  world.addJoint({ kind: 'revolute', name: 'out', b: output, point: out, axis: out });
  // the arm of the input starts across the plane of the shafts, that of the output in it
  world.addJoint({
    kind: 'universal',
    name: 'cross',
    a: input,
    b: output,
    point: [0, 0, 0],
    axisA: [0, 0, 1],
    axisB: [-out[1], out[0], 0],
  });
  let worst = 0;
  run(world, 1200, (k) => {
    if (k < 10) return; // the motor starts from rest
    const c = sin(bend) * sin(coordinate(world, 'in'));
    const expected = (6 * cos(bend)) / (1 - c * c);
    worst = Math.max(worst, Math.abs(rate(world, 'out') / expected - 1));
  });
  expect(worst).toBeLessThan(0.02);
});

test('a fixed joint carries a beam: its force is the weight and its torque the weight times the arm', () => {
  const world = createWorld();
  const beam = world.addBody({ mass: 3, inertia: [0.1, 0.1, 0.1], position: [0.8, 0, 0] });
  world.addJoint({ kind: 'fixed', name: 'wall', b: beam, point: [0, 0, 0] });
  run(world, 120);
  const { force, torque } = reaction(world, 'wall');
  expect(force[2]).toBeCloseTo(3 * G, 6);
  expect(torque[1]).toBeCloseTo(-3 * G * 0.8, 5); // about y, against the weight at x
  expect(length(subtract(beam.position, [0.8, 0, 0]))).toBeLessThan(1e-7);
  expect(world.joints[0].gap).toBeLessThan(1e-8);
});

test('two bodies on a fixed joint fly as one: the joint bears nothing but what turning takes', () => {
  const world = createWorld({ gravity: [0, 0, 0], integrator: 'midpoint' });
  const bodies = [-0.5, 0.5].map((x) =>
    world.addBody({
      mass: 1,
      inertia: [0.1, 0.1, 0.1],
      position: [x, 0, 0],
      velocity: [0, x * 2, 0],
      angularVelocity: [0, 0, 2],
    }),
  );
  world.addJoint({ kind: 'fixed', name: 'weld', a: bodies[0], b: bodies[1], point: [0, 0, 0] });
  const gap = widest(world, 300);
  expect(gap).toBeLessThan(1e-7);
  expect(bodies[1].angularVelocity[2]).toBeCloseTo(2, 4);
  expect(length(reaction(world, 'weld').force)).toBeCloseTo(1 * 4 * 0.5, 2); // m omega^2 r
});
