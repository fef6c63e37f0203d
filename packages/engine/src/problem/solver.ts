/**
 * The contract of every solver, and of the monitor that watches one at work.   CONTRIBUTING.md, "Add a solver"
 *
 * A solver never throws on hard data, it returns a status; it throws only on a broken contract; the message states
 * what was expected and what was found. It is never asked how good its answer is: measures are computed outside, from x alone.
 */
import { ContractError } from '../checks/errors.ts';
import { found, unknownName } from '../checks/wording.ts';
import type { FloatBuffer } from '../linalg/buffers.ts';
import type { Problem } from './problem.ts';
import { frozenSet, setsOf } from './sets/models.ts';
import type { SetKind } from './sets/set.ts';

export type Family = 'direct' | 'iterative' | 'hybrid';

/**
 * Why a solve ended. Solvers return what their own tests found; `solve` measures the answer from outside and reports `converged`
 * if and only if the test of docs/theory/error-measures.md (E15) holds.
 */
export type Status =
  /** The error on the whole problem, friction included, is at most 1e-10 of that of doing nothing, or the tolerance asked for. */
  | 'converged'
  /** The monitor asked for it. */
  | 'stopped'
  | 'time-limit'
  /** The solver's own stopping test is met, that of `converged` is not. */
  | 'stopped-early'
  /** Solved between the last friction bounds, which are not those that its normal impulses imply. */
  | 'coupling-limit'
  | 'iteration-limit'
  /** No further progress is possible, and the test is not met. */
  | 'stagnated'
  /** No solution exists: the solver has a proof, to rounding. */
  | 'infeasible'
  /** The iterates are no longer finite, or have run away. */
  | 'diverged';

/** From good to bad. */
export const STATUSES: readonly Status[] = [
  ...(['converged', 'stopped', 'time-limit', 'stopped-early', 'coupling-limit'] as const),
  ...(['iteration-limit', 'stagnated', 'infeasible', 'diverged'] as const),
];

/** The status of two solves together is the worse of theirs. */
export function worseOf(p: Status, q: Status): Status {
  return STATUSES.indexOf(p) < STATUSES.indexOf(q) ? q : p;
}

export interface Iterations {
  /** Factorisations or index sets. */
  readonly direct: number;
  /** Sweeps or products. */
  readonly iterative: number;
  /** Solves, each with its own friction bounds. */
  readonly coupling: number;
  readonly total: number;
}

/** The counts of both; the coupling is that of `total`. */
export function addIterations(total: Iterations, more: Iterations): Iterations {
  return {
    direct: total.direct + more.direct,
    iterative: total.iterative + more.iterative,
    coupling: total.coupling,
    total: total.total + more.total,
  };
}

export interface Outcome {
  readonly status: Status;
  readonly iterations: Iterations;
  /** Bounds of the last solve. */
  readonly lo: Float64Array;
  readonly hi: Float64Array;
  /** True: these are the friction bounds that x itself implies. */
  readonly follows?: boolean;
  /** Names of the methods that produced x, for solvers that choose among several: "newton-coupled, psor". */
  readonly path?: string;
}

/** A solve that failed, and what answered instead. */
export interface FailedMethod {
  readonly solver: string;
  /** `refused`: the problem is too large for its method. */
  readonly status: Status | 'refused';
  /** The sentence of a refusal. */
  readonly reason?: string;
  /** Energy error of its last iterate on the whole problem, J; NaN if an impulse is not finite, or if there is none. */
  readonly error: number;
  /** The solver whose answer counts, and its error, J. */
  readonly answered: string;
  readonly answeredError: number;
}

/** Memory for an answer and the bounds of its last solve, for callers that solve often. */
export interface AnswerRoom {
  readonly x: FloatBuffer;
  readonly lo: FloatBuffer;
  readonly hi: FloatBuffer;
}

/** The outcome of one solve between the bounds of p. */
export function ended(
  { lo, hi }: Problem,
  status: Status,
  direct: number,
  iterative: number,
  total = direct + iterative,
): Outcome {
  return { status, iterations: { direct, iterative, coupling: 1, total }, lo, hi };
}

/** The same answer under the name of the method that produced it; undefined: the solver's own. */
export function producedBy(path: string | undefined, outcome: Outcome): Outcome {
  return path === undefined ? outcome : { ...outcome, path };
}

/** One option of a solver: its default, unit and range are data, so that every surface prints and checks the same. */
export type OptionSpec =
  | {
      readonly type: 'number';
      readonly default: number;
      readonly unit: string;
      /** Least and largest value; `exclusive` leaves the ends out. */
      readonly min: number;
      readonly max: number;
      readonly exclusive?: boolean;
      readonly integer?: boolean;
      readonly summary: string;
    }
  | {
      readonly type: 'choice';
      readonly default: string;
      readonly choices: readonly string[];
      readonly summary: string;
    };

