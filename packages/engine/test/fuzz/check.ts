/**
 * Every registered solver on one problem of the fuzzer, judged from outside: from x, the bounds of the last solve and
 * the status alone. Nothing here asks a solver how good its answer is.
 *
 * The rules: nothing but ContractError is thrown; x is finite unless the status says `diverged`; `converged` from a
 * direct solver means a relative energy error of at most 1e-14, also against the friction bounds that x implies where
 * those are claimed to follow; where A is positive definite its velocities are the oracle's; the problem is left alone;
 * an instance that has solved the problems before gives the same bits as a fresh one.
 */

import { ContractError } from '../../src/checks/errors.ts';
import { cholesky } from '../../src/linalg/dense.ts';
import { energyError } from '../../src/measures/energy.ts';
import { frictionConsistency } from '../../src/measures/friction-consistency.ts';
import { firstBounds } from '../../src/problem/friction-bounds.ts';
import { islands, subproblem } from '../../src/problem/islands.ts';
import { velocities } from '../../src/problem/operator.ts';
import { type Problem, withBounds } from '../../src/problem/problem.ts';
import { type AnySolver, findSolver, solvers } from '../../src/solvers/registry.ts';
import { type Solution, type SolveRequest, solve } from '../../src/solvers/solve.ts';
import type { FuzzCase } from './problems.ts';

export type Rule =
  | ('exception' | 'finite' | 'energy' | 'friction' | 'inconsistent' | 'oracle')
  | ('input' | 'reuse' | 'time');

export interface Fault {
  readonly seed: number;
  readonly solver: string;
  readonly rule: Rule;
  readonly expected: string;
  readonly found: string;
  /** Known cause that may explain it, to sort faults by; undefined: none. */
  readonly cause: Cause | undefined;
  readonly traits: readonly string[];
}

export type Cause =
  /** Doing nothing is right, for all rows or for those of an island, so 1 J stands in for e0: too much or too little. */
  | '1 J'
  /** The rounding of w = A x + b alone may have this much energy. */
  | 'rounding'
  /** Small against e0 with the bounds of the first or of the last solve, not against e0 with the stored ones. */
  | 'other e0';

/** Largest energy error of what is called converged, as a part of that of doing nothing. */
const ENERGY = 1e-14;
/** Largest difference from the oracle's velocities, as a part of the largest velocity of doing nothing. */
const VELOCITY = 1e-5;
/** Index sets that the oracle may try: about 10 ms. */
const ORACLE_SETS = 3000;
/** One problem in so many is solved once more by a fresh instance; so is every one with a fault. */
const FRESH_EVERY = 8;
/** Sweeps of iterative solvers. */
const SWEEPS = 25;
/** ms */
const SLOW = 5000;

const ORACLE = findSolver('enumeration');

export interface JudgeOptions {
  /** Default: the registry. */
  readonly solvers?: readonly AnySolver[];
  /** ms; without it no solve is timed. */
  readonly clock?: () => number;
}

export class Judge {
  /** Solves by solver and status; `refused` = ContractError, `skipped` = too many index sets for the oracle. */
  readonly counts = new Map<string, Map<string, number>>();
  /** Seeds of problems that have a solution which a direct solver did not reach: no fault, but worth knowing. */
  readonly unsolved = new Map<string, number[]>();
  /** Answers that were compared with the oracle's. */
  compared = 0;
  private readonly solvers: readonly AnySolver[];
  private readonly clock: (() => number) | undefined;
  private readonly used = new Map<AnySolver, ReturnType<AnySolver['create']>>();

  constructor({ solvers: chosen = solvers, clock }: JudgeOptions = {}) {
    this.solvers = chosen;
    this.clock = clock;
  }

  examine(fuzz: FuzzCase): Fault[] {
    const faults: Fault[] = [];
    const answers = new Oracle(fuzz.problem);
    const numbers = numbersOf(fuzz.problem);
    for (const solver of this.solvers) {
      const before = faults.length;
      const say: Say = (rule, expected, found, answer) => {
        const cause = answer && causeOf(fuzz.problem, answer);
        faults.push({ seed: fuzz.seed, solver: solver.name, rule, expected, found, cause, traits: fuzz.traits });
      };
      const solution = this.attempt(fuzz, solver, say);
      if (!solution) continue;
      const touched = numbers.findIndex((v, i) => !Object.is(v, numberOf(fuzz.problem, i)));
      if (touched >= 0) say('input', 'a problem that is left alone', `number ${touched} of b, lo, hi, warm changed`);
      this.rate(fuzz, solver, solution, answers, say);
      if (faults.length > before || fuzz.seed % FRESH_EVERY === 0) this.compareFresh(fuzz, solver, solution, say);
    }
    return faults;
  }

