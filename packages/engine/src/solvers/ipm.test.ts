/** The interior point on its own; behind pivoting it is tested in bpp.test.ts. */
import { expect, test } from 'vitest';
import { randomExplicit, randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeProblem, type Problem } from '../problem/problem.ts';
import type { Monitor } from '../problem/solver.ts';
import { ipm } from './ipm.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

/** Two contacts that push each other open, one row between bounds: x = (1, 0, -1/2) by hand. */
const byHand = makeProblem({
  A: fromDense(3, [2, 1, 0, 1, 2, 0, 0, 0, 4]),
  b: Float64Array.of(-2, 3, 5), // the third alone would be -5/4: its bound stops it
  lo: Float64Array.of(0, 0, -0.5),
  hi: Float64Array.of(Infinity, Infinity, 0.5),
});

test('a problem solved by hand: one row presses, one is open, one is at its bound', () => {
  const { x, status, path } = solve(byHand, { solver: findSolver('ipm') });
  expect([status, path]).toEqual(['converged', 'ipm crossover']);
  expect(x[0]).toBeCloseTo(1, 14);
  expect([x[1], x[2]]).toEqual([0, -0.5]);
});

test('agrees with enumeration on problems with every sort of bounds, to the last pivot', () => {
  const rng = new Rng(621);
  for (let k = 0; k < 60; k++) {
    const p = k % 2 === 0 ? randomExplicit(rng, 8) : randomStructured(rng, 8, 3);
    const exact = solve(p, { solver: findSolver('enumeration'), coupling: 0 }).x;
    const { x, status } = solve(p, { solver: findSolver('ipm'), coupling: 0 });
    expect(status).toBe('converged');
    const largest = Math.max(...exact.map(Math.abs), 1e-3);
    x.forEach((v, i) => {
      expect(Math.abs(v - exact[i])).toBeLessThan(1e-9 * largest);
    });
  }
});

test('the number of iterations hardly grows with the problem: at most 25 from 10 to 160 rows', () => {
  const rng = new Rng(622);
  for (const n of [10, 40, 160]) {
    const p = randomStructured(rng, n, n >> 2);
    const { x, status, iterations } = solve(p, { solver: findSolver('ipm') });
    expect(status).toBe('converged');
    expect(iterations.direct).toBeLessThanOrEqual(25);
    expect(energyError(p, x).value).toBeLessThan(1e-17 * referenceEnergy(p));
  }
});

test('every iterate but those of the crossover lies strictly between the bounds (IP2)', () => {
  const p = randomStructured(new Rng(623), 30, 8);
  const inside = (x: Float64Array) => x.every((v, i) => p.lo[i] === p.hi[i] || (v > p.lo[i] && v < p.hi[i]));
  const seen: boolean[] = [];
  const monitor: Monitor = {
    ownsStopping: false,
    begin() {},
    observe: (_, x) => void seen.push(inside(x)) as undefined,
  };
  const { status } = ipm.create().solve(p, new Float64Array(p.n), ipm.defaults, monitor);
  expect(status).toBe('converged');
  const crossover = seen.indexOf(false);
  expect(crossover).toBeGreaterThan(3);
  expect(seen.slice(crossover).every((v) => !v)).toBe(true);
  expect(seen.length - crossover).toBeLessThanOrEqual(3);
});

test('a change of units changes the units of the answer and nothing else: no absolute scale enters (IP3)', () => {
  const p = randomExplicit(new Rng(624), 12);
  const SCALE = 2 ** -40; // of the impulses: exact in binary
  const scaled: Problem = { ...p, b: scale(p.b, SCALE), lo: scale(p.lo, SCALE), hi: scale(p.hi, SCALE) };
  const [x, y] = [p, scaled].map((q) => solve(q, { solver: findSolver('ipm') }));
  expect(y.iterations).toEqual(x.iterations);
  y.x.forEach((v, i) => {
    expect(Math.abs(v / SCALE - x.x[i])).toBeLessThan(1e-12 * Math.max(1, Math.abs(x.x[i])));
  });
});

const scale = (values: Float64Array, factor: number) => values.map((v) => factor * v);

test('a limit of iterations is reported and respected', () => {
  const p = randomStructured(new Rng(625), 40, 10);
  const { status, iterations } = solve(p, { solver: findSolver('ipm'), options: { maxIterations: 2 } });
  expect(status).toBe('iteration-limit');
  expect(iterations.direct).toBe(2);
});

test('a number that is not finite in b is reported as diverged, and unused numbers are not read', () => {
  const broken = { ...byHand, b: Float64Array.of(Number.NaN, 0, 0) };
  expect(ipm.create().solve(broken, new Float64Array(3), ipm.defaults).status).toBe('diverged');
  const poison = new Float64Array(3).fill(Number.NaN);
  const { x } = solve({ ...byHand, x: poison, h: Number.NaN }, { solver: findSolver('ipm') });
  expect(x[0]).toBeCloseTo(1, 14);
});
