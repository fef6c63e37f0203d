import { describe, expect, test } from 'vitest';
import { compound } from '../../collision/shapes/compound.ts';
import { hull } from '../../collision/shapes/hull.ts';
import { massProperties } from '../../collision/shapes/shape-kinds.ts';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { principalMoments } from '../../linalg/principal-moments.ts';
import { axisAngle, rotate } from '../../linalg/quat.ts';
import { length, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';
import type { World } from '../world/world.ts';
import type { Body } from './body.ts';

const G = 9.81; // m/s^2

/** Mean time between upward zero crossings of `read`, s. */
function period(world: World, read: () => number, crossings: number): number {
  const times: number[] = [];
  let last = read();
  while (times.length < crossings) {
    world.step();
    const now = read();
    if (last < 0 && now >= 0) times.push(world.time - (world.timeStep * now) / (now - last));
    last = now;
  }
  return (times[crossings - 1] - times[0]) / (crossings - 1);
}

/** R D R^T of principal moments D, row by row. */
function turnedTensor([x, y, z]: Vec3, q: readonly [number, number, number, number]): [Vec3, Vec3, Vec3] {
  const axes = [rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1])];
  const row = (i: number): Vec3 => {
    const entry = (j: number) =>
      x * axes[0][i] * axes[0][j] + y * axes[1][i] * axes[1][j] + z * axes[2][i] * axes[2][j];
    return [entry(0), entry(1), entry(2)];
  };
  return [row(0), row(1), row(2)];
}

describe('the position of a body is its centre of mass', () => {
  const corners = [0, 0.2].flatMap((x) => [0, 0.4].flatMap((y) => [0, 0.6].map((z): Vec3 => [x, y, z])));

  test.each([
    ['by its shape', {}],
    ['with mass and inertia given', { mass: 5, inertia: [0.2, 0.2, 0.1] as Vec3 }],
  ])('a hull whose corner is its origin stands on half its height: %s', (_, given) => {
    const world = createWorld();
    world.addBody({ motion: 'static', shape: plane() });
    const body = world.addBody({ shape: hull(corners), position: [1, 1, 0.3], ...given });
    for (let k = 0; k < 120; k++) world.step();
    expect(body.position[2]).toBeCloseTo(0.3, 4);
    expect(length(subtract(rotate(body.orientation, [0, 0, 1]), [0, 0, 1]))).toBeLessThan(1e-6);
    const at = (point: Vec3) => world.queries().overlap(sphere(0.001), point).includes(body);
    expect([at([1.09, 1.19, 0.59]), at([1.11, 1, 0.3]), at([0.91, 0.81, 0.02])]).toEqual([true, false, true]);
  });

  test('a static body has the origin of its shape there, unless it names another point', () => {
    const world = createWorld();
    world.addBody({ name: 'by origin', motion: 'static', shape: hull(corners) });
    const shape = hull(corners);
    world.addBody({ name: 'by centre', motion: 'static', shape, centreOfMass: [0.1, 0.2, 0.3], position: [9, 0, 0] });
    const found = (point: Vec3) => world.queries().overlap(sphere(0.01), point).map(({ name }) => name); // biome-ignore format: one line
    expect(found([0.15, 0.35, 0.55])).toEqual(['by origin']);
    expect(found([9.05, 0.15, 0.25])).toEqual(['by centre']);
    expect(found([9.15, 0.35, 0.55])).toEqual([]);
  });

  test('a compound pendulum swings with the period of its inertia about the pivot', () => {
    const shape = compound([
      { shape: box(0.02, 0.02, 0.5), position: [0, 0, -0.5] },
      { shape: sphere(0.1), position: [0, 0, -1] },
    ]);
    const { mass: m, centre, inertia } = massProperties(shape, 1000);
    const d = -centre[2]; // m, from the pivot at the shape's origin
    const expected = 2 * Math.PI * Math.sqrt((inertia[4] + m * d * d) / (m * G * d));
    for (const given of [{}, { mass: m, inertia: [inertia[0], inertia[4], inertia[8]] as Vec3 }]) {
      const world = createWorld({ timeStep: 1 / 240, integrator: 'midpoint' });
      const tilt = 0.02; // rad
      const bob = world.addBody({
        shape,
        ...given,
        orientation: { axis: [0, 1, 0], angle: tilt },
        position: rotate(axisAngle([0, 1, 0], tilt), centre),
      });
      world.addJoint({ kind: 'revolute', b: bob, point: [0, 0, 0], axis: [0, 1, 0] });
      expect(period(world, () => bob.position[0], 4) / expected).toBeCloseTo(1, 3);
    }
  });

  test('a ball with its weight below the middle rocks with the period of a roly-poly', () => {
    const [r, d, m, I] = [0.2, 0.05, 2, 0.02]; // m, m, kg, kg m^2
    const world = createWorld({ timeStep: 1 / 480 });
    world.addBody({ motion: 'static', shape: plane() });
    const tilt = 0.05; // rad
    const below = rotate(axisAngle([0, 1, 0], tilt), [0, 0, -d]);
    const toy = world.addBody({
      shape: sphere(r),
      mass: m,
      inertia: [I, I, I],
      centreOfMass: [0, 0, -d],
      position: [below[0], 0, r + below[2]],
      orientation: { axis: [0, 1, 0], angle: tilt },
    });
    const angle = () => rotate(toy.orientation, [0, 0, 1])[0];
    const expected = 2 * Math.PI * Math.sqrt((I + m * (r - d) * (r - d)) / (m * G * d));
    expect(period(world, angle, 3) / expected).toBeCloseTo(1, 2);
  });
});

