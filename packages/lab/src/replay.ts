/**
 * Problems x solvers: every solver solves every problem from the same warm start.   docs/guide/replay.md
 *
 * Timed is the solve alone: without a monitor, with an A that has not been assembled before, solvers interleaved so that
 * a machine that slows down slows all of them. Measured is the last answer, outside the timing. One instance per solver
 * serves all problems, so that it reuses what it may reuse (memory, symbolic analysis).
 */
import { ContractError, VERSION } from '@signorini/engine';
import { measures, type ReplayedMeasure } from '@signorini/engine/measures';
import { energyUnit, type Problem, StructuredOperator } from '@signorini/engine/problem';
import {
  type AnySolver,
  type Iterations,
  type OptionValues,
  type Solution,
  type SolverInstance,
  type Status,
  solve,
} from '@signorini/engine/solvers';
import { atOnce } from './at-once.ts';
import { answerOf, errorsOf, REPLAYED } from './evaluate.ts';
import { type ProblemSource, sourceOf } from './problem-source.ts';
import { Entrant, raceOrder, type StopReason } from './race.ts';
import { claimOf, SolverFailure } from './solver-failure.ts';
import { finite, largest, median } from './statistics.ts';

export interface NamedProblem {
  readonly name: string;
  readonly problem: Problem;
  /** Default: read from the problem's title. */
  readonly source?: ProblemSource;
}

/** How problems are solved and timed; results carry it. */
export interface ReplaySettings {
  /** Solves of each problem by each solver, >= 1. */
  readonly repeat: number;
  /**
   * Solves with updated friction bounds; 0 = bounds as stored, the same MLCP for all. `own`: each solver's own number if
   * the problem lists contacts, as `solve` does it; `table3`: that, with the options of EATK18 Table 3.
   */
  readonly coupling: number | 'own' | 'table3';
  /** Problems, evenly spread, that every solver solves once before anything is timed: a compiler warms up. */
  readonly warmUp: number;
  /**
   * A problem that took a solver longer than `ms` twice, or ten times as long once, is not repeated further, and after
   * `problems` of them the solver takes no more: the document has what it showed, and the number of problems
   * after which it was stopped. null: every solver solves everything.
   */
  readonly patience: { readonly ms: number; readonly problems: number } | null;
  /**
   * A problem that took a solver longer than `ms` in the median is solved again until it has `repeat` solves, so that a
   * busy machine fails no solver; for at most `problems` problems per solver. null: all are solved alike.
   */
  readonly doubt: { readonly ms: number; readonly repeat: number; readonly problems: number } | null;
  /**
   * The `hard` problems whose warm start is the most wrong come first, the others in an order that is spread over all of
   * them; a solver whose larger error was once beyond `tolerance` (J) takes `problems` problems in all: more change its
   * median little, and its verdict not at all. null: in the order given, and no error stops a solver.
   */
  readonly race: { readonly tolerance: number; readonly problems: number; readonly hard: number } | null;
}

/** One solve each, bounds as stored. */
export const DEFAULT_SETTINGS: ReplaySettings = {
  ...{ repeat: 1, coupling: 0, warmUp: 0 },
  ...{ patience: null, doubt: null, race: null },
};

export interface ReplayRequest extends Partial<ReplaySettings> {
  readonly problems: readonly NamedProblem[];
  readonly solvers: readonly AnySolver[];
  /** Of every solver; default: its own. A solver that lacks one refuses every problem. */
  readonly options?: OptionValues;
  /** A monotonic clock, ms. */
  readonly clock: () => number;
  /** Called with the rows of the first `problems` problems of a race; solvers that were slow to warm up come after. */
  readonly first?: { readonly problems: number; readonly report: (document: ReplayDocument) => void };
  /** Called before every solve, outside the timing; `done` of `total` solves are finished, as far as one knows. */
  readonly progress?: ((done: number, total: number, problem: string, solver: string) => void) | undefined;
}

type EnergyUnit = ReturnType<typeof energyUnit>;

/**
 * One problem, one solver: how it was solved, and one figure per measure of the engine's table. A figure that is not
 * finite is null; so is every figure of a refused row.
 */
