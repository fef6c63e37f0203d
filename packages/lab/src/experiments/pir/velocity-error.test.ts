import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { velocityErrorExperiment } from './velocity-error.ts';

test("Newton's velocity error follows its residual less than that of PGS and CPG, and rigid contacts make it slow", () => {
  const { claims, comparison } = checkedRun(velocityErrorExperiment);
  const spread = (name: string) => Number(comparison.find(({ what }) => what.startsWith(`${name}:`))?.ours);
  expect(spread('Newton')).toBeGreaterThan(Math.max(spread('PGS'), spread('CPG')));
  const newton = claims.find(({ id }) => id === 'P9');
  expect(newton?.figure).toBeGreaterThan(3 * (newton?.today ?? Infinity));
});
