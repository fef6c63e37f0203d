import { expect, test } from 'vitest';
import { energyError, energyParts, rowEnergy } from '../../measures/energy.ts';
import { energyErrorExact, exactInverseMasses } from '../../measures/energy-exact.ts';
import { fischerBurmeister, rowFischerBurmeister } from '../../measures/fischer-burmeister.ts';
import { naturalResidual } from '../../measures/natural-residual.ts';
import { velocities } from '../operator.ts';
import { pointMassCases } from './point-mass.ts';
import { rodProblem, rodSolution } from './rod.ts';

const rod = rodProblem();
const [LO, HI] = [0, Infinity];

test('the rod of EPTK19 Eq. (26): the diagonal of A is 1/kg, not the printed 0.1; b is as printed', () => {
  const A = rod.A.dense();
  [1, -0.5, -0.5, 1].forEach((a, k) => {
    expect(A[k]).toBeCloseTo(a, 14);
  });
  expect(rod.b[0]).toBeCloseTo(-0.2981, 4);
  expect(rod.b[1]).toBeCloseTo(0.1019, 4);
});

test('the printed pair (w1, x2) = (-0.2981, -0.1019) has the printed errors, 4.44e-2 + 5.2e-3 = 4.96e-2 J', () => {
  const e1 = rowEnergy(1, 0, -0.2981, LO, HI);
  const e2 = rowEnergy(1, -0.1019, 0, LO, HI);
  expect(e1).toBeCloseTo(4.44e-2, 4);
  expect(e2).toBeCloseTo(5.2e-3, 4);
  expect(e1 + e2).toBeCloseTo(4.96e-2, 4);
  expect(e1).toBe(energyParts(1, 0, -0.2981, LO, HI).negativeVelocity);
  expect(e2).toBe(energyParts(1, -0.1019, 0, LO, HI).lowerImpulse);
});

test('the printed pair does not satisfy A x + b = w: with x1 = 0 and w2 = 0, w1 is -0.24715 m/s', () => {
  const x = Float64Array.of(0, -rod.b[1] / rod.A.diagonal[1]);
  const w = velocities(rod, x, new Float64Array(2));
  expect(x[1]).toBeCloseTo(-0.1019, 5);
  expect(w[0]).toBeCloseTo(-0.24715, 5);
  expect(w[1]).toBeCloseTo(0, 15);
  const { value, rows } = energyError(rod, x, { perRow: true });
  expect(rows![0]).toBeCloseTo(3.054e-2, 5);
  expect(rows![1]).toBeCloseTo(5.19e-3, 5);
  expect(value).toBeCloseTo(3.573e-2, 5);
});

test('with exact effective masses of 4/3 kg the printed pair has 5.92e-2 + 3.89e-3 J', () => {
  const [a1, a2] = exactInverseMasses(rod)!;
  expect(1 / a1).toBeCloseTo(4 / 3, 13);
  const e1 = rowEnergy(a1, 0, -0.2981, LO, HI);
  const e2 = rowEnergy(a2, -0.1019, 0, LO, HI);
  expect(e1).toBeCloseTo(5.924e-2, 5); // printed 5.91e-2
  expect(e2).toBeCloseTo(3.89e-3, 5); // printed 3.9e-3
  expect(e1 + e2).toBeCloseTo(6.31e-2, 4); // printed 6.30e-2
});

test('the true solution keeps both contacts: x = (0.32953, 0.06287) N s, w = 0, every error zero to rounding', () => {
  const x = rodSolution();
  expect(x[0]).toBeCloseTo(0.32953, 5);
  expect(x[1]).toBeCloseTo(0.06287, 5);
  expect(energyError(rod, x).value).toBeLessThan(1e-30);
  expect(energyErrorExact(rod, x)!.value).toBeLessThan(1e-30);
  expect(naturalResidual(rod, x).value).toBeLessThan(1e-15);
  expect(fischerBurmeister(rod, x).value).toBeLessThan(1e-15);
});

test('Fischer-Burmeister of x2 = -0.1019, w2 = 0 is 0.2038 by Eq. (5), not the printed 0.1019', () => {
  expect(rowFischerBurmeister(-0.1019, 0, LO, HI)).toBeCloseTo(0.2038, 10);
  expect(rowFischerBurmeister(0, -0.2981, LO, HI)).toBeCloseTo(0.2981, 10);
});

const cases = pointMassCases({ mass: 2, force: 30, h: 0.01, bound: 0.5, slip: 1.5 });

test.each(cases)('the point mass of Fig. $figure has the closed-form error', ({ problem, x, w, energy }) => {
  expect(velocities(problem, Float64Array.of(x), new Float64Array(1))[0]).toBeCloseTo(w, 14);
  expect(energyError(problem, Float64Array.of(x)).value).toBeCloseTo(energy, 14);
});

test('the sliding mass of Fig. 6(b) is charged for the missing impulse, unless stopping it is cheaper', () => {
  const fast = cases.find(({ figure }) => figure === '6b')!;
  expect(fast.energy).toBe(0.25 ** 2 / (2 * 2)); // half the bound is missing
  const slow = pointMassCases({ mass: 2, force: 30, h: 0.01, bound: 0.5, slip: 0.2 }).find(
    ({ figure }) => figure === '6b',
  )!;
  expect(slow.energy).toBeCloseTo(0.5 * 2 * (0.2 - 0.125) ** 2, 15);
});