export interface ReplayRow extends Readonly<Record<ReplayedMeasure, number | null>> {
  readonly problem: string;
  /** Rows of the problem. */
  readonly size: number;
  readonly source: ProblemSource;
  readonly solver: string;
  /** `refused`: the solver does not take the problem; `failed`: one from outside gave no answer; `reason` is the sentence. */
  readonly status: Status | 'refused' | 'failed';
  readonly reason: string | null;
  /** Over all couplings. */
  readonly iterations: Iterations | null;
  /** Solves with updated friction bounds, as used; 0 = bounds as stored. */
  readonly coupling: number | null;
  /** Every option with the value used; null in a refused row. */
  readonly options: OptionValues | null;
  /** The methods that produced the answer: the solver's own name unless it chooses among several. */
  readonly path: string | null;
  /** Of the engine; null, as `options` of a row that is not refused, if the results file lacks it. */
  readonly version: string | null;
  /** Median over the repeats; null in a row without an answer. */
  readonly timeMs: number | null;
  /** What a program from outside reports of itself, median over the repeats; null if it reports none. */
  readonly claimedMs: number | null;
  /** Symbolic analysis, not in timeMs: the largest of the repeats, since later ones may reuse it. */
  readonly symbolicMs: number | null;
  /** Of `energy` and `frictionConsistency`. */
  readonly unit: EnergyUnit;
}

/** The median and the worst of a measure in a summary. */
export type SummaryFigure = `${'median' | 'worst'}${Capitalize<ReplayedMeasure>}`;

/** One solver over the problems that it took. */
export interface ReplaySummary extends Readonly<Record<SummaryFigure, number | null>> {
  readonly solver: string;
  /** Without the refused ones. */
  readonly problems: number;
  /** Rows with status `converged`. */
  readonly solved: number;
  readonly refused: number;
  /** Rows with status `failed`, which count as problems and are not solved. */
  readonly failed: number;
  /** The solver was stopped after so many problems; null if it was given all of them. */
  readonly stoppedAfter: number | null;
  /** Why; null if it was given all of them. */
  readonly stoppedFor: StopReason | null;
  readonly medianTimeMs: number | null;
  /** Median of what a program reports of itself. */
  readonly medianClaimedMs: number | null;
  readonly maxTimeMs: number | null;
  readonly medianIterations: number | null;
  readonly maxIterations: number | null;
  /**
   * Of the energies; `mixed`: impulse and force problems, whose figures share no median: those that have a unit are null;
   * null without problems.
   */
  readonly unit: EnergyUnit | 'mixed' | null;
}

/** The JSON document of `signorini replay`. */
export interface ReplayDocument {
  readonly rows: readonly ReplayRow[];
  readonly summary: readonly ReplaySummary[];
}

/** A solver that does not take a problem gives a refused row; the others go on. */
export function replay(request: ReplayRequest): ReplayDocument {
  return atOnce(replaySteps(request));
}

/** As `replay`, one solve per step: a program can handle signals between. */
export function* replaySteps(request: ReplayRequest): Generator<void, ReplayDocument> {
  const { problems, race, first } = request;
  const entrants = request.solvers.map((solver) => new Entrant(solver));
  const order = race ? raceOrder(problems, race.hard) : problems.map((_, k) => k);
  const early = order.slice(0, first?.problems ?? 0);
  try {
    yield* warmUp(request, entrants);
    const quick = entrants.filter(({ held }) => !held);
    yield* turns(request, quick, early, entrants);
    if (early.length < order.length) first?.report(documentOf(request, quick, early.length));
    const late = entrants.filter(({ held }) => held);
    yield* turns(request, late, early, entrants);
    yield* turns(request, entrants, order.slice(early.length), entrants);
  } finally {
    for (const { instance } of entrants) instance.release();
  }
  return documentOf(request, entrants, problems.length);
}

