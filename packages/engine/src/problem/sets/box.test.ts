import { expect, test } from 'vitest';
import { randomVector } from '../../../test/support/random-problems.ts';
import { Rng } from '../../linalg/rng.ts';
import { Box } from './box.ts';

const box = new Box(Float64Array.of(-1, 0, -Infinity, 2), Float64Array.of(1, Infinity, Infinity, 2));

test('the projection is the nearest point: nothing in the box is nearer', () => {
  const rng = new Rng(5);
  const distance = (p: Float64Array, q: Float64Array) => p.reduce((sum, v, i) => sum + (v - q[i]) ** 2, 0);
  for (let k = 0; k < 200; k++) {
    const x = randomVector(rng, 4, 3);
    const nearest = new Float64Array(4);
    box.project(x, nearest);
    const other = new Float64Array(4);
    box.project(randomVector(rng, 4, 3), other); // any point of the box
    expect(distance(x, nearest)).toBeLessThanOrEqual(distance(x, other));
  }
});

test('the tangent cone lets a direction through unless it leaves the box', () => {
  const x = Float64Array.of(1, 0, 5, 2);
  const out = new Float64Array(4);
  box.projectToTangentCone(x, Float64Array.of(1, 1, 1, 1), out);
  expect(Array.from(out)).toEqual([0, 1, 1, 0]);
  box.projectToTangentCone(x, Float64Array.of(-1, -1, -1, -1), out);
  expect(Array.from(out)).toEqual([-1, 0, -1, 0]);
});

test('the support function is the largest product, infinite along an open direction', () => {
  expect(box.support(Float64Array.of(3, -4, 0, 1))).toBe(3 + 0 + 0 + 2);
  expect(box.support(Float64Array.of(-3, 0, 0, -1))).toBe(3 - 2);
  expect(box.support(Float64Array.of(0, 1, 0, 0))).toBe(Infinity);
  expect(box.support(Float64Array.of(Number.NaN, 0, 0, 0))).toBeNaN();
});
