import { expect, test } from 'vitest';
import { randomExplicit, randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { makeContact, makeProblem } from './problem.ts';
import { ProblemFormatError, problemFromDocument, readProblem } from './read-json.ts';
import { problemDocument, writeProblem } from './write-json.ts';

const explicit = {
  format: 'signorini-problem',
  version: 1,
  title: 'two rows',
  A: {
    dense: [
      [2, 1],
      [1, 2],
    ] as number[][],
  },
  b: [-1, 1],
  lo: [0, null],
  hi: [null, 3],
};
const { A: _dense, ...withoutA } = explicit;
const mass = Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 1 : 0));
const structured = {
  ...withoutA,
  J: [
    { row: 0, body: 0, values: [1, 0, 0, 0, 0, 0] },
    { row: 1, body: 0, values: [0, 1, 0, 0, 0, 0] },
  ],
  Minv: [mass],
  C: [0, 0.5],
};
const sparse = { ...explicit, A: { size: 2, i: [0, 1, 0, 1, 0], j: [0, 1, 1, 0, 0], values: [1, 2, 1, 1, 1] } };
const contact = { normal: 0, tangents: [1], mu: 0.5 };

test('reads dense, sparse and structured matrices; null is unbounded; repeated entries add', () => {
  const p = problemFromDocument(explicit);
  expect(Array.from(p.A.dense())).toEqual([2, 1, 1, 2]);
  expect(Array.from(p.lo)).toEqual([0, -Infinity]);
  expect(Array.from(p.hi)).toEqual([Infinity, 3]);
  expect(Array.from(problemFromDocument(sparse).A.dense())).toEqual([2, 1, 1, 2]);
  expect(Array.from(problemFromDocument(structured).A.dense())).toEqual([1, 0, 0, 1.5]);
});

test('null bounds of a friction row mean not given: the row is listed and zero stands in', () => {
  const p = problemFromDocument({ ...explicit, lo: [0, null], hi: [null, null], contacts: [contact] });
  expect(p.ungiven).toEqual([1]);
  expect([p.lo[1], p.hi[1]]).toEqual([0, 0]);
  expect(p.contacts[0]).toEqual(makeContact({ ...contact }));
  expect((problemDocument(p).lo as unknown[])[1]).toBeNull();
});

test.each([
  ['explicit', randomExplicit(new Rng(21), 6)],
  ['structured', randomStructured(new Rng(22), 7, 3)],
])('what is written is read back with the same numbers: %s', (_form, p) => {
  const full = makeProblem({
    ...p,
    title: 'all fields',
    h: 0.01,
    quantity: 'force',
    names: p.unit!.map((u, i) => `${u} ${i}`),
    kind: p.unit!.map(() => 'limit' as const),
    x: p.b,
    warm: p.b,
    contacts: [makeContact({ normal: 0, tangents: [1], mu: 0.5, rolling: [3], muRolling: 0.1 })],
    lo: p.lo.map((v, i) => (i === 1 || i === 3 ? -1 : v)),
    hi: p.hi.map((v, i) => (i === 1 || i === 3 ? 1 : v)),
  });
  const back = readProblem(writeProblem(full));
  expect(problemDocument(back)).toEqual(problemDocument(full));
  expect(Array.from(back.A.dense())).toEqual(Array.from(full.A.dense()));
  expect(Array.from(back.lo)).toEqual(Array.from(full.lo));
});

