/** One cell of a replay: a solve of one problem by one solver, its row, and what the row holds.   docs/guide/replay.md */
import { ContractError, VERSION } from '@signorini/engine';
import { shortened } from '@signorini/engine/checks';
import type { ReplayedMeasure } from '@signorini/engine/measures';
import { energyUnit, type Problem, StructuredOperator, setsOf } from '@signorini/engine/problem';
import {
  type AnySolver,
  type Iterations,
  type OptionValues,
  type Solution,
  type SolverInstance,
  type Status,
  solve,
} from '@signorini/engine/solvers';
import { answerWithVelocities, errorsOf, REPLAYED } from '../evaluate/evaluate.ts';
import { claimOf, SolverFailure } from '../solver-failure.ts';
import { finite } from '../statistics.ts';
import type { ProblemSource } from './problem-source.ts';

export type EnergyUnit = ReturnType<typeof energyUnit>;

/**
 * One problem, one solver: how it was solved, and one figure per measure of the engine's table. A figure that is not
 * finite is null; so is every figure of a refused row.
 */
export interface ReplayRow extends RowAnswer, RowTimes {
  readonly problem: string;
  readonly source: ProblemSource;
  /**
   * Its address, the hash of problem, warm start, solver, options, coupling and version: equal items have equal answers.
   * null if it has none.
   */
  readonly item: string | null;
}

/** The part of a row that depends on no clock: the same whenever it is computed. */
export interface RowAnswer extends Readonly<Record<ReplayedMeasure, number | null>> {
  /** Rows of the problem. */
  readonly size: number;
  /** Friction models of its contacts, with commas between; null without contacts, and if the results file lacks it. */
  readonly friction: string | null;
  readonly solver: string;
  /** `refused`: the solver does not take the problem; `failed`: it gave no answer; `reason` is the sentence. */
  readonly status: Status | 'refused' | 'failed';
  /** Why there are no figures, or why an answer has no time; else null. */
  readonly reason: string | null;
  /** Over all couplings. */
  readonly iterations: Iterations | null;
  /** Solves with updated friction bounds, as used; 0 = bounds as stored. */
  readonly coupling: number | null;
  /** Every option with the value used; null in a refused row. */
  readonly options: OptionValues | null;
  /**
   * The methods that produced the answer: the solver's own name unless it used another; `warm start unchanged` and `doing
   * nothing` if that is what was returned.
   */
  readonly path: string | null;
  /** Version of the engine; null, like `options` of a row that is not refused, if the results file lacks it. */
  readonly version: string | null;
  /** Unit of `energy` and `frictionConsistency`. */
  readonly unit: EnergyUnit;
}

export interface RowTimes {
  /** Median over the repeats; null in a row without an answer, and if it was not timed. */
  readonly timeMs: number | null;
  /** Time that an external program reports of itself, median over the repeats; null if it reports none. */
  readonly claimedMs: number | null;
  /** Symbolic analysis, not in timeMs: the largest of the repeats, since later ones may reuse it. */
  readonly symbolicMs: number | null;
  /** `alone`: nothing else of ours ran meanwhile; `no`: not timed; null if the results file lacks it. */
  readonly timed: 'alone' | 'no' | null;
}

export const NOT_TIMED: RowTimes = { timeMs: null, claimedMs: null, symbolicMs: null, timed: 'no' };

/** How a cell is solved. */
interface CellSettings {
  /** A monotonic clock, ms. */
  readonly clock: () => number;
  readonly options?: OptionValues | undefined;
  readonly coupling?: number | 'own' | 'table3' | undefined;
  /** ms; a monitor then watches the solve, which costs time. */
  readonly timeLimit?: number | undefined;
}

/** One solve: an answer, or the sentence why there is none. */
export interface Attempt {
  readonly solution?: Solution;
  readonly refusal?: string;
  readonly failure?: string;
  /** ms; of a failure the time that it took. */
  readonly timeMs: number;
  readonly claimedMs: number | null;
  readonly symbolicMs: number;
}

