/** Capture, replay and judge: what `signorini recommend` does, without files.   docs/guide/recommend.md */
import { ContractError, VERSION } from '@signorini/engine';
import type { Scene, SceneValues } from '@signorini/engine/scenes';
import type { AnySolver } from '@signorini/engine/solvers';
import { atOnce } from '../at-once.ts';
import type { Shot } from '../drawing/record.ts';
import { counted, short } from '../number-text.ts';
import { qualifyingLimit } from '../replay/qualify.ts';
import { raceOrder } from '../replay/race.ts';
import { replaySteps } from '../replay/replay.ts';
import type { FirstAnswer, NamedProblem, ReplayDocument, ReplaySettings } from '../replay/request.ts';
import type { Machine, ResultsDocument } from '../replay/results.ts';
import { type CaptureDocument, type CaptureRequest, captureScene, selectionText } from '../run/capture.ts';
import { type Recommendation, recommend } from './recommend.ts';

export interface CompareRequest {
  readonly scene: Scene;
  readonly parameters?: SceneValues;
  readonly timeStep?: number;
  /** In place of the scene's own. Default: that of the scene, else Coulomb's cone. */
  readonly frictionModel?: CaptureRequest['frictionModel'];
  readonly steps: number;
  /** Replay the problems of steps that are multiples of this. */
  readonly every: number;
  readonly solvers: readonly AnySolver[];
  /** ms */
  readonly budgetMs: number;
  /** J */
  readonly toleranceJ: number;
  readonly repeat: number;
  /** Stop after the first answer. Default: go on to the full evidence. */
  readonly quick?: boolean;
  /** Every solver solves every problem, also after it has failed. */
  readonly complete?: boolean;
  readonly machine: Machine;
  /** A monotonic clock, ms. */
  readonly clock: () => number;
  readonly captureProgress?: (done: number, total: number) => void;
  readonly replayProgress?: (done: number, total: number, problem: string, solver: string) => void;
  /** Called with the first answer while the race goes on; `later`: solvers that have had no turn, being slow. */
  readonly firstAnswer?: (recommendation: Recommendation, later: readonly string[]) => void;
}

export interface ComparedSolvers {
  readonly recommendation: Recommendation;
  readonly results: ResultsDocument;
  readonly problems: readonly NamedProblem[];
  /** The scene before the first step and after the last. */
  readonly shots: readonly Shot[];
  readonly captureMs: number;
  readonly replayMs: number;
}

/** A solver this many times over the budget on this many problems has failed: the rest is left out. */
const PATIENCE = { budgets: 3, problems: 3 };
/** A problem beyond the budget is solved so often before it counts, for so many problems per solver. */
const DOUBT = { repeat: 9, problems: 10 };
/** Problems solved beforehand: after these the compiler has compiled every solver (measured on the brick wall). */
const WARM_UP = 5;
/** Hard problems that a race begins with: who fails does so early. */
const HARD = 5;
/** Problems of the first answer: the hard ones, and some that are spread over the scene. */
const FIRST = 8;
/** Problems that show the median of a solver that has failed; fewer if only the first answer is asked for. */
const PICTURE = 50;
const QUICK_PICTURE = 2;

/** @throws ContractError if nothing can be compared; StepError if the reference solver fails. */
export function compareSolvers(request: CompareRequest): ComparedSolvers {
  return atOnce(compareSteps(request));
}

/** Compares like `compareSolvers`, one step of the simulation or one solve per step: a program can handle signals between. */
export function* compareSteps(request: CompareRequest): Generator<void, ComparedSolvers> {
  const { solvers, clock, budgetMs, toleranceJ, machine, replayProgress: progress } = request;
  const start = clock();
  const { problems, capture, shots } = yield* captured(request);
  const middle = clock();
  const settings: ReplaySettings = {
    repeat: request.repeat,
    coupling: 'own',
    warmUp: WARM_UP,
    patience: { ms: PATIENCE.budgets * budgetMs, problems: PATIENCE.problems },
    doubt: { ms: budgetMs, ...DOUBT },
    race: request.complete
      ? null
      : { tolerance: toleranceJ, problems: request.quick ? QUICK_PICTURE : PICTURE, hard: HARD },
  };
  const judged = (document: ReplayDocument, count: number) => judgedOf(request, capture, document, count);
  const asked = request.quick ? earlyOf(problems) : problems;
  const first: FirstAnswer = {
    problems: FIRST,
    leaveSlow: request.quick ?? false,
    report: (document, slow) => request.firstAnswer?.(judged(document, FIRST).recommendation, slow),
  };
  const raced = settings.race && (request.quick || asked.length > PICTURE); // else the full evidence is as quick
  const replayed = yield* replaySteps({
    ...settings,
    problems: asked,
    solvers,
    clock,
    progress,
    ...(raced && { first }),
  });
  const { recommendation, took } = judged(replayed, asked.length);
  const names = new Set(took.map(({ solver }) => solver));
  return {
    recommendation,
    results: {
      rows: replayed.rows.filter(({ solver }) => names.has(solver)),
      summary: took,
      settings,
      version: VERSION,
      machine,
      capture,
    },
    problems,
    shots,
    captureMs: middle - start,
    replayMs: clock() - middle,
  };
}

/** Problems of the first answer, in the order of their steps. */
function earlyOf(problems: readonly NamedProblem[]): NamedProblem[] {
  const early = new Set(raceOrder(problems, HARD).slice(0, FIRST));
  return problems.filter((_, k) => early.has(k));
}

/** The verdicts after `count` problems, and the solvers that took one. */
function judgedOf(
  { scene, budgetMs, toleranceJ }: CompareRequest,
  { steps, empty, problems, friction = [] }: CaptureDocument,
  { rows, summary }: ReplayDocument,
  count: number,
) {
  const limit = qualifyingLimit(PATIENCE.budgets * budgetMs);
  const slow = `is too slow for a first answer: more than ${short(limit)} ms for a step`;
  const took = summary.filter((line) => line.problems > 0);
  const leftOut = summary
    .filter((line) => line.problems === 0)
    .map(({ solver }) => ({ solver, reason: rows.find((row) => row.solver === solver)?.reason ?? slow }));
  const evidence = count < problems ? ('first' as const) : ('full' as const);
  const asked = { scene: scene.name, friction, budgetMs, toleranceJ, steps, empty, problems: count, evidence };
  return { took, recommendation: recommend({ ...asked, summary: took, rows }, leftOut) };
}

interface Captured {
  readonly problems: readonly NamedProblem[];
  readonly capture: CaptureDocument;
  readonly shots: readonly Shot[];
}

function* captured(request: CompareRequest): Generator<void, Captured> {
  const { scene, parameters, timeStep, frictionModel, steps, every, captureProgress } = request;
  const selection = { from: 1, to: steps, every };
  const { problems, source, shot } = captureScene({
    scene,
    selection,
    frictionModel,
    ...(parameters && { parameters }),
    ...(timeStep !== undefined && { timeStep }),
    ...(captureProgress && { progress: captureProgress }),
  });
  const kept: NamedProblem[] = [];
  const shots = [shot()];
  for (let step = 1; ; step++) {
    const { done, value } = problems.next();
    if (done) {
      if (kept.length === 0)
        throw new ContractError(
          `${scene.name}: found no MLCP to compare solvers on, ${selectionText(selection)}; ${counted(value.empty, 'step')} of them had no rows`,
        );
      return { problems: kept, capture: { ...source, ...value }, shots };
    }
    if (step === steps) shots.push(shot());
    if (value) kept.push({ name: value.problem.title, problem: value.problem }); // the title has scene and step
    yield;
  }
}
