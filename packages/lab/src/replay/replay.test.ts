import { VERSION } from '@signorini/engine';
import { type Operator, type Problem, problemFromDocument } from '@signorini/engine/problem';
import { type AnySolver, findSolver, type Iterations, type Status } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import { replay } from './replay.ts';
import type { ReplayRow } from './replay-row.ts';
import { summarize } from './replay-summary.ts';

/** One contact of 1 kg, falling with 2 m/s: x = 2 N s; doing nothing is wrong by 2 J. */
const drop = problemFromDocument({
  format: 'signorini-problem',
  version: 1,
  A: { dense: [[1]] },
  b: [-2],
  lo: [0],
  hi: [null],
});
const held = { ...drop, quantity: 'force' } as const; // the same numbers in N, m/s^2 and J/s^2
const warm = { ...drop, warm: Float64Array.of(0.5) };
const pushed = problemFromDocument({
  format: 'signorini-problem',
  version: 1,
  A: {
    dense: [
      [1, 0],
      [0, 1],
    ],
  },
  b: [-2, 5],
  lo: [0, null],
  hi: [null, null],
  contacts: [{ normal: 0, tangents: [1], mu: 0.5 }],
});
const structured = problemFromDocument({
  format: 'signorini-problem',
  version: 1,
  J: [{ row: 0, body: 0, values: [0, 0, 1, 0, 0, 0] }],
  Minv: [Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 1 : 0))],
  C: [0],
  b: [-2],
  lo: [0],
  hi: [null],
});

/** A solver that takes the times it is told to, one after the other, and answers with x = `answer`. */
class Actors {
  now = 0; // ms
  readonly log: string[] = [];
  readonly clock = () => this.now;

  make(name: string, times: readonly number[], { answer = 2, status = 'converged' as Status, maxRows = 99 } = {}) {
    let call = 0;
    return {
      ...findSolver('pgs'),
      name,
      maxRows,
      create: () => {
        this.log.push(`create ${name}`);
        return {
          solve: (p: Problem, x: Float64Array, _: unknown, monitor: unknown) => {
            this.log.push(`${name} from ${x[0]}${monitor === undefined ? '' : ', watched'}`);
            this.seen.push(p.A);
            this.now += times[call++ % times.length];
            x.fill(answer);
            const iterations: Iterations = { direct: 1, iterative: 2, coupling: 1, total: 3 };
            return { status, iterations, lo: p.lo, hi: p.hi };
          },
          release: () => void this.log.push(`release ${name}`),
        };
      },
    } as unknown as AnySolver;
  }
  readonly seen: Operator[] = [];
}

test('a row has the figures of its answer, the median time and the unit; nothing that the measures cost', () => {
  const actors = new Actors();
  const solvers = [actors.make('exact', [9, 1, 2]), actors.make('lazy', [1, 4], { answer: 0 })];
  const { rows } = replay({ problems: [{ name: 'drop', problem: drop }], solvers, repeat: 3, clock: actors.clock });
  expect(rows[0]).toEqual({
    problem: 'drop',
    size: 1,
    friction: null,
    solver: 'exact',
    status: 'converged',
    reason: null,
    iterations: { direct: 1, iterative: 2, coupling: 1, total: 3 },
    coupling: 0,
    source: { file: null, scene: null, step: null },
    options: findSolver('pgs').defaults,
    path: 'exact',
    version: VERSION,
    timeMs: 2,
    claimedMs: null,
    symbolicMs: 0,
    timed: 'alone',
    item: null,
    unit: 'J',
    energy: 0,
    relativeEnergy: 0,
    naturalResidual: 0,
    fischerBurmeister: 0,
    frictionConsistency: 0,
  });
  expect(rows[1]).toMatchObject({ timeMs: 1, energy: 2, relativeEnergy: 1, naturalResidual: 2 });
});

test('of an even number of repeats the time is the mean of the middle two', () => {
  const actors = new Actors();
  const solvers = [actors.make('a', [10, 2, 1, 4])];
  const { rows } = replay({ problems: [{ name: 'drop', problem: drop }], solvers, repeat: 4, clock: actors.clock });
  expect(rows[0]!.timeMs).toBe(3);
});

test('solvers take turns, each from the same warm start and unwatched; one instance serves all problems', () => {
  const actors = new Actors();
  const solvers = [actors.make('a', [1]), actors.make('b', [1])];
  const problems = [
    { name: 'drop', problem: drop },
    { name: 'warm', problem: warm },
  ];
  replay({ problems, solvers, repeat: 2, clock: actors.clock });
  expect(actors.log).toEqual([
    ...['create a', 'create b'],
    ...['a from 0', 'b from 0', 'a from 0', 'b from 0'],
    ...['a from 0.5', 'b from 0.5', 'a from 0.5', 'b from 0.5'],
    ...['release a', 'release b'],
  ]);
});

