import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '@signorini/engine';
import { findSolver, solvers } from '@signorini/engine/solvers';
import { readResultsFile } from '@signorini/lab/node';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, expect, test } from 'vitest';
import { runner } from './support/run.ts';

const root = mkdtempSync(join(tmpdir(), 'signorini-'));
afterAll(() => rmSync(root, { recursive: true }));

function write(path: string, document: unknown): string {
  writeFileSync(join(root, path), JSON.stringify(document));
  return join(root, path);
}
const folder = join(root, 'problems');
for (const name of ['problems', 'problems/deeper', 'other', 'empty', 'text']) mkdirSync(join(root, name));

const header = { format: 'signorini-problem', version: 1 };
/** n contacts of 1 kg each, falling with 2 m/s. */
const drops = (n: number) => ({
  ...header,
  A: { size: n, i: [...Array(n).keys()], j: [...Array(n).keys()], values: Array(n).fill(1) },
  b: Array(n).fill(-2),
  lo: Array(n).fill(0),
  hi: Array(n).fill(null),
});
const small = write('problems/b-small.json', drops(1));
const large = write('problems/a-large.json', drops(13));
const force = write('force.json', { ...drops(1), quantity: 'force' });
const other = write('other/b-small.json', drops(2));
const sliding = {
  ...header,
  A: {
    dense: [
      [1, 0],
      [0, 1],
    ],
  },
  b: [-2, 5],
  lo: [0, null],
  hi: [null, null],
  contacts: [{ normal: 0, tangents: [1], mu: 0.5 }],
};
const pushed = write('pushed.json', sliding);
write('problems/deeper/c.json', drops(1));
write('problems/.hidden.json', {});
write('problems/notes.txt', 'not a problem');
write('text/notes.txt', 'not a problem');
const run = runner({ clock: () => 5 }); // every solve takes 0 ms

