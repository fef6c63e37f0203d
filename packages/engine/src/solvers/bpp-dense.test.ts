/** The papers' own block pivoting (BP5); what it shares with `bpp` is in bpp.test.ts. */
import { expect, test } from 'vitest';
import { randomExplicit, randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeProblem, type Problem } from '../problem/problem.ts';
import type { Monitor } from '../problem/solver.ts';
import { bppDense } from './bpp-dense.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

/** Rows that press only, none of them free of the others. */
function pressing(n: number, A: readonly number[], b: readonly number[]): Problem {
  return makeProblem({
    A: fromDense(n, A),
    b: Float64Array.from(b),
    lo: new Float64Array(n),
    hi: new Float64Array(n).fill(Infinity),
  });
}

/** Everything that a monitor is shown. */
function iterates(p: Problem, options: object = {}): { seen: number[][]; status: string; x: Float64Array } {
  const seen: number[][] = [];
  const monitor: Monitor = {
    ownsStopping: false,
    begin() {},
    observe: (_, x) => void seen.push(Array.from(x)) as undefined,
  };
  const x = new Float64Array(p.n);
  const { status } = bppDense.create().solve(p, x, { ...bppDense.defaults, ...options }, monitor);
  return { seen, status, x };
}

test('a chain of three contacts by hand: all free is wrong, the middle one opens, the ends carry', () => {
  // A x = -b gives (3/2, -2, 3/2); with the middle row at zero 2 x = 1 at both ends, and w of the middle one is 1/2 + 1/2 + 1 = 2
  const p = pressing(3, [2, 1, 0, 1, 2, 1, 0, 1, 2], [-1, 1, -1]);
  const { seen, status, x } = iterates(p);
  expect(status).toBe('converged');
  [1.5, -2, 1.5].forEach((v, i) => {
    expect(seen[0][i]).toBeCloseTo(v, 14);
  });
  expect([x[0], x[2]].map((v) => Math.abs(v - 0.5) < 1e-15)).toEqual([true, true]);
  expect(x[1]).toBe(0);
  expect(seen.length).toBe(2);
});

test('agrees with enumeration on problems with every sort of bounds', () => {
  const rng = new Rng(611);
  for (let k = 0; k < 60; k++) {
    const p = k % 2 === 0 ? randomExplicit(rng, 8) : randomStructured(rng, 8, 3);
    const exact = solve(p, { solver: findSolver('enumeration'), coupling: 0 }).x;
    const { x, status } = solve(p, { solver: findSolver('bpp-dense'), coupling: 0 });
    expect(status).toBe('converged');
    const largest = Math.max(...exact.map(Math.abs), 1e-3);
    x.forEach((v, i) => {
      expect(Math.abs(v - exact[i])).toBeLessThan(1e-9 * largest);
    });
  }
});

test('blocks that bring no progress give way to single pivots of the last infeasible row, which end (BP5)', () => {
  const rng = new Rng(612);
  let single = 0;
  for (let k = 0; k < 200; k++) {
    const p = randomStructured(rng, 30, 3); // far more rows than freedoms: flipping all infeasible rows may go round
    const { status, seen, x } = iterates(p, { patience: 1, maxIterations: 5000 });
    expect(status).toBe('converged');
    expect(energyError(p, x).value).toBeLessThan(1e-16 * referenceEnergy(p));
    if (seen.length <= 12) continue;
    single++;
    const { path } = solve(p, { solver: findSolver('bpp-dense'), options: { patience: 1, maxIterations: 5000 } });
    expect(path).toBe('bpp-dense single pivots');
  }
  expect(single).toBeGreaterThan(0);
});

test('the limit counts pivots, and the least-error iterate comes back', () => {
  const p = randomStructured(new Rng(602), 40, 6);
  const { status, iterations, x } = solve(p, { solver: findSolver('bpp-dense'), options: { maxIterations: 1 } });
  expect([status, iterations.direct]).toEqual(['iteration-limit', 1]);
  expect(energyError(p, x).value).toBeLessThanOrEqual(referenceEnergy(p));
});

test('a solution of zero takes no pivot, and a start at the solution one', () => {
  const separating = pressing(2, [2, 1, 1, 2], [1, 1]);
  expect(bppDense.create().solve(separating, new Float64Array(2), bppDense.defaults).iterations.direct).toBe(0);
  const p = pressing(2, [2, 1, 1, 2], [-2, 3]);
  expect(bppDense.create().solve(p, Float64Array.of(1, 0), bppDense.defaults).iterations.direct).toBe(1);
});

test('a number that is not finite in b is reported as diverged, and unused numbers are not read', () => {
  const p = pressing(2, [2, 1, 1, 2], [-2, 3]);
  const broken = { ...p, b: Float64Array.of(Number.NaN, 0) };
  expect(bppDense.create().solve(broken, new Float64Array(2), bppDense.defaults).status).toBe('diverged');
  const poison = new Float64Array(2).fill(Number.NaN);
  const { x } = solve({ ...p, x: poison, h: Number.NaN }, { solver: findSolver('bpp-dense') });
  expect(x[0]).toBeCloseTo(1, 15);
  expect(x[1]).toBe(0);
});
