import { expect, it } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { evenly, roomy, spread, timeErrorExperiment } from './time-error.ts';

it('finds that direct solvers are exact for the bounds as solved on all test cases and PGS is not', () => {
  const { table } = checkedRun(timeErrorExperiment);
  const residual = table.columns.indexOf('natural residual');
  const worst = (solver: string) =>
    Math.max(...table.rows.filter((row) => row[2] === solver && row[1] === 'cold').map((row) => Number(row[residual])));
  expect(worst('bpp-dense')).toBeLessThan(1e-9);
  expect(worst('bpp')).toBeLessThan(1e-9);
  expect(worst('pgs')).toBeGreaterThan(1e-2);
});

it('finds that only solvers whose bounds follow the normals are consistent on the winch', () => {
  const { table } = checkedRun(timeErrorExperiment);
  const consistency = table.columns.indexOf('friction consistency [J]');
  const worst = (solver: string) =>
    Math.max(
      ...table.rows.filter((row) => row[0] === 'winch' && row[2] === solver).map((row) => Number(row[consistency])),
    );
  expect(worst('newton-coupled')).toBeLessThan(1e-9);
  expect(worst('bpp')).toBeGreaterThan(1e-3);
});

it('measures the span of values by their 95th and 5th percentile', () => {
  const values = Array.from({ length: 100 }, (_, k) => k + 1);
  expect(spread(values)).toBeCloseTo(95 / 5, 12);
  expect(spread([])).toBeNull();
});

it('thins out evenly', () => {
  expect(evenly([1, 2, 3, 4, 5], 2)).toEqual([1, 4]);
  expect(evenly([1, 2], 5)).toEqual([1, 2]);
});

it('leaves room around the values of an axis', () => {
  expect(roomy([1, 8, 2])).toEqual([0.5, 16]);
  expect(roomy([])).toEqual([0.1, 1]);
});
