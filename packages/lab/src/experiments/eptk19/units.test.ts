import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { unitsExperiment } from './units.ts';

test('another unit of mass or length changes the picks of the mixed measures, never those of the energy error', () => {
  const { claims, comparison } = checkedRun(unitsExperiment);
  expect(claims[0]?.verdict).toBe('holds');
  const ours = (what: RegExp) => comparison.filter((row) => what.test(row.what)).map((row) => row.ours as number);
  expect(Math.min(...ours(/^(natural|Fischer)/))).toBeGreaterThan(0);
  expect(ours(/^energy/)).toEqual([0, 0]);
});
