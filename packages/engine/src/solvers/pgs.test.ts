import { describe, expect, test } from 'vitest';
import { contactPile } from '../../test/support/contact-pile.ts';
import { randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeProblem } from '../problem/problem.ts';
import type { Status } from '../problem/solver.ts';
import { pgs } from './pgs.ts';

const twoRows = makeProblem({
  A: fromDense(2, [2, 1, 1, 2]),
  b: Float64Array.of(-2, 3),
  lo: new Float64Array(2),
  hi: new Float64Array(2).fill(Infinity),
});

test('one sweep by hand: x1 = 1, then x2 = -(1 + 3)/2 clamped to 0', () => {
  const x = new Float64Array(2);
  const { status, iterations } = pgs.create().solve(twoRows, x, { ...pgs.defaults, maxIterations: 1 });
  expect(Array.from(x)).toEqual([1, 0]);
  expect(status).toBe('iteration-limit');
  expect(iterations).toEqual({ direct: 0, iterative: 1, coupling: 1, total: 1 });
});

test("omega scales each row's step: half a sweep with 0.5", () => {
  const x = new Float64Array(2);
  pgs.create().solve(twoRows, x, { ...pgs.defaults, maxIterations: 1, omega: 0.5 });
  expect(Array.from(x)).toEqual([0.5, 0]);
});

test('stops once no impulse changes by more than the tolerance', () => {
  const x = new Float64Array(2);
  const { status, iterations } = pgs.create().solve(twoRows, x, pgs.defaults);
  expect(status).toBe('converged');
  expect(iterations.total).toBe(2); // the second sweep changes nothing
});

test('rows of A and J alone give the same iterates up to rounding', () => {
  const rng = new Rng(41);
  for (let k = 0; k < 10; k++) {
    const p = randomStructured(rng, 12, 4);
    const options = { ...pgs.defaults, maxIterations: 30, tolerance: 0 };
    const [rows, free] = [new Float64Array(12), new Float64Array(12)];
    pgs.create().solve(p, rows, { ...options, form: 'rows' });
    pgs.create().solve(p, free, { ...options, form: 'matrix-free' });
    rows.forEach((v, i) => {
      expect(Math.abs(v - free[i])).toBeLessThan(1e-12);
    });
  }
});

test("the objective x'Ax/2 + x'b falls at every sweep for every omega in (0, 2)", () => {
  const rng = new Rng(42);
  for (const omega of [0.3, 1, 1.9]) {
    const p = randomStructured(rng, 12, 4);
    const objective = (x: Float64Array) => {
      const w = new Float64Array(12);
      p.A.apply(x, w);
      return x.reduce((sum, v, i) => sum + v * (w[i] / 2 + p.b[i]), 0);
    };
    const x = p.lo.map((lo, i) => Math.min(Math.max(0, lo), p.hi[i]));
    let last = objective(x);
    for (let k = 0; k < 50; k++) {
      pgs.create().solve(p, x, { ...pgs.defaults, maxIterations: 1, omega });
      const now = objective(x);
      expect(now).toBeLessThanOrEqual(last + 1e-14);
      last = now;
    }
  }
});

test('a number that is not finite in b or in the warm start is reported as diverged', () => {
  for (const form of ['rows', 'matrix-free'] as const) {
    const p = randomStructured(new Rng(43), 5, 2);
    p.lo.fill(-Infinity);
    p.hi.fill(Infinity);
    const broken = { ...p, b: p.b.map((v, i) => (i === 2 ? Number.NaN : v)) };
    expect(pgs.create().solve(broken, new Float64Array(5), { ...pgs.defaults, form }).status).toBe('diverged');
    const start = new Float64Array(5).fill(Number.NaN);
    expect(pgs.create().solve(p, start, { ...pgs.defaults, form }).status).toBe('diverged');
  }
});

describe('watched on records', () => {
  const p = contactPile(new Rng(43), 12, 6); // two bodies a row
  const options = { ...pgs.defaults, maxIterations: 12, tolerance: 0 };

  /** Iterates as shown, and what came out; `word` ends the solve at iterate `at`. */
  function watched(at: number, word: Status | undefined, given = options) {
    const seen: { k: number; x: Float64Array; energy: number }[] = [];
    const monitor = {
      ownsStopping: false,
      begin: () => {},
      observe: (k: number, x: Float64Array, _w?: Float64Array, energy?: number) => {
        seen.push({ k, x: x.slice(), energy: energy! });
        return k === at ? word : undefined;
      },
    };
    const x = new Float64Array(p.n);
    return { seen, x, outcome: pgs.create().solve(p, x, given, monitor) };
  }

  test('every iterate is shown once, in order, with its own energy error', () => {
    const { seen, x, outcome } = watched(0, undefined);
    expect(outcome.status).toBe('iteration-limit');
    expect(seen.map(({ k }) => k)).toEqual(Array.from({ length: 12 }, (_, k) => k + 1));
    for (const { k, x: shown, energy } of seen) {
      const alone = new Float64Array(p.n);
      pgs.create().solve(p, alone, { ...options, maxIterations: k });
      expect(shown).toEqual(alone);
      expect(Math.abs(energy - energyError(p, shown).value)).toBeLessThan(1e-13 * Math.sqrt(energy));
    }
    expect(x).toEqual(seen[11].x);
  });

  test('a word at iterate k ends with iterate k, not with the sweep that measured it', () => {
    for (const at of [1, 5, 12]) {
      const { seen, x, outcome } = watched(at, 'stopped');
      expect([outcome.status, outcome.iterations.iterative, seen.length]).toEqual(['stopped', at, at]);
      expect(x).toEqual(seen[at - 1].x);
    }
  });

  test('ends where it would end unwatched', () => {
    const given = { ...options, maxIterations: 500, tolerance: 1e-6 };
    const x = new Float64Array(p.n);
    const { status, iterations } = pgs.create().solve(p, x, given);
    const { seen, outcome, x: shown } = watched(0, undefined, given);
    expect([outcome.status, outcome.iterations]).toEqual([status, iterations]);
    expect(shown).toEqual(x);
    expect(seen.length).toBe(iterations.iterative);
  });
});
