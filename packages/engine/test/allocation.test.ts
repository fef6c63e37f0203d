/** No allocation inside an iteration: thousands of pivots and sweeps pass without the collector having to run. */
import { PerformanceObserver } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { Rng } from '../src/linalg/rng.ts';
import { bpp } from '../src/solvers/bpp.ts';
import { pgs } from '../src/solvers/pgs.ts';
import { randomStructured } from './support/random-problems.ts';

/** Collections of the young generation while `work` runs; one holds a few megabytes at least. */
async function collections(work: () => void): Promise<number> {
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

test('bpp allocates next to nothing in 12 000 pivots', async () => {
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
  expect(await collections(() => solves(4000))).toBeLessThanOrEqual(3); // a solve may allocate its outcome
  expect(pivots).toBeGreaterThan(12000);
});

test('pgs allocates nothing in 20 000 sweeps', async () => {
  const instance = pgs.create();
  const options = { ...pgs.defaults, maxIterations: 20000, tolerance: 0, omega: 0.01 };
  instance.solve(p, x.fill(0), { ...options, maxIterations: 500 });
  expect(await collections(() => void instance.solve(p, x.fill(0), options))).toBeLessThanOrEqual(1);
});
