import { expect, test } from 'vitest';
import { ContractError } from '../../checks/errors.ts';
import { box, capsule, plane, sphere } from '../../collision/shapes/shapes.ts';
import { cos, sin } from '../../linalg/elementary.ts';
import { createWorld } from '../../simulate.ts';
import { pgs } from '../../solvers/pgs.ts';
import { StepError } from '../errors/step-report.ts';
import { World } from './world.ts';

const G = 9.81;

function boxOnGround(
  options: { mass?: number; height?: number; tilt?: number; friction?: number; frictionModel?: 'box' } = {},
) {
  const { mass = 10, height = 0.25, tilt = 0, friction = 0.5 } = options;
  const { frictionModel = 'cone' } = options;
  const world = createWorld({ gravity: [G * sin(tilt), 0, -G * cos(tilt)], frictionModel }); // a slope is a floor under tilted gravity
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material: { friction } });
  const crate = world.addBody({
    name: 'crate',
    shape: box(0.25, 0.25, 0.25),
    mass,
    position: [0, 0, height],
    material: { friction },
  });
  return { world, crate };
}

const run = (world: World, steps: number) => {
  for (let k = 0; k < steps; k++) world.step();
};

test('free fall is that of semi-implicit Euler to the last digits, and an empty step says so', () => {
  const { world, crate } = boxOnGround({ height: 100 });
  let z = 100;
  for (let k = 1; k <= 60; k++) {
    expect(world.step().status).toBe('empty');
    z -= (G * k) / 3600;
    expect(crate.position[2]).toBeCloseTo(z, 12);
  }
  expect(crate.velocity[2]).toBeCloseTo(-G, 12);
});

test('a box at rest is carried by four equal forces that add up to its weight, and sinks as its springs say', () => {
  const { world, crate } = boxOnGround();
  run(world, 300);
  const { contacts } = world;
  expect(contacts.length).toBe(4);
  for (const { force, bodyA, bodyB, normal, state } of contacts) {
    expect([bodyA, bodyB, state]).toEqual(['ground', 'crate', 'stick']);
    expect(normal).toEqual([0, 0, 1]);
    expect(force[2]).toBeCloseTo((10 * G) / 4, 6);
    expect(Math.abs(force[0]) + Math.abs(force[1])).toBeLessThan(1e-6);
  }
  expect(crate.position[2] - 0.25).toBeCloseTo((-10 * G) / (4 * 1e8), 11);
  expect(world.step().energyError.value).toBeLessThan(1e-12);
});

test('a falling box is not braked before it touches, and stops within the step in which it would touch', () => {
  const { world, crate } = boxOnGround({ height: 0.75 });
  let last = -Infinity;
  for (let k = 1; k < 200; k++) {
    const falling = crate.velocity[2];
    world.step();
    if (crate.position[2] < 0.2501) {
      last = crate.position[2];
      break;
    }
    expect(crate.velocity[2]).toBeCloseTo(falling - G / 60, 12);
  }
  expect(last).toBeGreaterThan(0.2499);
});

test('a box on a slope sticks below the friction angle and slides with g (sin - mu cos) above it', () => {
  const stuck = boxOnGround({ tilt: 0.45, friction: 0.5 }); // tan 0.45 = 0.483
  run(stuck.world, 30);
  const start = stuck.crate.position[0];
  run(stuck.world, 600);
  expect(Math.abs(stuck.crate.position[0] - start)).toBeLessThan(1e-6);

  const slides = boxOnGround({ tilt: 0.5, friction: 0.5 }); // tan 0.5 = 0.546
  run(slides.world, 30);
  const speed = slides.crate.velocity[0];
  run(slides.world, 60);
  expect(slides.crate.velocity[0] - speed).toBeCloseTo(G * (sin(0.5) - 0.5 * cos(0.5)), 3);
  expect(slides.world.contacts.every(({ state }) => state === 'slip')).toBe(true);
});

