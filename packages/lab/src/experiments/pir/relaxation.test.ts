import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { relaxationExperiment } from './relaxation.ts';
import { relaxedSeparation, slide } from './sliding-block.ts';

test('a block under the relaxation leaves the floor with mu |v_t|, as in closed form; under Coulomb it stays', () => {
  for (const [mu, speed] of [
    [0.1, 1],
    [0.8, 0.5],
  ] as const) {
    const relaxed = slide('relaxed-cone', mu, speed, 1);
    expect(relaxed.separation).toBeCloseTo(mu * relaxed.sliding, 9);
    expect(relaxed.separation).toBeCloseTo(relaxedSeparation(mu, speed), 9);
    expect(Math.abs(slide('cone', mu, speed, 1).separation)).toBeLessThan(1e-9);
  }
});

test('the price grows with mu and speed, and the saving ends with strong friction between rigid contacts', () => {
  const { claims, comparison } = checkedRun(relaxationExperiment);
  expect(claims[0]?.verdict).toBe('holds under conditions');
  expect(comparison[0]?.ours).toBeLessThan(1e-8);
});
