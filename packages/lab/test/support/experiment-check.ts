/** The short version of an experiment, with the checks that hold for all of them. */
import { expect } from 'vitest';
import { type Experiment, type ExperimentResult, plainContext } from '../../src/index.ts';

export function checkedRun(experiment: Experiment): ExperimentResult {
  const result = experiment.run(plainContext({ quick: true, clock: () => performance.now() }));
  const { claims, comparison, pictures, table } = result;
  expect([...new Set(claims.map(({ id }) => id))].sort()).toEqual([...experiment.claims].sort());
  expect(comparison.length).toBeGreaterThan(0);
  expect(pictures.length).toBeGreaterThan(0);
  for (const row of table.rows) expect(row.length).toBe(table.columns.length);
  const words = JSON.stringify([
    result.reason,
    claims,
    comparison,
    result.tables ?? [],
    pictures.map((one) => one.caption),
  ]);
  expect(words).not.toMatch(/NaN|undefined|Infinity|\[object/);
  for (const { reason, unit, figure } of claims) {
    expect(reason).toMatch(/\.$/);
    if (figure !== null) expect(unit).not.toBe('');
  }
  return result;
}
