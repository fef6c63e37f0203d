/** `signorini reproduce` as a process: threads, kill -9 in the middle of an experiment, and a second writer. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { killedAt } from './support/children.ts';

const bin = fileURLToPath(new URL('../bin/signorini.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../../lab/dist/node/reproduce/experiment-worker.js', import.meta.url)));
if (!built) process.stderr.write('reproductions as processes: skipped, dist/ is not there\n');

const root = mkdtempSync(join(tmpdir(), 'signorini-papers-'));
afterAll(() => rmSync(root, { recursive: true }));
const at = (...names: string[]) => join(root, ...names);

function signorini(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
    encoding: 'utf8',
    timeout: 600_000,
  });
  return { status, stdout, stderr };
}

describe.skipIf(!built)('reproductions as processes', () => {
  const words = ['reproduce', 'least-error', '--quick', '--threads', '2'];

  test('killed in the middle of an experiment, it goes on and ends with the bytes of an undisturbed run', async () => {
    expect(signorini(...words, '-o', at('whole')).status).toBe(0);
    await killedAt(at('cut', 'least-error.json'), 20_000, ...words, '-o', at('cut'));
    expect(readdirSync(at('cut'))).toContain('least-error.json.part');
    const refused = signorini(...words, '-o', at('cut'));
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--resume continues it')]);
    expect(signorini(...words, '--resume', '-o', at('cut')).status).toBe(0);
    for (const file of readdirSync(at('whole')))
      expect(readFileSync(at('cut', file)).equals(readFileSync(at('whole', file))), file).toBe(true);
    expect(readdirSync(at('cut')).sort()).toEqual(readdirSync(at('whole')).sort());
  });

  test('several experiments at once are listed as one after the other would be', () => {
    const names = ['anisotropy', 'isolines', 'fixed-point'];
    expect(signorini('reproduce', ...names, '--quick', '--threads', '2', '-o', at('two')).status).toBe(0);
    expect(signorini('reproduce', ...names, '--quick', '--threads', '1', '-o', at('one')).status).toBe(0);
    expect(readFileSync(at('two', 'index.json'), 'utf8')).toBe(readFileSync(at('one', 'index.json'), 'utf8'));
  });

  test('a name that does not exist, a wrong number of threads and a folder of others are sentences', () => {
    expect(signorini('reproduce', 'isoline')).toMatchObject({ status: 2, stderr: expect.stringContaining('isolines') });
    expect(signorini('reproduce', '--threads', '0').status).toBe(2);
    const lock = { process: process.pid, host: hostname(), started: null, boot: null, space: null, id: 'x' };
    expect(signorini('reproduce', 'anisotropy', '--quick', '-o', at('busy')).status).toBe(0);
    writeFileSync(at('busy', '.isolines.json.lock'), JSON.stringify(lock)); // another run writes there
    expect(signorini('reproduce', 'isolines', '--quick', '--threads', '2', '-o', at('busy'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('expected no other run that writes it, found process'),
    });
    expect(signorini('reproduce', 'isolines', '-o', fileURLToPath(new URL('.', import.meta.url)))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('other files, which stay as they are'),
    });
  });
});
