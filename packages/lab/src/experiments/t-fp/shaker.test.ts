import { describe, expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { afterSweeps, shakerExperiment } from './shaker.ts';
import { overlapAfter, type ShakerData } from './shaker-runs.ts';

describe('the shaker', () => {
  const result = checkedRun(shakerExperiment);
  const data = result.data as ShakerData;
  const psor = data.decays.filter(({ solver }) => solver === 'psor');

  test('has about the 6500 unilateral constraints of the paper', () => {
    expect(result.claims[0]!.verdict).toBe('holds');
    expect(Math.abs(result.claims[0]!.figure! / 6500 - 1)).toBeLessThan(0.1);
  });

  test('loses energy error at every measured sweep of psor, from nothing and from the last impulses', () => {
    expect(psor.length).toBeGreaterThan(1);
    for (const { points } of psor)
      for (let k = 1; k < points.length; k++) expect(points[k]!.energy!).toBeLessThan(points[k - 1]!.energy!);
  });

  test('is better after ten sweeps from the last impulses than from nothing', () => {
    const left = (start: 'cold' | 'warm') =>
      afterSweeps(data.decays, { solver: 'psor', start }, 10, ({ relative }) => relative)!;
    expect(left('warm')).toBeLessThan(0.6 * left('cold'));
    expect(left('cold')).toBeLessThan(0.1);
  });

  test("is more than the paper's Jacobi form can do, and slow for its split form", () => {
    const of = (name: string) => data.decays.filter(({ solver }) => solver === name);
    for (const { status, points } of of('fixed-point, diagonal'))
      expect(status === 'diverged' || points.at(-1)!.relative! > 1).toBe(true);
    const split = afterSweeps(data.decays, { solver: 'fixed-point, split', start: 'cold' }, 30, (p) => p.relative)!;
    const sweeps = afterSweeps(data.decays, { solver: 'psor', start: 'cold' }, 30, (p) => p.relative)!;
    expect(split).toBeGreaterThan(5 * sweeps);
  });

  test('bears an early abort: more sweeps per step, less overlap; warm starts need fewer', () => {
    const overlap = (sweeps: number, start: 'cold' | 'warm') => overlapAfter(data.aborts, sweeps, start);
    expect(overlap(1, 'cold')).toBeGreaterThan(3 * overlap(100, 'cold'));
    expect(overlap(1, 'warm')).toBeLessThan(0.5 * overlap(1, 'cold'));
    expect(result.claims[1]!.verdict).toBe('holds under conditions');
  });
});
