import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { solvers } from '@signorini/engine/solvers';
import { afterAll, describe, expect, test } from 'vitest';
import { parseCount, parseEnergy, parseTime, plain, short } from '../src/quantities.ts';
import { run } from './support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'signorini-'));
afterAll(() => rmSync(folder, { recursive: true }));

const block = {
  format: 'signorini-problem',
  version: 1,
  title: 'block',
  A: {
    dense: [
      [1, 0.2],
      [0.2, 1],
    ],
  },
  b: [-2, 5],
  lo: [0, null],
  hi: [null, null],
  kind: ['normal', 'friction'],
  names: ['normal of block/ground', 'friction of block/ground'],
  contacts: [{ normal: 0, tangents: [1], mu: 5 }], // sticks: the rows stay coupled
};
const path = join(folder, 'block.json');
writeFileSync(path, JSON.stringify(block));

test('solve prints the status and every error with its unit', async () => {
  const { code, out, err } = await run('solve', path, '--solver', 'pgs');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^pgs: converged after \d+ sweeps, .* ms, friction box\n/);
  expect(out).toMatch(/energy error +\S+ +J/);
  expect(out).toMatch(/natural residual +\S+ +mixes N s and m\/s/);
  expect(out).toMatch(/friction consistency \S+ +J +bounds recomputed from the returned normals/);
});

test('solve --json prints the document and nothing else', async () => {
  const { code, out } = await run('solve', path, '-s', 'pgs', '--json', '--coupling', '2', '-O', 'omega=1.1');
  expect(code).toBe(0);
  const document = JSON.parse(out);
  expect(Object.keys(document)).toEqual(
    expect.arrayContaining([
      'problem',
      'solver',
      'options',
      'status',
      'iterations',
      'timeMs',
      'symbolicMs',
      'errors',
      'lo',
      'hi',
      'x',
      'w',
    ]),
  );
  expect(document.problem).toEqual({ title: 'block', rows: 2, bodies: null, contacts: 1, friction: ['box'] });
  expect(document.options.omega).toBe(1.1);
  expect(document.iterations.coupling).toBe(2);
  expect(Object.keys(document.errors)).toEqual([
    ...[
      'energy',
      'energyStored',
      'relativeEnergy',
      'energyExact',
      'naturalResidual',
      'fischerBurmeister',
      'frictionConsistency',
    ],
  ]);
});

test('the default solver is auto, whose friction follows its own normals', async () => {
  const { code, out } = await run('solve', path, '--json');
  expect(code).toBe(0);
  const { solver, errors, status } = JSON.parse(out);
  expect([solver, status]).toEqual(['auto', 'converged']);
  expect(errors.frictionConsistency.value).toBeLessThan(1e-28);
});

test('a tolerance that is met exits 0, one that is missed exits 3 and says what was asked for', async () => {
  expect((await run('solve', path, '--tolerance', '1e-6J')).code).toBe(0);
  const { code, out } = await run('solve', path, '-s', 'pgs', '--tolerance', '1e-30 J', '--max-iterations', '1');
  expect(code).toBe(3);
  expect(out).toMatch(/^pgs: iteration limit after 3 sweeps, /);
  expect(out).toMatch(/\(asked for 1e-30 J\) +worst: row \d, \w+ of block\/ground/);
});

test('the larger of the two errors decides the exit code, and the last line says which of them it is', async () => {
  const stored = join(folder, 'stored.json'); // tangent bounds of 10 N s, far above mu x_n = 0.2 N s
  const contacts = [{ normal: 0, tangents: [1], mu: 0.1 }];
  writeFileSync(stored, JSON.stringify({ ...block, lo: [0, -10], hi: [null, 10], contacts }));
  const { code, out } = await run('solve', stored, '-s', 'bpp', '--coupling', '0', '--tolerance', '1e-6J');
  expect(code).toBe(3);
  expect(out).toMatch(/energy error +\S+ +J +\(asked for 1e-06 J\)/);
  expect(out).toMatch(/ {2}tolerance missed {5}friction consistency \S+ J is above 1e-06 J\n$/);
  const json = await run('solve', stored, '-s', 'bpp', '--coupling', '0', '--tolerance', '1e-6J', '--json');
  expect(json.code).toBe(3);
  expect(JSON.parse(json.out).tolerance).toMatchObject({ asked: 1e-6, by: 'frictionConsistency', met: false });
  expect((await run('solve', stored, '-s', 'bpp', '--coupling', '0', '--tolerance', '100J')).code).toBe(0);
  expect((await run('solve', stored, '-s', 'bpp', '--coupling', '0')).code).toBe(0); // its own test counts
});

