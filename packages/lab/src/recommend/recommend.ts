/**
 * Which solver to take: the quickest in the median among those that pass.   docs/guide/recommend.md
 *
 * A solver passes when it solved every problem, the larger of its two worst errors is within the tolerance, and its
 * slowest problem is within the budget. A figure that is not finite never passes. Every number of the sentence is a
 * field of the document.
 */

import { larger } from '../evaluate/larger-error.ts';
import { counted, plain, short } from '../number-text.ts';
import type { ReplayRow } from '../replay/replay-row.ts';
import type { ReplaySummary, StopReason } from '../replay/replay-summary.ts';
import { frictionText } from '../run/friction.ts';
import { median } from '../statistics.ts';

export interface RecommendRequest {
  readonly scene: string;
  /** Models of its contacts. */
  readonly friction: readonly string[];
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
  /** `first`: an answer of a few problems; default `full`. */
  readonly evidence?: Recommendation['evidence'];
  /** A solver that was stopped for its error is compared with the chosen one on the problems that both solved. */
  readonly rows?: readonly ReplayRow[];
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
  /** Null if it was given every problem. */
  readonly stoppedAfter: number | null;
  /** Why it was stopped: too slow, or failed already by its error or by a problem that it does not take. */
  readonly stoppedFor: StopReason | null;
  /** The criteria that it fails; empty if it passes. `stopped`: too slow to be given every problem. */
  readonly fails: readonly ('error' | 'time' | 'stopped' | 'refused')[];
}

/** A solver that is quicker than the chosen one, and what it costs. */
export interface FasterSolver {
  readonly solver: string;
  /** Median time of the chosen one over that of this, on the problems that both solved. */
  readonly timesFaster: number | null;
  /** J; the larger of its two worst errors. */
  readonly worstError: number | null;
  /** Problems that these figures are of. */
  readonly problems: number;
  /** ms */
  readonly maxTimeMs: number | null;
}

/** The JSON document of `signorini recommend`, without the path of its page. */
export interface Recommendation {
  readonly scene: string;
  /** Friction models of its contacts, as captured: what the solvers were judged on. */
  readonly friction: readonly string[];
  readonly budgetMs: number;
  readonly toleranceJ: number;
  readonly steps: number;
  readonly empty: number;
  readonly problems: number;
  /** `first`: of a few problems, spread over the scene; `full`: of all that could change the verdict. */
  readonly evidence: 'first' | 'full';
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
  const { scene, friction, budgetMs, toleranceJ, steps, empty, problems, evidence = 'full' } = request;
  const solvers = request.summary.map((line) => verdictOf(line, request));
  const [chosen] = solvers
    .filter(({ passes }) => passes)
    .sort((p, q) => p.medianTimeMs! - q.medianTimeMs! || (p.solver < q.solver ? -1 : 1));
  const faster = chosen ? fasterThan(chosen, solvers, request.rows) : null;
  const sentence = chosen ? chosenSentence(request, chosen, faster) : noneSentence(request, solvers);
  return {
    scene,
    friction,
    budgetMs,
    toleranceJ,
    steps,
    empty,
    problems,
    evidence,
    chosen: chosen?.solver ?? null,
    sentence,
    faster,
    solvers,
    leftOut,
  };
}

type Limits = Pick<RecommendRequest, 'budgetMs' | 'toleranceJ' | 'problems'>;

/** @param problems that were replayed */
export function verdictOf(line: ReplaySummary, { budgetMs, toleranceJ, problems }: Limits): SolverVerdict {
  const { solver, medianTimeMs, maxTimeMs, worstEnergy, worstFrictionConsistency, stoppedAfter, stoppedFor } = line;
  const worst = larger(worstEnergy, worstFrictionConsistency);
  const fails = [
    ...(stoppedFor === 'time' ? ['stopped' as const] : []),
    ...(line.refused > 0 || (stoppedAfter === null && line.problems < problems) ? ['refused' as const] : []),
    ...(worst !== null && worst <= toleranceJ ? [] : ['error' as const]),
    ...(maxTimeMs !== null && maxTimeMs <= budgetMs ? [] : ['time' as const]),
  ];
  return {
    solver,
    passes: fails.length === 0,
    medianTimeMs,
    maxTimeMs,
    worstEnergy,
    worstFrictionConsistency,
    problems: line.problems,
    stoppedAfter,
    stoppedFor,
    fails,
  };
}