type Row = Record<string, unknown>;
async function replayed(...argv: string[]): Promise<{ rows: Row[]; summary: Row[] }> {
  const { code, out, err } = await run('replay', ...argv, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}
const names = ({ rows }: { rows: Row[] }) => rows.map(({ problem }) => problem);

test('replay prints a line a solver, aligned, with units in the header and the reason of a refusal', async () => {
  const { code, out, err } = await run('replay', folder, '--solver', 'enumeration,pgs', '--repeat', '3');
  expect([code, err]).toEqual([0, '']);
  expect(out.replace(/; solvers that take it.*/, '').split('\n')).toEqual([
    '2 problems, 3 solves each, coupling 0 (bounds as stored), no contacts',
    'solver       solved  refused  median ms  median error, J  worst error, J  median relative  worst relative',
    'enumeration     1/1        1          0                0               0                0               0',
    'pgs             2/2        0          0                0               0                0               0',
    'error: the energy error; relative: over that of doing nothing',
    'enumeration refused 1 of 2; a-large: enumeration takes at most 12 rows, this problem has 13',
    '',
  ]);
});

test('replay says so where friction has no bounds that could be stored', async () => {
  const cone = { ...sliding, contacts: [{ normal: 0, tangents: [1], mu: 0.5, set: 'cone' }] };
  const file = write('cone.json', cone);
  const { out } = await run('replay', file, '-s', 'auto');
  expect(out.split('\n')[0]).toBe(
    '1 problem, 1 solve each, coupling 0 (friction follows its own normals), friction cone',
  );
  const both = await run('replay', file, folder, '-s', 'auto');
  expect(both.out.split('\n')[0]).toBe(
    '3 problems, 1 solve each, coupling 0 (bounds as stored; in 1 problem friction follows its own normals), friction cone',
  );
});

test('replay --json prints the document and nothing else: rows by problem and solver, and a summary a solver', async () => {
  const document = await replayed(folder, '-s', 'pgs');
  expect(Object.keys(document)).toEqual(['rows', 'summary', 'settings', 'version', 'machine']);
  expect(names(document)).toEqual(['a-large', 'b-small']); // not the folders inside, not other files
  expect(Object.keys(document.rows[0])).toEqual(
    expect.arrayContaining([
      ...['problem', 'solver', 'status', 'iterations', 'timeMs', 'symbolicMs', 'unit', 'energy', 'relativeEnergy'],
      ...['naturalResidual', 'fischerBurmeister', 'frictionConsistency'],
    ]),
  );
  expect(document.rows[0]).toMatchObject({ solver: 'pgs', status: 'converged', energy: 0, timeMs: 0, unit: 'J' });
  expect(document.summary).toEqual([
    {
      solver: 'pgs',
      problems: 2,
      solved: 2,
      refused: 0,
      failed: 0,
      stoppedAfter: null,
      stoppedFor: null,
      unit: 'J',
      medianTimeMs: 0,
      medianClaimedMs: null,
      maxTimeMs: 0,
      medianIterations: 2,
      maxIterations: 2,
      medianEnergy: 0,
      worstEnergy: 0,
      medianRelativeEnergy: 0,
      worstRelativeEnergy: 0,
      medianNaturalResidual: 0,
      medianFrictionConsistency: 0,
      worstFrictionConsistency: 0,
      worstNaturalResidual: 0,
      medianFischerBurmeister: 0,
      worstFischerBurmeister: 0,
    },
  ]);
});

test('a row says how it was made: options, coupling, path, version, and the file, scene and step of its problem', async () => {
  const captured = write('captured.json', { ...drops(1), title: 'brick-wall, step 250' });
  const document = await replayed(captured, small, '-s', 'pgs');
  const how = { options: findSolver('pgs').defaults, coupling: 0, path: 'pgs', version: VERSION };
  expect(document.rows[0]).toMatchObject({ ...how, source: { file: captured, scene: 'brick-wall', step: 250 } });
  expect(document.rows[1]).toMatchObject({ ...how, source: { file: small, scene: null, step: null } });
  const lines = join(root, 'two.jsonl');
  writeFileSync(lines, `${JSON.stringify(drops(1))}\n${JSON.stringify(drops(1))}\n`);
  const { rows } = await replayed(lines, '-s', 'pgs', '--coupling', 'table3');
  expect(rows.map(({ source }) => source)).toMatchObject([{ file: `${lines}#1` }, { file: `${lines}#2` }]);
  expect(rows[0].options).toEqual({ ...findSolver('pgs').defaults, ...findSolver('pgs').table3 });
});

test('every solver takes part unless some are named; one that is named twice runs once', async () => {
  const all = await replayed(small);
  expect(all.summary.map(({ solver }) => solver)).toEqual(solvers.map(({ name }) => name));
  const twice = await replayed(small, '--solver', 'pgs, enumeration,pgs');
  expect(twice.rows.map(({ solver }) => solver)).toEqual(['pgs', 'enumeration']);
});

test('files and folders keep their order, a file counts once, and files that share a name show their path', async () => {
  expect(names(await replayed(small, folder, '-s', 'pgs'))).toEqual(['b-small', 'a-large']);
  expect(names(await replayed(small, large, other, '-s', 'pgs'))).toEqual([
    small.slice(0, -5),
    'a-large',
    other.slice(0, -5),
  ]);
});

test('the coupling is a number, or what each solver states', async () => {
  const used = async (coupling: string) =>
    (await replayed(pushed, '-s', 'pgs', '--coupling', coupling)).rows[0].coupling;
  expect([await used('2'), await used('table3')]).toEqual([2, 3]);
  expect((await run('replay', pushed, '--coupling', 'table3')).out).toMatch(
    /coupling table3 \(each solver's own\), friction box\n/,
  );
});

test('energies of impulse and force problems are never summed up together', async () => {
  const mixed = await run('replay', small, force, '-s', 'pgs');
  expect(mixed.out).toMatch(/pgs .*mixed units +mixed units +0 +0\n/);
  expect(mixed.out).toMatch(/^mixed units: impulse problems are in J, force problems in J\/s\^2/m);
  expect((await run('replay', force, '-s', 'pgs')).out).toContain('worst error, J/s^2');
  // enumeration takes the force problem only: its unit stands in its cells
  const { out } = await run('replay', large, force, '-s', 'pgs,enumeration');
  expect(out).toMatch(/median error +worst error /);
  expect(out).toMatch(/enumeration +1\/1 +1 +0 +0 J\/s\^2 +0 J\/s\^2 +0 +0\n/);
});

test('a solver that took nothing has a line without figures', async () => {
  const { code, out } = await run('replay', large, '-s', 'enumeration,pgs');
  expect(code).toBe(0);
  expect(out).toMatch(/enumeration +0\/0 +1 +- +- +- +- +-\n/);
});

test('-o writes the document that --json prints', async () => {
  const output = join(root, 'new', 'results.json');
  const { out } = await run('replay', small, '-s', 'pgs', '-o', output);
  expect(out.endsWith(`${output}\n`)).toBe(true);
  const printed = await run('replay', small, '-s', 'pgs', '-o', output, '--json');
  expect(readFileSync(output, 'utf8')).toBe(printed.out);
});

test('-o writes JSON, CSV, Parquet and HDF5 of the same rows; report reads JSON, HDF5 and CSV', async () => {
  const at = (ending: string) => join(root, `forms.${ending}`);
  const words = ['replay', folder, force, '-s', 'pgs,enumeration', '--no-times'];
  for (const ending of ['json', 'csv', 'parquet', 'h5'])
    expect((await run(...words, '-o', at(ending))).out.endsWith(`${at(ending)}\n`)).toBe(true);
  const { rows } = JSON.parse(readFileSync(at('json'), 'utf8'));
  const [header, ...lines] = readFileSync(at('csv'), 'utf8').trimEnd().split('\n');
  expect(header).toMatch(/^item,problem,.*,timeMs \[ms\],.*,energy \[J or J\/s\^2\],/);
  expect(lines).toHaveLength(6);
  expect(lines[0]).toMatch(new RegExp(`^${rows[0].item},a-large,`));
  expect(lines[1]).toContain('"enumeration takes at most 12 rows, this problem has 13'); // a comma: in quotes
  const { buffer } = new Uint8Array(readFileSync(at('parquet')));
  const read = await parquetReadObjects({ file: buffer });
  for (const [k, { energy, solver, status, reason, path, timed }] of rows.entries())
    expect(read[k]).toMatchObject({ energy, solver, status, reason, path, timed, timeMs: null });
  expect(read.map(({ options }) => JSON.parse(options ?? 'null'))).toEqual(rows.map((row: Row) => row.options));
  await run('replay', folder, '-s', 'pgs,enumeration', '-o', at('json'));
  expect((await readResultsFile(at('json'))).rows).toHaveLength(4);
  const one = ['replay', folder, '-s', 'pgs,enumeration', '--no-times', '-o'];
  await run(...one, at('json'));
  await run(...one, at('h5'));
  expect(await readResultsFile(at('h5'))).toEqual(await readResultsFile(at('json')));
  expect((await run('report', at('h5'), '-o', at('html'))).code).toBe(0);
  await run(...one, at('csv'));
  expect((await readResultsFile(at('csv'))).rows).toEqual((await readResultsFile(at('json'))).rows);
  expect((await run('report', at('csv'), '-o', at('html'))).code).toBe(0);
  expect((await run('report', at('parquet'))).err).toMatch(
    /expected results as \.json, \.h5, \.csv or a journal \.part, found a Parquet file\n$/,
  );
  const dataset = join(root, 'dataset.h5');
  expect((await run('convert', small, dataset)).code).toBe(0);
  expect((await run('report', dataset)).err).toMatch(
    /expected signorini-results version 1, found signorini-dataset 1\n$/,
  );
  expect((await run(...one, dataset)).err).toMatch(
    /expected a new file, or results to replace, found another HDF5 file/,
  );
});

test('inspect describes results in every form that can be read, and no other table is taken for results', async () => {
  const at = (ending: string) => join(root, `seen.${ending}`);
  for (const ending of ['json', 'csv', 'h5']) {
    await run('replay', folder, '-s', 'pgs,enumeration', '-o', at(ending));
    const { code, out, err } = await run('inspect', at(ending));
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /: results of a replay, \S+ \S+\n {2}rows +4: 2 problems, 2 solvers\n {2}timed +\d, one at a time\n/,
    );
    expect(out).toMatch(/\n {2}pgs +\d of 2 solved, worst error \S+ J, worst friction \S+ J\n/);
    expect(out).toMatch(/\n {2}enumeration +\d of 1 solved, 1 refused, /);
    if (ending !== 'csv')
      expect(out).toMatch(/\n {2}settings +1 solve of each, coupling 0\n {2}machine +.+\n {2}engine +/);
    const document = JSON.parse((await run('inspect', at(ending), '--json')).out);
    expect(document).toMatchObject({ format: 'results of a replay', rows: 4, problems: 2 });
  }
  writeFileSync(at('csv'), 'a,b\n1,2\n');
  expect((await run('inspect', at('csv'))).err).toMatch(/expected the columns of `signorini replay -o results.csv`/);
  writeFileSync(at('csv'), 'problem,solver\n"open');
  expect((await run('report', at('csv'))).err).toMatch(/expected the columns of `signorini replay -o results.csv`/);
});

test('a place that cannot be written is reported before the work', async () => {
  const { code, out, err } = await run('replay', small, '-s', 'pgs', '-o', join(small, 'results.json'));
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/results\.json: expected to write it, found a file where a folder should be/);
});

