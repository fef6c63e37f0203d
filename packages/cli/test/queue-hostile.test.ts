/** A queue that others write to as well: no file outside the folder of the sweep, no sweep that never ends, no raw sentences. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '@signorini/engine';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../lab/src/node/sweep/addresses.ts';
import { hasRedis, RedisServer } from './support/redis.ts';

const bin = fileURLToPath(new URL('../bin/signorini.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../../lab/dist/node/sweep/queue-processor.js', import.meta.url)));
const root = mkdtempSync(join(tmpdir(), 'signorini-hostile-'));
const children = new Set<ChildProcess>();
let places = 0;
const place = () => join(root, `sweep-${places++}`);

function start(...words: readonly string[]) {
  const child = spawn(process.execPath, [bin, ...words]);
  children.add(child);
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (text) => out.push(String(text)));
  child.stderr.on('data', (text) => err.push(String(text)));
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out: out.join(''), err: err.join('') })),
  );
  return { child, ended };
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const items = (folder: string) => (existsSync(join(folder, 'items')) ? readdirSync(join(folder, 'items')).sort() : []);
const grid = ['sweep', 'bouncing-ball', '--steps', '5', '--vary', 'solver=pgs,psor,bpp'];
const idOf = (folder: string): string => JSON.parse(readFileSync(join(folder, 'sweep.json'), 'utf8')).id;

describe.skipIf(!built || !hasRedis)('a queue that others write to', { timeout: 120_000 }, () => {
  let server: RedisServer;
  let redis: Redis;
  let queue: Queue;
  beforeAll(async () => {
    server = await RedisServer.start();
    redis = new Redis(server.address, { maxRetriesPerRequest: null });
    queue = new Queue(`jobs-${VERSION}`, { connection: redis, prefix: 'signorini' });
  });
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
  });
  afterAll(async () => {
    await queue?.close();
    redis?.disconnect();
    await server?.remove();
    rmSync(root, { recursive: true, force: true });
  });
  const worker = () => start('worker', '--queue', server.address);

  test('the same sweep into two folders, one after the other: a living worker fills each of them', async () => {
    worker();
    const [a, b] = [place(), place()];
    const first = await start(...grid, '-o', a, '--queue', server.address).ended;
    expect(first.code).toBe(0);
    const before = items(a).map((name) => readFileSync(join(a, 'items', name), 'utf8'));
    const second = await start(...grid, '-o', b, '--queue', server.address).ended;
    expect([second.code, items(b)]).toEqual([0, items(a)]);
    expect(items(a).map((name) => readFileSync(join(a, 'items', name), 'utf8'))).toEqual(before);
  });

  test('a second run of a sweep that is being collected is refused, and leaves the first one as it was', async () => {
    const [a, b] = [place(), place()];
    const first = start(...grid, '-o', a, '--queue', server.address);
    while (!existsSync(join(a, '.queue'))) await pause(20);
    const second = await start(...grid, '-o', b, '--queue', server.address).ended;
    expect([second.code, second.out]).toEqual([2, '']);
    expect(second.err).toMatch(/expected no other run of this sweep, found process \d+ of .*; wait for its end/);
    worker();
    expect((await first.ended).code).toBe(0);
    expect(items(a)).toHaveLength(3);
  });

  test('a job without a token, an id that climbs and an address that is none write no file', async () => {
    const folder = place(); // no sweep, and no .queue
    mkdirSync(join(folder, 'items'), { recursive: true });
    const item = { source: { kind: 'scene', name: 'bouncing-ball', digest: null }, solver: 'pgs', options: {} };
    const sweep = addressOf('hostile');
    const keys = ['source', 'place'].map((key) => `signorini:sweep:${sweep}:${key}`);
    const source = { kind: 'scene', name: 'bouncing-ball' };
    await redis.set(keys[0]!, JSON.stringify({ ...source, source, folder })); // also as an earlier version kept it
    await redis.set(keys[1]!, JSON.stringify({ folder }));
    const jobs = [
      { sweep, items: [{ id: addressOf(item), item }] },
      { sweep, items: [{ id: '../../climbed', item }] },
      { sweep, items: [{ id: '/tmp/climbed', item }] },
      { sweep, items: [null] },
      { sweep: '../x', items: 5 },
      'no job',
      null,
    ];
    for (const data of jobs) await queue.add('items', data, { attempts: 1 });
    const one = worker();
    while ((await queue.getJobCounts('waiting', 'active')).waiting! > 0) await pause(50);
    while ((await queue.getJobCounts('active')).active! > 0) await pause(50);
    one.child.kill('SIGTERM');
    expect((await one.ended).code).toBe(0);
    expect(items(folder)).toEqual([]);
    expect(existsSync(join(root, 'climbed.json'))).toBe(false);
    const results = await redis.xrange(`signorini:sweep:${sweep}:results`, '-', '+');
    expect(results).toHaveLength(1); // the honest one, through Redis
    await queue.obliterate({ force: true });
  });

  test('results that are none are left out with a sentence, and their items are done', async () => {
    const folder = place();
    const sweep = start(...grid, '-o', folder, '--queue', server.address);
    while (!existsSync(join(folder, '.queue'))) await pause(20);
    const results = `signorini:sweep:${idOf(folder)}:results`;
    await pause(500);
    const waiting = (await queue.getJobs(['waiting'])).flatMap(({ data }) => data.items as { id: string }[]);
    const poison = ['{', 'null', '{"id":5}', `{"id":"${waiting[0]?.id}","outcome":"done"}`, ''];
    for (const payload of poison) await redis.xadd(results, '*', 'id', waiting[0]?.id ?? 'x', 'payload', payload);
    await redis.xadd(results, '*', 'other', 'field');
    await redis.xadd(results, '*', 'id', '../../x', 'payload', '');
    worker();
    const { code, err } = await sweep.ended;
    expect(err).toMatch(/expected results of this sweep, found something else, which is left out/);
    expect(err).not.toMatch(/JSON|undefined|TypeError/);
    expect(items(folder)).toHaveLength(3);
    expect([0, 1]).toContain(code); // 1: an item that was poisoned three times is a row with a sentence
  });

  test('a key of another type and a user without rights: a sentence with a cure, exit 2', async () => {
    const folder = place();
    await redis.acl('SETUSER', 'weak', 'on', '>weak', '~*', '+ping', '+auth', '+hello', '+info', '+client');
    const weak = server.address.replace('redis://', 'redis://weak:weak@');
    for (const words of [[...grid, '-o', place()], ['worker']]) {
      const { code, err } = await start(...words, '--queue', weak).ended;
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/a user without the rights that a queue needs; `ACL SETUSER/),
      ]);
      expect(err).not.toMatch(/\n {4}at /);
    }
    const wrong = server.address.replace('redis://', 'redis://weak:other@');
    expect((await start('worker', '--queue', wrong).ended).err).toMatch(/does not take this user and password/);
    await start(...grid, '-o', folder, '--queue', weak).ended;
    const id = idOf(folder);
    await redis.del(`signorini:sweep:${id}:results`); // of the runs before: the same sweep has the same key
    await redis.hset(`signorini:sweep:${id}:results`, 'a', 'b');
    const { code, err } = await start(...grid, '-o', folder, '--resume', '--queue', server.address).ended;
    expect([code, err]).toEqual([2, expect.stringMatching(/something else under a key of this program; `redis-cli/)]);
  });
});
