import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { isolinesExperiment } from './isolines.ts';
import { randomFigures } from './random-solutions.ts';

test('every error is zero at the solutions that enumeration finds, and nowhere else', () => {
  const { atSolutions, zeros, leastRatio, points } = randomFigures(40);
  expect(points).toBe(800);
  for (const error of Object.values(atSolutions)) expect(error).toBeLessThan(1e-12);
  expect(zeros).toEqual({ fischer: 0, natural: 0, energy: 0 });
  expect(leastRatio).toBeGreaterThan(0);
});

test('both claims about the isolines hold, and the energy error grows with the square of the distance', () => {
  const { claims, comparison, pictures } = checkedRun(isolinesExperiment);
  expect(claims.map(({ verdict }) => verdict)).toEqual(['holds', 'holds']);
  expect(comparison[0]?.ours).toBeCloseTo(2, 9);
  expect(pictures.length).toBe(3);
});