  private rate(fuzz: FuzzCase, solver: AnySolver, solution: Solution, answers: Oracle, say: Say): void {
    const broken = solution.x.findIndex((v) => !Number.isFinite(v));
    if (broken >= 0) {
      if (solution.ended !== 'diverged') say('finite', 'finite x', `x[${broken}] not finite, ${solution.ended}`);
      return;
    }
    judge(fuzz, solver, solution, say);
    if (solution.ended === 'infeasible' && fuzz.coupling === 0 && answers.exists(fuzz))
      say('inconsistent', 'a solution, which exists', 'infeasible');
    if (!sound(solver)) return;
    if (solution.ended !== 'converged') {
      if (answers.exists(fuzz)) this.noteUnsolved(solver.name, fuzz.seed);
    } else if (answers.compare(solution, say)) this.compared++;
  }

  /** By the one instance of the solver that has solved all problems before: making one costs more than most solves. */
  private attempt(fuzz: FuzzCase, solver: AnySolver, say: Say): Solution | undefined {
    const { problem } = fuzz;
    if (solver === ORACLE && indexSets(firstBounds(problem, problem.warm)) > ORACLE_SETS)
      return this.count(solver, 'skipped');
    const instance = this.used.get(solver) ?? solver.create();
    this.used.set(solver, instance);
    const start = this.clock?.() ?? 0;
    try {
      const solution = solve(problem, { ...requestOf(fuzz, solver), instance });
      this.count(solver, solution.status);
      const spent = (this.clock?.() ?? 0) - start;
      if (spent > SLOW) say('time', `an end within ${SLOW} ms`, `${Math.round(spent)} ms, then ${solution.status}`);
      return solution;
    } catch (error) {
      if (error instanceof ContractError) return this.count(solver, 'refused');
      this.used.delete(solver); // who knows what it left behind
      say('exception', 'a status', `${(error as Error).stack?.split('\n').slice(0, 3).join(' ')}`);
      return this.count(solver, 'exception');
    }
  }

  private compareFresh(fuzz: FuzzCase, solver: AnySolver, used: Solution, say: Say): void {
    const fresh = solve(fuzz.problem, requestOf(fuzz, solver));
    const row = fresh.x.findIndex((v, i) => !Object.is(v, used.x[i]));
    if (row >= 0)
      say('reuse', `x[${row}] = ${fresh.x[row]} as from a fresh instance`, `${used.x[row]} from a used one`);
    else if (used.status !== fresh.status) say('reuse', `${fresh.status} as from a fresh instance`, used.status);
  }

  private count({ name }: AnySolver, status: string): undefined {
    const row = this.counts.get(name) ?? new Map<string, number>();
    this.counts.set(name, row.set(status, (row.get(status) ?? 0) + 1));
  }

  private noteUnsolved(name: string, seed: number): void {
    const seeds = this.unsolved.get(name) ?? [];
    seeds.push(seed);
    this.unsolved.set(name, seeds);
  }
}

/** The answer that is wrong, where that can be measured. */
interface Answer extends Pick<Solution, 'x' | 'lo' | 'hi'> {
  /** The energy error that is too large, J. */
  readonly energy?: number;
}

type Say = (rule: Rule, expected: string, found: string, answer?: Answer) => void;

function requestOf({ coupling }: FuzzCase, solver: AnySolver): SolveRequest {
  const limited = solver.family === 'iterative' && 'maxIterations' in solver.options;
  const options = limited ? { maxIterations: SWEEPS } : {};
  return { solver, options, ...(coupling !== undefined && { coupling }) };
}

/** Solvers whose own word is a promise far below (E15); iterative ones stop at a tolerance of their own. */
function sound(solver: AnySolver): boolean {
  return solver.family === 'direct' || solver.name === 'auto';
}

