import { expect, test } from 'vitest';
import { expectExchangesNoticed, expectTwins, KernelMemory, type Kind } from '../../test/support/kernel-memory.ts';
import { cholesky, choleskySolve } from '../linalg/dense.ts';
import { Rng } from '../linalg/rng.ts';
import { Arena } from './arena.ts';
import { DENSE } from './layouts.ts';
import { writeTable } from './tables.ts';

/** A block of a random positive definite matrix, its factor and a solve, and a product, on one kind of kernels. */
function exercise(kind: 'auto' | 'twin', n: number, seed: number, spoil: number) {
  const rng = new Rng(seed);
  const apart = n + (n & 1);
  const arena = new Arena(kind);
  arena.begin();
  const [A, L] = [arena.f64(n * apart), arena.f64(n * apart)];
  const [shift, x, y, rows] = [arena.f64(n), arena.f64(n), arena.f64(n), arena.i32(n)];
  const table = arena.table(DENSE);
  const kernels = arena.end();
  const { F, I } = arena;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) F[A + apart * j + i] = F[A + apart * i + j] = rng.uniform(-1, 1);
    F[A + apart * i + i] = i === spoil ? 0 : n;
    F[shift + i] = rng.uniform(0, 1);
  }
  let m = 0;
  for (let i = 0; i < n; i++) if (rng.below(4) > 0) I[rows + m++] = i;
  const shifted = rng.below(2) === 0;
  const block = new Float64Array(m * m);
  for (let r = 0; r < m; r++)
    for (let c = 0; c < m; c++) {
      block[r * m + c] = F[A + apart * I[rows + c] + I[rows + r]];
      if (r === c && shifted) block[r * m + c] += F[shift + I[rows + r]];
    }
  for (let i = 0; i < n; i++) F[x + i] = rng.uniform(-1, 1);
  const start = F.slice(x, x + m);
  const at = { A, L, rows, shift: shifted ? shift : -1, z: x, x, product: y };
  writeTable(I, table, DENSE, { ...at, n, m, apart });
  kernels.denseProduct(table);
  const product = F.slice(y, y + n);
  const expected = product.map((_, i) => {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += F[A + apart * j + i] * F[x + j];
    return sum;
  });
  kernels.denseBlock(table);
  const done = kernels.denseFactor(table, 1e-13) === 1;
  if (done) kernels.denseSolve(table);
  return { m, block, start, done, solution: F.slice(x, x + m), product, expected };
}

test('dense kernels, compiled and plain, give the bits of the plain factorisation by rows', () => {
  for (let n = 1; n < 45; n++) {
    const [compiled, twin] = (['auto', 'twin'] as const).map((kind) => exercise(kind, n, 320 + n, -1));
    const { m, block, start } = compiled;
    expect(cholesky(block, m, 1e-13)).toBe(true);
    choleskySolve(block, m, start);
    expect(compiled.done && twin.done).toBe(true);
    for (const { solution, product, expected } of [compiled, twin]) {
      expect(solution.every((v, i) => Object.is(v, start[i]))).toBe(true);
      expect(product.every((v, i) => Object.is(v, expected[i]))).toBe(true);
    }
  }
});

test('a pivot that is not positive ends the factorisation, wherever it stands', () => {
  let ended = 0;
  for (let n = 2; n < 30; n++)
    for (const spoil of [0, n >> 1, n - 1]) {
      const [compiled, twin] = (['auto', 'twin'] as const).map((kind) => exercise(kind, n, 320 + n, spoil));
      expect(compiled.done).toBe(cholesky(compiled.block, compiled.m, 1e-13));
      expect(twin.done).toBe(compiled.done);
      if (!compiled.done) ended++;
    }
  expect(ended).toBeGreaterThan(20);
});

/** A matrix of 7 rows and a block of 5; places beyond an odd number are spare. */
const work = {
  layout: DENSE,
  make(kind: Kind) {
    const rng = new Rng(340);
    const random = (length: number) => Float64Array.from({ length }, () => rng.uniform(-1, 1));
    const A = random(7 * 8);
    for (let i = 0; i < 7; i++) A[9 * i] = 8;
    const vectors = { L: new Float64Array(7 * 8), shift: random(8), z: random(8), x: random(8), product: random(8) };
    return new KernelMemory(kind, DENSE, { n: 7, m: 5, apart: 8, A, rows: Int32Array.of(0, 2, 3, 5, 6), ...vectors });
  },
  run(memory: KernelMemory<typeof DENSE>) {
    const { kernels, table } = memory;
    kernels.denseProduct(table);
    kernels.denseBlock(table);
    const block = memory.read('L');
    const done = kernels.denseFactor(table, 1e-13);
    kernels.denseSolve(table);
    return [done, ...memory.read('product').slice(0, 7), ...memory.read('z').slice(0, 5), ...block];
  },
  writes: ['L', 'z', 'product'],
} as const;

test('dense kernels and twins agree, and no two entries of the table can be exchanged unnoticed', () => {
  expectTwins(work);
  expectExchangesNoticed(work);
});
