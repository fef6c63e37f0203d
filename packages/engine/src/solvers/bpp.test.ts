import { expect, test } from 'vitest';
import { randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeProblem } from '../problem/problem.ts';
import { StructuredOperator, structureFromBlocks } from '../problem/structured.ts';
import { bpp } from './bpp.ts';
import { bppDense } from './bpp-dense.ts';
import { ipm } from './ipm.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

/** Two springs pressed together: rows couple by 1/2; the second one would pull and must open. */
const opens = makeProblem({
  A: fromDense(2, [2, 1, 1, 2]),
  b: Float64Array.of(-2, 3),
  lo: new Float64Array(2),
  hi: new Float64Array(2).fill(Infinity),
});

test('pivoting by hand: all free gives (7/3, -8/3), the second row opens, the second pivot is right', () => {
  const seen: number[][] = [];
  const x = new Float64Array(2);
  const monitor = {
    ownsStopping: false,
    begin: () => {},
    observe: (_k: number, iterate: Float64Array) => void seen.push(Array.from(iterate)) as undefined,
  };
  const { status, iterations } = bpp.create().solve(opens, x, bpp.defaults, monitor);
  expect([status, iterations.direct]).toEqual(['converged', 2]);
  expect(seen[0][0]).toBeCloseTo(7 / 3, 14);
  expect(seen[0][1]).toBeCloseTo(-8 / 3, 14);
  expect(x[0]).toBeCloseTo(1, 15);
  expect(x[1]).toBe(0);
});

test('a warm start at the solution needs one pivot, and the same answer comes from dense A and from the interior', () => {
  const x = Float64Array.of(1, 0);
  expect(bpp.create().solve(opens, x, bpp.defaults).iterations.direct).toBe(1);
  for (const solver of [bppDense, ipm]) {
    const y = new Float64Array(2);
    const { status } = solver.create().solve(opens, y, solver.defaults as never);
    expect(status).toBe('converged');
    expect(y[0]).toBeCloseTo(1, 14);
    expect(y[1]).toBe(0);
  }
});

test('body space and rows of A give the same answer; a row without compliance sends the problem to the rows', () => {
  const rng = new Rng(601);
  for (let k = 0; k < 20; k++) {
    const p = randomStructured(rng, 12, 5);
    const [body, rows] = [new Float64Array(12), new Float64Array(12)];
    bpp.create().solve(p, body, bpp.defaults);
    bpp.create().solve({ ...p, structure: undefined, A: p.A.sparse() }, rows, bpp.defaults);
    body.forEach((v, i) => {
      expect(Math.abs(v - rows[i])).toBeLessThan(1e-9);
    });
    const rigid = { ...p.structure!, C: p.structure!.C.map((c, i) => (i === 0 ? 0 : c)) };
    const mixed = { ...p, structure: rigid, A: new StructuredOperator(rigid) };
    expect(solve(mixed, { solver: findSolver('bpp') }).status).toBe('converged');
  }
});

/** Two equal bilateral rows on one mass, no compliance: A is singular. */
function twice(b: readonly number[]) {
  const Minv = new Float64Array(36);
  Minv[0] = 1;
  const values = [1, 0, 0, 0, 0, 0];
  const blocks = [0, 1].map((row) => ({ row, body: 0, values }));
  const structure = structureFromBlocks(blocks, Minv, new Float64Array(2));
  return makeProblem({
    A: new StructuredOperator(structure),
    structure,
    b: Float64Array.from(b),
    lo: new Float64Array(2).fill(-Infinity),
    hi: new Float64Array(2).fill(Infinity),
  });
}

test('redundant rows without compliance are solved where they agree', () => {
  const p = twice([-1, -1]);
  for (const name of ['bpp', 'bpp-dense', 'ipm', 'auto']) {
    const { x, status } = solve(p, { solver: findSolver(name) });
    expect([name, status]).toEqual([name, 'converged']);
    expect(x[0] + x[1]).toBeCloseTo(1, 9);
  }
});

test('where they contradict each other there is no solution, and none is claimed', () => {
  const p = twice([-1, 1]);
  for (const name of ['bpp', 'bpp-dense', 'ipm', 'auto']) {
    const { x, status } = solve(p, { solver: findSolver(name) });
    expect([name, status]).not.toEqual([name, 'converged']);
    expect(x.every(Number.isFinite)).toBe(true);
  }
});

test('infinite b ends as diverged, and x keeps its start', () => {
  for (const name of ['bpp', 'bpp-dense', 'ipm', 'auto', 'newton-coupled']) {
    const infinite = { ...opens, b: Float64Array.of(Infinity, 0) };
    const first = solve(infinite, { solver: findSolver(name) });
    expect([name, first.status]).toEqual([name, 'diverged']);
    expect(first.x.every(Number.isFinite)).toBe(true);
  }
});

test('an iteration limit is respected and the least-error iterate comes back', () => {
  const p = randomStructured(new Rng(602), 40, 6);
  const { status, iterations, x } = solve(p, { solver: findSolver('bpp'), options: { maxIterations: 1 } });
  expect(status).toBe('iteration-limit');
  expect(iterations.direct).toBe(1);
  expect(energyError(p, x).value).toBeLessThanOrEqual(referenceEnergy(p));
});

test('where block pivots cycle the interior point ends it, and the path says so', () => {
  // 30 rows on two bodies: far more rows than freedoms, where flipping all infeasible rows may go round in circles
  const rng = new Rng(603);
  let rescued = 0;
  for (let k = 0; k < 400; k++) {
    const p = randomStructured(rng, 30, 2);
    const { status, iterations, path } = solve(p, { solver: findSolver('bpp') });
    expect(status).toBe('converged');
    if (path === 'bpp') continue;
    rescued++;
    expect(path).toMatch(/^ipm( crossover)?$/);
    expect(iterations.direct).toBeGreaterThan(4); // pivots without progress come before
  }
  expect(rescued).toBeGreaterThan(0);
});
