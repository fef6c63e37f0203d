import { expect, test } from 'vitest';
import { atan, atan2, cos, sin, tan } from './elementary.ts';
import { Rng } from './rng.ts';

/** Units in the last place between a value and the platform's, which is right to one of them. */
const ulps = (value: number, truth: number) =>
  Math.abs(value - truth) / (Number.EPSILON * Math.max(Math.abs(truth), Number.MIN_VALUE / Number.EPSILON));

test('sine and cosine agree with the platform to three units in the last place, or 1e-16 near their zeros', () => {
  const rng = new Rng(1);
  for (let k = 0; k < 20_000; k++) {
    const angle = rng.uniform(-1, 1) * [1, 10, 1000, 1e6][k % 4];
    expect(Math.abs(sin(angle) - Math.sin(angle))).toBeLessThan(4e-16);
    expect(Math.abs(cos(angle) - Math.cos(angle))).toBeLessThan(4e-16);
    if (Math.abs(angle) < 1) expect(ulps(sin(angle), Math.sin(angle))).toBeLessThan(3);
  }
  expect([sin(0), cos(0)]).toEqual([0, 1]);
  expect(tan(0.3)).toBeCloseTo(Math.tan(0.3), 15);
});

test('angles beyond a million radians have no digits left and are not answered', () => {
  expect(sin(2e6)).toBeNaN();
  expect(cos(Infinity)).toBeNaN();
});

test('the arctangent agrees in all four quadrants and at their borders', () => {
  const rng = new Rng(2);
  for (let k = 0; k < 20_000; k++) {
    const y = rng.uniform(-1, 1) * (k % 3 === 0 ? 1e-3 : 1);
    const x = rng.uniform(-1, 1) * (k % 5 === 0 ? 1e-3 : 1);
    expect(ulps(atan2(y, x), Math.atan2(y, x))).toBeLessThan(4);
  }
  expect(atan2(0, 0)).toBe(0);
  expect(atan2(1, 0)).toBe(Math.PI / 2);
  expect(atan2(0, -1)).toBe(Math.PI);
  expect(atan(1)).toBe(Math.PI / 4);
});
