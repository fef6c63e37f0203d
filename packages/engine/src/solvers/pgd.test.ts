import { expect, test } from 'vitest';
import { randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeProblem } from '../problem/problem.ts';
import { pgd } from './pgd.ts';

const twoRows = makeProblem({
  A: fromDense(2, [2, 1, 1, 2]),
  b: Float64Array.of(-2, 3),
  lo: new Float64Array(2),
  hi: new Float64Array(2).fill(Infinity),
});

test('one step by hand: row 2 cannot go below 0, row 1 goes to the least objective', () => {
  const x = new Float64Array(2);
  const { iterations } = pgd.create().solve(twoRows, x, { ...pgd.defaults, maxIterations: 1, preconditioner: 'none' });
  expect(Array.from(x)).toEqual([1, 0]); // r = (2, -3), p = (2, 0), alpha = 4/8
  expect(iterations.total).toBe(1);
});

test('a step that leaves the bounds is taken back to them: x = (1, 1) of the least objective (3, 3)', () => {
  const p = makeProblem({
    A: fromDense(2, [1, 0, 0, 1]),
    b: Float64Array.of(-3, -3),
    lo: new Float64Array(2).fill(-1),
    hi: new Float64Array(2).fill(1),
  });
  const x = new Float64Array(2);
  expect(pgd.create().solve(p, x, pgd.defaults).status).toBe('converged');
  expect(Array.from(x)).toEqual([1, 1]);
});

test('the objective never rises, with any preconditioner', () => {
  const rng = new Rng(901);
  for (const preconditioner of ['none', 'jacobi', 'block'] as const) {
    const p = randomStructured(rng, 14, 5);
    const objective = (x: Float64Array) => {
      const w = new Float64Array(14);
      p.A.apply(x, w);
      return x.reduce((sum, v, i) => sum + v * (w[i] / 2 + p.b[i]), 0);
    };
    let last = Infinity;
    pgd.create().solve(
      p,
      new Float64Array(14),
      { ...pgd.defaults, maxIterations: 60, preconditioner },
      {
        ownsStopping: true,
        begin: () => {},
        observe: (_k, x) => {
          expect(objective(x)).toBeLessThanOrEqual(last + 1e-14);
          last = objective(x);
          return undefined;
        },
      },
    );
  }
});
