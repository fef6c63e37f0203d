import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { toleranceExperiment } from './tolerance.ts';
import { farthest, largestRight } from './tolerance-runs.ts';

interface Row {
  scene: string;
  solver: string;
  tolerance: number;
  right: boolean;
  figures: { deviation: number | null; iterations: number };
}

test('a coarser tolerance saves sweeps and costs accuracy', () => {
  const { data } = checkedRun(toleranceExperiment);
  const rows = (data as { rows: Row[] }).rows.filter((row) => row.scene === 'brick-wall' && row.solver === 'pgs');
  const [first, last] = [rows[0]!, rows[rows.length - 1]!];
  for (const [k, row] of rows.entries())
    if (k > 0) expect(row.figures.iterations).toBeLessThan(rows[k - 1]!.figures.iterations);
  expect(first.right).toBe(true);
  expect(last.right).toBe(false);
  expect(last.figures.deviation!).toBeGreaterThan(100 * first.figures.deviation!);
});

test('the largest right tolerance has none that is wrong below it', () => {
  const row = (tolerance: number, right: boolean) => ({ tolerance, right });
  expect(largestRight([row(1, true), row(0.1, false), row(0.01, true), row(0.001, true)])).toBe(0.01);
  expect(largestRight([row(0.01, true), row(0.01, false)])).toBeNull();
});

test('the farthest body is found by its distance in space', () => {
  expect(farthest([0, 0, 0, 3, 4, 0], [0, 0, 1, 0, 0, 0])).toBe(5);
});
