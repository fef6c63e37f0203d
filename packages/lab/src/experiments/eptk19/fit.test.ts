import { expect, test } from 'vitest';
import { momentsOf, spreadOf, spreadText, straightLine } from './fit.ts';

test('a line through points of a line is that line, without an interval', () => {
  const fit = straightLine([0, 1, 2, 5].map((x) => [x, 3 - 2 * x]));
  expect(fit.slope).toBeCloseTo(-2, 12);
  expect(fit.intercept).toBeCloseTo(3, 12);
  expect(fit.halfWidth).toBeCloseTo(0, 12);
  expect(fit.explained).toBeCloseTo(1, 12);
});

test('the interval of a slope is 1.96 standard errors, as by hand for (0, 0), (1, 1), (2, 0), (3, 1)', () => {
  // sxx = 5, slope 1/5, rest 1 - 1/5 = 4/5, standard error sqrt(4/5 / 2 / 5) = 0.2828
  const fit = straightLine([
    [0, 0],
    [1, 1],
    [2, 0],
    [3, 1],
  ]);
  expect(fit.slope).toBeCloseTo(0.2, 12);
  expect(fit.halfWidth).toBeCloseTo(1.96 * Math.sqrt(0.08), 12);
  expect(fit.explained).toBeCloseTo(0.2, 12);
});

test('the standard deviation is that of EPTK19 Eq. (29), with T - 1', () => {
  expect(momentsOf([1, 3])).toEqual({ mean: 2, deviation: Math.SQRT2 });
  expect(momentsOf([5])).toEqual({ mean: 5, deviation: 0 });
});

test('a spread has median and quartiles by nearest rank, and says so', () => {
  const spread = spreadOf([4, 1, 3, 2]);
  expect(spread).toEqual({ lower: 1, median: 2.5, upper: 3, count: 4 });
  expect(spreadText(spread)).toBe('2.5 (quartiles 1 to 3)');
});
