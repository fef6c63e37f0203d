/** The forklift as it is built, its commands, and weak solvers; `signorini verify forklift` has the whole circle. */
import { expect, test } from 'vitest';
import type { World } from '../../dynamics/world/world.ts';
import type { Quat } from '../../linalg/quat.ts';
import { length, subtract } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';
import { findSolver } from '../../solvers/registry.ts';
import { findScene } from '../catalogue.ts';
import { sceneFromDocument } from '../format/read-scene.ts';
import { sceneOf } from '../format/write-scene.ts';
import type { SceneValues } from '../scene.ts';

const WHEELS = ['front-left', 'front-right', 'rear-left', 'rear-right'];
const make = (parameters: SceneValues = {}): World => createWorld(findScene('forklift'), { parameters });

function drive(world: World, steps: number): World {
  for (let k = 0; k < steps; k++) {
    const { ledger, step } = world.step();
    expect(ledger.closed, `ledger of step ${step}`).toBe(true);
  }
  return world;
}

test('without torque it stands where it was placed, on the two edges of each tread, which carry its weight', () => {
  const world = make({ torque: 0 });
  const start = world.bodies.map(({ position }) => position);
  drive(world, 120);
  world.bodies.forEach(({ position, name }, k) => {
    expect(length(subtract(position, start[k])), name).toBeLessThan(1e-5);
  });
  const { contacts, bodies } = world;
  expect(contacts.map(({ bodyB }) => bodyB).toSorted()).toEqual(WHEELS.flatMap((name) => [name, name]).toSorted());
  for (const name of WHEELS) {
    const [one, other] = contacts.filter(({ bodyB }) => bodyB === name);
    expect(length(subtract(one.position, other.position))).toBeCloseTo(0.16, 6);
  }
  const mass = bodies.reduce((sum, body) => (body.fixed ? sum : sum + body.mass), 0);
  expect(world.body('chassis').mass).toBe(3000);
  const carried = contacts.reduce((sum, { normalForce }) => sum + normalForce, 0);
  expect(carried / (9.81 * mass)).toBeCloseTo(1, 9);
});

test('the axles of its rear wheels meet the front axle in one point, and its servos hold them there', () => {
  const world = drive(make(), 180);
  const heading = ([, , z, w]: Quat) => 2 * Math.atan2(z, w);
  const ahead = heading(world.body('chassis').orientation);
  const [left, right] = ['left', 'right'].map((side) => heading(world.body(`knuckle-${side}`).orientation) - ahead);
  const cot = (angle: number) => 1 / Math.tan(-angle);
  expect(cot(right) - cot(left)).toBeCloseTo(0.96 / 1.6, 4); // track over wheelbase
  expect((cot(left) + cot(right)) / 2).toBeCloseTo(1 / Math.tan(Math.PI / 6), 4);
  for (const side of ['left', 'right']) {
    expect(Math.abs(world.joint(`steering ${side}`).motorForce() ?? Infinity)).toBeLessThan(2000);
    expect(world.joint(`steering ${side}`).limitForce()).toBe(0);
  }
});

test('the torque of its engine rises for two seconds, then stays', () => {
  const world = make();
  const torqueAt = (step: number) =>
    drive(world, step - world.steps)
      .joint('bearing engine')
      .motorForce();
  expect(torqueAt(60)).toBeCloseTo(24 / 2, 0);
  expect(torqueAt(121)).toBeCloseTo(24, 9);
  expect(torqueAt(180)).toBeCloseTo(24, 9);
  expect(
    drive(make({ ramp: 0 }), 1)
      .joint('bearing engine')
      .motorForce(),
  ).toBeCloseTo(24, 9);
});

test('it drives straight ahead without steering, and steered to the right the mirror image of what it does to the left', () => {
  const axleAfter = (steering: number) => drive(make({ steering, torque: 60 }), 250).body('carrier').position;
  const [x, y] = axleAfter(0);
  expect(x).toBeGreaterThan(1);
  expect(Math.abs(y)).toBeLessThan(1e-3); // the engine's torque leans it to one side
  const [left, right] = [axleAfter(30), axleAfter(-30)];
  expect(left[1]).toBeGreaterThan(0.1);
  expect(right[0]).toBeCloseTo(left[0], 3);
  expect(right[1]).toBeCloseTo(-left[1], 3);
});

test.each([
  ['bpp', { maxIterations: 15 }],
  ['bpp', { maxIterations: 1 }],
  ['bpp-dense', { maxIterations: 15 }],
  ['bpp-dense', { maxIterations: 3 }],
  ['pgs', { maxIterations: 5 }],
])('steps of %s with %o have an outcome, and their ledgers close', (name, options) => {
  const world = createWorld(findScene('forklift'), { solver: findSolver(name), options });
  drive(world, 60);
  expect(world.body('chassis').position.every(Number.isFinite)).toBe(true);
});

test('a scene file holds it: what is read back drives the same way', () => {
  const world = make({ torque: 60, ramp: 0.5 });
  const copy = createWorld(sceneFromDocument(JSON.parse(JSON.stringify(sceneOf(world)))));
  drive(world, 90);
  drive(copy, 90);
  expect(world.body('chassis').position[0]).toBeGreaterThan(-1.03 + 0.01);
  for (const { name, position } of world.bodies)
    expect(length(subtract(copy.body(name).position, position)), name).toBeLessThan(1e-9);
});
