import { makeProblem, StructuredOperator, structureFromBlocks } from '@signorini/engine/problem';
import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { multigridExperiment } from './multigrid.ts';
import { rankOf } from './multigrid-race.ts';

test('four normals of one body have rank three: its load, and two tilts', () => {
  const feet = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  const blocks = feet.map(([x, y], row) => ({ row, body: 0, values: [0, 0, 1, y, -x, 0] }));
  const Minv = new Float64Array(36);
  for (let k = 0; k < 6; k++) Minv[7 * k] = 1;
  const structure = structureFromBlocks(blocks, Minv, new Float64Array(4));
  const b = new Float64Array(4);
  const p = makeProblem({ A: new StructuredOperator(structure), structure, b, lo: b, hi: b });
  expect(rankOf(p, [0, 1, 2, 3])).toBe(3);
  expect(rankOf(p, [0, 1])).toBe(2);
});

test('cycles solve a chain and not a pile, and velocities need fewer cycles than impulses', () => {
  const { claims } = checkedRun(multigridExperiment);
  const [setup, velocities] = claims;
  // the set-up is timed: on a busy machine its figure says anything, and the verdict follows the figure
  expect(setup).toMatchObject({ id: 'P10', verdict: setup!.figure! > 10 ? 'holds under conditions' : 'does not hold' });
  expect(setup!.reason).toMatch(/Cycles gain nothing without a null space either/);
  expect(velocities).toMatchObject({ id: 'P11', verdict: 'holds under conditions' });
});
