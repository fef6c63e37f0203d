import { expect, test } from 'vitest';
import { box, sphere } from '../../collision/shapes/shapes.ts';
import { findScene } from '../../scenes/catalogue.ts';
import { createWorld } from '../../simulate.ts';
import type { WorldSettings } from '../world/settings.ts';
import type { World } from '../world/world.ts';

type Choice = Pick<WorldSettings, 'projection' | 'integrator'>;

function sceneWorld(name: string, choice: Choice): World {
  const scene = findScene(name);
  return createWorld({ ...scene, settings: (values) => ({ ...scene.settings(values), ...choice }) });
}

/** Steps with closed books; the widest gap of any joint, m, and what projection did, J. */
function run(world: World, steps: number): { widest: number; energy: number } {
  let [widest, energy] = [0, 0];
  for (let k = 1; k <= steps; k++) {
    const { ledger } = world.step();
    expect(Math.abs(ledger.imbalance), `step ${k}`).toBeLessThanOrEqual(ledger.limit);
    for (const { gap } of world.joints) widest = Math.max(widest, gap);
    energy += ledger.entries.projection;
  }
  return { widest, energy };
}

/** A crank of 0.2 m at 10 rad/s, a rod of 0.6 m and a slider, in the x-z plane. */
function crankSlider(choice: Choice): World {
  const world = createWorld({ ...choice });
  const link = (name: string, x: number, half: number) =>
    world.addBody({ name, shape: box(half, 0.02, 0.02), position: [x, 0, 0], groups: 2, meets: 0 });
  const [crank, rod, slider] = [link('crank', 0.1, 0.1), link('rod', 0.5, 0.3), link('slider', 0.85, 0.05)];
  const hinge = { kind: 'revolute', axis: [0, 1, 0] } as const;
  world.addJoint({ ...hinge, name: 'drive', b: crank, point: [0, 0, 0], motor: { speed: 10, maxTorque: 500 } });
  world.addJoint({ ...hinge, name: 'pin', a: crank, b: rod, point: [0.2, 0, 0] });
  world.addJoint({ ...hinge, name: 'wrist', a: rod, b: slider, point: [0.8, 0, 0] });
  world.addJoint({ kind: 'prismatic', name: 'guide', b: slider, point: [0.85, 0, 0], axis: [1, 0, 0] });
  return world;
}

test('joints that a step tears by millimetres are closed to nanometres, and the books close', () => {
  for (const [make, steps, open] of [
    [(choice: Choice) => sceneWorld('double-pendulum', { integrator: 'euler', ...choice }), 300, 1e-2],
    [(choice: Choice) => sceneWorld('closed-loop', choice), 120, 1e-4],
    [crankSlider, 300, 1e-3],
  ] as const) {
    expect(run(make({ projection: 'none' }), steps).widest).toBeGreaterThan(open);
    expect(run(make({ projection: 'joints' }), steps).widest).toBeLessThan(1e-7);
  }
});

test('a driven crank keeps its speed, and its slider is where the closed form says', () => {
  const world = crankSlider({ projection: 'joints' });
  run(world, 300);
  const [drive] = world.joints;
  expect(drive.rate()).toBeCloseTo(10, 3);
  const angle = drive.coordinate() as number;
  const [x, z] = [0.2 * Math.cos(angle), 0.2 * Math.sin(angle)];
  expect(world.body('slider').position[0]).toBeCloseTo(x + Math.sqrt(0.36 - z * z) + 0.05, 6);
});

test('nothing happens at rest: a loaded chain keeps its bits, and its springs their deflection', () => {
  const [with_, without] = [{ projection: 'joints' }, { projection: 'none' }] as const;
  const worlds = [with_, without].map((choice) => sceneWorld('heavy-chain', choice));
  for (const world of worlds) run(world, 120);
  expect(worlds[0].hash()).toBe(worlds[1].hash());
  const soft = createWorld({ projection: 'joints' });
  const weight = soft.addBody({ shape: sphere(0.1), mass: 2, position: [0, 0, 0] });
  const joint = soft.addJoint({ kind: 'spherical', b: weight, point: [0, 0, 0], stiffness: 1e3, damping: 1e2 });
  run(soft, 600);
  expect(joint.gap).toBeCloseTo((2 * 9.81) / 1e3, 9);
});

test('the guard still sees torn joints: a dropped chain stays bounded, and closes a hundred times better', () => {
  const world = sceneWorld('heavy-chain-drop', { projection: 'joints' });
  const start = world.energy();
  const { widest, energy } = run(world, 200);
  const end = world.energy();
  expect(widest).toBeLessThan(5e-5);
  expect(energy).toBeGreaterThan(0); // points on tangents are pulled back in, upwards
  expect(end.kinetic + end.potential).toBeLessThan(start.kinetic + start.potential);
});

test('midpoint steps close their joints themselves: the same bits with and without', () => {
  const hashes = (['none', 'joints'] as const).map((projection) => {
    const world = sceneWorld('double-pendulum', { projection, integrator: 'midpoint' });
    run(world, 60);
    return world.hash();
  });
  expect(hashes[0]).toBe(hashes[1]);
});

test('a joint to a moving kinematic body closes on where that body is', () => {
  const world = createWorld({ projection: 'joints' });
  const shaker = world.addBody({ motion: { kind: 'oscillation', amplitude: 0.1, direction: [1, 0, 1], frequency: 2 } });
  const rod = world.addBody({ shape: box(0.03, 0.03, 0.3), position: [0, 0, -0.3] });
  world.addJoint({ kind: 'spherical', a: shaker, b: rod, point: [0, 0, 0] });
  expect(run(world, 300).widest).toBeLessThan(1e-7);
});

test('an unknown projection gets a sentence', () => {
  expect(() => createWorld({ projection: 'all' as 'none' })).toThrow(
    'world: projection: expected loops or joints or none, found "all"',
  );
});
