/**
 * The replay of EATK18 Sec. 6.3 and 6.4: every solver on the same MLCPs, with the settings of Table 3, from a warm and a cold start.
 * `time-error` and `table4` draw on the same rows; whichever runs second in a thread finds them here.
 */
import { findSolver } from '@signorini/engine/solvers';
import { replay } from '../../replay/replay.ts';
import type { ReplayRow } from '../../replay/replay-row.ts';
import type { ExperimentContext } from '../context.ts';
import { rounded } from '../words.ts';
import { capturedCase, STARTS, type Start, startedAt, TEST_CASES, type TestCase, thinned } from './test-cases.ts';

/** EATK18's four; BPP as the paper has it, on a dense A. */
export const PRINTED_SOLVERS = ['bpp-dense', 'pgs', 'pgs-sm', 'spook'] as const;
export type PrintedSolver = (typeof PRINTED_SOLVERS)[number];
/** Beside them, on every step. */
const OURS = ['bpp', 'auto', 'newton-coupled'] as const;

/** One solver on one step. */
export interface Cell {
  readonly scene: string;
  readonly start: Start;
  readonly step: number;
  readonly n: number;
  readonly solver: string;
  readonly status: string;
  /** Natural residual, l1, against the bounds as solved; null if not finite. */
  readonly residual: number | null;
  /** J */
  readonly energy: number | null;
  /** J */
  readonly consistency: number | null;
  /** ms, median of the repeats; without the symbolic analysis, which is once per pattern. */
  readonly timeMs: number | null;
}

export interface CaseReplay {
  readonly cells: readonly Cell[];
  /** Steps without rows have no MLCP: they are no part of a median. */
  readonly empty: number;
  readonly steps: number;
  /** Mean number of rows over all steps that have an MLCP. */
  readonly meanRows: number;
}

/** Amount of work in the short and in the long version. */
interface Effort {
  /** Fast solvers: every how many steps, and solves of each. */
  readonly every: number;
  readonly repeat: number;
  /** The dense solver, which takes a hundred times as long; a multiple of `every`. */
  readonly denseEvery: number;
  readonly denseRepeat: number;
}

export function effortOf({ quick }: Pick<ExperimentContext, 'quick'>): Effort {
  return quick
    ? { every: 20, repeat: 3, denseEvery: 40, denseRepeat: 1 }
    : { every: 1, repeat: 3, denseEvery: 5, denseRepeat: 3 };
}

const done = new Map<string, CaseReplay>(); // of this thread

/**
 * All four test cases from both starts.
 * @param beside what else is to be done with a test case, while its problems are at hand
 */
export function allReplays(
  context: ExperimentContext,
  beside: (testCase: TestCase) => void = () => {},
): ReadonlyMap<string, CaseReplay> {
  return new Map(
    TEST_CASES.flatMap((testCase, k) => {
      context.progress(k, TEST_CASES.length);
      const both = STARTS.map((start) => [replayKey(testCase, start), caseReplay(context, testCase, start)] as const);
      beside(testCase);
      return both;
    }),
  );
}

export const replayKey = ({ key }: Pick<TestCase, 'key'>, start: Start): string => `${key} ${start}`;

function caseReplay(context: ExperimentContext, testCase: TestCase, start: Start): CaseReplay {
  return context.resumable(`replay ${testCase.scene} ${start}`, () => {
    const key = JSON.stringify([context.quick, testCase.scene, start]);
    const result = done.get(key) ?? compute(context, testCase, start);
    done.set(key, result);
    return result;
  });
}

function compute(context: ExperimentContext, testCase: TestCase, start: Start): CaseReplay {
  const { problems, count } = capturedCase(context, testCase);
  const effort = effortOf(context);
  const request = { coupling: 'table3', clock: context.clock, warmUp: context.quick ? 3 : 10 } as const;
  const fast = replay({
    ...request,
    repeat: effort.repeat,
    problems: startedAt(thinned(problems, effort.every), start),
    solvers: ['pgs', 'pgs-sm', 'spook', ...OURS].map(findSolver),
  });
  const dense = replay({
    ...request,
    repeat: effort.denseRepeat,
    problems: startedAt(thinned(problems, effort.denseEvery), start),
    solvers: [findSolver('bpp-dense')],
  });
  const sizes = problems.map(({ problem }) => problem.n);
  return {
    cells: [...fast.rows, ...dense.rows].map((row) => cellOf(row, testCase.scene, start)),
    empty: count.empty,
    steps: count.steps,
    meanRows: sizes.reduce((sum, n) => sum + n, 0) / Math.max(1, sizes.length),
  };
}

/** @param row of a problem named by its scene and step, as captured */
export function cellOf(row: ReplayRow, scene: string, start: Start): Cell {
  const brief = (value: number | null) => (value === null ? null : rounded(value));
  return {
    scene,
    start,
    step: Number(row.problem.slice(scene.length + 1)),
    n: row.size,
    solver: row.solver,
    status: row.status,
    residual: brief(row.naturalResidual),
    energy: brief(row.energy),
    consistency: brief(row.frictionConsistency),
    timeMs: brief(row.timeMs),
  };
}

/** Error of an answer as a whole, J: the larger of `energy` and `consistency`. */
export function wholeEnergy({ energy, consistency }: Cell): number | null {
  return energy === null || consistency === null ? null : Math.max(energy, consistency);
}
