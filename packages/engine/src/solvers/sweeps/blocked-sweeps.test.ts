import { expect, test } from 'vitest';
import { contactProblem } from '../../../test/support/contact-problems.ts';
import { randomExplicit } from '../../../test/support/random-problems.ts';
import { Rng } from '../../linalg/rng.ts';
import { fromDense } from '../../problem/explicit.ts';
import { makeContact, makeProblem } from '../../problem/problem.ts';
import { BoxBlock } from '../one-contact/box-block.ts';
import { findSolver } from '../registry.ts';
import { solve } from '../solve.ts';
import { ContactSweeper } from './blocked-sweeps.ts';

function blockOf(A: readonly number[], q: readonly number[], lo: readonly number[], hi: readonly number[]): BoxBlock {
  const block = new BoxBlock();
  const m = q.length;
  block.m = m;
  block.A.fill(Number.NaN); // what a smaller block does not use poisons the answer if it does
  for (let r = 0; r < m; r++) for (let c = 0; c < m; c++) block.A[3 * r + c] = A[m * r + c];
  for (const [name, values] of Object.entries({ q, lo, hi })) {
    const target = block[name as 'q' | 'lo' | 'hi'];
    target.fill(Number.NaN);
    target.set(values);
  }
  return block;
}

test('one row: between its bounds, at the lower and at the upper one, by hand', () => {
  for (const [q, expected] of [
    [1, -0.5],
    [6, -2],
    [-6, 2],
  ]) {
    const block = blockOf([2], [q], [-2], [2]);
    expect(block.solve()).toBe(true);
    expect(block.z[0]).toBe(expected);
  }
});

test('a contact that slides: the tangent at -1 raises the normal from 2 to 2.5, by hand', () => {
  const block = blockOf([1, 0.5, 0.5, 1], [-2, 5], [0, -1], [Infinity, 1]);
  expect(block.solve()).toBe(true);
  expect(Array.from(block.z.subarray(0, 2))).toEqual([2.5, -1]); // w = (0, 5.25)
});

test('agrees with the oracle on random blocks with every sort of bounds, from any start', () => {
  const rng = new Rng(411);
  for (let k = 0; k < 500; k++) {
    const m = 1 + rng.below(3);
    const p = randomExplicit(rng, m, 0.01);
    const block = blockOf(Array.from(p.A.dense()), Array.from(p.b), Array.from(p.lo), Array.from(p.hi));
    for (let i = 0; i < m; i++) block.z[i] = rng.uniform(-2, 2);
    expect(block.solve()).toBe(true);
    const { x } = solve(p, { solver: findSolver('enumeration'), coupling: 0 });
    x.forEach((v, i) => {
      expect(Math.abs(v - block.z[i])).toBeLessThan(1e-9);
    });
  }
});

test('a row that depends on the others stays where it is while they bring the velocities to zero', () => {
  const block = blockOf([1, 1, 1, 1], [-2, -2], [-9, -9], [9, 9]);
  block.z.set([0, 0.5]);
  expect(block.solve()).toBe(true);
  expect(block.z[0] + block.z[1]).toBeCloseTo(2, 12);
  expect(block.z[1]).toBeCloseTo(0.5, 12);
});

test('NaN is reported, not returned as solved', () => {
  expect(blockOf([1], [Number.NaN], [-1], [1]).solve()).toBe(false);
});

test('sweeps on J and on the rows of A give the same iterates, and leave all but the contacts alone', () => {
  const rng = new Rng(412);
  for (let k = 0; k < 10; k++) {
    const p = contactProblem(rng, { contacts: 4, others: 3, bodies: 3 });
    const explicit = { ...p, A: p.A.sparse(), structure: undefined };
    const [free, rows] = [new Float64Array(p.n), new Float64Array(p.n)];
    const others = Array.from({ length: 3 }, (_, i) => p.n - 1 - i);
    for (const i of others) free[i] = rows[i] = rng.uniform(-1, 1);
    const held = others.map((i) => free[i]);
    for (const [problem, x] of [
      [p, free],
      [explicit, rows],
    ] as const) {
      const sweeper = new ContactSweeper();
      sweeper.prepare(problem);
      sweeper.begin(x);
      for (let sweep = 0; sweep < 10; sweep++) sweeper.sweep(problem, x, 0.3);
      sweeper.release();
    }
    free.forEach((v, i) => {
      expect(Math.abs(v - rows[i])).toBeLessThan(1e-12);
    });
    expect(others.map((i) => free[i])).toEqual(held);
  }
});

test('extra compliance acts on friction rows only: x_t = -b/(a (1 + extra)), the normal as without', () => {
  const p = makeProblem({
    A: fromDense(2, [2, 0, 0, 4]),
    b: Float64Array.of(-2, 3),
    lo: Float64Array.of(0, -9),
    hi: Float64Array.of(Infinity, 9),
    contacts: [makeContact({ normal: 0, tangents: [1], mu: 1 })],
  });
  const x = new Float64Array(2);
  const sweeper = new ContactSweeper();
  sweeper.prepare(p);
  sweeper.begin(x);
  expect(sweeper.sweep(p, x, 0.5)).toBe(1);
  expect(Array.from(x)).toEqual([1, -0.5]);
});
