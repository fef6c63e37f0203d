import { expect, test } from 'vitest';
import { Rng } from '../linalg/rng.ts';
import { Arena } from './arena.ts';
import { ROW_RECORD, SUBSPACE_BODIES, SUBSPACE_ROWS } from './layouts.ts';
import { writeTable } from './tables.ts';

const RECORD = ROW_RECORD.size;

/** Every kernel of the subspace search on one kind of kernels; all numbers that they leave behind. */
function exercise(kind: 'auto' | 'twin', m: number, seed: number) {
  const rng = new Rng(seed);
  const arena = new Arena(kind);
  arena.begin();
  const vector = () => arena.f64(m);
  const [x, before, p, q, r, lo, hi, b, C, G] = Array.from({ length: 10 }, vector);
  const [nine, values] = [arena.f64(9), arena.f64(3 * m + 1)];
  const [list, bodies] = [arena.i32(3 * m + 1), 4];
  const [rowTable, bodyTable] = [arena.table(SUBSPACE_ROWS), arena.table(SUBSPACE_BODIES)];
  const kernels = arena.end();
  const { F, I } = arena;
  for (let k = 0; k < m; k++) {
    F[lo + k] = rng.below(3) === 0 ? -Infinity : rng.uniform(-1, 0);
    F[hi + k] = rng.below(3) === 0 ? Infinity : rng.uniform(0, 1);
    F[x + k] = rng.below(3) === 0 ? Math.min(F[hi + k], 0.7) : rng.below(3) === 0 ? Math.max(F[lo + k], -0.7) : 0;
    for (const v of [before, p, q, r, b, C]) F[v + k] = rng.below(4) === 0 ? 0 : rng.uniform(-1, 1);
  }
  F.fill(0, nine, nine + 9);
  writeTable(I, rowTable, SUBSPACE_ROWS, { count: m, x, before, lo, hi, b, C, p, q, r, G: nine, values, list });
  const touching = kernels.subspaceRows(rowTable);
  const touched = [...I.subarray(list, list + touching), ...F.subarray(values, values + touching)];
  writeTable(I, bodyTable, SUBSPACE_BODIES, { count: m, y: x, before: b, p: G, q, r, G: nine });
  kernels.subspaceBodies(bodyTable);
  writeTable(I, bodyTable, SUBSPACE_BODIES, { count: m, y: before, before: b, p, q, r: G, G: nine });
  kernels.combine(bodyTable, 0.3, -1.7, 0.11);
  const outside = kernels.combineRows(rowTable, 0.3, -1.7, 0.11);
  const beyond = Array.from(I.subarray(list, list + outside));
  const numbers = [x, before, p, q, r, G].flatMap((v) => Array.from(F.subarray(v, v + m)));
  const change = sweep(kind, m, rng, bodies);
  return { touched, beyond, numbers: [...numbers, ...F.subarray(nine, nine + 9), ...change] };
}

/** Two sweeps over groups of one to three rows. */
function sweep(kind: 'auto' | 'twin', m: number, rng: Rng, bodies: number): number[] {
  const arena = new Arena(kind);
  arena.begin();
  const [records, y, x, groups] = [arena.f64(RECORD * m), arena.f64(6 * bodies), arena.f64(m), arena.i32(3 * m)];
  const kernels = arena.end();
  const { F, I } = arena;
  F.fill(0, y, y + 6 * bodies);
  let count = 0;
  for (let j = 0; j < m; ) {
    const rows = Math.min(1 + rng.below(3), m - j);
    I.set([rows, 0, 6 * (1 + rng.below(bodies - 1))], groups + 3 * count++);
    for (let end = j + rows; j < end; j++) {
      const row = Array.from({ length: RECORD }, () => rng.uniform(-1, 1));
      F.set(row, records + RECORD * j);
      F[records + RECORD * j + ROW_RECORD.lo] = rng.uniform(-1, 0);
      F[records + RECORD * j + ROW_RECORD.hi] = rng.uniform(0, 1);
      F[x + j] = 0;
    }
  }
  const changes = [1, 2].map(() => kernels.sweepGroups(count, groups, records, y, x));
  return [...changes, ...F.subarray(x, x + m), ...F.subarray(y, y + 6 * bodies)];
}

test('compiled and plain kernels of the subspace search give the same bits', () => {
  for (let m = 2; m < 40; m += 2) {
    const [compiled, twin] = (['auto', 'twin'] as const).map((kind) => exercise(kind, m, 640 + m));
    if (m > 8) expect(compiled.touched.length).toBeGreaterThan(0);
    expect(compiled.touched).toEqual(twin.touched);
    expect(compiled.beyond).toEqual(twin.beyond);
    expect(compiled.numbers.findIndex((v, i) => !Object.is(v, twin.numbers[i]))).toBe(-1);
  }
});
