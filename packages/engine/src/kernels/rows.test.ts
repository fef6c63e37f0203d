import { expect, test } from 'vitest';
import {
  expectExchangesNoticed,
  expectTwins,
  KernelMemory,
  KINDS,
  type Kind,
} from '../../test/support/kernel-memory.ts';
import { Rng } from '../linalg/rng.ts';
import { energySum } from '../measures/energy.ts';
import { FREE_ROWS, ROWS } from './layouts.ts';

const N = 7;
const vector = (number: (i: number) => number) => Float64Array.from({ length: N }, (_, i) => number(i));

function rowsData(seed: number) {
  const rng = new Rng(seed);
  const a = vector(() => rng.uniform(0.5, 2));
  return {
    n: N,
    x: vector(() => rng.uniform(-2, 2)),
    w: vector(() => rng.uniform(-1, 1)),
    b: vector(() => rng.uniform(-1, 1)),
    a,
    inverseA: a.map((v) => 1 / v),
    lo: vector((i) => (i === 3 ? -Infinity : rng.uniform(-1, 0))),
    hi: vector((i) => (i === 5 ? Infinity : rng.uniform(0, 1))),
    state: Uint8Array.from({ length: N }, (_, i) => i % 3),
    bad: new Int32Array(N),
  };
}

function freeRowsData(seed: number) {
  const rng = new Rng(seed + 100);
  const { a: _a, bad: _bad, ...rows } = rowsData(seed);
  const C = vector(() => rng.uniform(0.5, 2));
  return {
    ...rows,
    lo: vector(() => rng.uniform(-1, 0)),
    hi: vector(() => rng.uniform(0, 1)),
    b: vector(() => rng.uniform(-1, 1)),
    C,
    inverseC: C.map((v) => 1 / v),
    g: vector(() => rng.uniform(-1, 1)),
    s: vector(() => rng.uniform(-1, 1)),
    weight: vector(() => rng.uniform(-1, 1)),
    inH: Uint8Array.of(1, 1, 0, 0, 0, 1, 1), // free are 0, 3 and 6
    list: new Int32Array(N + 2),
  };
}

const energies = {
  layout: ROWS,
  make: (kind: Kind) => new KernelMemory(kind, ROWS, rowsData(1)),
  run: (memory: KernelMemory<typeof ROWS>) => [
    memory.kernels.rowsEnergy(memory.table),
    memory.kernels.infeasible(memory.table, 0.01),
    ...memory.read('bad'),
    memory.kernels.nothing(memory.table),
    ...memory.read('x'),
    ...memory.read('w'),
  ],
  writes: ['bad', 'x', 'w'],
} as const;

const solves = {
  layout: FREE_ROWS,
  make: (kind: Kind) => new KernelMemory(kind, FREE_ROWS, freeRowsData(2)),
  run(memory: KernelMemory<typeof FREE_ROWS>) {
    const { kernels, table } = memory;
    kernels.target(table);
    const target = [...memory.read('x'), ...memory.read('g')];
    kernels.answer(table);
    const answer = [...memory.read('x'), ...memory.read('w')];
    const remains = [kernels.remains(table), ...memory.read('w'), ...memory.read('g')];
    kernels.correct(table);
    const corrected = memory.read('x');
    kernels.changes(table);
    const changes = memory.read('list');
    kernels.weights(table);
    return [target, answer, remains, corrected, changes, memory.read('weight'), memory.read('inH')].flat();
  },
  writes: ['x', 'w', 'g', 'weight', 'inH', 'list'],
} as const;

test('the energy of rows is that of the measure, and the infeasible ones are listed', () => {
  const { x, w, a, lo, hi, state } = rowsData(1);
  const share = 0.01;
  const wrong = Array.from(x.keys()).filter((i) => {
    const beyond = Math.max(lo[i] - x[i], x[i] - hi[i], 0);
    const against = state[i] === 1 ? -w[i] : w[i];
    return state[i] === 0 ? a[i] * beyond * beyond > share : against > 0 && (against * against) / a[i] > share;
  });
  expect(wrong.length).toBeGreaterThan(1);
  for (const kind of KINDS) {
    const [energy, count, ...bad] = energies.run(energies.make(kind));
    expect(energy).toBeCloseTo(energySum(x, w, a, lo, hi), 13);
    expect(bad.slice(0, count)).toEqual(wrong);
  }
});