test('-o over a problem that is read is refused, under any name of it, and the problem stays', async () => {
  const before = readFileSync(small, 'utf8');
  symlinkSync(small, join(root, 'link.json'));
  linkSync(small, join(root, 'second-name.json'));
  for (const [input, output] of [
    [small, small],
    [folder, small],
    [small, join(root, 'link.json')],
    [join(root, 'link.json'), small],
    [small, join(root, 'second-name.json')],
  ] as const)
    for (const words of [
      ['replay', input, '-s', 'pgs', '-o', output],
      ['convert', input, output],
    ]) {
      if (words[0] === 'convert' && input === folder) continue;
      const { code, out, err } = await run(...words);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/expected another file to write than those that are read, found one of them/);
      expect(readFileSync(small, 'utf8')).toBe(before);
    }
});

test.each([
  [[], /replay: expected <problems>, found nothing; /],
  [['nowhere.json'], /nowhere\.json: expected a problem file, found no such file/],
  [[join(root, 'empty')], /empty: expected a problem file or a folder of them, found an empty folder/],
  [
    [join(root, 'text')],
    /text: expected a problem file or a folder of them, found a folder without \.json, \.hdf5 and \.dat files/,
  ],
  [[small, '-s', 'pgs,pgz'], /unknown solver "pgz"; nearest: pgd, pgs/],
  [[small, '--repeat', '0'], /--repeat: expected an integer >= 1, found "0"/],
  [[small, '--coupling', 'table4'], /--coupling: expected an integer >= 0, own or table3, found "table4"/],
  [[small, '--coupling', '-1'], /--coupling: expected an integer >= 0, own or table3, found "-1"/],
  ...['results.png', 'results', 'results.json.part'].map((name): [string[], RegExp] => [
    [small, '-o', name],
    new RegExp(`--output: expected a file that ends in \\.json, \\.csv, \\.parquet or \\.h5, found "${name}"`),
  ]),
  [[small, '--threads', '0'], /--threads: expected an integer >= 1, found "0"/],
  [[small, '--threads', '-1'], /--threads: expected an integer >= 1, found "-1"/],
  [[small, '--threads', '1e9'], /--threads: expected at most 256, found "1e9"/],
  [[small, '--threads', 'two'], /--threads: expected an integer >= 1, found "two"/],
  [[small, '--resume'], /--resume: expected -o with the file that the interrupted replay was to write, found none/],
  [
    [pushed, '-s', 'pgs'],
    /pushed: coupling 0 solves with the stored bounds, but row 1 is a friction row without bounds/,
  ],
  [[large, '-s', 'enumeration'], /a-large: enumeration takes at most 12 rows, this problem has 13/],
])('a mistake is told in one sentence with exit 2: %j', async (argv, sentence) => {
  const { code, out, err } = await run('replay', ...argv);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^signorini: .*\n$/);
  expect(err).toMatch(sentence);
});
