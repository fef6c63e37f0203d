/** A short run of `npm run fuzz:collision`: random poses of every primitive pair against MuJoCo. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('contacts of random poses agree with MuJoCo: none missing, none wrong', () => {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const words = ['scripts/fuzz-collision.mjs', '--count', '150', '--seed', '11'];
  const printed = execFileSync(process.execPath, words, { cwd, encoding: 'utf8', stdio: 'pipe' });
  const pairs = [...printed.matchAll(/^([\w-]+): (\d+) touching.*missing (\d+), wrong (\d+)/gm)];
  expect(pairs.length).toBe(14);
  for (const [, pair, touching, missing, wrong] of pairs) {
    expect(Number(touching), pair).toBeGreaterThan(20);
    expect([Number(missing), Number(wrong)], pair).toEqual([0, 0]);
  }
  expect(printed).toContain('no faults');
});
