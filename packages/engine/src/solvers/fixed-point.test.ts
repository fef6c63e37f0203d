import { describe, expect, test } from 'vitest';
import { boxOnSlope } from '../../test/support/cone-problems.ts';
import { knownProblems } from '../../test/support/known-problems.ts';
import { randomVector } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeContact, type Problem } from '../problem/problem.ts';
import { type FixedPointOptions, fixedPoint } from './fixed-point.ts';

const run = (p: Problem, x: Float64Array, maxIterations: number, scaling: FixedPointOptions['scaling'] = 'diagonal') =>
  fixedPoint.create().solve(p, x, { maxIterations, tolerance: 0, omega: 1, scaling });

/** The largest eigenvalue of diag(A)^-1 A, by powers. */
function spectralRadius({ n, A }: Problem): number {
  let v = randomVector(new Rng(1), n);
  let size = 0;
  for (let k = 0; k < 4000; k++) {
    const next = new Float64Array(n);
    A.apply(v, next);
    for (let i = 0; i < n; i++) next[i] /= A.diagonal[i];
    size = Math.sqrt(next.reduce((sum, u) => sum + u * u, 0));
    v = next.map((u) => u / size);
  }
  return size;
}

const rest = { slope: [0, 1], heading: [1, 0] } as const;
/** A box of square base and height `tall` widths, at rest on its corners, without friction or with rows of box friction. */
function box(tall: number, friction: boolean): Problem {
  const p = boxOnSlope({ ...rest, mu: 0.5, set: 'box', half: [0.5, 0.5, 0.5 * tall] });
  if (!friction) return normalsOf(p);
  const bound = (i: number) => (i % 3 === 0 ? Infinity : 1);
  return { ...p, ungiven: [], lo: p.lo.map((_, i) => (i % 3 === 0 ? 0 : -1)), hi: p.hi.map((_, i) => bound(i)) };
}

/** Tangents take nothing, and no part. */
function normalsOf(p: Problem): Problem {
  const pick = (v: Float64Array) => v.filter((_, i) => i % 3 === 0);
  const rows = Array.from({ length: p.n / 3 }, (_, c) => 3 * c);
  const a = new Float64Array(rows.length ** 2);
  p.A.submatrix(rows, rows, a);
  return {
    ...p,
    n: rows.length,
    A: fromDense(4, a),
    structure: undefined,
    b: pick(p.b),
    lo: pick(p.lo),
    hi: pick(p.hi),
    contacts: [],
    ungiven: [],
  };
}

describe('one box without friction, on four corners', () => {
  // tilting has 4t/(1 + 2t), heaving 4/(1 + 2t), t = 3/(1 + tall^2): below 2 while tall < sqrt 5
  test.each([0.25, 1, 2, 2.2])('%f widths high: converges, and no faster than max|1 - lambda|', (tall) => {
    const p = box(tall, false);
    const t = 3 / (1 + tall * tall);
    const largest = Math.max(4 / (1 + 2 * t), (4 * t) / (1 + 2 * t));
    expect(spectralRadius(p)).toBeCloseTo(largest, 10);
    const x = randomVector(new Rng(2), 4).map(Math.abs);
    run(p, x, 3000);
    expect(energyError(p, x).value).toBeLessThan(1e-20 * referenceEnergy(p));
  });

  test('3 widths high: heaving has 2.5, and the iterates never settle', () => {
    const p = box(3, false);
    expect(spectralRadius(p)).toBeCloseTo(2.5, 10);
    const x = Float64Array.of(0.1, 0.1, 0.1, 0.1);
    expect(run(p, x, 3000).status).not.toBe('converged');
    expect(energyError(p, x).value).toBeGreaterThan(0.1 * referenceEnergy(p));
  });
});

describe('where the paper says that it always converges', () => {
  const stack = knownProblems.find(({ name }) => name === 'two-cube stack')!.problem;

  test('two frictionless cubes on each other have the eigenvalue 2.56 and diverge', () => {
    expect(spectralRadius(stack)).toBeCloseTo(2.56, 2);
    const x = randomVector(new Rng(3), 8).map(Math.abs);
    expect(run(stack, x, 10000).status).toBe('diverged');
  });

  test('from x = 0 the symmetric load leaves the bad direction alone, in every bit, and they converge', () => {
    const x = new Float64Array(8);
    run(stack, x, 3000);
    expect(energyError(stack, x).value).toBeLessThan(1e-20 * referenceEnergy(stack));
  });

  test('one cube with box friction has 3.58 and does not converge', () => {
    const p = box(1, true);
    expect(spectralRadius(p)).toBeCloseTo(3.58, 2);
    const x = randomVector(new Rng(4), p.n, 0.1);
    run(p, x, 10000);
    expect(energyError(p, x).value).toBeGreaterThan(0.1 * referenceEnergy(p));
  });

  // the cubes have a compliance of 1e-3/kg, whose eigenvalue is 1e-5: what is left fades slowly
  test.each([
    ['cubes', stack, 1e-7],
    ['friction', box(1, true), 1e-20],
  ] as const)('the split scaling converges on both: %s', (_, p, left) => {
    const x = randomVector(new Rng(5), p.n, 0.1);
    run(p, x, 20000, 'split');
    expect(energyError(p, x).value).toBeLessThan(left * referenceEnergy(p));
  });
});

test('the distance to the solution, weighted by 1/B, falls by max|1 - lambda| at least in every iteration', () => {
  const C = 0.3; // per kg: A is definite, eigenvalues of B A from C/a to (4 + C)/a
  const cube = box(1, false);
  const a = cube.A.dense().map((v, k) => (k % 5 === 0 ? v + C : v));
  const p = { ...cube, A: fromDense(4, a) };
  const least = C / p.A.diagonal[0];
  const factor = Math.max(Math.abs(1 - spectralRadius(p)), 1 - least);
  const solution = new Float64Array(4);
  run(p, solution, 5000);
  const distance = (x: Float64Array) => x.reduce((sum, v, i) => sum + p.A.diagonal[i] * (v - solution[i]) ** 2, 0);
  const x = randomVector(new Rng(6), 4).map(Math.abs);
  for (let k = 0; k < 60; k++) {
    const before = distance(x);
    run(p, x, 1);
    expect(distance(x)).toBeLessThanOrEqual(factor * factor * before * (1 + 1e-12) + 1e-28);
  }
});

test('contacts of every set are projected together', () => {
  for (const set of ['pyramid', 'cylinder', 'cone', 'relaxed-cone'] as const) {
    const p = boxOnSlope({ slope: [0.6, 0.8], heading: [0.8, 0.6], mu: 0.3, set });
    const contacts = p.contacts.map((contact) => makeContact({ ...contact }));
    const bounded = {
      ...p,
      contacts,
      hi: p.hi.map((v) => (v === 0 ? 0.01 : v)),
      lo: p.lo.map((_, i) => (i % 3 === 0 ? 0 : -0.01)),
    };
    const x = new Float64Array(p.n);
    run(bounded, x, 20000, 'split');
    expect(energyError(bounded, x).value).toBeLessThan(1e-16 * referenceEnergy(bounded));
  }
});

test('what is not a number ends as diverged', () => {
  const p = box(1, false);
  expect(run({ ...p, b: p.b.map(() => Number.NaN) }, new Float64Array(4), 5).status).toBe('diverged');
});
