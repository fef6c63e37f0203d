/** Rotations whose angle is counted turn by what their speed says, at any speed that turns can be counted at. */
import { describe, expect, test } from 'vitest';
import { PI } from '../../linalg/elementary.ts';
import { rotate } from '../../linalg/quat.ts';
import { add, cross, length, scale, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';
import type { World } from '../world/world.ts';
import type { Body } from './body.ts';
import { turnFactor } from './exact-turns.ts';

const Z: Vec3 = [0, 0, 1];
const WEIGHTLESS = { gravity: [0, 0, 0] as Vec3 };
const wheelOf = (world: World, position: Vec3 = [0, 0, 0], moment = 0.1): Body =>
  world.addBody({ mass: 2, inertia: [0.06, 0.06, moment], position, groups: 2, meets: 0 });

/** Steps with closed books and whole joints. */
function run(world: World, steps: number, each: () => void = () => {}): void {
  for (let k = 0; k < steps; k++) {
    const report = world.step();
    expect(report.ledger.closed).toBe(true);
    expect(report.torn).toEqual([]);
    each();
  }
}

test('the factor is tan(a)/a, and stays beyond a half turn of 1.4 rad', () => {
  for (const a of [1e-9, 1e-4, 0.3, 1, 1.4]) expect(turnFactor(2 * a, [0, 0, 1], 0)).toBeCloseTo(Math.tan(a) / a, 14);
  expect(turnFactor(1, [0, 0, 0], 0)).toBe(1);
  expect(turnFactor(1, [5, 0, 0], 0)).toBeCloseTo(Math.tan(1.4) / 1.4, 12);
});

for (const integrator of ['euler', 'midpoint'] as const)
  describe(`turns under ${integrator} at 1/60 s`, () => {
    test('a motor of 100 rad/s turns its wheel by 1000 rad in 10 s', () => {
      const world = createWorld({ ...WEIGHTLESS, integrator });
      const wheel = wheelOf(world);
      wheel.angularVelocity = [0, 0, 100];
      const shaft = world.addJoint({ kind: 'revolute', b: wheel, point: [0, 0, 0.3], axis: Z, motor: { speed: 100 } });
      run(world, 600);
      expect(shaft.coordinate()).toBeCloseTo(1000, 6);
      expect(shaft.rate()).toBeCloseTo(100, 9);
    });

    test('wheels geared -4:1 run at 150 and -37.5 rad/s, and keep their energy', () => {
      const world = createWorld({ ...WEIGHTLESS, integrator });
      const [a, b] = [wheelOf(world), wheelOf(world, [1, 0, 0])];
      [a.angularVelocity, b.angularVelocity] = [
        [0, 0, 150],
        [0, 0, -37.5],
      ];
      const hinges = [a, b].map((body) => world.addJoint({ kind: 'revolute', b: body, point: body.position, axis: Z }));
      world.addJoint({ kind: 'gear', a, b, axisA: Z, axisB: Z, ratio: -4 });
      const { kinetic } = world.energy();
      run(world, 600);
      expect(hinges[0].coordinate()).toBeCloseTo(1500, 5);
      expect(hinges[1].coordinate()).toBeCloseTo(-375, 5);
      expect(a.angularVelocity[2]).toBeCloseTo(150, 6);
      expect(b.angularVelocity[2]).toBeCloseTo(-37.5, 6);
      expect(world.energy().kinetic / kinetic - 1).toBeCloseTo(0, 9);
    });

    test('a planetary set and a differential have the speeds of their teeth', () => {
      const world = createWorld({ ...WEIGHTLESS, integrator });
      const [sun, ring, carrier] = [0, 1, 2].map(() => wheelOf(world));
      const [zs, zr] = [30, 70];
      for (const body of [sun, ring, carrier])
        world.addJoint({
          ...({ kind: 'revolute', b: body, point: [0, 0, 0], axis: Z } as const),
          ...(body === sun && { motor: { speed: 120 } }),
          ...(body === ring && { motor: { speed: -20 } }),
        });
      const terms = [
        { body: sun, axis: Z, factor: zs },
        { body: ring, axis: Z, factor: zr },
        { body: carrier, axis: Z, factor: -(zs + zr) },
      ];
      world.addJoint({ kind: 'differential', terms });
      run(world, 30); // the motors start from rest
      const [, , third] = world.joints;
      const from = third.coordinate()!;
      run(world, 300);
      const speed = (zs * 120 - zr * 20) / (zs + zr); // 22 rad/s
      expect(third.rate()).toBeCloseTo(speed, 6);
      expect(third.coordinate()! - from).toBeCloseTo(5 * speed, 5);
    });

    test('a nut on a motor of 60 rad/s goes by its lead per turn', () => {
      const world = createWorld({ ...WEIGHTLESS, integrator });
      const nut = wheelOf(world);
      const screw = {
        kind: 'screw',
        b: nut,
        point: [0, 0, 0],
        axis: Z,
        lead: 0.01,
        turn: { motor: { speed: 60 } },
      } as const;
      const joint = world.addJoint(screw);
      run(world, 300);
      expect(nut.position[2]).toBeCloseTo((0.01 * joint.coordinate('turn')!) / (2 * PI), 8);
      expect(joint.rate('slide')).toBeCloseTo((0.01 * 60) / (2 * PI), 6);
    });
  });

describe('turns under the default stepper', () => {
  test('the rate of a hinge is the change of its coordinate over h, at any speed, for a wheel and for a crank', () => {
    for (const arm of [0, 0.2])
      for (const speed of [1, 10, 60, 165]) {
        const world = createWorld(WEIGHTLESS);
        const body = wheelOf(world, [arm, 0, 0]);
        const hinge = world.addJoint({ kind: 'revolute', b: body, point: [0, 0, 0], axis: Z, motor: { speed } });
        for (let k = 0; k < 5; k++) world.step();
        for (let k = 0; k < 30; k++) {
          const before = hinge.coordinate()!;
          world.step();
          expect((hinge.coordinate()! - before) * 60, `${arm} m, ${speed} rad/s`).toBeCloseTo(hinge.rate()!, 5);
          expect(hinge.rate()).toBeCloseTo(speed, 5);
        }
      }
  });

  test('what is fixed to a wheel, or driven by it over Cardan joints, turns as it does', () => {
    const world = createWorld(WEIGHTLESS);
    const [wheel, rim, shaft] = [wheelOf(world), wheelOf(world, [0, 0, 0.2]), wheelOf(world, [0, 0, 0.5])];
    for (const body of [wheel, rim, shaft]) body.angularVelocity = [0, 0, 90];
    world.addJoint({ kind: 'revolute', b: wheel, point: [0, 0, 0], axis: Z, motor: { speed: 90 } });
    world.addJoint({ kind: 'fixed', a: wheel, b: rim, point: [0, 0, 0.1] });
    world.addJoint({ kind: 'universal', a: rim, b: shaft, point: [0, 0, 0.4], axisA: [1, 0, 0], axisB: [0, 1, 0] });
    const marks = () => [wheel, rim, shaft].map(({ orientation }) => rotate(orientation, [1, 0, 0]));
    run(world, 120, () => {
      const [first, ...others] = marks();
      for (const other of others) expect(length(subtract(other, first))).toBeLessThan(1e-7);
    });
  });

  test('two hinged bodies that tumble freely keep their momenta', () => {
    const world = createWorld(WEIGHTLESS);
    const a = world.addBody({ mass: 1, inertia: [0.1, 0.2, 0.25], position: [-0.5, 0, 0], groups: 2, meets: 0 });
    const b = world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.4], position: [0.5, 0, 0], groups: 2, meets: 0 });
    world.addJoint({ kind: 'revolute', a, b, point: [0, 0, 0], axis: [1, 0, 0] });
    [a.angularVelocity, b.angularVelocity] = [
      [30, 0.1, 0],
      [-10, 0.1, 0],
    ];
    const total = () => {
      const spin = (body: Body): Vec3 => {
        const { orientation: q, inertia: I } = body;
        const w = rotate([-q[0], -q[1], -q[2], q[3]], body.angularVelocity);
        const L = [0, 3, 6].map((r) => I[r] * w[0] + I[r + 1] * w[1] + I[r + 2] * w[2]) as unknown as Vec3;
        return add(rotate(q, L), cross(body.position, scale(body.velocity, body.mass)));
      };
      return add(spin(a), spin(b));
    };
    const L = total();
    const { kinetic } = world.energy();
    run(world, 300);
    expect(length(subtract(total(), L)) / length(L)).toBeLessThan(2e-3);
    expect(Math.abs(world.energy().kinetic / kinetic - 1)).toBeLessThan(0.01);
  });

  test('one body on a hinge that nothing else holds keeps energy and angular momentum to rounding', () => {
    const world = createWorld(WEIGHTLESS);
    const body = world.addBody({ mass: 1, inertia: [0.1, 0.2, 0.25], angularVelocity: [1, 40, 3] });
    const other = wheelOf(world, [9, 0, 0]);
    // a force law that asks for nothing counts the angle without holding anything
    world.addJoint({ kind: 'force-law', a: other, b: body, axis: Z, law: () => 0 });
    const momentum = () => {
      const q = body.orientation;
      const w = rotate([-q[0], -q[1], -q[2], q[3]], body.angularVelocity);
      return rotate(q, [0.1 * w[0], 0.2 * w[1], 0.25 * w[2]]);
    };
    const [L, { kinetic }] = [momentum(), world.energy()];
    run(world, 600);
    expect(length(subtract(momentum(), L)) / length(L)).toBeLessThan(1e-11);
    expect(Math.abs(world.energy().kinetic / kinetic - 1)).toBeLessThan(1e-11);
  });
});

describe('kinematic bodies', () => {
  test('turn by h omega, also by more than half a turn per step', () => {
    for (const speed of [3, 100, 500]) {
      const world = createWorld();
      const disc = world.addBody({ motion: 'kinematic', angularVelocity: [0, 0, speed] });
      for (let k = 0; k < 60; k++) world.step();
      const [x, y] = rotate(disc.orientation, [1, 0, 0]);
      expect(x).toBeCloseTo(Math.cos(speed), 9);
      expect(y).toBeCloseTo(Math.sin(speed), 9);
    }
  });

  test('on a course have the rate at which they turn', () => {
    const world = createWorld();
    const disc = world.addBody({ motion: { kind: 'uniform', angularVelocity: [0, 60, 80] } });
    for (let k = 0; k < 7; k++) world.step();
    expect(disc.angularVelocity[1]).toBeCloseTo(60, 9);
    expect(disc.angularVelocity[2]).toBeCloseTo(80, 9);
  });
});
