/** The guide lists every problem with its settings, and everything that is known not to hold. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { chosen, classics } from '../src/verify/problems/catalogue.ts';
import { knownFailures } from '../src/verify/problems/known-failures.ts';

const guide = readFileSync(fileURLToPath(new URL('../../../docs/guide/verify.md', import.meta.url)), 'utf8');
const rows = guide
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );

test('the guide has a row for every problem, with the settings that it runs under', () => {
  for (const { id, settings } of [...classics, ...chosen]) {
    const row = rows.find(([name]) => name === `\`${id}\``);
    expect(row?.[2]?.startsWith(settings), `${id}: ${settings}`).toBe(true);
  }
});

test('the guide lists what is known not to hold, and nothing else', () => {
  const [, section = ''] = guide.split('## Known not to hold');
  const listed = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes(': '))
    .map((line) => line.slice(2, line.indexOf(' | ')).replaceAll('\\|', '|'));
  expect(listed.toSorted()).toEqual(Object.keys(knownFailures).toSorted());
});
