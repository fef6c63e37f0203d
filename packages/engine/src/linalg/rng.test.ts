import { expect, test } from 'vitest';
import { hashNumbers, hashText } from './hash.ts';
import { Rng } from './rng.ts';

test('draws the same sequence from the same seed on every platform', () => {
  const rng = new Rng(1);
  const drawn = Float64Array.from({ length: 1000 }, () => rng.uniform(-1, 1));
  expect(hashText(hashNumbers(drawn))).toBe('ed2600d6');
});

test('is uniform: mean and variance of 100 000 draws are those of the interval', () => {
  const rng = new Rng(7);
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < 100000; i++) {
    const u = rng.uniform();
    sum += u;
    squares += u * u;
  }
  expect(sum / 100000).toBeCloseTo(1 / 2, 2);
  expect(squares / 100000 - (sum / 100000) ** 2).toBeCloseTo(1 / 12, 2);
  for (let i = 0; i < 1000; i++) expect(rng.below(3)).toBeLessThan(3);
});

test('the hash tells one bit of difference, and the sign of zero', () => {
  expect(hashNumbers(Float64Array.of(1))).not.toBe(hashNumbers(Float64Array.of(1 + Number.EPSILON)));
  expect(hashNumbers(Float64Array.of(0))).not.toBe(hashNumbers(Float64Array.of(-0)));
});