/** Medians that differ by less are alike. */
const ALIKE = 1.05;

/** The one that is quicker by the largest factor; one that was stopped has a median of its own problems only. */
function fasterThan(
  chosen: SolverVerdict,
  solvers: readonly SolverVerdict[],
  rows: readonly ReplayRow[] = [],
): FasterSolver | null {
  const compared = solvers.flatMap((line) => {
    const { solver, medianTimeMs, maxTimeMs, stoppedAfter, problems } = line;
    if (line.passes || line.stoppedFor === 'time' || medianTimeMs === null) return [];
    const same = stoppedAfter === null ? chosen.medianTimeMs : medianOnSame(chosen.solver, solver, rows);
    if (same === null || !(ALIKE * medianTimeMs < same)) return [];
    const worstError = larger(line.worstEnergy, line.worstFrictionConsistency);
    return [{ solver, timesFaster: same / medianTimeMs, worstError, maxTimeMs, problems }];
  });
  const [most] = compared.sort((p, q) => q.timesFaster - p.timesFaster || (p.solver < q.solver ? -1 : 1));
  return most ? { ...most, timesFaster: Number.isFinite(most.timesFaster) ? most.timesFaster : null } : null;
}

/** Median time of `one` on the problems that `other` solved; null if there are none. */
function medianOnSame(one: string, other: string, rows: readonly ReplayRow[]): number | null {
  const shared = new Set(rows.filter(({ solver }) => solver === other).map(({ problem }) => problem));
  return median(
    rows.filter(({ solver, problem }) => solver === one && shared.has(problem)).map(({ timeMs }) => timeMs),
  );
}

function chosenSentence(request: RecommendRequest, chosen: SolverVerdict, faster: FasterSolver | null): string {
  const { toleranceJ, budgetMs } = request;
  const verdict = `${chosen.solver}: ${scopeOf(request)} within ${plain(toleranceJ)} J, worst ${short(chosen.maxTimeMs)} ms, ${frictionText(request.friction)}. The cheapest that passes.`;
  if (!faster) return `${verdict}\nNo solver is faster.`;
  const times = faster.timesFaster === null ? 'faster' : `${short(faster.timesFaster)}x faster`;
  const wrong = faster.worstError === null || faster.worstError > toleranceJ;
  const slow = faster.maxTimeMs === null || faster.maxTimeMs > budgetMs;
  const price = [
    ...(wrong
      ? [faster.worstError === null ? 'does not stay finite' : `leaves ${errorText(faster, request)} in a step`]
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
    solvers.filter((line) => time(line) <= budgetMs && line.stoppedFor !== 'time'),
    error,
  );
  const exact = least(
    solvers.filter((line) => error(line) <= toleranceJ),
    time,
  );
  const halves = [
    inTime
      ? `Within the budget ${inTime.solver} is the most accurate: ${errorText(inTime, request)} in a step.`
      : 'No solver stays within the budget.',
    exact
      ? `Within the tolerance ${exact.solver} is the quickest: up to ${short(time(exact))} ms for a step.`
      : 'No solver stays within the tolerance.',
  ];
  return `No solver keeps ${scopeOf(request)} within ${plain(toleranceJ)} J and ${plain(budgetMs)} ms, ${frictionText(request.friction)}.\n${halves.join(' ')}`;
}

/** The worst of the problems that a solver was given is no bound for the others. */
function errorText(line: SolverVerdict | FasterSolver, { problems }: RecommendRequest): string {
  const worst = 'worstError' in line ? line.worstError : larger(line.worstEnergy, line.worstFrictionConsistency);
  return line.problems < problems ? `${short(worst)} J or more` : `up to ${short(worst)} J`;
}

/** "all 500 steps", or what of them was replayed. */
function scopeOf({ steps, empty, problems }: RecommendRequest): string {
  if (problems === steps) return `all ${counted(steps, 'step')}`;
  if (problems === steps - empty) return `all ${counted(problems, 'step')} that have an MLCP (of ${steps})`;
  return `all ${problems} replayed of ${counted(steps, 'step')}`;
}
