/** A short run of `npm run fuzz:datasets`: damaged datasets and journals. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('a damaged dataset or journal gives what was written, or a sentence', () => {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const words = ['scripts/fuzz-datasets.mjs', '--count', '99', '--seed', '5'];
  const printed = execFileSync(process.execPath, words, { cwd, encoding: 'utf8', stdio: 'pipe' });
  const times = [...printed.matchAll(/^(?:sealed|journal|foreign): .*: (\d+)$/gm)].map(([, count]) => Number(count));
  expect(times.reduce((sum, count) => sum + count, 0)).toBe(99);
  expect(printed).toContain('sealed: a sentence');
  expect(printed).toContain('journal: the first problems');
  expect(printed).toContain('no faults');
});
