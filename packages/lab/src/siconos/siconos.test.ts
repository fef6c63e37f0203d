import { fromDense, type Problem } from '@signorini/engine/problem';
import { findSolver, solve } from '@signorini/engine/solvers';
import { fclibFromProblem } from '@signorini/lab';
import { describe, expect, test } from 'vitest';
import { problemFromSiconos } from './from-siconos.ts';

const read = (text: string) => problemFromSiconos(text, 'a file');
const problemOf = (text: string) => read(text).problem;
const rowsOf = ({ A, n }: Problem) => Array.from({ length: n }, (_, i) => [...A.dense().subarray(i * n, (i + 1) * n)]);

const LCP = '2\n0\n2\n2\n2\t2\n 2.0 1.0e+00 \n 5 2\n -5 -6 \n';
const BLOCKS = '3 1 3 3  3 2 2  2 3  2 3  3 3  0 2 3  0 1 1  0 1 2 3 4  1 5 6  2 9  -1 -2 -3';
const CSPARSE = 'CSparse Version 3.1.9, May 4, 2016.  Copyright (c) Timothy A. Davis, 2006-2016';
const TRIPLETS = `2 2 2 2 1 ${CSPARSE}\ntriplet: 2-by-2, nzmax: 9 nnz: 3\n 0 0 : 2\n 1 1 : 3\n 0 1 : -1e-1\n -1 -2`;
const COLUMNS = `3 2 3 3 2 ${CSPARSE}\n3-by-3, nzmax: 4 nnz: 3, 1-norm: 7
    col 0 : locations 0 to 0\n 2 : 4\n    col 1 : locations 1 to 2\n 0 : 1\n 1 : 2\n    col 2 : locations 3 to 2\n 1 2 3`;
const MLCP = '1\n1\n1\n2\n0 1 3 \n0 1 \n0\n3\n3\n3 3\n 1 0 0 \n 2 1 0 \n 0 1.5 1 \n -1 1 -3 \n 1 \n 1 1.5 \n 0 1 \n';
/** One contact of three rows: mass 2 kg, falling and sliding. */
const LOCAL = '3 1 0 3 3 3 3  0.5 0 0  0 0.5 0  0 0 0.5  -1 2 0  0.25';
/** The same in masses: M = 2, H = 1. */
const GLOBAL = '3 1 0 3 3 3 3  2 0 0  0 2 0  0 0 2  0 3 3 3 3  1 0 0  0 1 0  0 0 1  -2 4 0  0 0 0  0.25';

describe('matrices', () => {
  test('a line of a dense matrix is a column', () => {
    const p = problemOf(LCP);
    expect(rowsOf(p)).toEqual([
      [2, 5],
      [1, 2],
    ]);
    expect([...p.b]).toEqual([-5, -6]);
    expect([...p.lo, ...p.hi]).toEqual([0, 0, Infinity, Infinity]);
    expect(p).toMatchObject({ symmetric: false, title: 'a file' });
  });

  test('blocks are stored by rows of blocks, each column by column', () => {
    expect(rowsOf(problemOf(BLOCKS))).toEqual([
      [1, 3, 5],
      [2, 4, 6],
      [0, 0, 9],
    ]);
  });

  test('what CSparse prints is read, as triplets and as columns', () => {
    expect(rowsOf(problemOf(TRIPLETS))).toEqual([
      [2, -0.1],
      [0, 3],
    ]);
    const p = problemOf(COLUMNS);
    expect(rowsOf(p)).toEqual([
      [0, 1, 0],
      [0, 2, 0],
      [4, 0, 0],
    ]);
    expect([...p.b]).toEqual([1, 2, 3]);
  });
});

test('an LCP may be followed by remarks; two more vectors, one below the other, are the bounds of a relay', () => {
  expect([...problemOf(`${LCP}Remark: two solutions`).hi]).toEqual([Infinity, Infinity]);
  const { problem, notes } = read(`${LCP} -1 -1 1 2`);
  expect([...problem.lo, ...problem.hi]).toEqual([-1, -1, 1, 2]);
  expect(notes[0]).toMatch(/read as a relay/);
});

