/** Sweeps through a queue on a real Redis server: the same results, and nothing lost or counted twice when processes die. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort, hasRedis, RedisServer } from './support/redis.ts';

const bin = fileURLToPath(new URL('../bin/signorini.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../../lab/dist/node/sweep/queue-processor.js', import.meta.url)));
if (!built) process.stderr.write('queues: skipped, dist/ is not there\n');
if (!hasRedis) process.stderr.write('queues: skipped, redis-server is not installed\n');

const root = mkdtempSync(join(tmpdir(), 'signorini-queue-'));
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
let places = 0;
const place = () => join(root, `sweep-${places++}`);

/** Lines that a slow machine adds: how far it is, and that no worker has come yet. */
const PROGRESS = /^(sweep {2}\d|no worker yet).*\n/gm;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command, as a process that can be killed. */
function start(words: readonly string[]) {
  const child = spawn(process.execPath, [bin, ...words]);
  children.add(child);
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (text) => out.push(String(text)));
  child.stderr.on('data', (text) => err.push(String(text)));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => resolve({ code, out: out.join(''), err: err.join('').replace(PROGRESS, '') })),
  );
  return { child, ended };
}
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
};
const items = (folder: string) => {
  const path = join(folder, 'items');
  return existsSync(path) ? readdirSync(path).filter((name) => /^\w+\.json$/.test(name)) : [];
};
/** Bytes of every result, without the lines of its timing. */
const bytes = (folder: string) =>
  Object.fromEntries(
    items(folder).map((name) => [
      name,
      readFileSync(join(folder, 'items', name), 'utf8').replace(/ "timing": \{[\s\S]*\n \}/, ''),
    ]),
  );
const grid = (steps: number, count: number) => [
  ...['sweep', 'mass-ratio-stack', '--steps', String(steps)],
  ...['--vary', 'solver=pgs,bpp', '--vary', `ratio=1..1000:log${count / 2}`],
];

