import { expect, test } from 'vitest';
import {
  expectExchangesNoticed,
  expectTwins,
  KernelMemory,
  KINDS,
  type Kind,
} from '../../test/support/kernel-memory.ts';
import { Rng } from '../linalg/rng.ts';
import { Arena } from './arena.ts';
import { SUBSPACE_BODIES, SUBSPACE_ROWS } from './layouts.ts';
import { writeTable } from './tables.ts';

/** Every kernel of the subspace search on one kind of kernels; all numbers that they leave behind. */
function exercise(kind: 'auto' | 'twin', m: number, seed: number) {
  const rng = new Rng(seed);
  const arena = new Arena(kind);
  arena.begin();
  const vector = () => arena.f64(m);
  const [x, before, p, q, r, lo, hi, b, C, G] = Array.from({ length: 10 }, vector);
  const [nine, values] = [arena.f64(9), arena.f64(3 * m + 1)];
  const list = arena.i32(3 * m + 1);
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
  return { touched, beyond, numbers: [...numbers, ...F.subarray(nine, nine + 9)] };
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

const M = 8;
const rng = new Rng(700);
const vector = (number: (k: number) => number = () => rng.uniform(-1, 1)) =>
  Float64Array.from({ length: M }, (_, k) => number(k));
const [lo, hi] = [vector(() => rng.uniform(-2, -1)), vector(() => rng.uniform(1, 2))];
const x = vector((k) => (k === 1 ? hi[k] : k === 6 ? lo[k] : rng.uniform(-0.9, 0.9))); // rows 1 and 6 touch a bound
const [before, b, C, q, r, p] = [vector(), vector(), vector(), vector(), vector(), vector()];
const start = Float64Array.from({ length: 9 }, () => rng.uniform(-1, 1));
const STEP = [0.7, -0.9, 1.1] as const;

const overRows = {
  layout: SUBSPACE_ROWS,
  make: (kind: Kind) =>
    new KernelMemory(kind, SUBSPACE_ROWS, {
      count: M,
      x,
      before,
      lo,
      hi,
      b,
      C,
      p,
      q,
      r,
      G: start,
      values: new Float64Array(3 * M + 1),
      list: new Int32Array(3 * M + 1),
    }),
  /** The places behind a list are written in passing: what stands there has no meaning. */
  run(memory: KernelMemory<typeof SUBSPACE_ROWS>) {
    const { kernels, table } = memory;
    const noted = kernels.subspaceRows(table);
    const touching = [...memory.read('list').slice(0, noted), ...memory.read('values').slice(0, noted)];
    const directions = (['p', 'q', 'r', 'G'] as const).flatMap((name) => memory.read(name));
    const outside = kernels.combineRows(table, ...STEP);
    const beyond = memory.read('list').slice(0, outside);
    return [noted, outside, ...touching, ...directions, ...beyond, ...memory.read('x'), ...memory.read('r')];
  },
  writes: ['x', 'p', 'q', 'r', 'G', 'values', 'list'],
} as const;

const overBodies = {
  layout: SUBSPACE_BODIES,
  make: (kind: Kind) => new KernelMemory(kind, SUBSPACE_BODIES, { count: M, y: x, before, p, q, r, G: start }),
  run(memory: KernelMemory<typeof SUBSPACE_BODIES>) {
    memory.kernels.subspaceBodies(memory.table);
    const sums = [...memory.read('p'), ...memory.read('G')];
    memory.kernels.combine(memory.table, ...STEP);
    return [...sums, ...memory.read('y'), ...memory.read('r')];
  },
  writes: ['y', 'p', 'r', 'G'],
} as const;

/** V'W V and -V'e added to `start`, V = (u, v, t). */
function gram(e: Float64Array, W: Float64Array, V: readonly Float64Array[]): number[] {
  const inner = (s: Float64Array, t: Float64Array) => s.reduce((sum, value, k) => sum + value * W[k] * t[k], 0);
  const slope = (s: Float64Array) => -s.reduce((sum, value, k) => sum + value * e[k], 0);
  const [u, v, t] = V;
  const all = [
    inner(u, u),
    inner(u, v),
    inner(v, v),
    inner(u, t),
    inner(v, t),
    inner(t, t),
    slope(u),
    slope(v),
    slope(t),
  ];
  return all.map((value, k) => start[k] + value);
}

test('sums over three directions, and a step along them, are what their formulas give', () => {
  const touches = (k: number) => k === 1 || k === 6;
  const change = vector((k) => x[k] - before[k]);
  const V = [change, q, r].map((direction) => direction.map((value, k) => (touches(k) ? 0 : value)));
  const e = vector((k) => C[k] * x[k] + b[k]);
  const list = [3, 4, 5, 18, 19, 20]; // 3 row + direction
  const noted = list.map((entry) => [change, q, r][entry % 3][Math.floor(entry / 3)]);
  const step = vector((k) => V[0][k] * STEP[0] + V[1][k] * STEP[1] + V[2][k] * STEP[2]);
  const to = vector((k) => x[k] + step[k]);
  const outside = Array.from(to.keys()).filter((k) => to[k] > hi[k] || to[k] < lo[k]);
  expect(outside.length).toBeGreaterThan(0);
  const last = vector((k) => V[0][k] + step[k]);
  const known = [[6, outside.length], list, noted, ...V, gram(e, C, V), outside, to, last];
  const expected = known.flatMap((part) => Array.from(part));
  const plain = [change, q, r];
  const whole = vector((k) => plain[0][k] * STEP[0] + plain[1][k] * STEP[1] + plain[2][k] * STEP[2]);
  const images = [
    ...change,
    ...gram(
      x,
      vector(() => 1),
      plain,
    ),
    ...whole.map((value, k) => x[k] + value),
    ...whole.map((value, k) => change[k] + value),
  ];
  for (const kind of KINDS) {
    overRows.run(overRows.make(kind)).forEach((value, k) => {
      expect(value, `number ${k}`).toBeCloseTo(expected[k], 12);
    });
    overBodies.run(overBodies.make(kind)).forEach((value, k) => {
      expect(value, `number ${k}`).toBeCloseTo(images[k], 12);
    });
  }
});

test('subspace search: no two entries of its tables can be exchanged unnoticed', () => {
  expectTwins(overRows);
  expectExchangesNoticed(overRows);
  expectTwins(overBodies);
  expectExchangesNoticed(overBodies);
});