test('an MLCP has equalities first; its solution is that of the enumeration', () => {
  const p = problemOf(MLCP);
  expect(p.kind).toEqual(['bilateral', 'normal', 'normal']);
  expect([...p.lo]).toEqual([-Infinity, 0, 0]);
  const { x, status } = solve(p, { solver: findSolver('enumeration') });
  expect(status).toBe('converged');
  expect([...x]).toEqual([1, 0, 3]); // u = 1 - 2 v1, and w = (1 + 1.5 v2 + v1, v2 - 3)
});

test('a friction problem has cones, and its form in masses is the same problem', () => {
  const [local, global] = [problemOf(LOCAL), problemOf(GLOBAL)];
  expect(local.contacts).toMatchObject([{ normal: 0, tangents: [1, 2], mu: 0.25, set: 'cone' }]);
  for (const p of [local, global]) {
    for (const a of p.A.diagonal) expect(a).toBeCloseTo(0.5, 15);
    expect([...p.b].map((v) => Math.round(v * 1e9) / 1e9)).toEqual([-1, 2, 0]);
    const { x } = solve(p, { solver: findSolver('newton-cone') });
    expect([...x].map((v) => Math.round(v * 1e9) / 1e9)).toEqual([2, -0.5, 0]); // 2 kg stop falling, mu 2 N s against the slide
  }
  expect(fclibFromProblem(local).notes).toEqual([]);
});

test('a matrix that is almost symmetric is averaged, and the note says by how much', () => {
  const { problem, notes } = read(LOCAL.replace('0.5 0 0  0', '0.5 0.0001 0  0'));
  expect(notes).toEqual(['M differs from its transpose by 2.0e-4 of its largest entry: their mean is used']);
  expect(problem.A.dense()).toEqual(fromDense(3, Float64Array.of(0.5, 5e-5, 0, 5e-5, 0.5, 0, 0, 0, 0.5)).dense());
});

test('what is none of the forms gets a sentence that names them', () => {
  for (const text of ['', 'x,y\n1,2\n', '7 7 7', '{"format": "signorini-problem"}', '1.5 2.5 3.5'])
    expect(() => read(text)).toThrow(/expected an LCP \(.*\), an MLCP \(.*\) or a friction problem \(.*\), found/);
});

const wrong: Record<string, readonly [text: string, sentence: RegExp]> = {
  'a file that is cut': [LCP.slice(0, 30), /^(M|q): expected \d numbers, found \d words until the end \(word \d+\)$/],
  'text in a matrix': [LCP.replace('5 2', 'five 2'), /^M\[2\]: expected a finite number, found "five" \(word 9\)$/],
  'a number without end': [LCP.replace('5 2', '1e999 2'), /^M\[2\]: expected a finite number, found "1e999"/],
  'an enormous size': [
    '900000000 0 900000000 900000000 900000000 900000000 1',
    /expected 810000000000000000 numbers, found 1 words/,
  ],
  'a block beyond the matrix': [
    BLOCKS.replace('0 1 1  0 1', '0 1 7  0 1'),
    /^places of M\[2\]: expected an integer from 0 to 1, found 7/,
  ],
  'sizes of blocks that do not add up': [
    BLOCKS.replace('2 3  2 3', '2 2  2 3'),
    /^block rows of M: expected sizes that grow to 3/,
  ],
  'an entry outside': [
    TRIPLETS.replace('1 1 : 3', '1 5 : 3'),
    /^column of an entry of M: expected an integer from 0 to 1, found 5/,
  ],
  'a rectangular MLCP': [
    '1 1 1 1 0 1 2 0 1 0 3 2 3 2 1 -1 1 -1 -1 1 0 1',
    /^M: expected 2 rows and columns, found 3 x 2/,
  ],
  'no contacts': ['2 0 2 900 900 1', /^contacts: expected at least one contact, found 0/],
  'rows that are no contacts': ['3 1 0 4 4 4 4 1', /^M: expected 16 numbers/],
  'a negative coefficient': [LOCAL.replace('0.25', '-0.25'), /^mu\[0\]: expected a coefficient >= 0, found -0.25/],
  'masses that are not positive': [
    GLOBAL.replace('2 0 0  0 2', '-2 0 0  0 2'),
    /^M: expected a positive definite matrix, found the pivot/,
  ],
};
for (const [name, [text, sentence]] of Object.entries(wrong))
  test(`${name}: a sentence with the place`, () => {
    expect(() => read(text)).toThrow(sentence);
  });
