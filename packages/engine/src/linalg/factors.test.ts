import { expect, test } from 'vitest';
import { BlockLu } from './block-lu.ts';
import { blockSymbolic } from './block-symbolic.ts';
import { luSolve } from './dense.ts';
import { minimumDegree } from './minimum-degree.ts';
import { Rng } from './rng.ts';
import { SparseLdlt } from './sparse-ldlt.ts';

test('minimum degree eliminates a star from its rays to its centre, and a chain without fill', () => {
  const star = minimumDegree(5, [0, 1, 0, 2, 0, 3, 0, 4]);
  expect(star.position[0]).toBeGreaterThanOrEqual(3);
  expect(star.columns.every((column) => column.length <= 1)).toBe(true);
  const chain = blockSymbolic(
    10,
    Array.from({ length: 18 }, (_, k) => (k % 2 === 0 ? k / 2 : (k + 1) / 2)),
  );
  expect(chain.blocks).toBe(10 + 9);
});

test('the symbolic factor has a place for every product', () => {
  const rng = new Rng(401);
  for (let k = 0; k < 20; k++) {
    const bodies = 2 + rng.below(15);
    const edges = Array.from({ length: 4 * bodies }, () => rng.below(bodies));
    const { tasks, blocks, position } = blockSymbolic(bodies, edges);
    expect(tasks.every((block) => block >= 0 && block < blocks)).toBe(true);
    expect(new Set(position).size).toBe(bodies);
  }
});

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
    const ldlt = new SparseLdlt(n, rowStart, column);
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
      expect(ldlt.factor(value, active, shift, 1e-13)).toBe(true);
      ldlt.solve(z);
      rows.forEach((row, r) => {
        expect(Math.abs(z[row] - reference[r])).toBeLessThan(1e-13);
      });
      for (let i = 0; i < n; i++) if (active[i] === 0) expect(z[i]).toBe(before[i]);
    }
  }
});

test('sparse LDL^T reports a singular matrix and one that is not finite', () => {
  const ldlt = new SparseLdlt(2, Int32Array.of(0, 2, 4), Int32Array.of(0, 1, 0, 1));
  const all = Uint8Array.of(1, 1);
  expect(ldlt.factor(Float64Array.of(1, 1, 1, 1), all, undefined, 1e-13)).toBe(false);
  expect(ldlt.factor(Float64Array.of(1, Number.NaN, Number.NaN, 1), all, undefined, 1e-13)).toBe(false);
  expect(ldlt.factor(Float64Array.of(2, 1, 1, 2), all, undefined, 1e-13)).toBe(true);
});

test('block LU solves an unsymmetric block matrix as dense LU does', () => {
  const rng = new Rng(403);
  for (let k = 0; k < 10; k++) {
    const bodies = 2 + rng.below(6);
    const edges = Array.from({ length: 2 * bodies }, () => rng.below(bodies));
    const symbolic = blockSymbolic(bodies, edges);
    const lu = new BlockLu(symbolic);
    lu.reset();
    const size = 6 * bodies;
    const full = new Float64Array(size * size);
    for (let i = 0; i < size; i++) full[i * size + i] = 1;
    for (let q = 0; q < edges.length; q += 2) {
      const [one, other] = [symbolic.position[edges[q]], symbolic.position[edges[q + 1]]];
      const [row, column] = [Math.max(one, other), Math.min(one, other)];
      const g = Float64Array.from({ length: 12 }, () => rng.uniform(-0.3, 0.3));
      const j = Float64Array.from({ length: 12 }, () => rng.uniform(-0.3, 0.3));
      const [left, right] = row === column ? [0, 0] : [6, 0]; // numbers of the later body, of the earlier one
      lu.add(symbolic.blockAt(row, column), 1.5, g, j, left, right);
      const add = (r: number, c: number, gAt: number, jAt: number) => {
        for (let s = 0; s < 6; s++)
          for (let t = 0; t < 6; t++) full[(6 * r + s) * size + 6 * c + t] += 1.5 * g[gAt + s] * j[jAt + t];
      };
      add(row, column, left, right);
      if (row !== column) add(column, row, right, left);
    }
    const y = Float64Array.from({ length: size }, () => rng.uniform(-1, 1));
    const reference = y.slice();
    luSolve(full, size, reference);
    expect(lu.factor()).toBe(true);
    lu.solve(y);
    y.forEach((v, i) => {
      expect(Math.abs(v - reference[i])).toBeLessThan(1e-12);
    });
  }
});