export type OptionValues = Readonly<Record<string, number | string>>;

export interface Solver<Options extends object = OptionValues> {
  readonly name: string;
  readonly summary: string;
  /** Theory page. */
  readonly reference: string;
  readonly family: Family;
  /**
   * Admissible sets it can solve for; a set whose size follows the normals may also be solved for as the one of fixed size
   * that stands for it, over and over (FM2). Asking for another is an error that names solvers that accept it.
   */
  readonly accepts: readonly SetKind[];
  readonly needs: 'any' | 'symmetric' | 'structure';
  /** Iterates that a monitor sees; 'end' = only the final answer can be measured. Undefined = 'iterates'. */
  readonly observes?: 'iterates' | 'end';
  /** Largest number of rows it takes; undefined = any. */
  readonly maxRows?: number;
  /** Solves with updated friction bounds that it does by itself if a problem lists contacts (EATK18 Table 3). */
  readonly coupling: number;
  /** True: by default it goes on until the friction bounds stand still; `coupling` is the number of EATK18's setting alone. */
  readonly settles?: boolean;
  /** Its own test of convergence in words, if no option `tolerance` states it. */
  readonly stopsAt?: string;
  /** True: friction bounds follow its own normals; stored ones are not used, and coupling 0 is refused. */
  readonly ownBounds?: boolean;
  /** True: at a limit it returns its least-error iterate itself; no monitor is needed for that. */
  readonly returnsBest?: boolean;
  /** EATK18 Table 3's values of its options, if they differ from the defaults. */
  readonly table3?: Readonly<Partial<Options>>;
  readonly options: { readonly [K in keyof Options]: OptionSpec };
  readonly defaults: Readonly<Options>;
  /** @param team threads to share the work with, for solvers that can; the answer has the same bits without them */
  create(team?: ThreadTeam): SolverInstance<Options>;
}

/** A solver whose option types are its own business; `completeOptions` checks the values it is given. */
export type AnySolver = Solver<OptionValues>;

/** Threads that share one memory with the calling one, as solvers see them; threads/team.ts makes them. */
export interface ThreadTeam {
  /** The calling thread included. */
  readonly threads: number;
  /** Memory that the threads share. */
  readonly buffer: ArrayBuffer;
  /** False if a worker has ended: then a solver works as if there were no team. */
  isReady(): boolean;
  /** One sweep by all threads; the largest change of an impulse. */
  sweep(sweep: SharedSweep): number;
  /** Workers do what their entry does with these integers while `meanwhile` runs here; returns when all have ended. */
  together(integers: readonly number[], meanwhile: () => void): void;
}

/** Where the numbers of a sweep are in the memory that threads share, and how its rows are assigned; element offsets. */
export interface SharedSweep {
  /** i32 offset of a ROW_SWEEP table. */
  readonly table: number;
  readonly colours: number;
  /** i32 offset of (threads + 1) first rows for each colour. */
  readonly cuts: number;
}

/** Owns workspace and memory; a used instance gives the same bits as a fresh one. */
export interface SolverInstance<Options extends object = OptionValues> {
  /** The symbolic part of a solve of p, kept for as long as the pattern stays; `solve` does it if it was not called before. */
  analyse?(p: Problem): void;
  /** x: warm start in, answer out. The outcome, its arrays included, is valid until the next solve. */
  solve(p: Problem, x: Float64Array, options: Readonly<Options>, monitor?: Monitor): Outcome;
  release(): void;
}

/** Sees the iterates of a solve, and may end it. Without a monitor nothing of this costs anything. */
export interface Monitor {
  /** True: only the monitor's word ends the solve; the solver's own stopping test is off. */
  readonly ownsStopping: boolean;
  /** A solve of `p` begins (its bounds are p.lo, p.hi) from x. */
  begin(p: Problem, x: Float64Array): void;
  /**
   * Iterate k (from 1) is x, with w = A x + b if the solver has it, or the energy error if a kernel
   * has measured it on the way. Valid during the call. A status ends the solve with it.
   */
  observe(k: number, x: Float64Array, w?: Float64Array, energy?: number): Status | undefined;
  /** ms until a time limit strikes, if the monitor keeps one; solvers with inner loops share it out. */
  timeLeft?(): number;
}

/** A monitor for an inner loop that only keeps the time limit of the outer one; undefined if there is none. */
export function deadlineOf(monitor: Monitor | undefined): Deadline | undefined {
  if (monitor?.timeLeft === undefined || monitor.timeLeft() === Infinity) return undefined;
  return new Deadline(monitor, 0);
}

/** Asked inside long loops: true when the time limit of a monitor has struck. Without a limit it costs nothing. */
export type IsOver = () => boolean;

