/**
 * Problems x solvers: every solver solves every problem from the same warm start.   docs/guide/replay.md
 *
 * Timed is the solve alone: without a monitor, with an A that nobody has assembled before, solvers interleaved so that
 * a machine that slows down slows all of them. Measured is the last answer, outside the timing. One instance a solver
 * serves all problems, so that what it may reuse (memory, symbolic analysis) it does.
 */
import {
  type AnySolver,
  ContractError,
  energyUnit,
  type Iterations,
  type OptionValues,
  type Problem,
  type Solution,
  type SolverInstance,
  type Status,
  StructuredOperator,
  solve,
} from '@signorini/engine';
import { evaluate } from './evaluate.ts';
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
   * Solves with updated friction bounds; 0 (default) = bounds as stored, the same MLCP for all. `table3`: each solver's
   * own number where the problem lists contacts (EATK18 Table 3).
   */
  readonly coupling?: number | 'table3';
  /** A monotonic clock, ms. */
  readonly clock: () => number;
  /** Called before every solve, outside the timing; `done` of `total` solves lie behind. */
  readonly progress?: (done: number, total: number, problem: string, solver: string) => void;
}

type EnergyUnit = ReturnType<typeof energyUnit>;

/** One problem, one solver. A figure that is not finite is null; so is every figure of a refused row. */
export interface ReplayRow {
  readonly problem: string;
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
  readonly medianTimeMs: number | null;
  /** Of the energies; `mixed`: impulse and force problems, whose figures share no median; null without problems. */
  readonly unit: EnergyUnit | 'mixed' | null;
  /** null where `unit` is mixed, as `worstEnergy` and `medianNaturalResidual`. */
  readonly medianEnergy: number | null;
  readonly worstEnergy: number | null;
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
  const { problems, solvers, repeat = 1, progress } = request;
  const entrants = solvers.map((solver) => ({ solver, instance: solver.create() }));
  const total = problems.length * solvers.length * repeat;
  const rows: ReplayRow[] = [];
  let done = 0;
  try {
    for (const { name, problem } of problems) {
      const runs = entrants.map((entrant) => new Run(problem, entrant.solver, entrant.instance));
      for (let r = 0; r < repeat; r++)
        for (const run of runs) {
          progress?.(done++, total, name, run.solver.name);
          run.solveOnce(request);
        }
      rows.push(...runs.map((run) => run.row(name)));
    }
  } finally {
    for (const { instance } of entrants) instance.release();
  }
  return {
    rows,
    summary: solvers.map(({ name }) =>
      summarize(
        name,
        rows.filter((row) => row.solver === name),
      ),
    ),
  };
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

  solveOnce({ clock, coupling = 0 }: ReplayRequest): void {
    if (this.refusal !== undefined) return;
    const { solver, instance } = this;
    const own = solver.ownBounds && coupling === 0; // it has no use for stored bounds: its own follow the normals
    try {
      const solution = solve(unassembled(this.p), {
        solver,
        instance,
        clock,
        pick: 'last',
        ...(!own && { coupling }),
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
    const errors = solution && evaluate(p, solution.x, solution.lo, solution.hi);
    return {
      problem,
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

/** `rows` are those of `solver`. */
export function summarize(solver: string, rows: readonly ReplayRow[]): ReplaySummary {
  const taken = rows.filter(({ status }) => status !== 'refused');
  const units = [...new Set(taken.map(({ unit }) => unit))];
  const alike = units.length > 1 ? [] : taken; // figures of one quantity, or none
  return {
    solver,
    problems: taken.length,
    solved: taken.filter(({ status }) => status === 'converged').length,
    refused: rows.length - taken.length,
    medianTimeMs: median(taken.map(({ timeMs }) => timeMs)),
    unit: units.length > 1 ? 'mixed' : (units[0] ?? null),
    medianEnergy: median(alike.map(({ energy }) => energy)),
    worstEnergy: largest(alike.map(({ energy }) => energy)),
    medianRelativeEnergy: median(taken.map(({ relativeEnergy }) => relativeEnergy)),
    worstRelativeEnergy: largest(taken.map(({ relativeEnergy }) => relativeEnergy)),
    medianNaturalResidual: median(alike.map(({ naturalResidual }) => naturalResidual)),
  };
}
