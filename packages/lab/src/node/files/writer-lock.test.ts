import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LockHolder, lockPath, takeLock, thisRun } from './writer-lock.ts';

const root = mkdtempSync(join(tmpdir(), 'signorini-lock-'));
afterAll(() => rmSync(root, { recursive: true }));
const target = join(root, 'out.json');
const held = (holder: Partial<LockHolder>) => {
  writeFileSync(lockPath(target), JSON.stringify({ ...thisRun(), ...holder }));
};
const aged = (minutes: number) => {
  const then = new Date(Date.now() - minutes * 60e3);
  utimesSync(lockPath(target), then, then);
};
const BUSY = /expected no other run that writes it, found/;
const taken = () => takeLock(target).release();

beforeEach(() => rmSync(lockPath(target), { force: true }));
afterEach(() => expect(readdirSync(root).filter((name) => /\.lock\./.test(name))).toEqual([]));

test('the second writer is refused with a sentence, in the same process too, until the first is done', () => {
  const first = takeLock(target);
  expect(taken).toThrow(`${target}: expected no other run that writes it, found process ${process.pid}`);
  takeLock(join(root, 'other.json')).release();
  first.release();
  taken();
  expect(readdirSync(root)).toEqual([]);
});

test('a lock of a process that is gone is taken over; its number alone is no identity', () => {
  held({ process: 4_000_000 }); // above the largest number of a process
  taken();
  held({ started: '1' }); // number recurs, as that of process 1 in every container
  taken();
  held({ boot: 'an earlier start' });
  taken();
  held({});
  expect(taken).toThrow(BUSY);
});

test('a lock that cannot be looked up holds while it is renewed, and never forever', () => {
  held({ process: 1, started: '1', space: 'pid:[1]', host: 'elsewhere' });
  expect(taken).toThrow(/found process 1 of another container or machine, seen 0 min ago; if it has ended, remove/);
  aged(59);
  expect(taken).toThrow(/seen 59 min ago/);
  aged(61);
  taken();
});

test('a lock that nobody can read holds for a minute, while it may be being written', () => {
  for (const text of ['', '{', '5', 'null', '{"process":"1"}', '{"process":-1,"host":"x"}']) {
    writeFileSync(lockPath(target), text);
    expect(taken).toThrow(/found one that has just begun/);
    aged(2);
    taken();
  }
});

test('a released lock does not remove the lock of a later run', () => {
  const first = takeLock(target);
  held({ process: 1, id: 'later' });
  first.release();
  expect(existsSync(lockPath(target))).toBe(true);
});

test('a folder that is not there, or a file in its place, is a sentence', () => {
  expect(() => takeLock(join(root, 'nowhere', 'x'))).toThrow(/expected to write it, found no such file/);
});

const built = fileURLToPath(new URL('../../../dist/node/files/writer-lock.js', import.meta.url));

/** A run that takes the lock, reports it, and waits. */
function run(): Promise<ChildProcess> {
  const source = `
    import { takeLock } from ${JSON.stringify(built)};
    takeLock(${JSON.stringify(target)});
    process.stdout.write('taken');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}
const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', (code) => resolve(code)));

describe.skipIf(!existsSync(built))('between processes', () => {
  test.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGQUIT', 131],
    ['SIGTERM', 143],
  ] as const)('%s removes the lock and ends with %d', async (signal, code) => {
    const child = await run();
    expect(taken).toThrow(`found process ${child.pid}`);
    child.kill(signal);
    expect(await ended(child)).toBe(code);
    expect(readdirSync(root)).toEqual([]);
  });

  test('kill -9 leaves the lock, and the next run takes it over', async () => {
    const child = await run();
    child.kill('SIGKILL');
    await ended(child);
    expect(existsSync(lockPath(target))).toBe(true);
    taken();
  });

  test('of many that take over the same lock one holds it', async () => {
    held({ process: 4_000_000 });
    const runs = await Promise.allSettled(Array.from({ length: 6 }, run));
    const holders = runs.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const child of holders) child.kill('SIGKILL');
    expect(holders.length).toBe(1);
  });
});
