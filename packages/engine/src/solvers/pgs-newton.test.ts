import { expect, test } from 'vitest';
import { contactPile } from '../../test/support/contact-pile.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { setFrictionBounds } from '../problem/friction-bounds.ts';
import { makeProblem, type Problem } from '../problem/problem.ts';
import { following } from '../problem/sets/models.ts';
import { type Structure, StructuredOperator } from '../problem/structured.ts';
import { pgs } from './pgs.ts';
import { pgsNewton } from './pgs-newton.ts';

function run(p: Problem, options: Partial<typeof pgsNewton.defaults> = {}) {
  const x = new Float64Array(p.n);
  const outcome = pgsNewton.create().solve(p, x, { ...pgsNewton.defaults, ...options });
  return { ...outcome, x, error: energyError(p, x).value / referenceEnergy(p) };
}

/** The same pile with hardly any compliance, which is what makes sweeps slow. */
function stiff(p: Problem): Problem {
  const structure = { ...(p.structure as Structure), C: new Float64Array(p.n).fill(1e-5) };
  return { ...p, A: new StructuredOperator(structure), structure };
}

/** Box bounds as PIR has them: from the normals of the frictionless problem, nearly. */
function boxed(p: Problem): Problem {
  const [lo, hi] = [p.lo.slice(), p.hi.slice()];
  const x = new Float64Array(p.n);
  pgs.create().solve(p, x, { ...pgs.defaults, maxIterations: 100 });
  setFrictionBounds(p, x, lo, hi);
  return { ...p, lo, hi, ungiven: [] };
}

const rng = new Rng(321);
const piles = Array.from({ length: 12 }, () => boxed(stiff(contactPile(rng, 60, 15))));

/** A string over supports that push and pull in turn: its active set is found slowly, and sweeps carry loads slowly. */
function string(rng: Rng, n: number): Problem {
  const A = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    A[i * n + i] = 2;
    if (i > 0) A[i * n + i - 1] = A[i * n - n + i] = -1;
  }
  const b = new Float64Array(n);
  for (let i = 0, until = 0, load = 0; i < n; i++) {
    if (i === until) [until, load] = [i + 5 + rng.below(25), rng.uniform(-1, 1)];
    b[i] = load;
  }
  return makeProblem({ A: fromDense(n, A), b, lo: new Float64Array(n), hi: new Float64Array(n).fill(Infinity) });
}

test('arrives where sweeps alone are nowhere near', () => {
  for (let k = 0; k < 10; k++) {
    const p = string(rng, 200);
    const { status, error } = run(p);
    expect([status, error < 1e-18]).toEqual(['converged', true]);
    const x = new Float64Array(p.n);
    pgs.create().solve(p, x, { ...pgs.defaults, maxIterations: 40, tolerance: 0 });
    expect(energyError(p, x).value / referenceEnergy(p)).toBeGreaterThan(1e-9);
  }
});

test('pyramids: the Newton steps know that bounds follow, in body space and on rows of A', () => {
  for (const p of piles.map(following)) {
    for (const form of [p, { ...p, A: p.A.sparse(), structure: undefined }]) {
      const { status, error } = run(form, { maxIterations: 5000 });
      expect([status, error < 1e-17]).toEqual(['converged', true]);
    }
  }
});

test('contacts with boxes and with pyramids in one problem', () => {
  const p = piles[0];
  const mixed = { ...p, contacts: p.contacts.map((c, k) => (k % 2 === 0 ? { ...c, set: 'pyramid' as const } : c)) };
  const { status, error } = run(mixed);
  expect([status, error < 1e-18]).toEqual(['converged', true]);
});

test('a limit of sweeps ends it, with the least-error iterate', () => {
  const { status, iterations, error } = run(piles[0], { maxIterations: 7 });
  expect([status, iterations.iterative, iterations.direct]).toEqual(['iteration-limit', 7, 0]);
  expect(error).toBeLessThan(1);
});
