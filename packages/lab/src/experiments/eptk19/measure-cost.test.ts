import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { type CostRow, measureCostExperiment } from './measure-cost.ts';

test('every size is timed with every kind that takes it, and both block pivotings visit index sets', () => {
  const { data } = checkedRun(measureCostExperiment);
  const { rows } = data as { rows: CostRow[] };
  const walls = rows.filter(({ family }) => family === 'wall').map(({ n }) => n);
  expect([...walls].sort((p, q) => p - q)).toEqual(walls);
  expect(walls.at(-1)! / walls[0]!).toBeGreaterThan(5);
  for (const { times, iterations } of rows) {
    expect(Object.values(times).every((time) => time !== null)).toBe(true);
    expect(Math.min(iterations.bpp, iterations.dense)).toBeGreaterThan(0);
  }
});
