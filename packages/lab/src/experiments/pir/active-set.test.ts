import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { activeSetExperiment } from './active-set.ts';
import { fitsOf } from './fits.ts';

test('an exponential and a line are told apart, with their parameters', () => {
  const falling = fitsOf(Array.from({ length: 30 }, (_, k) => 100 * Math.exp(-k / 6)));
  expect(falling.tau / 6).toBeCloseTo(1, 1);
  expect(falling.exponentialLeft).toBeLessThan(0.01 * falling.linearLeft);
  const line = fitsOf(Array.from({ length: 30 }, (_, k) => 100 - 3 * k));
  expect([line.offset, line.slope]).toEqual([expect.closeTo(100, 9), expect.closeTo(-3, 9)]);
  expect(line.linearLeft).toBeLessThan(0.01 * line.exponentialLeft);
});

test('changes of the active set fall exponentially with PGS and CPG', () => {
  const { comparison } = checkedRun(activeSetExperiment);
  for (const name of ['PGS', 'CPG'])
    expect(comparison.find(({ what }) => what.endsWith(name))).toMatchObject({
      ours: 'exponential',
      today: 'exponential',
    });
});
