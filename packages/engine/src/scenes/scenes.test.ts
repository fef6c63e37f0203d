import { expect, test } from 'vitest';
import { committed } from '../../test/support/scene-hashes.ts';
import type { World } from '../dynamics/world/world.ts';
import { length, subtract } from '../linalg/vec3.ts';
import { createWorld } from '../simulate.ts';
import { findScene, scenes } from './catalogue.ts';
import { aFrameLimit } from './known-answers/a-frame.ts';
import { sceneValues } from './scene.ts';

/** Scenes of thousands of contacts, made smaller here. */
const LARGE = ['sphere-pile', 'granular', 'shaker'];

/** Largest distance, mm, between the bodies' positions and those noted before. */
const drift = (world: World, before: ReturnType<typeof positions>) =>
  1000 * Math.max(...positions(world).map((position, k) => length(subtract(position, before[k]))));
const positions = (world: World) => world.bodies.map(({ position }) => position);

test('every scene has a name of its own, committed bits, parameters that fit their ranges, and says what is known', () => {
  const names = scenes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.toSorted()).toEqual(Object.keys(committed).toSorted());
  for (const scene of scenes) {
    expect(scene.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(findScene(scene.name)).toBe(scene);
    const defaults = sceneValues(scene);
    expect(sceneValues(scene, defaults)).toEqual(defaults);
    expect(scene.known.length).toBeGreaterThan(20);
  }
});

test('an unknown scene or parameter gets the nearest names, a value out of range the range', () => {
  expect(() => findScene('brick-wal')).toThrow('unknown scene "brick-wal"; nearest: brick-wall');
  const wall = findScene('brick-wall');
  expect(() => sceneValues(wall, { densty: 1 })).toThrow('brick-wall: unknown parameter "densty"; nearest: density');
  expect(() => sceneValues(wall, { rows: 1.5 })).toThrow(
    'parameter rows: expected an integer from 1 to 1000, found 1.5',
  );
  expect(() => sceneValues(wall, { stick: 'glue' })).toThrow('parameter stick: expected anchor or none, found "glue"');
});

for (const kick of [0, 0.01])
  test(`the brick wall stands for 1000 steps with kick ${kick}: no drift, no tilt, 188 contacts`, () => {
    const world = createWorld(findScene('brick-wall'), { parameters: { kick } });
    const start = positions(world);
    for (let k = 0; k < 400; k++) world.step();
    const settled = positions(world);
    let contacts = 0;
    for (let k = 400; k < 1000; k++) {
      const report = world.step();
      contacts = report.contactCount;
      expect(report.ledger.closed, `ledger of step ${report.step}`).toBe(true);
      expect(report.frictionConsistency.value, `error of step ${report.step}`).toBeLessThan(1e-9);
    }
    expect(drift(world, settled)).toBeLessThan(1e-3);
    expect(contacts).toBeGreaterThanOrEqual(170);
    let brick = 0;
    for (let row = 0; row < 12; row++)
      for (let i = 0; i < (row % 2 === 0 ? 3 : 2); i++) {
        const [x, y, z] = world.body(`brick-${++brick}`).position;
        expect(Math.abs(z - (0.1 + 0.2 * row))).toBeLessThan(0.025);
        expect(Math.abs(x - start[brick][0])).toBeLessThan(0.025);
        expect(Math.abs(y)).toBeLessThan(0.025);
      }
  });

test('without anchors the wall creeps as EATK18 had it: some tenths of a millimetre in ten seconds', () => {
  const world = createWorld(findScene('brick-wall'), { parameters: { stick: 'none' } });
  for (let k = 0; k < 400; k++) world.step();
  const settled = positions(world);
  for (let k = 400; k < 1000; k++) world.step();
  expect(drift(world, settled)).toBeGreaterThan(0.05);
  expect(drift(world, settled)).toBeLessThan(0.5);
});

test('the closed loop spins up, lands, comes to rest, and its joints hold', () => {
  const world = createWorld(findScene('closed-loop'));
  let fastest = 0;
  let widest = 0;
  for (let k = 0; k < 900; k++) {
    const report = world.step();
    expect(report.ledger.closed, `ledger of step ${report.step}`).toBe(true);
    fastest = Math.max(fastest, ...world.bodies.map(({ velocity }) => length(velocity)));
    widest = Math.max(widest, ...world.joints.map(({ gap }) => gap));
  }
  expect(fastest).toBeGreaterThan(2);
  expect(widest).toBeLessThan(2e-3); // while it spins: first-order steps along tangents
  expect(Math.max(...world.bodies.map(({ velocity }) => length(velocity)))).toBeLessThan(1e-3);
  expect(Math.max(...world.joints.map(({ gap }) => gap))).toBeLessThan(1e-6);
});

