/**
 * Which solver to take: the quickest in the median among those that pass.   docs/guide/recommend.md
 *
 * A solver passes when it solved every problem, the larger of its two worst errors is within the tolerance, and its
 * slowest problem is within the budget. A figure that is not finite never passes. Every number of the sentence is a
 * field of the document.
 */

import { larger } from './larger-error.ts';
import { counted, plain, short } from './number-text.ts';
import type { ReplaySummary } from './replay.ts';

export interface RecommendRequest {
  readonly scene: string;
  /** For the slowest problem, ms. */
  readonly budgetMs: number;
  /** For the worst problem, J. */
  readonly toleranceJ: number;
  /** Simulated. */
  readonly steps: number;
  /** Steps that had no rows, hence no problem. */
  readonly empty: number;
  /** Replayed. */
  readonly problems: number;
  readonly summary: readonly ReplaySummary[];
}

export interface SolverVerdict {
  readonly solver: string;
  readonly passes: boolean;
  readonly medianTimeMs: number | null;
  readonly maxTimeMs: number | null;
  readonly worstEnergy: number | null;
  readonly worstFrictionConsistency: number | null;
  /** Solved or tried; fewer than all if it was stopped. */
  readonly problems: number;
  /** Stopped for being too slow; null if it was given every problem. */
  readonly stoppedAfter: number | null;
  /** The criteria that it fails; empty if it passes. `stopped`: too slow to be given every problem. */
  readonly fails: readonly ('error' | 'time' | 'stopped' | 'refused')[];
}

/** A solver that is quicker than the chosen one, and what it costs. */
export interface FasterSolver {
  readonly solver: string;
  /** Median time of the chosen one over that of this. */
  readonly timesFaster: number | null;
  /** J; the larger of its two worst errors. */
  readonly worstError: number | null;
  /** ms */
  readonly maxTimeMs: number | null;
}

/** The JSON document of `signorini recommend`, without the path of its page. */
export interface Recommendation {
  readonly scene: string;
  readonly budgetMs: number;
  readonly toleranceJ: number;
  readonly steps: number;
  readonly empty: number;
  readonly problems: number;
  readonly chosen: string | null;
  readonly sentence: string;
  /** The quickest solver that is quicker than the chosen one and does not pass; null if there is none. */
  readonly faster: FasterSolver | null;
  readonly solvers: readonly SolverVerdict[];
  /** Solvers that took none of the problems, and why. */
  readonly leftOut: readonly { readonly solver: string; readonly reason: string }[];
}

/** `leftOut`: solvers that took nothing, with the reason of the first refusal. */
export function recommend(request: RecommendRequest, leftOut: Recommendation['leftOut'] = []): Recommendation {
  const { scene, budgetMs, toleranceJ, steps, empty, problems } = request;
  const solvers = request.summary.map((line) => verdictOf(line, request));
  const byTime = solvers
    .filter(({ medianTimeMs }) => medianTimeMs !== null)
    .sort((p, q) => p.medianTimeMs! - q.medianTimeMs! || (p.solver < q.solver ? -1 : 1));
  const chosen = byTime.find(({ passes }) => passes);
  // one that was stopped has a median of other problems than the chosen one
  const quickest = byTime.find(({ stoppedAfter }) => stoppedAfter === null);
  const faster = chosen && quickest && quickest !== chosen ? comparisonOf(quickest, chosen) : null;
  const sentence = chosen ? chosenSentence(request, chosen, faster) : noneSentence(request, solvers);
  return {
    ...{ scene, budgetMs, toleranceJ, steps, empty, problems },
    chosen: chosen?.solver ?? null,
    sentence,
    faster,
    solvers,
    leftOut,
  };
}