test('doing nothing has the energy of the measure to the last bit, -1 if that is not x = 0', () => {
  const { b, a, lo, hi } = rowsData(4);
  const none = new Float64Array(N);
  const nothing = (kind: Kind, data: object) => {
    const memory = new KernelMemory(kind, ROWS, { ...rowsData(4), ...data });
    return [memory.kernels.nothing(memory.table), ...memory.read('x'), ...memory.read('w')];
  };
  for (const kind of KINDS) {
    expect(nothing(kind, {})).toEqual([energySum(none, b, a, lo, hi), ...none, ...b]);
    const above = lo.map((v, i) => (i === 6 ? 0.25 : v));
    expect(nothing(kind, { lo: above })).toEqual([-1, ...none.with(6, 0.25), ...b]);
    expect(nothing(kind, { a: a.with(2, 0) })[0]).toBeNaN();
    for (const wrong of [Infinity, Number.NaN]) expect(nothing(kind, { b: b.with(6, wrong) })[0]).toBeNaN();
  }
});

test('energies: kernels and twins agree, and no two entries of the table can be exchanged unnoticed', () => {
  expectTwins(energies);
  expectExchangesNoticed(energies);
});

test('right hand side, answer, remainder and correction of the free rows are what their formulas give', () => {
  const { n, state, b, C, inverseA, lo, hi, s, inH, ...data } = freeRowsData(2);
  const free = (i: number) => state[i] === 0;
  const at = (i: number) => (state[i] === 1 ? lo[i] : hi[i]);
  const g = vector((i) => (free(i) ? -b[i] / C[i] : at(i)));
  const targeted = vector((i) => (free(i) ? data.x[i] : at(i)));
  const x = vector((i) => (free(i) ? -(b[i] + s[i]) / C[i] : at(i)));
  const w = vector((i) => (free(i) ? 0 : b[i] + s[i] + C[i] * at(i)));
  const left = vector((i) => s[i] + C[i] * x[i] + b[i]);
  const energy = left.reduce((sum, v, i) => sum + (free(i) ? v * v * inverseA[i] : 0), 0);
  const again = vector((i) => (free(i) ? -left[i] / C[i] : 0));
  const corrected = vector((i) => (free(i) ? x[i] - (left[i] + s[i]) / C[i] : x[i]));
  const rows = Array.from({ length: n }, (_, i) => i);
  const entering = rows.filter((i) => free(i) && inH[i] === 0);
  const leaving = rows.filter((i) => !free(i) && inH[i] === 1);
  const list = [...entering, ...rows.slice(entering.length + leaving.length).map(() => 0), ...leaving.reverse()];
  const weight = vector((i) => (free(i) ? 1 / C[i] : 0));
  const known = [targeted, g, x, w, [energy], left, again, corrected, list, [entering.length, leaving.length], weight];
  const expected = [...known.flatMap((part) => Array.from(part)), ...rows.map((i) => (free(i) ? 1 : 0))];
  expect(Math.min(entering.length, leaving.length)).toBeGreaterThan(0);
  for (const kind of KINDS)
    solves.run(solves.make(kind)).forEach((v, k) => {
      expect(v, `number ${k}`).toBeCloseTo(expected[k], 13);
    });
});

test('free rows: kernels and twins agree, and no two entries of the table can be exchanged unnoticed', () => {
  expectTwins(solves);
  expectExchangesNoticed(solves);
});

test('inverses go from the first place to the second', () => {
  for (const kind of KINDS) {
    const memory = new KernelMemory(kind, ROWS, { ...rowsData(3), inverseA: new Float64Array(N) });
    const { a } = rowsData(3);
    memory.kernels.inverses(N, memory.at.a, memory.at.inverseA);
    expect(memory.read('a')).toEqual(Array.from(a));
    expect(memory.read('inverseA')).toEqual(Array.from(a, (v) => 1 / v));
  }
});
