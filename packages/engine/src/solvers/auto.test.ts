import { describe, expect, test } from 'vitest';
import { contactPile } from '../../test/support/contact-pile.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError, energyErrorOf } from '../measures/energy.ts';
import { frictionConsistency } from '../measures/friction-consistency.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromTriplets } from '../problem/explicit.ts';
import { islands, subproblem } from '../problem/islands.ts';
import { type Contact, makeContact, makeProblem, type Problem } from '../problem/problem.ts';
import { following } from '../problem/sets/models.ts';
import { StructuredOperator, structureFromBlocks } from '../problem/structured.ts';
import { ContactGraphs } from './linear-systems/contact-graph.ts';
import { pgs } from './pgs.ts';
import { psor } from './psor.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

const auto = findSolver('auto');

/** `count` independent pairs of rows; pair k has a coupling of 1/2. */
function pairs(count: number, b: (row: number) => number): Problem {
  const [i, j, values]: [number[], number[], number[]] = [[], [], []];
  for (let k = 0; k < count; k++)
    for (const [r, c, v] of [
      [0, 0, 1],
      [0, 1, 0.5],
      [1, 0, 0.5],
      [1, 1, 1],
    ]) {
      i.push(2 * k + r);
      j.push(2 * k + c);
      values.push(v);
    }
  const n = 2 * count;
  return makeProblem({
    A: fromTriplets(n, { i, j, values }),
    b: Float64Array.from({ length: n }, (_, row) => b(row)),
    lo: new Float64Array(n),
    hi: new Float64Array(n).fill(Infinity),
  });
}

test('islands are solved one by one: each pair by hand', () => {
  const p = pairs(3, (row) => [-1, -1, -1, 2, 1, 1][row]);
  const { x, status, iterations } = solve(p, { solver: auto });
  expect(status).toBe('converged');
  [2 / 3, 2 / 3, 1, 0, 0, 0].forEach((expected, row) => {
    expect(x[row]).toBeCloseTo(expected, 14);
  });
  expect(iterations.direct).toBeGreaterThanOrEqual(3);
});

test('the path names the methods of the islands, each once', () => {
  const plain = pairs(2, () => -1);
  expect(solve(plain, { solver: auto }).path).toBe('bpp');
  const contact = makeContact({ normal: 0, tangents: [1], mu: 0.5 });
  const p = makeProblem({
    ...plain,
    lo: Float64Array.of(0, -1, 0, 0),
    hi: Float64Array.of(9, 1, 9, 9),
    contacts: [contact],
  });
  expect(solve(p, { solver: auto }).path).toBe('bpp, newton-coupled'); // one island without friction, one with
  expect(solve(p, { solver: auto, coupling: 0 }).path).toBe('bpp');
  const cone = { ...p, contacts: [makeContact({ normal: 0, tangents: [1], mu: 0.5, set: 'cone' })] };
  expect(solve(cone, { solver: auto }).path).toBe('bpp, nscd');
  expect(solve(p, { solver: pgs }).path).toBe('pgs');
});

test('one island that diverges does not spoil the others', () => {
  const p = pairs(3, (row) => (row === 2 ? Number.NaN : -1));
  const { x, status } = solve(p, { solver: auto, pick: 'last' });
  expect(status).toBe('diverged');
  for (const row of [0, 1, 4, 5]) expect(x[row]).toBeCloseTo(2 / 3, 14);
});

/** A clock that passes by one at every look, in ms. */
function ticking() {
  let now = 0;
  return { clock: () => now++, looks: () => now };
}

test('a time limit is kept across islands, and every island is begun', () => {
  const { clock, looks } = ticking();
  const p = pairs(50, () => -1);
  const { status, x } = solve(p, { solver: auto, timeLimit: 40, clock });
  expect(status).toBe('time-limit');
  for (let k = 0; k < 50; k++) expect(x[2 * k] + x[2 * k + 1]).toBeGreaterThan(0);
  expect(energyError(p, x).value).toBeLessThan(0.5 * energyError(p, new Float64Array(100)).value);
  expect(looks()).toBeLessThan(40 + 6 * 50); // looks at the clock around the one sweep of an island: no island iterates
});

