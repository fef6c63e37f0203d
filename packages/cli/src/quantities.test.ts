import { expect, test } from 'vitest';
import { selectionOf } from './commands/capture.ts';
import { UsageError } from './io.ts';
import { parseCount } from './quantities.ts';

const NUMBERS = ['-1', '1.5', 'NaN', 'Infinity', '', ' ', 'x', '0x10', '1e-3'];
const DIGITS = '9'.repeat(400);

test('a count that is negative, fractional, empty or no number is refused with a sentence', () => {
  for (const text of NUMBERS)
    expect(() => parseCount('--every', text, 1), text).toThrow(/^--every: expected an integer >= 1, found/);
});

test('a count without end is refused with the largest that the option takes', () => {
  for (const [option, most] of [
    ...[['--steps', 1e9] as const, ['--every', 1e9] as const, ['--max-iterations', 1e9] as const],
    ...[['--worst', 1e5] as const, ['--repeat', 1e5] as const, ['--random', 1e6] as const],
    ...[['--threads', 256] as const, ['--coupling', 1e4] as const, ['--vary coupling', 1e4] as const],
  ]) {
    expect(parseCount(option, String(most), 0)).toBe(most);
    for (const text of [String(most + 1), '1e23', DIGITS])
      expect(() => parseCount(option, text, 0), option).toThrow(`${option}: expected at most ${most}, found`);
  }
});

test('both ends of the steps of a capture are counts', () => {
  const flags = (steps: string) => ({ set: [], steps });
  expect(selectionOf(flags('3:9'), 5)).toEqual({ from: 3, to: 9 });
  for (const steps of ['1:1e23', `1:${DIGITS}`, `${DIGITS}:1`, '1:-1', '1:1.5', ':', '1:', '', '0:1', '2:1'])
    expect(() => selectionOf(flags(steps), 5), steps).toThrow(UsageError);
});
