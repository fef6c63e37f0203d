/** One item of a sweep: a run or a replay, and the figures that its row has. What fails is a sentence in the row, never a gap. */
import { ContractError, createWorld, VERSION, type Verdict } from '@signorini/engine';
import { setsOf } from '@signorini/engine/problem';
import { type Scene, sceneValues } from '@signorini/engine/scenes';
import { type AnySolver, findSolver } from '@signorini/engine/solvers';
import { larger } from '../evaluate/larger-error.ts';
import { replay } from '../replay/replay.ts';
import type { NamedProblem } from '../replay/request.ts';
import type { Machine } from '../replay/results.ts';
import { type RunDocument, runWorld } from '../run/run.ts';
import { SolverFailure } from '../solver-failure.ts';
import { largest, median } from '../statistics.ts';
import type { SweepItem } from './sweep.ts';

/** A figure over the steps, or over the problems; null if it is not finite, or if there were none. */
export interface SweepFigure {
  readonly median: number | null;
  readonly worst: number | null;
}

export interface SweepResult {
  /** Hash of the item and of the engine's version. */
  readonly id: string;
  readonly version: string;
  readonly item: SweepItem;
  /**
   * `failed`: it has no result, `sentence` is why (a scene that cannot be built, a step without a finite outcome, a solver
   * that takes none of the problems). `crashed`: the worker ended while at it; another try may do better.
   */
  readonly outcome: 'done' | 'failed' | 'crashed';
  readonly sentence: string | null;
  /** The worst verdict of a step; of problems `good` if all are solved. null if it has none. */
  readonly verdict: Verdict | null;
  /** Steps or problems, done and asked for. */
  readonly count: number;
  readonly countAsked: number;
  /** Steps that were not solved or tore a joint; problems not solved. */
  readonly unsolved: number;
  /** Models of the contacts, each once; absent in results of earlier versions. */
  readonly friction?: readonly string[];
  /** Unit of energyError, frictionConsistency and budget. */
  readonly unit: string;
  readonly energyError: SweepFigure;
  readonly frictionConsistency: SweepFigure;
  /** Error of a run, J; its share of the energy that moved; the largest entry and where it is. null for problems. */
  readonly budget: {
    readonly total: number | null;
    readonly share: number | null;
    readonly worst: { readonly entry: string; readonly where: string };
  } | null;
  readonly verdicts: Readonly<Record<Verdict, number>> | null;
  /** Hash of the last state; null for problems. */
  readonly hash: string | null;
  /** All that may differ between two runs of the same item. */
  readonly timing: SweepTiming;
}

export interface SweepTiming {
  /** Per step, or per solve. */
  readonly medianMs: number | null;
  readonly maxMs: number | null;
  /** Building included. */
  readonly totalMs: number | null;
  /** True: taken one at a time, with nothing of this sweep beside it. */
  readonly counts: boolean;
  /** How it was taken, in words. */
  readonly how: string;
  readonly machine: (Machine & { readonly host: string }) | null;
}

/** Input of an item. */
export type LoadedSource = { readonly scene: Scene } | { readonly problems: readonly NamedProblem[] };

export interface ItemTiming extends Pick<SweepTiming, 'counts' | 'how' | 'machine'> {
  /** A monotonic clock, ms. */
  readonly clock: () => number;
}

/** How an item is run. `solver`: the item's own if it is not built in. */
interface ItemRequest extends ItemTiming {
  readonly solver?: AnySolver;
}

const NO_FIGURE: SweepFigure = { median: null, worst: null };
const VERDICTS: readonly Verdict[] = ['good', 'doubtful', 'wrong', 'torn', 'unsolved'];

/** Never throws: a mistake in the item, or in this program, is the row's sentence. */
export function runItem(id: string, item: SweepItem, source: LoadedSource, request: ItemRequest): SweepResult {
  const { clock, solver, ...how } = request;
  const start = clock();
  const figures = figuresOf(item, source, clock, solver);
  const { medianMs, maxMs, ...rest } = figures;
  return { ...baseOf(id, item), ...rest, timing: { medianMs, maxMs, totalMs: clock() - start, ...how } };
}

/** The row of an item that has no result, whoever tries it. */
export function failedResult(id: string, item: SweepItem, sentence: string, timing: ItemTiming): SweepResult {
  const { clock: _, ...how } = timing;
  const none = { medianMs: null, maxMs: null, totalMs: null };
  return { ...baseOf(id, item), ...failed(sentence, item), timing: { ...none, ...how } };
}

/** The row of an item that nobody could finish. */
export function crashedResult(id: string, item: SweepItem, sentence: string, how: string): SweepResult {
  return {
    ...baseOf(id, item),
    ...failed(sentence, item),
    outcome: 'crashed',
    timing: { medianMs: null, maxMs: null, totalMs: null, counts: false, how, machine: null },
  };
}

const baseOf = (id: string, item: SweepItem) => ({ id, version: VERSION, item });

