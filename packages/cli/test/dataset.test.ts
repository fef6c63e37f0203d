/** Datasets by the command line: capture, kill, resume. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { main } from '../src/main.ts';

const folder = mkdtempSync(join(tmpdir(), 'signorini-dataset-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...parts: string[]) => join(folder, ...parts);

async function run(...argv: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const io = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text), clock: () => 0 };
  const code = await main(argv, io);
  return { code, out: out.join(''), err: err.join('').replaceAll(`${folder}/`, '') };
}

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

/** The real program, from the sources, as a child. */
function start(...argv: string[]): ChildProcess {
  const program = fileURLToPath(new URL('../bin/signorini.js', import.meta.url));
  return spawn(process.execPath, [program, ...argv], { stdio: 'ignore' });
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.on('exit', resolve));

/** Killed when its journal, or what is built from it, has grown to `bytes`. */
async function killedAt(path: string, bytes: number): Promise<void> {
  const child = start('capture', ...WALL, '-o', path);
  const end = ended(child);
  const size = () => (existsSync(`${path}.part`) ? statSync(`${path}.part`).size : 0);
  while (child.exitCode === null && size() < bytes) await new Promise((resolve) => setTimeout(resolve, 1));
  child.kill('SIGKILL');
  await end;
}

test('killed with kill -9 at any moment, a capture is resumed and ends with the same bytes', async () => {
  const whole = readFileSync(at('b.h5'));
  let resumedOnes = 0;
  for (const bytes of [1, 300_000, 1_000_000]) {
    const path = at(`k${bytes}.h5`);
    await killedAt(path, bytes);
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
