import { Rng } from '@signorini/engine';
import { describe, expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { largestOfBox, stack } from './contact-problems.ts';
import { approach, type FactorRow, judged, randomStart, scalingOf, solutionOf, spectrumOf } from './contraction.ts';
import { extremeEigenvalues } from './eigenvalues.ts';
import { fixedPointExperiment } from './fixed-point.ts';
import { algorithmLeaves } from './over-relaxation.ts';

describe('extreme eigenvalues', () => {
  test('are those of the chain of springs, 2 - 2 cos(k pi/(n + 1)), in a mixed basis', () => {
    const n = 12;
    const chain = (i: number, j: number) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0);
    // a reflection keeps the eigenvalues and fills the matrix
    const rng = new Rng(3);
    const v = Array.from({ length: n }, () => rng.uniform(-1, 1));
    const square = v.reduce((sum, x) => sum + x * x, 0);
    const H = (i: number, j: number) => (i === j ? 1 : 0) - (2 * v[i]! * v[j]!) / square;
    const index = Array.from({ length: n }, (_, i) => i);
    const entry = (i: number, j: number) =>
      index.reduce((sum, p) => sum + index.reduce((part, q) => part + H(i, p) * chain(p, q) * H(q, j), 0), 0);
    const a = Float64Array.from(index.flatMap((i) => index.map((j) => entry(i, j))));
    const { least, largest, zeros } = extremeEigenvalues(a, new Float64Array(n).fill(1));
    expect(least).toBeCloseTo(2 - 2 * Math.cos(Math.PI / (n + 1)), 12);
    expect(largest).toBeCloseTo(2 - 2 * Math.cos((n * Math.PI) / (n + 1)), 12);
    expect(zeros).toBe(0);
  });

  test('count zeros and leave them out', () => {
    const a = Float64Array.of(1, 1, 0, 1, 1, 0, 0, 0, 5); // 0, 2 and 5
    const found = extremeEigenvalues(a, new Float64Array(3).fill(1));
    expect(found.zeros).toBe(1);
    expect(found.least).toBeCloseTo(2, 12);
    expect(found.largest).toBeCloseTo(5, 12);
  });
});

test.each([0.5, 1, 2.2, 3])('a box of %f widths has the eigenvalue of the closed form', (tall) => {
  const p = stack({ boxes: 1, tall, compliance: 0 });
  expect(spectrumOf(p, scalingOf(p, 'diagonal')).largest).toBeCloseTo(largestOfBox(tall), 10);
});

test('two cubes have 2.56, and a cube with friction 3.58, as docs/papers.md states', () => {
  const largest = (p: Parameters<typeof spectrumOf>[0]) => spectrumOf(p, scalingOf(p, 'diagonal')).largest;
  expect(largest(stack({ boxes: 2, tall: 1, compliance: 0 }))).toBeCloseTo(2.56, 2);
  expect(largest(stack({ boxes: 1, tall: 1, compliance: 0, friction: 1 }))).toBeCloseTo(3.58, 2);
});

test('psor comes to the solution of two soft cubes from any start', () => {
  const p = stack({ boxes: 2, tall: 1, compliance: 0.1 });
  const solution = solutionOf(p);
  const iteration = { p, B: scalingOf(p, 'diagonal'), omega: 1, iterations: 2000, solution, singular: false };
  for (const seed of [1, 2, 3])
    expect(approach({ ...iteration, start: randomStart(p, solution, seed) }).outcome).toBe('converges');
});

test('a distance that halves has the factor 1/2, and one that rises never counts as falling', () => {
  expect(judged(Array.from({ length: 20 }, (_, k) => 0.5 ** k)).measured).toBeCloseTo(0.5, 12);
  expect(judged([1, 0.5, 0.6, 0.5, 0.6, 0.5, 0.6]).outcome).toBe('does not settle');
});

test('Algorithm 4.1 solves two soft cubes if the velocities change by the change of an impulse, not as printed', () => {
  const p = stack({ boxes: 2, tall: 1, compliance: 0.1 });
  expect(algorithmLeaves(p, 300, 'corrected')).toBeLessThan(1e-6);
  expect(algorithmLeaves(p, 300, 'as printed')).toBeGreaterThan(0.1);
});

describe('the experiment', () => {
  const result = checkedRun(fixedPointExperiment);
  const { factors } = result.data as { factors: FactorRow[] };

  test('finds a contraction if and only if the eigenvalues are below 2', () => {
    for (const { bound, worstStep, fromRandom } of factors)
      if (bound < 1) expect(worstStep).toBeLessThanOrEqual(bound * 1.0001);
      else expect(fromRandom).toMatch(/does not settle|runs away/);
  });

  test("finds that the paper's B does not always converge, and that its final algorithm is over-relaxation", () => {
    const [contraction, relaxation] = result.claims;
    expect(contraction!.verdict).toBe('holds under conditions');
    expect(relaxation!.verdict).toBe('holds');
    expect(relaxation!.figure).toBeLessThan(1e-12);
  });
});
