import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { cableRodExperiment } from './cable-rod.ts';

interface Share {
  readonly solver: string;
  readonly start: string;
  readonly phases: number | null;
  readonly middle: number;
}

const { claims, data } = checkedRun(cableRodExperiment);
const { shares, driven } = data as { shares: Share[]; driven: { what: string; mean: number }[] };

test('SPOOK from zero finds the more friction the more phases it has, and too little with those of Table 3', () => {
  const cold = shares.filter(({ solver, start, phases }) => solver === 'spook' && start === 'cold' && phases !== null);
  for (let k = 1; k < cold.length; k++) expect(cold[k]!.middle).toBeGreaterThan(cold[k - 1]!.middle);
  expect(claims[0]?.figure).toBeLessThan(0.5);
});

test("with Coulomb's cone the driven rod asks for the polygon's pull", () => {
  expect(driven[0]?.mean).toBeCloseTo(1, 1);
});
