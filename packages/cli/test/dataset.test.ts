import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ended, killedAt, start } from './support/children.ts';
import { runner } from './support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'signorini-dataset-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...parts: string[]) => join(folder, ...parts);
const run = runner({ clock: () => 0, hidden: { path: () => folder } });

const WALL = ['brick-wall', '--set', 'rows=2', '--steps', '120'];

test('capture writes a dataset that solve and replay read, whole or one problem', async () => {
  const captured = await run('capture', ...WALL, '--every', '40', '-o', at('a.h5'));
  expect([captured.code, captured.err]).toEqual([0, '']);
  expect(readdirSync(folder)).toEqual(['a.h5']);
  const one = await run('solve', at('a.h5#2'), '--solver', 'bpp', '--json');
  expect(JSON.parse(one.out).problem.title).toBe('brick-wall, step 80');
  const table = await run('replay', at('a.h5'), '--solver', 'bpp', '--json');
  expect(JSON.parse(table.out).rows.map(({ problem }: { problem: string }) => problem)).toEqual([
    ...['brick-wall, step 40', 'brick-wall, step 80', 'brick-wall, step 120'],
  ]);
  const wrong = await run('solve', at('a.h5#4'));
  expect([wrong.code, wrong.err]).toEqual([
    2,
    'signorini: a.h5#4: expected a problem from 1 to 3 after the #, found "4"\n',
  ]);
});

test('a journal is not overwritten, nor resumed by another capture', async () => {
  const { code } = await run('capture', ...WALL, '-o', at('b.h5'));
  expect(code).toBe(0);
  writeFileSync(at('c.h5.part'), 'a text');
  const other = await run('capture', ...WALL, '-o', at('c.h5'));
  expect([other.code, other.err]).toEqual([
    2,
    'signorini: c.h5.part: expected no journal of an interrupted run, found one; --resume continues it, or remove it\n',
  ]);
  const resumed = await run('capture', ...WALL, '-o', at('c.h5'), '--resume');
  expect([resumed.code, resumed.err]).toEqual([
    2,
    'signorini: c.h5.part: expected a journal, found a damaged beginning or something else\n',
  ]);
  expect(readFileSync(at('c.h5.part'), 'utf8')).toBe('a text');
});

test('convert goes to JSON lines and back, diff finds nothing but signs of zeros, and inspect the same provenance', async () => {
  const there = await run('convert', at('a.h5'), at('a.jsonl'));
  expect([there.code, there.out]).toEqual([0, `${at('a.jsonl')}: 3 problems, 252 rows, 84 contacts\n`]);
  expect((await run('convert', at('a.jsonl'), at('back.h5'))).code).toBe(0);
  const same = await run('diff', at('a.h5'), at('back.h5'));
  expect([same.code, same.out]).toEqual([0, 'the same 3 problems, but for signs of zeros\n']);
  expect((await run('convert', at('a.h5'), at('copy.h5'))).code).toBe(0);
  expect(readFileSync(at('copy.h5')).equals(readFileSync(at('a.h5')))).toBe(true);
  expect((await run('diff', at('a.h5'), at('copy.h5'))).out).toBe('the same 3 problems, bit for bit\n');
  const one = await run('convert', at('a.h5#2'), at('two.json'));
  expect([one.code, one.out]).toEqual([0, `${at('two.json')}: 84 rows, 28 contacts\n`]);
  expect((await run('diff', at('a.h5#2'), at('two.json'))).code).toBe(0);
  const many = await run('convert', at('a.h5'), at('no.json'));
  expect([many.code, many.err]).toMatchObject([2, /expected one problem for this format, found 3/]);
  expect(existsSync(at('no.json'))).toBe(false);
});

