import { expect, test } from 'vitest';
import { fromDense } from '../../problem/explicit.ts';
import { makeProblem, type Problem } from '../../problem/problem.ts';
import { StructuredOperator, structureFromBlocks } from '../../problem/structured.ts';
import { findSolver } from '../registry.ts';
import { solve } from '../solve.ts';
import { rowOrder } from './row-order.ts';

/** Cubes of 1 kg on each other, one row a contact, rows numbered from the top; row k = contact below cube k. */
function tower(height: number): Problem {
  const Minv = new Float64Array(36 * height);
  const blocks = [];
  for (let k = 0; k < height; k++) {
    Minv[36 * k] = 1;
    blocks.push({ row: k, body: k, values: [1, 0, 0, 0, 0, 0] });
    if (k + 1 < height) blocks.push({ row: k, body: k + 1, values: [-1, 0, 0, 0, 0, 0] });
  }
  const structure = structureFromBlocks(blocks, Minv, new Float64Array(height).fill(1e-6));
  return makeProblem({
    A: new StructuredOperator(structure),
    structure,
    b: Float64Array.from({ length: height }, (_, k) => (k + 1 < height ? 0 : -0.1)),
    lo: new Float64Array(height),
    hi: new Float64Array(height).fill(Infinity),
  });
}

test('the orders are permutations: natural, reverse, the same random one for the same seed, and from the ground up', () => {
  const p = tower(6);
  expect(rowOrder(p, 'natural', 1)).toBeUndefined();
  expect(Array.from(rowOrder(p, 'reverse', 1)!)).toEqual([5, 4, 3, 2, 1, 0]);
  expect(rowOrder(p, 'random', 7)).toEqual(rowOrder(p, 'random', 7));
  expect(rowOrder(p, 'random', 7)).not.toEqual(rowOrder(p, 'random', 8));
  expect(Array.from(rowOrder(p, 'random', 7)!).sort()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(Array.from(rowOrder(p, 'bottom-up', 1)!)).toEqual([5, 4, 3, 2, 1, 0]);
});

test('bottom-up needs J, and says so', () => {
  const p = makeProblem({
    A: fromDense(1, [1]),
    b: new Float64Array(1),
    lo: new Float64Array(1),
    hi: new Float64Array(1),
  });
  expect(() => rowOrder(p, 'bottom-up', 1)).toThrow('order bottom-up needs J');
});

test('every order leads to the same answer, and on a tower the ground first leaves less error than the top first', () => {
  const p = tower(8);
  const pgs = findSolver('pgs');
  const errors = (['natural', 'bottom-up', 'random'] as const).map((order) => {
    const { x } = solve(p, { solver: pgs, tolerance: 1e-20, options: { order, maxIterations: 1e5 } });
    x.forEach((v, k) => {
      expect(v).toBeCloseTo(0.1 * (k + 1), 4);
    });
    const { history } = solve(p, { solver: pgs, history: true, options: { order, maxIterations: 10, tolerance: 0 } });
    return history!.solves[0].errors.energy[10];
  });
  expect(errors[1]).toBeLessThan(errors[0]);
});
