/** No allocation inside an iteration: sweeps and pivots make no arrays, and thousands of them pass without the collector having to run. */
import { PerformanceObserver } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { Rng } from '../src/linalg/rng.ts';
import type { Monitor, OptionValues } from '../src/problem/solver.ts';
import { bpp } from '../src/solvers/bpp.ts';
import { pgs } from '../src/solvers/pgs.ts';
import { type AnySolver, solvers } from '../src/solvers/registry.ts';
import { randomHeap } from './support/cone-problems.ts';
import { countArrays } from './support/count-arrays.ts';
import { randomStructured } from './support/random-problems.ts';

/** Contacts with stored bounds that take every solver some iterations. */
const heap = randomHeap(new Rng(9), { contacts: 60, bodies: 20, set: 'box', mu: 0.5, compliance: 1e-3 });
const contacts = {
  ...heap,
  ungiven: [],
  lo: heap.lo.map((_, i) => (heap.hi[i] === Infinity ? 0 : -0.05)), // N s
  hi: heap.hi.map((hi) => (hi === Infinity ? hi : 0.05)),
};

/** Why a solver makes arrays in its iterations. One that no longer does fails the test. */
const allocates: Record<string, string> = {
  amg: 'levels are built anew when other rows become free',
};
/** Arrays per iteration that count as none: a solve may change once from body space to the rows of A, whose views are made then. */
const ONCE = 0.25;
/** Why there is nothing to measure. */
const unmeasured: Record<string, string> = {
  enumeration: 'takes 12 rows and visits all index sets in one iteration',
  auto: 'hands whole islands to solvers that are measured here',
};

const monitor: Monitor = { ownsStopping: true, begin() {}, observe: () => undefined };

/** Arrays per iteration beyond the first few: what a solve itself makes, as its outcome, drops out. */
function arraysPerIteration(solver: AnySolver): number {
  const instance = solver.create();
  const x = new Float64Array(contacts.n);
  const limit = ['maxIterations', 'phases'].find((name) => name in solver.options) as string;
  const stored: OptionValues = 'bounds' in solver.options ? { bounds: 'stored' } : {};
  const made = (most: number) => {
    let iterations = 0;
    x.fill(0);
    const arrays = countArrays(() => {
      const outcome = instance.solve(contacts, x, { ...solver.defaults, ...stored, [limit]: most }, monitor);
      iterations = outcome.iterations.total;
    });
    return { arrays, iterations };
  };
  made(30); // memory has grown to this problem
  const [few, many] = [made(2), made(30)];
  instance.release();
  expect(many.iterations).toBeGreaterThan(few.iterations);
  return (many.arrays - few.arrays) / (many.iterations - few.iterations);
}

describe('an iteration of', () => {
  for (const solver of solvers) {
    if (unmeasured[solver.name]) continue;
    const reason = allocates[solver.name];
    test(`${solver.name} makes ${reason ? `arrays: ${reason}` : 'no arrays'}`, () => {
      const arrays = arraysPerIteration(solver);
      if (reason) expect(arrays, 'no longer needed: take it off the list').toBeGreaterThan(ONCE);
      else expect(arrays).toBeLessThan(ONCE);
    });
  }
});

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
  expect(pivots).toBeGreaterThan(21000); // in three runs
});

test('pgs allocates nothing in 10 000 sweeps', async () => {
  const instance = pgs.create();
  const options = { ...pgs.defaults, maxIterations: 10000, tolerance: 0, omega: 0.01 };
  instance.solve(p, x.fill(0), { ...options, maxIterations: 500 });
  expect(await collections(() => void instance.solve(p, x.fill(0), options))).toBeLessThanOrEqual(1);
});
