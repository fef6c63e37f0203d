import { expect, test } from 'vitest';
import { checkedRun } from '../../../../test/support/experiment-check.ts';
import { type KeptRow, keptSummary, leastAt } from './kept.ts';
import { leastErrorExperiment } from './least-error.ts';

test('the kept iterate never has the larger error of its own measure, and the last one is not always the best', () => {
  const { data } = checkedRun(leastErrorExperiment);
  const { kept } = data as { kept: KeptRow[] };
  for (const { energy, natural } of kept) {
    expect(energy.energy).toBeLessThanOrEqual(1);
    expect(natural.natural).toBeLessThanOrEqual(1);
  }
  const struck = kept.filter((row) => row.struck);
  expect(struck.length).toBeGreaterThan(10);
  expect(struck.some(({ energy }) => energy.energy < 0.9)).toBe(true);
});

test('the least error is the last of equal ones, and never NaN', () => {
  expect(leastAt([1, 0.5, 0.5, 2])).toBe(2);
  expect(leastAt([3, 1, Number.NaN])).toBe(1);
});

test('a summary counts only solves that the limit struck', () => {
  const ratios = { energy: 0.5, natural: 0.5, fischer: 0.5 };
  const row = {
    scene: 'a',
    solver: 'b',
    limit: 1,
    start: 'cold' as const,
    step: 1,
    iterates: 3,
    energy: ratios,
    natural: ratios,
  };
  const summary = keptSummary(
    [
      { ...row, struck: true },
      { ...row, struck: false },
    ],
    { solver: 'b', limit: 1, scene: null },
  );
  expect([summary.solves, summary.struck, summary.notBest]).toEqual([2, 1, 1]);
  expect(summary.ratios.energy.median).toBe(0.5);
});
