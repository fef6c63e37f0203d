import { expect, it } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { agree, table4Experiment } from './table4.ts';
import { order } from './test-cases.ts';

it('has problems of the printed sizes and never a larger order of the residual than the paper from a cold start', () => {
  const { claims, table } = checkedRun(table4Experiment);
  expect(claims.find(({ id }) => id === 'A1')?.verdict).toBe('holds');
  const [start, apart] = ['start', 'orders apart'].map((name) => table.columns.indexOf(name)) as [number, number];
  for (const row of table.rows)
    if (row[start] === 'cold') expect(Number(row[apart]), String(row)).toBeLessThanOrEqual(1);
});

it('agrees within one order of magnitude, or if both are exact', () => {
  expect(agree(-1, 0)).toBe(true);
  expect(agree(-2, 0)).toBe(false);
  expect(agree(-13, -8)).toBe(true);
  expect(agree(null, 0)).toBe(false);
});

it('rounds to the nearest power of ten', () => {
  expect(order(0.2)).toBe(-1);
  expect(order(4)).toBe(1);
  expect(order(0)).toBeNull();
  expect(order(null)).toBeNull();
});
