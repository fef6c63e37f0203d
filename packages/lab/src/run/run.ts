/** Steps a world and sums up what its steps reported: the JSON document of `signorini run`.   docs/guide/run.md */
import {
  type BudgetEntry,
  frictionModels,
  STAGES,
  type Stage,
  StepError,
  type StepMeasured,
  type StepReport,
  VERSION,
  type Verdict,
  type World,
} from '@signorini/engine';
import { rowLabel } from '@signorini/engine/problem';
import type { OptionValues } from '@signorini/engine/solvers';
import { atOnce } from '../at-once.ts';
import { insteadText } from '../recording/recorded-step.ts';
import { finite, largest, median, quantile } from '../statistics.ts';
import type { Friction } from './friction.ts';

interface ErrorSummary {
  /** Over the steps that had rows; null without any. */
  readonly median: number | null;
  readonly worst: number | null;
  /** From 1. */
  readonly worstStep: number | null;
  /** The row of that step that contributes most, and of which of its problems it is (from 0); null if all rows are zero. */
  readonly worstRow: number | null;
  readonly worstProblem: number | null;
  /** "row 402, normal of brick-17/brick-22" */
  readonly worstName: string | null;
  readonly unit: string;
}

export interface RunDocument {
  readonly scene: string;
  /** Every parameter with the value used. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** That the world had taken before: 0, or those up to the stored state that the run went on from. */
  readonly from: number;
  /** Taken from there on; fewer than asked for if one failed. All figures below are of these. */
  readonly steps: number;
  readonly stepsAsked: number;
  /** s */
  readonly timeStep: number;
  readonly solver: string;
  /** Options as used, each with its value, and solves with updated friction bounds; null if no step had rows. */
  readonly options: OptionValues | null;
  readonly coupling: number | null;
  /** Methods that produced the impulses, with the number of steps. */
  readonly paths: Readonly<Record<string, number>>;
  readonly warmStart: boolean;
  /** Models of the contacts, and what they stand for if the solver does not take the world's own. */
  readonly friction: Friction;
  /** Version of the engine. */
  readonly version: string;
  /** Times of whole steps; null without a clock. */
  readonly msPerStep: { readonly median: number | null; readonly p95: number | null; readonly max: number | null };
  /** Medians over all steps; `solver` is a part of `advance`. Null without a clock. */
  readonly stageMs: Readonly<Record<Stage | 'solver', number | null>> | null;
  readonly energyError: ErrorSummary;
  readonly frictionConsistency: ErrorSummary;
  /** Steps without rows: they have no MLCP, and count in no error. */
  readonly emptySteps: number;
  /** Steps whose status is not `converged`, or that tore a joint. */
  readonly unsolvedSteps: readonly number[];
  /** Steps that tore joints open, the first of them, and the names of the joints; null if none did. */
  readonly torn: { readonly steps: number; readonly firstStep: number; readonly joints: readonly string[] } | null;
  /** Steps with solves that failed, the first of them, and how often which method answered instead; null if none did. */
  readonly failed: {
    readonly steps: number;
    readonly firstStep: number;
    readonly solves: Readonly<Record<string, number>>;
  } | null;
  /** How wrong the run is, all of it: entries in J, the share of the energy that moved, and where most of it sits. */
  readonly budget: RunBudgetDocument;
  /** Steps by the verdict on the whole of each. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Sub-steps of the run, those thrown away, and those of the smallest length that were not accurate enough; null without `accuracy`. */
  readonly accuracy: {
    readonly asked: number | { readonly joules: number };
    readonly subSteps: number;
    readonly rejected: number;
    readonly unmet: number;
  } | null;
  /** MLCPs solved. */
  readonly solves: number;
  readonly iterations: { readonly median: number | null; readonly max: number | null };
  /** The step whose ledger had the largest residual, relative to what rounding may leave. */
  readonly ledger: {
    readonly worstImbalance: number | null;
    readonly limit: number | null;
    readonly worstStep: number | null;
    readonly closed: boolean;
    readonly unit: string;
  };
  readonly hash: string;
  /** J */
  readonly energy: { readonly kinetic: number | null; readonly potential: number | null };
  readonly bodies: readonly {
    readonly name: string;
    readonly position: readonly number[];
    readonly orientation: readonly number[];
    readonly velocity: readonly number[];
    readonly angularVelocity: readonly number[];
  }[];
  readonly joints: readonly { readonly name: string; readonly gap: number | null; readonly unit: 'm' }[];
  /** Contacts of the last step; `deepestEver` over the run. */
  readonly contacts: {
    readonly count: number;
    readonly deepest: number | null;
    readonly deepestEver: number | null;
    readonly unit: 'm';
  };
  /** Bodies asleep at the end, the first step in which any was, and the energy that sleep took, J; null if none may. */
  readonly sleep: {
    readonly bodies: number;
    readonly firstStep: number | null;
    readonly energy: number | null;
    readonly unit: 'J';
  } | null;
  /** The step that had no finite outcome, and ended the run; null if none did. */
  readonly failure: {
    readonly step: number;
    readonly bodies: readonly string[];
    readonly rows: readonly number[];
    readonly sentence: string;
  } | null;
}