test('a status that is not converged is followed by the reason and by what would help', async () => {
  const limit = await run('solve', path, '-s', 'pgs', '--max-iterations', '1');
  expect(limit.out).toMatch(
    /^pgs: iteration limit .*\n {2}why +the limit of 1 sweeps; --max-iterations 10 raises it\n/,
  );
  const loose = await run('solve', path, '-s', 'pgs', '-O', 'tolerance=1', '--max-iterations', '99');
  expect(loose.out).toMatch(/^pgs: stopped early .*\n {2}why +its own tolerance of 1 is met/);
  const none = join(folder, 'none.json');
  const A = {
    ...block.A,
    dense: [
      [1, -1],
      [-1, 1],
    ],
  };
  writeFileSync(none, JSON.stringify({ ...block, A, b: [-1, -1], lo: [0, 0], hi: [null, null], contacts: [] }));
  const { out } = await run('solve', none, '-s', 'lemke');
  expect(out).toMatch(/^lemke: infeasible .*\n {2}why +no solution exists/);
});

test('a time limit ends the solve', async () => {
  const { out } = await run('solve', path, '-s', 'pgs', '--time-limit', '0.001ms', '-O', 'tolerance=0', '--json');
  expect(JSON.parse(out).status).toBe('time-limit');
});

test('solvers lists the registry, as text and as JSON', async () => {
  const { out } = await run('solvers', '--json');
  expect(JSON.parse(out).solvers.map(({ name }: { name: string }) => name)).toEqual(solvers.map(({ name }) => name));
  expect(JSON.parse(out).solvers.find(({ name }: { name: string }) => name === 'enumeration')).toMatchObject({
    family: 'direct',
    accepts: ['box'],
    needs: 'any',
    defaults: { tolerance: 1e-24 },
  });
  const one = await run('solvers', 'pgs');
  expect(one.out).toContain('maxIterations  25 sweeps');
  expect(one.out).toContain('theory: docs/theory/gauss-seidel.md');
});

test('reproduce writes where it is told and reports its verdicts', async () => {
  const { code, out, err } = await run('reproduce', 'rod', '--quick', '--json', '-o', join(folder, 'papers'));
  expect(code).toBe(0);
  expect(err).toBe('');
  expect(JSON.parse(out).experiments[0]).toMatchObject({ id: 'rod', verdict: 'reproduced', unit: 'J' });
  expect(existsSync(join(folder, 'papers', 'index.html'))).toBe(true);
});

test.each([
  [['slove', 'x.json'], /unknown command "slove"; nearest: solve/],
  [['solve'], /solve: expected <problem>, found nothing; /],
  [['solve', path, '--fast'], /solve: unknown option "--fast"/],
  [['solve', 'brick-wall'], /found the name of a scene; `signorini capture brick-wall -o FOLDER` writes/],
  [['solve', path, '--solver', 'pgss'], /unknown solver "pgss"; nearest: pgs/],
  [['solve', path, '--tolerance', '1e-6N'], /--tolerance: expected a positive number with a unit .*, found "1e-6N"/],
  [['solve', path, '--time-limit', '-1ms'], /--time-limit: expected a positive number with a unit/],
  [['solve', path, '-s', 'pgs', '--max-iterations', '0'], /--max-iterations: expected an integer >= 1, found "0"/],
  [['solve', path, '--coupling', 'x'], /--coupling: expected an integer >= 0, found "x"/],
  [['solve', path, '--coupling', '0'], /row 1 is a friction row without bounds/],
  [['solve', path, '--pick', 'best'], /argument 'best' is invalid/],
  [['solve', path, '-O', 'omega'], /--option: expected key=value/],
  [['solve', path, '-s', 'pgs', '-O', 'omega=3'], /option omega: expected a number in \(0, 2\), found 3/],
  [['solve', path, '--solver', 'enumeration', '--max-iterations', '3'], /enumeration: unknown option "maxIterations"/],
  [['solve', 'nowhere.json'], /nowhere\.json: expected a problem file, found no such file/],
  [['solvers', 'zzz'], /unknown solver "zzz"; known: .*auto, .*bpp, .* and \d+ more/],
  [['reproduce', 'rods'], /unknown experiment "rods"; nearest: rod/],
])('a mistake is told in one sentence with exit 2: %j', async (argv, sentence) => {
  const { code, out, err } = await run(...argv);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^signorini: .*\n$/);
  expect(err).toMatch(sentence);
});

