import { expect, test } from 'vitest';
import { invertSymmetric, rotationMatrix, turnTensor } from './mat3.ts';
import { axisAngle, conjugate, multiply, type Quat, rotate, turning, unitQuat, unrotate } from './quat.ts';
import { Rng } from './rng.ts';
import { cross, dot, length, subtract, tangents, unit, type Vec3 } from './vec3.ts';

const rng = new Rng(5);
const randomVec = (): Vec3 => [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)];
const randomQuat = (): Quat =>
  unitQuat([rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)]);

test('a quarter turn about z takes x to y', () => {
  const [x, y, z] = rotate(axisAngle([0, 0, 2], Math.PI / 2), [1, 0, 0]);
  expect(x).toBeCloseTo(0, 15);
  expect(y).toBeCloseTo(1, 15);
  expect(z).toBe(0);
});

test('rotations keep lengths, compose from right to left and undo', () => {
  for (let k = 0; k < 100; k++) {
    const [p, q, v] = [randomQuat(), randomQuat(), randomVec()];
    expect(length(rotate(q, v))).toBeCloseTo(length(v), 14);
    expect(length(subtract(rotate(multiply(p, q), v), rotate(p, rotate(q, v))))).toBeLessThan(1e-15 * 8);
    expect(length(subtract(unrotate(q, rotate(q, v)), v))).toBeLessThan(1e-15 * 8);
    expect(multiply(q, conjugate(q))[3]).toBeCloseTo(1, 14);
  }
});

test('the matrix of a quaternion rotates as it does', () => {
  const R = new Float64Array(9);
  for (let k = 0; k < 100; k++) {
    const [q, v] = [randomQuat(), randomVec()];
    rotationMatrix(q, 0, R, 0);
    const turned = rotate(q, v);
    for (let i = 0; i < 3; i++) expect(dot([R[3 * i], R[3 * i + 1], R[3 * i + 2]], v)).toBeCloseTo(turned[i], 14);
  }
});

test('the turning rotation takes one vector to the other, opposite ones included', () => {
  for (let k = 0; k < 100; k++) {
    const [a, b] = [unit(randomVec()), unit(randomVec())];
    expect(length(subtract(rotate(turning(a, b), a), b))).toBeLessThan(1e-14);
    expect(length(subtract(rotate(turning(a, [-a[0], -a[1], -a[2]]), a), [-a[0], -a[1], -a[2]]))).toBeLessThan(1e-14);
  }
});

test('tangents and normal form a right-handed frame', () => {
  for (let k = 0; k < 100; k++) {
    const n = unit(randomVec());
    const [t1, t2] = tangents(n);
    expect(length(subtract(cross(n, t1), t2))).toBeLessThan(1e-15);
    expect(dot(n, t1)).toBeCloseTo(0, 15);
    expect(length(t2)).toBeCloseTo(1, 14);
  }
});

test('a tensor turned and turned back is itself, and its inverse times it is one', () => {
  const q = randomQuat();
  const [R, back] = [new Float64Array(9), new Float64Array(9)];
  rotationMatrix(q, 0, R, 0);
  rotationMatrix(conjugate(q), 0, back, 0);
  const S = Float64Array.of(2, 0.3, -0.1, 0.3, 3, 0.2, -0.1, 0.2, 1);
  const [turned, again, inverse] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)];
  turnTensor(R, 0, S, 0, turned, 0);
  turnTensor(back, 0, turned, 0, again, 0);
  S.forEach((value, i) => {
    expect(again[i]).toBeCloseTo(value, 14);
  });
  expect(invertSymmetric(S, 0, inverse, 0)).toBe(true);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += S[3 * i + k] * inverse[3 * k + j];
      expect(sum).toBeCloseTo(i === j ? 1 : 0, 14);
    }
  expect(invertSymmetric(new Float64Array(9), 0, inverse, 0)).toBe(false);
});
