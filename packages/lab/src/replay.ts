/**
 * Problems x solvers: every solver solves every problem from the same warm start.   docs/guide/replay.md
 *
 * Timed is the solve alone: without a monitor, with an A that nobody has assembled before, solvers interleaved so that
 * a machine that slows down slows all of them. Measured is the last answer, outside the timing. One instance a solver
 * serves all problems, so that what it may reuse (memory, symbolic analysis) it does.
 */
import { ContractError } from '@signorini/engine';
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
import { evaluateFast } from './evaluate.ts';
import { finite, largest, median } from './statistics.ts';

export interface NamedProblem {
  readonly name: string;
  readonly problem: Problem;
}

export interface ReplayRequest {
  readonly problems: readonly NamedProblem[];
  readonly solvers: readonly AnySolver[];
  /** Solves of each problem by each solver, >= 1. Default 1. */
  readonly repeat?: number;
  /**
   * Solves with updated friction bounds; 0 (default) = bounds as stored, the same MLCP for all. `own`: each solver's own
   * number where the problem lists contacts, as `solve` does it; `table3`: that, with the options of EATK18 Table 3.
   */
  readonly coupling?: number | 'own' | 'table3';
  /** Problems, evenly spread, that every solver solves once before anything is timed: a compiler warms up. Default 0. */
  readonly warmUp?: number;
  /**
   * A problem that took a solver longer than `ms` twice is not repeated further (once, from its second such problem on),
   * and after `problems` of them the solver takes no more: the document has what it showed, and says after how many
   * problems it was stopped. Default: everybody solves everything.
   */
  readonly patience?: { readonly ms: number; readonly problems: number };
  /**
   * A problem that took a solver longer than `ms` in the median is solved again until it has `repeat` solves, so that a
   * busy machine fails nobody; for at most `problems` problems a solver. Default: never.
   */
  readonly doubt?: { readonly ms: number; readonly repeat: number; readonly problems: number };
  /** A monotonic clock, ms. */
  readonly clock: () => number;
  /** Called before every solve, outside the timing; `done` of `total` solves lie behind. */
  readonly progress?: (done: number, total: number, problem: string, solver: string) => void;
}

type EnergyUnit = ReturnType<typeof energyUnit>;

/** One problem, one solver. A figure that is not finite is null; so is every figure of a refused row. */
export interface ReplayRow {
  readonly problem: string;
  /** Rows of the problem. */
  readonly size: number;
  readonly solver: string;
  /** `refused`: the solver does not take the problem, `reason` says why. */
  readonly status: Status | 'refused';
  readonly reason: string | null;
  /** Over all couplings. */
  readonly iterations: Iterations | null;
  /** Solves with updated friction bounds, as used; 0 = bounds as stored. */
  readonly coupling: number | null;
  /** Median over the repeats. */
  readonly timeMs: number | null;
  /** Symbolic analysis, not in timeMs: the largest of the repeats, since later ones may reuse it. */
  readonly symbolicMs: number | null;
  /** Of `energy` and `frictionConsistency`. */
  readonly unit: EnergyUnit;
  readonly energy: number | null;
  readonly relativeEnergy: number | null;
  readonly naturalResidual: number | null;
  readonly fischerBurmeister: number | null;
  readonly frictionConsistency: number | null;
}

/** One solver over the problems that it took. */
export interface ReplaySummary {
  readonly solver: string;
  /** Without the refused ones. */
  readonly problems: number;
  /** Rows with status `converged`: by the solver's own test. */
  readonly solved: number;
  readonly refused: number;
  /** The solver was too slow and stopped after so many problems; null where it was given all of them. */
  readonly stoppedAfter: number | null;
  readonly medianTimeMs: number | null;
  readonly maxTimeMs: number | null;
  readonly medianIterations: number | null;
  readonly maxIterations: number | null;
  /** Of the energies; `mixed`: impulse and force problems, whose figures share no median; null without problems. */
  readonly unit: EnergyUnit | 'mixed' | null;
  /** null where `unit` is mixed, as `worstEnergy` and `medianNaturalResidual`. */
  readonly medianEnergy: number | null;
  readonly worstEnergy: number | null;
  readonly medianFrictionConsistency: number | null;
  readonly worstFrictionConsistency: number | null;
  readonly medianRelativeEnergy: number | null;
  readonly worstRelativeEnergy: number | null;
  readonly medianNaturalResidual: number | null;
}

