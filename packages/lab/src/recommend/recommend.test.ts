import { expect, test } from 'vitest';
import type { ReplayRow } from '../replay/replay-row.ts';
import type { ReplaySummary } from '../replay/replay-summary.ts';
import { recommend } from './recommend.ts';

function line(solver: string, medianTimeMs: number, figures: Partial<ReplaySummary> = {}): ReplaySummary {
  return {
    solver,
    problems: 500,
    solved: 500,
    refused: 0,
    failed: 0,
    stoppedAfter: null,
    stoppedFor: null,
    unit: 'J',
    medianTimeMs,
    maxTimeMs: 2 * medianTimeMs,
    medianIterations: 4,
    maxIterations: 9,
    medianClaimedMs: null,
    medianEnergy: 1e-27,
    worstEnergy: 1e-26,
    medianFrictionConsistency: 1e-27,
    worstFrictionConsistency: 1e-25,
    medianRelativeEnergy: 1e-25,
    worstRelativeEnergy: 1e-24,
    medianNaturalResidual: 1e-12,
    worstNaturalResidual: 1e-12,
    medianFischerBurmeister: 1e-12,
    worstFischerBurmeister: 1e-12,
    ...figures,
  };
}
const winch = {
  scene: 'winch',
  friction: ['box'],
  budgetMs: 16,
  toleranceJ: 1e-4,
  steps: 500,
  empty: 0,
  problems: 500,
};
const decided = (...summary: ReplaySummary[]) => recommend({ ...winch, summary });

test('the quickest in the median that passes is chosen, and the sentence says what a quicker one costs', () => {
  const { chosen, sentence, faster, solvers } = decided(
    line('pgs', 0.6, { worstEnergy: 0.81 }),
    line('newton-coupled', 0.95, { maxTimeMs: 1.94 }),
    line('auto', 1.1),
  );
  expect(chosen).toBe('newton-coupled');
  expect(sentence).toBe(
    'newton-coupled: all 500 steps within 1e-4 J, worst 1.9 ms, friction box. The cheapest that passes.\n' +
      'pgs is 1.6x faster but leaves up to 0.81 J in a step.',
  );
  expect(faster).toEqual({ solver: 'pgs', timesFaster: 0.95 / 0.6, worstError: 0.81, maxTimeMs: 1.2, problems: 500 });
  expect(solvers.map(({ solver, passes, fails }) => [solver, passes, fails])).toEqual([
    ['pgs', false, ['error']],
    ['newton-coupled', true, []],
    ['auto', true, []],
  ]);
});

test('the larger of the two worst errors counts, and the slowest problem', () => {
  const failing = decided(
    line('a', 1, { worstFrictionConsistency: 2e-4 }),
    line('b', 1, { worstEnergy: 2e-4 }),
    line('c', 1, { maxTimeMs: 16.1 }),
    line('d', 1, { worstEnergy: null }),
    line('e', 1, { maxTimeMs: null }),
    line('f', 1, { refused: 1, problems: 499 }),
    line('g', 1, { stoppedAfter: 5, stoppedFor: 'time', problems: 5 }),
    line('h', 1, { problems: 499 }),
  );
  expect(failing.chosen).toBeNull();
  expect(failing.solvers.map(({ fails }) => fails.join())).toEqual([
    ...['error', 'error', 'time', 'error', 'time', 'refused', 'stopped', 'refused'],
  ]);
  const exact = line('on-the-edge', 1, { worstEnergy: 1e-4, maxTimeMs: 16 });
  expect(decided(exact).chosen).toBe('on-the-edge'); // within means at most
});

const slow = { stoppedAfter: 5, stoppedFor: 'time', problems: 5 } as const;

test('where no solver is faster it says so; one that was stopped is not compared', () => {
  const { sentence, faster } = decided(line('newton-coupled', 1), line('lemke', 0.1, slow));
  expect(sentence).toMatch(/\nNo solver is faster\.$/);
  expect(faster).toBeNull();
});

