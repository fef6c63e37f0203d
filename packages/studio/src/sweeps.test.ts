import { expect, test } from 'vitest';
import { rodSweeps } from './sweeps.ts';

test('the energy error of the rod falls by a factor of 16 a sweep, from that of doing nothing', () => {
  const sweeps = rodSweeps(8);
  expect(sweeps.map(({ sweep }) => sweep)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(sweeps[0]!.energy).toBeCloseTo(0.2981 ** 2 / 2, 10); // only the pressed end counts: the other one rises
  for (let k = 3; k < 8; k++) expect(sweeps[k]!.energy / sweeps[k + 1]!.energy).toBeCloseTo(16, 3);
});
