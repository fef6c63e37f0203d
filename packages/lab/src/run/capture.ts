/**
 * The MLCPs of a simulation: a world driven by the reference solver, its problems kept with the bounds of the last
 * solve and, as warm start, the last step's impulses matched by contact.   docs/guide/capture.md
 */
import { createWorld, frictionModels, type Snapshot, VERSION, type World, type WorldSettings } from '@signorini/engine';
import type { Measured } from '@signorini/engine/measures';
import type { Problem } from '@signorini/engine/problem';
import { type Scene, type SceneValues, sceneValues } from '@signorini/engine/scenes';
import { type AnySolver, findSolver, type Iterations } from '@signorini/engine/solvers';
import { type Shot, shotOf } from '../drawing/record.ts';
import { counted } from '../number-text.ts';

/** The part of a world that capturing needs; `World` of the engine has it. */
export interface CapturedWorld {
  step(): CapturedStep;
  /** Problem of the last step; undefined if it had no rows. */
  problem(): Problem | undefined;
  hash(): string;
}

export interface CapturedStep {
  /** From 1. */
  readonly step: number;
  /** `empty`: no rows. */
  readonly status: string;
  readonly iterations: Iterations;
  readonly energyError: Measured;
  readonly frictionConsistency: Measured;
  /** At the end of the step, s. */
  readonly time?: number;
}

/** The largest error of a step, J, and the step, from 1; 0 and 0 before the first. */
export interface WorstStep {
  readonly value: number;
  readonly step: number;
}

/** Which steps to keep, `from` to `to` (from 1, both inside): all of them, multiples of `every`, or the `worst`. */
export interface Selection {
  readonly from: number;
  readonly to: number;
  readonly every?: number;
  readonly worst?: number;
}

export interface CapturedProblem {
  readonly step: number;
  /** At the end of the step, s; undefined if the world does not say. */
  readonly time: number | undefined;
  /** brick-wall-0250.json */
  readonly fileName: string;
  readonly problem: Problem;
}

/** Counts of the steps by their fate. */
export interface CaptureCount {
  readonly steps: number;
  readonly problems: number;
  /** Steps of the selection's range without rows: they have no MLCP. */
  readonly empty: number;
  /** Steps that the reference solver did not solve. */
  readonly unsolvedSteps: readonly number[];
  /** How many steps ended with each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The largest of all steps, against the bounds of the last solve and against those that the normals imply. */
  readonly energyError: WorstStep;
  readonly frictionConsistency: WorstStep;
  /** Hash of the state after the last step. */
  readonly hash: string;
}

/** Between two steps of a capture: all that the rest depends on. */
export interface CaptureState {
  readonly tally: CaptureTally;
  readonly snapshot: Snapshot;
}

/** Counts of the steps so far. */
export interface CaptureTally {
  /** The last that was taken. */
  step: number;
  problems: number;
  empty: number;
  unsolvedSteps: number[];
  statuses: Record<string, number>;
  energyError: WorstStep;
  frictionConsistency: WorstStep;
}

export const newTally = (): CaptureTally => ({
  step: 0,
  problems: 0,
  empty: 0,
  unsolvedSteps: [],
  statuses: {},
  energyError: { value: 0, step: 0 },
  frictionConsistency: { value: 0, step: 0 },
});

/** Where problems come from: `capture.json` of a folder, provenance of a dataset. */
export interface CaptureDocument extends CaptureSource, CaptureCount {
  /** Names of the problem files beside it. */
  readonly files?: readonly string[];
}

/** Input of a capture: the same source gives the same problems, bit for bit. */
export interface CaptureSource {
  readonly format: 'signorini-capture';
  readonly version: 1;
  /** Version of the engine. */
  readonly engine: string;
  readonly scene: string;
  /** Every parameter with the value used. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** s */
  readonly timeStep: number;
  /** Models of its contacts; absent in files of earlier versions. */
  readonly friction?: readonly string[];
  /** That drove the scene. */
  readonly solver: {
    readonly name: string;
    readonly coupling: number | 'own' | 'table3';
    readonly options: Readonly<Record<string, number | string>>;
    readonly warmStart: boolean;
  };
  /** In words. */
  readonly selection: string;
}

