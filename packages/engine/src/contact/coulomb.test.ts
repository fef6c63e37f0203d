/** Friction of a world that names no model is Coulomb's: the same in every direction. Closed forms, and an own integration. */
import { expect, test } from 'vitest';
import { compound } from '../collision/shapes/compound.ts';
import { box, plane, sphere } from '../collision/shapes/shapes.ts';
import type { Body } from '../dynamics/bodies/body.ts';
import { cos, sin } from '../linalg/elementary.ts';
import type { Vec3 } from '../linalg/vec3.ts';
import { createWorld } from '../simulate.ts';

const G = 9.81;
const MU = 0.2;
const DEGREE = Math.PI / 180;

/** Where a body that does not turn comes to rest, from 2 m/s at an angle. */
function slide(angle: number, frictionModel?: 'box'): { readonly way: number; readonly heading: number } {
  const world = createWorld({ ...(frictionModel && { frictionModel }), timeStep: 1 / 240 });
  world.addBody({ motion: 'static', shape: plane(), material: { friction: MU } });
  const puck = world.addBody({
    shape: sphere(0.1),
    mass: 1,
    inertia: [1e9, 1e9, 1e9],
    material: { friction: MU },
    position: [0, 0, 0.1],
    velocity: [2 * cos(angle), 2 * sin(angle), 0],
  });
  for (let k = 0; k < 320; k++) expect(world.step().ledger.closed).toBe(true);
  const [x, y] = puck.position;
  expect(Math.abs(puck.velocity[0]) + Math.abs(puck.velocity[1])).toBeLessThan(1e-9);
  return { way: Math.sqrt(x * x + y * y), heading: (x * sin(angle) - y * cos(angle)) / Math.sqrt(x * x + y * y) };
}

test('what slides stops after v^2/(2 mu g) on its course, whatever its direction', () => {
  const along = slide(0).way;
  const [h, v] = [1 / 240, 2];
  expect(Math.abs(along / ((v * v) / (2 * MU * G)) - 1)).toBeLessThan(1.01 * ((MU * G * h) / v)); // v h/2 of first order
  for (const angle of [11.25, 22.5, 45, 100]) {
    const { way, heading } = slide(angle * DEGREE);
    expect(Math.abs(way - along)).toBeLessThan(1e-9); // m
    expect(Math.abs(heading)).toBeLessThan(1e-9); // rad
  }
});

test('a box of bounds, where it is asked for, brakes the diagonal by sqrt(2)', () => {
  expect(slide(45 * DEGREE, 'box').way / slide(45 * DEGREE).way).toBeCloseTo(Math.SQRT1_2, 2);
});

const R = 0.1; // m
const FEET = 12;

/** A ring on small feet that slides and spins, its course turned by an angle. */
function ring(timeStep: number, speed: number, spin: number, turn: number) {
  const world = createWorld({ timeStep });
  world.addBody({ motion: 'static', shape: plane(), material: { friction: MU } });
  const foot = 0.001; // m
  const parts = Array.from({ length: FEET }, (_, k) => {
    const angle = (2 * Math.PI * k) / FEET;
    return { shape: sphere(foot), position: [R * cos(angle), R * sin(angle), 0] as Vec3 };
  });
  const body = world.addBody({
    shape: compound(parts),
    mass: 1,
    inertia: [R * R, R * R, R * R],
    material: { friction: MU },
    position: [0, 0, foot],
    velocity: [speed * cos(turn), speed * sin(turn), 0],
    angularVelocity: [0, 0, spin],
    orientation: { axis: [0, 0, 1], angle: turn },
  });
  return { world, body };
}

/** The same ring with loads of m g/N, by Runge-Kutta: way, turn, and when each ends. */
function reference(speed: number, spin: number) {
  const rates = ([, angle, v, w]: readonly number[]) => {
    let [a, b] = [0, 0];
    for (let k = 0; k < FEET; k++) {
      const at = angle + (2 * Math.PI * k) / FEET;
      const [ux, uy] = [v - w * R * Math.sin(at), w * R * Math.cos(at)];
      const size = Math.sqrt(ux * ux + uy * uy);
      a -= (MU * G * ux) / (size * FEET);
      b -= (MU * G * (-Math.sin(at) * ux + Math.cos(at) * uy)) / (size * FEET * R);
    }
    return [v, w, a, b];
  };
  let y = [0, 0, speed, spin];
  const h = 1e-5;
  const moved = (by: readonly number[], s: number) => y.map((value, k) => value + s * by[k]);
  while (y[2] + R * y[3] > 1e-3) {
    const k1 = rates(y);
    const k2 = rates(moved(k1, h / 2));
    const k3 = rates(moved(k2, h / 2));
    const k4 = rates(moved(k3, h));
    y = y.map((value, k) => value + (h / 6) * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]));
  }
  return { way: y[0], angle: y[1] };
}

