import { fromTriplets, makeContact, makeProblem, type Problem, problemFromDocument } from '@signorini/engine/problem';
import { describe, expect, test } from 'vitest';
import { Place, type Tree, Unread } from '../hdf5/tree.ts';
import { EnvelopeCholesky } from './envelope-cholesky.ts';
import { problemFromFclib } from './from-fclib.ts';
import { readMatrix, symmetrise, withBothTriangles } from './matrix.ts';
import { fclibFromProblem } from './to-fclib.ts';

const ints = (...values: number[]) => Int32Array.of(...values);
const floats = (...values: number[]) => Float64Array.of(...values);
const UNUSED = Number.NaN; // takes no part: poisons the answer if it does

/** The same 2 x 3 matrix [[1, 0, 2], [0, 3, 0]] in the three storages, with room that is not used. */
const SIZES = { m: ints(2), n: ints(3), nzmax: ints(5) };
const STORAGES: Record<string, Tree> = {
  rows: { ...SIZES, nz: ints(-2), p: ints(0, 2, 3), i: ints(0, 2, 1, 0), x: floats(1, 2, 3) },
  columns: { ...SIZES, nz: ints(-1), p: ints(0, 1, 2, 3), i: ints(0, 1, 0), x: floats(1, 3, 2) },
  triplets: { ...SIZES, nz: ints(3), p: ints(0, 1, 2), i: ints(0, 1, 0), x: floats(1, 3, 2) },
};

/** Dense, row by row. */
function dense(p: { rows: number; columns: number; i: Int32Array; j: Int32Array; values: Float64Array }): number[] {
  const a = new Array(p.rows * p.columns).fill(0);
  p.values.forEach((value, k) => {
    a[p.i[k] * p.columns + p.j[k]] += value;
  });
  return a;
}

/** Triplets of a dense matrix, row-major. */
function triplets(rows: number, columns: number, a: readonly number[]): Tree {
  const places = a.map((_, k) => k).filter((k) => a[k] !== 0);
  return {
    m: ints(rows),
    n: ints(columns),
    nz: ints(places.length),
    nzmax: ints(99),
    p: Int32Array.from(places, (k) => k % columns),
    i: Int32Array.from(places, (k) => Math.floor(k / columns)),
    x: Float64Array.from(places, (k) => a[k]),
  };
}

const W = [3, 0.5, 0, 0.5, 2, 0, 0, 0, 1];
const local = (more: Tree = {}, vectors: Tree = {}): Tree => ({
  fclib_local: {
    spacedim: ints(3),
    W: triplets(3, 3, W),
    info: { title: 'one contact' },
    vectors: { q: floats(-1, 0.25, 0), mu: floats(0.5), ...vectors },
    ...more,
  },
});

describe('matrices', () => {
  test.each(Object.keys(STORAGES))('stored by %s are the same matrix', (storage) => {
    expect(dense(readMatrix(new Place(STORAGES), storage))).toEqual([1, 0, 2, 0, 3, 0]);
  });

  test('of which one triangle is stored get the other; whole and diagonal ones stay', () => {
    const read = (a: number[]) => withBothTriangles(readMatrix(new Place({ M: triplets(2, 2, a) }), 'M'));
    expect(dense(read([2, 0, 1, 3]))).toEqual([2, 1, 1, 3]);
    expect(dense(read([2, 1, 0, 3]))).toEqual([2, 1, 1, 3]);
    expect(dense(read([2, 1, 1, 3]))).toEqual([2, 1, 1, 3]);
    expect(dense(read([2, 0, 0, 3]))).toEqual([2, 0, 0, 3]);
  });

  test('that differ a little from their transpose become the mean, the same bits in both triangles', () => {
    const entries = readMatrix(new Place({ M: triplets(2, 2, [1, 0.1 + 1e-4, 0.1, 2]) }), 'M');
    const { matrix, asymmetry, symmetric } = symmetrise(entries);
    const [a, b, c, d] = matrix.dense();
    expect([a, d, symmetric]).toEqual([1, 2, true]);
    expect(b).toBe(c);
    expect(b).toBeCloseTo(0.10005, 15);
    expect(asymmetry).toBeCloseTo(5e-5, 12); // 1e-4 of the largest entry, 2
  });

  test('factor in any order: L^-1 makes M the identity', () => {
    // a ring of five, and one unknown by itself
    const pairs = [0, 1, 2, 3, 4].map((k) => [k, (k + 1) % 5]);
    const i = [...pairs.flat(), 0, 1, 2, 3, 4, 5];
    const j = [...pairs.flatMap(([p, q]) => [q, p]), 0, 1, 2, 3, 4, 5];
    const M = fromTriplets(6, { i, j, values: i.map((row, k) => (row === j[k] ? 4 + row : -1)) });
    const L = new EnvelopeCholesky(M);
    const column = (k: number) => {
      const y = new Float64Array(6);
      y[L.place[k]] = 1;
      L.forward(y);
      return y;
    };
    // Y^T Y = M^-1, so M Y^T Y = 1
    const Y = [0, 1, 2, 3, 4, 5].map(column);
    const inverse = Y.map((p) => Y.map((q) => p.reduce((sum, v, k) => sum + v * q[k], 0)));
    const a = M.dense();
    for (let r = 0; r < 6; r++)
      for (let c = 0; c < 6; c++) {
        const product = inverse.reduce((sum, line, k) => sum + a[6 * r + k] * line[c], 0);
        expect(product).toBeCloseTo(r === c ? 1 : 0, 14);
      }
  });
});

