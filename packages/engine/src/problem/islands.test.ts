import { expect, test } from 'vitest';
import { randomStructured, randomVector } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { fromDense } from './explicit.ts';
import { islands, subproblem } from './islands.ts';
import { makeProblem } from './problem.ts';
import { StructuredOperator, structureFromBlocks } from './structured.ts';

const one = [1, 0, 0, 0, 0, 0];

test('rows that share a moving body are one island, rows that share only the ground are not', () => {
  const Minv = new Float64Array(3 * 36);
  Minv[0] = Minv[36] = 1; // body 2 is the ground
  const blocks = [
    { row: 0, body: 0, values: one },
    { row: 0, body: 2, values: one },
    { row: 1, body: 1, values: one },
    { row: 1, body: 2, values: one },
    { row: 2, body: 0, values: one },
  ];
  const structure = structureFromBlocks(blocks, Minv, new Float64Array(3).fill(0.1));
  const vector = () => new Float64Array(3);
  const p = makeProblem({ A: new StructuredOperator(structure), structure, b: vector(), lo: vector(), hi: vector() });
  expect(islands(p).map((rows) => Array.from(rows))).toEqual([[0, 2], [1]]);
});

test('an explicit problem falls apart where A has zeros, but the rows of a contact stay together', () => {
  const p = makeProblem({
    A: fromDense(4, [1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1]),
    b: new Float64Array(4),
    lo: new Float64Array(4),
    hi: new Float64Array(4),
  });
  expect(islands(p).map((rows) => Array.from(rows))).toEqual([[0, 3], [1], [2]]);
  const contact = { normal: 1, tangents: [2], mu: 1, set: 'box', rolling: [], muRolling: 0 } as const;
  expect(islands({ ...p, contacts: [contact] }).map((rows) => Array.from(rows))).toEqual([
    [0, 3],
    [1, 2],
  ]);
});

test('the problem of an island has the rows of A that the whole has', () => {
  const rng = new Rng(501);
  for (let k = 0; k < 20; k++) {
    const p = randomStructured(rng, 12, 10);
    for (const whole of [p, { ...p, structure: undefined, A: p.A.sparse() }])
      for (const rows of islands(whole)) {
        const part = subproblem(whole, rows);
        const x = randomVector(rng, rows.length);
        const full = new Float64Array(p.n);
        rows.forEach((row, r) => {
          full[row] = x[r];
        });
        const [w, fullW] = [new Float64Array(rows.length), new Float64Array(p.n)];
        part.A.apply(x, w);
        whole.A.apply(full, fullW);
        rows.forEach((row, r) => {
          expect(Math.abs(w[r] - fullW[row])).toBeLessThan(1e-13);
          expect([part.b[r], part.lo[r], part.hi[r]]).toEqual([p.b[row], p.lo[row], p.hi[row]]);
        });
        for (let i = 0; i < p.n; i++) if (!rows.includes(i)) expect(fullW[i]).toBe(0);
      }
  }
});