/** An entry: J, and the row, joint, pair or body with the largest part. */
interface EntryDocument {
  readonly value: number | null;
  readonly where: string;
}

interface RunBudgetDocument {
  readonly total: number | null;
  readonly scale: number | null;
  readonly share: number | null;
  readonly worst: { readonly entry: string; readonly where: string };
  readonly entries: Readonly<Record<string, EntryDocument>>;
  readonly unit: 'J';
}

export interface RunRequest {
  readonly world: World;
  readonly scene: string;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** In all: those that the world has taken already count. */
  readonly steps: number;
  readonly solver: string;
  readonly warmStart: boolean;
  /** Default: the models of the world's contacts, which stand for nothing else. */
  readonly friction?: Friction | undefined;
  /** Accuracy asked of the world; left out: steps of one length. */
  readonly accuracy?: number | { readonly joules: number } | undefined;
  /** Called before every step. */
  readonly progress?: (done: number, total: number) => void;
}

type ErrorName = 'energyError' | 'frictionConsistency';

export function runWorld(request: RunRequest): RunDocument {
  return atOnce(runSteps(request));
}

/** The same step by step: yields every report, while the world is in the state after it. */
export function* runSteps(request: RunRequest): Generator<StepReport, RunDocument> {
  const { world, steps, progress } = request;
  const from = world.steps;
  const lines: StepReport[] = [];
  const worst = {
    energyError: new ErrorPeak('energyError'),
    frictionConsistency: new ErrorPeak('frictionConsistency'),
  };
  let failure: RunDocument['failure'] = null;
  for (let k = from; k < steps && !failure; k++) {
    progress?.(k, steps);
    try {
      const report = world.step();
      lines.push(report);
      for (const one of Object.values(worst)) one.see(report, world);
      yield report;
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      const { step, bodies, rows } = error;
      failure = { step, bodies, rows, sentence: error.message };
    }
  }
  return documentOf(request, { from, lines, worst, failure });
}

interface Taken {
  readonly from: number;
  readonly lines: readonly StepReport[];
  readonly worst: Readonly<Record<ErrorName, ErrorPeak>>;
  readonly failure: RunDocument['failure'];
}

function documentOf(request: RunRequest, { from, lines, worst, failure }: Taken): RunDocument {
  const { world, scene, parameters, steps, solver, warmStart } = request;
  const solved = lines.filter(({ status }) => status !== 'empty');
  const times = lines.map(({ ms }) => ms ?? null);
  const counts = solved.map(({ iterations }) => iterations.total);
  const { kinetic, potential } = world.energy();
  const last = lines.at(-1);
  return {
    scene,
    parameters,
    from,
    steps: lines.length,
    stepsAsked: steps - from,
    timeStep: world.timeStep,
    solver,
    ...methodOf(solved),
    warmStart,
    version: VERSION,
    friction: request.friction ?? { models: frictionModels(world), insteadOf: null },
    msPerStep: { median: median(times), p95: quantile(times, 0.95), max: largest(times) },
    stageMs: stagesOf(lines),
    energyError: worst.energyError.summary(solved),
    frictionConsistency: worst.frictionConsistency.summary(solved),
    emptySteps: lines.length - solved.length,
    torn: tornOf(lines),
    failed: failedOf(lines),
    unsolvedSteps: solved.filter(({ status }) => status !== 'converged').map(({ step }) => step),
    budget: budgetOf(world),
    verdicts: verdictsOf(lines),
    accuracy:
      request.accuracy === undefined
        ? null
        : { asked: request.accuracy, ...totals(lines, ['subSteps', 'rejected', 'unmet']) },
    solves: totals(lines, ['solves']).solves,
    iterations: { median: median(counts), max: largest(counts) },
    ledger: ledgerOf(lines),
    hash: world.hash(),
    energy: { kinetic: finite(kinetic), potential: finite(potential) },
    bodies: world.bodies.map(({ name, position, orientation, velocity, angularVelocity }) => ({
      name,
      position: [...position],
      orientation: [...orientation],
      velocity: [...velocity],
      angularVelocity: [...angularVelocity],
    })),
    joints: world.joints.map(({ name, gap }) => ({ name, gap: finite(gap), unit: 'm' })),
    contacts: {
      count: last?.contactCount ?? 0,
      deepest: finite(last?.deepest ?? 0),
      deepestEver: lines.length === 0 ? 0 : largest(lines.map(({ deepest }) => deepest)),
      unit: 'm',
    },
    sleep: world.sleeps ? sleepOf(lines) : null,
    failure,
  };
}

function tornOf(lines: readonly StepReport[]): RunDocument['torn'] {
  const torn = lines.filter((report) => report.torn.length > 0);
  if (torn.length === 0) return null;
  return {
    steps: torn.length,
    firstStep: torn[0]?.step ?? 0,
    joints: [...new Set(torn.flatMap((report) => report.torn))],
  };
}

