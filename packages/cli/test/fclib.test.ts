import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemFromDocument } from '@signorini/engine/problem';
import { solvers } from '@signorini/engine/solvers';
import { writeFclibFile } from '@signorini/lab/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runner } from './support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'signorini-fclib-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...parts: string[]) => join(folder, ...parts);
const run = runner({ clock: () => 0, hidden: { path: () => folder } });

/** A block on the ground with circular friction. */
const block = (a01 = 0.5) => ({
  format: 'signorini-problem',
  version: 1,
  title: 'block',
  symmetric: a01 === 0.5,
  A: {
    dense: [
      [2, a01, 0],
      [0.5, 1, 0],
      [0, 0, 1],
    ],
  },
  b: [-2, 0.5, 0.25],
  lo: [0, null, null],
  hi: [null, null, null],
  contacts: [{ normal: 0, tangents: [1, 2], mu: 0.5, set: 'cone' }],
});

beforeAll(async () => {
  writeFileSync(at('block.json'), JSON.stringify(block()));
  await writeFclibFile(at('block.hdf5'), problemFromDocument(block()));
  await writeFclibFile(at('crooked.h5'), problemFromDocument(block(0.503)));
  writeFileSync(at('text.hdf5'), 'not one');
});

test('convert writes FCLib from JSON and JSON from FCLib, and the problem stays the same', async () => {
  const there = await run('convert', at('block.json'), at('there.hdf5'));
  expect([there.code, there.err, there.out]).toEqual([0, '', `${at('there.hdf5')}: 3 rows, 1 contact\n`]);
  const back = await run('convert', at('there.hdf5'), at('back.json'), '--json');
  expect(JSON.parse(back.out)).toEqual({
    in: at('there.hdf5'),
    out: at('back.json'),
    title: 'block',
    problems: 1,
    rows: 3,
    contacts: 1,
    notes: [],
  });
  const { A, b, lo, hi, contacts } = JSON.parse(readFileSync(at('back.json'), 'utf8'));
  expect({ b, lo, hi, contacts }).toEqual({ b: block().b, lo: block().lo, hi: block().hi, contacts: block().contacts });
  expect(A).toEqual({ size: 3, i: [0, 0, 1, 1, 2], j: [0, 1, 0, 1, 2], values: [2, 0.5, 0.5, 1, 1] });
});

test('convert says what it cannot write, and leaves nothing', async () => {
  const csv = await run('convert', at('block.json'), at('block.csv'));
  expect(csv).toMatchObject({ code: 2, out: '' });
  expect(csv.err).toMatch(
    /^signorini: block\.csv: expected a name that ends in \.json, \.jsonl, \.h5 or \.hdf5, found "\.csv"/,
  );
  writeFileSync(at('drop.json'), JSON.stringify({ ...block(), contacts: [] }));
  const drop = await run('convert', at('drop.json'), at('drop.hdf5'));
  expect([drop.code, drop.err]).toEqual([
    ...[2, 'signorini: drop.hdf5: contacts: expected at least one, as an FCLib file has, found none\n'],
  ]);
  expect([existsSync(at('drop.hdf5')), existsSync(at('block.csv'))]).toEqual([false, false]);
});

test.each(['solve', 'replay', 'doctor'])(
  '%s takes an FCLib file: what is wrong with it is one sentence, exit 2',
  async (name) => {
    const { code, out, err } = await run(name, at('text.hdf5'));
    expect([code, out, err]).toEqual([2, '', 'signorini: text.hdf5: expected an HDF5 file, found something else\n']);
    const place = await run(name, at('block.hdf5#2'));
    expect([place.code, place.err]).toEqual([
      2,
      'signorini: block.hdf5#2: expected a dataset before the #, found another HDF5 file, which holds one problem\n',
    ]);
  },
);

test('doctor looks at an FCLib file, and a matrix that was changed is told on stderr', async () => {
  const { code, out, err } = await run('doctor', at('crooked.h5'));
  expect(code).toBe(0);
  expect(out).toMatch(/looked at {3}3 rows, 1 contact/);
  expect(err).toBe(
    'crooked.h5: fclib_local/W differs from its transpose by 1.5e-3 of its largest entry: their mean is used\n',
  );
});

const able = solvers.find(({ accepts }) => accepts.includes('cone'));
test.skipIf(!able)(
  'w of solve is A x + b in the order of the file, and what was changed is in the document',
  async () => {
    const { code, out, err } = await run('solve', at('crooked.h5'), '--solver', able!.name, '--json');
    expect([code, err]).toEqual([0, expect.stringMatching(/^crooked\.h5: fclib_local\/W differs/)]);
    const { problem, x, w } = JSON.parse(out);
    expect(problem.notes).toEqual([expect.stringMatching(/^fclib_local\/W differs from its transpose by 1\.5e-3 of/)]);
    const [n, s, t] = x;
    const expected = [2 * n + 0.5015 * s - 2, 0.5015 * n + s + 0.5, t + 0.25];
    expect(w).toEqual(expected.map((v) => expect.closeTo(v, 12)));
  },
);

test('solve names who can where the solver does not take cones', async () => {
  const { code, err } = await run('solve', at('block.hdf5'), '--solver', 'pgs');
  expect(code).toBe(2);
  expect(err).toMatch(/^signorini: pgs takes the sets? .*, this problem has cone/);
});

test('a folder may hold both formats, and reference answers beside FCLib files are not problems', async () => {
  mkdirSync(at('both'));
  await writeFclibFile(at('both', 'a.h5'), problemFromDocument(block()));
  writeFileSync(at('both', 'a.reference.json'), '{"r": []}');
  writeFileSync(at('both', 'b.json'), JSON.stringify(block()));
  const { code, err } = await run('replay', at('both'), '--solver', 'pgs');
  expect([code, err]).toEqual([2, expect.stringMatching(/^signorini: a: pgs takes/)]);
});

const bin = fileURLToPath(new URL('../bin/signorini.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../dist/main.js', import.meta.url)));
test.skipIf(!built)('the HDF5 library prints nothing of its own', () => {
  writeFileSync(at('cut.h5'), readFileSync(at('block.hdf5')).fill(0, 100, 1500));
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'doctor', at('cut.h5')], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^signorini: [^\n]*\n$/);
});
