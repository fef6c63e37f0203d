/** Capture, replay and judge: what `signorini recommend` does, without files.   docs/guide/recommend.md */
import { ContractError } from '@signorini/engine';
import type { Scene, SceneValues } from '@signorini/engine/scenes';
import type { AnySolver } from '@signorini/engine/solvers';
import { type CaptureDocument, captureScene, selectionText } from './capture.ts';
import { counted } from './number-text.ts';
import { type Recommendation, recommend } from './recommend.ts';
import { type NamedProblem, replay } from './replay.ts';
import type { Machine, ReplaySettings, ResultsDocument } from './results.ts';

export interface CompareRequest {
  readonly scene: Scene;
  readonly parameters?: SceneValues;
  readonly timeStep?: number;
  readonly steps: number;
  /** Replay the problems of steps that are multiples of this. */
  readonly every: number;
  readonly solvers: readonly AnySolver[];
  /** ms */
  readonly budgetMs: number;
  /** J */
  readonly toleranceJ: number;
  readonly repeat: number;
  readonly version: string;
  readonly machine: Machine;
  /** A monotonic clock, ms. */
  readonly clock: () => number;
  /** Where the page will be. */
  readonly report: string;
  readonly captureProgress?: (done: number, total: number) => void;
  readonly replayProgress?: (done: number, total: number, problem: string, solver: string) => void;
}

export interface ComparedSolvers {
  readonly recommendation: Recommendation;
  readonly results: ResultsDocument;
  readonly problems: readonly NamedProblem[];
  readonly captureMs: number;
  readonly replayMs: number;
}

/** A solver this many times over the budget on this many problems has failed; nobody need wait for the rest. */
const PATIENCE = { budgets: 3, problems: 5 };
/** A problem beyond the budget is solved so often before it counts, for so many problems a solver. */
const DOUBT = { repeat: 9, problems: 10 };
/** Problems solved beforehand: after these the compiler is done with every solver (measured on the brick wall). */
const WARM_UP = 5;

/** @throws ContractError where nothing can be compared; StepError where the reference solver fails. */
export function compareSolvers(request: CompareRequest): ComparedSolvers {
  const { scene, solvers, clock } = request;
  const start = clock();
  const { problems, capture } = captured(request);
  const middle = clock();
  const settings: ReplaySettings = {
    repeat: request.repeat,
    coupling: 'own',
    warmUp: WARM_UP,
    patience: { ms: PATIENCE.budgets * request.budgetMs, problems: PATIENCE.problems },
    doubt: { ms: request.budgetMs, ...DOUBT },
  };
  const { repeat, coupling, warmUp, patience, doubt } = settings;
  const replayed = replay({
    ...{ problems, solvers, clock, repeat, coupling, warmUp },
    ...(patience && { patience }),
    ...(doubt && { doubt }),
    ...(request.replayProgress && { progress: request.replayProgress }),
  });
  const summary = replayed.summary.filter((line) => line.problems > 0);
  const leftOut = replayed.summary
    .filter((line) => line.problems === 0)
    .map(({ solver }) => ({
      solver,
      reason: replayed.rows.find((row) => row.solver === solver)?.reason ?? 'took no problem',
    }));
  const taken = new Set(summary.map(({ solver }) => solver));
  const rows = replayed.rows.filter(({ solver }) => taken.has(solver));
  const { version, machine, budgetMs, toleranceJ, report } = request;
  const { steps, empty } = capture;
  return {
    recommendation: recommend(
      { scene: scene.name, budgetMs, toleranceJ, steps, empty, problems: problems.length, summary, report },
      leftOut,
    ),
    results: { rows, summary, settings, version, machine, capture },
    problems,
    captureMs: middle - start,
    replayMs: clock() - middle,
  };
}

function captured(request: CompareRequest): { problems: NamedProblem[]; capture: CaptureDocument } {
  const { scene, parameters, timeStep, steps, every, version, captureProgress } = request;
  const selection = { from: 1, to: steps, every };
  const { problems, describe } = captureScene({
    ...{ scene, version, selection },
    ...(parameters && { parameters }),
    ...(timeStep !== undefined && { timeStep }),
    ...(captureProgress && { progress: captureProgress }),
  });
  const kept: NamedProblem[] = [];
  for (;;) {
    const { done, value } = problems.next();
    if (done) {
      if (kept.length === 0)
        throw new ContractError(
          `${scene.name}: found no MLCP to compare solvers on, ${selectionText(selection)}; ${counted(value.empty, 'step')} of them had no rows`,
        );
      return { problems: kept, capture: describe(value) };
    }
    if (value) kept.push({ name: value.problem.title, problem: value.problem });
  }
}
