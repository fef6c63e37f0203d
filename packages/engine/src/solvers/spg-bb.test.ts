import { expect, test } from 'vitest';
import { randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { fromDense } from '../problem/explicit.ts';
import { velocities } from '../problem/operator.ts';
import { makeProblem } from '../problem/problem.ts';
import { spgBb } from './spg-bb.ts';

test('one step by hand: d = P(x - w/a) - x, and with A = 1 that is the answer', () => {
  const p = makeProblem({
    A: fromDense(2, [1, 0, 0, 1]),
    b: Float64Array.of(-3, 0.5),
    lo: Float64Array.of(-1, -1),
    hi: Float64Array.of(2, 1),
  });
  const x = new Float64Array(2);
  const { status, iterations } = spgBb.create().solve(p, x, spgBb.defaults);
  expect([status, iterations.total, ...x]).toEqual(['converged', 1, 2, -0.5]);
});

test('with a memory of 1 the objective never rises; with 10 never above the last ten', () => {
  for (const memory of [1, 10]) {
    const p = randomStructured(new Rng(931), 40, 8);
    const start = p.lo.map((v, i) => Math.min(Math.max(0, v), p.hi[i]));
    const w0 = velocities(p, start, new Float64Array(40));
    const last = [start.reduce((sum, v, i) => sum + 0.5 * v * (w0[i] + p.b[i]), 0)];
    let rises = 0;
    spgBb.create().solve(
      p,
      new Float64Array(40),
      { ...spgBb.defaults, maxIterations: 150, memory },
      {
        ownsStopping: true,
        begin: () => {},
        observe: (_k, x, w) => {
          const f = x.reduce((sum, v, i) => sum + 0.5 * v * (w![i] + p.b[i]), 0);
          if (f > last[last.length - 1] + 1e-13) rises++;
          expect(f).toBeLessThanOrEqual(Math.max(...last.slice(-memory)) + 1e-12);
          last.push(f);
          return undefined;
        },
      },
    );
    if (memory === 1) expect(rises).toBe(0);
  }
});
