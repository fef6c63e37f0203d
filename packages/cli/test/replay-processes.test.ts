/** The built command replaying as a process: threads, kill -9 at random moments, solvers that end their thread, other readers. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Rng } from '@signorini/engine';
import { openJournal } from '@signorini/lab/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const bin = fileURLToPath(new URL('../bin/signorini.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../../lab/dist/node/replay/cell-worker.js', import.meta.url)));
if (!built) process.stderr.write('replays as processes: skipped, dist/ is not there\n');
const python = '/usr/bin/python3';
const hasH5py = spawnSync(python, ['-c', 'import h5py']).status === 0;
if (!hasH5py) process.stderr.write('results read by h5py: skipped, there is no h5py\n');

const root = mkdtempSync(join(tmpdir(), 'signorini-replays-'));
afterAll(() => rmSync(root, { recursive: true }));
const at = (name: string) => join(root, name);

function signorini(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
    encoding: 'utf8',
    timeout: 600_000,
    cwd: root,
  });
  return { status, stdout, stderr };
}

type Row = Record<string, unknown>;
const TIMES = /^(timeMs|claimedMs|symbolicMs|(median|max)(Time|Claimed)Ms)$/;
/** The document without what a clock decides. */
const untimed = (name: string) =>
  JSON.stringify(JSON.parse(readFileSync(at(name), 'utf8'), (key, value) => (TIMES.test(key) ? undefined : value)));
const rowsOf = (name: string): Row[] => JSON.parse(readFileSync(at(name), 'utf8')).rows;

function module(name: string, solve: string): string {
  const head = `export default { name: '${name}', accepts: ['box'], create: () => ({ release() {}, `;
  writeFileSync(at(`${name}.mjs`), `${head} solve(p, x) { ${solve} } }) };`);
  return `./${name}.mjs`;
}
const exited = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

const words = ['replay', 'wall.h5', '--solver', 'pgs,bpp,auto,ipm,enumeration', '--repeat', '2'];

