/** If WebAssembly is refused, the plain kernels end in the same bits as the compiled ones: scenes, solvers, a large island. */
import { describe, expect, test, vi } from 'vitest';
import { hashText } from '../src/linalg/hash.ts';
import { SET_KINDS } from '../src/problem/sets/set.ts';
import { scenes } from '../src/scenes/catalogue.ts';
import { createWorld } from '../src/simulate.ts';
import { findSolver } from '../src/solvers/registry.ts';
import { bitsOf, hashIsland, largeIslands } from './support/contact-bits.ts';
import { byIsland, bySet } from './support/contact-hashes.ts';
import { committed, STEPS, smaller } from './support/scene-hashes.ts';

vi.mock('../src/kernels/load.ts', () => ({ instantiate: () => undefined, kernelStatus: () => 'refused by the test' }));

test.each(scenes.map((scene) => [scene.name, scene] as const))(
  '%s ends in the committed bits with the plain kernels',
  (name, scene) => {
    const world = createWorld(scene, { parameters: smaller[name] ?? {} });
    for (let k = 0; k < STEPS; k++) world.step();
    expect(world.hash()).toBe(committed[name]);
    world.release();
  },
);

describe.each(SET_KINDS)('contacts of the set %s', (set) => {
  test.each(Object.keys(bySet[set]))('%s gives the committed bits with the plain kernels', (name) => {
    expect(hashText(bitsOf(findSolver(name), set))).toBe(bySet[set][name]);
  });
});

const islands = largeIslands();

test.each(Object.keys(islands))('auto gives the committed bits with the plain kernels beyond 2000 rows: %s', (name) => {
  expect(hashText(hashIsland(islands[name]).hash)).toBe(byIsland[name]);
});
