/** Scene files with mistakes of all kinds: each is taken, or refused with one sentence.   COUNT=60000 for long runs */
import { expect, test } from 'vitest';
import { faultOf } from './fuzz/scene-files.ts';

const count = Number(process.env.COUNT ?? 3000);

test('no mutated scene file ends in anything but a scene or one sentence', () => {
  const faults: string[] = [];
  for (let seed = 1; seed <= count; seed++) {
    const fault = faultOf(seed);
    if (fault !== undefined) faults.push(fault);
  }
  expect(faults.slice(0, 20)).toEqual([]);
});
