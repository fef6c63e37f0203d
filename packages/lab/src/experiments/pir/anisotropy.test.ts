import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { anisotropyExperiment } from './anisotropy.ts';
import { closedForce, slidingForce } from './sliding-force.ts';

test('the box brakes with sqrt 2 along the diagonal, a polygon of eight sides with cos(pi/8) between its corners', () => {
  const angle = (degrees: number) => (degrees * Math.PI) / 180;
  expect(slidingForce({ name: '', set: 'box', facets: 4 }, angle(45)).against).toBeCloseTo(Math.SQRT2, 6);
  expect(slidingForce({ name: '', set: 'polyhedral', facets: 8 }, angle(22.5)).against).toBeCloseTo(
    Math.cos(Math.PI / 8),
    6,
  );
  expect(closedForce({ name: '', set: 'cone', facets: 4 }, angle(30)).against).toBeCloseTo(1, 12);
});

test('friction is anisotropic for box and pyramid, less with more facets, and not for discs', () => {
  const { claims } = checkedRun(anisotropyExperiment);
  expect(claims[0]).toMatchObject({ id: 'P14', verdict: 'holds' });
});