test('a large island beside small ones: all come some way, and the limit holds to a few looks at the clock', () => {
  const heaps = [contactPile(new Rng(21), 120, 50), contactPile(new Rng(22), 6, 3), contactPile(new Rng(23), 8, 4)];
  const p = beside(
    heaps.map((heap) => ({ ...heap, contacts: heap.contacts.map((c) => ({ ...c, set: 'cone' as const })) })),
  );
  const free = ticking();
  expect(solve(p, { solver: auto, timeLimit: 1e6, clock: free.clock }).status).toBe('converged');
  const all = free.looks();
  const limited = ticking();
  const timeLimit = Math.floor(0.5 * all);
  const { status, x } = solve(p, { solver: auto, timeLimit, clock: limited.clock });
  expect(status).toBe('time-limit');
  expect(limited.looks()).toBeLessThan(timeLimit + 20);
  let first = 0;
  for (const heap of heaps) {
    const own = subproblem(
      p,
      Int32Array.from({ length: heap.n }, (_, i) => first + i),
    );
    const local = x.slice(first, first + heap.n);
    const left = energyError(own, local).value / referenceEnergy(own);
    expect(left).toBeLessThan(1e-2); // begun: this clock counts looks, of which a small island needs as many
    first += heap.n;
  }
});

/** Problems side by side, as rows of one A: an island each, or several. */
function beside(parts: readonly Problem[]): Problem {
  const [i, j, values]: [number[], number[], number[]] = [[], [], []];
  const contacts: Contact[] = [];
  let n = 0;
  for (const part of parts) {
    const { rowStart, column, value } = part.A.sparse();
    for (let row = 0; row < part.n; row++)
      for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
        i.push(n + row);
        j.push(n + column[k]);
        values.push(value[k]);
      }
    for (const c of part.contacts)
      contacts.push({ ...c, normal: n + c.normal, tangents: c.tangents.map((row) => n + row) });
    n += part.n;
  }
  const joined = (of: (p: Problem) => Float64Array) => Float64Array.from(parts.flatMap((part) => Array.from(of(part))));
  return makeProblem({
    A: fromTriplets(n, { i, j, values }),
    b: joined((q) => q.b),
    lo: joined((q) => q.lo),
    hi: joined((q) => q.hi),
    contacts,
  });
}

test('an island beyond 2000 rows without J goes to sweeps, and says how far they came', () => {
  const n = 2100;
  const [i, j, values]: [number[], number[], number[]] = [[], [], []];
  for (let row = 0; row < n; row++) {
    i.push(row);
    j.push(row);
    values.push(2);
    if (row > 0) {
      i.push(row, row - 1);
      j.push(row - 1, row);
      values.push(-0.5, -0.5);
    }
  }
  const rng = new Rng(801);
  const p = makeProblem({
    A: fromTriplets(n, { i, j, values }),
    b: Float64Array.from({ length: n }, () => rng.uniform(-1, 1)),
    lo: new Float64Array(n),
    hi: new Float64Array(n).fill(Infinity),
  });
  const { iterations, status } = solve(p, { solver: auto });
  expect(iterations.direct).toBe(0);
  expect(iterations.iterative).toBeGreaterThan(5);
  expect(status).toBe('converged'); // by the sweeps' own test: no impulse changes by 1e-5 N s
});

describe('a heap beyond direct methods, friction that follows', () => {
  const pileOf = () => contactPile(new Rng(802), 2400, 900);

  test('is swept contact by contact to the bounds that its own normals give', () => {
    const p = pileOf();
    const { x, status, iterations } = solve(p, { solver: auto });
    expect(status).toBe('stopped-early'); // its own test: 1e-7 of doing nothing
    expect(frictionConsistency(p, x).value).toBeLessThan(1e-7 * referenceEnergy(p));
    expect(iterations.direct).toBe(0);
    expect(iterations.iterative).toBeLessThanOrEqual(60);
    expect(iterations.iterative % 20).toBe(0); // looked at every twentieth sweep
    const again = new Float64Array(p.n);
    const options = { ...psor.defaults, momentum: 0.75, maxIterations: iterations.iterative, tolerance: 0 };
    psor.create().solve(following(p), again, options);
    expect(Array.from(x)).toEqual(Array.from(again));
  });

  test('one contact with other rows sends it row by row: the sweeps of pgs', () => {
    const p = pileOf();
    const rolls = {
      ...p.contacts[7],
      spinning: p.contacts[7].tangents.slice(1),
      tangents: p.contacts[7].tangents.slice(0, 1),
      muSpinning: p.contacts[7].mu,
    };
    const other = { ...p, contacts: p.contacts.map((contact, c) => (c === 7 ? rolls : contact)) };
    const { x, path, iterations } = solve(other, { solver: auto, options: { sweeps: 60 } });
    expect(path).toBe('pgs');
    const rows = new Float64Array(p.n);
    const options = { ...pgs.defaults, maxIterations: iterations.iterative, tolerance: 0 };
    pgs.create().solve(following(p), rows, options);
    const largest = rows.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
    x.forEach((v, i) => {
      expect(Math.abs(v - rows[i])).toBeLessThan(1e-9 * largest);
    });
  });

  test('a tolerance in joules ends its sweeps where it is met', () => {
    const p = pileOf();
    const tolerance = 1e-3 * referenceEnergy(p);
    const { iterations, status } = solve(p, { solver: auto, tolerance });
    expect(status).toBe('converged');
    expect(iterations.iterative).toBeLessThan(60);
  });
});