/** Solvers taking turns on these problems; `all` of the entrants count for the progress. */
function* turns(
  request: ReplayRequest,
  entrants: readonly Entrant[],
  places: readonly number[],
  all: readonly Entrant[],
): Generator<void> {
  const { problems, repeat = 1, progress } = request;
  for (const place of places) {
    const { name, problem, source = sourceOf(problem.title) } = problems[place]!;
    const going = entrants.filter((entrant) => !entrant.stopped(request));
    const runs = going.map((entrant) => ({ entrant, run: new Run(problem, entrant.solver, entrant.instance) }));
    const before = all.reduce((sum, { rows }) => sum + repeat * rows.size, 0);
    const total = all.reduce((sum, entrant) => sum + repeat * (entrant.rows.size + entrant.ahead(request)), 0);
    for (let r = 0; r < repeat; r++)
      for (const [k, { run }] of runs.entries()) {
        if (run.isSlow(request)) continue;
        progress?.(before + r * runs.length + k, total, name, run.solver.name);
        run.solveOnce(request);
        yield;
      }
    for (const { entrant, run } of runs) {
      entrant.add(place, run.row(name, source), request);
      if (run.isSlow(request)) entrant.slow++;
      else if (run.isDoubtful(request) && entrant.mayAskAgain(request)) {
        run.solveAgain(request);
        entrant.add(place, run.row(name, source), request);
      }
    }
  }
}

/** Rows in the order of the problems, whatever the order in which they were solved. */
function documentOf(request: ReplayRequest, entrants: readonly Entrant[], given: number): ReplayDocument {
  return {
    rows: request.problems.flatMap((_, place) => entrants.flatMap(({ rows }) => rows.get(place) ?? [])),
    summary: entrants.map((entrant) => {
      const rows = [...entrant.rows].sort(([p], [q]) => p - q).map(([, row]) => row);
      const why = entrant.stopped(request);
      return summarize(entrant.solver.name, rows, why && rows.length < given ? { after: rows.length, why } : null);
    }),
  };
}

/**
 * The first, the last and some between: steps at the start of a scene are smaller than later ones. A solve may be cut off
 * at the patience; a solver that was slow twice, the first solve not counted, is held back.
 */
function* warmUp(request: ReplayRequest, entrants: readonly Entrant[]): Generator<void> {
  const { problems, patience } = request;
  const count = Math.min(request.warmUp ?? 0, problems.length);
  for (const entrant of entrants)
    for (let k = 0, slow = 0; k < count && !entrant.held; k++) {
      const { problem } = problems[Math.floor((k * (problems.length - 1)) / Math.max(1, count - 1))]!;
      const run = new Run(problem, entrant.solver, entrant.instance);
      run.solveOnce(request, patience?.ms);
      yield;
      if (k > 0 && (run.isSlow(request, 1) || run.wasCut)) slow++;
      entrant.held = slow > 1;
    }
}

/** The repeated solves of one problem by one solver. */
class Run {
  readonly solver: AnySolver;
  private readonly p: Problem;
  private readonly instance: SolverInstance<OptionValues>;
  private readonly times: number[] = []; // ms
  private readonly claims: (number | null)[] = []; // ms
  private symbolicMs = 0;
  private solution: Solution | undefined;
  private refusal: string | undefined;
  private failure: string | undefined;

  constructor(p: Problem, solver: AnySolver, instance: SolverInstance<OptionValues>) {
    this.p = p;
    this.solver = solver;
    this.instance = instance;
  }

  /** Beyond the patience, and not by one hiccup of the machine: in `solves` solves, or ten times beyond in one. */
  isSlow({ patience, repeat = 1 }: ReplayRequest, solves = 2): boolean {
    if (!patience || this.times.length === 0) return false;
    const least = Math.min(...this.times);
    return least > 10 * patience.ms || (least > patience.ms && this.times.length >= Math.min(repeat, solves));
  }

  /** The last solve ended at its time limit. */
  get wasCut(): boolean {
    return this.solution?.ended === 'time-limit';
  }

  isDoubtful({ doubt }: ReplayRequest): boolean {
    return !!doubt && (median(this.times) ?? 0) > doubt.ms;
  }

  solveAgain(request: ReplayRequest): void {
    while (this.times.length < (request.doubt?.repeat ?? 0)) this.solveOnce(request);
  }