test('without an anchor a box on a slope creeps as its dashpots say', () => {
  const world = createWorld({ gravity: [G * sin(0.3), 0, -G * cos(0.3)], stick: 'none' });
  const material = { friction: 1, stiffness: 1e5, damping: 1e4 };
  world.addBody({ motion: 'static', shape: plane(), material });
  const crate = world.addBody({ shape: box(0.25, 0.25, 0.25), mass: 10, position: [0, 0, 0.25], material });
  run(world, 120);
  // all four corners share m g sin: v = C x = h m g sin / (4 (h^2 k + h beta))
  expect(crate.velocity[0]).toBeCloseTo((10 * G * sin(0.3)) / (4 * (1e5 / 60 + 1e4)), 5);
});

test('the ledger closes at every step: falling, bouncing into rest, sliding, driven', () => {
  const { world, crate } = boxOnGround({ height: 0.6, tilt: 0.6 });
  crate.angularVelocity = [3, -2, 1];
  for (let k = 0; k < 200; k++) {
    if (k > 100) crate.applyForce([5, 1, 0], [0, 0.1, 0.3]);
    const { ledger } = world.step();
    expect(Math.abs(ledger.imbalance), `step ${k}`).toBeLessThanOrEqual(ledger.limit);
    expect(ledger.closed).toBe(true);
  }
});

test('the energy of a world is that of its bodies after everything that can move them', () => {
  const world = createWorld({ gravity: [0, 0, -G] });
  const cube = world.addBody({ shape: box(0.1, 0.2, 0.3), mass: 2, position: [0, 0, 5], angularVelocity: [1, 2, 3] });
  const start = world.snapshot();
  const expectEnergy = (after: string) => {
    const { kinetic, potential } = world.energy();
    let [moving, lifted] = [0, 0];
    for (const body of world.bodies) {
      const spin = body.directionToLocal(body.angularVelocity);
      for (let c = 0; c < 3; c++)
        moving += 0.5 * (body.mass * body.velocity[c] ** 2 + body.inertia[4 * c] * spin[c] ** 2);
      lifted += body.mass * G * body.position[2];
    }
    expect(kinetic, after).toBeCloseTo(moving, 10);
    expect(potential, after).toBeCloseTo(lifted, 10);
    expect(world.step().ledger.closed, after).toBe(true);
  };
  const moves: Record<string, () => void> = {
    nothing() {},
    velocity() {
      cube.velocity = [1, 2, 3];
    },
    angularVelocity() {
      cube.angularVelocity = [3, 2, 1];
    },
    position() {
      cube.position = [1, 2, 7];
    },
    orientation() {
      cube.orientation = { axis: [1, 1, 0], angle: 1 };
    },
    applyImpulse: () => cube.applyImpulse([1, 0, 0], [0, 0.1, 7]),
    addBody: () =>
      world.addBody({ name: 'second', shape: sphere(0.1), mass: 3, velocity: [0, 4, 0], position: [9, 0, 9] }),
    removeBody: () => world.removeBody(world.body('second')),
    restore: () => world.restore(start),
    'a step that fails'() {
      const fast = { act: () => cube.applyImpulse([1e308, 0, 0]) };
      world.addDriver(fast);
      expect(() => world.step()).toThrow(StepError);
      world.removeDriver(fast);
    },
  };
  for (const [after, move] of Object.entries(moves)) {
    move();
    expectEnergy(after);
  }
});

test('friction takes energy from a sliding box; the floor takes only what gravity gave within the step', () => {
  const { world, crate } = boxOnGround();
  run(world, 120);
  crate.velocity = [1, 0, 0];
  const { ledger } = world.step();
  expect(ledger.entries.friction).toBeLessThan(-0.1);
  expect(ledger.entries.gravity).toBeCloseTo((10 * G * G) / 7200, 3); // m g^2 h^2 / 2
  expect(Math.abs(ledger.entries.contacts + ledger.entries.gravity)).toBeLessThan(1e-3);
});

test('a point on the body gets the force with its torque', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const ball = world.addBody({ shape: sphere(0.5), mass: 2 });
  ball.applyForce([0, 3, 0], [0.5, 0, 0]);
  world.step();
  expect(ball.velocity[1]).toBeCloseTo(3 / 2 / 60, 14);
  expect(ball.angularVelocity[2]).toBeCloseTo((0.5 * 3) / (0.4 * 2 * 0.25) / 60, 13); // tau / I, I = 2/5 m r^2
  world.step();
  expect(ball.velocity[1]).toBeCloseTo(3 / 2 / 60, 14); // for one step only
});

