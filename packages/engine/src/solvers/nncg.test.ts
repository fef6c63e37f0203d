import { expect, test } from 'vitest';
import { contactProblem } from '../../test/support/contact-problems.ts';
import { randomExplicit, randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeProblem, type Problem, withContacts } from '../problem/problem.ts';
import { StructuredOperator, structureFromBlocks } from '../problem/structured.ts';
import { nncg } from './nncg.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

function objective(p: Problem, x: Float64Array): number {
  const w = new Float64Array(p.n);
  p.A.apply(x, w);
  return x.reduce((sum, v, i) => sum + v * (w[i] / 2 + p.b[i]), 0);
}

test('one iteration by hand: the sweep (1, -0.5), then the least objective along it', () => {
  const p = makeProblem({
    A: fromDense(2, [2, 1, 1, 2]),
    b: Float64Array.of(-2, 0),
    lo: new Float64Array(2).fill(-9),
    hi: new Float64Array(2).fill(9),
  });
  const x = new Float64Array(2);
  nncg.create().solve(p, x, { ...nncg.defaults, maxIterations: 1, tolerance: 0 });
  expect(x[0]).toBeCloseTo(4 / 3, 14); // c = -z'b/z'A z = 2/1.5: also the solution
  expect(x[1]).toBeCloseTo(-2 / 3, 14);
});

test('never ends above the sweep: the objective falls at every iteration, whatever the bounds', () => {
  const rng = new Rng(941);
  for (let k = 0; k < 10; k++) {
    const p = k % 2 === 0 ? randomStructured(rng, 20, 6) : randomExplicit(rng, 12);
    let last = Infinity;
    const monitor = {
      ownsStopping: true,
      begin: () => {},
      observe: (_k: number, x: Float64Array) => {
        const f = objective(p, x);
        expect(f).toBeLessThanOrEqual(last + 1e-13);
        last = f;
        return undefined;
      },
    };
    nncg.create().solve(p, new Float64Array(p.n), { ...nncg.defaults, maxIterations: 60 }, monitor);
  }
});

test('the energy that it tells the monitor is that of the iterate, fixed rows included', () => {
  const p = contactProblem(new Rng(942), { contacts: 6, others: 3, bodies: 5 });
  let worst = 0;
  const monitor = {
    ownsStopping: true,
    begin: () => {},
    observe: (_k: number, x: Float64Array, _w?: Float64Array, energy?: number) => {
      worst = Math.max(worst, Math.abs(energy! - energyError(p, x).value) / referenceEnergy(p));
      return undefined;
    },
  };
  nncg.create().solve(p, new Float64Array(p.n), { ...nncg.defaults, maxIterations: 40 }, monitor);
  expect(worst).toBeLessThan(1e-14);
});

test('stays at the solution for thousands of iterations, where only rounding is left to follow', () => {
  const rng = new Rng(943);
  for (let k = 0; k < 6; k++) {
    const p = randomStructured(rng, 10, 3);
    const x = new Float64Array(10);
    nncg.create().solve(p, x, { ...nncg.defaults, maxIterations: 5000, tolerance: 0 });
    expect(energyError(p, x).value).toBeLessThan(1e-18 * referenceEnergy(p));
  }
});

/** 40 masses of 1 kg on links that can only pull, the last one moving off at 1 m/s. */
function chain(): Problem {
  const n = 40;
  const blocks = Array.from({ length: n }, (_, row) => [
    { row, body: row, values: [1, 0, 0, 0, 0, 0] },
    ...(row > 0 ? [{ row, body: row - 1, values: [-1, 0, 0, 0, 0, 0] }] : []),
  ]).flat();
  const Minv = new Float64Array(36 * n);
  for (let k = 0; k < n; k++) Minv[36 * k] = 1;
  const structure = structureFromBlocks(blocks, Minv, new Float64Array(n).fill(1e-3));
  const A = new StructuredOperator(structure);
  const b = new Float64Array(n);
  b[n - 1] = 1;
  return makeProblem({ A, structure, b, lo: new Float64Array(n).fill(-Infinity), hi: new Float64Array(n) });
}

test('a chain in a tenth of the sweeps that Gauss-Seidel needs, in a fifth of them by Fletcher and Reeves', () => {
  const p = chain();
  const tolerance = 1e-8 * referenceEnergy(p);
  const count = (name: string, options = {}) =>
    solve(p, { solver: findSolver(name), tolerance, options: { maxIterations: 50000, ...options } }).iterations.total;
  const sweeps = count('pgs');
  expect(10 * count('nncg')).toBeLessThan(sweeps);
  expect(5 * count('nncg', { step: 'fletcher-reeves' })).toBeLessThan(sweeps);
});

test('pyramids: bounds follow the normals between sweeps', () => {
  const rng = new Rng(944);
  let solved = 0;
  for (let k = 0; k < 20; k++) {
    const q = contactProblem(rng, { contacts: 4, others: 1, bodies: 6 });
    const p = withContacts(
      q,
      q.contacts.map((contact) => ({ ...contact, set: 'pyramid' as const, mu: 0.3 })),
    );
    const { x } = solve(p, { solver: findSolver('nncg'), options: { maxIterations: 3000, tolerance: 1e-14 } });
    if (energyError(p, x).value <= 1e-12 * referenceEnergy(p)) solved++;
  }
  expect(solved).toBeGreaterThanOrEqual(18); // no proof that it must converge
});