/** Never throws: what a solver throws is a sentence. The timing is that of the solve alone. */
export function solveCell(
  p: Problem,
  solver: AnySolver,
  instance: SolverInstance<OptionValues>,
  { clock, options, coupling = 0, timeLimit }: CellSettings,
): Attempt {
  const from = clock();
  const asked = coupling === 'own' ? {} : { coupling };
  const own = solver.ownBounds && coupling === 0; // its own bounds follow the normals: it does not use stored ones
  try {
    const solution = solve(unassembled(p), {
      solver,
      instance,
      clock,
      pick: 'last',
      ...(options && { options }),
      ...(!own && asked),
      ...(timeLimit !== undefined && { timeLimit }),
    });
    const { timeMs = Number.NaN, symbolicMs = 0 } = solution;
    return { solution, timeMs, symbolicMs, claimedMs: claimOf(instance) };
  } catch (error) {
    const nothing = { timeMs: clock() - from, symbolicMs: 0, claimedMs: null };
    if (error instanceof ContractError) return { refusal: error.message, ...nothing };
    if (error instanceof SolverFailure) return { failure: error.message, ...nothing };
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { failure: `${solver.name}: threw ${name}: ${shortened(message, 160)}`, ...nothing };
  }
}

/** A structured operator keeps A once it is built: a new one per solve, or only the first to ask would pay for it. */
function unassembled(p: Problem): Problem {
  return p.A instanceof StructuredOperator ? { ...p, A: new StructuredOperator(p.A.structure) } : p;
}

/** Measured here, outside every timing. */
export function answerRow(p: Problem, solver: string, { solution, refusal, failure }: Attempt): RowAnswer {
  const errors = solution && errorsOf(answerWithVelocities(p, solution.x, solution.lo, solution.hi), REPLAYED);
  return {
    size: p.n,
    friction: setsOf(p).join(', ') || null,
    solver,
    status: solution?.status ?? (failure === undefined ? 'refused' : 'failed'),
    reason: refusal ?? failure ?? (solution && infiniteText(solution.x, errors?.energy?.value)) ?? null,
    iterations: solution?.iterations ?? null,
    coupling: solution?.coupling ?? null,
    options: solution?.options ?? null,
    path: solution ? pathOf(p, solution) : null,
    version: VERSION,
    unit: energyUnit(p),
    ...figuresOf((measure) => finite(errors?.[measure]?.value ?? null)),
  };
}

/** The row of a cell that nobody could finish. */
export function failedRow(p: Problem, solver: string, sentence: string): RowAnswer {
  return answerRow(p, solver, { failure: sentence, timeMs: 0, symbolicMs: 0, claimedMs: null });
}

function infiniteText(x: Float64Array, energy: number | undefined): string | undefined {
  const row = x.findIndex((v) => !Number.isFinite(v));
  if (row >= 0) return `the answer is not finite: x of row ${row} is ${x[row]}`;
  return Number.isFinite(energy) ? undefined : 'the answer is finite, but its energy error is not';
}

/** Seen from outside: a solver that only hands its start back has not earned the name of its method. */
function pathOf({ warm, lo, hi }: Problem, { x, path, iterations }: Solution): string {
  const idle = iterations.total === 0;
  if (warm && x.every((v, i) => v === warm[i])) return idle ? UNCHANGED : `${path}, ${UNCHANGED}`;
  return idle && x.every((v, i) => v === Math.min(Math.max(0, lo[i]!), hi[i]!)) ? 'doing nothing' : path;
}
const UNCHANGED = 'warm start unchanged';

/** One figure per measure that a replay collects. */
function figuresOf(figure: (measure: ReplayedMeasure) => number | null): Record<ReplayedMeasure, number | null> {
  return Object.fromEntries(REPLAYED.map((measure) => [measure, figure(measure)])) as Record<
    ReplayedMeasure,
    number | null
  >;
}
