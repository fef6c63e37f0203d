import { expect, test } from 'vitest';
import { randomExplicit, randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { velocities } from '../problem/operator.ts';
import { makeProblem, type Problem } from '../problem/problem.ts';
import type { Monitor, Status } from '../problem/solver.ts';
import { dantzig } from './dantzig.ts';

const contacts = (a: number[], b: number[]) =>
  makeProblem({
    A: fromDense(b.length, a),
    b: Float64Array.from(b),
    lo: new Float64Array(b.length),
    hi: new Float64Array(b.length).fill(Infinity),
  });

function run(p: Problem, options = {}, monitor?: Monitor) {
  const x = new Float64Array(p.n).fill(Number.NaN); // the start takes no part
  return { x, ...dantzig.create().solve(p, x, { ...dantzig.defaults, ...options }, monitor) };
}

/** Every iterate that a monitor sees, and the word that it says at each. */
function watched(p: Problem, word: (k: number) => Status | undefined = () => undefined, ownsStopping = false) {
  const iterates: { x: Float64Array; w: Float64Array }[] = [];
  const monitor: Monitor = {
    ownsStopping,
    begin: () => {},
    observe: (k, x, w) => {
      expect(k).toBe(iterates.length + 1);
      iterates.push({ x: x.slice(), w: w!.slice() });
      return word(k);
    },
  };
  return { iterates, ...run(p, {}, monitor) };
}

test('a free row that meets its bound leaves the way free, by hand', () => {
  // row 0: x_0 = 1. Row 1: w_1 = -2, x_1 grows and x_0 falls with it, to 0 at x_1 = 1; from there w_1 = -1 + 2 dx_1.
  const { iterates, status, iterations } = watched(contacts([1, 1, 1, 2], [-1, -3]));
  expect(iterates.map(({ x }) => Array.from(x))).toEqual([
    [1, 0],
    [0, 1],
    [0, 1.5],
    [0, 1.5], // the corrected answer
  ]);
  expect(status).toBe('converged');
  expect(iterations).toEqual({ direct: 3, iterative: 0, coupling: 1, total: 3 });
});

test('a row at its bound whose velocity meets zero becomes free, by hand', () => {
  // row 0 opens: w_0 = 1. Row 1: w_1 = -4, x_1 grows, w_0 = 1 - x_1 is zero at 1; from there both move.
  const { iterates } = watched(contacts([1, -1, -1, 2], [1, -4]));
  expect(iterates.map(({ x }) => Array.from(x))).toEqual([
    [0, 1],
    [2, 3],
    [2, 3],
  ]);
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

test('random problems with every sort of bounds are solved to rounding', () => {
  const rng = new Rng(64);
  for (let k = 0; k < 200; k++) {
    const p = k % 2 === 0 ? randomExplicit(rng, 1 + rng.below(30)) : randomStructured(rng, 1 + rng.below(30), 8);
    const { x, status } = run(p);
    expect(status).toBe('converged');
    expect(energyError(p, x).value).toBeLessThan(1e-20 * referenceEnergy(p));
  }
});

test("every iterate satisfies A x + b = w within its bounds, and x'Ax/2 + x'b falls", () => {
  const rng = new Rng(65);
  for (let k = 0; k < 20; k++) {
    const p = randomStructured(rng, 20, 6);
    let last = Infinity;
    for (const { x, w } of watched(p).iterates) {
      const exact = velocities(p, x, new Float64Array(20));
      let objective = 0;
      for (let i = 0; i < 20; i++) {
        expect(Math.abs(w[i] - exact[i])).toBeLessThan(1e-12);
        expect(x[i]).toBeGreaterThanOrEqual(p.lo[i] - 1e-12);
        expect(x[i]).toBeLessThanOrEqual(p.hi[i] + 1e-12);
        objective += (x[i] * (exact[i] + p.b[i])) / 2;
      }
      expect(objective).toBeLessThanOrEqual(last + 1e-12);
      last = objective;
    }
  }
});

/** A plate of 1 kg and 1 m on side x side contacts without compliance: rank 3, whatever the number of rows. */
function plate(side: number, b: (x: number, y: number) => number): Problem {
  const at = Array.from({ length: side * side }, (_, k) => [
    Math.floor(k / side) / (side - 1) - 0.5,
    (k % side) / (side - 1) - 0.5,
  ]);
  return contacts(
    at.flatMap(([x, y]) => at.map(([u, v]) => 1 + 12 * (x * u + y * v))),
    at.map(([x, y]) => b(x, y)),
  );
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
  const free = { lo: new Float64Array(2).fill(-Infinity), hi: new Float64Array(2).fill(Infinity) };
  const repeated = { ...contacts([1, 1, 1, 1], [-3, -3]), ...free };
  const { x, status } = run(repeated);
  expect([status, x[0] + x[1]]).toEqual(['converged', 3]);
  const contradicting = run({ ...repeated, b: Float64Array.of(-3, 3) });
  expect(contradicting.status).toBe('stagnated');
  expect(contradicting.x.every(Number.isFinite)).toBe(true);
});

test('an indefinite A ends with a status and finite numbers', () => {
  const { x, status } = run(contacts([1, -2, -2, 1], [-1, -1]));
  expect(status).toBe('stagnated');
  expect(x.every(Number.isFinite)).toBe(true);
});

test('the limit of pivots holds, and what was reached is returned', () => {
  const { x, status, iterations } = run(contacts([1, 1, 1, 2], [-1, -3]), { maxIterations: 2 });
  expect([status, iterations.total, ...x]).toEqual(['iteration-limit', 2, 0, 1]);
});

test('a number that is not finite is reported as diverged', () => {
  for (const b of [
    [Number.NaN, 3],
    [-Infinity, 3],
  ])
    expect(run(contacts([2, 1, 1, 2], b)).status).toBe('diverged');
  expect(run(contacts([2, Number.NaN, Number.NaN, 2], [-2, 3])).status).toBe('diverged');
});

test("a monitor's word ends the solve at once; where it owns stopping, only that is convergence", () => {
  const p = contacts([1, 1, 1, 2], [-1, -3]);
  const stopped = watched(p, (k) => (k === 2 ? 'time-limit' : undefined));
  expect([stopped.status, stopped.iterations.total, ...stopped.x]).toEqual(['time-limit', 2, 0, 1]);
  expect(watched(p, () => undefined, true).status).toBe('stagnated'); // no further progress, and it is not content
  expect(watched(p, (k) => (k === 4 ? 'converged' : undefined), true).status).toBe('converged');
});
