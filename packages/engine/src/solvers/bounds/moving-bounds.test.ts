import { expect, test } from 'vitest';
import { fromDense } from '../../problem/explicit.ts';
import { makeContact, makeProblem } from '../../problem/problem.ts';
import { MovingBounds } from './moving-bounds.ts';

/** Normal, tangent with mu = 0.5 and stored bounds -/+ 3 N s, and a joint. */
const block = makeProblem({
  A: fromDense(3, [1, 0, 0, 0, 1, 0, 0, 0, 1]),
  b: new Float64Array(3),
  lo: Float64Array.of(0, -3, -Infinity),
  hi: Float64Array.of(Infinity, 3, Infinity),
  contacts: [makeContact({ normal: 0, tangents: [1], mu: 0.5 })],
});

test('updated: the bounds follow the normals in copies, and a move of an energy of at most `least` does not count', () => {
  const bounds = new MovingBounds(block, 'updated');
  const a = block.A.diagonal[1];
  expect(bounds.update(Float64Array.of(2, 0, 0), 0)).toBe(true);
  expect(Array.from(bounds.p.lo)).toEqual([0, -1, -Infinity]);
  expect(Array.from(bounds.p.hi)).toEqual([Infinity, 1, Infinity]);
  expect(bounds.update(Float64Array.of(2.5, 0, 0), 0.5 * a * 0.25 * 0.25)).toBe(false);
  expect(bounds.p.hi[1]).toBe(1);
  expect(bounds.update(Float64Array.of(2.5, 0, 0), 0.5 * a * 0.2 * 0.2)).toBe(true);
  expect([bounds.p.hi[1], bounds.count, block.hi[1]]).toEqual([1.25, 3, 3]);
});

test('stored bounds, and those of a problem without contacts, stay, and are not copied', () => {
  for (const bounds of [new MovingBounds(block, 'stored'), new MovingBounds({ ...block, contacts: [] }, 'updated')]) {
    expect(bounds.update(Float64Array.of(2, 0, 0), 0)).toBe(false);
    expect(bounds.p.hi).toBe(block.hi);
    expect(bounds.count).toBe(1);
  }
});
