import { createWorld } from '@signorini/engine';
import { changeUnits, unitFactors, velocities } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { pgs } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import { eachIterate, errorOf, THREE_MEASURES } from './iterates.ts';
import { errorInUnits, errorTable, pairChange, pickChange, SI, SMALL_UNITS } from './unit-orders.ts';

function loopProblem() {
  const world = createWorld(findScene('closed-loop'), { parameters: { cubes: 6 } });
  for (let k = 0; k < 5; k++) world.step();
  const p = world.problem()!;
  world.release();
  return p;
}

test('errors in other units are those of the problem in other units, with linear and angular rows', () => {
  const p = loopProblem();
  const f = unitFactors(p, SMALL_UNITS);
  const changed = changeUnits(p, SMALL_UNITS);
  eachIterate(p, { solver: pgs, options: { maxIterations: 3 }, start: 'cold' }, (_, x, w) => {
    const y = x.map((v, i) => v * (f.x[i] ?? 1));
    const v = velocities(changed, y, new Float64Array(p.n));
    for (const { name } of THREE_MEASURES) {
      const ours = errorInUnits(name, p, x, w, f);
      expect(Math.abs(ours / errorOf(name, changed, y, v) - 1)).toBeLessThan(1e-9);
    }
  });
});

test('in SI units the table has the errors of the measures, the start included', () => {
  const p = loopProblem();
  const table = errorTable(p, { solver: pgs, options: { maxIterations: 4 }, start: 'cold', toLimit: true }, [SI]);
  expect(table.energy[0]?.length).toBe(5);
  expect(table.natural[0]?.[0]).toBeCloseTo(errorOf('natural', p, new Float64Array(p.n), p.b), 12);
});

test('another order is another pick and a turned pair; rounding is neither', () => {
  // limits: iterates 0..1 and 0..2; the last iterate ends the solve
  expect(pickChange([3, 2, 1, 0], [3, 1, 2, 0])).toEqual({ limits: 2, picks: [[2, 1]] });
  expect(pairChange([3, 2, 1, 0], [3, 1, 2, 0])).toEqual({ pairs: 6, turned: 1 });
  const rounded = [
    [2, 1, 1 + 1e-14, 0],
    [2, 1 + 1e-14, 1, 0],
  ] as const;
  expect(pickChange(...rounded).picks).toEqual([]);
  expect(pairChange(...rounded).turned).toBe(0);
});
