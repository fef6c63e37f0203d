import { problemFromDocument } from '@signorini/engine/problem';
import { solvers } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import { replay } from './replay.ts';
import { ResultsFormatError, readResults } from './results.ts';

// biome-ignore lint/suspicious/noExplicitAny: a row of an earlier version
type Any = any;

const drop = problemFromDocument({
  format: 'signorini-problem',
  version: 1,
  A: { dense: [[1]] },
  b: [-2],
  lo: [0],
  hi: [null],
});
const document = replay({ problems: [{ name: 'drop', problem: drop }], solvers, clock: () => 0 });

test('what replay made is read back', () => {
  expect(readResults(JSON.stringify(document))).toEqual(document);
});

test('a document of an earlier version lacks figures of the summary: they are summed up from the rows', () => {
  const old = { rows: document.rows, summary: document.summary.map(({ solver }) => ({ solver })) };
  expect(readResults(JSON.stringify(old)).summary).toEqual(document.summary);
});

test('a document of an earlier version does not know the options, the path and the version: they are null, not guessed', () => {
  const rows = document.rows.map(({ options, path, version, source, ...row }: Any) => row);
  const read = readResults(JSON.stringify({ rows, summary: document.summary }));
  for (const row of read.rows) expect(row).toMatchObject({ options: null, path: null, version: null });
  expect(read.rows[0]!.source).toEqual({ file: null, scene: null, step: null });
  const captured = { ...rows[0], problem: 'brick-wall, step 250' };
  expect(readResults(JSON.stringify({ rows: [captured], summary: [] })).rows[0]!.source).toEqual({
    file: null,
    scene: 'brick-wall',
    step: 250,
  });
});

test('a measure that is newer than the file is null', () => {
  const rows = document.rows.map(({ fischerBurmeister, ...row }) => row);
  expect(readResults(JSON.stringify({ ...document, rows })).rows[0]!.fischerBurmeister).toBeNull();
});

test.each([
  ['{', /^expected JSON, found /],
  ['[]', /^expected the document of `signorini replay`, an object/],
  ['{"rows":[]}', /with rows and summary, found neither/],
  ['{"rows":[],"summary":[]}', /^rows: expected at least one, found none/],
  ['{"rows":[{}],"summary":[]}', /^rows\[0\]\.problem: expected text, found nothing/],
  ['{"rows":[null],"summary":[]}', /^rows\[0\]\.problem: expected text/],
  [
    JSON.stringify({ ...document, rows: [{ ...document.rows[0], energy: 'much' }] }),
    /^rows\[0\]\.energy: expected a finite number or null, found "much"/,
  ],
  [
    JSON.stringify({ ...document, rows: [{ ...document.rows[0], unit: '<b>J</b>' }] }),
    /^rows\[0\]\.unit: expected J or J\/s\^2, found "<b>J<\/b>"/,
  ],
  [
    JSON.stringify({ ...document, rows: [{ ...document.rows[0], options: [1] }] }),
    /^rows\[0\]\.options: expected null or options by name, found an array of 1/,
  ],
  [
    JSON.stringify({ ...document, rows: [{ ...document.rows[0], iterations: 3 }] }),
    /^rows\[0\]\.iterations: expected null or an object with total, found 3/,
  ],
  [
    JSON.stringify({ ...document, settings: { repeat: 1, warmUp: 0, coupling: 0, patience: { ms: '<b>' } } }),
    /^settings\.patience: expected null or an object with ms, problems, found an object/,
  ],
  [JSON.stringify({ ...document, capture: 5 }), /^capture\.scene: expected text, found nothing/],
  [JSON.stringify({ ...document, machine: [] }), /^machine\.node: expected text, found nothing/],
  [JSON.stringify({ ...document, version: {} }), /^version: expected null or text, found an object/],
  [JSON.stringify({ ...document, summary: [null] }), /^summary\[0\]\.solver: expected text, found nothing/],
  [
    JSON.stringify({ ...document, rows: [{ ...document.rows[0], iterations: { total: 1e300 } }] }),
    /^rows\[0\]\.iterations: expected null or an object with total, found an object/,
  ],
  [
    JSON.stringify({ ...document, rows: [...document.rows, { ...document.rows[0], unit: 'J/s^2' }] }),
    /^expected energies of one unit, found J and J\/s\^2; replay impulse and force problems apart/,
  ],
])('what is no replay is told in a sentence: %s', (text, sentence) => {
  expect(() => readResults(text)).toThrow(ResultsFormatError);
  expect(() => readResults(text)).toThrow(sentence);
});
