import { rodProblem } from '@signorini/engine/problem';
import { findSolver } from '@signorini/engine/solvers';
import { expect, it } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { PhaseWatch, phaseCounts, pivotCounts } from './iteration-counts.ts';
import { barsOf, iterationsExperiment } from './iterations.ts';

it('finds that BPP ends within ten pivots on grasping and that a warm start takes fewer', () => {
  const { claims, table } = checkedRun(iterationsExperiment);
  expect(claims.find(({ id }) => id === 'A2')).toMatchObject({ verdict: 'holds', figure: 1 });
  const column = (name: string) => table.columns.indexOf(name);
  const sum = (start: string) =>
    table.rows
      .filter((row) => row[0] === 'log-grasping' && row[column('start')] === start && row[column('method')] === 'bpp')
      .reduce((total, row) => total + Number(row[column('direct, largest')]), 0);
  expect(sum('warm')).toBeLessThan(sum('cold'));
});

it('counts a pivot of BPP for the rod, whose two contacts both stay, and none for a second solve from its answer', () => {
  const [count] = pivotCounts(findSolver('bpp-dense'), [rodProblem()], {}, 2);
  expect(count).toMatchObject({ phases: 2, struck: false });
  expect(count!.direct[0]).toBeGreaterThanOrEqual(1);
  expect(count!.direct[1]).toBeLessThanOrEqual(1);
});

it('counts the phases of PGS-SM as the solver adds them up', () => {
  const [count] = phaseCounts(findSolver('pgs-sm'), [rodProblem()], { pivots: 5, phases: 5 });
  expect(count!.struck).toBe(false);
  expect(Math.max(...count!.direct)).toBeLessThanOrEqual(5);
  expect(count!.phases).toBe(count!.direct.length);
});

it('separates direct phases by the sweeps between them', () => {
  const watch = new PhaseWatch();
  const x = new Float64Array(1);
  for (const w of [x, x, undefined, undefined, x, undefined, x]) watch.observe(1, x, w);
  expect(watch.groups).toEqual([2, 1, 1]);
  expect(watch.sweeping).toBe(2);
});

it('has a bar per count and hatches those beyond the limit', () => {
  const bars = barsOf([1, 1, 8], 5);
  expect(bars).toHaveLength(9);
  expect(bars[1]).toMatchObject({ count: 2, hatched: false });
  expect(bars[8]).toMatchObject({ count: 1, hatched: true });
});
