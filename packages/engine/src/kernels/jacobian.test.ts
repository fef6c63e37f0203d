import { expect, test } from 'vitest';
import {
  expectExchangesNoticed,
  expectTwins,
  KernelMemory,
  KINDS,
  type Kind,
} from '../../test/support/kernel-memory.ts';
import { findRuns } from '../linalg/block-rows.ts';
import { Rng } from '../linalg/rng.ts';
import { cross, dot, type Vec3 } from '../linalg/vec3.ts';
import { CONTACT_ROWS, FRAME, JACOBIAN, TOUCH } from './layouts.ts';

const rng = new Rng(77);
const numbers = (length: number) => Float64Array.from({ length }, () => rng.uniform(-1, 1));
const vector = (from: ArrayLike<number>, at: number): Vec3 => [from[at], from[at + 1], from[at + 2]];

/** Between two free bodies, on one that impulses do not move, and one without friction, whose frames are in another order. */
const CONTACTS = [
  { point: 2, a: 0, b: 1, slotA: 0, slotB: 1, row: 1, rows: 3, block: 2 },
  { point: 0, a: 3, b: 1, slotA: -1, slotB: 1, row: 4, rows: 3, block: 8 },
  { point: 1, a: 2, b: 3, slotA: 2, slotB: -1, row: 7, rows: 1, block: 11 },
];
const frames = numbers(FRAME.size * 3);
const touches = numbers(TOUCH.size * 3);
const velocity = numbers(6 * 4);
const touched = Int32Array.from(
  CONTACTS.flatMap(({ point, a, b, slotA, slotB, row, rows, block }) => [point, a, b, slotA, slotB, row, rows, block]),
);

const contactRows = {
  layout: CONTACT_ROWS,
  make: (kind: Kind) =>
    new KernelMemory(kind, CONTACT_ROWS, {
      count: 3,
      frames,
      touches,
      touched,
      velocity,
      J: new Float64Array(6 * 12),
      b: new Float64Array(8),
      C: new Float64Array(8),
      drift: new Float64Array(8),
    }),
  run(memory: KernelMemory<typeof CONTACT_ROWS>) {
    memory.kernels.writeContacts(memory.table);
    return (['J', 'b', 'C', 'drift'] as const).flatMap((name) => memory.read(name));
  },
  writes: ['J', 'b', 'C', 'drift'],
} as const;

test('a row of a contact pushes B along its direction and A against it, and b is g plus the velocity of B against A there (CR2)', () => {
  for (const kind of KINDS) {
    const memory = contactRows.make(kind);
    contactRows.run(memory);
    const [J, b, C, drift] = (['J', 'b', 'C', 'drift'] as const).map((name) => memory.read(name));
    CONTACTS.forEach(({ point, a, b: B, slotA, slotB, row, rows, block }, c) => {
      let at = 6 * block;
      for (let k = 0; k < rows; k++) {
        const d = vector(frames, FRAME.size * point + FRAME.normal + 3 * k);
        let along = 0;
        let moved = 0;
        for (const [body, slot, sign, end] of [
          [a, slotA, -1, 0],
          [B, slotB, 1, 1],
        ]) {
          const r = vector(frames, FRAME.size * point + FRAME.arms + 3 * end);
          const speed = sign * (dot(d, vector(velocity, 6 * body)) + dot(d, cross(vector(velocity, 6 * body + 3), r)));
          along += speed;
          if (slot < 0) continue;
          moved += speed;
          const block6 = [...d, ...cross(r, d)].map((v) => sign * v);
          for (const [e, v] of block6.entries()) expect(J[at + e]).toBeCloseTo(v, 14);
          at += 6;
        }
        expect(b[row + k]).toBeCloseTo(touches[TOUCH.size * c + TOUCH.g + k] + along, 14);
        expect(drift[row + k]).toBeCloseTo(moved, 14);
        expect(C[row + k]).toBe(touches[TOUCH.size * c + TOUCH.C + (k === 0 ? 0 : 1)]);
      }
    });
    expect(J.slice(0, 12).every((v) => v === 0)).toBe(true); // blocks of other rows
  }
});

/** A run of three rows over two bodies, a row over one, one that names a body twice; the last body turns as it moves. */
const ROWS = [[0, 2], [0, 2], [0, 2], [1], [2, 1, 2], []];
const N = ROWS.length;
const BODIES = 3;
const rowStart = Int32Array.from([0, ...ROWS.map((_, i) => ROWS.slice(0, i + 1).flat().length)]);
const body = Int32Array.from(ROWS.flat());
const runs = findRuns({ rowStart, body });
const J = numbers(6 * body.length);
const L = new Float64Array(36 * BODIES);
for (let k = 0; k < BODIES; k++)
  for (let r = 0; r < 6; r++)
    for (let c = 0; c <= r; c++) {
      const apart = c < 3 && r !== c;
      if (k === 2 || !apart) L[36 * k + 6 * r + c] = rng.uniform(0.5, 1);
    }
const C = Float64Array.from({ length: N }, () => rng.uniform(0.1, 1));
const x = numbers(N);

const jacobian = {
  layout: JACOBIAN,
  make: (kind: Kind) =>
    new KernelMemory(kind, JACOBIAN, {
      n: N,
      bodies: BODIES,
      rowStart,
      body,
      runs,
      J,
      L,
      C,
      x,
      Jt: new Float64Array(J.length),
      diagonal: new Float64Array(N),
      y: new Float64Array(6 * BODIES),
      product: new Float64Array(N),
    }),
  run(memory: KernelMemory<typeof JACOBIAN>) {
    const { kernels, table } = memory;
    kernels.scaleRows(table);
    kernels.bodySums(table);
    kernels.rowSums(table);
    return (['Jt', 'diagonal', 'y', 'product'] as const).flatMap((name) => memory.read(name));
  },
  writes: ['Jt', 'diagonal', 'y', 'product'],
} as const;

test('Jt is J L, the diagonal that of Jt Jt^T + C, and the products are those of A (C9)', () => {
  expect([...runs]).toEqual([3, 0, 0, 4, 5, 6]);
  const dense = ROWS.map((bodies, i) => {
    const row = new Float64Array(6 * BODIES);
    bodies.forEach((k, s) => {
      for (let c = 0; c < 6; c++)
        for (let r = c; r < 6; r++) row[6 * k + c] += J[6 * (rowStart[i] + s) + r] * L[36 * k + 6 * r + c];
    });
    return row;
  });
  const inner = (p: ArrayLike<number>, q: ArrayLike<number>) => Array.from(p).reduce((sum, v, k) => sum + v * q[k], 0);
  for (const kind of KINDS) {
    const memory = jacobian.make(kind);
    jacobian.run(memory);
    const [diagonal, y, product] = (['diagonal', 'y', 'product'] as const).map((name) => memory.read(name));
    const sums = Array.from({ length: 6 * BODIES }, (_, c) =>
      inner(
        x,
        dense.map((row) => row[c]),
      ),
    );
    for (const [c, v] of sums.entries()) expect(y[c]).toBeCloseTo(v, 13);
    dense.forEach((row, i) => {
      expect(diagonal[i]).toBeCloseTo(inner(row, row) + C[i], 13);
      expect(product[i]).toBeCloseTo(inner(row, sums) + C[i] * x[i], 13);
    });
  }
});

test('rows of contacts and products: kernels and twins agree, and no two entries of a table can be exchanged unnoticed', () => {
  expectTwins(contactRows);
  expectExchangesNoticed(contactRows);
  expectTwins(jacobian);
  expectExchangesNoticed(jacobian);
});