function failedOf(lines: readonly StepReport[]): RunDocument['failed'] {
  const steps = lines.filter(({ method }) => method?.failed);
  if (steps.length === 0) return null;
  const solves: Record<string, number> = {};
  for (const { method } of steps)
    for (const failed of method?.failed ?? []) solves[insteadText(failed)] = (solves[insteadText(failed)] ?? 0) + 1;
  return { steps: steps.length, firstStep: steps[0]?.step ?? 0, solves };
}

function totals<K extends 'subSteps' | 'rejected' | 'unmet' | 'solves'>(
  lines: readonly StepReport[],
  keys: readonly K[],
): Record<K, number> {
  return Object.fromEntries(keys.map((key) => [key, lines.reduce((sum, line) => sum + line[key], 0)])) as Record<
    K,
    number
  >;
}

function verdictsOf(lines: readonly StepReport[]): RunDocument['verdicts'] {
  const verdicts = { good: 0, doubtful: 0, wrong: 0, torn: 0, unsolved: 0 };
  for (const { verdict } of lines) verdicts[verdict]++;
  return verdicts;
}

function budgetOf(world: World): RunBudgetDocument {
  const { total, scale, share, worst, time, model, ...sums } = world.budget();
  const { solver, friction, joints, contacts, gaps, arms, drift } = sums;
  const named = { drift, solver, friction, gaps, arms, joints, contacts };
  const entry = ({ value, where }: BudgetEntry): EntryDocument => ({ value: finite(value), where });
  const entries: Record<string, EntryDocument> = {};
  for (const [key, one] of Object.entries(named)) entries[key] = entry(one);
  if (time) {
    entries.time = { value: finite(time.energy), where: time.where };
    entries.motion = { value: finite(time.motion), where: time.where };
  }
  if (model) entries.model = entry(model);
  return { total: finite(total), scale: finite(scale), share: finite(share), worst, entries, unit: 'J' };
}

function sleepOf(lines: readonly StepReport[]): RunDocument['sleep'] {
  const energy = lines.reduce((sum, { ledger }) => sum - ledger.entries.sleep, 0);
  const first = lines.find(({ sleeping }) => sleeping > 0);
  return { bodies: lines.at(-1)?.sleeping ?? 0, firstStep: first?.step ?? null, energy: finite(energy), unit: 'J' };
}

/** How the steps were solved; options are those of all steps. */
function methodOf(solved: readonly StepReport[]): Pick<RunDocument, 'options' | 'coupling' | 'paths'> {
  const methods = solved.flatMap(({ method }) => method ?? []);
  const paths: Record<string, number> = {};
  for (const { path } of methods) paths[path] = (paths[path] ?? 0) + 1;
  return {
    options: methods.at(-1)?.options ?? null,
    coupling: largest(methods.map(({ coupling }) => coupling)),
    paths,
  };
}

function stagesOf(lines: readonly StepReport[]): RunDocument['stageMs'] {
  const timed = lines.flatMap(({ stageMs, solveMs }) => (stageMs ? [{ ...stageMs, solver: solveMs ?? 0 }] : []));
  if (timed.length === 0) return null;
  return Object.fromEntries(
    ([...STAGES, 'solver'] as const).map((stage) => [stage, median(timed.map((times) => times[stage]))]),
  ) as RunDocument['stageMs'];
}

/** The worst step of one error, and the name of its worst row, which only the world can return, right after the step. */
class ErrorPeak {
  private readonly error: ErrorName;
  private at: (StepMeasured & { readonly step: number; readonly name: string | null }) | undefined;

  constructor(error: ErrorName) {
    this.error = error;
  }

  /** The first step with the largest error; one that is not finite is the worst of all. */
  see(report: StepReport, world: World): void {
    if (report.status === 'empty') return;
    const measured = report[this.error];
    if (this.at && (!Number.isFinite(this.at.value) || measured.value <= this.at.value)) return;
    const problem = measured.problem < 0 ? undefined : world.problems()[measured.problem];
    this.at = { ...measured, step: report.step, name: problem ? rowLabel(problem, measured.worstRow) : null };
  }

  summary(solved: readonly StepReport[]): ErrorSummary {
    const { at } = this;
    const place = at && at.worstRow >= 0 ? at : undefined;
    return {
      median: median(solved.map((report) => report[this.error].value)),
      worst: finite(at?.value ?? null),
      worstStep: at?.step ?? null,
      worstRow: place?.worstRow ?? null,
      worstProblem: place?.problem ?? null,
      worstName: place?.name ?? null,
      unit: 'J',
    };
  }
}

function ledgerOf(lines: readonly StepReport[]): RunDocument['ledger'] {
  const share = ({ ledger: { imbalance, limit } }: StepReport) => (imbalance === 0 ? 0 : Math.abs(imbalance) / limit);
  const [worst] = [...lines].sort((p, q) => share(q) - share(p));
  return {
    worstImbalance: finite(worst ? Math.abs(worst.ledger.imbalance) : null),
    limit: finite(worst?.ledger.limit ?? null),
    worstStep: worst?.step ?? null,
    closed: lines.every(({ ledger }) => ledger.closed),
    unit: 'J',
  };
}