test('a kinematic floor carries what stands on it', () => {
  const world = createWorld();
  world.addBody({ name: 'belt', motion: 'kinematic', shape: box(50, 1, 0.1), velocity: [0.5, 0, 0] });
  const crate = world.addBody({ name: 'crate', shape: box(0.1, 0.1, 0.1), position: [0, 0, 0.2] });
  run(world, 120);
  expect(crate.velocity[0]).toBeCloseTo(0.5, 6);
  expect(world.body('belt').position[0]).toBeCloseTo(1, 12);
});

test('a pendulum on a ball joint keeps its length to first order, and a motor keeps its speed', () => {
  const world = createWorld();
  const rod = world.addBody({ name: 'rod', shape: capsule(0.05, 0.4), position: [0.5, 0, 0] });
  world.addJoint({ kind: 'spherical', name: 'pivot', b: rod, point: [0, 0, 0] });
  const wheel = world.addBody({ name: 'wheel', shape: sphere(0.2), position: [5, 0, 0] });
  world.addJoint({ kind: 'revolute', name: 'axle', b: wheel, point: [5, 0, 0], axis: [0, 1, 0], motor: { speed: 4 } });
  run(world, 120);
  expect(wheel.angularVelocity[1]).toBeCloseTo(4, 6);
  expect(world.joints[0].gap).toBeLessThan(5e-3);
  expect(world.joints[1].gap).toBeLessThan(1e-6);
});

test('a motor gives no more than its torque', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const wheel = world.addBody({ shape: sphere(0.2), mass: 10 });
  world.addJoint({
    kind: 'revolute',
    b: wheel,
    point: [0, 0, 0],
    axis: [0, 0, 1],
    motor: { speed: 1000, maxTorque: 0.5 },
  });
  run(world, 60);
  expect(wheel.angularVelocity[2]).toBeCloseTo(0.5 / (0.4 * 10 * 0.04), 8);
});

test('a step without a finite outcome changes nothing and names rows and bodies', () => {
  const broken: { on: boolean } = { on: false };
  const instance = pgs.create();
  const world = new World(
    {},
    {
      solve(p, warm) {
        const x = warm?.slice() ?? new Float64Array(p.n);
        const outcome = instance.solve(p, x, pgs.defaults);
        if (broken.on) x[0] = Number.NaN;
        return { ...outcome, x, timeMs: undefined };
      },
      release() {},
    },
  );
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  world.addBody({ name: 'crate', shape: box(0.25, 0.25, 0.25), position: [0, 0, 0.251] });
  run(world, 5);
  const before = world.hash();
  broken.on = true;
  world.body('crate').applyForce([1, 0, 0]);
  const forced = world.hash();
  expect(() => world.step()).toThrow(StepError);
  try {
    world.step();
  } catch (error) {
    expect((error as StepError).rows).toEqual([0]);
    expect((error as StepError).bodies).toEqual(['crate']);
    expect((error as StepError).message).toContain('step 6');
  }
  expect(world.hash()).toBe(forced);
  expect(forced).not.toBe(before);
  broken.on = false;
  expect(world.step().step).toBe(6);
});

test('a restored world goes on to the last bit as if it had never gone elsewhere', () => {
  const { world } = boxOnGround({ height: 0.4, tilt: 0.3 });
  run(world, 20);
  const snapshot = world.snapshot();
  run(world, 40);
  const [end, energy] = [world.hash(), world.energy()];
  world.restore(snapshot);
  run(world, 40);
  expect(world.hash()).toBe(end);
  expect(world.energy()).toEqual(energy);
  const other = boxOnGround({ height: 0.4, tilt: 0.3 }).world;
  other.restore(snapshot);
  world.restore(snapshot);
  expect(other.contacts).toEqual(world.contacts);
  run(other, 40);
  expect(other.hash()).toBe(end);
});