const never: IsOver = () => false;

/** The test for the time limit of a solve's monitor. */
export function isOverOf(monitor: Monitor | undefined): IsOver {
  const deadline = deadlineOf(monitor);
  return deadline ? () => deadline.timeLeft() <= 0 : never;
}

/** Ends a solve when another monitor's time limit is `reserve` ms away. */
export class Deadline implements Monitor {
  readonly ownsStopping = false;
  private readonly monitor: Monitor;
  private readonly reserve: number;

  constructor(monitor: Monitor, reserve: number) {
    this.monitor = monitor;
    this.reserve = reserve;
  }

  begin(): void {}

  observe(): Status | undefined {
    return this.timeLeft() <= 0 ? 'time-limit' : undefined;
  }

  timeLeft(): number {
    return (this.monitor.timeLeft?.() ?? Infinity) - this.reserve;
  }
}

/** True if a value looks like a solver: a name, an option table and a way to create an instance. */
export function isSolver(given: unknown): given is AnySolver {
  const { name, options, create, accepts } = (given ?? {}) as Partial<AnySolver>;
  return (
    typeof name === 'string' && typeof create === 'function' && typeof options === 'object' && Array.isArray(accepts)
  );
}

/** The defaults that an option table states. */
export function defaultsOf<Options extends object>(options: { readonly [K in keyof Options]: OptionSpec }): Options {
  const entries = Object.entries(options) as [string, OptionSpec][];
  return Object.fromEntries(entries.map(([name, spec]) => [name, spec.default])) as Options;
}

/** Defaults overlaid with what was given. @throws ContractError for an unknown name or a value out of range. */
export function completeOptions<Options extends object>(solver: Solver<Options>, given: OptionValues = {}): Options {
  const specs = solver.options as Readonly<Record<string, OptionSpec>>;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ContractError(`${solver.name}: options: expected an object, found ${found(given)}`);
  if (Object.keys(given).length === 0) return solver.defaults;
  for (const [name, value] of Object.entries(given)) {
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (!spec) throw new ContractError(`${solver.name}: ${unknownName('option', name, Object.keys(specs))}`);
    if (!inRange(spec, value))
      throw new ContractError(`${solver.name}: option ${name}: expected ${rangeOf(spec)}, found ${found(value)}`);
  }
  return { ...solver.defaults, ...given } as Options;
}

function inRange(spec: OptionSpec, value: number | string): boolean {
  if (spec.type === 'choice') return spec.choices.includes(value as string);
  if (typeof value !== 'number' || (spec.integer && !Number.isInteger(value))) return false;
  return spec.exclusive ? value > spec.min && value < spec.max : value >= spec.min && value <= spec.max;
}

/** "a number in (0, 2)", "an integer >= 1", "rows or matrix-free". */
export function rangeOf(spec: OptionSpec): string {
  if (spec.type === 'choice') return spec.choices.join(' or ');
  const noun = spec.integer ? 'an integer' : 'a number';
  if (spec.max === Infinity) return `${noun} ${spec.exclusive ? '>' : '>='} ${spec.min}`;
  return spec.exclusive ? `${noun} in (${spec.min}, ${spec.max})` : `${noun} from ${spec.min} to ${spec.max}`;
}

/** @throws ContractError when `solver` cannot take `p`; the sentence names those of `others` that can. */
export function expectAccepted(solver: AnySolver, p: Problem, others: readonly AnySolver[]): void {
  const refusal = refusalOf(solver, p);
  if (!refusal) return;
  const able = others.filter((other) => !refusalOf(other, p)).map((other) => other.name);
  const hint = able.length > 0 ? `; solvers that take it: ${able.join(', ')}` : '';
  throw new ContractError(`${solver.name} ${refusal}${hint}`);
}

/** It solves for the set itself; otherwise perhaps for the one of fixed size that stands for it, in an outer fixed point. */
export function takesSet(solver: AnySolver, set: SetKind): boolean {
  return solver.accepts.includes(set);
}

function refusalOf(solver: AnySolver, p: Problem): string | undefined {
  if (solver.maxRows !== undefined && p.n > solver.maxRows)
    return `takes at most ${solver.maxRows} rows, this problem has ${p.n}`;
  if (solver.needs !== 'any' && !p.symmetric) return 'needs a symmetric A, this problem has "symmetric": false';
  if (solver.needs === 'structure' && !p.structure) return 'needs J, Minv and C, this problem gives A';
  const foreign = setsOf(p).find((set) => !takesSet(solver, set) && !takesSet(solver, frozenSet(set)));
  if (foreign) return `takes the sets ${solver.accepts.join(', ')}, this problem has ${foreign}`;
  return undefined;
}