/** The rules about energies. */
function judge({ problem: p, coupling, inconsistent }: FuzzCase, solver: AnySolver, s: Solution, say: Say): void {
  if (s.ended !== 'converged' || solver.family === 'iterative') return;
  const { x, lo, hi } = s;
  const e0 = unitOf(p, withBounds(p, lo, hi));
  const energy = energyError(p, x, { lo, hi }).value;
  if (!small(p, e0, energy)) {
    const answer = { x, lo, hi, energy };
    if (inconsistent)
      say('inconsistent', 'no convergence where no solution exists', `converged, ${energy / e0} e0`, answer);
    else if (sound(solver)) say('energy', `converged means at most ${ENERGY} e0`, `${energy / e0} e0`, answer);
  }
  const follows = s.follows || ((solver.ownBounds || solver.name === 'auto') && coupling !== 0);
  if (!follows || p.contacts.length === 0) return;
  const implied = frictionConsistency(p, x).value;
  if (!small(p, unitOf(p), implied))
    say('friction', `bounds that x implies are kept to ${ENERGY} e0`, `${implied / unitOf(p)} e0`, {
      x,
      lo,
      hi,
      energy: implied,
    });
}

/**
 * e0 in joules, of the stored bounds or of those of the last solve, whichever is more: friction bounds from a warm start of
 * 1e16 N s make a problem of 1e23 J of one that the stored bounds leave with nothing to do. 1 J where both are zero.
 */
function unitOf(...problems: Problem[]): number {
  return Math.max(...problems.map((p) => energyError(p, nothing(p)).value)) || 1;
}

/**
 * Against e0, or no more than the rounding of w at x = clamp(0): where the bounds of a narrow box are all that doing nothing
 * has wrong, 1e-14 e0 can be less than one unit in the last place of w. The floor depends on the problem only: an answer with
 * huge impulses does not raise it.
 */
function small(p: Problem, e0: number, energy: number): boolean {
  return energy <= ENERGY * e0 || energy <= roundingOf(p, nothing(p));
}

/** Sorts a fault; asked only where there is one. */
function causeOf(p: Problem, { x, lo, hi, energy = Infinity }: Answer): Cause | undefined {
  if (energy <= roundingOf(p, x)) return 'rounding';
  const first = firstBounds(p, p.warm);
  const others = [p, withBounds(p, lo, hi), withBounds(p, first.lo, first.hi)];
  const idle = (part: Problem) => energyError(part, nothing(part)).value === 0;
  if (others.some(idle) || islands(p).some((rows) => idle(subproblem(p, rows)))) return '1 J';
  return energy <= ENERGY * unitOf(...others) ? 'other e0' : undefined;
}

/** The energy of an error of n + 2 roundings in each row's w, J. */
function roundingOf(p: Problem, x: Float64Array): number {
  let energy = 0;
  for (let i = 0; i < p.n; i++) {
    const w = roundingAt(p, x, i);
    energy += (w * w) / (2 * p.A.diagonal[i]);
  }
  return energy;
}

/** n + 2 roundings in w of row i, m/s. */
function roundingAt({ n, A, b }: Problem, x: Float64Array, i: number): number {
  const row = new Float64Array(n);
  A.row(i, row);
  const terms = row.reduce((sum, a, j) => sum + Math.abs(a * x[j]), Math.abs(b[i]));
  return (n + 2) * Number.EPSILON * terms;
}

/** The velocities of the only solution for the bounds that a solver ended with: by enumeration, or plain to see. */
class Oracle {
  private readonly p: Problem;
  private readonly unique: boolean;
  /** Largest velocity of doing nothing. */
  private readonly scale: number;
  private readonly known: { lo: Float64Array; hi: Float64Array; w: Float64Array | undefined }[] = [];

  constructor(p: Problem) {
    this.p = { ...p, contacts: [], ungiven: [], warm: undefined };
    this.unique = isPositiveDefinite(p);
    const w = velocities(p, nothing(p), new Float64Array(p.n));
    this.scale = Math.max(...p.b.map(Math.abs), ...w.map(Math.abs));
  }

