import { expect, test } from 'vitest';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { energyError } from '../../measures/energy.ts';
import { createWorld } from '../../simulate.ts';
import { findSolver } from '../../solvers/registry.ts';
import { STAGES } from './step-report.ts';

/** Two problems per step: joints by the midpoint, and a stack by one solve, which three sweeps solve less well than they solve a ball. */
function twoProblems(boxes: number) {
  const world = createWorld(
    { integrator: 'midpoint' },
    { solver: findSolver('pgs'), options: { maxIterations: 3 }, coupling: 1 },
  );
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  for (let k = 0; k < boxes; k++)
    world.addBody({ name: `box-${k}`, shape: box(0.2, 0.2, 0.2), position: [0.02 * k, 0, 0.2 + 0.4 * k] });
  // one row, which one sweep solves exactly
  if (boxes === 0)
    world.addBody({ name: 'ball', shape: sphere(0.1), material: { friction: 0 }, position: [0, 0, 0.1] });
  let a = world.addBody({ name: 'bob-0', shape: sphere(0.1), position: [5, 0, 9] });
  world.addJoint({ kind: 'spherical', b: a, point: [5, 0, 10] });
  for (let k = 1; k < 6; k++) {
    const b = world.addBody({ name: `bob-${k}`, shape: sphere(0.1), position: [5 + k, 0, 9] });
    world.addJoint({ kind: 'spherical', a, b, point: [4.5 + k, 0, 9] });
    a = b;
  }
  return world;
}

test.each([5, 0])('the worst row is one of the problem with the larger error (%i boxes)', (boxes) => {
  const world = twoProblems(boxes);
  for (let k = 0; k < 10; k++) {
    const { energyError: reported } = world.step();
    const problems = world.problems();
    const measured = problems.map((p) => energyError(p, p.x as Float64Array));
    expect(problems.length).toBe(2);
    expect(reported.value).toBeCloseTo(measured[0].value + measured[1].value, 12);
    const worse = measured[0].value >= measured[1].value ? 0 : 1;
    expect(reported.problem).toBe(worse);
    expect(reported.worstRow).toBe(measured[worse].worstRow);
    const name = problems[worse].names?.[reported.worstRow] as string;
    expect(name).toMatch(worse === 0 ? /box-|ball/ : /spherical-/);
  }
  expect(world.step().energyError.problem).toBe(boxes > 0 ? 0 : 1);
});

test('a step without rows has no worst row and no problem that it is of', () => {
  const world = createWorld();
  world.addBody({ shape: sphere(1) });
  expect(world.step().energyError).toEqual({ value: 0, unit: 'J', worstRow: -1, problem: -1 });
});

test('times of the stages make up the time of the step, and the solver works in `advance`', () => {
  let now = 0;
  const world = createWorld({ sleep: { steps: 2 } }, { clock: () => (now += 1) });
  world.addBody({ motion: 'static', shape: plane() });
  world.addBody({ shape: box(0.2, 0.2, 0.2), position: [0, 0, 0.2] });
  let asleep = 0;
  for (let k = 0; k < 12; k++) {
    const { ms, stageMs, solveMs, sleeping } = world.step();
    asleep += sleeping;
    expect(Object.keys(stageMs ?? {})).toEqual([...STAGES]);
    const times = Object.values(stageMs ?? {});
    expect(times.every((time) => time >= 1)).toBe(true); // every stage ends with a look at the clock of its own
    expect(times.reduce((sum, time) => sum + time, 0)).toBe(ms);
    expect(stageMs?.advance).toBeGreaterThan(solveMs as number);
  }
  expect(asleep).toBeGreaterThan(2);
  expect(createWorld().step().stageMs).toBeUndefined();
});

test('a report keeps its ledger when the world steps on or fails to', () => {
  const world = twoProblems(3);
  const first = world.step();
  const kept = structuredClone(first);
  const second = world.step();
  world.body('bob-0').velocity = [1e308, 0, 0]; // its energy is infinite
  expect(() => world.step()).toThrow();
  expect(first).toEqual(kept);
  expect(second.ledger.entries).not.toEqual(first.ledger.entries);
});
