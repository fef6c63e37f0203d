import { expect, test } from 'vitest';
import { isolines } from './isolines.ts';

const grid = { from: -2, to: 2, cells: 101 };

test('the lines of x^2 + y^2 are circles: one closed line, every point at its radius', () => {
  const lines = isolines((x, y) => x * x + y * y, grid, 1);
  expect(lines.length).toBe(1);
  const [circle] = lines;
  expect(circle!.length).toBeGreaterThan(100);
  for (const [x, y] of circle!) expect(Math.sqrt(x * x + y * y)).toBeCloseTo(1, 3);
  expect(circle![0]).toEqual(circle![circle!.length - 1]);
});

test('a line that leaves the frame is open, and ends on it', () => {
  const [line, ...others] = isolines((x) => x, grid, 0.3);
  expect(others).toEqual([]);
  for (const [x] of line!) expect(x).toBeCloseTo(0.3, 12);
  expect([line![0]![1], line![line!.length - 1]![1]].sort((p, q) => p - q)).toEqual([-2, 2]);
});

test('a saddle keeps its two branches apart', () => {
  const lines = isolines((x, y) => x * y, grid, 0.01);
  expect(lines.length).toBe(2);
  for (const line of lines) {
    const sign = Math.sign(line[0]![0]);
    for (const [x, y] of line) expect([Math.sign(x), Math.sign(y)]).toEqual([sign, sign]);
  }
});

test('a level that is not reached has no line', () => {
  expect(isolines((x, y) => x * x + y * y, grid, -1)).toEqual([]);
});
