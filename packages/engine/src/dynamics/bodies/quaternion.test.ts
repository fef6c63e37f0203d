import { expect, test } from 'vitest';
import { PI } from '../../linalg/elementary.ts';
import type { Quat } from '../../linalg/quat.ts';
import { axisAngle, between, identity, inverse, multiply, rotate, slerp } from './quaternion.ts';

const close = (p: readonly number[], q: readonly number[], digits = 14) => {
  expect(p.length).toBe(q.length);
  p.forEach((value, k) => {
    expect(value).toBeCloseTo(q[k], digits);
  });
};

test('a quarter turn about z takes x to y, and its inverse takes it back', () => {
  const quarter = axisAngle([0, 0, 2], PI / 2);
  close(rotate(quarter, [1, 0, 0]), [0, 1, 0]);
  close(rotate(inverse(quarter), [0, 1, 0]), [1, 0, 0]);
  close(multiply(quarter, inverse(quarter)), identity);
  close(multiply({ axis: [0, 0, 1], angle: PI / 3 }, { axis: [0, 0, 1], angle: PI / 6 }), quarter);
  close(rotate(between([3, 0, 0], [0, 0, 5]), [1, 0, 0]), [0, 0, 1]);
});

test('b acts before a in a product', () => {
  const [a, b] = [axisAngle([0, 0, 1], PI / 2), axisAngle([1, 0, 0], PI / 2)];
  close(rotate(multiply(a, b), [0, 1, 0]), rotate(a, rotate(b, [0, 1, 0])));
});

test('slerp turns at constant speed along the shorter way, also from a quaternion to the negative of another', () => {
  const axis = [1, 2, -2] as const;
  const start = axisAngle([0, 1, 0], 0.4);
  for (const angle of [1e-9, 0.3, 2.9]) {
    const end = multiply(start, axisAngle(axis, angle));
    const minus = end.map((c) => -c) as unknown as Quat;
    for (const t of [0, 0.25, 0.5, 1]) {
      const expected = multiply(start, axisAngle(axis, t * angle));
      close(slerp(start, end, t), expected, 13);
      close(slerp(start, minus, t), expected, 13);
    }
  }
  close(slerp(identity, axisAngle([0, 0, 1], 1.5 * PI), 0.5), axisAngle([0, 0, 1], -PI / 4)); // the shorter way is back
  expect(slerp(start, start, 0.7)).toEqual(start);
});

test('what is no rotation, vector or share gets a sentence', () => {
  expect(() => rotate([0, 0, 0, 0], [1, 0, 0])).toThrow('quaternion.rotate: expected a quaternion x y z w');
  expect(() => rotate(identity, [1, 0] as never)).toThrow('quaternion.rotate: expected three numbers');
  expect(() => axisAngle([0, 0, 0], 1)).toThrow('quaternion.axisAngle: axis: expected a direction');
  expect(() => slerp(identity, identity, 1.5)).toThrow('quaternion.slerp: t: expected a share from 0 to 1, found 1.5');
});
