import { expect, test } from 'vitest';
import { contactPile } from '../../test/support/contact-pile.ts';
import { randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeContact, makeProblem, type Problem } from '../problem/problem.ts';
import { following } from '../problem/sets/models.ts';
import type { Monitor } from '../problem/solver.ts';
import { newtonMin } from './newton-min.ts';

function run(p: Problem, options: Partial<typeof newtonMin.defaults> = {}, monitor?: Monitor) {
  const x = new Float64Array(p.n);
  const outcome = newtonMin.create().solve(p, x, { ...newtonMin.defaults, ...options }, monitor);
  return { ...outcome, x, error: energyError(p, x).value / referenceEnergy(p) };
}

/** The same problem with impulses counted in units of 1/factor: a in units of factor. */
function inOtherUnits(p: Problem, factor: number): Problem {
  const A = fromDense(
    p.n,
    p.A.dense().map((v) => v * factor),
  );
  return makeProblem({ A, b: p.b, lo: p.lo.map((v) => v / factor), hi: p.hi.map((v) => v / factor) });
}

test('where the active set is right, one step is the answer', () => {
  const A = fromDense(2, [2, 1, 1, 2]);
  const p = makeProblem({ A, b: Float64Array.of(-3, -3), lo: new Float64Array(2), hi: Float64Array.of(9, 9) });
  const { x, iterations, status } = run(p);
  expect([iterations.direct, status]).toEqual([1, 'converged']);
  for (const v of x) expect(v).toBeCloseTo(1, 14);
});

test('both maps have the same linear systems: with full steps they go through the same active sets', () => {
  const rng = new Rng(301);
  for (let k = 0; k < 40; k++) {
    const p = randomStructured(rng, 12, 5);
    const [min, normal] = (['min', 'normal'] as const).map((map) => run(p, { map, minStep: 1, maxIterations: 30 }));
    expect([normal.status, normal.iterations.direct]).toEqual([min.status, min.iterations.direct]);
  }
});

test('scaled rows make the number of steps independent of the unit of mass, rows as PIR has them do not', () => {
  const rng = new Rng(302);
  const differs = { energy: 0, none: 0 };
  for (let k = 0; k < 60; k++) {
    const p = randomStructured(rng, 14, 5);
    for (const scale of ['energy', 'none'] as const) {
      const steps = [1, 1024, 1 / 1024].map((factor) => run(inOtherUnits(p, factor), { scale }).iterations.direct);
      if (new Set(steps).size > 1) differs[scale]++;
    }
  }
  expect(differs.energy).toBe(0);
  expect(differs.none).toBeGreaterThan(10);
});

test('without a line search it may cycle where with one it arrives', () => {
  const rng = new Rng(5);
  let [cycles, arrives] = [0, 0];
  for (let k = 0; k < 400; k++) {
    const p = randomStructured(rng, 1 + rng.below(40), 3 + rng.below(8));
    if (run(p, { minStep: 1 }).status === 'converged') continue;
    cycles++;
    if (run(p).status === 'converged') arrives++;
  }
  expect(cycles).toBeGreaterThan(0);
  expect(arrives).toBe(cycles);
});

test('bounds of a pyramid follow the normals: a block that is pushed harder than it can hold', () => {
  const p = makeProblem({
    A: fromDense(2, [1, 0, 0, 1]),
    b: Float64Array.of(-2, 5), // 2 N s of weight, 5 m/s of push, mu = 0.5
    lo: Float64Array.of(0, Number.NaN), // stored bounds of a pyramid take no part
    hi: Float64Array.of(Infinity, Number.NaN),
    contacts: [makeContact({ normal: 0, tangents: [1], mu: 0.5, set: 'pyramid' })],
  });
  const { x, status, hi } = run(p);
  expect([...x, hi[1], status]).toEqual([2, -1, 1, 'converged']);
});

test('small piles with pyramids, whatever the stored bounds', () => {
  const rng = new Rng(303);
  for (let k = 0; k < 30; k++) {
    const { status, error } = run(following(contactPile(rng, 8, 5)));
    expect([status, error < 1e-17]).toEqual(['converged', true]);
  }
});

test('where the limit strikes it returns the least-error iterate', () => {
  const p = randomStructured(new Rng(304), 30, 8);
  const errors: number[] = [];
  const monitor = { ownsStopping: true, begin: () => {}, observe: (_: number, x: Float64Array) => note(x) };
  const note = (x: Float64Array) => void errors.push(energyError(p, x).value);
  const { x, status } = run(p, { maxIterations: 3 }, monitor);
  expect(status).toBe('iteration-limit');
  expect(energyError(p, x).value).toBe(Math.min(...errors));
});