test('a quicker one may fail by its slowest step, or by both', () => {
  expect(decided(line('pgs', 0.5, { maxTimeMs: 20 }), line('bpp', 1)).sentence).toMatch(
    /pgs is 2x faster but needs up to 20 ms for a step\.$/,
  );
  expect(decided(line('pgs', 0.5, { maxTimeMs: 20, worstEnergy: 3 }), line('bpp', 1)).sentence).toMatch(
    /but leaves up to 3 J in a step and needs up to 20 ms for a step\.$/,
  );
  expect(decided(line('pgs', 0.5, { worstEnergy: null }), line('bpp', 1)).sentence).toMatch(/does not stay finite\.$/);
});

test('where none passes it says who comes nearest on either side', () => {
  const { chosen, sentence } = decided(
    line('pgs', 0.7, { worstEnergy: 0.71, worstFrictionConsistency: 320 }),
    line('spook', 0.7, { worstFrictionConsistency: 400 }),
    line('newton-coupled', 1, { maxTimeMs: 45 }),
  );
  expect(chosen).toBeNull();
  expect(sentence).toBe(
    'No solver keeps all 500 steps within 1e-4 J and 16 ms, friction box.\n' +
      'Within the budget pgs is the most accurate: up to 320 J in a step. ' +
      'Within the tolerance newton-coupled is the quickest: up to 45 ms for a step.',
  );
  expect(decided(line('pgs', 20, { worstEnergy: 1 })).sentence).toMatch(
    /No solver stays within the budget\. No solver stays within the tolerance\.$/,
  );
});

test('the sentence says what was replayed where that is not every step', () => {
  const of = (counts: object) => recommend({ ...winch, ...counts, summary: [line('a', 1, counts)] }).sentence;
  expect(of({ problems: 488, empty: 12 })).toMatch(/^a: all 488 steps that have an MLCP \(of 500\) within/);
  expect(of({ problems: 100 })).toMatch(/^a: all 100 replayed of 500 steps within/);
});

test('times that a coarse clock calls zero make no ratio', () => {
  const { faster, sentence } = decided(line('pgs', 0, { worstEnergy: 3 }), line('bpp', 1));
  expect(faster?.timesFaster).toBeNull();
  expect(sentence).toContain('pgs is faster but');
});

test('one that failed and was stopped is compared on the problems that both solved', () => {
  const row = (problem: string, solver: string, timeMs: number) => ({ problem, solver, timeMs }) as ReplayRow;
  const rows = [
    ...['a', 'b', 'c', 'd', 'e'].map((problem, k) => row(problem, 'newton-coupled', 1 + k)), // median 3 ms, of a and b 1.5
    ...['a', 'b'].map((problem) => row(problem, 'pgs', 0.5)),
    ...['a', 'b'].map((problem) => row(problem, 'psor', 2)), // quicker than 3 ms, slower than 1.5 ms
  ];
  const stopped = { stoppedAfter: 2, stoppedFor: 'error', problems: 2, worstEnergy: 0.2 } as const;
  const { faster, sentence, solvers } = recommend({
    ...winch,
    steps: 5,
    problems: 5,
    rows,
    summary: [line('pgs', 0.5, stopped), line('psor', 2, stopped), line('newton-coupled', 3, { problems: 5 })],
  });
  expect(faster).toMatchObject({ solver: 'pgs', timesFaster: 3, problems: 2 });
  expect(sentence).toMatch(/pgs is 3x faster but leaves 0\.2 J or more in a step\.$/);
  expect(solvers[0]).toMatchObject({ passes: false, stoppedFor: 'error', fails: ['error'] });
});

test('medians that are all but equal make no solver faster', () => {
  expect(decided(line('pgs', 0.98, { worstEnergy: 3 }), line('bpp', 1)).faster).toBeNull();
});