test('the problem of a step can be solved elsewhere: names, bounds, warm start and answer come with it', () => {
  const { world } = boxOnGround({ frictionModel: 'box' });
  expect(world.problem()).toBeUndefined();
  run(world, 10);
  const p = world.problem();
  expect(p?.n).toBe(12);
  expect(p?.names?.[0]).toBe('normal of ground/crate');
  expect(p?.names?.[5]).toBe('tangent 2 of ground/crate');
  expect(p?.title).toBe('world, step 10');
  expect(p?.ungiven).toEqual([]);
  expect(p?.x?.length).toBe(12);
  expect(p?.warm?.length).toBe(12);
  expect(p?.hi[1]).toBeCloseTo(0.5 * (p?.x?.[0] ?? 0), 10); // the bounds as solved follow the normals
});

const mistakes: [string, (world: World) => unknown, string][] = [
  [
    'a mass of zero',
    (w) => w.addBody({ name: 'x', shape: sphere(1), mass: 0 }),
    'body x: mass: expected a mass > 0 in kg, found 0',
  ],
  [
    'no shape and no mass',
    (w) => w.addBody({ name: 'x' }),
    'body x: shape: expected a shape, or mass and inertia, of a body that moves, found neither',
  ],
  [
    'a second body of one name',
    (w) => [0, 1].map(() => w.addBody({ name: 'x', shape: sphere(1) })),
    'found a second body',
  ],
  [
    'a position with a NaN',
    (w) => w.addBody({ name: 'x', shape: sphere(1), position: [0, Number.NaN, 0] }),
    'body x: position: expected three numbers (m)',
  ],
  [
    'friction below zero',
    (w) => w.addBody({ name: 'x', shape: sphere(1), material: { friction: -1 } }),
    'body x: material.friction: expected a number >= 0, found -1',
  ],
  [
    'a joint of the world with itself',
    (w) => w.addJoint({ kind: 'spherical', name: 'j', point: [0, 0, 0] }),
    'joint j: expected two bodies, found the world twice',
  ],
  ['an unknown body', (w) => w.body('crat'), 'unknown body "crat"'],
  [
    'an axis of length zero',
    (w) =>
      w.addJoint({
        kind: 'revolute',
        name: 'j',
        a: w.addBody({ shape: sphere(1) }),
        point: [0, 0, 0],
        axis: [0, 0, 0],
      }),
    'joint j: axis: expected a direction',
  ],
];

for (const [title, act, sentence] of mistakes)
  test(`${title} is refused with a sentence`, () => {
    const world = createWorld();
    expect(() => act(world)).toThrow(ContractError);
    expect(() => act(createWorld())).toThrow(sentence);
  });

test('settings out of range are refused with a sentence', () => {
  expect(() => createWorld({ timeStep: 0 })).toThrow('world: timeStep: expected a time step > 0 in s, found 0');
  expect(() => createWorld({ contactMargin: -1 })).toThrow('world: contactMargin');
  expect(() => createWorld({ gravity: [0, 0, Number.NaN] })).toThrow('world: gravity');
});

test.each<[string, () => unknown, string]>([
  [
    'a setting',
    () => createWorld({ gravty: [0, 0, 0] } as never),
    'createWorld: unknown option "gravty"; nearest: gravity',
  ],
  [
    'an integrator',
    () => createWorld({ integrator: 'eular' as never }),
    'world: integrator: expected euler or midpoint or semi-implicit or auto, found "eular"; perhaps euler is meant',
  ],
  [
    'an option of sleep',
    () => createWorld({ sleep: { sped: 1 } as never }),
    'world: sleep: unknown option "sped"; nearest: speed',
  ],
  [
    'an option',
    () => createWorld({}, { solvr: 'pgs' } as never),
    'createWorld: unknown option "solvr"; nearest: solver',
  ],
  [
    'an option of a body',
    () => createWorld().addBody({ name: 'a', shap: 1 } as never),
    'body a: unknown option "shap"; nearest: shape',
  ],
  [
    'a property of a material',
    () => createWorld().addBody({ name: 'a', shape: sphere(1), material: { fricton: 1 } as never }),
    'body a: material: unknown option "fricton"; nearest: friction',
  ],
])('%s whose name is written wrong gets a sentence, and is not left out', (_, make, sentence) => {
  expect(make).toThrow(ContractError);
  expect(make).toThrow(sentence);
});
