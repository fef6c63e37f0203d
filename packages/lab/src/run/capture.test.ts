import { VERSION } from '@signorini/engine';
import { energyError } from '@signorini/engine/measures';
import { makeProblem, type Problem, problemFromDocument, writeProblem } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { expect, test } from 'vitest';
import { type CapturedProblem, type CapturedWorld, captureProblems, captureScene, selectionText } from './capture.ts';

const drop = problemFromDocument({
  format: 'signorini-problem',
  version: 1,
  A: { dense: [[1]] },
  b: [-2],
  lo: [0],
  hi: [null],
});

/** A world whose steps take `iterations`, have these consistency errors, and no rows where the iterations are 0. */
function world(iterations: readonly number[], lags: readonly number[] = []): CapturedWorld & { taken: number } {
  return {
    taken: 0,
    step() {
      const total = iterations[this.taken++]!;
      return {
        step: this.taken,
        status: total === 0 ? 'empty' : total > 99 ? 'iteration-limit' : 'converged',
        iterations: { direct: total, iterative: 0, coupling: 1, total },
        energyError: { value: 1e-20, unit: 'J', worstRow: -1 },
        frictionConsistency: { value: lags[this.taken - 1] ?? 0, unit: 'J', worstRow: -1 },
      };
    },
    problem() {
      return iterations[this.taken - 1] === 0 ? undefined : makeProblem({ ...drop, title: `w, step ${this.taken}` });
    },
    hash: () => 'abc',
  };
}

function all(problems: ReturnType<typeof captureProblems>) {
  const kept: CapturedProblem[] = [];
  for (;;) {
    const { done, value } = problems.next();
    if (done) return { kept, steps: kept.map(({ step }) => step), count: value };
    if (value) kept.push(value);
  }
}

test('every step of the range that has rows is kept, the others are counted', () => {
  const lags = [0, 0, 2, 5, 1];
  const { steps, count, kept } = all(captureProblems(world([0, 0, 3, 4, 200], lags), 'w', { from: 2, to: 5 }));
  expect(steps).toEqual([3, 4, 5]);
  expect(count).toEqual({
    steps: 5,
    problems: 3,
    empty: 1,
    unsolvedSteps: [5],
    hash: 'abc',
    statuses: { empty: 2, converged: 2, 'iteration-limit': 1 },
    energyError: { value: 1e-20, step: 1 },
    frictionConsistency: { value: 5, step: 4 },
  });
  expect(kept[0]!.fileName).toBe('w-0003.json');
});

test('every n keeps the multiples of n', () => {
  const { steps, count } = all(captureProblems(world([1, 1, 1, 1, 1, 0, 1]), 'w', { from: 1, to: 7, every: 2 }));
  expect(steps).toEqual([2, 4]);
  expect(count.empty).toBe(1);
});

test('the worst are those with most iterations, then with the largest consistency error, in the order of steps', () => {
  const iterations = [5, 9, 5, 0, 5, 7];
  const lags = [1, 0, 3, 9, 2, 0];
  const worst = (k: number) => all(captureProblems(world(iterations, lags), 'w', { from: 1, to: 6, worst: k })).steps;
  expect([worst(1), worst(2), worst(3), worst(4)]).toEqual([[2], [2, 6], [2, 3, 6], [2, 3, 5, 6]]);
  expect(worst(99).length).toBe(5);
});

test('a selection is told in words', () => {
  expect(selectionText({ from: 1, to: 500 })).toBe('every step from 1 to 500');
  expect(selectionText({ from: 1, to: 500, every: 5 })).toBe('steps from 1 to 500 that are multiples of 5');
  expect(selectionText({ from: 1, to: 9, worst: 1 })).toMatch(/^the hardest step of 1 to 9/);
  expect(selectionText({ from: 1, to: 9, worst: 3 })).toMatch(/^the 3 hardest steps of 1 to 9/);
});

test('problems of a scene stay as they were while the world goes on, and carry bounds, warm start and answer', () => {
  const { problems, source } = captureScene({
    scene: findScene('brick-wall'),
    parameters: { rows: 2 },
    selection: { from: 1, to: 12 },
  });
  const texts: string[] = [];
  const kept: Problem[] = [];
  for (;;) {
    const { done, value } = problems.next();
    if (done) {
      expect({ ...source, ...value }).toMatchObject({
        format: 'signorini-capture',
        engine: VERSION,
        scene: 'brick-wall',
        steps: 12,
        timeStep: 1 / 60,
        parameters: { rows: 2, density: 500, stick: 'anchor' },
        selection: 'every step from 1 to 12',
        solver: { name: 'bpp', coupling: 'table3', warmStart: true },
        problems: kept.length,
      });
      break;
    }
    if (value) {
      kept.push(value.problem);
      texts.push(writeProblem(value.problem));
    }
  }
  expect(kept.length).toBeGreaterThan(3);
  expect(kept.map((p) => writeProblem(p))).toEqual(texts);
  const last = kept.at(-1)!;
  expect(last.title).toBe('brick-wall, step 12');
  expect(last.ungiven).toEqual([]);
  expect(last.warm?.some((v) => v > 0)).toBe(true);
  const { tangents, mu, normal } = last.contacts[0]!;
  expect(last.hi[tangents[0]!]).toBeGreaterThan(0);
  expect(last.hi[tangents[0]!]! / mu).toBeCloseTo(last.x![normal]!, 3); // bounds of the last solve follow its normals
});

test('every problem of the closing claw carries an answer that is exact for its bounds', () => {
  const selection = { from: 55, to: 80 }; // from the first touch of the log until it is gripped
  const { kept, count } = all(captureScene({ scene: findScene('log-grasping'), selection }).problems);
  expect(count).toMatchObject({ problems: 26, empty: 0, unsolvedSteps: [] });
  for (const { step, problem } of kept)
    expect(energyError(problem, problem.x!).value, `step ${step}`).toBeLessThan(1e-20); // J
});

test('a capture that is resumed from a state goes on with the same problems and ends in the same state', () => {
  const begin = () =>
    captureScene({ scene: findScene('brick-wall'), parameters: { rows: 2 }, selection: { from: 1, to: 9 } });
  const whole = all(begin().problems);
  const first = begin();
  for (let k = 0; k < 4; k++) first.problems.next();
  const state = JSON.parse(JSON.stringify(first.state()));
  first.problems.return({} as never);
  const second = begin();
  second.resume(state);
  const rest = all(second.problems);
  expect(rest.steps).toEqual([5, 6, 7, 8, 9]);
  expect(rest.count).toEqual(whole.count);
  expect(rest.kept.map(({ problem }) => writeProblem(problem))).toEqual(
    whole.kept.slice(4).map(({ problem }) => writeProblem(problem)),
  );
});
