import { expect, test } from 'vitest';
import { randomExplicit, randomStructured, randomVector } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { changeUnits, unitFactors } from '../problem/change-units.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeContact, makeProblem, type Problem } from '../problem/problem.ts';
import { energyError, rowEnergy } from './energy.ts';
import { fischerBurmeister, rowFischerBurmeister } from './fischer-burmeister.ts';
import { frictionConsistency } from './friction-consistency.ts';
import { naturalResidual, rowNaturalResidual } from './natural-residual.ts';
import { velocityError } from './velocity-error.ts';

const rowMeasures: [string, (x: number, w: number, lo: number, hi: number) => number][] = [
  ['energy', (x, w, lo, hi) => rowEnergy(0.7, x, w, lo, hi)],
  ['natural residual', rowNaturalResidual],
  ['Fischer-Burmeister', rowFischerBurmeister],
];

/** The conditions themselves: inside the bounds, and w only against a bound that is reached. */
const solves = (x: number, w: number, lo: number, hi: number) =>
  x >= lo && x <= hi && (w <= 0 || x === lo) && (w >= 0 || x === hi);

test.each(rowMeasures)('%s is zero exactly where the complementarity conditions hold', (_name, measure) => {
  const bounds = [
    [0, Infinity],
    [-Infinity, Infinity],
    [-Infinity, 1],
    [-1, 1],
    [1, 1],
  ];
  for (const [lo, hi] of bounds)
    for (let x = -2; x <= 2; x += 0.5)
      for (let w = -2; w <= 2; w += 0.5) {
        const error = measure(x, w, lo, hi);
        expect(error === 0).toBe(solves(x, w, lo, hi));
        expect(error).toBeGreaterThanOrEqual(0);
      }
});

test.each(rowMeasures)('%s of NaN is NaN', (_name, measure) => {
  expect(measure(Number.NaN, 0, 0, 1)).toBeNaN();
  expect(measure(0, Number.NaN, -Infinity, Infinity)).toBeNaN();
});

test('an infinite bound is the limit of a distant one', () => {
  for (const [, measure] of rowMeasures) {
    expect(measure(0.3, -2, 0, 1e9)).toBeCloseTo(measure(0.3, -2, 0, Infinity), 8);
    expect(measure(0.3, 2, -1e9, 0.5)).toBeCloseTo(measure(0.3, 2, -Infinity, 0.5), 8);
  }
});

const problems: Problem[] = [];
const rng = new Rng(31);
for (let k = 0; k < 20; k++) problems.push(randomExplicit(rng, 3 + rng.below(6)), randomStructured(rng, 6, 3));

test('a change of units multiplies the energy error by the factor of joules', () => {
  for (const p of problems) {
    const x = randomVector(rng, p.n);
    const change = { mass: 1e3, length: 1e3, time: 1e3 }; // kg to g, m to mm, s to ms
    const f = unitFactors(p, change);
    expect(f.energy).toBe(1e3); // 1 J = 1000 g mm^2/ms^2
    const before = energyError(p, x).value * f.energy;
    const after = energyError(
      changeUnits(p, change),
      x.map((v, i) => v * f.x[i]),
    ).value;
    expect(Math.abs(after - before)).toBeLessThanOrEqual(1e-14 * before);
  }
});

test('for powers of two the factor is exact, for impulses and for forces', () => {
  for (const problem of problems)
    for (const quantity of ['impulse', 'force'] as const) {
      const p = { ...problem, quantity };
      const x = randomVector(rng, p.n);
      const change = { mass: 1024, length: 256, time: 1 / 512 };
      const f = unitFactors(p, change);
      const after = energyError(
        changeUnits(p, change),
        x.map((v, i) => v * f.x[i]),
      ).value;
      expect(after).toBe(energyError({ ...p, structure: undefined, A: p.A.sparse() }, x).value * f.energy);
    }
});

test('a change of units turns the ranking of two iterates round for the natural residual and Fischer-Burmeister', () => {
  // Two independent contacts of 1 kg: one falls at 0.3 m/s, one rises at 0.1 m/s. docs/theory/error-measures.md (E9)
  const p = makeProblem({
    A: fromDense(2, [1, 0, 0, 1]),
    b: Float64Array.of(-0.3, 0.1),
    lo: new Float64Array(2),
    hi: new Float64Array(2).fill(Infinity),
    unit: ['linear', 'linear'],
  });
  const held = Float64Array.of(0.3, -0.1); // an adhesive impulse of 0.1 N s: 5 mJ
  const idle = Float64Array.of(0, 0); // a velocity of 0.3 m/s let through: 45 mJ
  const change = { mass: 1e3, length: 1e3, time: 1e3 };
  const q = changeUnits(p, change);
  const f = unitFactors(p, change);
  const inNewUnits = (x: Float64Array) => x.map((v, i) => v * f.x[i]);

  for (const measure of [naturalResidual, fischerBurmeister]) {
    expect(measure(p, held).value).toBeLessThan(measure(p, idle).value);
    expect(measure(q, inNewUnits(held)).value).toBeGreaterThan(measure(q, inNewUnits(idle)).value);
  }
  expect(energyError(p, held).value).toBeLessThan(energyError(p, idle).value);
  expect(energyError(q, inNewUnits(held)).value).toBeLessThan(energyError(q, inNewUnits(idle)).value);
  expect(naturalResidual(p, held).unit).toBe('mixes N s and m/s');
});

test('friction consistency sees what frozen bounds hide', () => {
  // 1 kg pressed down by 1 N s and pushed sideways by 3 N s, mu = 0.5, bounds left at 10 N s
  const p = makeProblem({
    A: fromDense(2, [1, 0, 0, 1]),
    b: Float64Array.of(-1, 3),
    lo: Float64Array.of(0, -10),
    hi: Float64Array.of(Infinity, 10),
    contacts: [makeContact({ normal: 0, tangents: [1], mu: 0.5 })],
  });
  const frozen = Float64Array.of(1, -3); // solves the stored problem
  expect(energyError(p, frozen).value).toBe(0);
  expect(frictionConsistency(p, frozen).value).toBe(0.5 * 2.5 * 2.5); // 2.5 N s beyond mu x_n
  expect(frictionConsistency(p, Float64Array.of(1, -0.5)).value).toBe(0);
  expect(energyError(p, Float64Array.of(1, -0.5)).value).toBe(0.5 * 2.5 * 2.5);
  expect(frictionConsistency(p, Float64Array.of(Number.NaN, 0)).value).toBeNaN();
});

test('the velocity error is A (x - x*): zero for impulses that differ by a null vector of A', () => {
  const p = makeProblem({
    A: fromDense(2, [1, 1, 1, 1]), // two contacts at one place
    b: Float64Array.of(-2, -2),
    lo: new Float64Array(2),
    hi: new Float64Array(2).fill(Infinity),
    unit: ['linear', 'linear'],
  });
  const reference = Float64Array.of(1, 1);
  expect(velocityError(p, Float64Array.of(2, 0), reference).value).toBe(0);
  const measured = velocityError(p, Float64Array.of(1, 0.5), reference, { perRow: true });
  expect(measured).toMatchObject({ value: 1, unit: 'm/s', worstRow: 0 });
  expect(velocityError(p, Float64Array.of(1, 0.5), reference, { norm: 'max' }).value).toBe(0.5);
  expect(velocityError({ ...p, unit: ['linear', 'angular'] }, reference, reference).unit).toBe('mixes m/s and rad/s');
});
