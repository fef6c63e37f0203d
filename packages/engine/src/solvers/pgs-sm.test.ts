import { expect, test } from 'vitest';
import { randomStructured, randomVector } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeContact, makeProblem, type Problem } from '../problem/problem.ts';
import type { Monitor } from '../problem/solver.ts';
import { StructuredOperator } from '../problem/structured.ts';
import { pgsSm } from './pgs-sm.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

/** Rows of [0, infinity). */
const contacts = (A: readonly number[], b: readonly number[]) =>
  makeProblem({
    A: fromDense(b.length, A),
    b: Float64Array.from(b),
    lo: new Float64Array(b.length),
    hi: new Float64Array(b.length).fill(Infinity),
  });

test('two sweeps find the sets, one factorisation solves them, a second phase changes nothing', () => {
  const x = new Float64Array(2);
  const { status, iterations } = pgsSm.create().solve(contacts([4, 1, 1, 4], [-4, 3]), x, pgsSm.defaults);
  expect(Array.from(x)).toEqual([1, 0]);
  expect(status).toBe('converged');
  expect(iterations).toEqual({ direct: 2, iterative: 3, coupling: 1, total: 5 });
});

test('a free row that crosses its bound is taken out and the rest solved again, by hand', () => {
  // one sweep from (0, 1) leaves (0.1, 0.76), both free; together they give x2 = -0.05/0.19; alone x1 = 1, w2 = 0.05
  const p = contacts([1, 0.9, 0.9, 1], [-1, -0.85]);
  const x = Float64Array.of(0, 1);
  const { status, iterations } = pgsSm.create().solve(p, x, { ...pgsSm.defaults, phases: 1, sweeps: 1 });
  expect(Array.from(x)).toEqual([1, 0]);
  expect(iterations).toEqual({ direct: 2, iterative: 1, coupling: 1, total: 3 });
  expect(status).toBe('converged'); // no phase left to see that the sets stay: the energy alone decides
});

test('1000 kg on 1 kg: two phases, where as many sweeps alone leave nearly everything', () => {
  const p = contacts([1, -1, -1, 1.001], [-0.0981, 0]);
  const { x, status, iterations } = solve(p, { solver: findSolver('pgs-sm') });
  expect([status, iterations.direct]).toEqual(['converged', 2]);
  expect(x[0]).toBeCloseTo(1001 * 0.0981, 9);
  const sweeps = solve(p, { solver: findSolver('pgs'), options: { maxIterations: iterations.iterative } });
  expect(sweeps.x[0]).toBeLessThan(0.05 * x[0]);
});

test("a subspace solution that raises x'Ax/2 + x'b is shown but not taken, so the objective falls in every phase", () => {
  const rng = new Rng(421);
  let refused = 0;
  for (let k = 0; k < 100; k++) {
    const p = randomStructured(rng, 20, 3);
    const objective = (x: Float64Array) => {
      const w = new Float64Array(p.n);
      p.A.apply(x, w);
      return x.reduce((sum, v, i) => sum + v * (w[i] / 2 + p.b[i]), 0);
    };
    const x = randomVector(rng, p.n).map((v, i) => Math.min(Math.max(v, p.lo[i]), p.hi[i]));
    let shown = x;
    const monitor: Monitor = {
      ownsStopping: false,
      begin() {},
      observe(_, seen) {
        shown = seen.slice();
        return undefined;
      },
    };
    const instance = pgsSm.create();
    for (let phase = 0, last = objective(x); phase < 5; phase++) {
      instance.solve(p, x, { ...pgsSm.defaults, phases: 1, sweeps: 1 }, monitor);
      const now = objective(x);
      expect(now).toBeLessThanOrEqual(last + 1e-12);
      if (objective(shown) > now + 1e-6) refused++;
      last = now;
    }
  }
  expect(refused).toBeGreaterThan(5); // the guard has work to do
});