export interface CaptureRequest {
  readonly scene: Scene;
  readonly parameters?: SceneValues;
  /** s; default the scene's. */
  readonly timeStep?: number;
  /** In place of the scene's own. Default: that of the scene, else Coulomb's cone, as `run` simulates it. */
  readonly frictionModel?: WorldSettings['frictionModel'] | undefined;
  /** Solves with updated friction bounds in each step. Default of boxes table3, EATK18's three; else the solver's own. */
  readonly coupling?: number | 'table3' | undefined;
  readonly selection: Selection;
  readonly progress?: (done: number, total: number) => void;
}

export interface Capture {
  /** Yields a problem, or undefined for a step that is not kept, so that the consumer can handle signals. */
  readonly problems: Generator<CapturedProblem | undefined, CaptureCount>;
  readonly source: CaptureSource;
  /** After the last step that was yielded; undefined if the rest depends on earlier problems (`worst`). */
  readonly state: () => CaptureState | undefined;
  /** Where the bodies are now; not after the last problem was taken. */
  readonly shot: () => Shot;
  /** Goes on from a state of an earlier run; before the first problem is taken. @throws ContractError if it does not fit */
  readonly resume: (state: CaptureState) => void;
}

/** Reference solvers: for boxes the papers', for all other sets the default, whose islands end at 1e-17 of doing nothing (AU7). */
const REFERENCE = { box: 'bpp', other: 'auto' } as const;
/** Energy error at which the default ends islands that are too large for a direct method, as a part of doing nothing. */
const TARGET = 1e-12;
/** Statuses of solved steps: the bounds of the last coupling are stored with the problem, and x is the answer for them. */
const SOLVED: ReadonlySet<string> = new Set(['converged', 'coupling-limit', 'empty']);

interface Reference {
  readonly world: World;
  readonly solver: AnySolver;
  readonly coupling: number | 'own' | 'table3';
  /** Every option with the value used. */
  readonly options: Readonly<Record<string, number | string>>;
}

/** The model is that of the scene, not what a solver happens to take: the default takes all, and so names it. */
function referenceOf(request: CaptureRequest, parameters: SceneValues): Reference {
  const { scene, timeStep = scene.timeStep, frictionModel } = request;
  const settings = { parameters, timeStep, ...(frictionModel !== undefined && { frictionModel }) };
  const [boxes, other] = [findSolver(REFERENCE.box), findSolver(REFERENCE.other)];
  const named = frictionModel ?? scene.settings(parameters).frictionModel;
  if (named === 'box') {
    const { coupling = 'table3' } = request;
    const world = createWorld(scene, { ...settings, solver: boxes, coupling });
    const options = { ...boxes.defaults, ...(coupling === 'table3' ? boxes.table3 : {}) } as Reference['options'];
    if (frictionModels(world).every((set) => boxes.accepts.includes(set)))
      return { world, solver: boxes, coupling, options };
    world.release(); // a material names another set
  }
  const { coupling } = request;
  const world = createWorld(scene, {
    ...settings,
    solver: other,
    options: { target: TARGET },
    ...(coupling !== undefined && { coupling }),
  });
  return { world, solver: other, coupling: coupling ?? 'own', options: { ...other.defaults, target: TARGET } };
}

/** Drives the scene with the reference solver of its friction. @throws ContractError for a parameter that does not fit */
export function captureScene(request: CaptureRequest): Capture {
  const { scene, selection, progress } = request;
  const parameters = sceneValues(scene, request.parameters);
  const { world, solver, coupling, options } = referenceOf(request, parameters);
  const tally = newTally();
  return {
    problems: thenRelease(captureProblems(world, scene.name, selection, progress, tally), world),
    source: {
      format: 'signorini-capture',
      version: 1,
      engine: VERSION,
      scene: scene.name,
      parameters,
      timeStep: world.timeStep,
      friction: frictionModels(world),
      solver: { name: solver.name, coupling, options, warmStart: true },
      selection: selectionText(selection),
    },
    state: () => (selection.worst === undefined ? { tally: { ...tally }, snapshot: world.snapshot() } : undefined),
    shot: () => shotOf(world),
    resume(state) {
      world.restore(state.snapshot);
      Object.assign(tally, state.tally);
    },
  };
}