/** The JSON document of `signorini replay`. */
export interface ReplayDocument {
  readonly rows: readonly ReplayRow[];
  readonly summary: readonly ReplaySummary[];
}

/** A solver that does not take a problem gives a refused row; the others go on. */
export function replay(request: ReplayRequest): ReplayDocument {
  const { problems, solvers, repeat = 1, patience, progress } = request;
  const entrants = solvers.map((solver) => ({
    solver,
    instance: solver.create(),
    slow: 0,
    doubts: 0,
    rows: [] as ReplayRow[],
  }));
  const tired = ({ slow }: { readonly slow: number }) => slow >= (patience?.problems ?? Infinity);
  const total = problems.length * solvers.length * repeat;
  const rows: ReplayRow[] = [];
  let done = 0;
  try {
    warmUp(request, entrants);
    for (const { name, problem } of problems) {
      const runs = entrants.map((entrant) => new Run(problem, entrant.solver, entrant.instance));
      for (let r = 0; r < repeat; r++)
        for (const [k, run] of runs.entries()) {
          const at = done++;
          if (tired(entrants[k]!) || run.isSlow(request, entrants[k]!.slow)) continue;
          progress?.(at, total, name, run.solver.name);
          run.solveOnce(request);
        }
      for (const [k, run] of runs.entries()) {
        const entrant = entrants[k]!;
        if (tired(entrant)) continue;
        if (run.isSlow(request, entrant.slow)) entrant.slow++;
        else if (run.isDoubtful(request) && entrant.doubts++ < (request.doubt?.problems ?? 0)) run.solveAgain(request);
        const row = run.row(name);
        entrant.rows.push(row);
        rows.push(row);
      }
    }
  } finally {
    for (const { instance } of entrants) instance.release();
  }
  return {
    rows,
    summary: entrants.map((entrant) => {
      const stopped = entrant.rows.length < problems.length;
      return summarize(entrant.solver.name, entrant.rows, stopped ? entrant.rows.length : null);
    }),
  };
}

interface Entrant {
  readonly solver: AnySolver;
  readonly instance: SolverInstance<OptionValues>;
}

/** The first, the last and some between: steps at the start of a scene are smaller than later ones. */
function warmUp(request: ReplayRequest, entrants: readonly Entrant[]): void {
  const { problems } = request;
  const count = Math.min(request.warmUp ?? 0, problems.length);
  for (const { solver, instance } of entrants)
    for (let k = 0; k < count; k++) {
      const { problem } = problems[Math.floor((k * (problems.length - 1)) / Math.max(1, count - 1))]!;
      const run = new Run(problem, solver, instance);
      run.solveOnce(request);
      if (run.isSlow(request, 1)) break;
    }
}

/** The repeated solves of one problem by one solver. */
class Run {
  readonly solver: AnySolver;
  private readonly p: Problem;
  private readonly instance: SolverInstance<OptionValues>;
  private readonly times: number[] = []; // ms
  private symbolicMs = 0;
  private solution: Solution | undefined;
  private refusal: string | undefined;

  constructor(p: Problem, solver: AnySolver, instance: SolverInstance<OptionValues>) {
    this.p = p;
    this.solver = solver;
    this.instance = instance;
  }

  /** Beyond the patience, and not by one hiccup of the machine; `before`: such problems of this solver so far. */
  isSlow({ patience, repeat = 1 }: ReplayRequest, before: number): boolean {
    if (!patience || this.times.length < Math.min(repeat, before > 0 ? 1 : 2)) return false;
    return Math.min(...this.times) > patience.ms;
  }

