import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { apartFrom, type LoopRun } from './outcome-runs.ts';
import { outcomesExperiment } from './outcomes.ts';

const { claims, comparison } = checkedRun(outcomesExperiment);

const oursOf = (what: string) => comparison.find((row) => row.what === what)?.ours;

test('BPP and PGS-SM hold the log, the arm comes apart under PGS', () => {
  expect(oursOf('log-grasping, bpp, warm')).toBe('held 1/1');
  expect(oursOf('log-grasping, pgs-sm, warm')).toBe('held 1/1');
  expect(oursOf('log-grasping, pgs, warm')).toBe('arm collapses 1/1');
});

test('the wall falls under cold-started PGS and stands under SPOOK and BPP', () => {
  expect(oursOf('brick-wall, pgs, cold')).toBe('falls 1/1');
  expect(oursOf('brick-wall, spook, cold')).toBe('stands 1/1');
  expect(oursOf('brick-wall, bpp, warm')).toBe('stands 1/1');
});

test('100 cold sweeps per step do not keep the wall within 25 mm, more do', () => {
  const claim = claims.find(({ id }) => id === 'E10');
  expect(claim?.verdict).toBe('holds');
  expect(claim?.figure).toBeGreaterThan(100);
});

test('the ring moves alike under all solvers', () => {
  const claim = claims.find(({ id }) => id === 'A10');
  expect(claim?.figure).toBeLessThan(15); // mm
});

test('two rings are as far apart as their farthest cubes at any time', () => {
  const ring = (places: number[][]): LoopRun => ({
    outcome: 'rests',
    good: true,
    figure: 0,
    steps: 20,
    stood: 20,
    failed: null,
    gap: 0,
    track: [],
    places,
  });
  const one = ring([
    [0, 0, 0, 1, 0, 0],
    [0, 0, 0, 1, 0, 0],
  ]);
  const other = ring([
    [0, 0, 0, 1, 0.003, 0.004],
    [0, 0, 0.001, 1, 0, 0],
  ]);
  const { figure, outcome, track } = apartFrom(one, other);
  expect(figure).toBeCloseTo(0.005, 9);
  expect(outcome).toBe('same motion');
  expect(track.map(({ step }) => step)).toEqual([10, 20]);
});
