import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { criticalExperiment } from './critical.ts';

const { claims, data } = checkedRun(criticalExperiment);
const { rows } = data as { rows: { method: string; outcome: string; error: number }[] };

test('the log is held as soon as the joints are solved directly between the sweeps, and not by sweeps alone', () => {
  const outcome = (method: string) => rows.find((row) => row.method === method)?.outcome;
  expect(outcome('sweeps')).not.toBe('held');
  for (const method of ['joints', 'mechanisms', 'direct']) expect(outcome(method)).toBe('held');
  expect(claims[0]?.verdict).toBe('holds');
});

test('the more is solved directly, the smaller the error of a step', () => {
  const error = (method: string) => rows.find((row) => row.method === method)!.error;
  expect(error('joints')).toBeLessThan(error('sweeps'));
  expect(error('mechanisms')).toBeLessThan(error('joints'));
});