  isDoubtful({ doubt }: ReplayRequest): boolean {
    return doubt !== undefined && (median(this.times) ?? 0) > doubt.ms;
  }

  solveAgain(request: ReplayRequest): void {
    while (this.times.length < (request.doubt?.repeat ?? 0)) this.solveOnce(request);
  }

  solveOnce({ clock, coupling = 0 }: ReplayRequest): void {
    if (this.refusal !== undefined) return;
    const { solver, instance } = this;
    const asked = coupling === 'own' ? {} : { coupling };
    const own = solver.ownBounds && coupling === 0; // it has no use for stored bounds: its own follow the normals
    try {
      const solution = solve(unassembled(this.p), {
        solver,
        instance,
        clock,
        pick: 'last',
        ...(!own && asked),
      });
      this.times.push(solution.timeMs ?? Number.NaN);
      this.symbolicMs = Math.max(this.symbolicMs, solution.symbolicMs ?? 0);
      this.solution = solution;
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      this.refusal = error.message;
    }
  }

  row(problem: string): ReplayRow {
    const { solution, p } = this;
    const errors = solution && evaluateFast(p, solution.x, solution.lo, solution.hi);
    return {
      problem,
      size: p.n,
      solver: this.solver.name,
      status: solution?.status ?? 'refused',
      reason: this.refusal ?? null,
      iterations: solution?.iterations ?? null,
      coupling: solution?.coupling ?? null,
      timeMs: median(this.times),
      symbolicMs: solution ? finite(this.symbolicMs) : null,
      unit: energyUnit(p),
      energy: finite(errors?.energy.value ?? null),
      relativeEnergy: finite(errors?.relativeEnergy.value ?? null),
      naturalResidual: finite(errors?.naturalResidual.value ?? null),
      fischerBurmeister: finite(errors?.fischerBurmeister.value ?? null),
      frictionConsistency: finite(errors?.frictionConsistency.value ?? null),
    };
  }
}

/** A structured operator keeps A once it is built: a new one a solve, or only the first to ask would pay for it. */
function unassembled(p: Problem): Problem {
  return p.A instanceof StructuredOperator ? { ...p, A: new StructuredOperator(p.A.structure) } : p;
}

/** `rows` are those of `solver`; `stoppedAfter` of them, where it was not given all problems. */
export function summarize(
  solver: string,
  rows: readonly ReplayRow[],
  stoppedAfter: number | null = null,
): ReplaySummary {
  const taken = rows.filter(({ status }) => status !== 'refused');
  const units = [...new Set(taken.map(({ unit }) => unit))];
  const alike = units.length > 1 ? [] : taken; // figures of one quantity, or none
  const times = taken.map(({ timeMs }) => timeMs);
  const iterations = taken.map((row) => row.iterations?.total ?? null);
  const energies = alike.map(({ energy }) => energy);
  const frictions = alike.map(({ frictionConsistency }) => frictionConsistency);
  const relatives = taken.map(({ relativeEnergy }) => relativeEnergy);
  return {
    solver,
    problems: taken.length,
    solved: taken.filter(({ status }) => status === 'converged').length,
    refused: rows.length - taken.length,
    stoppedAfter,
    medianTimeMs: median(times),
    maxTimeMs: largest(times),
    medianIterations: median(iterations),
    maxIterations: largest(iterations),
    unit: units.length > 1 ? 'mixed' : (units[0] ?? null),
    medianEnergy: median(energies),
    worstEnergy: largest(energies),
    medianFrictionConsistency: median(frictions),
    worstFrictionConsistency: largest(frictions),
    medianRelativeEnergy: median(relatives),
    worstRelativeEnergy: largest(relatives),
    medianNaturalResidual: median(alike.map(({ naturalResidual }) => naturalResidual)),
  };
}