const rejected: [string, unknown, string][] = [
  ['not an object', [1], 'expected an object, found an array of 1'],
  ['another format', { ...explicit, format: 'mlcp' }, 'format: expected "signorini-problem", found "mlcp"'],
  ['another version', { ...explicit, version: 2 }, 'version: expected 1, found 2'],
  ['no version', { ...explicit, version: undefined }, 'version: expected 1, found nothing'],
  ['an unknown field', { ...explicit, high: [] }, 'high: expected no such field: perhaps hi is meant'],
  [
    'an unknown field inside',
    { ...explicit, A: { dense: [[1]], rank: 2 } },
    'A.rank: expected no such field: known are dense, size, i, j, values',
  ],
  ['no rows', { ...explicit, b: [] }, 'b: expected at least one row, found none'],
  ['no matrix', { ...explicit, A: undefined }, 'A: expected the matrix A, or J, Minv and C, found none of them'],
  ['two matrices', { ...explicit, C: [1, 1] }, 'C: expected no such field beside A, found both'],
  [
    'dense and sparse',
    { ...explicit, A: { dense: [], size: 2 } },
    'A.size: expected no such field beside A.dense, found both',
  ],
  ['a short row', { ...explicit, A: { dense: [[1, 0], [0]] } }, 'A.dense[1]: expected an array of 2, found one of 1'],
  ['another size', { ...sparse, A: { ...sparse.A, size: 3 } }, 'A.size: expected 2, the length of b, found 3'],
  ['lists of unequal length', { ...sparse, A: { ...sparse.A, i: [0] } }, 'A.i: expected an array of 5, found one of 1'],
  [
    'a row index out of range',
    { ...sparse, A: { ...sparse.A, i: [0, 1, 2, 1, 0] } },
    'A.i[2]: expected an index from 0 to 1, found 2',
  ],
  [
    'a fractional index',
    { ...sparse, A: { ...sparse.A, j: [0, 1, 1, 0.5, 0] } },
    'A.j[3]: expected an index from 0 to 1, found 0.5',
  ],
  ['a short bound', { ...explicit, lo: [0] }, 'lo: expected an array of 2, found one of 1'],
  ['NaN', { ...explicit, b: [Number.NaN, 1] }, 'b[0]: expected a finite number, found NaN'],
  ['infinity', { ...explicit, b: [1, Infinity] }, 'b[1]: expected a finite number, found Infinity'],
  ['a string for a number', { ...explicit, b: [1, '2'] }, 'b[1]: expected a finite number, found "2"'],
  [
    'an infinite bound',
    { ...explicit, lo: [0, -Infinity] },
    'lo[1]: expected a finite number, or null for unbounded, found -Infinity',
  ],
  ['lo above hi', { ...explicit, lo: [0, 4] }, 'lo[1]: expected at most hi[1] = 3, found 4'],
  [
    'asymmetry',
    {
      ...explicit,
      A: {
        dense: [
          [2, 1],
          [1.1, 2],
        ],
      },
    },
    'A[0][1]: expected 1.1 as in A[1][0] (or "symmetric": false), found 1',
  ],
  [
    'asymmetry in one triangle',
    { ...sparse, A: { size: 2, i: [0, 1, 0], j: [0, 1, 1], values: [1, 1, 1] } },
    'A[0][1]: expected 0 as in A[1][0] (or "symmetric": false), found 1',
  ],
  [
    'a zero diagonal',
    {
      ...explicit,
      A: {
        dense: [
          [2, 0],
          [0, 0],
        ],
      },
    },
    'A[1][1]: expected a positive diagonal (or "symmetric": false), found 0',
  ],
  [
    'a zero diagonal, structured',
    { ...structured, J: [structured.J[0]], C: [0, 0] },
    'C[1]: expected a positive diagonal of A in row 1 (J M^-1 J^T + C), found 0',
  ],
  [
    'a body index out of range',
    { ...structured, J: [{ row: 0, body: 1, values: [1, 0, 0, 0, 0, 0] }] },
    'J[0].body: expected an index from 0 to 0, found 1',
  ],
  [
    'a Jacobian row out of range',
    { ...structured, J: [{ row: -1, body: 0, values: [1, 0, 0, 0, 0, 0] }] },
    'J[0].row: expected an index from 0 to 1, found -1',
  ],
  [
    'five numbers in a block',
    { ...structured, J: [{ row: 0, body: 0, values: [1, 0, 0, 0, 0] }] },
    'J[0].values: expected an array of 6, found one of 5',
  ],
  [
    'an unsymmetric inverse mass',
    { ...structured, Minv: [mass.map((m, k) => (k === 6 ? 0.5 : m))] },
    'Minv[0][6]: expected 0 as at its mirror place [1], found 0.5',
  ],
  [
    'a negative inverse mass',
    { ...structured, Minv: [mass.map((m) => -m)] },
    'Minv[0][0]: expected an inverse mass >= 0 on the diagonal, found -1',
  ],
  ['a negative compliance', { ...structured, C: [0, -1] }, 'C[1]: expected a compliance >= 0, found -1'],
  [
    'an unsymmetric structure',
    { ...structured, symmetric: false },
    'symmetric: expected true beside J, Minv and C (they make A symmetric), found false',
  ],
  ['an unknown unit', { ...explicit, unit: ['linear', 'm'] }, 'unit[1]: expected linear or angular, found "m"'],
  ['an unknown quantity', { ...explicit, quantity: 'torque' }, 'quantity: expected impulse or force, found "torque"'],
  ['a time step of zero', { ...explicit, h: 0 }, 'h: expected a positive number, found 0'],
  [
    'a contact row out of range',
    { ...explicit, contacts: [{ ...contact, normal: 2 }] },
    'contacts[0].normal: expected an index from 0 to 1, found 2',
  ],
  [
    'a row of two contacts',
    {
      ...explicit,
      lo: [0, 0],
      contacts: [
        { ...contact, tangents: [] },
        { normal: 0, tangents: [1], mu: 1 },
      ],
    },
    'contacts[1].normal: expected a row that no other place names (contacts[0].normal does), found 0',
  ],
  [
    'a negative friction coefficient',
    { ...explicit, contacts: [{ ...contact, mu: -1 }] },
    'contacts[0].mu: expected a number >= 0, found -1',
  ],
  [
    'a set that nobody knows',
    { ...explicit, contacts: [{ ...contact, set: 'conical' }] },
    'contacts[0].set: expected none or box or pyramid or prism or polyhedral or cylinder or cone or relaxed-cone, found "conical"',
  ],
  [
    'rolling without its coefficient',
    { ...explicit, contacts: [{ normal: 0, tangents: [], mu: 1, rolling: [1] }] },
    'contacts[0].muRolling: expected the coefficient of rolling resistance, in m, found nothing',
  ],
  [
    'one bound of a friction row',
    { ...explicit, contacts: [contact] },
    'lo[1]: expected both bounds of a friction row, or null for both, found null for one',
  ],
  ['a short reference', { ...explicit, x: [1] }, 'x: expected an array of 2, found one of 1'],
];

