import { expect, test, vi } from 'vitest';
import { Detector } from '../../collision/detector.ts';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { Rng } from '../../linalg/rng.ts';
import { createWorld } from '../../simulate.ts';
import { ColliderTable } from '../bodies/collider-table.ts';
import { LastStep } from '../step/last-step.ts';
import type { World } from './world.ts';

const run = (world: World, steps: number) => {
  for (let k = 0; k < steps; k++) world.step();
};

/** Boxes stacked on a floor, from the bottom up. */
function tower(count: number) {
  const world = createWorld();
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const boxes = Array.from({ length: count }, (_, i) =>
    world.addBody({ name: `box-${i + 1}`, shape: box(0.25, 0.25, 0.25), position: [0, 0, 0.25 + 0.5 * i] }),
  );
  return { world, boxes };
}

test('a body taken from under others lets them fall, and those that stay keep what they remember', () => {
  const { world, boxes } = tower(3);
  run(world, 60);
  world.removeBody(boxes[1]);
  expect(world.bodies.map(({ name }) => name)).toEqual(['ground', 'box-1', 'box-3']);
  const report = world.step();
  expect(report.ledger.closed).toBe(true);
  expect(boxes[2].velocity[2]).toBeCloseTo(-9.81 / 60, 6);
  expect(boxes[0].velocity[2]).toBeGreaterThan(-1e-3); // its contacts with the ground were not forgotten
  run(world, 120);
  expect(boxes[2].position[2]).toBeCloseTo(0.75, 3);
  expect(() => world.removeBody(boxes[1])).toThrow('expected a body of this world, found "box-2", which was removed');
  expect(() => world.body('box-2')).toThrow('unknown body "box-2"');
});

test('the next body takes the number of the one that left: a world in which bodies come and go does not grow', () => {
  const { world, boxes } = tower(2);
  const rng = new Rng(4);
  for (let k = 0; k < 50; k++) {
    const ball = world.addBody({ shape: sphere(0.1), position: [rng.uniform(-2, 2), 1, 0.3], name: `ball-${k}` });
    expect(ball.index).toBe(3);
    for (let s = 0; s < 10; s++) expect(world.step().ledger.closed).toBe(true);
    world.removeBody(ball);
  }
  expect(boxes[1].position[2]).toBeCloseTo(0.75, 4);
});

test('a body that is removed takes its joints along; a joint that is removed lets its bodies collide', () => {
  const { world, boxes } = tower(2);
  const hung = world.addBody({ name: 'hung', shape: sphere(0.1), position: [2, 0, 1] });
  world.addJoint({ kind: 'spherical', name: 'rope', b: hung, point: [2, 0, 1.5] });
  world.addJoint({ kind: 'fixed', name: 'weld', a: boxes[0], b: boxes[1], point: [0, 0, 0.5] });
  run(world, 10);
  expect(world.problem()?.names).toContain('x of rope');
  world.removeBody(hung);
  expect(world.joints.map(({ name }) => name)).toEqual(['weld']);
  world.removeJoint('weld');
  run(world, 30);
  expect(world.contacts.some(({ bodyA, bodyB }) => bodyA === 'box-1' && bodyB === 'box-2')).toBe(true);
  expect(() => world.removeJoint('wel')).toThrow('unknown joint "wel"');
});

test('a step says which pairs of bodies began to press on each other, and which ended', () => {
  const world = createWorld();
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const ball = world.addBody({ name: 'ball', shape: sphere(0.1), position: [0, 0, 0.2] });
  const began: string[] = [];
  const ended: string[] = [];
  for (let k = 0; k < 60; k++) {
    const report = world.step();
    began.push(...report.began.map(({ bodyA, bodyB }) => `${bodyA}/${bodyB}`));
    ended.push(...report.ended.map(({ bodyA, bodyB }) => `${bodyA}/${bodyB}`));
  }
  expect(began).toEqual(['ground/ball']);
  expect(ended).toEqual([]);
  ball.velocity = [0, 0, 3];
  const [pair] = world.step().ended;
  expect(pair).toEqual({ a: world.body('ground'), b: ball, bodyA: 'ground', bodyB: 'ball' });
  expect(JSON.parse(JSON.stringify(pair))).toEqual({ a: 'ground', b: 'ball', bodyA: 'ground', bodyB: 'ball' });
});

test('a conveyor carries what lies on it to its own speed while it stands still itself', () => {
  const world = createWorld();
  const belt = world.addBody({
    name: 'belt',
    motion: 'static',
    shape: box(5, 1, 0.1),
    position: [0, 0, -0.1],
    surfaceVelocity: [0.4, 0, 0],
  });
  const crate = world.addBody({ name: 'crate', shape: box(0.1, 0.1, 0.1), position: [-2, 0, 0.1] });
  run(world, 120);
  expect(crate.velocity[0]).toBeCloseTo(0.4, 6);
  expect(belt.position[0]).toBe(0);
  belt.surfaceVelocity = [0, 0, 0];
  run(world, 120);
  expect(Math.abs(crate.velocity[0])).toBeLessThan(1e-6);
});

test('what removals move together is moved once, however many bodies go: the time grows with their number', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const bodies = Array.from({ length: 500 }, (_, k) => {
    const b = world.addBody({ shape: sphere(0.1), position: [0.19 * k, 0, 0] });
    world.addJoint({ kind: 'spherical', b, point: b.position });
    return b;
  });
  world.step();
  const moves = [
    vi.spyOn(ColliderTable.prototype, 'close'),
    vi.spyOn(Detector.prototype, 'remap'),
    vi.spyOn(LastStep.prototype, 'withoutJoints'),
  ];
  for (const body of bodies.slice(1)) world.removeBody(body);
  expect(world.queries().rayCast({ origin: [-1, 0, 0], direction: [1, 0, 0] })?.body).toBe(bodies[0]);
  world.step();
  for (const move of moves) expect(move).toHaveBeenCalledTimes(1);
  expect([world.bodies.length, world.joints.length]).toEqual([1, 1]);
});
