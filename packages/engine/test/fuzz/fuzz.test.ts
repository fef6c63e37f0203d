/** A short run of the problem fuzzer; the long one is `npm run fuzz:problems`. */
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/problem/problem.ts';
import { readProblem } from '../../src/problem/read-json.ts';
import type { Outcome } from '../../src/problem/solver.ts';
import { writeProblem } from '../../src/problem/write-json.ts';
import { type AnySolver, findSolver, solvers } from '../../src/solvers/registry.ts';
import { Judge, type Rule } from './check.ts';
import { fuzzCase } from './problems.ts';

const COUNT = 1500;
const cases = Array.from({ length: COUNT }, (_, k) => fuzzCase(k + 1));

/** KNOWN FAULTS of solvers. seed: reason; an entry that no longer fails fails the test. To be emptied, not to grow. */
const knownFaults: Record<number, string> = {};

test('every solver keeps its word on 1500 random problems, degenerate ones included', () => {
  const judge = new Judge();
  const faults = cases.flatMap((fuzz) => judge.examine(fuzz));
  const lines = faults
    .filter(({ seed }) => !(seed in knownFaults))
    .map(
      ({ seed, solver, rule, expected, found }) => `seed ${seed}, ${solver}: ${rule}: expected ${expected}; ${found}`,
    );
  expect(lines).toEqual([]);
  const failed = new Set(faults.map(({ seed }) => seed));
  expect(Object.keys(knownFaults).filter((seed) => !failed.has(Number(seed)))).toEqual([]);
  expect(judge.compared).toBeGreaterThan(COUNT); // the oracle had a say
  for (const { name } of solvers) expect(judge.counts.get(name)?.get('converged'), name).toBeGreaterThan(COUNT / 2);
});

/** Seeds of long runs. */
const MENDED = {
  'a vertex of 1e9 N s among redundant rows, where the interior has small impulses': 20005573,
  'rows that are infeasible by their rounding for ever': 20018964,
  'a box 1e-9 N s wide beside a row at 2 m/s': 20007465,
} as const;

test('lemke ends where its warm basis takes a contact in place of a joint (an endless exchange once)', () => {
  expect(new Judge({ solvers: [findSolver('lemke')] }).examine(fuzzCase(80050859))).toEqual([]);
});

test.each(Object.entries(MENDED))('bpp, auto and ipm solve what a long run found: %s', (_, seed) => {
  const judge = new Judge({ solvers: ['bpp', 'auto', 'ipm'].map(findSolver) });
  expect(judge.examine(fuzzCase(seed))).toEqual([]);
  expect(judge.unsolved.size).toBe(0);
});

test('what long runs found wrong or misjudged passes: doing nothing is right, and bounds from a huge warm start', () => {
  const judge = new Judge();
  for (const seed of [20014013, 20014759, 20020737, 30000593, 40097770, 40126978])
    expect(judge.examine(fuzzCase(seed))).toEqual([]);
});

describe('the generator', () => {
  test('draws the same problem from the same seed, and valid ones only', () => {
    for (const { seed, problem } of cases.slice(0, 300)) {
      const text = writeProblem(problem);
      expect(writeProblem(fuzzCase(seed).problem)).toBe(text);
      expect(writeProblem(readProblem(text))).toBe(text);
    }
  });

  test('draws every sort of difficulty', () => {
    const seen = new Map<string, number>();
    for (const { traits } of cases) for (const trait of traits) seen.set(trait, (seen.get(trait) ?? 0) + 1);
    const wanted = [
      ...['exact', 'units', 'mass ratio', 'static', 'point mass', 'face', 'repeated', 'no effect', 'inconsistent'],
      ...['C soft', 'C tiny', 'C none', 'C mixed', 'explicit', 'low rank', 'full rank', 'unsymmetric', 'zero width'],
      ...['friction', 'friction given', 'stored bounds', 'b zero', 'b motion', 'b any', 'b planted', 'warm'],
    ];
    for (const trait of wanted) expect(seen.get(trait) ?? 0, trait).toBeGreaterThan(10);
    expect(cases.filter(({ problem }) => problem.n > 12).length).toBeGreaterThan(10);
    expect(cases.filter(({ problem }) => problem.n === 1).length).toBeGreaterThan(10);
  });
});

describe('the judge', () => {
  const bpp = findSolver('bpp');

  /** bpp with its answer spoilt; `solves` counts those of an instance. */
  function spoilt(change: (outcome: Outcome, x: Float64Array, p: Problem, solves: number) => Outcome): AnySolver {
    const create = () => {
      const instance = bpp.create();
      let solves = 0;
      const solve: typeof instance.solve = (p, x, options, monitor) =>
        change(instance.solve(p, x, options, monitor), x, p, ++solves);
      return { solve, release: () => instance.release() };
    };
    return { ...bpp, create };
  }

  /** The rules that a solver breaks on the first problems. */
  function broken(solver: AnySolver): Rule[] {
    const judge = new Judge({ solvers: [solver] });
    return [...new Set(cases.slice(0, 150).flatMap((fuzz) => judge.examine(fuzz).map(({ rule }) => rule)))].sort();
  }

  const scaled = (factor: number) =>
    spoilt((outcome, x) => {
      for (let i = 0; i < x.length; i++) x[i] *= factor;
      return outcome;
    });

  test('finds nothing wrong with bpp where nothing is', () => {
    expect(broken(bpp)).toEqual([]);
  });

  test('catches an answer that is off by a millionth, and by the oracle too one that is off by a thousandth', () => {
    expect(broken(scaled(1 + 1e-6))).toContain('energy');
    expect(broken(scaled(1.001))).toContain('oracle');
  });

  test('catches convergence where there is no solution', () => {
    expect(broken(spoilt((outcome) => ({ ...outcome, status: 'converged' })))).toContain('inconsistent');
  });

  test('catches friction bounds that do not follow the normals as claimed', () => {
    expect(broken(spoilt((outcome) => ({ ...outcome, follows: true })))).toContain('friction');
  });

  test('catches NaN under any status but diverged', () => {
    const poisoned = (status?: 'diverged') =>
      spoilt((outcome, x) => {
        x[0] = Number.NaN;
        return status ? { ...outcome, status } : outcome;
      });
    expect(broken(poisoned())).toContain('finite');
    expect(broken(poisoned('diverged'))).toEqual([]);
  });

  test('catches an exception, a problem that was written to, and an instance that remembers', () => {
    const thrower = spoilt(() => {
      throw new RangeError('on purpose');
    });
    expect(broken(thrower)).toEqual(['exception']);
    const remembering = spoilt((outcome, x, _p, solves) => {
      if (solves > 9) x[0] += Number.EPSILON * x[0];
      return outcome;
    });
    expect(broken(remembering)).toContain('reuse');
    const own = cases[0];
    const copy = { ...own, problem: { ...own.problem, b: own.problem.b.slice() } };
    const writer = spoilt((outcome, _x, p) => {
      p.b[0] += 1;
      return outcome;
    });
    const faults = new Judge({ solvers: [writer] }).examine(copy);
    expect(faults.map(({ rule }) => rule)).toContain('input');
  });
});
