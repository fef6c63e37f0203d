import { expect, test } from 'vitest';
import {
  expectExchangesNoticed,
  expectTwins,
  KernelMemory,
  KINDS,
  type Kind,
} from '../../test/support/kernel-memory.ts';
import { luSolve } from '../linalg/dense.ts';
import { Rng } from '../linalg/rng.ts';
import { SPARSE } from './layouts.ts';

/** Seven rows in an arrow and a band; row 3 is not active; eliminated from the last to the first. */
const N = 7;
const rng = new Rng(331);
const A = new Float64Array(N * N);
for (let i = 0; i < N; i++) {
  A[i * N + i] = rng.uniform(4, 6);
  for (const j of [0, i - 1]) if (j >= 0 && j < i) A[i * N + j] = A[j * N + i] = rng.uniform(-1, 1);
}
const entries = Array.from(A.keys()).filter((k) => A[k] !== 0);
const rowStart = Int32Array.from({ length: N + 1 }, (_, i) => entries.filter((k) => k < N * i).length);
const column = Int32Array.from(entries, (k) => k % N);
const value = Float64Array.from(entries, (k) => A[k]);
const order = Int32Array.from({ length: N }, (_, k) => (k < 2 ? k + 5 : 6 - k));
const position = Int32Array.from({ length: N }, (_, row) => order.indexOf(row));
const active = Uint8Array.from({ length: N }, (_, i) => (i === 3 ? 0 : 1));
const shift = Float64Array.from({ length: N }, () => rng.uniform(0, 1));
const z = Float64Array.from({ length: N }, () => rng.uniform(-1, 1));
const ints = (length = N) => new Int32Array(length);

const work = {
  layout: SPARSE,
  make: (kind: Kind) =>
    new KernelMemory(kind, SPARSE, {
      n: N,
      rowStart,
      column,
      value,
      order,
      position,
      active,
      shift,
      z,
      Lstart: ints(N + 1),
      Lrow: ints(N * N),
      Lvalue: new Float64Array(N * N),
      D: new Float64Array(N),
      parent: ints(),
      flag: ints(),
      filled: ints(),
      path: ints(),
      y: new Float64Array(N),
    }),
  run(memory: KernelMemory<typeof SPARSE>) {
    const { kernels, table } = memory;
    const results = [kernels.sparseTree(table), kernels.sparseFactor(table, 1e-13)];
    const scratch = (['Lstart', 'Lrow', 'Lvalue', 'D', 'parent', 'flag', 'filled', 'path'] as const).flatMap((name) =>
      memory.read(name),
    );
    kernels.sparseSolve(table);
    return [...results, ...scratch, ...memory.read('y'), ...memory.read('z')];
  },
  writes: ['Lstart', 'Lrow', 'Lvalue', 'D', 'parent', 'flag', 'filled', 'path', 'y', 'z'],
} as const;

test('L D L^T solves the active rows of A + diag(shift) as dense LU does', () => {
  const rows = Array.from({ length: N }, (_, i) => i).filter((i) => active[i] === 1);
  const block = Float64Array.from(rows.flatMap((r) => rows.map((c) => A[r * N + c] + (r === c ? shift[r] : 0))));
  const known = Float64Array.from(rows, (row) => z[row]);
  luSolve(block, rows.length, known);
  for (const kind of KINDS) {
    const solved = work.run(work.make(kind)).slice(-N);
    rows.forEach((row, k) => {
      expect(solved[row]).toBeCloseTo(known[k], 13);
    });
    expect(solved[3]).toBe(z[3]);
  }
});

test('sparse factor: kernels and twins agree, and no two entries of the table can be exchanged unnoticed', () => {
  expectTwins(work);
  expectExchangesNoticed(work);
});
