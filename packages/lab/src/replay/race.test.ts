import { problemFromDocument } from '@signorini/engine/problem';
import { type AnySolver, findSolver } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import { raceOrder, spreadOrder } from './race.ts';
import { replay } from './replay.ts';
import type { ReplayDocument } from './request.ts';

/** One contact of 1 kg that falls with `speed`: x = speed in N s; doing nothing is wrong by speed^2 / 2 in J. */
const drop = (speed: number) =>
  problemFromDocument({
    format: 'signorini-problem',
    version: 1,
    A: { dense: [[1]] },
    b: [-speed],
    lo: [0],
    hi: [null],
  });
/** Problem k falls with 1 m/s, those listed with more. */
const problems = Array.from({ length: 40 }, (_, k) => ({
  name: `p${k}`,
  problem: drop(k === 33 ? 9 : k === 7 ? 5 : 1),
}));

let now = 0; // ms
/** Answers `wrong` (N s) beside the solution and takes `ms`, both for a problem that falls with `speed`. */
function actor(name: string, wrong: (speed: number) => number, ms: (speed: number) => number = () => 1): AnySolver {
  return {
    ...findSolver('pgs'),
    name,
    create: () => ({
      solve(p: { readonly b: Float64Array }, x: Float64Array) {
        const speed = -p.b[0]!;
        now += ms(speed);
        x[0] = speed + wrong(speed);
        return { status: 'converged', iterations: { direct: 0, iterative: 1, coupling: 1, total: 1 } };
      },
      release() {},
    }),
  } as unknown as AnySolver;
}
const exact = actor('exact', () => 0);
const coarse = actor('coarse', () => 0.1); // 5 mJ each time
const rare = actor('rare', (speed) => (speed === 9 ? 0.1 : 0));
const slow = actor(
  'slow',
  () => 0,
  () => 80,
);
const settings = {
  repeat: 1,
  coupling: 0,
  warmUp: 3,
  patience: { ms: 50, problems: 3 },
  doubt: null,
  race: { tolerance: 1e-6, problems: 10, hard: 2 },
};
const run = (solvers: readonly AnySolver[], more: object = {}) =>
  replay({ problems, solvers, clock: () => now, ...settings, ...more });
const places = ({ rows }: ReplayDocument, name: string) =>
  rows.filter(({ solver }) => solver === name).map(({ problem }) => Number(problem.slice(1)));

test('every beginning of the order is spread over all problems, and each comes once', () => {
  for (const count of [1, 2, 3, 40, 500]) {
    const order = spreadOrder(count);
    expect([...order].sort((p, q) => p - q)).toEqual(Array.from({ length: count }, (_, k) => k));
  }
  const begin = spreadOrder(512).slice(0, 8);
  expect(begin.sort((p, q) => p - q)).toEqual([0, 64, 128, 192, 256, 320, 384, 448]);
});

test('the problems whose start is the most wrong come first', () => {
  expect(raceOrder(problems, 2).slice(0, 3)).toEqual([33, 7, 0]);
  expect(new Set(raceOrder(problems, 2)).size).toBe(40);
});

test('who has failed gets its picture and no more; who might pass gets every problem', () => {
  const document = run([exact, coarse, rare]);
  const [first, second, third] = document.summary;
  expect(first).toMatchObject({ problems: 40, stoppedAfter: null, stoppedFor: null });
  for (const line of [second, third])
    expect(line).toMatchObject({ problems: 10, stoppedAfter: 10, stoppedFor: 'error' });
  expect(third?.worstEnergy).toBeCloseTo(0.005, 12);
  expect(places(document, 'rare')).toContain(33); // the one that it fails
  expect(places(document, 'exact')).toEqual(problems.map((_, k) => k)); // rows are in the order of the problems
});

test('an error that shows late stops late, and one that is within the tolerance never', () => {
  const late = actor('late', () => (now > 30 ? 0.1 : 0));
  const near = actor('near', () => 1e-3); // 5e-7 J
  now = 0;
  const { summary } = run([late, near], { warmUp: 0 });
  expect(summary[0]?.stoppedFor).toBe('error');
  expect(summary[0]!.stoppedAfter!).toBeGreaterThan(10);
  expect(summary[1]).toMatchObject({ problems: 40, stoppedFor: null });
});

const late = actor(
  'late',
  () => 0,
  () => 300,
);

test('the first answer is of the solvers that pass an untimed solve of its problems; the others are not forgotten', () => {
  const firsts: [ReplayDocument, readonly string[]][] = [];
  const report = (...given: [ReplayDocument, readonly string[]]) => void firsts.push(given);
  const document = run([late, exact, coarse, rare], { first: { problems: 4, report } });
  expect(firsts.length).toBe(1);
  const [first, slow] = firsts[0]!;
  expect(first.summary.map(({ solver, problems, stoppedFor }) => [solver, problems, stoppedFor])).toEqual([
    ['exact', 4, null],
  ]);
  expect(slow).toEqual(['late']); // 300 ms, four times the patience are 200
  expect(document.summary.map(({ solver, problems, stoppedFor }) => [solver, problems, stoppedFor])).toEqual([
    ...[
      ['late', 3, 'time'],
      ['exact', 40, null],
      ['coarse', 10, 'error'],
      ['rare', 10, 'error'],
    ],
  ]);
  expect(places(document, 'late').sort((p, q) => p - q)).toEqual([0, 7, 33]);
});

test('a solver that is only somewhat slow takes part in the first answer, and its times decide', () => {
  const firsts: ReplayDocument[] = [];
  run([slow, exact], { first: { problems: 4, report: (document: ReplayDocument) => void firsts.push(document) } });
  expect(firsts[0]?.summary[0]).toMatchObject({ solver: 'slow', problems: 3, stoppedFor: 'time' });
});

test('if only the first answer is asked for, slow solvers have no turn unless every other one has failed', () => {
  const first = { problems: 40, leaveSlow: true };
  const quick = run([late, exact, coarse], { first });
  expect(quick.summary[0]).toMatchObject({ solver: 'late', problems: 0, stoppedAfter: 0, stoppedFor: 'time' });
  expect(quick.summary[1]).toMatchObject({ problems: 40, stoppedFor: null });
  expect(quick.summary[2]).toMatchObject({ problems: 10, stoppedFor: 'error' });
  const alone = run([late, coarse], { first }); // without `late` nothing would be known of the tolerance
  expect(alone.summary[0]).toMatchObject({ solver: 'late', problems: 3, stoppedFor: 'time' });
});

test('without a race no error stops a solver, and problems come in their order', () => {
  const { summary, rows } = run([coarse], { race: null });
  expect(summary[0]).toMatchObject({ problems: 40, stoppedFor: null });
  expect(rows.map(({ problem }) => problem)).toEqual(problems.map(({ name }) => name));
});

test('a solver that takes none of the problems is refused a few times, not forty', () => {
  const { summary } = run([{ ...exact, name: 'none', maxRows: 0 }]);
  expect(summary[0]).toMatchObject({ problems: 0, refused: 10, stoppedFor: 'refused' });
});
