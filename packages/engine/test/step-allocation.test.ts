/**
 * Allocations of a step once nothing comes or goes and its code is compiled.   docs/decisions/046-one-data-path.md
 * Arrays are counted, which does not depend on what is compiled; bytes are those of objects and of numbers on the heap.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { plane, sphere } from '../src/collision/shapes/shapes.ts';
import type { World } from '../src/dynamics/world/world.ts';
import { findScene } from '../src/scenes/catalogue.ts';
import { createWorld } from '../src/simulate.ts';
import { countArrays } from './support/count-arrays.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Lists of the solver's watchers, of what was solved, of the ledger's entries. */
const ARRAYS = 12;

function spheres(): World {
  const world = createWorld();
  world.addBody({ motion: 'static', shape: plane() });
  for (let k = 0; k < 100; k++)
    world.addBody({ shape: sphere(0.25), position: [k % 10, Math.floor(k / 10), 0.25], density: 1000 });
  return world;
}

/** Bytes of objects and arrays, the least of several rounds: code that is not compiled yet, and compiling, allocate too. */
function bytesPerStep(world: World, wanted: number): number {
  const steps = 20;
  let least = Infinity;
  for (let round = 0; round < 30 && least >= wanted; round++) {
    collect();
    const before = process.memoryUsage();
    for (let k = 0; k < steps; k++) world.step();
    const after = process.memoryUsage();
    const bytes = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
    least = Math.min(least, bytes / steps);
  }
  return least;
}

/** Before rows were written into arrays that stay, the wall made 205 kB per step, the spheres 59 kB and more. */
test.each([
  ['the wall', () => createWorld(findScene('brick-wall')), 2000, 30_000],
  ['100 spheres apart from each other', spheres, 1200, 50_000],
])('%s: a step makes a handful of arrays, and little more than its report', (_, make, warm, bytes) => {
  const world = make();
  for (let k = 0; k < warm; k++) world.step();
  const arrays = countArrays(() => {
    for (let k = 0; k < 10; k++) world.step();
  });
  expect(arrays / 10).toBeLessThan(ARRAYS);
  expect(bytesPerStep(world, bytes)).toBeLessThan(bytes);
  world.release();
});
