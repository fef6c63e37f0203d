import { expect, it } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { ADVICE, ourAdvice, type Showing, type Showings } from './advice.ts';
import { recommendationsExperiment } from './recommendations.ts';

it('puts every sentence to the test and finds that SPOOK is not for grasping and winch', () => {
  const { tables } = checkedRun(recommendationsExperiment);
  const rows = tables![0]!.rows;
  expect(rows).toHaveLength(ADVICE.length);
  expect(rows.find(([id]) => id === 'R12')?.slice(3, 5)).toEqual(['yes', 'yes']);
  // with friction consistency neither BPP nor PGS-SM is accurate on the winch, in the paper's own coupling
  expect(rows.find(([id]) => id === 'R3')?.[5]).toBe('no');
});

const one = (solver: string, error: number, timeMs: number): Showing => ({
  solver,
  error,
  timeMs,
  problems: 1,
  residual: error,
  struck: 0,
});
const all: Showings = new Map([['wall', [one('exact', 1e-20, 3), one('rough', 1, 1), one('slow', 1e-9, 9)]]]);

it('advises the cheapest accurate solver, and a rough one only if it is more than twice as fast', () => {
  expect(ourAdvice(all, { accurate: true, cases: ['wall'] })?.solver).toBe('exact');
  expect(ourAdvice(all, { accurate: false, cases: ['wall'] })?.solver).toBe('rough');
  const near: Showings = new Map([['wall', [one('exact', 1e-20, 1.5), one('rough', 1, 1)]]]);
  expect(ourAdvice(near, { accurate: false, cases: ['wall'] })?.solver).toBe('exact');
});
