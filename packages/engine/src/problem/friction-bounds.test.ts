import { expect, test } from 'vitest';
import { fromDense } from './explicit.ts';
import { firstBounds, setFrictionBounds } from './friction-bounds.ts';
import { makeContact, makeProblem, type Problem } from './problem.ts';

const UNUSED = Number.NaN;

function contactProblem(ungiven: number[]): Problem {
  const identity = Array.from({ length: 25 }, (_, k) => (k % 6 === 0 ? 1 : 0));
  return makeProblem({
    A: fromDense(5, identity),
    b: new Float64Array(5),
    lo: Float64Array.of(0, -7, -7, -7, -9),
    hi: Float64Array.of(Infinity, 7, 7, 7, 9),
    ungiven,
    contacts: [makeContact({ normal: 0, tangents: [1, 2], mu: 0.5, rolling: [3], muRolling: 0.1 })],
  });
}

test('friction bounds are mu times the normal impulse, rolling bounds muRolling times it; other rows keep theirs', () => {
  const p = contactProblem([]);
  const { lo, hi } = firstBounds(p, undefined);
  setFrictionBounds(p, Float64Array.of(4, UNUSED, UNUSED, UNUSED, UNUSED), lo, hi);
  expect(Array.from(hi)).toEqual([Infinity, 2, 2, 0.4, 9]);
  expect(Array.from(lo)).toEqual([0, -2, -2, -0.4, -9]);
});

test('a negative normal impulse gives no friction, and NaN gives NaN', () => {
  const p = contactProblem([]);
  const { lo, hi } = firstBounds(p, undefined);
  setFrictionBounds(p, Float64Array.of(-4, 0, 0, 0, 0), lo, hi);
  expect(hi[1]).toBe(0);
  setFrictionBounds(p, Float64Array.of(Number.NaN, 0, 0, 0, 0), lo, hi);
  expect(hi[1]).toBeNaN();
});

test('first bounds are the stored ones where given, else those of the warm start', () => {
  const p = contactProblem([2]);
  p.lo[2] = p.hi[2] = 0; // stands in
  expect(Array.from(firstBounds(p, undefined).hi)).toEqual([Infinity, 7, 0, 7, 9]);
  expect(Array.from(firstBounds(p, Float64Array.of(4, 0, 0, 0, 0)).hi)).toEqual([Infinity, 7, 2, 7, 9]);
});
