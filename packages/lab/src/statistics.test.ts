import { expect, test } from 'vitest';
import { finite, largest, median, quantile } from './statistics.ts';

test('the median is the middle one, and the mean of the middle two of an even number', () => {
  expect(median([3])).toBe(3);
  expect(median([5, 1, 3])).toBe(3);
  expect(median([10, 2, 1, 4])).toBe(3);
  expect(median([100, 9, 20])).toBe(20); // by size, not by text
  expect(median([])).toBeNull();
});

test('the median of the middle two neither overflows nor depends on the order', () => {
  expect(median([Number.MAX_VALUE, Number.MAX_VALUE])).toBe(Number.MAX_VALUE);
  expect(median([1, 2])).toBe(median([2, 1]));
});

test.each([null, Number.NaN, Infinity, -Infinity])('%s sorts last: it never makes a median better', (bad) => {
  expect(median([bad, 1, 2])).toBe(2);
  expect(median([1, bad, 2, bad, 3])).toBe(3);
  expect(median([bad, 1, bad])).toBeNull();
  expect(median([1, bad])).toBeNull(); // half of the mean cannot be told
  expect(median([bad, bad])).toBeNull();
});

test('the largest of what cannot be told is not known', () => {
  expect(largest([-3, -1, -2])).toBe(-1);
  expect(largest([1, null, 2])).toBeNull();
  expect(largest([1, Number.NaN])).toBeNull();
  expect(largest([-Infinity, 1])).toBeNull();
  expect(largest([])).toBeNull();
});

test('a figure that is not finite is null', () => {
  expect([0, -0.5, Number.NaN, Infinity, null].map(finite)).toEqual([0, -0.5, null, null, null]);
});

test('the values are left in their order', () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});

test('a quantile is a value that occurred: the least that enough of them do not exceed', () => {
  const twenty = Array.from({ length: 20 }, (_, k) => 20 - k);
  expect(quantile(twenty, 0.95)).toBe(19);
  expect(quantile(twenty, 1)).toBe(20);
  expect(quantile([7], 0.95)).toBe(7);
  expect(quantile([], 0.95)).toBeNull();
  expect(quantile([1, 2, null], 0.95)).toBeNull(); // what cannot be told sorts last
  expect(quantile([1, 2, null], 0.5)).toBe(2);
});