test('every solve gets an A that nobody has assembled, since assembling is part of the time', () => {
  const actors = new Actors();
  const solvers = [actors.make('a', [1]), actors.make('b', [1])];
  structured.A.sparse();
  replay({ problems: [{ name: 's', problem: structured }], solvers, repeat: 2, clock: actors.clock });
  expect(new Set([structured.A, ...actors.seen]).size).toBe(5);
  expect(Array.from(actors.seen[3]!.dense())).toEqual([1]);
});

test('a solver that does not take a problem gives a refused row with the sentence, and the others go on', () => {
  const actors = new Actors();
  const solvers = [actors.make('small', [1], { maxRows: 1 }), actors.make('large', [1])];
  const problems = [
    { name: 'stored', problem: { ...pushed, ungiven: [] } },
    { name: 'drop', problem: drop },
  ];
  const { rows, summary } = replay({ problems, solvers, repeat: 2, clock: actors.clock });
  expect(rows.map(({ problem, solver, status }) => [problem, solver, status])).toEqual([
    ['stored', 'small', 'refused'],
    ['stored', 'large', 'stopped-early'], // its answer is of another problem, whatever it says
    ['drop', 'small', 'converged'],
    ['drop', 'large', 'converged'],
  ]);
  const { problem, size, friction, source, solver, status, reason, unit, version, timed, ...figures } = rows[0]!;
  expect(friction).toBe('box');
  expect(timed).toBe('no');
  expect(reason).toMatch(/^small takes at most 1 rows, this problem has 2/);
  expect(unit).toBe('J');
  expect(new Set(Object.values(figures))).toEqual(new Set([null]));
  expect(summary[0]).toMatchObject({ solver: 'small', problems: 1, solved: 1, refused: 1, medianEnergy: 0 });
  expect(summary[1]).toMatchObject({ solver: 'large', problems: 2, solved: 1, refused: 0 });
});

test('coupling 0 is refused where friction bounds are not given; table3 is the number that each solver states', () => {
  const problems = [{ name: 'pushed', problem: pushed }];
  const solvers = [findSolver('pgs'), findSolver('enumeration')];
  const clock = () => 0;
  const stored = replay({ problems, solvers, clock }).rows;
  expect(stored.map(({ status }) => status)).toEqual(['refused', 'refused']);
  expect(stored[0]!.reason).toMatch(/row 1 is a friction row without bounds/);
  const own = replay({ problems, solvers, clock, coupling: 'table3' }).rows;
  expect(own.map(({ coupling }) => coupling)).toEqual(solvers.map(({ coupling }) => coupling));
  const two = replay({ problems, solvers, clock, coupling: 2 }).rows;
  expect(two.map(({ coupling, frictionConsistency }) => [coupling, frictionConsistency])).toEqual([
    [2, 0],
    [2, 0],
  ]);
  const frictionless = replay({ problems: [{ name: 'drop', problem: drop }], solvers, clock, coupling: 'table3' });
  expect(frictionless.rows.map(({ coupling }) => coupling)).toEqual([0, 0]); // one solve
});

test('own is the number of solves of `solve`, with the default options; table3 takes those of the paper', () => {
  const problems = [{ name: 'pushed', problem: pushed }];
  const seen: unknown[] = [];
  const spy = {
    ...findSolver('pgs'),
    table3: { maxIterations: 7 },
    create: () => ({
      solve: (p: Problem, x: Float64Array, { maxIterations }: { maxIterations: number }) => {
        seen.push(maxIterations);
        x.fill(0);
        const iterations: Iterations = { direct: 0, iterative: 1, coupling: 1, total: 1 };
        return { status: 'converged' as Status, iterations, lo: p.lo, hi: p.hi };
      },
      release: () => {},
    }),
  } as unknown as AnySolver;
  expect(replay({ problems, solvers: [spy], clock: () => 0, coupling: 'own' }).rows[0]!.coupling).toBe(3);
  replay({ problems, solvers: [spy], clock: () => 0, coupling: 'table3' });
  expect(seen).toEqual([25, 25, 25, 7, 7, 7]);
});

test('warming up solves problems before the first is timed', () => {
  const actors = new Actors();
  const problems = [0.1, 0.2, 0.3, 0.4].map((x) => ({
    name: `${x}`,
    problem: { ...drop, warm: Float64Array.of(x) },
  }));
  const { rows } = replay({ problems, solvers: [actors.make('a', [50, 1])], warmUp: 3, clock: actors.clock });
  expect(actors.log.slice(1, 5)).toEqual(['a from 0.1', 'a from 0.2', 'a from 0.4', 'a from 0.1']); // first, middle, last
  expect(rows.length).toBe(4);
});

