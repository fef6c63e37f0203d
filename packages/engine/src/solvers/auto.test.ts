import { expect, test } from 'vitest';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { fromTriplets } from '../problem/explicit.ts';
import { makeProblem, type Problem } from '../problem/problem.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

const auto = findSolver('auto');

/** `count` independent pairs of rows; pair k has a coupling of 1/2. */
function pairs(count: number, b: (row: number) => number): Problem {
  const [i, j, values]: [number[], number[], number[]] = [[], [], []];
  for (let k = 0; k < count; k++)
    for (const [r, c, v] of [
      [0, 0, 1],
      [0, 1, 0.5],
      [1, 0, 0.5],
      [1, 1, 1],
    ]) {
      i.push(2 * k + r);
      j.push(2 * k + c);
      values.push(v);
    }
  const n = 2 * count;
  return makeProblem({
    A: fromTriplets(n, { i, j, values }),
    b: Float64Array.from({ length: n }, (_, row) => b(row)),
    lo: new Float64Array(n),
    hi: new Float64Array(n).fill(Infinity),
  });
}

test('islands are solved one by one: each pair by hand', () => {
  const p = pairs(3, (row) => [-1, -1, -1, 2, 1, 1][row]);
  const { x, status, iterations } = solve(p, { solver: auto });
  expect(status).toBe('converged');
  [2 / 3, 2 / 3, 1, 0, 0, 0].forEach((expected, row) => {
    expect(x[row]).toBeCloseTo(expected, 14);
  });
  expect(iterations.direct).toBeGreaterThanOrEqual(3);
});

test('one island that diverges does not spoil the others', () => {
  const p = pairs(3, (row) => (row === 2 ? Number.NaN : -1));
  const { x, status } = solve(p, { solver: auto, pick: 'last' });
  expect(status).toBe('diverged');
  for (const row of [0, 1, 4, 5]) expect(x[row]).toBeCloseTo(2 / 3, 14);
});

test('a time limit ends between islands with the least-error iterate so far', () => {
  let now = 0;
  const p = pairs(50, () => -1);
  const { status, x } = solve(p, { solver: auto, timeLimit: 40, clock: () => now++ });
  expect(status).toBe('time-limit');
  const error = energyError(p, x).value;
  expect(error).toBeGreaterThan(0);
  expect(error).toBeLessThan(energyError(p, new Float64Array(100)).value);
});

test('an island beyond 2000 rows without J goes to sweeps, and says how far they came', () => {
  const n = 2100;
  const [i, j, values]: [number[], number[], number[]] = [[], [], []];
  for (let row = 0; row < n; row++) {
    i.push(row);
    j.push(row);
    values.push(2);
    if (row > 0) {
      i.push(row, row - 1);
      j.push(row - 1, row);
      values.push(-0.5, -0.5);
    }
  }
  const rng = new Rng(801);
  const p = makeProblem({
    A: fromTriplets(n, { i, j, values }),
    b: Float64Array.from({ length: n }, () => rng.uniform(-1, 1)),
    lo: new Float64Array(n),
    hi: new Float64Array(n).fill(Infinity),
  });
  const { iterations, status } = solve(p, { solver: auto });
  expect(iterations.direct).toBe(0);
  expect(iterations.iterative).toBeGreaterThan(5);
  expect(status).toBe('converged'); // by the sweeps' own test: no impulse changes by 1e-5 N s
});
