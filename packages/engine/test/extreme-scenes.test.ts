/** Scenes that no engine can step well still end: in time, in little memory, and with a sentence or an honest status. */
import { expect, test } from 'vitest';
import { box, sphere } from '../src/collision/shapes/shapes.ts';
import { StepError, type StepReport } from '../src/dynamics/step/step-report.ts';
import { scenes } from '../src/scenes/catalogue.ts';
import { createWorld } from '../src/simulate.ts';

/** Energy error, J, and status agree: nothing is called converged that lacks more than a millionth of the energy moved. */
function expectHonest({ status, energyError, ledger }: StepReport): void {
  expect(['converged', 'iteration-limit', 'stagnated']).toContain(status);
  const moved = Object.values(ledger.entries).reduce((sum, entry) => sum + Math.abs(entry), 0);
  if (status === 'converged') expect(energyError.value).toBeLessThanOrEqual(1e-6 * moved);
}

test('thousands of boxes in one place are refused with a sentence, and the world stays as it was', {
  timeout: 60000,
}, () => {
  const world = createWorld();
  for (let k = 0; k < 3; k++) world.addBody({ shape: sphere(0.1), position: [20 + 0.19 * k, 0, 0] });
  world.step();
  for (let k = 0; k < 1000; k++) world.addBody({ shape: box(0.5, 0.5, 0.5) });
  const before = [world.hash(), JSON.stringify(world.snapshot())];
  const start = performance.now();
  expect(() => world.step()).toThrow(StepError);
  expect(() => world.step()).toThrow(
    'found more than 400000 contact points: many bodies are in one place; the world is as it was before the step',
  );
  expect(performance.now() - start).toBeLessThan(30000); // ms
  expect([world.hash(), JSON.stringify(world.snapshot())]).toEqual(before);
});

test('ten thousand spheres in one place are refused before their pairs fill the memory', { timeout: 60000 }, () => {
  const world = createWorld();
  for (let k = 0; k < 10000; k++) world.addBody({ shape: sphere(0.5) });
  expect(() => world.step()).toThrow(
    /found more than \d+ pairs of bodies that may touch: many bodies are in one place/,
  );
  expect(process.memoryUsage().rss).toBeLessThan(2e9); // bytes
});

test('a hundred boxes in one place take a step, and its status does not claim more than was reached', {
  timeout: 60000,
}, () => {
  const world = createWorld();
  for (let k = 0; k < 100; k++) world.addBody({ shape: box(0.5, 0.5, 0.5) });
  const { status } = world.step();
  expect(['converged', 'iteration-limit', 'stagnated']).toContain(status);
  for (const { position } of world.bodies) expect(position.every(Number.isFinite)).toBe(true);
});

test.each([10, 20, 30, 60])(
  '%i boxes in one place with rigid contacts take a step without dense factors of thousands of rows',
  {
    timeout: 60000,
  },
  (count) => {
    const world = createWorld({ contactForm: 'rigid' });
    for (let k = 0; k < count; k++) world.addBody({ shape: box(0.5, 0.5, 0.5) });
    const start = performance.now();
    const report = world.step();
    expect(performance.now() - start).toBeLessThan(20000); // ms
    expectHonest(report);
    expect(report.ledger.closed).toBe(true);
    if (report.rows > 2000) expect(report.iterations.direct).toBe(0);
    for (const { position } of world.bodies) expect(position.every(Number.isFinite)).toBe(true);
  },
);

test('a wall of bricks in steps of 1e9 s, whose contacts have no compliance left, ends every step', {
  timeout: 60000,
}, () => {
  const wall = scenes.find(({ name }) => name === 'brick-wall');
  const world = createWorld(wall, { timeStep: 1e9 });
  for (let k = 0; k < 5; k++) expectHonest(world.step());
  world.release();
});