/** A 1 kg block: 2 N s of weight, 5 N s of push, mu = 0.5; the friction bounds are not given. */
const block = makeProblem({
  A: fromDense(2, [1, 0, 0, 1]),
  b: Float64Array.of(-2, 5),
  lo: Float64Array.of(0, 0),
  hi: Float64Array.of(Infinity, 0),
  ungiven: [1],
  contacts: [makeContact({ normal: 0, tangents: [1], mu: 0.5 })],
});

test('friction bounds follow the normals before every phase after the first, and the monitor begins with each', () => {
  const begun: number[] = [];
  const monitor: Monitor = { ownsStopping: false, begin: (p) => void begun.push(p.hi[1]), observe: () => undefined };
  const x = new Float64Array(2);
  const { status, iterations, lo, hi } = pgsSm.create().solve(block, x, pgsSm.defaults, monitor);
  expect(Array.from(x)).toEqual([2, -1]); // mu x_n = 1
  expect([status, iterations.coupling, lo[1], hi[1], block.hi[1]]).toEqual(['converged', 2, -1, 1, 0]);
  expect(begun).toEqual([0, 1]);
  const stored = pgsSm.create().solve(block, x, { ...pgsSm.defaults, bounds: 'stored' });
  expect([Array.from(x), stored.iterations.coupling]).toEqual([[2, 0], 1]);
});

test('coupling 0 keeps the stored bounds; an energy tolerance is met for each of the bounds in turn', () => {
  const solver = findSolver('pgs-sm');
  const given = { ...block, ungiven: [], lo: Float64Array.of(0, -3), hi: Float64Array.of(Infinity, 3) };
  const stored = solve(given, { solver, coupling: 0 });
  expect([Array.from(stored.x), stored.options.bounds]).toEqual([[2, -3], 'stored']);
  const met = solve(block, { solver, tolerance: 1e-12 });
  expect([Array.from(met.x), met.status, met.hi[1]]).toEqual([[2, -1], 'converged', 1]);
});

test('iterates count on from phase to phase, sweeps without w, subspace solves with the true one', () => {
  const p = randomStructured(new Rng(422), 9, 3);
  const kinds: string[] = [];
  const monitor: Monitor = {
    ownsStopping: false,
    begin() {},
    observe(k, x, w) {
      expect(k).toBe(kinds.push(w ? 'solve' : 'sweep'));
      if (!w) return undefined;
      const expected = new Float64Array(9);
      p.A.apply(x, expected);
      expected.forEach((v, i) => {
        expect(Math.abs(v + p.b[i] - w[i])).toBeLessThan(1e-12);
      });
      return undefined;
    },
  };
  const { iterations } = pgsSm.create().solve(p, new Float64Array(9), pgsSm.defaults, monitor);
  expect(kinds.filter((kind) => kind === 'sweep').length).toBe(iterations.iterative);
  expect(kinds.filter((kind) => kind === 'solve').length).toBe(iterations.direct);
});

test('where the compliance is too small for body space, the rows of A reach the accuracy', () => {
  const rng = new Rng(423);
  for (let k = 0; k < 10; k++) {
    const { structure, ...rest } = randomStructured(rng, 16, 2); // more rows than the 12 freedoms
    const soft = { ...structure!, C: rest.A.diagonal.map((a) => 1.5e-15 * a) };
    const p: Problem = { ...rest, structure: soft, A: new StructuredOperator(soft) };
    const { status, x } = solve(p, { solver: findSolver('pgs-sm'), coupling: 0, options: { phases: 50 } });
    expect(status).toBe('converged');
    expect(energyError(p, x).value).toBeLessThan(1e-16 * referenceEnergy(p));
  }
});

test('a number that is not finite in b or in the warm start is reported as diverged', () => {
  const p = randomStructured(new Rng(424), 5, 2);
  p.lo.fill(-Infinity);
  p.hi.fill(Infinity);
  const broken = { ...p, b: p.b.map((v, i) => (i === 2 ? Number.NaN : v)) };
  expect(pgsSm.create().solve(broken, new Float64Array(5), pgsSm.defaults).status).toBe('diverged');
  const start = new Float64Array(5).fill(Number.NaN);
  expect(pgsSm.create().solve(p, start, pgsSm.defaults).status).toBe('diverged');
});
