import { expect, test } from 'vitest';
import { length } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';
import { findSolver } from '../../solvers/registry.ts';
import { findScene } from '../catalogue.ts';

/** A few sweeps a step: where the spheres are differs by less than the count of contacts tells. */
const sweeps = { solver: findSolver('pgs'), coupling: 1, options: { maxIterations: 40 } };

/** Root mean square speed of the spheres, m/s. */
function speed(world: ReturnType<typeof createWorld>): number {
  const squares = world.bodies.filter(({ fixed }) => !fixed).map(({ velocity }) => length(velocity) ** 2);
  return Math.sqrt(squares.reduce((sum, v) => sum + v, 0) / squares.length);
}

test('granular at the size of PIR Sec. 4: about 1702 contacts of three rows at step 20, and not at rest', () => {
  const world = createWorld(findScene('granular'), sweeps);
  for (let k = 1; k < 20; k++) world.step();
  const { contactCount, rows, ledger } = world.step();
  expect(Math.abs(contactCount - 1702)).toBeLessThan(50);
  expect(rows).toBe(3 * contactCount);
  expect(ledger.closed).toBe(true);
  expect(speed(world)).toBeGreaterThan(0.1);
  expect(Math.max(...world.problem()!.contacts.map(({ mu }) => mu))).toBe(0.8);
});

test('no two spheres touch at the start, nor the floor', () => {
  for (const name of ['granular', 'shaker']) {
    const world = createWorld(findScene(name), { ...sweeps, parameters: { count: 200 } });
    const at = world.bodies.filter(({ fixed }) => !fixed).map(({ position }) => position);
    const diameter = name === 'granular' ? 0.1 : 0.05;
    for (const [k, p] of at.entries())
      for (const q of at.slice(0, k)) expect(length([p[0] - q[0], p[1] - q[1], p[2] - q[2]])).toBeGreaterThan(diameter);
    for (const [, , z] of at) expect(z).toBeGreaterThan(diameter / 2);
  }
});

test('the shaken container moves its spheres along and keeps them inside', () => {
  const world = createWorld(findScene('shaker'), { parameters: { count: 60 } });
  let [least, largest] = [Infinity, -Infinity];
  let closed = true;
  for (let k = 0; k < 120; k++) {
    closed &&= world.step().ledger.closed;
    const [x] = world.body('floor').position;
    [least, largest] = [Math.min(least, x), Math.max(largest, x)];
  }
  expect(closed).toBe(true);
  expect(largest - least).toBeCloseTo(0.1, 3); // to and fro by the amplitude, 0.05 m
  expect(speed(world)).toBeGreaterThan(0.05);
  const west = world.body('wall-west').position[0];
  const east = world.body('wall-east').position[0];
  for (const { name, position } of world.bodies) {
    if (!name.startsWith('sphere')) continue;
    expect(position[0]).toBeGreaterThan(west + 0.02);
    expect(position[0]).toBeLessThan(east - 0.02);
    expect(position[2]).toBeGreaterThan(0.02);
  }
});
