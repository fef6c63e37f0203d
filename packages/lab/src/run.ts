/** Steps a world and sums up what its steps reported: the JSON document of `signorini run`.   docs/guide/run.md */
import { StepError, type StepReport, type World } from '@signorini/engine';
import type { Measured } from '@signorini/engine/measures';
import type { Iterations } from '@signorini/engine/solvers';
import { finite, largest, median, quantile } from './statistics.ts';

export interface ErrorSummary {
  /** Over the steps that had rows; null without any. */
  readonly median: number | null;
  readonly worst: number | null;
  /** From 1. */
  readonly worstStep: number | null;
  readonly unit: string;
}

export interface RunDocument {
  readonly scene: string;
  /** Every parameter with the value used. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** Taken; fewer than asked for if one failed. */
  readonly steps: number;
  readonly stepsAsked: number;
  /** s */
  readonly timeStep: number;
  readonly solver: string;
  readonly warmStart: boolean;
  /** Of all steps, whole steps; null without a clock. */
  readonly msPerStep: { readonly median: number | null; readonly p95: number | null; readonly max: number | null };
  readonly energyError: ErrorSummary;
  readonly frictionConsistency: ErrorSummary;
  /** Steps without rows: they have no MLCP, and count in no error. */
  readonly emptySteps: number;
  /** Steps whose solver did not converge by its own test. */
  readonly unsolvedSteps: readonly number[];
  readonly iterations: { readonly median: number | null; readonly max: number | null };
  /** The step whose books were furthest from closing, measured against what rounding may leave. */
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
  /** Of the last step; `deepestEver` over the run. */
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

export interface RunRequest {
  readonly world: World;
  readonly scene: string;
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly steps: number;
  readonly solver: string;
  readonly warmStart: boolean;
  /** Called before every step. */
  readonly progress?: (done: number, total: number) => void;
}

type Line = Pick<
  StepReport,
  'step' | 'status' | 'ms' | 'sleeping' | 'energyError' | 'frictionConsistency' | 'deepest' | 'contactCount' | 'ledger'
> & { readonly iterations: Iterations };

export function runWorld(request: RunRequest): RunDocument {
  const { world, scene, parameters, steps, solver, warmStart, progress } = request;
  const lines: Line[] = [];
  let failure: RunDocument['failure'] = null;
  for (let k = 0; k < steps && !failure; k++) {
    progress?.(k, steps);
    try {
      lines.push(world.step());
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      const { step, bodies, rows } = error;
      failure = { step, bodies, rows, sentence: error.message };
    }
  }
  const solved = lines.filter(({ status }) => status !== 'empty');
  const times = lines.map(({ ms }) => ms ?? null);
  const counts = solved.map(({ iterations }) => iterations.total);
  const { kinetic, potential } = world.energy();
  const last = lines.at(-1);
  return {
    ...{ scene, parameters, steps: lines.length, stepsAsked: steps, timeStep: world.timeStep, solver, warmStart },
    msPerStep: { median: median(times), p95: quantile(times, 0.95), max: largest(times) },
    energyError: summaryOf(solved, (line) => line.energyError),
    frictionConsistency: summaryOf(solved, (line) => line.frictionConsistency),
    emptySteps: lines.length - solved.length,
    unsolvedSteps: solved.filter(({ status }) => status !== 'converged').map(({ step }) => step),
    iterations: { median: median(counts), max: largest(counts) },
    ledger: ledgerOf(lines),
    hash: world.hash(),
    energy: { kinetic: finite(kinetic), potential: finite(potential) },
    bodies: world.bodies.map(({ name, position, orientation, velocity, angularVelocity }) => ({
      ...{ name, position: [...position], orientation: [...orientation] },
      ...{ velocity: [...velocity], angularVelocity: [...angularVelocity] },
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

function sleepOf(lines: readonly Line[]): RunDocument['sleep'] {
  const energy = lines.reduce((sum, { ledger }) => sum - ledger.entries.sleep, 0);
  const first = lines.find(({ sleeping }) => sleeping > 0);
  return { bodies: lines.at(-1)?.sleeping ?? 0, firstStep: first?.step ?? null, energy: finite(energy), unit: 'J' };
}

function summaryOf(lines: readonly Line[], figure: (line: Line) => Measured): ErrorSummary {
  const values = lines.map((line) => figure(line).value);
  const worst = largest(values);
  const at = values.findIndex((v) => (worst === null ? !Number.isFinite(v) : v === worst));
  return { median: median(values), worst, worstStep: lines[at]?.step ?? null, unit: 'J' };
}

function ledgerOf(lines: readonly Line[]): RunDocument['ledger'] {
  const share = ({ ledger: { imbalance, limit } }: Line) => (imbalance === 0 ? 0 : Math.abs(imbalance) / limit);
  const [worst] = [...lines].sort((p, q) => share(q) - share(p));
  return {
    worstImbalance: finite(worst ? Math.abs(worst.ledger.imbalance) : null),
    limit: finite(worst?.ledger.limit ?? null),
    worstStep: worst?.step ?? null,
    closed: lines.every(({ ledger }) => ledger.closed),
    unit: 'J',
  };
}
