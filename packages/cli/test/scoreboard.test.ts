/** signorini collection and scoreboard: what they print and write, and every mistake of a user as one sentence. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runTimed as run } from './support/run.ts';

const root = mkdtempSync(join(tmpdir(), 'signorini-scoreboard-'));
afterAll(() => rmSync(root, { recursive: true }));
const sor = fileURLToPath(new URL('../../../examples/solvers/sor.mjs', import.meta.url));

test('collection lists every problem with its size; one of them with its provenance, licence and commands', async () => {
  const all = JSON.parse((await run('collection', '--json')).out);
  expect(all).toMatchObject({ format: 'signorini-collection', licence: 'MIT' });
  const { out } = await run('collection');
  for (const { name } of all.problems) expect(out).toMatch(new RegExp(`^${name} +\\d+ +\\d+`, 'm'));
  const one = await run('collection', 'wall-rigid');
  expect(one.out).toMatch(/scene +brick-wall, step 50 of 1\/60 s[\s\S]*contactForm rigid[\s\S]*licence MIT/);
  const document = JSON.parse((await run('collection', 'wall-rigid', '--json')).out);
  expect(document).toMatchObject({ name: 'wall-rigid', licence: 'MIT', settings: { contactForm: 'rigid' } });
  expect(existsSync(document.file)).toBe(true);
});

test('a problem of the collection is solved, replayed and examined under its name', async () => {
  const solved = JSON.parse((await run('solve', 'collection:stack-1e6', '--json')).out);
  expect(solved).toMatchObject({ status: 'converged', problem: { rows: 24 } });
  const replayed = JSON.parse((await run('replay', 'collection:stack-1e6-box', '-s', 'bpp', '--json')).out);
  expect(replayed.rows[0]).toMatchObject({ problem: 'stack-1e6-box', status: 'converged' });
  expect((await run('doctor', 'collection:stack-1e6')).out).toContain('mass');
});

test('an unknown name is exit 2 with the nearest ones', async () => {
  for (const argv of [
    ['collection', 'wall-rigit'],
    ['solve', 'collection:wall-rigit'],
    ['scoreboard', '--problems', 'wall-rigit', '-o', join(root, 'none')],
  ]) {
    const { code, out, err } = await run(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^signorini: unknown problem of the collection "wall-rigit"; nearest: wall-rigid/);
  }
  expect(existsSync(join(root, 'none'))).toBe(false);
  const { code, err } = await run('solve', 'collection:all');
  expect([code, err]).toEqual([2, 'signorini: collection: expected one problem, found all 49 of them\n']);
});

const small = ['scoreboard', '--problems', 'slope-12-rows,stack-1e3', '-s', 'auto,psor', '--repeat', '1'];

test('scoreboard writes a page and its figures, with solvers from outside beside the others', async () => {
  const folder = join(root, 'board');
  const { code, out } = await run(...small, '--also', sor, '-o', folder);
  expect(code).toBe(0);
  expect(out).toMatch(/^2 problems, 3 solvers;/);
  expect(out).toMatch(/^auto +2 +2 +2 +0 +0 /m);
  expect(readdirSync(folder).sort()).toEqual(['index.html', 'scoreboard.json']);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).toContain('from outside, iterative');
  const again = join(root, 'again');
  expect((await run('scoreboard', '--from', join(folder, 'scoreboard.json'), '-o', again)).code).toBe(0);
  expect(readFileSync(join(again, 'index.html'), 'utf8')).toBe(page);
  for (const name of ['index.html', 'scoreboard.json'])
    expect(readFileSync(join(again, name)).equals(readFileSync(join(folder, name))), name).toBe(true);
});

test('other files stay, a wrong flag is a sentence, and nothing is written', async () => {
  const folder = join(root, 'mine');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), 'mine');
  const taken = await run(...small, '-o', folder);
  expect([taken.code, readFileSync(join(folder, 'index.html'), 'utf8')]).toEqual([2, 'mine']);
  expect(taken.err).toMatch(/expected a new folder, or an earlier scoreboard to replace, found other files/);
  const fresh = join(root, 'fresh');
  const sentence = async (...argv: string[]) => {
    const { code, err } = await run(...argv, '-o', fresh);
    expect([code, existsSync(fresh)]).toEqual([2, false]);
    return err;
  };
  expect(await sentence(...small, '--reference', 'bpp')).toMatch(/unknown reference among the solvers "bpp"/);
  expect(await sentence(...small, '--time-limit', 'soon')).toMatch(/--time-limit: expected a positive number/);
  expect(await sentence(...small, '--also', './nowhere.mjs')).toMatch(/found no such file/);
  expect(await sentence('scoreboard', '--from', sor)).toMatch(/expected the document of `signorini scoreboard`/);
  expect(await sentence('scoreboard', '--from', sor, '-s', 'pgs')).toMatch(/leave --solver, --also and --problems out/);
});

const bin = fileURLToPath(new URL('../bin/signorini.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../../lab/dist/node/scoreboard/score-worker.js', import.meta.url)));
if (!built) process.stderr.write('the time limit of the scoreboard: skipped, dist/ is not there\n');

test.skipIf(!built)('a module that never returns, one that ends the thread and a program are cut or fail alone', () => {
  const module = (name: string, body: string) => {
    const path = join(root, `${name}.mjs`);
    writeFileSync(path, `export default { name: '${name}', create: () => ({ solve() { ${body} }, release() {} }) };\n`);
    return path;
  };
  const silent = join(root, 'silent.mjs');
  writeFileSync(silent, `process.stdin.once('data', () => console.log('{"name":"silent"}'));\n`);
  const guests = [
    ...[module('endless', 'for (;;);'), module('leaver', 'process.reallyExit(0)')],
    `exec:"'${process.execPath}' '${silent}'"`,
  ];
  const folder = join(root, 'cut');
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      bin,
      ...small.slice(0, 2),
      'slope-12-rows',
      '-s',
      'auto',
      '--also',
      guests.join(','),
      '--time-limit',
      '1s',
      '-o',
      folder,
    ],
    { encoding: 'utf8', timeout: 600_000 },
  );
  expect(status, stdout).toBe(0);
  const { rows } = JSON.parse(readFileSync(join(folder, 'scoreboard.json'), 'utf8'));
  const outcomes = rows.map(({ outcome, reason }: Record<string, string>) => [outcome, reason]);
  expect(outcomes.slice(0, 3)).toEqual([
    ['answer', null],
    ['cut', 'no answer within 1 s'],
    ['failed', expect.stringContaining('its thread ended while at it')],
  ]);
  expect(outcomes[3]).toEqual(['cut', 'no answer within 1 s']);
});
