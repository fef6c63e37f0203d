import { expect, test } from 'vitest';
import { randomHeap } from '../../../test/support/cone-problems.ts';
import { randomVector } from '../../../test/support/random-problems.ts';
import { Rng } from '../../linalg/rng.ts';
import type { Problem } from '../../problem/problem.ts';
import { ProjectedStep } from '../one-contact/projected-step.ts';
import { ContactRows } from './contact-groups.ts';
import { ContactRecords } from './contact-records.ts';

/** Sweeps of those contacts that have a record; x, y and the changes that were told, sweep by sweep. */
function exercise(kind: 'auto' | 'twin', p: Problem, start: Float64Array, omega: number): number[] {
  const [records, rows, step] = [new ContactRecords(kind), new ContactRows(), new ProjectedStep()];
  records.layOut(p, start);
  rows.prepare(p, records.y);
  rows.follow(records.x);
  step.prepare(rows, p);
  records.prepare(rows, p, step);
  const numbers: number[] = [];
  for (let sweep = 0; sweep < 6; sweep++) {
    for (let c = 0; c < p.contacts.length; c++) {
      const end = records.endOf(c);
      if (end > c) numbers.push(records.sweep(c, end, omega));
      c = end;
    }
    numbers.push(...records.x, ...records.y);
  }
  return numbers;
}

const SETS = ['pyramid', 'cylinder', 'cone'] as const;

test.each(SETS)('%s: the compiled kernel and its twin agree bit for bit, stuck, sliding and open', (set) => {
  const rng = new Rng(321);
  let moved = 0;
  for (let k = 0; k < 60; k++) {
    const p = randomHeap(rng, { contacts: 1 + rng.below(20), bodies: 1 + rng.below(6), set, mu: rng.uniform(0, 1.2) });
    for (const { tangents } of p.contacts) for (const t of tangents) p.hi[t] = rng.uniform(0, 0.2);
    const start = randomVector(rng, p.n).map((v) => (k % 3 === 0 ? 0 : v));
    const omega = rng.uniform(0.5, 1.5);
    const [compiled, twin] = [exercise('auto', p, start, omega), exercise('twin', p, start, omega)];
    expect(compiled.length).toBe(twin.length);
    expect(compiled.every((v, i) => Object.is(v, twin[i]))).toBe(true);
    expect(compiled.every(Number.isFinite)).toBe(true);
    moved += compiled.filter((v) => v !== 0).length;
  }
  expect(moved).toBeGreaterThan(10000);
});

test.each(SETS)('%s: what is not a number is told as the change, in both kernels', (set) => {
  for (const row of [0, 1, 2]) {
    const p = randomHeap(new Rng(322), { contacts: 4, bodies: 2, set, mu: 0.4 });
    p.b[row] = Number.NaN;
    for (const kind of ['auto', 'twin'] as const) expect(exercise(kind, p, new Float64Array(p.n), 1)[0]).toBeNaN();
  }
});

test('every number of a larger problem and a smaller one after it is written anew', () => {
  const rng = new Rng(323);
  const large = randomHeap(rng, { contacts: 40, bodies: 9, set: 'cone', mu: 0.5 });
  const small = randomHeap(rng, { contacts: 3, bodies: 2, set: 'cone', mu: 0.5 });
  const [records, rows, step] = [new ContactRecords(), new ContactRows(), new ProjectedStep()];
  const sweep = (p: Problem) => {
    records.layOut(p, new Float64Array(p.n));
    rows.prepare(p, records.y);
    rows.follow(records.x);
    step.prepare(rows, p);
    records.prepare(rows, p, step);
    records.sweep(0, records.endOf(0), 1);
    return Array.from(records.x);
  };
  const first = sweep(small);
  sweep(large);
  expect(sweep(small)).toEqual(first);
});
