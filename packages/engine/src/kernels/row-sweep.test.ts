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
import { GROUP_SWEEP, ROW_RECORD, ROW_SWEEP, SWEEP_GROUP } from './layouts.ts';

const N = 7;
const BODIES = 3;
const OMEGA = 0.8;
const rng = new Rng(360);
const vector = (number: (i: number) => number) => Float64Array.from({ length: N }, (_, i) => number(i));
const rows = Array.from({ length: N }, (_, i) => ({
  bodies: [
    [0, 1],
    [0, 1],
    [2, 1],
    [0, 2],
    [0, 2],
    [0, 2],
    [1, 0],
  ][i],
  J: Float64Array.from({ length: 12 }, () => rng.uniform(-1, 1)),
}));
const b = vector(() => rng.uniform(-1, 1));
const C = vector(() => rng.uniform(0.05, 0.1));
const a = vector((i) => rows[i].J.reduce((sum, value) => sum + value * value, C[i]));
const lo = vector(() => rng.uniform(-0.2, 0));
const hi = vector((i) => (i === 3 ? Infinity : rng.uniform(0.1, 0.3)));
const startX = vector(() => rng.uniform(-0.2, 0.3));
const startY = Float64Array.from({ length: 6 * BODIES }, () => rng.uniform(-1, 1));
/** Rows 1 and 4 are bounded by the impulses of rows 0 and 3. */
const normals = Int32Array.of(-1, 0, -1, -1, 3, -1, -1);
const mu = vector((i) => (normals[i] < 0 ? Number.NaN : 0.3));

function data(omega: number) {
  const records = new Float64Array(ROW_RECORD.size * N);
  rows.forEach(({ J }, i) => {
    const record = records.subarray(ROW_RECORD.size * i);
    record.set(J.subarray(0, 6), ROW_RECORD.first);
    record.set(J.subarray(6), ROW_RECORD.second);
    record[ROW_RECORD.b] = b[i];
    record[ROW_RECORD.C] = C[i];
    record[ROW_RECORD.step] = omega / a[i];
    record[ROW_RECORD.lo] = lo[i];
    record[ROW_RECORD.hi] = hi[i];
    record[ROW_RECORD.a] = a[i];
  });
  const bodies = Int32Array.from(rows.flatMap((row) => row.bodies.map((body) => 6 * body)));
  return { n: N, records, bodies, y: startY, x: startX };
}

/** w of row i, from names alone. */
function velocity(i: number, x: Float64Array, y: Float64Array): number {
  const { J, bodies } = rows[i];
  return J.reduce((sum, value, k) => sum + value * y[6 * bodies[k < 6 ? 0 : 1] + (k % 6)], b[i] + C[i] * x[i]);
}

/** (GS1) row by row. */
function plainSweep(omega: number, follows = false) {
  const [x, y, changes] = [startX.slice(), startY.slice(), vector(() => 0)];
  for (let i = 0; i < N; i++) {
    const most = follows && normals[i] >= 0 ? mu[i] * Math.max(x[normals[i]], 0) : hi[i];
    const least = follows && normals[i] >= 0 ? -most : lo[i];
    const next = Math.min(Math.max(x[i] - (omega / a[i]) * velocity(i, x, y), least), most);
    changes[i] = Math.abs(next - x[i]);
    rows[i].J.forEach((value, k) => {
      y[6 * rows[i].bodies[k < 6 ? 0 : 1] + (k % 6)] += value * (next - x[i]);
    });
    x[i] = next;
  }
  return { x, y, change: Math.max(...changes), sum: changes.reduce((total, value) => total + value, 0) };
}
const energyOf = (x: Float64Array, y: Float64Array) =>
  energySum(
    x,
    vector((i) => velocity(i, x, y)),
    a,
    lo,
    hi,
  );

const work = {
  layout: ROW_SWEEP,
  make: (kind: Kind) => {
    const own = { still: startY, next: new Float64Array(N), energy: new Float64Array(1), normals, mu };
    return new KernelMemory(kind, ROW_SWEEP, { ...data(OMEGA), ...own });
  },
  /** Each sweep from the same start. */
  run(memory: KernelMemory<typeof ROW_SWEEP>) {
    const { kernels, table } = memory;
    const energy = kernels.sweepEnergy(table, OMEGA);
    const swept = (change: number, x: 'x' | 'next') => {
      const numbers = [change, ...memory.read(x), ...memory.read('y')];
      memory.viewOf('x').set(startX);
      memory.viewOf('y').set(startY);
      return numbers;
    };
    const parts = Math.max(kernels.sweep(table, 0, 3), kernels.sweep(table, 3, N), kernels.sweep(table, 2, 2));
    const plain = swept(parts, 'x');
    const following = swept(kernels.sweepFollowing(table), 'x');
    const measuring = swept(kernels.sweepMeasuring(table, OMEGA), 'next');
    return [energy, ...plain, ...following, ...memory.read('energy'), ...measuring];
  },
  writes: ['x', 'y', 'next', 'energy'],
} as const;

const groups = {
  layout: GROUP_SWEEP,
  make: (kind: Kind) => {
    const list = new Int32Array(SWEEP_GROUP.size * 4);
    for (const [g, [first, count]] of [
      [0, 2],
      [2, 1],
      [3, 3],
      [6, 1],
    ].entries()) {
      list[SWEEP_GROUP.size * g + SWEEP_GROUP.rows] = count;
      list[SWEEP_GROUP.size * g + SWEEP_GROUP.firstBody] = 6 * rows[first].bodies[0];
      list[SWEEP_GROUP.size * g + SWEEP_GROUP.secondBody] = 6 * rows[first].bodies[1];
    }
    const { n: _n, bodies: _bodies, ...own } = data(1);
    return new KernelMemory(kind, GROUP_SWEEP, { ...own, count: 4, groups: list });
  },
  run: (memory: KernelMemory<typeof GROUP_SWEEP>) => [
    memory.kernels.sweepGroups(memory.table),
    ...memory.read('x'),
    ...memory.read('y'),
  ],
  writes: ['x', 'y'],
} as const;

const close = (found: readonly number[], known: readonly number[]) => {
  found.forEach((value, k) => {
    expect(value, `number ${k}`).toBeCloseTo(known[k], 13);
  });
};

test('sweeps, plain, following, measuring and by groups, are what their rows give one by one', () => {
  const [{ x, y, change }, followed, whole] = [plainSweep(OMEGA), plainSweep(OMEGA, true), plainSweep(1)];
  const energy = energyOf(startX, startY);
  expect(followed.x).not.toEqual(x);
  for (const kind of KINDS) {
    const plain = [change, ...x, ...y];
    const known = [energy, ...plain, followed.change, ...followed.x, ...followed.y, energy, ...plain];
    close(work.run(work.make(kind)), known);
    close(groups.run(groups.make(kind)), [whole.sum, ...whole.x, ...whole.y]);
  }
});

test('sweeps: kernels and twins agree, and no two entries of their tables can be exchanged unnoticed', () => {
  expectTwins(work);
  expectExchangesNoticed(work);
  expectTwins(groups);
  expectExchangesNoticed(groups);
});

test('every field of a row record counts: a change of it changes the sweep or its energy', () => {
  const right = work.run(work.make('auto'));
  for (let field = 0; field < ROW_RECORD.size; field++) {
    const memory = work.make('auto');
    const records = memory.viewOf('records');
    for (let i = 0; i < N; i++) records[ROW_RECORD.size * i + field] += 0.01;
    expect(work.run(memory), `field ${field}`).not.toEqual(right);
  }
});