function* thenRelease(problems: Capture['problems'], world: { release(): void }): Capture['problems'] {
  try {
    return yield* problems;
  } finally {
    world.release();
  }
}

/** A value that is not a number is the worst. */
const worse = (last: WorstStep, value: number, step: number): WorstStep =>
  value <= last.value ? last : { value, step };

/** Steps `to` times and yields the problems of the selection, in the order of their steps. @param tally is kept up to date */
export function* captureProblems(
  world: CapturedWorld,
  scene: string,
  selection: Selection,
  progress?: (done: number, total: number) => void,
  tally: CaptureTally = newTally(),
): Generator<CapturedProblem | undefined, CaptureCount> {
  const { from, to, every = 1, worst } = selection;
  const hardest: (CapturedProblem & { readonly report: CapturedStep })[] = [];
  while (tally.step < to) {
    const k = ++tally.step;
    progress?.(k - 1, to);
    const report = world.step();
    if (!SOLVED.has(report.status)) tally.unsolvedSteps.push(k);
    tally.statuses[report.status] = (tally.statuses[report.status] ?? 0) + 1;
    tally.energyError = worse(tally.energyError, report.energyError.value, k);
    tally.frictionConsistency = worse(tally.frictionConsistency, report.frictionConsistency.value, k);
    const problem = k >= from && k % every === 0 ? world.problem() : undefined;
    const captured = problem && { step: k, time: report.time, fileName: fileName(scene, k, to), problem };
    if (captured && worst === undefined) {
      tally.problems++;
      yield captured;
      continue;
    }
    if (captured) keepHardest(hardest, { ...captured, report }, worst ?? 0);
    if (report.status === 'empty' && k >= from && k % every === 0) tally.empty++;
    yield undefined;
  }
  for (const { report, ...captured } of hardest.sort((p, q) => p.step - q.step)) {
    tally.problems++;
    yield captured;
  }
  const { step: _, ...count } = tally;
  return { steps: to, ...count, hash: world.hash() };
}

/** No more than `most` are held in memory. */
function keepHardest<T extends { readonly report: CapturedStep }>(list: T[], one: T, most: number): void {
  list.push(one);
  list.sort((p, q) => harder(p.report, q.report));
  list.length = Math.min(list.length, most);
}

/** Numbers of the same length, so that files sorted by name are in the order of their steps. */
function fileName(scene: string, step: number, last: number): string {
  return `${scene}-${String(step).padStart(Math.max(4, String(last).length), '0')}.json`;
}

/**
 * The reference solver's energy error is rounding in every step and ranks nothing. Its iterations show how hard a step
 * was, then the friction-consistency error how far its lagged bounds are from its normals; the earlier step otherwise.
 */
function harder(p: CapturedStep, q: CapturedStep): number {
  const lag = ({ frictionConsistency: { value } }: CapturedStep) => (Number.isFinite(value) ? value : Infinity);
  return q.iterations.total - p.iterations.total || Math.sign(lag(q) - lag(p)) || p.step - q.step;
}

/** "every 5th step of 1 to 500", "the 10 hardest steps of 1 to 500". */
export function selectionText({ from, to, every = 1, worst }: Selection): string {
  const range = `${from} to ${to}`;
  if (worst !== undefined)
    return `the ${counted(worst, 'hardest step').replace(/^1 /, '')} of ${range}, by iterations, then by friction consistency`;
  return every === 1 ? `every step from ${range}` : `steps from ${range} that are multiples of ${every}`;
}