test('the winch keeps its speed and its joints while the chain winds up', () => {
  const world = createWorld(findScene('winch'));
  let rows = 0;
  for (let k = 0; k < 150; k++) {
    const report = world.step();
    rows = Math.max(rows, report.rows);
    expect(report.ledger.closed, `ledger of step ${report.step}`).toBe(true);
  }
  expect(world.body('drum').angularVelocity[1]).toBeCloseTo((-160 * 2 * Math.PI) / 60, 4);
  expect(rows).toBeGreaterThan(300);
  const [x, , z] = world.body('link-50').position;
  expect(x).toBeLessThan(12.375 - 1); // pulled in by more than a metre
  expect(z).toBeLessThan(0.05); // and still on the ground
});

test.each(scenes.map((scene) => [scene.name, scene] as const))(
  '%s is built the same way twice, and its first steps close',
  (name, scene) => {
    const parameters = LARGE.includes(name) ? { count: 50 } : {};
    const [world, other] = [createWorld(scene, { parameters }), createWorld(scene, { parameters })];
    expect(other.hash()).toBe(world.hash());
    expect(world.title).toBe(name);
    for (let k = 0; k < 3; k++) expect(world.step().ledger.closed).toBe(true);
    expect(world.time).toBeCloseTo(3 * scene.timeStep, 12);
  },
);

test('thin planks of the A-frame stand from tan(angle)/2 on; thick ones need less, since their weight is nearer to their feet', () => {
  expect(aFrameLimit(0.4, 1e-9)).toBeCloseTo(Math.tan(0.4) / 2, 8);
  expect(aFrameLimit(0.4, 0.03)).toBeLessThan(Math.tan(0.4) / 2);
  // 45 degrees and t = 1/6 m: feet as 3 to 4, x_c = -(64 - 27)/(16 - 9)/3 on that scale
  expect(aFrameLimit(Math.PI / 4, 1 / 6)).toBeCloseTo((3 - 37 / 21) / 4, 14);
});

test('the planks stand with one hundredth more than the least friction, and fall with one less', () => {
  for (const [friction, falls] of [
    [1.01, false],
    [0.99, true],
  ] as const) {
    const world = createWorld(findScene('a-frame'), { parameters: { angle: 0.6, friction } });
    const start = world.body('left').position[2];
    for (let k = 0; k < 300; k++) world.step();
    const sunk = 1 - world.body('left').position[2] / start;
    if (falls) expect(sunk).toBeGreaterThan(0.5);
    else expect(sunk).toBeLessThan(1e-4);
  }
});

test("Newton's cradle hands the speed of the first ball to the last, which rises as high; the others stay", () => {
  const world = createWorld(findScene('newton-cradle'));
  const start = world.body('ball-1').position[2];
  const middle = world.body('ball-3').position;
  let [highest, strayed] = [0, 0];
  for (let k = 0; k < 700; k++) {
    expect(world.step().ledger.closed).toBe(true);
    highest = Math.max(highest, world.body('ball-5').position[2]);
    strayed = Math.max(strayed, length(subtract(world.body('ball-3').position, middle)));
  }
  expect((highest - 0.5) / (start - 0.5)).toBeGreaterThan(0.98);
  expect((highest - 0.5) / (start - 0.5)).toBeLessThan(1.001);
  expect(strayed).toBeLessThan(0.005); // m: its gaps
});

test('the top precesses steadily: its tilt stays, and it goes round as Lagrange says', () => {
  const world = createWorld(findScene('spinning-top'));
  const top = world.body('top');
  const height = top.position[2];
  let lowest = height;
  for (let k = 0; k < 240; k++) {
    world.step();
    lowest = Math.min(lowest, top.position[2]);
  }
  expect(lowest / height).toBeGreaterThan(0.99);
  expect(top.position[2] / height).toBeLessThan(1.01);
  const [m, l] = [1000 * Math.PI * 0.01 * 0.04, 0.1];
  const [across, along] = [m * (0.01 / 4 + 0.0004 / 3) + m * l * l, (m * 0.01) / 2];
  const [a, b, c] = [across * Math.cos(0.4), (-along * 1200 * 2 * Math.PI) / 60, m * 9.81 * l];
  const rate = (-b - Math.sqrt(b * b - 4 * a * c)) / (2 * a);
  const angle = Math.atan2(top.position[1], top.position[0]);
  expect(Math.abs(angle - rate) % (2 * Math.PI)).toBeLessThan(0.02 * rate);
});

test('every domino falls', () => {
  const world = createWorld(findScene('dominoes'), { parameters: { count: 6 } });
  for (let k = 0; k < 180; k++) expect(world.step().ledger.closed).toBe(true);
  for (const { name, position } of world.bodies) if (name !== 'ground') expect(position[2], name).toBeLessThan(0.085);
});
