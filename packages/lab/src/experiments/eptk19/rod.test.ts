import { fromDense, makeProblem, rodProblem } from '@signorini/engine/problem';
import { describe, expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { rodExperiment, type SceneRatios } from './rod.ts';
import { isVelocity, ratioFigures } from './rod-scenes.ts';

test('the exact masses of the rod are 4/3 of the approximate ones, and its errors are under- and overestimated', () => {
  const { least, largest, below, velocityOver, impulseUnder, velocityRows } = ratioFigures([rodProblem()]);
  expect(least).toBeCloseTo(4 / 3, 12);
  expect(largest).toBeCloseTo(4 / 3, 12);
  expect([below, velocityOver, impulseUnder]).toEqual([0, 0, 0]);
  expect(velocityRows).toBeGreaterThan(0);
});

test('the masses are equal if A is diagonal', () => {
  const b = Float64Array.of(-1, 1);
  const bounds = { lo: new Float64Array(2), hi: new Float64Array(2).fill(Infinity) };
  const { least, largest } = ratioFigures([
    makeProblem({ A: fromDense(2, Float64Array.of(2, 0, 0, 3)), b, ...bounds }),
  ]);
  expect(least).toBeCloseTo(1, 12);
  expect(largest).toBeCloseTo(1, 12);
});

test('an error is the velocity that is wrong, unless a bound is nearer', () => {
  expect(isVelocity(1, 1, 0.5, 0, Infinity)).toBe(true); // a contact that pushes while it opens slowly
  expect(isVelocity(1, 1, 2, 0, Infinity)).toBe(false); // while it opens fast
  expect(isVelocity(1, -1, 0, 0, Infinity)).toBe(false); // that pulls
});

describe('the rod and four scenes', () => {
  const { comparison, claims, data } = checkedRun(rodExperiment);

  test('every printed figure is met, or its correction to four digits', () => {
    for (const { printed, corrected, ours } of comparison) {
      const figure = (corrected ?? printed) as number;
      expect(Math.abs((ours as number) / figure - 1)).toBeLessThan(corrected === undefined ? 0.015 : 5e-4);
    }
    expect(claims.map(({ verdict }) => verdict)).toEqual(['holds', 'holds']);
  });

  test('exact masses are larger on every row of every scene, by more than ten on the median row of wall and loop', () => {
    const { papers } = data as { papers: SceneRatios[] };
    for (const one of papers) expect(one.least).toBeGreaterThanOrEqual(1);
    for (const name of ['wall', 'loop'])
      expect(papers.find(({ scene }) => scene === name)?.ratio.median).toBeGreaterThan(10);
  });
});
