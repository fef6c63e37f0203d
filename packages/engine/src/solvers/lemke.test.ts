import { expect, test } from 'vitest';
import { randomExplicit, randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { changeUnits } from '../problem/change-units.ts';
import { fromDense } from '../problem/explicit.ts';
import { velocities } from '../problem/operator.ts';
import { makeProblem, type Problem } from '../problem/problem.ts';
import type { Monitor, Status } from '../problem/solver.ts';
import { enumeration } from './enumeration.ts';
import { lemke } from './lemke.ts';

const twoRows = makeProblem({
  A: fromDense(2, [2, 1, 1, 2]),
  b: Float64Array.of(-2, 3),
  lo: new Float64Array(2),
  hi: new Float64Array(2).fill(Infinity),
});

function run(p: Problem, options = {}, monitor?: Monitor) {
  const x = new Float64Array(p.n).fill(Number.NaN); // the start takes no part
  return { x, ...lemke.create().solve(p, x, { ...lemke.defaults, ...options }, monitor) };
}

test('a contact that opens beside one that holds, by hand: z0 enters for row 0, then x_0 drives it out', () => {
  const { x, status, iterations } = run(twoRows);
  expect([status, ...x]).toEqual(['converged', 1, 0]); // w = (0, 4)
  expect(iterations).toEqual({ direct: 2, iterative: 0, coupling: 1, total: 2 });
});

test('where doing nothing is right there is nothing to pivot', () => {
  const { x, status, iterations } = run({ ...twoRows, b: Float64Array.of(2, 0) });
  expect([status, iterations.total, ...x]).toEqual(['converged', 0, 0, 0]);
});

test('rows at their upper bound, under an upper bound alone, at equal bounds and without bounds, by hand', () => {
  const p = makeProblem({
    A: fromDense(5, [4, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 1]),
    b: Float64Array.of(-20, 4, 7, -12, -1),
    lo: Float64Array.of(-1, -Infinity, 2, -Infinity, -3),
    hi: Float64Array.of(1, 5, 2, Infinity, 3),
  });
  expect(Array.from(run(p).x)).toEqual([1, -1, 2, 3, 1]);
});

test('random problems with every sort of bounds are solved to rounding, symmetric or not', () => {
  const rng = new Rng(61);
  for (let k = 0; k < 200; k++) {
    const p = randomExplicit(rng, 1 + rng.below(30));
    const a = p.A.dense();
    for (let i = 0; i < p.n; i++)
      for (let j = 0; j < i && k % 2 === 1; j++) {
        const skew = rng.uniform(-1, 1); // x'Ax stays: A is a P-matrix all the same
        a[i * p.n + j] += skew;
        a[j * p.n + i] -= skew;
      }
    const problem = { ...p, A: fromDense(p.n, a), symmetric: k % 2 === 0 };
    const { x, status } = run(problem);
    expect(status).toBe('converged');
    expect(energyError(problem, x).value).toBeLessThan(1e-20 * referenceEnergy(problem));
    if (p.n > 5) continue;
    const oracle = new Float64Array(p.n);
    enumeration.create().solve(problem, oracle, enumeration.defaults);
    x.forEach((v, i) => {
      expect(Math.abs(v - oracle[i])).toBeLessThan(1e-9);
    });
  }
});

/** A plate of 1 kg and 1 m on side x side contacts without compliance: rank 3, whatever the number of rows. */
function plate(side: number, b: (x: number, y: number) => number): Problem {
  const at = Array.from({ length: side * side }, (_, k) => [
    Math.floor(k / side) / (side - 1) - 0.5,
    (k % side) / (side - 1) - 0.5,
  ]);
  const n = at.length;
  return makeProblem({
    A: fromDense(
      n,
      at.flatMap(([x, y]) => at.map(([u, v]) => 1 + 12 * (x * u + y * v))),
    ),
    b: Float64Array.from(at, ([x, y]) => b(x, y)),
    lo: new Float64Array(n),
    hi: new Float64Array(n).fill(Infinity),
  });
}

test('redundant contacts: a plate on up to 100 of them rests, tilts on an edge, and tips on a corner', () => {
  for (const side of [2, 3, 5, 10])
    for (const b of [() => -0.1, (x: number) => -0.1 - 2 * x, (x: number, y: number) => -0.1 - x - 3 * y]) {
      const p = plate(side, b);
      const { x, status } = run(p);
      expect(status).toBe('converged');
      expect(energyError(p, x).value).toBeLessThan(1e-20 * referenceEnergy(p));
    }
});

test('joints that repeat each other are solved; joints that contradict each other are not, and the status says so', () => {
  const repeated = makeProblem({
    A: fromDense(2, [1, 1, 1, 1]),
    b: Float64Array.of(-3, -3),
    lo: new Float64Array(2).fill(-Infinity),
    hi: new Float64Array(2).fill(Infinity),
  });
  const { x, status } = run(repeated);
  expect([status, x[0] + x[1]]).toEqual(['converged', 3]);
  const contradicting = run({ ...repeated, b: Float64Array.of(-3, 3) });
  expect(contradicting.status).toBe('infeasible');
  expect(contradicting.x.every(Number.isFinite)).toBe(true);
});

test('a problem without a solution ends on a ray, and the status says that there is none', () => {
  const p = { ...twoRows, A: fromDense(2, [0, -1, -1, 0]), b: Float64Array.of(-1, -1), symmetric: false };
  expect(run(p).status).toBe('infeasible');
});

test('the limit of pivots holds over all passes', () => {
  const p = plate(5, (x, y) => -0.1 - x - 3 * y);
  const { status, iterations } = run(p, { maxIterations: 1 });
  expect([status, iterations.total]).toEqual(['iteration-limit', 1]);
});

test('a number that is not finite is reported as diverged', () => {
  for (const b of [Float64Array.of(Number.NaN, 3), Float64Array.of(-Infinity, 3)])
    expect(run({ ...twoRows, b }).status).toBe('diverged');
  const broken = { ...twoRows, A: fromDense(2, [2, Number.NaN, Number.NaN, 2]) };
  expect(run(broken).status).toBe('diverged');
});

test('a monitor sees the answer with its velocities, once, and its word counts; where it owns stopping, only that', () => {
  const p = randomStructured(new Rng(62), 9, 4);
  const watch = (word: Status | undefined, ownsStopping: boolean) => {
    const seen: number[] = [];
    const monitor: Monitor = {
      ownsStopping,
      begin: () => {},
      observe: (k, x, w) => {
        seen.push(k);
        expect(Array.from(w!)).toEqual(Array.from(velocities(p, x, new Float64Array(9))));
        return word;
      },
    };
    return [run(p, {}, monitor).status, ...seen];
  };
  expect(watch(undefined, false)).toEqual(['converged', 1]);
  expect(watch('time-limit', false)).toEqual(['time-limit', 1]);
  expect(watch('converged', true)).toEqual(['converged', 1]);
  expect(watch(undefined, true)).toEqual(['stagnated', 1]); // no further progress, and the monitor is not content
});

test('other units change neither the pivots nor their number: everything is compared in square roots of joules', () => {
  const rng = new Rng(63);
  for (let k = 0; k < 20; k++) {
    const p = randomStructured(rng, 25, 8);
    const other = changeUnits(p, { mass: 1024, length: 1024, time: 4096 }); // about g, mm, ms
    expect(run(other).iterations.total).toBe(run(p).iterations.total);
  }
});