test.each(rejected)('rejects %s with one sentence that begins with its path', (_what, document, sentence) => {
  expect(() => problemFromDocument(document)).toThrow(ProblemFormatError);
  try {
    problemFromDocument(document);
  } catch (error) {
    expect((error as Error).message).toBe(sentence);
  }
});

test('asymmetry and a diagonal that is not positive are allowed where "symmetric": false says so', () => {
  const p = problemFromDocument({
    ...explicit,
    A: {
      dense: [
        [0, 1],
        [-1, 2],
      ],
    },
    symmetric: false,
  });
  expect(p.symmetric).toBe(false);
});

test('asymmetry of rounding size is accepted', () => {
  expect(
    problemFromDocument({
      ...explicit,
      A: {
        dense: [
          [2, 1 + 1e-11],
          [1, 2],
        ],
      },
    }).symmetric,
  ).toBe(true);
});

test.each([
  ['NaN', 'NaN', 'b[0]: expected a finite number, found NaN'],
  ['-Infinity', '-Infinity', 'b[0]: expected a finite number, found -Infinity'],
  ['1e999', '1e999', 'b[0]: expected a finite number, found Infinity'],
])('tells the path of a bare %s in the text, though JSON has no such number', (_name, token, sentence) => {
  const text = JSON.stringify({ ...explicit, title: 'NaN in a "title" stays' }).replace('"b":[-1', `"b":[${token}`);
  expect(() => readProblem(text)).toThrow(sentence);
});

test('text that is not JSON is told as such', () => {
  for (const [text, found] of [
    ['', 'an empty text'],
    [' \n', 'an empty text'],
    ['{"format": ', 'JSON that ends too early'],
    ['<html>\n</html>', 'text that begins with "<html>\\u{a}</html>"'],
    ['{\n"a": 1,\n  b: 2}', 'a mistake in line 3, column 3'],
  ])
    expect(() => readProblem(text)).toThrow(new ProblemFormatError('', `expected JSON, found ${found}`));
});

test('the writer refuses numbers that JSON cannot carry, rather than writing null', () => {
  const p = problemFromDocument(explicit);
  expect(() => writeProblem({ ...p, b: Float64Array.of(Number.NaN, 1) })).toThrow('finite numbers in b');
});
