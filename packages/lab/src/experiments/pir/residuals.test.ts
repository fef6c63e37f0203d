import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { discSteps } from './disc.ts';
import { residualsExperiment } from './residuals.ts';

test('discs of equal eigenvalues need no Newton step, others do, and a free minimum inside sticks', () => {
  const disc = { a11: 2, a12: 0, a22: 2, q1: -3, q2: 1, r: 0.5 };
  expect(discSteps(disc)).toBe(0);
  expect(discSteps({ ...disc, a22: 5, a12: 0.7 })).toBeGreaterThan(0);
  expect(discSteps({ ...disc, r: 10 })).toBeNull();
});

test('CPG takes fewer iterations than PGS, Newton fails on rigid contacts only, and sweeps before it help', () => {
  const { claims } = checkedRun(residualsExperiment);
  const of = (id: string) => claims.find((claim) => claim.id === id);
  expect(of('P2')?.figure).toBeLessThan(0.5);
  expect(of('P1')?.figure).toBeGreaterThan(2);
  expect(of('P6')).toMatchObject({ verdict: 'holds', figure: 0 });
  expect(of('P3')?.verdict).toBe('holds');
  expect(of('P5')?.verdict).toBe('holds under conditions');
  const newton = of('P9');
  expect(newton?.figure).toBeGreaterThan(3 * (newton?.today ?? Infinity));
  expect(of('P13')?.verdict).toBe('holds');
});
