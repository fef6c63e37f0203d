/** No allocation inside an iteration: thousands of pivots and sweeps pass without the collector having to run. */
import { PerformanceObserver } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { Rng } from '../src/linalg/rng.ts';
import { bpp } from '../src/solvers/bpp.ts';
import { pgs } from '../src/solvers/pgs.ts';
import { randomStructured } from './support/random-problems.ts';

/** The fewest collections of three runs: the collector may also run for reasons of its own. */
async function collections(work: () => void): Promise<number> {
  const counts = [await collectionsOnce(work), await collectionsOnce(work), await collectionsOnce(work)];
  return Math.min(...counts);
}

/** Collections while `work` runs; each makes room for a few megabytes at least. */
async function collectionsOnce(work: () => void): Promise<number> {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().length;
  });
  observer.observe({ entryTypes: ['gc'] });
  work();
  await new Promise((resolve) => setTimeout(resolve, 50)); // entries arrive later
  observer.disconnect();
  return count;
}

const p = randomStructured(new Rng(1001), 120, 25);
const x = new Float64Array(p.n);

test('bpp allocates next to nothing in 7000 pivots', async () => {
  const instance = bpp.create();
  let pivots = 0;
  const solves = (count: number) => {
    for (let k = 0; k < count; k++) {
      x.fill(0);
      pivots += instance.solve(p, x, bpp.defaults).iterations.direct;
    }
  };
  solves(500); // compiled by then
  pivots = 0;
  expect(await collections(() => solves(2500))).toBeLessThanOrEqual(2); // a solve may allocate its outcome
  expect(pivots).toBeGreaterThan(21000); // in three runs;
});

test('pgs allocates nothing in 10 000 sweeps', async () => {
  const instance = pgs.create();
  const options = { ...pgs.defaults, maxIterations: 10000, tolerance: 0, omega: 0.01 };
  instance.solve(p, x.fill(0), { ...options, maxIterations: 500 });
  expect(await collections(() => void instance.solve(p, x.fill(0), options))).toBeLessThanOrEqual(1);
});