test('a solver beyond the patience is stopped, the others get every problem, and the summary says after how many', () => {
  const actors = new Actors();
  const problems = [1, 2, 3, 4, 5].map((k) => ({ name: `${k}`, problem: drop }));
  const solvers = [actors.make('slow', [100]), actors.make('quick', [1])];
  const patience = { ms: 50, problems: 2 };
  const { rows, summary } = replay({ problems, solvers, repeat: 3, patience, clock: actors.clock });
  expect(rows.filter(({ solver }) => solver === 'slow').map(({ problem }) => problem)).toEqual(['1', '2']);
  expect(actors.log.filter((line) => line === 'slow from 0').length).toBe(4); // two of each
  expect(summary[0]).toMatchObject({ solver: 'slow', problems: 2, stoppedAfter: 2, maxTimeMs: 100 });
  expect(summary[1]).toMatchObject({ solver: 'quick', problems: 5, stoppedAfter: null });
});

test('ten times beyond the patience is no hiccup: one solve is enough', () => {
  const actors = new Actors();
  const problems = [1, 2, 3].map((k) => ({ name: `${k}`, problem: drop }));
  const patience = { ms: 50, problems: 2 };
  const solvers = [actors.make('hopeless', [501])];
  const { summary } = replay({ problems, solvers, repeat: 3, patience, clock: actors.clock });
  expect(summary[0]).toMatchObject({ problems: 2, stoppedAfter: 2, stoppedFor: 'time' });
  expect(actors.log.filter((line) => line === 'hopeless from 0').length).toBe(2);
});

test('one hiccup of the machine is no reason to stop', () => {
  const actors = new Actors();
  const problems = [1, 2, 3].map((k) => ({ name: `${k}`, problem: drop }));
  const solvers = [actors.make('a', [100, 1, 1])];
  const patience = { ms: 50, problems: 1 };
  const { summary } = replay({ problems, solvers, repeat: 3, patience, clock: actors.clock });
  expect(summary[0]).toMatchObject({ problems: 3, stoppedAfter: null, maxTimeMs: 1 });
});

test('a time in doubt is taken again: the median of more solves, for a few problems a solver', () => {
  const actors = new Actors();
  const problems = [1, 2].map((k) => ({ name: `${k}`, problem: drop }));
  const solvers = [actors.make('a', [20, 20, 1, 1, 1, 20, 20])];
  const doubt = { ms: 10, repeat: 5, problems: 1 };
  const { rows } = replay({ problems, solvers, repeat: 2, doubt, clock: actors.clock });
  expect(rows.map(({ timeMs }) => timeMs)).toEqual([1, 20]); // five solves, then two
});

test('an answer that is not finite has null figures, and is the worst', () => {
  const actors = new Actors();
  const solvers = [actors.make('lost', [1], { answer: Number.NaN, status: 'diverged' })];
  const document = replay({ problems: [{ name: 'drop', problem: drop }], solvers, clock: actors.clock });
  expect(document.rows[0]).toMatchObject({ status: 'diverged', energy: null, naturalResidual: null });
  expect(document.rows[0]!.reason).toBe('the answer is not finite: x of row 0 is NaN');
  expect(document.summary[0]).toMatchObject({ problems: 1, solved: 0, worstEnergy: null, worstRelativeEnergy: null });
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});

test('symbolic analysis is no part of the time; it is the largest of the repeats, since later ones may reuse it', () => {
  const actors = new Actors();
  const analyses = [5, 0]; // ms
  const a = actors.make('a', [1]);
  const analyse = () => {
    actors.now += analyses.shift()!;
  };
  const create = () => ({ ...a.create(), analyse });
  const problems = [{ name: 'drop', problem: drop }];
  const { rows } = replay({ problems, solvers: [{ ...a, create }], repeat: 2, clock: actors.clock });
  expect(rows[0]).toMatchObject({ symbolicMs: 5, timeMs: 1 });
});

test('a fault of a solver is the sentence of its row, the others go on, and every instance is released', () => {
  const actors = new Actors();
  const faulty = { ...actors.make('faulty', [1]) };
  const create = () => ({
    ...actors.make('faulty', [1]).create(),
    solve: () => {
      throw new TypeError('a fault');
    },
  });
  const solvers = [{ ...faulty, create }, actors.make('good', [1])];
  const { rows, summary } = replay({ problems: [{ name: 'drop', problem: drop }], solvers, clock: actors.clock });
  expect(rows[0]).toMatchObject({ status: 'failed', reason: 'faulty: threw TypeError: a fault', energy: null });
  expect(rows[1]).toMatchObject({ status: 'converged', reason: null });
  expect(summary[0]).toMatchObject({ problems: 1, solved: 0, failed: 1 });
  expect(actors.log.slice(-2)).toEqual(['release faulty', 'release good']);
});

