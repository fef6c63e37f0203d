/** Scenes that no engine can step well still end: in time, in little memory, and with a sentence or an honest status. */
import { expect, test } from 'vitest';
import { box, sphere } from '../src/collision/shapes/shapes.ts';
import { StepError, type StepReport } from '../src/dynamics/errors/step-report.ts';
import type { World } from '../src/dynamics/world/world.ts';
import type { Vec3 } from '../src/linalg/vec3.ts';
import { energyError } from '../src/measures/energy.ts';
import { scenes } from '../src/scenes/catalogue.ts';
import { createWorld } from '../src/simulate.ts';

/** One step. Its status agrees with its error: nothing is called converged that lacks more than 1e-6 of doing nothing. */
function honestStep(world: World): StepReport {
  const report = world.step();
  const { status, energyError: left } = report;
  expect(['converged', 'iteration-limit', 'stagnated']).toContain(status);
  const nothing = world.problems().map((p) => energyError(p, new Float64Array(p.n)).value); // J
  if (status === 'converged') expect(left.value).toBeLessThanOrEqual(1e-6 * nothing.reduce((sum, e) => sum + e, 0));
  return report;
}

test('thousands of boxes in one place are refused with a sentence, and the world stays as it was', () => {
  const world = createWorld();
  for (let k = 0; k < 3; k++) world.addBody({ shape: sphere(0.1), position: [20 + 0.19 * k, 0, 0] });
  world.step();
  for (let k = 0; k < 1000; k++) world.addBody({ shape: box(0.5, 0.5, 0.5) });
  const before = [world.hash(), JSON.stringify(world.snapshot())];
  expect(() => world.step()).toThrow(StepError);
  expect(() => world.step()).toThrow(
    'found more than 400000 contact points: many bodies are in one place; the world is as it was before the step',
  );
  expect([world.hash(), JSON.stringify(world.snapshot())]).toEqual(before);
});

test('ten thousand spheres in one place are refused before their pairs fill the memory', () => {
  const world = createWorld();
  for (let k = 0; k < 10000; k++) world.addBody({ shape: sphere(0.5) });
  expect(() => world.step()).toThrow(
    /found more than \d+ pairs of bodies that may touch: many bodies are in one place/,
  );
  expect(process.memoryUsage().rss).toBeLessThan(2e9); // bytes
});

test('a hundred boxes in one place take a step, and its status does not claim more than was reached', () => {
  const world = createWorld();
  for (let k = 0; k < 100; k++) world.addBody({ shape: box(0.5, 0.5, 0.5) });
  const { status } = world.step();
  expect(['converged', 'iteration-limit', 'stagnated']).toContain(status);
  for (const { position } of world.bodies) expect(position.every(Number.isFinite)).toBe(true);
});

test.each([10, 20, 30, 60].flatMap((count) => [[count, 'box'] as const, [count, 'cone'] as const]))(
  '%i boxes in one place with rigid contacts and friction of a %s take a step without dense factors of thousands of rows',
  (count, frictionModel) => {
    const world = createWorld({ contactForm: 'rigid', frictionModel });
    for (let k = 0; k < count; k++) world.addBody({ shape: box(0.5, 0.5, 0.5) });
    const report = world.step();
    expect(report.ledger.closed).toBe(true);
    // cones are factored in body space if they are few for their rows, and bounded by counted work
    if (report.rows > 2000 && frictionModel === 'box') expect(report.iterations.direct).toBe(0);
    for (const { position } of world.bodies) expect(position.every(Number.isFinite)).toBe(true);
  },
);

test('a wall of bricks in steps of 1e9 s, whose contacts have no compliance left, ends every step', () => {
  const wall = scenes.find(({ name }) => name === 'brick-wall');
  const world = createWorld(wall, { timeStep: 1e9 });
  for (let k = 0; k < 5; k++) honestStep(world);
  world.release();
});

const WAYS = ['euler', 'midpoint', 'semi-implicit'] as const;
const END: Vec3 = [0, 0, 0.5];

/** Joints that cannot all hold. */
const CONTRADICTIONS: Readonly<Record<string, (world: World) => void>> = {
  'two rods of different lengths between the same points': (world) => {
    const b = world.addBody({ shape: box(0.5, 0.5, 0.5) });
    for (const length of [1, 3]) world.addJoint({ kind: 'distance', b, pointA: [0, 0, 2], pointB: END, length });
  },
  'rods to places a kilometre apart': (world) => {
    const b = world.addBody({ shape: box(0.5, 0.5, 0.5) });
    world.addJoint({ kind: 'distance', b, pointA: [0, 0, 2], pointB: END, length: 1 });
    world.addJoint({ kind: 'distance', b, pointA: [0, 0, 1000], pointB: END, length: 3 });
  },
  'two fixed joints that want a body in different places': (world) => {
    const a = world.addBody({ shape: box(0.5, 0.5, 0.5) });
    const b = world.addBody({ shape: box(0.5, 0.5, 0.5), position: [3, 0, 0] });
    world.addJoint({ kind: 'fixed', a, b, point: [0, 0, 0] });
    b.position = [0, 0, 2];
    world.addJoint({ kind: 'fixed', a, b, point: [0, 0, 0] });
  },
  'limits without a common place': (world) => {
    const b = world.addBody({ shape: box(0.5, 0.5, 0.5) });
    const rail = { kind: 'prismatic', b, point: [0, 0, 0], axis: [0, 0, 1] } as const;
    world.addJoint({ ...rail, limits: { lower: 1, upper: 2 } });
    world.addJoint({ ...rail, limits: { lower: -2, upper: -1 } });
  },
};

test.each(Object.entries(CONTRADICTIONS).flatMap(([name, build]) => WAYS.map((way) => [name, way, build] as const)))(
  '%s (%s): every step ends, and the ledger closes to what the rounding of opposing impulses leaves',
  (...[, way, build]) => {
    const world = createWorld({ integrator: way });
    build(world);
    for (let k = 0; k < 30; k++) {
      const report = world.step();
      const { imbalance, limit, closed } = report.ledger;
      expect(closed, `step ${k}: ${imbalance} J of ${limit} J`).toBe(true);
    }
  },
);
