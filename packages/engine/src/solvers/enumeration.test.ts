import { expect, test } from 'vitest';
import { randomExplicit } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeProblem } from '../problem/problem.ts';
import { enumeration } from './enumeration.ts';

test('a contact that opens beside one that holds, by hand', () => {
  const p = makeProblem({
    A: fromDense(2, [2, 1, 1, 2]),
    b: Float64Array.of(-2, 3),
    lo: new Float64Array(2),
    hi: new Float64Array(2).fill(Infinity),
  });
  const x = new Float64Array(2);
  const { status } = enumeration.create().solve(p, x, enumeration.defaults);
  expect(status).toBe('converged');
  expect(Array.from(x)).toEqual([1, 0]); // w = (0, 4)
});

test('rows at their upper bound, at equal bounds and without bounds, by hand', () => {
  const p = makeProblem({
    A: fromDense(3, [1, 0, 0, 0, 1, 0, 0, 0, 1]),
    b: Float64Array.of(-5, 7, -3),
    lo: Float64Array.of(-1, 2, -Infinity),
    hi: Float64Array.of(1, 2, Infinity),
  });
  const x = new Float64Array(3);
  enumeration.create().solve(p, x, enumeration.defaults);
  expect(Array.from(x)).toEqual([1, 2, 3]);
});

test('an unsymmetric problem and a singular one are solved too', () => {
  const unsymmetric = makeProblem({
    A: fromDense(2, [1, 2, 0, 1]),
    b: Float64Array.of(-3, -1),
    lo: new Float64Array(2),
    hi: new Float64Array(2).fill(Infinity),
    symmetric: false,
  });
  const x = new Float64Array(2);
  enumeration.create().solve(unsymmetric, x, enumeration.defaults);
  expect(Array.from(x)).toEqual([1, 1]);
  const singular = { ...unsymmetric, A: fromDense(2, [1, 1, 1, 1]), b: Float64Array.of(-2, -2), symmetric: true };
  expect(enumeration.create().solve(singular, x, enumeration.defaults).status).toBe('converged');
  expect(x[0] + x[1]).toBe(2);
});

test('random problems with every sort of bounds are solved to rounding, measured from outside', () => {
  const rng = new Rng(51);
  for (let k = 0; k < 60; k++) {
    const p = randomExplicit(rng, 1 + rng.below(6));
    const x = new Float64Array(p.n).fill(Number.NaN); // the start takes no part
    expect(enumeration.create().solve(p, x, enumeration.defaults).status).toBe('converged');
    expect(energyError(p, x).value).toBeLessThanOrEqual(1e-24 * referenceEnergy(p));
  }
});

test('a problem without a solution ends as infeasible, with NaN as diverged; twelve rows end in time', () => {
  const p = makeProblem({
    A: fromDense(1, [-1]),
    b: Float64Array.of(-1),
    lo: Float64Array.of(0),
    hi: Float64Array.of(Infinity),
    symmetric: false,
  });
  expect(enumeration.create().solve(p, new Float64Array(1), enumeration.defaults).status).toBe('infeasible');
  const broken = { ...p, b: Float64Array.of(Number.NaN) };
  expect(enumeration.create().solve(broken, new Float64Array(1), enumeration.defaults).status).toBe('diverged');
  const large = randomExplicit(new Rng(52), 12);
  const { status, iterations } = enumeration.create().solve(large, new Float64Array(12), enumeration.defaults);
  expect(status).toBe('converged');
  expect(iterations.total).toBeLessThanOrEqual(3 ** 12);
});
