import { expect, test } from 'vitest';
import { bodyMatrix, placeGroups, smallPile } from '../../test/support/body-space-memory.ts';
import {
  expectExchangesNoticed,
  expectTwins,
  KernelMemory,
  KINDS,
  type Kind,
} from '../../test/support/kernel-memory.ts';
import { randomStructured, randomVector } from '../../test/support/random-problems.ts';
import { luSolve } from '../linalg/dense.ts';
import { Rng } from '../linalg/rng.ts';
import type { Problem } from '../problem/problem.ts';
import { FREE, LOWER } from '../solvers/linear-systems/free-rows.ts';
import { BodyEngine } from '../solvers/linear-systems/free-rows-in-body-space.ts';
import { Arena } from './arena.ts';
import { BODIES, PRODUCTS } from './layouts.ts';
import { kernelStatus } from './load.ts';

/** Every kernel once and more: assemble, factor, solve, both products, row updates, a shifted factor. */
function exercise(engine: BodyEngine, p: Problem, rng: Rng): number[] {
  const numbers: number[] = [];
  engine.prepare(p);
  engine.state.fill(FREE);
  for (let round = 0; round < 4; round++) {
    engine.solveSet();
    numbers.push(...engine.x, ...engine.w);
    numbers.push(engine.residual());
    engine.refine();
    numbers.push(...engine.x);
    for (let i = 0; i < p.n; i++)
      if (rng.below(6) === 0) engine.state[i] = engine.state[i] === FREE && p.lo[i] > -Infinity ? LOWER : FREE;
  }
  const shift = randomVector(rng, p.n).map(Math.abs);
  engine.factorShifted(shift);
  const r = randomVector(rng, p.n);
  engine.solveShifted(r);
  return [...numbers, ...r];
}

test('the compiled kernels run on this platform', () => {
  expect(kernelStatus()).toBe('wasm');
});

test('compiled kernels and their twins agree bit for bit on random problems, rows over three bodies included', () => {
  const rng = new Rng(301);
  const [compiled, twin] = [new BodyEngine(), new BodyEngine('twin')];
  for (let k = 0; k < 40; k++) {
    const p = randomStructured(rng, 1 + rng.below(60), 1 + rng.below(20));
    const seed = rng.integer();
    const [a, b] = [exercise(compiled, p, new Rng(seed)), exercise(twin, p, new Rng(seed))];
    expect(a.every((v, i) => Object.is(v, b[i]))).toBe(true);
    expect(a.every(Number.isFinite)).toBe(true);
  }
});

test('the memory grows where a larger problem comes, and old answers stay right', () => {
  const rng = new Rng(302);
  const engine = new BodyEngine();
  for (const [rows, bodies] of [
    [5, 2],
    [400, 120],
    [5, 2],
  ]) {
    const p = randomStructured(rng, rows, bodies);
    const seed = rng.integer();
    const grown = exercise(engine, p, new Rng(seed));
    expect(grown).toEqual(exercise(new BodyEngine(), p, new Rng(seed)));
  }
});

test('an arena hands out places that do not overlap, aligned to two numbers', () => {
  const arena = new Arena('twin');
  arena.begin();
  const [a, b, c] = [arena.f64(3), arena.i32(5), arena.f64(1)];
  arena.end();
  expect(a % 2).toBe(0);
  expect(c % 2).toBe(0);
  expect(8 * (a + 3)).toBeLessThanOrEqual(4 * b);
  expect(4 * (b + 5)).toBeLessThanOrEqual(8 * c);
  expect(arena.F.byteLength).toBeGreaterThanOrEqual(8 * (c + 1));
});

const pile = smallPile(new Rng(303), 9, 5);
const rng = new Rng(304);
const weight = Float64Array.from({ length: pile.n }, (_, i) => (i % 4 === 3 ? 0 : rng.uniform(0.5, 2)));
const inverseC = weight.map((value) => rng.uniform(0.1, 0.4) * (value === 0 ? 1 : value));
const v = Float64Array.from({ length: pile.n }, (_, i) => (i % 5 === 2 ? 0 : rng.uniform(-1, 1)));
const y = Float64Array.from({ length: pile.size }, () => rng.uniform(-1, 1));
/** Rows 2 and 5 enter, 10, 7 and 4 leave. */
const list = new Int32Array(pile.n + 2);
list.set([2, 5]);
list.set([10, 7, 4, 2, 3], pile.n - 3);

const products = {
  layout: PRODUCTS,
  make(kind: Kind) {
    const { full: _full, ...regions } = pile;
    const memory = new KernelMemory(kind, PRODUCTS, { ...regions, y, s: new Float64Array(pile.n), v });
    placeGroups(memory.viewOf('groups'), memory.at);
    return memory;
  },
  run(memory: KernelMemory<typeof PRODUCTS, 'v'>) {
    const { kernels, table } = memory;
    kernels.spread(table);
    const spread = memory.read('s');
    kernels.gather(table, memory.at.v);
    return [...spread, ...memory.read('y')];
  },
  writes: ['y', 's'],
} as const;

const factors = {
  layout: BODIES,
  make(kind: Kind) {
    const { full: _full, ...regions } = pile;
    const [H, L] = [1, 2].map((value) => new Float64Array(36 * pile.blocks).fill(value));
    const memory = new KernelMemory(kind, BODIES, { ...regions, list, weight, inverseC, y, H, L });
    placeGroups(memory.viewOf('groups'), memory.at);
    return memory;
  },
  /** Numbers above the diagonal of a diagonal block of L have no meaning: a solve shows the rest. */
  run(memory: KernelMemory<typeof BODIES>) {
    const { kernels, table, arena, at } = memory;
    kernels.assemble(table, at.H);
    kernels.updateRows(table);
    arena.F.copyWithin(at.L, at.H, at.H + 36 * pile.blocks);
    const matrix = memory.read('H');
    const done = kernels.factor(table);
    kernels.solve(table);
    return [done, ...memory.read('y'), ...matrix];
  },
  writes: ['y', 'H', 'L'],
} as const;

test('products with Jt are those of the full matrix', () => {
  const known = pile.full.map((row) => row.reduce((sum, value, c) => sum + value * y[c], 0));
  for (let c = 0; c < pile.size; c++) known.push(pile.full.reduce((sum, row, i) => sum + row[c] * v[i], 0));
  for (const kind of KINDS)
    products.run(products.make(kind)).forEach((value, k) => {
      expect(value).toBeCloseTo(known[k], 13);
    });
});

test('H with rows that enter and leave, its factor and a solve are those of the full matrix', () => {
  const terms = pile.full.map((row, i) => ({ w: weight[i], left: row, right: row }));
  for (const i of [2, 5]) terms.push({ w: inverseC[i], left: pile.full[i], right: pile.full[i] });
  for (const i of [4, 7, 10]) terms.push({ w: -inverseC[i], left: pile.full[i], right: pile.full[i] });
  const known = y.slice();
  luSolve(bodyMatrix(pile.size, terms), pile.size, known);
  for (const kind of KINDS) {
    const [done, ...solved] = factors.run(factors.make(kind));
    expect(done).toBe(1);
    solved.slice(0, pile.size).forEach((value, k) => {
      expect(value).toBeCloseTo(known[k], 11);
    });
  }
});

test('products and factors: no two entries of their tables can be exchanged unnoticed', () => {
  expectTwins(products);
  expectExchangesNoticed(products);
  expectTwins(factors);
  expectExchangesNoticed(factors);
});
