import { expect, test } from 'vitest';
import { createWorld } from '../../simulate.ts';
import type { Body } from '../bodies/body.ts';
import type { World } from '../world/world.ts';

type Point = readonly [number, number];

/** A bar of 1 kg between two points of the plane z = 0. */
function addBar(world: World, p: Point, q: Point): Body {
  const square = (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2;
  const I = square / 12;
  return world.addBody({ mass: 1, inertia: [I, I, I], position: [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, 0] });
}

/** Hinge about z; left out: the world. */
function hinge(world: World, a: Body | undefined, b: Body, [x, y]: Point): void {
  const common = { kind: 'revolute', b, point: [x, y, 0], axis: [0, 0, 1] } as const;
  world.addJoint(a ? { ...common, a } : common);
}

/** Turns a body with w (rad/s) about a point that moves with v. */
function turn(body: Body, about: Point, w: number, v: Point = [0, 0]): void {
  const [x, y] = body.position;
  body.angularVelocity = [0, 0, w];
  body.velocity = [v[0] - w * (y - about[1]), v[1] + w * (x - about[0]), 0];
}

/** Cranks of 0.5 m, coupler of 1 m: all links lie on one line twice per turn, and the loop can go on in two ways. */
function parallelogram(world: World, at = 0): void {
  const [A, B]: Point[] = [
    [at, 0.5],
    [at + 1, 0.5],
  ];
  const [crank, coupler, rocker] = [addBar(world, [at, 0], A), addBar(world, A, B), addBar(world, [at + 1, 0], B)];
  hinge(world, undefined, crank, [at, 0]);
  hinge(world, crank, coupler, A);
  hinge(world, coupler, rocker, B);
  hinge(world, undefined, rocker, [at + 1, 0]);
  turn(crank, [at, 0], 6);
  turn(rocker, [at + 1, 0], 6);
  coupler.velocity = [-3, 0, 0];
}

/** Crank and rod of the same length: at the dead centre the slider can stay while both turn. */
function sliderCrank(world: World): void {
  const s = Math.SQRT1_2;
  const crank = addBar(world, [0, 0], [s, s]);
  const rod = addBar(world, [s, s], [2 * s, 0]);
  const slider = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [2 * s, 0, 0] });
  hinge(world, undefined, crank, [0, 0]);
  hinge(world, crank, rod, [s, s]);
  hinge(world, rod, slider, [2 * s, 0]);
  world.addJoint({ kind: 'prismatic', b: slider, point: [2 * s, 0, 0], axis: [1, 0, 0] });
  turn(crank, [0, 0], 4);
  turn(rod, [s, s], -4, [-4 * s, 4 * s]);
  slider.velocity = [-8 * s, 0, 0];
}

test.each([
  ['a parallelogram', parallelogram, 6],
  ['a slider-crank', sliderCrank, 6],
] as const)(
  '%s passes its dead positions with its energy: steps that do not converge are halved, and say so',
  (_name, build, least) => {
    const world = createWorld({ integrator: 'midpoint', gravity: [0, -9.81, 0] });
    build(world);
    const { kinetic, potential } = world.energy();
    let [halved, euler] = [0, 0];
    for (let k = 0; k < 300; k++) {
      const { fallbacks, status, ledger } = world.step();
      halved += fallbacks.halved;
      euler += fallbacks.implicitEuler;
      expect([status, fallbacks.unconverged, ledger.closed]).toEqual(['converged', 0, true]);
    }
    expect(halved).toBeGreaterThan(least);
    expect(euler).toBe(0); // without halves: 11 and 14 steps in ten seconds, for 40 % and 1.2 % of the energy
    const end = world.energy();
    expect(Math.abs(end.kinetic + end.potential - kinetic - potential) / kinetic).toBeLessThan(2e-3);
  },
);

test('an island that needs halves is stepped alone: the others are as if it were not there', () => {
  const places = [false, true].map((both) => {
    const world = createWorld({ integrator: 'midpoint', gravity: [0, -9.81, 0] });
    const bob = addBar(world, [-9, 0], [-8, 0]);
    hinge(world, undefined, bob, [-9, 0]);
    if (both) parallelogram(world);
    let halved = 0;
    for (let k = 0; k < 240; k++) halved += world.step().fallbacks.halved;
    expect(halved > 0).toBe(both);
    return bob.position;
  });
  for (let c = 0; c < 3; c++) expect(places[1][c]).toBeCloseTo(places[0][c], 5);
});

test('joints that cannot be held say so: no step of a contradiction is called converged while its Newton is not', () => {
  const world = createWorld({ integrator: 'midpoint' });
  const bar = addBar(world, [0, 0], [1, 0]);
  hinge(world, undefined, bar, [0, 0]);
  world.addJoint({ kind: 'distance', b: bar, pointA: [0, 3, 0], pointB: [1, 0, 0], length: 0.5 });
  let unconverged = 0;
  for (let k = 0; k < 10; k++) {
    const { fallbacks, status } = world.step();
    unconverged += fallbacks.unconverged;
    if (fallbacks.unconverged > 0) expect(status).toBe('iteration-limit');
  }
  expect(unconverged).toBeGreaterThan(0);
});
