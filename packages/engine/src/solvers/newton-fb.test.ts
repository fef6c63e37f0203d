import { expect, test } from 'vitest';
import { randomExplicit, randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeProblem, type Problem } from '../problem/problem.ts';
import { newtonFb } from './newton-fb.ts';

function run(p: Problem, options: Partial<typeof newtonFb.defaults> = {}, start = new Float64Array(p.n)) {
  const x = start.slice();
  const outcome = newtonFb.create().solve(p, x, { ...newtonFb.defaults, ...options });
  return { ...outcome, x, error: energyError(p, x).value / referenceEnergy(p) };
}

test('rows with no bound, a lower, an upper, both, and equal ones', () => {
  const p = makeProblem({
    A: fromDense(
      6,
      [...Array(36).keys()].map((k) => (k % 7 === 0 ? 2 : 0)),
    ),
    b: Float64Array.of(-4, 2, -2, -8, 8, 1),
    lo: Float64Array.of(-Infinity, 0, -Infinity, -1, -1, 0.25),
    hi: Float64Array.of(Infinity, Infinity, 0.5, 1, 1, 0.25),
  });
  const { x, status } = run(p);
  expect(status).toBe('converged');
  [2, 0, 0.5, 1, -1, 0.25].forEach((expected, i) => {
    expect(x[i]).toBeCloseTo(expected, 9);
  });
});

test.each([0, 0.1, 1])('penalty %s ends at the same impulses, quadratically', (penalty) => {
  const rng = new Rng(311);
  for (let k = 0; k < 60; k++) {
    const p = k % 2 === 0 ? randomExplicit(rng, 20) : randomStructured(rng, 20, 8);
    const { status, error, iterations } = run(p, { penalty });
    expect(status).toBe('converged');
    expect(error).toBeLessThan(1e-18);
    expect(iterations.direct).toBeLessThan(40);
  }
});

test('the number of steps does not depend on the unit of mass', () => {
  const p = randomExplicit(new Rng(312), 16);
  const steps = [1, 1024, 1 / 1024].map((factor) => {
    const A = fromDense(
      16,
      p.A.dense().map((v) => v * factor),
    );
    const [lo, hi] = [p.lo, p.hi].map((bound) => bound.map((v) => v / factor));
    return run(makeProblem({ A, b: p.b, lo, hi }), { penalty: 0.1 }).iterations.direct;
  });
  expect(new Set(steps).size).toBe(1);
});

test('where nothing needs to be done it does nothing, wherever it starts', () => {
  const A = fromDense(1, [1]);
  const p = makeProblem({ A, b: Float64Array.of(0), lo: Float64Array.of(0), hi: Float64Array.of(Infinity) });
  expect(Array.from(run(p, {}, Float64Array.of(1e-12)).x)).toEqual([0]);
});
