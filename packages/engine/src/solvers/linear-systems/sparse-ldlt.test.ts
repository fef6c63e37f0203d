import { expect, test } from 'vitest';
import { Arena } from '../../kernels/arena.ts';
import { luSolve } from '../../linalg/dense.ts';
import { Rng } from '../../linalg/rng.ts';
import { SparseLdlt } from './sparse-ldlt.ts';

/** A random sparse symmetric positive definite matrix as full array and compressed rows. */
function sparseMatrix(rng: Rng, n: number) {
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    a[i * n + i] = n;
    for (let k = 0; k < 2; k++) {
      const j = rng.below(n);
      if (j === i) continue;
      a[i * n + j] = a[j * n + i] = rng.uniform(-1, 1);
    }
  }
  const rowStart = new Int32Array(n + 1);
  const [column, value]: [number[], number[]] = [[], []];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++)
      if (a[i * n + j] !== 0) {
        column.push(j);
        value.push(a[i * n + j]);
      }
    rowStart[i + 1] = column.length;
  }
  return { a, rowStart, column: Int32Array.from(column), value: Float64Array.from(value) };
}

test('sparse LDL^T solves the active rows as dense LU does, whatever the active set, with and without a shift', () => {
  const rng = new Rng(402);
  for (let k = 0; k < 30; k++) {
    const n = 1 + rng.below(30);
    const { a, rowStart, column, value } = sparseMatrix(rng, n);
    const [ldlt, twin] = (['auto', 'twin'] as const).map(
      (kind) => new SparseLdlt(n, rowStart, column, new Arena(kind)),
    );
    for (let round = 0; round < 3; round++) {
      const active = Uint8Array.from({ length: n }, () => (rng.below(4) === 0 ? 0 : 1));
      const shift = round === 2 ? Float64Array.from({ length: n }, () => rng.uniform(0, 1)) : undefined;
      const rows = Array.from({ length: n }, (_, i) => i).filter((i) => active[i] === 1);
      const m = rows.length;
      const block = Float64Array.from({ length: m * m }, (_, q) => {
        const [r, c] = [rows[Math.floor(q / m)], rows[q % m]];
        return a[r * n + c] + (r === c && shift ? shift[r] : 0);
      });
      const z = Float64Array.from({ length: n }, () => rng.uniform(-1, 1));
      const reference = Float64Array.from(rows, (row) => z[row]);
      luSolve(block, m, reference);
      const before = z.slice();
      const plain = z.slice();
      expect(ldlt.factor(value, active, shift, 1e-13)).toBe(true);
      expect(twin.factor(value, active, shift, 1e-13)).toBe(true);
      ldlt.solve(z);
      twin.solve(plain);
      expect(z.every((v, i) => Object.is(v, plain[i]))).toBe(true); // compiled and plain kernels: the same bits
      rows.forEach((row, r) => {
        expect(Math.abs(z[row] - reference[r])).toBeLessThan(1e-13);
      });
      for (let i = 0; i < n; i++) if (active[i] === 0) expect(z[i]).toBe(before[i]);
    }
  }
});

test('sparse LDL^T reports a singular matrix and one that is not finite', () => {
  const ldlt = new SparseLdlt(2, Int32Array.of(0, 2, 4), Int32Array.of(0, 1, 0, 1), new Arena());
  const all = Uint8Array.of(1, 1);
  expect(ldlt.factor(Float64Array.of(1, 1, 1, 1), all, undefined, 1e-13)).toBe(false);
  expect(ldlt.factor(Float64Array.of(1, Number.NaN, Number.NaN, 1), all, undefined, 1e-13)).toBe(false);
  expect(ldlt.factor(Float64Array.of(2, 1, 1, 2), all, undefined, 1e-13)).toBe(true);
});
