import { expect, test } from 'vitest';
import { cholesky, choleskySolve, inverseDiagonal, luSolve } from './dense.ts';
import { Rng } from './rng.ts';

const UNUSED = Number.NaN; // takes no part: poisons the answer if it does

test('Cholesky of a matrix with a known factor returns that factor and leaves the upper triangle alone', () => {
  const a = Float64Array.of(4, UNUSED, 2, 10); // L = (2 0; 1 3)
  expect(cholesky(a, 2)).toBe(true);
  expect([a[0], a[2], a[3]]).toEqual([2, 1, 3]);
  const x = Float64Array.of(8, 22); // A x = x with A = (4 2; 2 10)
  choleskySolve(a, 2, x);
  expect(Array.from(x)).toEqual([1, 2]);
});

test('the diagonal of the inverse is that of the closed form for two rows', () => {
  const a = Float64Array.of(4, UNUSED, 2, 10); // det = 36
  cholesky(a, 2);
  const d = new Float64Array(2);
  inverseDiagonal(a, 2, d);
  expect(d[0]).toBeCloseTo(10 / 36, 15);
  expect(d[1]).toBeCloseTo(4 / 36, 15);
});

test('a singular, an indefinite and a NaN matrix are reported, not factored', () => {
  expect(cholesky(Float64Array.of(1, 1, 1, 1), 2)).toBe(false);
  expect(cholesky(Float64Array.of(1, 2, 2, 1), 2)).toBe(false);
  expect(cholesky(Float64Array.of(Number.NaN), 1)).toBe(false);
  expect(luSolve(Float64Array.of(1, 2, 2, 4), 2, new Float64Array(2))).toBe(false);
  expect(luSolve(Float64Array.of(Number.NaN), 1, new Float64Array(1))).toBe(false);
});

test('LU and Cholesky agree on random positive definite systems, and LU needs its row exchanges', () => {
  const rng = new Rng(11);
  for (let n = 1; n <= 20; n++) {
    const f = Float64Array.from({ length: n * n }, () => rng.uniform(-1, 1));
    const a = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        let s = i === j ? 0.1 : 0;
        for (let k = 0; k < n; k++) s += f[i * n + k] * f[j * n + k];
        a[i * n + j] = s;
      }
    const b = Float64Array.from({ length: n }, () => rng.uniform(-1, 1));
    const l = a.slice();
    const x = b.slice();
    expect(cholesky(l, n)).toBe(true);
    choleskySolve(l, n, x);
    const y = b.slice();
    expect(luSolve(a.slice(), n, y)).toBe(true);
    for (let i = 0; i < n; i++) expect(Math.abs(x[i] - y[i])).toBeLessThan(1e-10 * (1 + Math.abs(x[i])));
  }
  const exchanged = Float64Array.of(2, 3);
  expect(luSolve(Float64Array.of(0, 1, 1, 0), 2, exchanged)).toBe(true);
  expect(Array.from(exchanged)).toEqual([3, 2]);
});
