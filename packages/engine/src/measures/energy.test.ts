import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomExplicit, randomVector } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { fromTriplets } from '../problem/explicit.ts';
import { makeProblem, type Problem } from '../problem/problem.ts';
import { energyError, energyParts, rowEnergy } from './energy.ts';
import { energyErrorExact, exactInverseMasses } from './energy-exact.ts';
import { referenceEnergy, relativeTo } from './relative-energy.ts';

function pointContact({ mass, velocity }: { mass: number; velocity: number }): Problem {
  return makeProblem({
    A: fromTriplets(1, { i: [0], j: [0], values: [1 / mass] }),
    b: Float64Array.of(velocity),
    lo: Float64Array.of(0),
    hi: Float64Array.of(Infinity),
  });
}

test('is the kinetic energy the constraint would let through when a falling mass gets no impulse', () => {
  const p = pointContact({ mass: 2, velocity: -3 }); // kg, m/s
  const { value, unit, worstRow } = energyError(p, Float64Array.of(0));
  expect(value).toBe(9); // 1/2 * 2 kg * (3 m/s)^2
  expect(unit).toBe('J');
  expect(worstRow).toBe(0);
});

test('is the energy that an adhesive impulse holds back when a rising mass is kept down', () => {
  const p = pointContact({ mass: 2, velocity: 3 });
  expect(energyError(p, Float64Array.of(-6)).value).toBe(9);
});

test('is zero, with no worst row, at the solution; and in J/s^2 for forces', () => {
  const p = pointContact({ mass: 2, velocity: -3 });
  expect(energyError(p, Float64Array.of(6))).toEqual({ value: 0, unit: 'J', worstRow: -1 });
  expect(energyError({ ...p, quantity: 'force' }, Float64Array.of(6)).unit).toBe('J/s^2');
});

const number = fc.double({ min: -1e3, max: 1e3, noNaN: true });
const row = fc.record({
  a: fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
  x: number,
  w: number,
  lo: fc.oneof(number, fc.constant(-Infinity), fc.constant(0)),
  width: fc.oneof(fc.double({ min: 0, max: 1e3, noNaN: true }), fc.constant(Infinity), fc.constant(0)),
});

test('the closed form equals the largest of the four parts of EPTK19 Eqs. (14)-(22)', () => {
  fc.assert(
    fc.property(row, ({ a, x, w, lo, width }) => {
      const hi = lo === -Infinity ? width : lo + width;
      const { upperImpulse, lowerImpulse, positiveVelocity, negativeVelocity } = energyParts(a, x, w, lo, hi);
      const four = Math.max(upperImpulse, lowerImpulse, positiveVelocity, negativeVelocity);
      const closed = rowEnergy(a, x, w, lo, hi);
      expect(Math.abs(closed - four)).toBeLessThanOrEqual(1e-14 * four + 1e-300); // below, w^2 underflows;
    }),
    { seed: 5, numRuns: 20000 },
  );
});

test('does not lose a velocity that is far below the impulse', () => {
  expect(rowEnergy(1, 1, 1e-20, -Infinity, Infinity)).toBeCloseTo(0.5e-40, 50); // x - (x - w/a) would be 0
  expect(rowEnergy(1, 1, 1e-20, -Infinity, Infinity)).toBeGreaterThan(0);
});

test('rows add up in the l1 norm, the largest counts in the maximum norm, and every row can be had', () => {
  const p = makeProblem({
    A: fromTriplets(3, { i: [0, 1, 2], j: [0, 1, 2], values: [1, 1, 1] }),
    b: Float64Array.of(-1, -2, 5),
    lo: Float64Array.of(0, 0, 0),
    hi: Float64Array.of(Infinity, Infinity, Infinity),
  });
  const zero = new Float64Array(3);
  const all = energyError(p, zero, { perRow: true });
  expect(all.value).toBe(0.5 + 2);
  expect(all.worstRow).toBe(1);
  expect(Array.from(all.rows!)).toEqual([0.5, 2, 0]);
  expect(energyError(p, zero, { norm: 'max' }).value).toBe(2);
});

test('NaN in gives NaN out, at the row where it entered', () => {
  const p = pointContact({ mass: 1, velocity: -1 });
  for (const norm of ['l1', 'max'] as const) {
    const { value, worstRow } = energyError(p, Float64Array.of(Number.NaN), { norm });
    expect(value).toBeNaN();
    expect(worstRow).toBe(0);
  }
  expect(rowEnergy(0, 1, 1, 0, 1)).toBeNaN(); // no inverse mass, no energy metric
});

test('the relative error is 1 when nothing is done, and takes 1 J where doing nothing is right', () => {
  const p = pointContact({ mass: 2, velocity: -3 });
  expect(relativeTo(referenceEnergy(p), energyError(p, Float64Array.of(0))).value).toBe(1);
  expect(referenceEnergy(pointContact({ mass: 2, velocity: 3 }))).toBe(1);
});

test('the exact inverse mass never exceeds a_ii, so (A^-1)_ii >= 1/a_ii; equal for a diagonal A', () => {
  const rng = new Rng(9);
  for (let n = 1; n <= 12; n++) {
    const p = randomExplicit(rng, n);
    exactInverseMasses(p)!.forEach((a, i) => {
      expect(a).toBeLessThanOrEqual(p.A.diagonal[i] * (1 + 1e-13));
    });
  }
  const diagonal = pointContact({ mass: 4, velocity: 0 });
  expect(exactInverseMasses(diagonal)![0]).toBe(0.25);
});

test('a_ii underestimates velocity errors and overestimates impulse errors (EPTK19 Sec. 5.1.1)', () => {
  const rng = new Rng(10);
  let velocityRows = 0;
  let impulseRows = 0;
  for (let k = 0; k < 100; k++) {
    const n = 2 + rng.below(6);
    const p = makeProblem({
      ...randomExplicit(rng, n),
      lo: new Float64Array(n),
      hi: new Float64Array(n).fill(Infinity),
    });
    const x = randomVector(rng, n);
    const cheap = energyError(p, x, { perRow: true }).rows!;
    const exact = energyErrorExact(p, x, { perRow: true })!.rows!;
    const w = new Float64Array(n);
    p.A.apply(x, w);
    for (let i = 0; i < n; i++) {
      w[i] += p.b[i];
      if (x[i] >= 0 && w[i] < 0) {
        velocityRows++;
        expect(cheap[i]).toBeLessThanOrEqual(exact[i] * (1 + 1e-12));
      } else if (x[i] < 0 && w[i] >= 0) {
        impulseRows++;
        expect(cheap[i]).toBeGreaterThanOrEqual(exact[i] * (1 - 1e-12));
      }
    }
  }
  expect(Math.min(velocityRows, impulseRows)).toBeGreaterThan(50);
});

test('the exact variant is absent where A is singular, unsymmetric or too large', () => {
  const p = pointContact({ mass: 1, velocity: 0 });
  const twice = makeProblem({
    A: fromTriplets(2, { i: [0, 0, 1, 1], j: [0, 1, 0, 1], values: [1, 1, 1, 1] }), // two contacts at one place
    b: new Float64Array(2),
    lo: new Float64Array(2),
    hi: new Float64Array(2),
  });
  expect(energyErrorExact(twice, new Float64Array(2))).toBeUndefined();
  expect(energyErrorExact({ ...p, symmetric: false }, new Float64Array(1))).toBeUndefined();
  expect(energyErrorExact({ ...p, n: 601 }, new Float64Array(601))).toBeUndefined();
});
