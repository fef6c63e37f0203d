import { expect, test } from 'vitest';
import { bodyMatrix, placeGroups, smallPile } from '../../test/support/body-space-memory.ts';
import { contactPile } from '../../test/support/contact-pile.ts';
import {
  expectExchangesNoticed,
  expectTwins,
  KernelMemory,
  KINDS,
  type Kind,
} from '../../test/support/kernel-memory.ts';
import { blockSymbolic } from '../linalg/block-symbolic.ts';
import { luSolve } from '../linalg/dense.ts';
import { Rng } from '../linalg/rng.ts';
import { ContactGraphs } from '../solvers/linear-systems/contact-graph.ts';
import { BodyCoupledSystem } from '../solvers/linear-systems/coupled-system.ts';
import { Arena } from './arena.ts';
import { BLOCK_LU, FOLLOWERS } from './layouts.ts';
import { writeTable } from './tables.ts';

test('compiled kernels and their twins agree bit for bit while rows slide, stick and open', () => {
  const rng = new Rng(311);
  const systems = (['auto', 'twin'] as const).map((kind) => new BodyCoupledSystem(new ContactGraphs(), kind));
  let slid = 0;
  for (let k = 0; k < 40; k++) {
    const p = contactPile(rng, 1 + rng.below(25), 1 + rng.below(8));
    const seen = systems.map((system) => {
      const numbers: number[] = [];
      const { rows } = system;
      system.prepare(p);
      rows.freeAll(p);
      for (let round = 0; round < 4; round++) {
        expect(system.solve(0)).toBe(true);
        numbers.push(...rows.x, ...rows.w, rows.energy());
        rows.classify();
        slid += rows.slides;
        numbers.push(...rows.state, ...rows.lo, ...rows.hi);
      }
      return numbers;
    });
    expect(seen[0].every((v, i) => Object.is(v, seen[1][i]))).toBe(true);
  }
  expect(slid).toBeGreaterThan(100);
});

test('block LU solves an unsymmetric block matrix as dense LU does', () => {
  const rng = new Rng(312);
  for (let k = 0; k < 20; k++) {
    const bodies = 1 + rng.below(7);
    const edges = Array.from({ length: 2 * bodies }, () => rng.below(bodies));
    const { blocks, colStart, blockRow } = blockSymbolic(bodies, edges);
    const size = 6 * bodies;
    const arena = new Arena();
    arena.begin();
    const [lower, upper, y] = [arena.f64(36 * blocks), arena.f64(36 * blocks), arena.f64(size)];
    const lists = [colStart, blockRow].map((list) => ({ list, at: arena.i32(list.length) }));
    const table = arena.table(BLOCK_LU);
    const kernels = arena.end();
    for (const { list, at } of lists) arena.I.set(list, at);
    const full = new Float64Array(size * size);
    for (let column = 0; column < bodies; column++)
      for (let q = colStart[column]; q < colStart[column + 1]; q++)
        for (let e = 0; e < 36; e++) {
          const [r, c] = [6 * blockRow[q] + (e % 6), 6 * column + Math.floor(e / 6)];
          const own = r === c ? 6 : 0; // no exchanges: the diagonal has to dominate
          full[r * size + c] = arena.F[lower + 36 * q + e] = own + rng.uniform(-0.5, 0.5);
          if (blockRow[q] !== column) full[c * size + r] = arena.F[upper + 36 * q + e] = rng.uniform(-0.5, 0.5);
        }
    const reference = Float64Array.from({ length: size }, () => rng.uniform(-1, 1));
    arena.F.set(reference, y);
    luSolve(full, size, reference);
    const [starts, rows] = lists.map(({ at }) => at);
    const at = { colStart: starts, blockRow: rows, H: -1, lower, upper, y };
    writeTable(arena.I, table, BLOCK_LU, { bodies, blocks, ...at });
    expect(kernels.factorLu(table)).toBe(1);
    kernels.solveLu(table);
    reference.forEach((v, i) => {
      expect(Math.abs(arena.F[y + i] - v)).toBeLessThan(1e-12);
    });
    arena.F[lower] = Number.NaN;
    expect(kernels.factorLu(table)).toBe(0);
  }
});