  /** A solution exists beyond doubt, for the stored bounds at least. */
  exists({ planted, coupling, problem }: FuzzCase): boolean {
    const fixed = coupling === 0 || problem.contacts.length === 0;
    return fixed && (planted || (this.unique && this.velocitiesFor(problem) !== undefined));
  }

  /** False where there is nothing to compare with. */
  compare({ x, lo, hi }: Solution, say: Say): boolean {
    const scale = this.scale || leastVelocity(this.p.A.diagonal, { lo, hi });
    const expected = this.unique && scale > 0 ? this.velocitiesFor({ lo, hi }) : undefined;
    if (!expected) return false;
    const w = velocities(this.p, x, new Float64Array(x.length));
    let worst = 0;
    for (let i = 1; i < w.length; i++)
      if (Math.abs(w[i] - expected[i]) > Math.abs(w[worst] - expected[worst])) worst = i;
    const difference = Math.abs(w[worst] - expected[worst]);
    // impulses of 1e12 N s leave 1e-4 m/s to the rounding of a sum: neither side knows w better than that
    if (difference > VELOCITY * scale && difference > VELOCITY * scale + 2 * roundingAt(this.p, x, worst))
      say('oracle', `w[${worst}] = ${expected[worst]} m/s to ${VELOCITY} of ${scale} m/s`, `${w[worst]} m/s`, {
        x,
        lo,
        hi,
      });
    return true;
  }

  private velocitiesFor(bounds: Bounds): Float64Array | undefined {
    const { lo, hi } = bounds;
    const same = (p: Float64Array, q: Float64Array) => p.every((v, i) => v === q[i]);
    const before = this.known.find((one) => same(one.lo, lo) && same(one.hi, hi));
    if (before) return before.w;
    const x = this.solutionFor(bounds);
    const w = x && velocities(this.p, x, new Float64Array(x.length));
    this.known.push({ lo: lo.slice(), hi: hi.slice(), w });
    return w;
  }

  private solutionFor(bounds: Bounds): Float64Array | undefined {
    const p = withBounds(this.p, bounds.lo, bounds.hi);
    // Doing nothing is right. The oracle's tolerance would be a part of 1 J here, which may be more than there is.
    if (energyError(p, nothing(bounds)).value === 0) return nothing(bounds);
    if (p.n > (ORACLE.maxRows ?? 0) || indexSets(bounds) > ORACLE_SETS) return undefined;
    const { x, status } = solve(p, { solver: ORACLE, coupling: 0 });
    return status === 'converged' ? x : undefined;
  }
}

/** The least velocity that a bound can make, bounds that are zero or infinite left out; 0 where there is none. */
function leastVelocity(a: Float64Array, { lo, hi }: Bounds): number {
  const all = [...lo, ...hi].map((bound, k) => Math.abs(bound) * a[k % a.length]);
  const least = Math.min(...all.filter((v) => v > 0));
  return Number.isFinite(least) ? least : 0;
}

type Bounds = Pick<Problem, 'lo' | 'hi'>;

/** x = clamp(0). */
function nothing({ lo, hi }: Bounds): Float64Array {
  return lo.map((l, i) => Math.min(Math.max(0, l), hi[i]));
}

/** The symmetric part of A has a Cholesky factor: one solution, whatever b and the bounds. */
function isPositiveDefinite({ n, A }: Problem): boolean {
  const a = A.dense();
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) a[i * n + j] = 0.5 * (a[i * n + j] + a[j * n + i]);
  return cholesky(a, n);
}

function indexSets({ lo, hi }: Bounds): number {
  let sets = 1;
  for (let i = 0; i < lo.length; i++)
    if (lo[i] !== hi[i]) sets *= 1 + (lo[i] > -Infinity ? 1 : 0) + (hi[i] < Infinity ? 1 : 0);
  return sets;
}

function numbersOf(p: Problem): number[] {
  return Array.from({ length: (p.warm ? 4 : 3) * p.n }, (_, i) => numberOf(p, i));
}

/** Number i of b, lo, hi and warm, one after the other. */
function numberOf({ n, b, lo, hi, warm }: Problem, i: number): number {
  const at = i % n;
  return i < n ? b[at] : i < 2 * n ? lo[at] : i < 3 * n ? hi[at] : (warm?.[at] ?? 0);
}