/** Pairs of bodies with two contacts each, apart from each other; the shapes of the pairs alternate. */
function heap(rng: Rng, count: number): Problem {
  const blocks = [];
  const contacts: Contact[] = [];
  let row = 0;
  for (let k = 0; k < count; k++)
    for (let c = 0; c < 2 + (k % 2); c++) {
      for (let r = 0; r < 3; r++) {
        const values = Array.from({ length: 6 }, () => rng.uniform(-1, 1));
        blocks.push({ row: row + r, body: 2 * k, values });
        blocks.push({ row: row + r, body: 2 * k + 1, values: values.map((v) => -v) });
      }
      contacts.push(makeContact({ normal: row, tangents: [row + 1, row + 2], mu: 0.4 }));
      row += 3;
    }
  const Minv = new Float64Array(72 * count);
  for (let k = 0; k < 2 * count; k++) for (let r = 0; r < 6; r++) Minv[36 * k + 7 * r] = rng.uniform(0.5, 2);
  const structure = structureFromBlocks(blocks, Minv, new Float64Array(row).fill(0.05));
  const hi = Float64Array.from({ length: row }, (_, i) => (i % 3 === 0 ? Infinity : 0.3));
  return makeProblem({
    A: new StructuredOperator(structure),
    structure,
    b: Float64Array.from({ length: row }, () => rng.uniform(-1, 0.5)),
    lo: hi.map((v) => (v === Infinity ? 0 : -v)),
    hi,
    contacts,
  });
}

test.each([undefined, 0])(
  'steps of one pattern and of changing ones give the bits of a fresh instance, coupling %s',
  (coupling) => {
    const instance = auto.create();
    for (const count of [1, 6, 6, 1, 6, 7]) {
      const p = heap(new Rng(802), count); // the same pattern for the same count, other numbers below
      for (let step = 0; step < 3; step++) {
        const structure = { ...p.structure!, J: p.structure!.J.map((v) => v * (1 + 0.1 * step)) };
        const b = p.b.map((v) => v * (1 - 0.2 * step));
        const request = { solver: auto, ...(coupling !== undefined && { coupling }) };
        const q = { ...p, b, structure, A: new StructuredOperator(structure) };
        const [used, fresh] = [solve(q, { ...request, instance }), solve(q, request)];
        expect(used.status).toBe('converged');
        expect(used.x).toEqual(fresh.x);
        expect([used.lo, used.hi]).toEqual([fresh.lo, fresh.hi]);
      }
    }
  },
);

test('islands of one shape share their symbolic analysis, and other numbers do not ask for another', () => {
  const graphs = new ContactGraphs();
  const graphsOf = (p: Problem) => islands(p).map((rows) => graphs.of(subproblem(p, rows).A as StructuredOperator));
  const first = graphsOf(heap(new Rng(803), 40));
  expect(new Set(first).size).toBe(2); // forty islands of two shapes
  expect(graphsOf(heap(new Rng(805), 41)).slice(0, 40)).toEqual(first);
  graphs.clear();
  expect(graphsOf(heap(new Rng(803), 1))[0]).not.toBe(first[0]);
});

test('a monitor sees the energy of the whole after each island, as measured from x', () => {
  const p = heap(new Rng(804), 5);
  const instance = auto.create();
  let bounded = p;
  const seen: number[] = [];
  const monitor = {
    ownsStopping: false,
    begin: (q: Problem) => {
      bounded = q;
    },
    observe: (_k: number, x: Float64Array, w?: Float64Array) => {
      seen.push(energyError(bounded, x).value);
      expect(energyErrorOf(bounded, x, w!).value).toBeCloseTo(seen.at(-1)!, 12);
      return undefined;
    },
  };
  instance.solve(p, new Float64Array(p.n), auto.defaults, monitor);
  expect(seen.length).toBe(5);
  expect(seen.at(-1)).toBeLessThan(1e-20);
});
