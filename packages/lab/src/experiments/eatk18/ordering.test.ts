import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { orderingExperiment } from './ordering.ts';

const { claims, comparison } = checkedRun(orderingExperiment);

test('from zero, PGS leaves less on the wall if the ground comes first than if the top does or chance decides', () => {
  const residual = (order: string) => Number(comparison.find(({ what }) => what.includes(`zero, ${order}:`))?.ours);
  expect(residual('ground first')).toBeLessThan(residual('as built, reversed (top first)'));
  expect(residual('ground first')).toBeLessThan(residual('random'));
  expect(claims[0]?.figure).toBeGreaterThan(1.05);
});
