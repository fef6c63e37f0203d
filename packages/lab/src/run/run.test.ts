import { box, createWorld, STAGES, StepError, VERSION } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { findSolver } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import { recordedStep, STEP_TEXTS } from '../recording/recorded-step.ts';
import { runWorld } from './run.ts';

const request = { scene: 'brick-wall', parameters: { rows: 1 }, solver: 'auto', warmStart: true };

test('a run sums up its steps: errors of those that have rows, times of all, the state at the end', () => {
  let now = 0;
  const world = createWorld(findScene('brick-wall'), { parameters: { rows: 1 }, clock: () => now++ });
  const document = runWorld({ ...request, world, steps: 10 });
  expect(document).toMatchObject({
    steps: 10,
    stepsAsked: 10,
    timeStep: 1 / 60,
    failure: null,
    failed: null,
    unsolvedSteps: [],
  });
  expect(document.energyError.worst).toBeLessThan(1e-20);
  expect(document.energyError.median).toBeLessThanOrEqual(document.energyError.worst!);
  expect(document.energyError.worstStep).toBeGreaterThanOrEqual(1);
  expect(document.msPerStep.median).toBeGreaterThan(0);
  expect(document.msPerStep.max).toBeGreaterThanOrEqual(document.msPerStep.p95!);
  expect(document.ledger.closed).toBe(true);
  expect(document.bodies.map(({ name }) => name)).toEqual(['ground', 'brick-1', 'brick-2', 'brick-3']);
  expect(document.bodies[1]!.orientation.length).toBe(4);
  expect(document.contacts.count).toBe(12);
  expect(document.hash).toBe(world.hash());
});

test('a run says how it was solved, how long the stages took, and which row was worst', () => {
  let now = 0;
  const solver = findSolver('pgs');
  const options = { omega: 1.2 };
  const world = createWorld(findScene('brick-wall'), {
    parameters: { rows: 1 },
    solver,
    options,
    coupling: 2,
    clock: () => now++,
  });
  const document = runWorld({ ...request, solver: 'pgs', world, steps: 4 });
  expect(document).toMatchObject({ solver: 'pgs', coupling: 2, paths: { pgs: 4 }, version: VERSION, warmStart: true });
  expect(document.options).toEqual({ ...solver.defaults, omega: 1.2 });
  expect(Object.keys(document.stageMs!)).toEqual([...STAGES, 'solver']);
  expect(document.stageMs!.advance).toBeGreaterThan(document.stageMs!.solver!);
  const { worstRow, worstProblem, worstName } = document.energyError;
  expect(worstProblem).toBe(0);
  expect(worstName).toMatch(new RegExp(`^row ${worstRow}, (normal|tangent \\d) of ground/brick-\\d$`));
});

test('a run and a recorded step say which solves failed and what answered', () => {
  const pgs = findSolver('pgs');
  let solves = 0;
  const create: typeof pgs.create = () => {
    const instance = pgs.create();
    return {
      solve(p, x, options, monitor) {
        const outcome = instance.solve(p, x, options, monitor);
        return ++solves < 3 ? outcome : { ...outcome, status: 'diverged' };
      },
      release: () => instance.release(),
    };
  };
  const solver = { ...pgs, name: 'failing', create };
  const world = createWorld(findScene('brick-wall'), { parameters: { rows: 1 }, solver, coupling: 1 });
  const document = runWorld({ ...request, solver: 'failing', world, steps: 4 });
  expect(document.failed).toEqual({ steps: 2, firstStep: 3, solves: { 'auto for failing (diverged)': 2 } });
  const { texts } = recordedStep(world, world.step());
  expect(texts[STEP_TEXTS.findIndex(({ name }) => name === 'method')]).toMatch(/; auto for failing \(diverged\)$/);
});

test('a run in which nothing touches has no method and no worst row; without a clock it has no times', () => {
  const world = createWorld();
  world.addBody({ shape: box(1, 1, 1) });
  const document = runWorld({ ...request, world, steps: 3 });
  expect(document).toMatchObject({ options: null, coupling: null, paths: {}, stageMs: null, emptySteps: 3 });
  expect(document.energyError).toMatchObject({ worst: null, worstStep: null, worstRow: null, worstName: null });
});

test('the same run has the same hash', () => {
  const hash = () =>
    runWorld({ ...request, world: createWorld(findScene('brick-wall'), { parameters: { rows: 1 } }), steps: 5 }).hash;
  expect(hash()).toBe(hash());
});

test('a step without a finite outcome ends the run; the document has what was reached', () => {
  const real = createWorld(findScene('brick-wall'), { parameters: { rows: 1 } });
  const step = () => {
    if (real.steps === 3) throw new StepError(4, ['brick-1'], [7], 'an impulse of NaN');
    return real.step();
  };
  const world = new Proxy(real, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      return name === 'step' ? step : typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const friction = { models: ['box'], insteadOf: null };
  const document = runWorld({ ...request, world, steps: 10, friction });
  expect(document).toMatchObject({ steps: 3, stepsAsked: 10, failure: { step: 4, bodies: ['brick-1'], rows: [7] } });
  expect(document.failure!.sentence).toMatch(/step 4: expected a finite outcome/);
});