test('a named pipe and a device are refused, not waited for', async () => {
  const at = (name: string) => join(folder, name);
  const pipes = [
    'pipe.json',
    'pipe.jsonl',
    'pipe.hdf5',
    'pipe.scene.json',
    'inner/p.json',
    'inner/capture.json',
    'pipe.h5.part',
  ];
  mkdirSync(at('inner'));
  for (const name of pipes) spawnSync('mkfifo', [at(name)]);
  const [json, lines, hdf5, scene] = pipes.map(at) as [string, string, string, string];
  for (const argv of [
    ...[...pipes.slice(0, 4).map((name) => ['doctor', at(name)]), ['doctor', '/dev/zero']],
    ...[json, lines, `${lines}#1`, hdf5, '/dev/zero', at('inner')].map((path) => ['replay', path]),
    ...[json, hdf5, at('pipe.h5.part')].map((path) => ['inspect', path]),
    ...[json, `${lines}#1`, hdf5, '/dev/zero'].flatMap((path) => [
      ['solve', path],
      ['convert', path, at('new.json')],
    ]),
    ...['run', 'capture', 'recommend'].map((command) => [command, scene]),
    ...[json, hdf5, '/dev/zero'].map((path) => ['report', path]),
    ['convert', path, json],
    ['replay', path, '-s', 'pgs', '-o', json],
    ['capture', 'brick-wall', '-o', lines],
  ]) {
    const { code, out, err } = await run(...argv);
    expect([argv, code, out]).toEqual([argv, 2, '']);
    if (argv[0] !== 'doctor' || argv[1] !== '/dev/zero')
      expect(err).toMatch(/^signorini: [^\n]*: expected [^\n]*, found a (named pipe|device)\n$/);
  }
});

const LONG = 'x'.repeat(100_000);
const CONTROL = 'a\u001b[2Jb\nc\u0000d\u202ee';
test.each([
  ['slove'],
  ['solve'],
  ['solve', path, '--solver'],
  ['solve', path, '--tolerance'],
  ['solve', path, '--coupling'],
  ['solve', path, '--pick'],
  ['solve', path, '-O'],
  ['replay'],
  ['replay', path, '-o'],
  ['replay', path, '--repeat'],
  ['report', path, '-o'],
  ['run', 'brick-wall', '--set'],
  ['capture', 'brick-wall', '--steps'],
  ['verify'],
  ['reproduce'],
  ['doctor'],
  ['convert', path],
  ['solvers', 'pgs', '--option'],
])('what a user typed is quoted short and without control characters: %j', async (...words) => {
  for (const typed of [LONG, CONTROL, `--${LONG}`, `--${CONTROL}`, `${CONTROL}=1`, `${LONG}=1`]) {
    const { code, out, err } = await run(...words, typed);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^signorini: [^\p{C}]*\n$/u);
    expect(err.length).toBeLessThan(1100);
  }
});

test('help and version exit 0; no command shows the help', async () => {
  expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await run('--help')).code).toBe(0);
  expect((await run()).out).toContain('Usage: signorini');
  expect((await run('solve', '--help')).out).toContain('--coupling <n|table3>');
});

test('quantities are read with their units and printed with two digits', () => {
  expect(['1e-6J', '1e-6 J', '1e-6', '0.001mJ', '1uJ'].map((text) => parseEnergy('', text))).toEqual([
    1e-6, 1e-6, 1e-6, 1e-6, 1e-6,
  ]);
  expect(['5ms', '0.005s', '5'].map((text) => parseTime('', text))).toEqual([5, 5, 5]);
  expect(parseCount('', '3', 0)).toBe(3);
  for (const text of ['0x10', '0b1', '1_000', ''])
    expect(() => parseCount('--steps', text, 1), text).toThrow('--steps: expected an integer >= 1');
  for (const text of ['9007199254740993', '1e999'])
    expect(() => parseCount('--steps', text, 1)).toThrow('--steps: expected at most 1000000000, found');
  expect([0, 4.31e-3, 0.891, 2.13, 560, 12345, Number.NaN].map(short)).toEqual([
    '0',
    '4.3e-03',
    '0.89',
    '2.1',
    '560',
    '1.2e+04',
    'not finite',
  ]);
  expect([1e-5, 25, 0, 'auto'].map(plain)).toEqual(['1e-5', '25', '0', 'auto']);
});

const bin = fileURLToPath(new URL('../bin/signorini.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../dist/main.js', import.meta.url)));
if (!built) process.stderr.write('the built command: skipped, dist/ is not there\n');

describe.skipIf(!built)('the built command', () => {
  test('runs, exits with the code that main returns, and keeps stdout for data', () => {
    const good = spawnSync(process.execPath, [bin, 'solve', path, '--json'], { encoding: 'utf8' });
    expect([good.status, good.stderr]).toEqual([0, '']);
    expect(JSON.parse(good.stdout).solver).toBe('auto');
    const bad = spawnSync(process.execPath, [bin, 'solve', 'nowhere.json'], { encoding: 'utf8' });
    expect([bad.status, bad.stdout]).toEqual([2, '']);
  });
});
