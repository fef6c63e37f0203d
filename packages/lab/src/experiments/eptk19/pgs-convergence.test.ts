import { describe, expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { pgsConvergenceExperiment } from './pgs-convergence.ts';
import { type CurveSet, decay, figuresOf, SWEEPS } from './pgs-curves.ts';

const sweeps = Array.from({ length: SWEEPS + 1 }, (_, k) => k);

test('the decay of an exponential is its rate, and of its square twice that', () => {
  const linear = sweeps.map((k) => 3 * Math.exp(-0.02 * k));
  const quadratic = linear.map((error) => error * error);
  expect(decay(linear).slope).toBeCloseTo(-0.02, 12);
  expect(figuresOf('energy', [quadratic], [decay(linear).slope]).slopeRatio.median).toBeCloseTo(2, 10);
});

test('a curve that rises at first is counted as rising and has its peak where it is highest', () => {
  const hill = sweeps.map((k) => (k + 1) * Math.exp(-k / 5)); // largest at k = 4
  const falling = sweeps.map((k) => Math.exp(-k / 5));
  const figures = figuresOf('natural', [hill, hill, falling], [-1, -1, -1]);
  expect(figures.rising).toBeCloseTo(2 / 3, 12);
  expect(figures.fallingFirst).toBeCloseTo(1 / 3, 12);
  expect(figures.peak.median).toBe(4);
});

describe('Gauss-Seidel on the wall', () => {
  const result = checkedRun(pgsConvergenceExperiment);
  const verdict = (id: string) => result.claims.find((claim) => claim.id === id);
  const { walls } = result.data as { walls: (CurveSet & { name: string })[] };
  const energy = walls[0]?.figures.find(({ measure }) => measure === 'energy');
  const natural = walls[0]?.figures.find(({ measure }) => measure === 'natural');

  test('the natural residual rises in the first ten sweeps, the energy error never', () => {
    expect(natural?.rising).toBeGreaterThan(0.9);
    expect(natural?.peak.median).toBe(5);
    expect(energy?.everRising).toBe(0);
    expect(verdict('E7')?.verdict).toBe('holds');
  });

  test('the energy error decays about twice as fast, and no measure with a single rate', () => {
    expect(energy?.slopeRatio.lower).toBeGreaterThan(1.9);
    expect(energy?.slopeRatio.upper).toBeLessThan(2.3);
    expect(natural!.lateSlope.median / natural!.earlySlope.median).toBeLessThan(0.5);
    expect(verdict('E6')?.verdict).toBe('holds under conditions');
    expect(verdict('E8')?.verdict).toBe('holds');
  });

  test('the curves of the settled wall start close together and spread, those of the first steps are far apart', () => {
    expect(verdict('E9')?.verdict).toBe('holds under conditions');
    expect(verdict('E9')?.figure).toBeGreaterThan(2);
  });
});