describe('from a file to a problem', () => {
  test('a local one is W and q as they are, cones without bounds of their own, normals that push', () => {
    const { problem: p, notes } = problemFromFclib(local());
    expect([...p.A.dense()]).toEqual(W);
    expect([...p.b]).toEqual([-1, 0.25, 0]);
    expect([...p.lo, ...p.hi]).toEqual([0, 0, 0, Infinity, 0, 0]);
    expect(p).toMatchObject({ title: 'one contact', ungiven: [1, 2], quantity: 'impulse', symmetric: true });
    expect(p).toMatchObject({ kind: ['normal', 'friction', 'friction'], unit: ['linear', 'linear', 'linear'] });
    expect(p.contacts).toEqual([makeContact({ normal: 0, tangents: [1, 2], mu: 0.5, set: 'cone' })]);
    expect(notes).toEqual([]);
  });

  test('a global one: two masses that meet have W = 1/m1 + 1/m2 and q = the speed they meet with', () => {
    const [m1, m2] = [2, 4];
    // v = (v1, v2) along x, y each: M v = H r + f with f = M v0
    const M = [m1, 0, 0, 0, 0, m1, 0, 0, 0, 0, m2, 0, 0, 0, 0, m2];
    const H = [-1, 0, 0, -1, 1, 0, 0, 1];
    const { problem: p } = problemFromFclib({
      fclib_global: {
        spacedim: ints(2),
        M: triplets(4, 4, M),
        H: triplets(4, 2, H),
        vectors: { f: floats(m1 * 3, 0, m2 * 1, 0), w: floats(0.125, 0), mu: floats(0.3) },
      },
    });
    expect([...p.A.dense()]).toEqual([0.75, 0, 0, 0.75].map((v) => expect.closeTo(v, 15)));
    expect([...p.b]).toEqual([expect.closeTo(1 - 3 + 0.125, 15), 0]);
    expect(p.contacts[0]).toMatchObject({ normal: 0, tangents: [1], set: 'cone' });
  });

  test('the rows of G are bilateral and come last', () => {
    const { problem: p } = problemFromFclib({
      fclib_global: {
        spacedim: ints(2),
        M: triplets(2, 2, [2, 0, 0, 4]),
        H: triplets(2, 2, [1, 0, 0, 1]),
        G: triplets(2, 1, [1, -1]),
        vectors: { f: floats(2, 8), w: floats(0, 0), mu: floats(0.3), b: floats(0.5) },
      },
    });
    expect([...p.A.dense()]).toEqual([0.5, 0, 0.5, 0, 0.25, -0.25, 0.5, -0.25, 0.75].map((v) => expect.closeTo(v, 15)));
    expect([...p.b]).toEqual([1, 2, -1 + 0.5].map((v) => expect.closeTo(v, 15)));
    expect([p.lo[2], p.hi[2], p.kind?.[2], p.unit]).toEqual([-Infinity, Infinity, 'bilateral', undefined]);
  });

  test('a local one with V, R and s has their rows after the contacts', () => {
    const more = { V: triplets(3, 1, [0.5, 0, 0.25]), R: triplets(1, 1, [4]) };
    const { problem: p } = problemFromFclib(local(more, { s: floats(7) }));
    expect([...p.A.dense()]).toEqual([3, 0.5, 0, 0.5, 0.5, 2, 0, 0, 0, 0, 1, 0.25, 0.5, 0, 0.25, 4]);
    expect([...p.b]).toEqual([-1, 0.25, 0, 7]);
  });

  test('rolling rows have mu_r and are angular', () => {
    const identity = Array.from({ length: 25 }, (_, k) => (k % 6 === 0 ? 1 : 0));
    const vectors = { f: new Float64Array(5), w: new Float64Array(5), mu: floats(1), mu_r: floats(0.1) };
    const group = { spacedim: ints(5), M: triplets(5, 5, identity), H: triplets(5, 5, identity), vectors };
    const { problem: p } = problemFromFclib({ fclib_global_rolling: group });
    expect(p.contacts[0]).toMatchObject({ tangents: [1, 2], mu: 1, rolling: [3, 4], muRolling: 0.1 });
    expect(p.unit?.slice(2)).toEqual(['linear', 'angular', 'angular']);
    expect(p.ungiven).toEqual([1, 2, 3, 4]);
  });

  test('W that differs from its transpose by less than a hundredth is averaged, by more it is unsymmetric; both are said', () => {
    const with01 = (a01: number) => problemFromFclib(local({ W: triplets(3, 3, W.with(1, a01)) }));
    expect(with01(0.5 + 1e-13)).toMatchObject({ notes: [], problem: { symmetric: true } });
    expect(with01(0.515)).toMatchObject({
      notes: ['fclib_local/W differs from its transpose by 5.0e-3 of its largest entry: their mean is used'],
      problem: { symmetric: true },
    });
    const { problem, notes } = with01(0.6);
    expect(problem.symmetric).toBe(false);
    expect([...problem.A.dense()]).toEqual(W.with(1, 0.6));
    expect(notes[0]).toMatch(/by 3\.3e-2 of its largest entry: taken as unsymmetric$/);
  });

  test('the first guess is the warm start; a solution or a guess of zeros is none', () => {
    const guess = (r: Float64Array): Tree => ({ guesses: { number_of_guesses: ints(1), 1: { r, u: floats(UNUSED) } } });
    const zeros = floats(0, 0, 0);
    expect([...problemFromFclib({ ...local(), ...guess(floats(1, 2, 3)) }).problem.warm!]).toEqual([1, 2, 3]);
    expect(problemFromFclib({ ...local(), ...guess(zeros) }).problem.warm).toBeUndefined();
    expect(problemFromFclib({ ...local(), solution: { r: zeros, u: zeros } }).problem.x).toBeUndefined();
    expect([...problemFromFclib({ ...local(), solution: { r: floats(1, 0, 0) } }).problem.x!]).toEqual([1, 0, 0]);
  });

  const broken: [string, Tree, string][] = [
    ['no group', { run: {}, x: floats(1) }, 'fclib_local: expected a group of that name, .*, found run/, x'],
    ['nothing', {}, 'fclib_local: expected a group .*, found an empty file'],
    [
      'a data set for the group',
      { fclib_local: floats(1) },
      'fclib_local: expected a group, found floating-point numbers',
    ],
    [
      'no W',
      local({ W: new Unread('data of another type') }),
      'fclib_local/W: expected a group, found data of another type',
    ],
    ['spacedim', local({ spacedim: ints(4) }), 'fclib_local/spacedim: expected 2 or 3, found 4'],
    ['many spacedims', local({ spacedim: ints(3, 3) }), 'spacedim: expected one integer, found 2 of them'],
    ['a float spacedim', local({ spacedim: floats(3) }), 'spacedim: expected integers, found floating-point numbers'],
    ['no mu', local({ vectors: { q: floats(1, 2, 3) } }), 'vectors/mu: expected floating-point numbers, found nothing'],
    [
      'a negative mu',
      local({}, { mu: floats(-1) }),
      String.raw`vectors/mu\[0\]: expected a coefficient >= 0, found -1`,
    ],
    ['NaN', local({}, { q: floats(0, NaN, 0) }), String.raw`vectors/q\[1\]: expected a finite number, found NaN`],
    ['a short q', local({}, { q: floats(0) }), 'vectors/q: expected 3 numbers, one per row of W, found 1'],
    ['a small W', local({ W: triplets(2, 2, [1, 0, 0, 1]) }), 'fclib_local/W/m: expected 3, found 2'],
    [
      'an index',
      local({ W: { ...triplets(3, 3, W), i: ints(0, 0, 9, 1, 2) } }),
      String.raw`W/i\[2\]: expected an index from 0 to 2, found 9`,
    ],
    ['few values', local({ W: { ...triplets(3, 3, W), x: floats(1) } }), 'W/x: expected 5 numbers, found 1'],
    ['storage', local({ W: { ...triplets(3, 3, W), nz: ints(-3) } }), 'W/nz: expected -2 .*, found -3'],
    ['starts', local({ W: { ...STORAGES.rows, m: ints(3), n: ints(3) } }), 'W/p: expected 4 starts, found 3'],
    [
      'falling starts',
      local({ W: { ...STORAGES.rows, m: ints(3), n: ints(3), p: ints(0, 2, 1, 3) } }),
      String.raw`W/p\[2\]: expected at least p\[1\] = 2, found 1`,
    ],
    [
      'no diagonal',
      local({ W: triplets(3, 3, [1, 0, 0, 0, 0, 0, 0, 0, 1]) }),
      'fclib_local/W: expected a positive diagonal, found 0 in row 1',
    ],
    [
      'an indefinite M',
      {
        fclib_global: {
          spacedim: ints(2),
          M: triplets(2, 2, [1, 2, 2, 1]),
          H: triplets(2, 2, [1, 0, 0, 1]),
          vectors: { f: floats(0, 0), w: floats(0, 0), mu: floats(0.3) },
        },
      },
      'fclib_global/M: expected a positive definite matrix, found the pivot -3 in row',
    ],
  ];
  test.each(broken)('what is wrong is said with its path: %s', (_, file, sentence) => {
    expect(() => problemFromFclib(file)).toThrow(new RegExp(sentence));
  });
});

