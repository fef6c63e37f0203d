import { expect, test } from 'vitest';
import { contactPile } from '../../test/support/contact-pile.ts';
import { blockSymbolic } from '../linalg/block-symbolic.ts';
import { luSolve } from '../linalg/dense.ts';
import { Rng } from '../linalg/rng.ts';
import { energySum } from '../measures/energy.ts';
import { ContactGraphs } from '../solvers/linear-systems/contact-graph.ts';
import { BodyCoupledSystem } from '../solvers/linear-systems/coupled-system.ts';
import { Arena } from './arena.ts';
import { BLOCK_LU, ROWS } from './layouts.ts';
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
    const { blocks, colStart, blockRow, taskStart, tasks } = blockSymbolic(bodies, edges);
    const size = 6 * bodies;
    const arena = new Arena();
    arena.begin();
    const [lower, upper, y] = [arena.f64(36 * blocks), arena.f64(36 * blocks), arena.f64(size)];
    const lists = [colStart, blockRow, taskStart, tasks].map((list) => ({ list, at: arena.i32(list.length) }));
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
    const [starts, rows, taskStarts, taskList] = lists.map(({ at }) => at);
    const at = { colStart: starts, blockRow: rows, taskStart: taskStarts, tasks: taskList, H: -1, lower, upper, y };
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

test('the energy of rows is what the measure says, bounds that are infinite or far exceeded included', () => {
  const rng = new Rng(313);
  for (let n = 1; n < 30; n++) {
    const arena = new Arena();
    arena.begin();
    const at = { x: 0, w: 0, a: 0, inverseA: 0, lo: 0, hi: 0 };
    for (const name of ['x', 'w', 'a', 'inverseA', 'lo', 'hi'] as const) at[name] = arena.f64(n);
    const table = arena.table(ROWS);
    const kernels = arena.end();
    writeTable(arena.I, table, ROWS, { ...at, n, state: -1, bad: -1 });
    const view = (offset: number) => arena.F.subarray(offset, offset + n);
    const [x, w, a, lo, hi] = [view(at.x), view(at.w), view(at.a), view(at.lo), view(at.hi)];
    for (let i = 0; i < n; i++) {
      x[i] = rng.uniform(-3, 3);
      w[i] = rng.below(3) === 0 ? 0 : rng.uniform(-1, 1);
      a[i] = rng.uniform(0.1, 2);
      lo[i] = rng.below(3) === 0 ? -Infinity : rng.uniform(-2, 0);
      hi[i] = rng.below(3) === 0 ? Infinity : rng.uniform(0, 2);
    }
    kernels.inverses(n, at.a, at.inverseA);
    const energy = () => kernels.rowsEnergy(table);
    const expected = energySum(x, w, a, lo, hi);
    expect(Math.abs(energy() - expected)).toBeLessThanOrEqual(1e-14 * expected);
    x[n - 1] = Number.NaN;
    expect(energy()).toBeNaN();
  }
});