  /** @param timeLimit ms; for a solve that is not timed, since a monitor watches it */
  solveOnce({ clock, options, coupling = 0 }: ReplayRequest, timeLimit?: number): void {
    if (this.refusal !== undefined || this.failure !== undefined) return;
    const { solver, instance } = this;
    const from = clock();
    const asked = coupling === 'own' ? {} : { coupling };
    const own = solver.ownBounds && coupling === 0; // its own bounds follow the normals: it does not use stored ones
    try {
      const solution = solve(unassembled(this.p), {
        solver,
        instance,
        clock,
        pick: 'last',
        ...(options && { options }),
        ...(!own && asked),
        ...(timeLimit !== undefined && { timeLimit }),
      });
      this.times.push(solution.timeMs ?? Number.NaN);
      this.claims.push(claimOf(instance));
      this.symbolicMs = Math.max(this.symbolicMs, solution.symbolicMs ?? 0);
      this.solution = solution;
    } catch (error) {
      if (error instanceof SolverFailure) {
        this.times.push(clock() - from); // patience counts it
        this.failure = error.message;
      } else if (error instanceof ContractError) this.refusal = error.message;
      else throw error;
    }
  }

  row(problem: string, source: ProblemSource): ReplayRow {
    const { p } = this;
    const solution = this.failure === undefined ? this.solution : undefined;
    const errors = solution && errorsOf(answerOf(p, solution.x, solution.lo, solution.hi), REPLAYED);
    return {
      ...{ problem, size: p.n, source, solver: this.solver.name },
      status: solution?.status ?? (this.failure === undefined ? 'refused' : 'failed'),
      reason: this.refusal ?? this.failure ?? null,
      iterations: solution?.iterations ?? null,
      coupling: solution?.coupling ?? null,
      options: solution?.options ?? null,
      path: solution?.path ?? null,
      version: VERSION,
      timeMs: solution ? median(this.times) : null,
      claimedMs: solution ? median(this.claims) : null,
      symbolicMs: solution ? finite(this.symbolicMs) : null,
      unit: energyUnit(p),
      ...figuresOf((measure) => finite(errors?.[measure]?.value ?? null)),
    };
  }
}

/** One figure per measure that a replay collects. */
function figuresOf(figure: (measure: ReplayedMeasure) => number | null): Record<ReplayedMeasure, number | null> {
  return Object.fromEntries(REPLAYED.map((measure) => [measure, figure(measure)])) as Record<
    ReplayedMeasure,
    number | null
  >;
}

/** A structured operator keeps A once it is built: a new one per solve, or only the first to ask would pay for it. */
function unassembled(p: Problem): Problem {
  return p.A instanceof StructuredOperator ? { ...p, A: new StructuredOperator(p.A.structure) } : p;
}

/** @param rows those of `solver`; @param stopped after how many and why, if it was not given all problems */
export function summarize(
  solver: string,
  rows: readonly ReplayRow[],
  stopped: { readonly after: number; readonly why: StopReason } | null = null,
): ReplaySummary {
  const taken = rows.filter(({ status }) => status !== 'refused');
  const units = [...new Set(taken.map(({ unit }) => unit))];
  const alike = units.length > 1 ? [] : taken; // figures of one quantity, or none
  const times = taken.map(({ timeMs }) => timeMs);
  const iterations = taken.map((row) => row.iterations?.total ?? null);
  const figures = REPLAYED.flatMap((measure) => {
    const values = (measures[measure].unit === 'ratio' ? taken : alike).map((row) => row[measure] ?? null);
    return [
      [summaryFigure('median', measure), median(values)],
      [summaryFigure('worst', measure), largest(values)],
    ];
  });
  return {
    solver,
    problems: taken.length,
    solved: taken.filter(({ status }) => status === 'converged').length,
    refused: rows.length - taken.length,
    failed: taken.filter(({ status }) => status === 'failed').length,
    stoppedAfter: stopped?.after ?? null,
    stoppedFor: stopped?.why ?? null,
    medianTimeMs: median(times),
    medianClaimedMs: median(taken.map(({ claimedMs }) => claimedMs)),
    maxTimeMs: largest(times),
    medianIterations: median(iterations),
    maxIterations: largest(iterations),
    unit: units.length > 1 ? 'mixed' : (units[0] ?? null),
    ...(Object.fromEntries(figures) as Record<SummaryFigure, number | null>),
  };
}

/** "medianEnergy", "worstFrictionConsistency". */
export function summaryFigure(which: 'median' | 'worst', measure: ReplayedMeasure): SummaryFigure {
  return `${which}${measure[0]!.toUpperCase()}${measure.slice(1)}` as SummaryFigure;
}
