import { expect, test } from 'vitest';
import { fromDense } from '../problem/explicit.ts';
import { makeProblem } from '../problem/problem.ts';
import { EnergyTolerance, History, LeastError, TimeLimit, Watch } from './monitor.ts';

const p = makeProblem({
  A: fromDense(1, [1]),
  b: Float64Array.of(-1),
  lo: Float64Array.of(0),
  hi: Float64Array.of(Infinity),
});
/** The energy error of x near the solution x = 1 is (1 - x)^2/2. */
const at = (x: number) => Float64Array.of(x);

test('least-error selection keeps the best iterate, not the last, and a copy of it', () => {
  const least = new LeastError('energy');
  const watch = new Watch([least]);
  const x = at(0);
  watch.begin(p, x);
  for (const [k, value] of [0.5, 0.9, 0.2].entries()) {
    x[0] = value;
    watch.observe(k + 1, x);
  }
  expect([least.k, least.error]).toEqual([2, 0.5 * (1 - 0.9) ** 2]);
  expect(least.take(x)).toBe(true);
  expect(x[0]).toBe(0.9);
});

test('only iterates of the last solve compete, its start among them; NaN never does', () => {
  const least = new LeastError('natural');
  const watch = new Watch([least]);
  watch.begin(p, at(1)); // the best of all, but with the bounds of an earlier solve
  watch.begin(p, at(0.7));
  watch.observe(1, at(0.3));
  watch.observe(2, at(Number.NaN));
  expect(least.k).toBe(0);
  const kept = at(0);
  least.take(kept);
  expect(kept[0]).toBe(0.7);
});

test("an energy tolerance ends the solve as converged and replaces the solver's own test", () => {
  const watch = new Watch([new EnergyTolerance(0.005)]);
  expect(watch.ownsStopping).toBe(true);
  watch.begin(p, at(0));
  expect(watch.observe(1, at(0.8))).toBeUndefined();
  expect(watch.observe(2, at(0.95))).toBe('converged');
});

test('a time limit asks the injected clock only', () => {
  let now = 100;
  const watch = new Watch([new TimeLimit(5, () => now)]);
  expect(watch.ownsStopping).toBe(false);
  watch.begin(p, at(0));
  expect(watch.observe(1, at(0))).toBeUndefined();
  now = 105;
  expect(watch.observe(2, at(0))).toBe('time-limit');
});

test('the history has one entry a solve, with all three measures from the start on, and a watch may sample', () => {
  const history = new History();
  const watch = new Watch([history], 2);
  watch.begin(p, at(0));
  for (let k = 1; k <= 5; k++) watch.observe(k, at(k / 10));
  watch.begin(p, at(0.5));
  expect(history.solves.map(({ k }) => k)).toEqual([[0, 2, 4], [0]]);
  expect(history.solves[1].errors).toEqual({ energy: [0.125], natural: [0.5], fischer: [0.5] });
});

test('the w that a solver has is taken instead of computing it', () => {
  const history = new History();
  const watch = new Watch([history]);
  watch.begin(p, at(0));
  watch.observe(1, at(0), Float64Array.of(-3));
  expect(history.solves[0].errors.natural).toEqual([1, 3]);
});