describe.skipIf(!built)('replays as processes', () => {
  beforeAll(() => {
    expect(
      signorini('capture', 'brick-wall', '--set', 'rows=3', '--steps', '60', '--every', '5', '-o', 'wall.h5').status,
    ).toBe(0);
    const { status, stderr } = signorini(...words, '-o', 'whole.json');
    expect([status, stderr]).toEqual([0, '']);
  });

  test('threads change the times and nothing else, and every row says how it was timed', () => {
    expect(signorini(...words, '--threads', '3', '-o', 'three.json').status).toBe(0);
    expect(untimed('three.json')).toBe(untimed('whole.json'));
    for (const row of rowsOf('three.json')) {
      expect([row.timed, row.timeMs === null]).toEqual(row.status === 'refused' ? ['no', true] : ['alone', false]);
      expect(row.item).toMatch(/^[0-9a-f]{20}$/);
    }
    expect(new Set(rowsOf('three.json').map(({ item }) => item)).size).toBe(60);
  });

  test('--no-times: the same answers, and no time', () => {
    const { status, stdout } = signorini(...words, '--threads', '2', '--no-times', '-o', 'answers.json');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^12 problems, not timed, /);
    expect(stdout).not.toContain('median ms');
    expect(untimed('answers.json')).toBe(untimed('whole.json').replaceAll('"timed":"alone"', '"timed":"no"'));
    expect(rowsOf('answers.json').every(({ timeMs, symbolicMs }) => timeMs === null && symbolicMs === null)).toBe(true);
  });

  test('killed at random moments and resumed, it loses nothing and ends in the bytes of an undisturbed run', async () => {
    const rng = new Rng(4);
    const done = () => {
      if (!existsSync(at('killed.json.part'))) return [];
      const journal = openJournal(at('killed.json.part'));
      const records = Array.from(journal.records(), ({ document }) => JSON.stringify(document));
      journal.close();
      return records;
    };
    for (let kill = 0; kill < 3; kill++) {
      const before = done();
      const resume = existsSync(at('killed.json.part')) ? ['--resume'] : [];
      const child = spawn(process.execPath, [bin, ...words, '--threads', '2', '-o', 'killed.json', ...resume], {
        stdio: 'ignore',
        cwd: root,
      });
      const end = exited(child);
      const patience = setTimeout(() => child.kill('SIGKILL'), 300 + 700 * rng.uniform()); // ms
      await end;
      clearTimeout(patience);
      if (existsSync(at('killed.json'))) break; // quicker than the kill
      expect(done().slice(0, before.length)).toEqual(before);
    }
    const last = signorini(...words, '-o', 'killed.json', '--resume');
    expect([last.status, last.stderr]).toEqual([0, '']);
    expect(untimed('killed.json')).toBe(untimed('whole.json'));
    expect(readdirSync(root).filter((name) => /killed.*(part|lock)/.test(name))).toEqual([]);
  });

  test('what ends a thread, hangs, throws or is not finite is the sentence of its row, and the others go on', () => {
    const solvers = [
      'pgs',
      module('quits', 'process.reallyExit(3);'), // as running out of memory does
      module('leaves', 'process.exit(3);'),
      module('hangs', 'for (;;);'),
      module('throws', 'throw new Error("no idea");'),
      module('lost', 'x.fill(NaN); return { status: "diverged", iterations: 1 };'),
    ].join(',');
    const { status, stdout, stderr } = signorini(
      ...['replay', 'wall.h5#1', 'wall.h5#2', '--solver', solvers, '--time-limit', '500ms', '--no-times'],
      ...['-o', 'failed.json'],
    );
    expect([status, stderr]).toEqual([0, '']);
    const rows = rowsOf('failed.json').map(({ solver, status: how, reason }) => `${solver} ${how} ${reason}`);
    expect(rows.filter((row) => row.startsWith('pgs')).every((row) => row.endsWith('null'))).toBe(true);
    expect(rows).toContain('quits failed quits: its thread ended while at it: worker exited with code: 3');
    expect(rows).toContain('leaves failed ./leaves.mjs: solve() threw Error: it called process.exit(3)');
    expect(rows).toContain('hangs failed hangs: did not return within 0.5 s, and its thread was ended');
    expect(rows).toContain('throws failed ./throws.mjs: solve() threw Error: no idea');
    expect(rows).toContain('lost diverged the answer is not finite: x of row 0 is NaN');
    expect(stdout).toMatch(/^hangs failed on 2 of 2; brick-wall, step 5: hangs: did not return within 0\.5 s/m);
    expect(stdout).toMatch(/^lost not finite on 2 of 2; brick-wall, step 5: the answer is not finite/m);
  });

  test('a second writer is refused, and so is another task in the same journal', async () => {
    const child = spawn(process.execPath, [bin, ...words, '--repeat', '100000', '-o', 'long.json'], {
      stdio: 'ignore',
      cwd: root,
    });
    const end = exited(child);
    while (!existsSync(at('long.json.part'))) await new Promise((resolve) => setTimeout(resolve, 20));
    const second = signorini(...words, '-o', 'long.json');
    expect([second.status, second.stdout]).toEqual([2, '']);
    expect(second.stderr).toMatch(/^signorini: long\.json: expected no other run that writes it, found process \d+\n$/);
    child.kill('SIGTERM');
    await end;
    const seen = signorini('inspect', 'long.json.part');
    if (seen.status === 0) {
      expect(seen.stdout).toMatch(/^long\.json\.part: journal of a replay, .*\n {2}rows +\d+: /);
      expect(signorini('report', 'long.json.part', '-o', 'long.html').status).toBe(0);
    } else expect(seen.stderr).toMatch(/long\.json\.part: expected answers of a replay, found none yet\n$/); // ended too early
    expect(signorini(...words, '-o', 'long.json').stderr).toMatch(
      /^signorini: long\.json\.part: expected no journal of an interrupted run, found one; --resume continues it/,
    );
    expect(signorini(...words, '-o', 'long.json', '--resume').stderr).toMatch(
      /^signorini: long\.json\.part: expected a journal of the same task, found another: repeat is 100000, not 2\n$/,
    );
  });

  test.skipIf(!hasH5py)('h5py reads the figures, the texts and the units of results.h5', () => {
    expect(signorini(...words, '--no-times', '-o', 'results.h5').status).toBe(0);
    const script = `
import h5py, json
f = h5py.File('results.h5')
r = f['results']
text = lambda name: [t.decode() for t in r[name][:]]
print(json.dumps({'format': f.attrs['format'].decode(), 'unit': r['energy'].attrs['unit'].decode(),
  'energy': [None if v != v else v for v in r['energy'][:]], 'size': r['size'][:].tolist(), 'step': r['step'][:].tolist(),
  'solver': text('solver'), 'path': text('path'), 'reason': text('reason'), 'options': text('options')}))`;
    const { stdout, stderr } = spawnSync(python, ['-c', script], { encoding: 'utf8', cwd: root });
    expect(stderr).toBe('');
    const read = JSON.parse(stdout);
    const rows = rowsOf('whole.json');
    expect([read.format, read.unit]).toEqual(['signorini-results', 'J']);
    for (const name of ['energy', 'size', 'solver']) expect(read[name]).toEqual(rows.map((row) => row[name]));
    for (const name of ['path', 'reason']) expect(read[name]).toEqual(rows.map((row) => row[name] ?? ''));
    expect(read.step).toEqual(rows.map(({ source }) => (source as { step: number }).step));
    expect(read.options).toEqual(rows.map(({ options }) => (options ? JSON.stringify(options) : '')));
  });
});