describe('from a problem to a file', () => {
  const file = { format: 'signorini-problem', version: 1 };
  /** Two contacts whose rows are not in FCLib's order, and a bilateral row between them. */
  const mixed = problemFromDocument({
    ...file,
    A: {
      dense: Array.from({ length: 7 }, (_, i) =>
        Array.from({ length: 7 }, (_, j) => (i === j ? 2 + i : 1 / (1 + i + j))),
      ),
    },
    b: [1, 2, 3, 4, 5, 6, 7],
    lo: [null, 0, null, null, null, 0, null],
    hi: [null, null, null, null, null, null, null],
    contacts: [
      { normal: 5, tangents: [0, 6], mu: 0.3, set: 'cone' },
      { normal: 1, tangents: [2, 4], mu: 0.4, set: 'cone' },
    ],
    warm: [1, 2, 3, 4, 5, 6, 7],
  });

  test('contacts come first, then bilateral rows; read back it is the same problem in that order', () => {
    const { file, notes } = fclibFromProblem(mixed);
    expect(notes).toEqual(['the rows are in another order: contacts first, N, T1, T2 each']);
    const { problem } = problemFromFclib(file);
    const order = [5, 0, 6, 1, 2, 4, 3];
    expect([...problem.b]).toEqual(order.map((row) => mixed.b[row]));
    expect([...problem.warm!]).toEqual(order.map((row) => mixed.warm![row]));
    const a = mixed.A.dense();
    expect([...problem.A.dense()]).toEqual(order.flatMap((r) => order.map((c) => a[7 * r + c])));
    expect(problem.contacts.map(({ mu }) => mu)).toEqual([0.3, 0.4]);
  });

  test('what the file cannot hold is reported', () => {
    const { A, b } = problemFromFclib(local()).problem;
    const contacts = [makeContact({ normal: 0, tangents: [1, 2], mu: 0.5 })];
    const lo = floats(0, -1, -1);
    const boxes = makeProblem({ A, b, lo, hi: floats(Infinity, 1, 1), contacts, symmetric: false });
    expect(fclibFromProblem(boxes).notes).toEqual([
      'the friction set box is not written: an FCLib file means the circular cone',
      'the bounds of friction rows are not written: an FCLib file has mu only',
      'A is unsymmetric, which an FCLib file cannot state',
    ]);
  });

  const one = problemFromFclib(local()).problem;
  const [contact] = one.contacts;
  const unfit: [string, Problem, RegExp][] = [
    ['no contacts', { ...one, contacts: [] }, /^contacts: expected at least one/],
    [
      'no tangents',
      { ...one, contacts: [{ ...contact, tangents: [] }] },
      /^contacts\[0\]\.tangents: expected one or two, found 0$/,
    ],
    [
      'rolling',
      { ...one, contacts: [{ ...contact, tangents: [1], rolling: [2] }] },
      /^contacts\[0\]\.rolling: expected no rolling rows, .*, found 1$/,
    ],
    [
      'a limit',
      { ...one, contacts: [{ ...contact, tangents: [1] }] },
      /^lo\[2\]: expected a row of a contact, or one without bounds .*, found \[0, 0\]$/,
    ],
    ['a bounded normal', { ...one, lo: floats(1, 0, 0) }, /^lo\[0\]: expected a normal between 0 and no bound/],
    ['forces', { ...one, quantity: 'force' }, /^quantity: expected "impulse"/],
  ];
  test.each(unfit)('what has no place in the format is refused in a sentence: %s', (_, p, sentence) => {
    expect(() => fclibFromProblem(p)).toThrow(sentence);
  });
});