function verdictOf(line: ReplaySummary, { budgetMs, toleranceJ, problems }: RecommendRequest): SolverVerdict {
  const { solver, medianTimeMs, maxTimeMs, worstEnergy, worstFrictionConsistency, stoppedAfter, refused } = line;
  const worst = larger(worstEnergy, worstFrictionConsistency);
  const fails = [
    ...(stoppedAfter === null ? [] : ['stopped' as const]),
    ...(refused > 0 || (stoppedAfter === null && line.problems < problems) ? ['refused' as const] : []),
    ...(worst !== null && worst <= toleranceJ ? [] : ['error' as const]),
    ...(maxTimeMs !== null && maxTimeMs <= budgetMs ? [] : ['time' as const]),
  ];
  return {
    ...{ solver, passes: fails.length === 0, medianTimeMs, maxTimeMs, worstEnergy, worstFrictionConsistency },
    ...{ problems: line.problems, stoppedAfter, fails },
  };
}

function comparisonOf(quick: SolverVerdict, chosen: SolverVerdict): FasterSolver {
  const ratio = chosen.medianTimeMs! / quick.medianTimeMs!;
  return {
    solver: quick.solver,
    timesFaster: Number.isFinite(ratio) ? ratio : null,
    worstError: larger(quick.worstEnergy, quick.worstFrictionConsistency),
    maxTimeMs: quick.maxTimeMs,
  };
}

function chosenSentence(request: RecommendRequest, chosen: SolverVerdict, faster: FasterSolver | null): string {
  const { toleranceJ, budgetMs } = request;
  const verdict = `${chosen.solver}: ${scopeOf(request)} within ${plain(toleranceJ)} J, worst ${short(chosen.maxTimeMs)} ms. The cheapest that passes.`;
  if (!faster) return `${verdict}\nNo solver is faster.`;
  const times = faster.timesFaster === null ? 'faster' : `${short(faster.timesFaster)}x faster`;
  const wrong = faster.worstError === null || faster.worstError > toleranceJ;
  const slow = faster.maxTimeMs === null || faster.maxTimeMs > budgetMs;
  const price = [
    ...(wrong
      ? [faster.worstError === null ? 'does not stay finite' : `leaves up to ${short(faster.worstError)} J in a step`]
      : []),
    ...(slow ? [`needs up to ${short(faster.maxTimeMs)} ms for a step`] : []),
  ];
  return `${verdict}\n${faster.solver} is ${times} but ${price.length > 0 ? price.join(' and ') : 'did not take every step'}.`;
}

/** The solvers that come nearest, by error and by time. */
function noneSentence(request: RecommendRequest, solvers: readonly SolverVerdict[]): string {
  const { toleranceJ, budgetMs } = request;
  const error = (line: SolverVerdict) => larger(line.worstEnergy, line.worstFrictionConsistency) ?? Infinity;
  const time = (line: SolverVerdict) => line.maxTimeMs ?? Infinity;
  const least = (list: readonly SolverVerdict[], figure: (line: SolverVerdict) => number) =>
    list.filter((line) => figure(line) < Infinity).sort((p, q) => figure(p) - figure(q))[0];
  const inTime = least(
    solvers.filter((line) => time(line) <= budgetMs && line.stoppedAfter === null),
    error,
  );
  const exact = least(
    solvers.filter((line) => error(line) <= toleranceJ),
    time,
  );
  const halves = [
    inTime
      ? `Within the budget ${inTime.solver} is the most accurate: up to ${short(error(inTime))} J in a step.`
      : 'No solver stays within the budget.',
    exact
      ? `Within the tolerance ${exact.solver} is the quickest: up to ${short(time(exact))} ms for a step.`
      : 'No solver stays within the tolerance.',
  ];
  return `No solver keeps ${scopeOf(request)} within ${plain(toleranceJ)} J and ${plain(budgetMs)} ms.\n${halves.join(' ')}`;
}

/** "all 500 steps", or what of them was replayed. */
function scopeOf({ steps, empty, problems }: RecommendRequest): string {
  if (problems === steps) return `all ${counted(steps, 'step')}`;
  if (problems === steps - empty) return `all ${counted(problems, 'step')} that have an MLCP (of ${steps})`;
  return `all ${problems} replayed of ${counted(steps, 'step')}`;
}
