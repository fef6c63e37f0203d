import { expect, test } from 'vitest';
import { randomExplicit, randomStructured, randomVector } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { fromTriplets } from './explicit.ts';
import type { Problem } from './problem.ts';
import { StructuredOperator, structureFromBlocks } from './structured.ts';

const rng = new Rng(3);
const problems: [string, Problem][] = [
  ['explicit', randomExplicit(rng, 9)],
  ['structured', randomStructured(rng, 14, 5)],
];

/** J M^-1 J^T + C by its definition, from full matrices. */
function byDefinition({ structure, n }: Problem): Float64Array {
  const s = structure!;
  const m = 6 * s.bodies;
  const J = new Float64Array(n * m);
  for (let i = 0; i < n; i++)
    for (let k = s.rowStart[i]; k < s.rowStart[i + 1]; k++)
      for (let c = 0; c < 6; c++) J[i * m + 6 * s.body[k] + c] += s.J[6 * k + c];
  const A = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      let sum = i === j ? s.C[i] : 0;
      for (let k = 0; k < s.bodies; k++)
        for (let r = 0; r < 6; r++)
          for (let c = 0; c < 6; c++) sum += J[i * m + 6 * k + r] * s.Minv[36 * k + 6 * r + c] * J[j * m + 6 * k + c];
      A[i * n + j] = sum;
    }
  return A;
}

test('the structured operator is J M^-1 J^T + C, also for rows over three bodies', () => {
  const p = problems[1][1];
  const A = byDefinition(p);
  p.A.dense().forEach((v, k) => {
    expect(Math.abs(v - A[k])).toBeLessThan(1e-13);
  });
});

test.each(problems)('apply, diagonal, row, submatrix and sparse view agree with the dense view: %s', (_form, p) => {
  const { n } = p;
  const A = p.A.dense();
  const x = randomVector(rng, n);
  const out = new Float64Array(n);
  p.A.apply(x, out);
  const row = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += A[i * n + j] * x[j];
    expect(Math.abs(out[i] - sum)).toBeLessThan(1e-13);
    expect(Math.abs(p.A.diagonal[i] - A[i * n + i])).toBeLessThan(1e-14 * A[i * n + i]);
    p.A.row(i, row);
    for (let j = 0; j < n; j++) expect(Math.abs(row[j] - A[i * n + j])).toBeLessThan(1e-14);
    for (let j = 0; j < n; j++) expect(A[i * n + j]).toBe(A[j * n + i]);
  }
  const [rows, columns] = [
    [4, 0, 7],
    [1, 7],
  ];
  const block = new Float64Array(6);
  p.A.submatrix(rows, columns, block);
  rows.forEach((i, r) => {
    columns.forEach((j, c) => {
      expect(Math.abs(block[2 * r + c] - A[i * n + j])).toBeLessThan(1e-14);
    });
  });
  expect(Array.from(p.A.sparse().dense())).toEqual(Array.from(A));
});

test('triplets in any order become ascending rows, and repeated entries add', () => {
  const a = fromTriplets(3, { i: [2, 0, 1, 0, 2], j: [2, 1, 1, 1, 0], values: [5, 1, 7, 0.5, 2] });
  expect(Array.from(a.dense())).toEqual([0, 1.5, 0, 0, 7, 0, 2, 0, 5]);
  expect(Array.from(a.rowStart)).toEqual([0, 1, 2, 4]);
  expect(Array.from(a.column)).toEqual([1, 1, 0, 2]);
});

test('blocks of J in any order are sorted, and repeated ones add', () => {
  const one = [1, 0, 0, 0, 0, 0];
  const Minv = new Float64Array(72);
  Minv[0] = 4;
  Minv[36] = 9;
  const blocks = [
    { row: 1, body: 1, values: one },
    { row: 0, body: 0, values: one },
    { row: 1, body: 0, values: one },
    { row: 0, body: 0, values: one },
  ];
  const A = new StructuredOperator(structureFromBlocks(blocks, Minv, Float64Array.of(0, 0.5)));
  expect(Array.from(A.dense())).toEqual([16, 8, 8, 13.5]); // J = (2 0; 1 1), M^-1 = (4, 9)
});
