/** The built command sweeping as a process: threads, kill -9 at random moments, crashes of a thread, two runs at once. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Rng } from '@signorini/engine';
import { afterAll, describe, expect, test } from 'vitest';

const bin = fileURLToPath(new URL('../bin/signorini.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../../lab/dist/node/sweep/item-worker.js', import.meta.url)));
if (!built) process.stderr.write('sweeps as processes: skipped, dist/ is not there\n');

const root = mkdtempSync(join(tmpdir(), 'signorini-sweeps-'));
afterAll(() => rmSync(root, { recursive: true }));
let places = 0;
const place = () => join(root, `sweep-${places++}`);

const signorini = (...given: [NodeJS.ProcessEnv, ...string[]] | string[]) => {
  const [env, words] = typeof given[0] === 'object' ? [given[0], given.slice(1)] : [{}, given];
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...(words as string[])], {
    encoding: 'utf8',
    timeout: 600_000,
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
};
const grid = [
  ...['sweep', 'mass-ratio-stack', '--steps', '60'],
  ...['--vary', 'solver=pgs,bpp', '--vary', 'ratio=1..1000:log6', '--vary', 'light=1,2'],
];

/** Bytes of every file, the lines of timings left out. */
const bytes = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8').replace(/ "timing": \{[\s\S]*\n \}/, '')]),
  );
const exited = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

describe.skipIf(!built)('sweeps as processes', () => {
  const whole = join(root, 'whole');

  test('threads change the times, and what is said of them, and nothing else', () => {
    const alone = signorini(...grid, '-o', whole);
    expect([alone.status, alone.stderr]).toEqual([0, '']);
    expect(alone.stdout).toMatch(/\ntime per step over 24 items, median \S+ ms\n/);
    const folder = place();
    const two = signorini(...grid, '-o', folder, '--threads', '2');
    expect([two.status, two.stderr]).toEqual([0, '']);
    expect(two.stdout).toMatch(/\ntimes are not comparable: items ran beside each other\n/);
    expect(bytes(folder)).toEqual(bytes(whole));
    const timing = (from: string) => JSON.parse(readFileSync(join(from, Object.keys(bytes(from))[0]!), 'utf8')).timing;
    expect(timing(whole)).toMatchObject({ counts: true, how: 'one item at a time' });
    expect(timing(folder)).toMatchObject({ counts: false, how: '2 items at once: not comparable' });
  });

  test('a module and a program as solvers give the same results with threads', () => {
    const at = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
    const program = `exec:"'${process.execPath}' '${at('packages/lab/test/support/programs/pgs.mjs')}'"`;
    const vary = ['--vary', `solver=pgs,${at('examples/solvers/sor.mjs')},${program}`, '--vary', 'ratio=1,10'];
    const [one, two] = [place(), place()];
    for (const [folder, threads] of [[one, '1'] as const, [two, '2'] as const]) {
      const words = ['sweep', 'mass-ratio-stack', '--steps', '3', ...vary, '--threads', threads, '-o', folder];
      const { status, stderr } = signorini(...words);
      expect([status, stderr]).toEqual([0, '']);
    }
    expect(Object.keys(bytes(one))).toHaveLength(7);
    expect(bytes(two)).toEqual(bytes(one));
  });

  test('killed at random moments and resumed, it ends in the bytes of an undisturbed run', async () => {
    const folder = place();
    const rng = new Rng(2);
    for (let kill = 0; kill < 6; kill++) {
      const before = existsSync(join(folder, 'items')) ? bytes(folder) : {};
      const resume = existsSync(join(folder, 'sweep.json')) ? ['--resume'] : [];
      const child = spawn(process.execPath, [bin, ...grid, '-o', folder, '--threads', '2', ...resume], {
        stdio: 'ignore',
      });
      const end = exited(child);
      const patience = setTimeout(() => child.kill('SIGKILL'), 400 + 900 * rng.uniform()); // ms
      await end;
      clearTimeout(patience);
      const after = existsSync(join(folder, 'items')) ? bytes(folder) : {};
      for (const [name, text] of Object.entries(before)) expect(after[name], name).toBe(text); // nothing is lost
    }
    const resume = existsSync(join(folder, 'sweep.json')) ? ['--resume'] : [];
    const last = signorini(...grid, '-o', folder, ...resume);
    expect([last.status, last.stderr]).toEqual([0, '']);
    expect(bytes(folder)).toEqual(bytes(whole));
    expect(readdirSync(join(folder, 'items')).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(readdirSync(root).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });

  test('an item whose thread runs out of memory is a row, and the others are done', () => {
    const folder = place();
    // the reports of all steps are kept until the end of a run: so many do not fit into 24 MB
    const { status, stdout } = signorini(
      { NODE_OPTIONS: '--max-old-space-size=24' },
      ...['sweep', 'bouncing-ball', '--vary', 'steps=5,400000', '-o', folder],
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/2 items, 1 FAILED/);
    expect(stdout).toMatch(/\ncrashed: its thread ended while at it: .*memory.*\n {2}npx signorini run bouncing-ball /);
    expect(stdout).toMatch(/\n5 +good/);
  });

  test('the second of two sweeps into the same folder is refused', async () => {
    const folder = place();
    const child = spawn(process.execPath, [bin, ...grid, '--steps', '20000', '-o', folder], { stdio: 'ignore' });
    while (!existsSync(join(folder, 'sweep.json'))) await new Promise((resolve) => setTimeout(resolve, 20));
    const second = signorini(...grid, '--steps', '20000', '-o', folder, '--resume');
    expect([second.status, second.stdout]).toEqual([2, '']);
    expect(second.stderr).toBe(
      `signorini: ${folder}: expected no other run that writes it, found process ${child.pid}\n`,
    );
    const end = exited(child);
    child.kill('SIGINT');
    expect(await end).toBe(130);
    expect(existsSync(join(root, `.${folder.split('/').at(-1)}.lock`))).toBe(false);
  });
});