test('the path names the method that produced the answer: a start that is handed back has no other name', () => {
  const solved = { ...drop, warm: Float64Array.of(2) };
  const rising = { ...drop, b: Float64Array.of(3) };
  const problems = Object.entries({ drop, warm, solved, rising }).map(([name, problem]) => ({ name, problem }));
  const paths = (solver: string) =>
    replay({ problems, solvers: [findSolver(solver)], clock: () => 0 }).rows.map(({ path }) => path);
  expect(paths('bpp')).toEqual(['bpp', 'bpp', 'bpp, warm start unchanged', 'doing nothing']);
  expect(paths('pgs')).toEqual(['pgs', 'pgs', 'pgs, warm start unchanged', 'pgs']);
  expect(paths('pgs-newton')[2]).toBe('warm start unchanged');
});

test('progress tells each solve before it begins', () => {
  const actors = new Actors();
  const told: unknown[][] = [];
  replay({
    problems: [{ name: 'drop', problem: drop }],
    solvers: [actors.make('a', [1]), actors.make('b', [1])],
    repeat: 2,
    clock: actors.clock,
    progress: (...at) => void told.push(at),
  });
  expect(told).toEqual([
    [0, 4, 'drop', 'a'],
    [1, 4, 'drop', 'b'],
    [2, 4, 'drop', 'a'],
    [3, 4, 'drop', 'b'],
  ]);
});

function row(figures: Partial<ReplayRow>): ReplayRow {
  return {
    problem: 'p',
    size: 1,
    friction: null,
    solver: 's',
    status: 'converged',
    reason: null,
    iterations: { direct: 1, iterative: 0, coupling: 1, total: 1 },
    coupling: 0,
    source: { file: null, scene: null, step: null },
    options: {},
    path: 's',
    version: VERSION,
    timeMs: 1,
    claimedMs: null,
    symbolicMs: 0,
    timed: 'alone',
    item: null,
    unit: 'J',
    energy: 1,
    relativeEnergy: 1,
    naturalResidual: 1,
    fischerBurmeister: 1,
    frictionConsistency: 1,
    ...figures,
  };
}

test('the summary has medians and worsts over the problems taken', () => {
  const rows = [
    row({ timeMs: 1, energy: 1e-3, relativeEnergy: 0.1, naturalResidual: 3 }),
    row({ timeMs: 5, energy: 4e-3, relativeEnergy: 0.3, naturalResidual: 1, status: 'iteration-limit' }),
    row({ timeMs: 3, energy: 2e-3, relativeEnergy: 0.2, naturalResidual: 2 }),
    row({ timeMs: null, energy: null, relativeEnergy: null, naturalResidual: null, status: 'refused', unit: 'J/s^2' }),
  ];
  expect(summarize('s', rows)).toEqual({
    solver: 's',
    problems: 3,
    solved: 2,
    refused: 1,
    failed: 0,
    stoppedAfter: null,
    stoppedFor: null,
    medianTimeMs: 3,
    medianClaimedMs: null,
    maxTimeMs: 5,
    medianIterations: 1,
    maxIterations: 1,
    unit: 'J',
    medianEnergy: 2e-3,
    worstEnergy: 4e-3,
    medianFrictionConsistency: 1,
    worstFrictionConsistency: 1,
    medianRelativeEnergy: 0.2,
    worstRelativeEnergy: 0.3,
    medianNaturalResidual: 2,
    worstNaturalResidual: 3,
    medianFischerBurmeister: 1,
    worstFischerBurmeister: 1,
  });
});

test('a solver that took nothing has no figures and no unit', () => {
  const nothing = summarize('s', [row({ status: 'refused' })]);
  expect(nothing).toMatchObject({ problems: 0, solved: 0, refused: 1, unit: null });
  expect([nothing.medianTimeMs, nothing.medianEnergy, nothing.worstRelativeEnergy]).toEqual([null, null, null]);
});

test('joules and J/s^2 share no median: only times and relative errors are summed up', () => {
  const solvers = [findSolver('pgs')];
  const problems = [
    { name: 'drop', problem: drop },
    { name: 'held', problem: held },
  ];
  const { rows, summary } = replay({ problems, solvers, clock: () => 0 });
  expect(rows.map(({ unit }) => unit)).toEqual(['J', 'J/s^2']);
  expect(summary[0]).toMatchObject({
    problems: 2,
    unit: 'mixed',
    medianTimeMs: 0,
    medianRelativeEnergy: 0,
    worstRelativeEnergy: 0,
    medianEnergy: null,
    worstEnergy: null,
    medianNaturalResidual: null,
  });
  expect(replay({ problems: problems.slice(1), solvers, clock: () => 0 }).summary[0]).toMatchObject({
    unit: 'J/s^2',
    worstEnergy: 0,
  });
});