describe.skipIf(!built || !hasRedis)('sweeps through a queue', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis?.remove());
  const worker = (...words: string[]) => ['worker', '--queue', redis.address, ...words];
  const cli = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8' });
    return { status, stdout, stderr };
  };

  test('two workers give the results of one machine, by the shared folder or through Redis', async () => {
    const alone = place();
    expect(cli(...grid(20, 12), '-o', alone).status).toBe(0);
    for (const shared of [true, false]) {
      const folder = place();
      const sweep = start([...grid(20, 12), '-o', folder, '--queue', redis.address]);
      await until(() => existsSync(join(folder, '.queue')));
      if (!shared) rmSync(join(folder, '.queue')); // a worker of another machine would not find it
      const workers = [0, 1].map(() => start(worker()));
      const { code, out, err } = await sweep.ended;
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^mass-ratio-stack: 12 items, all done/);
      expect(bytes(folder)).toEqual(bytes(alone));
      expect(readdirSync(folder).sort()).toEqual(['items', 'sweep.json']);
      for (const { child } of workers) child.kill('SIGTERM');
      const done = await Promise.all(workers.map(({ ended }) => ended));
      expect(done.map((one) => one.code)).toEqual([0, 0]);
      const counts = done.map((one) => Number.parseInt(one.out, 10));
      expect(counts[0]! + counts[1]!).toBeGreaterThanOrEqual(12); // at least once
    }
  });

  test('a worker that is killed in mid-job: its items are done by another, nothing is lost or counted twice', async () => {
    const alone = place();
    expect(cli(...grid(1000, 6), '-o', alone, '--threads', '2').status).toBe(0);
    const folder = place();
    const sweep = start([...grid(1000, 6), '-o', folder, '--queue', redis.address]);
    const first = start(worker('--patience', '1s'));
    await until(() => items(folder).length >= 1); // it has begun the next
    first.child.kill('SIGKILL');
    const second = start(worker('--patience', '1s'));
    const { code, out } = await sweep.ended;
    expect(code).toBe(0);
    expect(out).toMatch(/^mass-ratio-stack: 6 items, all done/);
    expect(bytes(folder)).toEqual(bytes(alone));
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
  });

  test('short items share jobs; workers that are killed on the way lose none of them', async () => {
    const alone = place();
    expect(cli(...grid(5, 600), '-o', alone, '--threads', '2').status).toBe(0);
    const folder = place();
    const sweep = start([...grid(5, 600), '-o', folder, '--queue', redis.address]);
    for (const done of [150, 350]) {
      const { child } = start(worker('--patience', '1s'));
      await until(() => items(folder).length >= done);
      child.kill('SIGKILL');
    }
    const last = start(worker('--patience', '1s'));
    const { code, out } = await sweep.ended;
    expect(code).toBe(0);
    expect(out).toMatch(/^mass-ratio-stack: 600 items, all done/);
    expect(bytes(folder)).toEqual(bytes(alone));
    last.child.kill('SIGTERM');
    expect((await last.ended).code).toBe(0);
  });

  test('a sweep that is killed and resumed collects what was done meanwhile', async () => {
    const folder = place();
    const words = [...grid(600, 8), '-o', folder, '--queue', redis.address];
    const sweep = start(words);
    const one = start(worker('--patience', '1s'));
    await until(() => items(folder).length >= 1);
    sweep.child.kill('SIGKILL');
    await sweep.ended;
    const again = await start([...words, '--resume']).ended;
    expect([again.code, again.err]).toEqual([0, '']);
    expect(items(folder)).toHaveLength(8);
    one.child.kill('SIGTERM');
    const { code, out } = await one.ended;
    expect(code).toBe(0);
    expect(Number.parseInt(out, 10)).toBeGreaterThanOrEqual(8); // at least once
  });

  test('an item whose process ends every time is a row; the others are done', async () => {
    const folder = place();
    const vary = ['sweep', 'bouncing-ball', '--vary', 'steps=5,4000000'];
    const sweep = start([...vary, '-o', folder, '--queue', redis.address]);
    const one = start(worker());
    await until(() => items(folder).length >= 1); // the short one; from now on its processes die, some while they start
    const killing = setInterval(() => spawnSync('pkill', ['-KILL', '-P', String(one.child.pid)]), 300);
    const { code, out } = await sweep.ended;
    clearInterval(killing);
    expect(code).toBe(1);
    expect(out).toMatch(/2 items, 1 FAILED/);
    expect(out).toMatch(/\ncrashed: its process ended while at it: .*\n {2}npx signorini run bouncing-ball /);
    one.child.kill('SIGTERM');
    expect((await one.ended).code).toBe(0);
  });

  test('a server that goes away ends the sweep with a sentence; resumed, it ends as if nothing had happened', async () => {
    const folder = place();
    const words = [...grid(601, 8), '-o', folder, '--queue', redis.address];
    const sweep = start(words);
    const one = start(worker('--patience', '1s'));
    await until(() => items(folder).length >= 1);
    await redis.kill();
    const { code, out, err } = await sweep.ended;
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/signorini: redis:\/\/127\.0\.0\.1:\d+: expected a Redis server that answers, found .*\n$/);
    await redis.start();
    const again = await start([...words, '--resume']).ended;
    expect(again.code).toBe(0);
    expect(items(folder)).toHaveLength(8);
    one.child.kill('SIGTERM');
    expect((await one.ended).code).toBe(0);
  });

  test('a worker without work ends after --idle', async () => {
    expect(await start(worker('--idle', '100ms')).ended).toMatchObject({ code: 0, out: '0 items\n' });
  });

  test('a queue that is not there, and an address that is none: a sentence within seconds, exit 2', async () => {
    const nowhere = `redis://user:secret@127.0.0.1:${await freePort()}`;
    const shown = nowhere.replace('user:secret@', '');
    const folder = place();
    const sentence = `${shown}: expected a Redis server that answers, found none: the connection was refused\n`;
    expect(cli(...grid(5, 4), '-o', folder, '--queue', nowhere)).toEqual({
      status: 2,
      stdout: '',
      stderr: `signorini: ${sentence}`,
    });
    expect(existsSync(folder)).toBe(false);
    const { status, stderr } = cli('worker', '--queue', nowhere);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/the connection was refused\n$/)]);
    for (const words of [[...grid(5, 4), '-o', place()], ['worker']])
      expect(cli(...words, '--queue', 'http://localhost')).toEqual({
        status: 2,
        stdout: '',
        stderr: 'signorini: --queue: expected an address such as redis://localhost:6379, found "http://localhost"\n',
      });
  });
});