const pile = smallPile(new Rng(314), 9, 5);
const rng = new Rng(315);
const room = () => new Float64Array(36 * pile.blocks);
const y = Float64Array.from({ length: pile.size }, () => rng.uniform(-1, 1));
/** A symmetric matrix of body space, lower blocks only, as `assemble` leaves it. */
const H = Float64Array.from({ length: 36 * pile.blocks }, () => rng.uniform(-0.2, 0.2));
for (let k = 0; k < pile.bodies; k++) for (let c = 0; c < 6; c++) H[36 * pile.colStart[k] + 7 * c] = 4;
const triangular = fullOf(H, H, true);

/** Blocks on and below the diagonal by columns, and the transposes of those above it, as one matrix by rows. */
function fullOf(lower: ArrayLike<number>, upper: ArrayLike<number>, mirrored = false): Float64Array {
  const { size, bodies, colStart, blockRow } = pile;
  const A = new Float64Array(size * size);
  for (let column = 0; column < bodies; column++)
    for (let q = colStart[column]; q < colStart[column + 1]; q++)
      for (let e = 0; e < 36; e++) {
        const [r, c] = [6 * blockRow[q] + (e % 6), 6 * column + Math.floor(e / 6)];
        const diagonal = blockRow[q] === column;
        if (!(diagonal && mirrored && r < c)) A[r * size + c] = lower[36 * q + e];
        if (!diagonal || (mirrored && r > c)) A[c * size + r] = upper[36 * q + e];
      }
  return A;
}

const factors = {
  layout: BLOCK_LU,
  make: (kind: Kind) => {
    const { full: _full, ...regions } = pile;
    return new KernelMemory(kind, BLOCK_LU, { ...regions, H, lower: room(), upper: room(), y });
  },
  run(memory: KernelMemory<typeof BLOCK_LU>) {
    const { kernels, table } = memory;
    kernels.bothTriangles(table);
    const triangles = [...memory.read('lower'), ...memory.read('upper')];
    const done = kernels.factorLu(table);
    kernels.solveLu(table);
    return [done, ...memory.read('y'), ...triangles];
  },
  writes: ['lower', 'upper', 'y'],
} as const;

/** Tangents 1, 2, 4 and 8 follow the normals of their contacts. */
const rows = Int32Array.of(1, 2, 4, 8);
const leaderOf = Int32Array.from({ length: pile.n }, (_, i) => 3 * Math.floor(i / 3));
const slope = Float64Array.from({ length: pile.n }, () => rng.uniform(-1, 1));
const scale = Float64Array.from({ length: pile.n }, () => rng.uniform(0.5, 2));
const followers = {
  layout: FOLLOWERS,
  make(kind: Kind) {
    const { full: _full, ...regions } = pile;
    const own = { count: rows.length, rows, leaderOf, slope, scale, lower: room(), upper: room() };
    const memory = new KernelMemory(kind, FOLLOWERS, { ...regions, ...own });
    placeGroups(memory.viewOf('groups'), memory.at);
    return memory;
  },
  run(memory: KernelMemory<typeof FOLLOWERS>) {
    memory.kernels.addSliding(memory.table);
    return [...memory.read('lower'), ...memory.read('upper')];
  },
  writes: ['lower', 'upper'],
} as const;

test('both triangles of H, their L U and a solve are those of the full symmetric matrix', () => {
  const known = y.slice();
  luSolve(triangular.slice(), pile.size, known);
  for (const kind of KINDS) {
    const [done, ...solved] = factors.run(factors.make(kind));
    expect(done).toBe(1);
    solved.slice(0, pile.size).forEach((value, k) => {
      expect(value).toBeCloseTo(known[k], 12);
    });
  }
});

test('rows that follow others add slope times scale times the product of the two rows', () => {
  const terms = Array.from(rows, (i) => ({
    w: slope[i] * scale[leaderOf[i]],
    left: pile.full[i],
    right: pile.full[leaderOf[i]],
  }));
  const known = bodyMatrix(pile.size, terms);
  for (let k = 0; k < pile.size; k++) known[k * pile.size + k] -= 1;
  for (const kind of KINDS) {
    const memory = followers.make(kind);
    followers.run(memory);
    fullOf(memory.read('lower'), memory.read('upper')).forEach((value, k) => {
      expect(value).toBeCloseTo(known[k], 13);
    });
  }
});

test('L U and followers: no two entries of their tables can be exchanged unnoticed', () => {
  expectTwins(factors);
  expectExchangesNoticed(factors);
  expectTwins(followers);
  expectExchangesNoticed(followers);
});
