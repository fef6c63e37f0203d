import { expect, test } from 'vitest';
import {
  expectExchangesNoticed,
  expectTwins,
  KernelMemory,
  KINDS,
  type Kind,
} from '../../test/support/kernel-memory.ts';
import { Rng } from '../linalg/rng.ts';
import { FRICTION } from './layouts.ts';

/** Contacts of a normal and two tangents, some open, some sticking, some sliding either way, one without friction. */
const CONTACTS = 8;
const N = 3 * CONTACTS;
const rng = new Rng(321);
const vector = (number: (i: number) => number) => Float64Array.from({ length: N }, (_, i) => number(i));
const isNormal = (i: number) => i % 3 === 0;
const normalOf = Int32Array.from({ length: N }, (_, i) => (isNormal(i) ? -1 : 3 * Math.floor(i / 3)));
const rows = Int32Array.from({ length: N - CONTACTS }, (_, k) => 3 * (k >> 1) + 1 + (k & 1));
const mu = vector((i) => (isNormal(i) ? 0 : i === 4 ? 0 : rng.uniform(0.2, 0.8)));
const x = vector((i) => (isNormal(i) ? rng.uniform(-0.5, 2) : rng.uniform(-1, 1)));
const w = vector(() => rng.uniform(-1, 1));
const inverseA = vector(() => rng.uniform(0.5, 2));
const lo = vector((i) => (isNormal(i) ? (i === 6 ? 0.3 : 0) : Number.NaN));
const hi = vector((i) => (isNormal(i) ? Infinity : Number.NaN));

const work = {
  layout: FRICTION,
  make: (kind: Kind) =>
    new KernelMemory(kind, FRICTION, {
      n: N,
      count: rows.length,
      rows,
      normalOf,
      mu,
      x,
      w,
      inverseA,
      lo,
      hi,
      state: new Uint8Array(N),
      held: new Float64Array(N),
      slope: new Float64Array(N),
      sliding: new Int32Array(N),
    }),
  run(memory: KernelMemory<typeof FRICTION>) {
    const { kernels, table, at } = memory;
    kernels.frictionBounds(table);
    const slides = kernels.classify(table);
    const seen = (['lo', 'hi', 'state', 'held', 'slope', 'sliding'] as const).flatMap((name) => memory.read(name));
    kernels.follow(table, slides, at.x);
    return [slides, ...seen.map((v) => (v === Infinity ? 1e9 : v)), ...memory.read('x')];
  },
  factors: ['w', 'inverseA'],
  writes: ['x', 'lo', 'hi', 'state', 'held', 'slope', 'sliding'],
} as const;

test('bounds follow the normals, and rows are free, held or sliding as the natural map has it (NC2)', () => {
  for (const kind of KINDS) {
    const memory = work.make(kind);
    work.run(memory);
    const [state, held, slope] = [memory.read('state'), memory.read('held'), memory.read('slope')];
    const [low, high, after] = [memory.read('lo'), memory.read('hi'), memory.read('x')];
    const sliding: number[] = [];
    for (let i = 0; i < N; i++) {
      const z = x[i] - w[i] * inverseA[i];
      if (isNormal(i)) {
        expect(state[i]).toBe(z > lo[i] ? 0 : 1);
        if (state[i] === 1) expect(held[i]).toBe(lo[i]);
        continue;
      }
      const normal = normalOf[i];
      const most = mu[i] * Math.max(x[normal], 0);
      expect([low[i], high[i]]).toEqual([-most, most]);
      const allowed = state[normal] === 1 ? mu[i] * held[normal] : most;
      const sticks = z > -allowed && z < allowed;
      if (sticks) expect(state[i]).toBe(0);
      else if (state[normal] === 1) expect([state[i], held[i]]).toEqual([1, z >= allowed ? allowed : -allowed]);
      else {
        expect(state[i]).toBe(mu[i] === 0 ? 1 : 2);
        expect(slope[i]).toBe(z >= allowed ? mu[i] : -mu[i]);
        if (mu[i] > 0) sliding.push(i);
        if (mu[i] > 0) expect(after[i]).toBe(slope[i] * x[normal]);
      }
    }
    expect(sliding.length).toBeGreaterThan(2);
    expect(memory.read('sliding').slice(0, sliding.length)).toEqual(sliding);
  }
});

test('friction: kernels and twins agree, and no two entries of the table can be exchanged unnoticed', () => {
  expectTwins(work);
  expectExchangesNoticed(work);
});
