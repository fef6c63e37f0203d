import { VERSION } from '@signorini/engine';
import { problemFromDocument, rodProblem, rodSolution } from '@signorini/engine/problem';
import { findSolver, solve } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { solveDocument } from './solve-document.ts';

const pgs = findSolver('pgs');

test('every error of the rod: those of its consistent iterate, and none at its solution', () => {
  const p = rodProblem();
  const x = Float64Array.of(0, -p.b[1]! / p.A.diagonal[1]!);
  const errors = evaluate(p, x, p.lo, p.hi);
  expect(errors.energy).toMatchObject({ unit: 'J', worstRow: 0 });
  expect(errors.energy.value).toBeCloseTo(3.573e-2, 5);
  expect(errors.energyStored).toEqual(errors.energy);
  expect(errors.frictionConsistency).toEqual(errors.energy); // no friction here
  expect(errors.relativeEnergy.value).toBeCloseTo(3.573e-2 / 4.443e-2, 3);
  const solved = evaluate(p, rodSolution(), p.lo, p.hi);
  for (const measured of Object.values(solved)) expect(measured!.value).toBeLessThan(1e-15);
});

test('w = A x + b is computed once for all measures', () => {
  const p = rodProblem();
  const products: number[][] = [];
  const A = Object.create(p.A, {
    apply: {
      value: (x: Float64Array, out: Float64Array) => {
        products.push([...x]);
        p.A.apply(x, out);
      },
    },
  });
  const x = Float64Array.of(1, 2);
  expect(evaluate({ ...p, A }, x, p.lo, p.hi)).toEqual(evaluate(p, x, p.lo, p.hi));
  expect(products).toEqual([[1, 2]]);
});

const block = problemFromDocument({
  format: 'signorini-problem',
  version: 1,
  title: 'block',
  A: {
    dense: [
      [1, 0],
      [0, 1],
    ],
  },
  b: [-2, 5],
  lo: [0, -10],
  hi: [null, 10],
  contacts: [{ normal: 0, tangents: [1], mu: 0.5 }],
  x: [2, -5],
});

test('bounds are in the document where they differ from the file, the reference where they do not', () => {
  const stored = solveDocument(block, 'pgs', solve(block, { solver: pgs, coupling: 0 }));
  expect(stored.lo).toBeUndefined();
  expect(stored.reference).toEqual({ maxDifferenceX: 0, maxDifferenceW: 0 });
  const coupled = solveDocument(block, 'pgs', solve(block, { solver: pgs }));
  expect(coupled.hi).toEqual([null, 1]);
  expect(coupled.reference).toBeUndefined();
  expect(coupled.errors.energy!.value).toBe(0);
  expect(coupled.errors.energyStored!.value).toBe(8); // 4 N s short of the stored solution
  expect(coupled.errors.frictionConsistency!.value).toBe(0);
});

test('a tolerance is judged by the larger of the two errors, and the document says which it is', () => {
  const pushed = { ...block, contacts: [{ ...block.contacts[0]!, mu: 0.1 }], ungiven: [] };
  const solution = solve(pushed, { solver: pgs, coupling: 0 });
  const { errors, tolerance } = solveDocument(pushed, 'pgs', solution, { tolerance: 1e-6 });
  expect(errors.energy!.value).toBe(0);
  expect(errors.frictionConsistency!.value).toBeCloseTo(0.5 * (5 - 0.1 * 2) ** 2, 12); // 1/2 a (x_t - mu x_n)^2
  const reached = errors.frictionConsistency!.value;
  expect(tolerance).toEqual({ asked: 1e-6, reached, by: 'frictionConsistency', unit: 'J', met: false });
  expect(solveDocument(pushed, 'pgs', solution, { tolerance: 100 }).tolerance!.met).toBe(true);
  expect(solveDocument(pushed, 'pgs', solution).tolerance).toBeNull();
});

test('the document says how the answer was made', () => {
  const solution = solve(block, { solver: pgs, options: { omega: 1.2 } });
  const document = solveDocument(block, 'pgs', solution);
  expect(document).toMatchObject({ solver: 'pgs', coupling: 3, path: 'pgs', version: VERSION });
  expect(document.options).toEqual({ ...pgs.defaults, omega: 1.2 });
});

test('what is not finite is null in the document', () => {
  const broken = { ...block, b: Float64Array.of(Number.NaN, 5) };
  const document = solveDocument(broken, 'pgs', solve(broken, { solver: pgs }));
  expect(document.status).toBe('diverged');
  expect(document.errors.energy!.value).toBeNull();
  expect(document.errors.energy!.worstRow).toBe(0);
  expect(JSON.stringify(document)).not.toContain('NaN');
});
