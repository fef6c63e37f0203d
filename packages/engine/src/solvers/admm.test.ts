import { expect, test } from 'vitest';
import { contactPile } from '../../test/support/contact-pile.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { velocities } from '../problem/operator.ts';
import { makeContact, makeProblem, type Problem } from '../problem/problem.ts';
import type { SetKind } from '../problem/sets/set.ts';
import { type Structure, StructuredOperator } from '../problem/structured.ts';
import { admm } from './admm.ts';

function run(p: Problem, options: Partial<typeof admm.defaults> = {}, start = new Float64Array(p.n)) {
  const x = start.slice();
  const outcome = admm.create().solve(p, x, { ...admm.defaults, ...options });
  return { ...outcome, x, error: energyError(p, x).value / referenceEnergy(p) };
}

/** Bounds of 0.1 N s where a set reads them. */
const withSet = (p: Problem, set: SetKind): Problem => ({
  ...p,
  lo: p.lo.map((v, i) => (i % 3 === 0 ? v : -0.1)),
  hi: p.hi.map((v, i) => (i % 3 === 0 ? v : 0.1)),
  contacts: p.contacts.map((c) => ({ ...c, set })),
});

function withCompliance(p: Problem, C: number): Problem {
  const structure = { ...(p.structure as Structure), C: new Float64Array(p.n).fill(C) };
  return { ...p, A: new StructuredOperator(structure), structure };
}

const SETS = ['box', 'pyramid', 'prism', 'polyhedral', 'cylinder', 'cone', 'relaxed-cone'] as const;

test.each(SETS)('solves piles of 40 contacts with %s friction, and says so only where it is true', (set) => {
  const rng = new Rng(331);
  for (let k = 0; k < 8; k++) {
    const { status, error } = run(withSet(contactPile(rng, 40, 20), set));
    expect(status).toBe('converged');
    expect(error).toBeLessThanOrEqual(1e-12);
  }
});

test('a sliding block: friction mu x_n against the motion, no lifting; in the convex relaxation it lifts off', () => {
  const block = (set: SetKind) =>
    makeProblem({
      A: fromDense(3, [1, 0, 0, 0, 1, 0, 0, 0, 1]),
      b: Float64Array.of(-2, 3, 4), // 2 N s of weight; slides at 5 m/s
      lo: new Float64Array(3),
      hi: Float64Array.of(Infinity, 0, 0),
      contacts: [makeContact({ normal: 0, tangents: [1, 2], mu: 0.5, set })],
    });
  const coulomb = run(block('cone'), { tolerance: 1e-20 });
  [2, -0.6, -0.8].forEach((expected, i) => {
    expect(coulomb.x[i]).toBeCloseTo(expected, 8);
  });
  const p = block('relaxed-cone');
  const w = velocities(p, run(p, { tolerance: 1e-20 }).x, new Float64Array(3));
  expect(w[0]).toBeCloseTo(0.5 * Math.sqrt(w[1] * w[1] + w[2] * w[2]), 8);
});

test('body space needs no compliance: rho stands in for it', () => {
  const rigid = withCompliance(withSet(contactPile(new Rng(332), 12, 6), 'cone'), 0);
  const { status, error } = run(rigid, { maxIterations: 20000 });
  expect([status, error <= 1e-12]).toEqual(['converged', true]);
});

test('factors few times, and Anderson acceleration saves most of the iterations', () => {
  const n = 60; // a string under load: the longest wave is what takes long
  const A = Float64Array.from({ length: n * n }, (_, k) => [2, -1][Math.abs(Math.floor(k / n) - (k % n))] ?? 0);
  const hi = new Float64Array(n).fill(Infinity);
  const p = makeProblem({ A: fromDense(n, A), b: new Float64Array(n).fill(-1), lo: new Float64Array(n), hi });
  const [fast, plain] = [8, 0].map((memory) => run(p, { memory, maxIterations: 20000 }));
  expect([fast.status, plain.status]).toEqual(['converged', 'converged']);
  expect(fast.iterations.direct).toBeLessThan(8);
  expect(fast.iterations.iterative).toBeLessThan(0.5 * plain.iterations.iterative);
});

test('a solution as the start is the answer after the first look', () => {
  const p = withSet(contactPile(new Rng(334), 20, 10), 'cone');
  const { x } = run(p, { tolerance: 1e-20 });
  const again = run(p, {}, x);
  expect([again.status, again.iterations.iterative <= 10]).toEqual(['converged', true]);
});
