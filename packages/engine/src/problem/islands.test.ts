import { describe, expect, test } from 'vitest';
import { randomStructured, randomVector } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { fromDense, SparseOperator } from './explicit.ts';
import { islands, Partition, subproblem } from './islands.ts';
import { makeContact, makeProblem, type Problem } from './problem.ts';
import { StructuredOperator, structureFromBlocks } from './structured.ts';

const one = [1, 0, 0, 0, 0, 0];

test('rows that share a moving body are one island, rows that share only the ground are not', () => {
  const Minv = new Float64Array(3 * 36);
  Minv[0] = Minv[36] = 1; // body 2 is the ground
  const blocks = [
    { row: 0, body: 0, values: one },
    { row: 0, body: 2, values: one },
    { row: 1, body: 1, values: one },
    { row: 1, body: 2, values: one },
    { row: 2, body: 0, values: one },
  ];
  const structure = structureFromBlocks(blocks, Minv, new Float64Array(3).fill(0.1));
  const vector = () => new Float64Array(3);
  const p = makeProblem({ A: new StructuredOperator(structure), structure, b: vector(), lo: vector(), hi: vector() });
  expect(islands(p).map((rows) => Array.from(rows))).toEqual([[0, 2], [1]]);
});

test('an explicit problem falls apart where A has zeros, but the rows of a contact stay together', () => {
  const p = makeProblem({
    A: fromDense(4, [1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1]),
    b: new Float64Array(4),
    lo: new Float64Array(4),
    hi: new Float64Array(4),
  });
  expect(islands(p).map((rows) => Array.from(rows))).toEqual([[0, 3], [1], [2]]);
  const contact = makeContact({ normal: 1, tangents: [2], mu: 1 });
  expect(islands({ ...p, contacts: [contact] }).map((rows) => Array.from(rows))).toEqual([
    [0, 3],
    [1, 2],
  ]);
});

test('the problem of an island has the rows of A that the whole has', () => {
  const rng = new Rng(501);
  for (let k = 0; k < 20; k++) {
    const p = randomStructured(rng, 12, 10);
    for (const whole of [p, { ...p, structure: undefined, A: p.A.sparse() }])
      for (const rows of islands(whole)) {
        const part = subproblem(whole, rows);
        const x = randomVector(rng, rows.length);
        const full = new Float64Array(p.n);
        rows.forEach((row, r) => {
          full[row] = x[r];
        });
        const [w, fullW] = [new Float64Array(rows.length), new Float64Array(p.n)];
        part.A.apply(x, w);
        whole.A.apply(full, fullW);
        rows.forEach((row, r) => {
          expect(Math.abs(w[r] - fullW[row])).toBeLessThan(1e-13);
          expect([part.b[r], part.lo[r], part.hi[r]]).toEqual([p.b[row], p.lo[row], p.hi[row]]);
        });
        for (let i = 0; i < p.n; i++) if (!rows.includes(i)) expect(fullW[i]).toBe(0);
      }
  }
});

describe('a partition', () => {
  const rng = new Rng(502);
  const p = randomStructured(rng, 10, 30);
  const explicit = { ...p, structure: undefined, A: p.A.sparse() };

  /** The same pattern, other numbers. */
  function renumbered(q: Problem): Problem {
    const b = randomVector(rng, q.n);
    if (!q.structure) {
      const { rowStart, column, value } = q.A.sparse();
      return {
        ...q,
        b,
        A: new SparseOperator(
          q.n,
          rowStart.slice(),
          column.slice(),
          value.map((v) => 1.25 * v),
        ),
      };
    }
    const structure = { ...q.structure, rowStart: q.structure.rowStart.slice(), J: q.structure.J.map((v) => 1.5 * v) };
    return { ...q, b, structure, A: new StructuredOperator(structure) };
  }

  test.each([
    ['structured', p],
    ['explicit', explicit],
  ])('of a %s problem serves every problem of its pattern, with the numbers of each', (_, whole) => {
    const partition = new Partition(whole);
    expect(partition.parts.length).toBeGreaterThan(1);
    for (const q of [whole, renumbered(whole), renumbered(whole)]) {
      expect(partition.fits(q)).toBe(true);
      for (const part of partition.parts) {
        const [kept, fresh] = [part.problem(q), subproblem(q, part.rows)];
        expect(kept.b).toEqual(fresh.b);
        expect(kept.A.diagonal).toEqual(fresh.A.diagonal);
        expect(kept.A.dense()).toEqual(fresh.A.dense());
        expect(kept.A.sparse().value).toEqual(fresh.A.sparse().value);
      }
    }
  });

  test('does not serve another pattern, a body that stops moving, an entry that vanishes, or other contacts', () => {
    const partition = new Partition(p);
    expect(partition.fits(explicit)).toBe(false);
    expect(partition.fits(randomStructured(rng, 10, 30))).toBe(false);
    const moving = p.structure!.body[0];
    const Minv = p.structure!.Minv.map((v, k) => (Math.floor(k / 36) === moving ? 0 : v));
    const structure = { ...p.structure!, Minv };
    expect(partition.fits({ ...p, structure, A: new StructuredOperator(structure) })).toBe(false);
    const { rowStart, column, value } = p.A.sparse();
    const off = value.findIndex((_, k) => column[k] !== 0);
    const cut = new SparseOperator(
      p.n,
      rowStart,
      column,
      value.map((v, k) => (k === off ? 0 : v)),
    );
    expect(new Partition(explicit).fits({ ...explicit, A: cut })).toBe(false);
    const contact = makeContact({ normal: 1, tangents: [2], mu: 1 });
    expect(partition.fits({ ...p, contacts: [contact] })).toBe(false);
    expect(new Partition({ ...p, contacts: [contact] }).fits({ ...p, contacts: [{ ...contact, mu: 0.5 }] })).toBe(true);
  });

  test('takes friction coefficients from the problem at hand', () => {
    const contact = makeContact({ normal: 1, tangents: [2], mu: 1 });
    const partition = new Partition({ ...p, contacts: [contact] });
    const slippery = { ...p, contacts: [{ ...contact, mu: 0.25 }] };
    const found = partition.parts.flatMap((part) => part.problem(slippery).contacts);
    expect(found.map(({ mu }) => mu)).toEqual([0.25]);
  });
});