/** Runs until both motions have ended: way, turn, and the times at which each was below 1 % of its start, s. */
function stop({ world, body }: { readonly world: ReturnType<typeof createWorld>; readonly body: Body }) {
  const [speed, spin] = [lengthOf(body), body.angularVelocity[2]];
  let [angle, slides, spins] = [0, 0, 0];
  for (let k = 0; k < 2 / world.timeStep; k++) {
    const { time } = world.step();
    angle += world.timeStep * body.angularVelocity[2];
    if (lengthOf(body) > 0.01 * speed) slides = time;
    if (body.angularVelocity[2] > 0.01 * spin) spins = time;
  }
  return { x: body.position[0], y: body.position[1], angle, slides, spins };
}
const lengthOf = ({ velocity: [x, y] }: Body) => Math.sqrt(x * x + y * y);

test.each([
  [0.5, 10],
  [1, 4],
  [0.3, 15],
])(
  'a ring that slides with %f m/s and spins with %f rad/s stops both at once, as integrated otherwise',
  (speed, spin) => {
    const { way, angle } = reference(speed, spin);
    const found = stop(ring(1 / 2000, speed, spin, 0));
    expect(Math.abs(found.x / way - 1)).toBeLessThan(0.005);
    expect(Math.abs(found.angle / angle - 1)).toBeLessThan(0.005);
    expect(Math.abs(found.slides / found.spins - 1)).toBeLessThan(0.03);
  },
);

test('a scene that is turned about the vertical moves as before, turned', () => {
  const straight = stop(ring(1 / 240, 0.5, 10, 0));
  const turned = stop(ring(1 / 240, 0.5, 10, 0.7));
  expect(turned.angle).toBeCloseTo(straight.angle, 6);
  expect(turned.x).toBeCloseTo(straight.x * cos(0.7) - straight.y * sin(0.7), 7);
  expect(turned.y).toBeCloseTo(straight.x * sin(0.7) + straight.y * cos(0.7), 7);
});

test('a solver that takes no cones gets the box, and says so in its problems; a named model is kept', () => {
  const setOf = (world: ReturnType<typeof createWorld>) => {
    world.addBody({ motion: 'static', shape: plane() });
    world.addBody({ shape: sphere(0.1), position: [0, 0, 0.1] });
    world.step();
    return world.problem()?.contacts[0].set;
  };
  expect(setOf(createWorld())).toBe('cone');
  expect(setOf(createWorld({ solver: 'pgs' }))).toBe('box');
  expect(setOf(createWorld({ solver: 'psor' }))).toBe('cone');
  expect(setOf(createWorld({ solver: 'pgs', frictionModel: 'pyramid' }))).toBe('pyramid');
});

test('a billiard ball ends with 5/7 of its velocity and 2/7 of that of its spin, whatever their directions', () => {
  const radius = 0.0286; // m
  for (const spin of [[15, -60, 30] as const, [-40, 100, 0] as const, [0, 0, 80] as const]) {
    const world = createWorld({ timeStep: 1 / 240 });
    world.addBody({ motion: 'static', shape: plane(), material: { friction: MU } });
    const ball = world.addBody({
      shape: sphere(radius),
      mass: 0.17,
      material: { friction: MU },
      position: [0, 0, radius],
      velocity: [2, 0.3, 0],
      angularVelocity: spin,
    });
    for (let k = 0; k < 360; k++) world.step();
    // about the point of contact nothing turns: v + 2/5 R (w x z) stays, and v = R (w x z) in the end
    expect(ball.velocity[0]).toBeCloseTo((5 / 7) * 2 + (2 / 7) * radius * spin[1], 5);
    expect(ball.velocity[1]).toBeCloseTo((5 / 7) * 0.3 - (2 / 7) * radius * spin[0], 5);
    expect(ball.angularVelocity[2]).toBeCloseTo(spin[2], 9);
  }
});

test('a box holds on a slope below atan(mu) and slides with g (sin - mu cos) down it above, in any direction', () => {
  const crate = (tilt: number, turn: number) => {
    const world = createWorld({ gravity: [G * sin(tilt) * cos(turn), G * sin(tilt) * sin(turn), -G * cos(tilt)] });
    world.addBody({ motion: 'static', shape: plane() });
    const body = world.addBody({ shape: box(0.2, 0.2, 0.05), mass: 5, position: [0, 0, 0.05] });
    for (let k = 0; k < 60; k++) world.step();
    return body;
  };
  const limit = 0.4636476090008061; // atan(0.5), rad
  for (const turn of [0, 20, 45, 70].map((degrees) => degrees * DEGREE)) {
    expect(lengthOf(crate(0.98 * limit, turn))).toBeLessThan(1e-9);
    const { velocity } = crate(limit + 0.1, turn);
    const speed = G * (sin(limit + 0.1) - 0.5 * cos(limit + 0.1)); // after 1 s
    expect(velocity[0]).toBeCloseTo(speed * cos(turn), 7);
    expect(velocity[1]).toBeCloseTo(speed * sin(turn), 7);
  }
});