describe('a full inertia tensor', () => {
  const D: Vec3 = [0.1, 0.25, 0.3];
  const q = axisAngle([1, 2, 3], 0.8);
  const rows = turnedTensor(D, q);
  const six = [rows[0][0], rows[1][1], rows[2][2], rows[0][1], rows[0][2], rows[1][2]] as const;

  test.each([
    ['six numbers', six],
    ['three rows', rows],
  ])('turns a body as its principal moments in turned axes do: %s', (_, inertia) => {
    const spun = (options: object): Body => {
      const world = createWorld({ gravity: [0, 0, 0], timeStep: 1 / 1000 });
      const body = world.addBody({ mass: 1, ...options, inertia: D, angularVelocity: [1, 5, 0.5] });
      for (let k = 0; k < 500; k++) world.step();
      return body;
    };
    const general = (() => {
      const world = createWorld({ gravity: [0, 0, 0], timeStep: 1 / 1000 });
      const body = world.addBody({ mass: 1, inertia, angularVelocity: [1, 5, 0.5] });
      for (let k = 0; k < 500; k++) world.step();
      return body;
    })();
    const principal = spun({ orientation: q });
    expect(length(subtract(general.angularVelocity, principal.angularVelocity))).toBeLessThan(1e-10);
    const x: Vec3 = [1, 0, 0]; // the axis x of the general body is q^-1 x of the other
    const along = rotate([-q[0], -q[1], -q[2], q[3]], x);
    const apart = subtract(rotate(general.orientation, x), rotate(principal.orientation, along));
    expect(length(apart)).toBeLessThan(1e-10);
  });

  test('has principal moments, found by rotations, that are those it was made of', () => {
    const found = principalMoments(rows.flat());
    for (const [k, moment] of D.entries()) expect(found[k]).toBeCloseTo(moment, 14);
  });

  test('of a flat plate is at the limit and taken, one beyond it is not', () => {
    const world = createWorld();
    world.addBody({ mass: 1, inertia: [1, 1, 2] });
    expect(() => world.addBody({ mass: 1, inertia: [1, 1, 2.001] })).toThrow(
      'inertia: expected principal moments of which none exceeds the sum of the other two, found (1, 1, 2.001)',
    );
  });
});