type ItemFigures = Omit<SweepResult, 'id' | 'version' | 'item' | 'timing'> & Pick<SweepTiming, 'medianMs' | 'maxMs'>;

function figuresOf(item: SweepItem, source: LoadedSource, clock: () => number, outside?: AnySolver): ItemFigures {
  try {
    const solver = outside ?? findSolver(item.solver);
    if ('scene' in source) return ofRun(simulate(item, source.scene, solver, clock));
    return ofReplay(item, source.problems, solver, clock);
  } catch (error) {
    const { message, name } = error as Error;
    const known = error instanceof ContractError || error instanceof SolverFailure;
    const sentence = known ? message : `an error of the program, ${name}: ${message}`;
    return { ...failed(sentence, item), medianMs: null, maxMs: null };
  }
}

function failed(sentence: string, { steps }: SweepItem) {
  return {
    outcome: 'failed' as const,
    sentence,
    verdict: null,
    count: 0,
    countAsked: steps ?? 0,
    unsolved: 0,
    unit: 'J',
    energyError: NO_FIGURE,
    frictionConsistency: NO_FIGURE,
    budget: null,
    verdicts: null,
    hash: null,
  };
}

function simulate(item: SweepItem, scene: Scene, solver: AnySolver, clock: () => number): RunDocument {
  const { options, coupling, timeStep, warmStart, accuracy, frictionModel } = item;
  const parameters = sceneValues(scene, item.parameters);
  const steps = item.steps ?? scene.steps;
  const world = createWorld(scene, {
    parameters,
    solver,
    options,
    warmStart,
    clock,
    ...(timeStep !== null && { timeStep }),
    ...(coupling !== null && coupling !== 'own' && { coupling }),
    ...(accuracy !== null && { accuracy }),
    ...(frictionModel !== undefined && { frictionModel }),
  });
  try {
    const request = { world, scene: scene.name, parameters, steps, solver: solver.name, warmStart };
    return runWorld({ ...request, ...(accuracy !== null && { accuracy }) });
  } finally {
    world.release();
  }
}

function ofRun(run: RunDocument): ItemFigures {
  const { energyError, frictionConsistency, failure, budget, verdicts, msPerStep } = run;
  const { total, share, worst } = budget;
  return {
    outcome: failure ? 'failed' : 'done',
    sentence: failure?.sentence ?? null,
    verdict: [...VERDICTS].reverse().find((verdict) => verdicts[verdict] > 0) ?? null,
    count: run.steps,
    countAsked: run.stepsAsked,
    unsolved: run.unsolvedSteps.length,
    unit: 'J',
    friction: run.friction.models,
    energyError: { median: energyError.median, worst: energyError.worst },
    frictionConsistency: { median: frictionConsistency.median, worst: frictionConsistency.worst },
    budget: { total, share, worst },
    verdicts,
    hash: run.hash,
    medianMs: msPerStep.median,
    maxMs: msPerStep.max,
  };
}

function ofReplay(
  { options, coupling, repeat }: SweepItem,
  problems: readonly NamedProblem[],
  solver: AnySolver,
  clock: () => number,
): ItemFigures {
  const { rows } = replay({
    problems,
    solvers: [solver],
    options,
    clock,
    repeat: repeat ?? 1,
    coupling: coupling ?? 0,
    warmUp: 0,
  });
  const taken = rows.filter(({ status }) => status !== 'refused');
  const refusal = rows.find(({ status }) => status === 'refused');
  if (taken.length === 0) throw new ContractError(refusal?.reason ?? 'expected problems, found none');
  const failures = taken.filter(({ status }) => status === 'failed');
  if (failures.length === taken.length) throw new SolverFailure(failures[0]!.reason!);
  const solved = taken.filter(({ status }) => status === 'converged').length;
  const figure = (key: 'energy' | 'frictionConsistency') => {
    const values = taken.map((row) => row[key]);
    return { median: median(values), worst: largest(values) };
  };
  const times = taken.map(({ timeMs }) => timeMs);
  return {
    outcome: 'done',
    sentence: refusal
      ? `${rows.length - taken.length} of ${rows.length} problems refused: ${refusal.reason}`
      : failures[0]
        ? `${failures.length} of ${rows.length} problems failed: ${failures[0].reason}`
        : null,
    verdict: solved === rows.length ? 'good' : 'unsolved',
    count: taken.length,
    countAsked: rows.length,
    unsolved: rows.length - solved,
    unit: taken[0]!.unit,
    friction: [...new Set(problems.flatMap(({ problem }) => setsOf(problem)))].sort(),
    energyError: figure('energy'),
    frictionConsistency: figure('frictionConsistency'),
    budget: null,
    verdicts: null,
    hash: null,
    medianMs: median(times),
    maxMs: largest(times),
  };
}

/** The larger of both worst errors; null if one is not finite, or if there is none. */
export function worstError({ energyError, frictionConsistency }: SweepResult): number | null {
  return larger(energyError.worst, frictionConsistency.worst);
}