test('diff names the first problem, row and field that differ, in ulps and units, and exits with 1', async () => {
  const document = JSON.parse(readFileSync(at('two.json'), 'utf8'));
  document.b[4] += 2 ** -40;
  writeFileSync(at('other.json'), JSON.stringify(document));
  const { code, out } = await run('diff', at('two.json'), at('other.json'), '--json');
  const { first, ...rest } = JSON.parse(out);
  expect([code, rest.same, rest.differing]).toEqual([1, false, 1]);
  expect(first).toMatchObject({ problem: 1, title: 'brick-wall, step 80', field: 'b', place: 4, unit: 'm/s' });
  expect(first.row).toMatch(/^row 4, tangent 1 of ground\/brick-1$/);
  expect(first.b).toBe(document.b[4]);
  expect(first.ulps).toBeGreaterThan(1);
  const text = await run('diff', at('two.json'), at('other.json'));
  expect(text.out).toMatch(
    /1 of 1 differ\n {2}first {2}problem 1, brick-wall, step 80\n {2}field {2}b\[4\], row 4, tangent/,
  );
  expect(text.out).toMatch(/apart {2}\d+ ulps, 9\.09\S*e-13 m\/s\n$/);
  const lengths = await run('diff', at('a.h5'), at('a.h5#1'));
  expect([lengths.code, lengths.out]).toEqual([1, '3 and 1 problem\nthe first 1 are the same\n']);
});

test('inspect shows sizes, contacts, units, provenance and hash of datasets and of other files', async () => {
  const { code, out } = await run('inspect', at('a.h5'), '--json');
  const document = JSON.parse(out);
  expect(code).toBe(0);
  expect(document).toMatchObject({
    format: 'dataset',
    title: 'brick-wall, steps from 1 to 120 that are multiples of 40',
    finished: true,
    problems: 3,
    patterns: 1,
    rows: { least: 84, most: 84, total: 252 },
    withReference: 3,
    withWarmStart: 3,
    kinds: { normal: 84, friction: 168 },
    sets: { box: 84 },
    units: { linear: 252, energy: ['J'] },
  });
  expect(document.provenance).toMatchObject({
    scene: 'brick-wall',
    parameters: { rows: 2 },
    steps: 120,
    command: 'signorini capture brick-wall --set rows=2 --steps 120 --every 40',
  });
  expect(JSON.parse((await run('inspect', at('copy.h5'), '--json')).out).hash).toBe(document.hash);
  expect((await run('inspect', at('a.h5'))).out).toMatch(/^\S+a\.h5: dataset, \d+ kB\n {2}title +brick-wall/);
  expect(JSON.parse((await run('inspect', at('two.json'), '--json')).out)).toMatchObject({
    format: 'problems',
    problems: 1,
  });
  const none = await run('inspect', at('none.h5'));
  expect([none.code, none.err]).toEqual([2, 'signorini: none.h5: expected a problem file, found no such file\n']);
});

test('killed with kill -9 at any moment, a capture is resumed and ends with the same bytes', async () => {
  const whole = readFileSync(at('b.h5'));
  let resumedOnes = 0;
  for (const bytes of [1, 300_000, 1_000_000]) {
    const path = at(`k${bytes}.h5`);
    await killedAt(path, bytes, 'capture', ...WALL, '-o', path);
    if (existsSync(`${path}.part`)) resumedOnes++;
    const { code, err } = await run('capture', ...WALL, '-o', path, '--resume');
    expect([code, err]).toEqual([0, '']);
    expect(readFileSync(path).equals(whole)).toBe(true);
    expect(readdirSync(folder).filter((name) => /part|lock/.test(name))).toEqual(['c.h5.part']);
  }
  expect(resumedOnes).toBeGreaterThan(0);
});

test('of two captures into the same file the second is refused while the first runs', async () => {
  const path = at('two.h5');
  const child = start('capture', 'brick-wall', '--steps', '5000', '-o', path);
  const end = ended(child);
  while (child.exitCode === null && !existsSync(`${path}.part`)) await new Promise((resolve) => setTimeout(resolve, 1));
  const second = await run('capture', 'brick-wall', '--steps', '5000', '-o', path, '--resume');
  child.kill('SIGKILL');
  await end;
  expect(second.code).toBe(2);
  expect(second.err).toMatch(/two\.h5: expected no other run that writes it, found process \d+\n/);
});
