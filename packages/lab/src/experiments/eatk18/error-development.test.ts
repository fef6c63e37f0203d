import { fromDense, makeProblem } from '@signorini/engine/problem';
import { expect, it } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { develop, fateOf, gainOf, sweepsBelow } from './development.ts';
import { errorDevelopmentExperiment } from './error-development.ts';

it('finds that of all that was tried only the iteration of Jacobi diverges on grasping', () => {
  const { claims, tables } = checkedRun(errorDevelopmentExperiment);
  expect(claims.find(({ id }) => id === 'A5')?.verdict).toBe('does not hold');
  const conditions = tables![1]!;
  const divergent = conditions.columns.indexOf('diverge');
  const names = conditions.rows.filter((row) => Number(row[divergent]) > 0).map(([name]) => name);
  expect(names).toEqual(['Jacobi (fixed-point)']);
});

/** A = [[1, a], [a, 1]], solution (1, 1) / (1 + a) for b = -1: Gauss-Seidel shrinks the error by a^2 per sweep. */
const coupled = (a: number) =>
  makeProblem({
    A: fromDense(2, [1, a, a, 1]),
    b: Float64Array.of(-1, -1),
    lo: Float64Array.of(-10, -10),
    hi: Float64Array.of(10, 10),
  });

it('shrinks the residual of two coupled rows by the square of their coupling per sweep', () => {
  const { residual, k } = develop(coupled(0.5), { name: '', start: 'cold', update: 0 }, 12);
  expect(k).toEqual(Array.from({ length: 13 }, (_, i) => i));
  for (let i = 3; i < 12; i++) expect(residual[i + 1]! / residual[i]!).toBeCloseTo(0.25, 6);
});

it('reports an iteration of Jacobi that diverges', () => {
  const grown = develop(coupled(1.2), { name: '', start: 'cold', update: 0, solver: 'fixed-point' }, 400);
  expect(grown.diverged || gainOf(grown)! > 0.1).toBe(true);
});

it('counts the sweeps after which the residual stays below a limit, not the first time it is there', () => {
  const one = { k: [0, 1, 2, 3, 4], residual: [5, 0.5, 2, 0.4, 0.1], energy: [], consistency: [], diverged: false };
  expect(sweepsBelow(one, 1)).toBe(3);
  expect(sweepsBelow(one, 0.05)).toBeNull();
  expect(sweepsBelow({ ...one, diverged: true }, 1)).toBeNull();
});

it('tells what converges from what stalls and what diverges', () => {
  const curve = (residual: number[]) => ({ k: [0, 1, 2], residual, energy: [], consistency: [], diverged: false });
  expect(fateOf(curve([1, 0.9, 1e-4]))).toBe('converges');
  expect(fateOf(curve([1, 0.9, 0.4]))).toBe('converges'); // still halves
  expect(fateOf(curve([1, 0.6, 0.5]))).toBe('stalls');
  expect(fateOf(curve([1, 0.6, 2]))).toBe('diverges');
  expect(fateOf({ ...curve([1, 0.1, 1e-4]), diverged: true })).toBe('diverges');
});
