/**
 * Solves one problem with one solver: friction coupling, limits and the choice of the iterate, in one place.
 * docs/theory/complementarity.md (C8)
 *
 *   coupling N = N solves; before solves 2..N the friction bounds become -/+ mu max(x_n, 0) of the last answer.
 *   First bounds: stored if given, else from the warm start, else zero.
 *
 * The answer is measured from outside: `converged` means (E15) of docs/theory/error-measures.md whatever the solver.
 * A set whose size follows the normals goes to a solver that accepts it, or as the set of fixed size that stands for it to
 * one that does not: then the coupling is the outer fixed point (FM2).
 */

import { ContractError } from '../checks/errors.ts';
import { SizeError } from '../checks/sizes.ts';
import type { FloatBuffer } from '../linalg/buffers.ts';
import type { MeasureName } from '../measures/catalogue.ts';
import { type Judgement, statusOf, type WholeErrors, wholeError, wholeErrors } from '../measures/converged.ts';
import { energyErrorOf } from '../measures/energy.ts';
import { takeScale } from '../measures/energy-gauge.ts';
import { EnergyTolerance, errorBy, History, LeastError, type Service, TimeLimit, Watch } from '../measures/monitor.ts';
import { setFirstBounds, setFrictionBounds } from '../problem/friction-bounds.ts';
import { frictionRows, type Problem, withBounds } from '../problem/problem.ts';
import { frozen, isFixed, isFollowing, setsOf } from '../problem/sets/models.ts';
import {
  type AnswerRoom,
  type AnySolver,
  completeOptions,
  expectAccepted,
  type Iterations,
  isOverOf,
  type Monitor,
  type OptionValues,
  type Outcome,
  type Status,
  takesSet,
} from '../problem/solver.ts';
import { expectRequest, type SolveRequest } from './solve/request.ts';

export type { SolveRequest } from './solve/request.ts';

export interface Solution extends Outcome {
  /** `converged` by (E15), whatever the solver. */
  readonly status: Status;
  /** What the solver itself returned, by its own tests. */
  readonly ended: Status;
  readonly x: Float64Array;
  /** Every option with the value used. */
  readonly options: OptionValues;
  /** Coupling as used: 0 = bounds as stored. */
  readonly coupling: number;
  /** Names of the methods that produced x: the solver's own unless it chooses among several. */
  readonly path: string;
  /** Which iterate x is. */
  readonly picked: MeasureName | 'last';
  /** Time of the solves without the symbolic analysis and that of the monitor, ms; undefined without a clock. */
  readonly timeMs: number | undefined;
  /** Time of the symbolic analysis, ms; near zero if the instance has seen the pattern before. */
  readonly symbolicMs: number | undefined;
  readonly history: History | undefined;
  /** The errors that decide about `converged`, from x alone. */
  readonly errors: WholeErrors;
}

/** Solvers that a refusal names as able to take the problem. The registry fills the list; without it there is no hint. */
let offered: readonly AnySolver[] = [];

export function offerInRefusals(solvers: readonly AnySolver[]): void {
  offered = solvers;
}

/** An answer that is not measured yet: for callers that compute w = A x + b anyway. */
export interface Answer extends Omit<Solution, 'ended' | 'errors'> {
  /** What the solver itself returned. */
  readonly status: Status;
  /** Status and errors from outside. @param w A x + b, if known */
  judge(w?: Float64Array): Judgement;
}

/**
 * @throws ContractError when the solver does not take the problem or an option; never because the problem is hard. A SizeError,
 * which is one, if the problem is too large for the method: before memory is filled
 */
export function solve(p: Problem, request: SolveRequest): Solution {
  const { judge, status: ended, ...answer } = answerOf(p, request);
  return { ...answer, ...judge(), ended };
}

/** The same without the measurement. @param buffer for x and its bounds */
export function answerOf(p: Problem, request: SolveRequest, buffer?: AnswerRoom): Answer {
  try {
    return attempt(p, request, buffer);
  } catch (error) {
    if (!(error instanceof SizeError)) throw error;
    request.instance?.release(); // what is half laid out: the next problem may be smaller
    throw error.of(request.solver.name);
  }
}

function attempt(p: Problem, request: SolveRequest, buffer?: AnswerRoom): Answer {
  if (!request?.instance) expectRequest(p, request); // an instance is kept by callers that solve often
  const { solver, clock, tolerance } = request;
  const { own, coupling, settles, options } = planOf(p, request);
  const solved = own ? p : frozen(p);
  const x = startOf(p, request.warm, buffer?.x);
  const fixed = coupling === 0;
  const bounded = fixed ? solved : withBounds(solved, copyIn(buffer?.lo, p.lo), copyIn(buffer?.hi, p.hi));
  takeScale(p); // of an earlier solve: numbers may have changed
  if (!fixed) setFirstBounds(p, request.warm ?? p.warm, bounded.lo, bounded.hi);
  const { least, history, watch, isOver } = watchersOf(request);

  const instance = request.instance ?? solver.create(request.team);
  const before = clock?.() ?? 0;
  instance.analyse?.(solved);
  const start = clock?.() ?? 0;
  const iterations = { direct: 0, iterative: 0, coupling: 0, total: 0 };
  let outcome: Outcome;
  do {
    if (iterations.coupling > 0) setFrictionBounds(solved, x, bounded.lo, bounded.hi);
    outcome = instance.solve(bounded, x, options, watch);
    count(iterations, outcome);
    if (ENDS_COUPLING.has(outcome.status)) break;
    if (settles && hasSettled(p, x, outcome, tolerance)) break;
    if (iterations.coupling < coupling && isOver()) outcome = { ...outcome, status: 'time-limit' };
  } while (iterations.coupling < coupling && outcome.status !== 'time-limit');
  const timeMs = clock ? clock() - start - (watch?.spent ?? 0) : undefined;
  const es = takeScale(p);
  if (!request.instance) instance.release();

  const lo = boundsOf(outcome.lo, bounded.lo, buffer?.lo);
  const hi = boundsOf(outcome.hi, bounded.hi, buffer?.hi);
  const picked = least ? pickIterate(request, least, withBounds(solved, lo, hi), x, outcome.status) : 'last';
  if (outcome.follows && picked !== 'last') setFrictionBounds(solved, x, lo, hi);
  const symbolicMs = clock ? start - before : undefined;
  // written out: a spread costs a step of a small scene several per cent
  const { follows = false, path = solver.name } = outcome;
  const ended = wholeStatus(outcome.status, p, coupling);
  const stored = request.coupling === 0;
  return {
    status: outcome.status,
    iterations,
    lo,
    hi,
    follows,
    x,
    options,
    coupling: settles ? iterations.coupling : coupling,
    path,
    picked,
    timeMs,
    symbolicMs,
    history,
    judge(w) {
      const errors = wholeErrors(p, x, { lo, hi }, stored, w, es);
      const inner = solved === p ? errors.energyError : energyErrorOf(solved, x, errors.w, { lo, hi });
      return { status: statusOf(ended, errors, inner.value, tolerance), errors };
    },
  };
}

function count(sum: { -readonly [K in keyof Iterations]: Iterations[K] }, { iterations }: Outcome): void {
  sum.direct += iterations.direct;
  sum.iterative += iterations.iterative;
  sum.coupling += iterations.coupling;
  sum.total += iterations.total;
}

/** A proof for the last friction bounds is none for the problem, whose bounds follow the normals. */
function wholeStatus(ended: Status, { contacts }: Problem, coupling: number): Status {
  return ended === 'infeasible' && coupling > 0 && contacts.length > 0 ? 'stagnated' : ended;
}

/** Of dense solves of n rows: 50 up to 215 rows, 3 from 550 rows on. */
function mostSolves(n: number): number {
  return Math.max(3, Math.min(MOST_SOLVES, Math.floor(MOST_WORK / (n * n * n))));
}

/** The bounds stand still: another solve would change nothing that counts. */
function hasSettled(p: Problem, x: Float64Array, bounds: Outcome, tolerance: number | undefined): boolean {
  const errors = wholeErrors(p, x, bounds);
  return wholeError(errors) <= (tolerance ?? STILL * errors.limit);
}

/** What is solved, how often, and with which options. */
interface Plan {
  /** The solver accepts the sets of p; otherwise p is solved with the sets of fixed size that stand for them. */
  readonly own: boolean;
  readonly coupling: number;
  /** The couplings end as soon as the bounds stand still. */
  readonly settles: boolean;
  readonly options: OptionValues;
}

/** The last plan, of callers that solve often: it depends on the request and on what is listed here. */
interface KnownPlan extends Plan, Pick<Problem, 'n' | 'contacts' | 'ungiven' | 'symmetric'> {
  readonly structured: boolean;
}
const plans = new WeakMap<SolveRequest, KnownPlan>();

/** @throws ContractError for what does not fit the problem or the solver */
function planOf(p: Problem, request: SolveRequest): Plan {
  const { n, contacts, ungiven, symmetric } = p;
  const structured = p.structure !== undefined;
  const known = plans.get(request);
  if (
    known?.n === n &&
    known.contacts === contacts &&
    known.ungiven === ungiven &&
    known.symmetric === symmetric &&
    known.structured === structured
  ) {
    expectWellPosed(p);
    return known;
  }
  const plan = newPlan(p, request);
  if (request.instance) plans.set(request, { ...plan, n, contacts, ungiven, symmetric, structured });
  return plan;
}

function newPlan(p: Problem, request: SolveRequest): Plan {
  const { solver } = request;
  expectAccepted(solver, p, offered);
  expectWellPosed(p);
  const own = setsOf(p).every((set) => takesSet(solver, set));
  const preset = request.coupling === 'table3' ? (solver.table3 as OptionValues | undefined) : undefined;
  const sets = setsOf(own ? p : frozen(p));
  const lagged = sets.some(isFixed); // some sizes are those of the bounds
  const settles = solver.settles === true && request.coupling === undefined;
  const usual = own && !settles ? solver.coupling : Math.max(solver.coupling, settles ? mostSolves(p.n) : OUTER_SOLVES);
  const coupling = typeof request.coupling === 'number' ? request.coupling : lagged ? usual : 0;
  const followed = sets.some(isFollowing);
  const given = completeOptions(solver, { ...preset, ...request.options });
  const stored = coupling === 0 && !followed && 'bounds' in solver.options;
  const options = stored ? { ...given, bounds: 'stored' } : given;
  if (coupling === 0) expectStoredBounds(p, solver);
  if (request.coupling === 0 && solver.ownBounds && setsOf(p).some(isFixed))
    throw new ContractError(
      `${solver.name} takes no stored friction bounds: its own follow the normals; leave coupling out`,
    );
  if (request.timeLimit !== undefined && !request.clock)
    throw new ContractError('solve: timeLimit: expected a clock beside it, found none');
  return { own, coupling, settles, options };
}

/** The services that the request needs, and the monitor that runs them; undefined if it needs none. */
function watchersOf(request: SolveRequest) {
  const { solver, clock, tolerance, timeLimit } = request;
  const pick = request.pick ?? 'energy';
  const unwatched = pick === 'last' || (solver.returnsBest && request.pick === undefined);
  const least = unwatched ? undefined : new LeastError(pick);
  const history = request.history ? new History() : undefined;
  const services: Service[] = [];
  if (least) services.push(least);
  if (history) services.push(history);
  if (tolerance !== undefined) services.push(new EnergyTolerance(tolerance));
  if (timeLimit !== undefined && clock) services.push(new TimeLimit(timeLimit, clock));
  const watch = services.length > 0 ? new Stopwatch(new Watch(services, request.every), clock) : undefined;
  return { least, history, watch, isOver: isOverOf(watch) };
}

/** Sets x to the least-error iterate if requested, or at a limit, and if it is better; returns which iterate x is. */
function pickIterate(
  { pick }: SolveRequest,
  least: LeastError,
  solved: Problem,
  x: Float64Array,
  status: Status,
): MeasureName | 'last' {
  const wanted = pick ? pick !== 'last' : STRUCK.has(status);
  if (!wanted) return 'last';
  // the answer itself competes too: a solver need not show what it returns
  const better = !(errorBy(least.measure, solved, x) <= least.error);
  return better && least.take(x) ? least.measure : 'last';
}

/** Solves of the outer fixed point for sets whose size follows the normals, if a solver accepts only fixed sizes. */
const OUTER_SOLVES = 20;
/** Most solves of a solver that goes on until the bounds stand still, and the work n^3 that they may add up to. */
const MOST_SOLVES = 50;
const MOST_WORK = 5e8;
/** Part of the limit of `converged` at which the bounds of an outer fixed point stand still. */
const STILL = 1e-8;

/** @throws ContractError if coupling 0 has no bounds to solve with. */
function expectStoredBounds(p: Problem, solver: AnySolver): void {
  const ungiven = setsOf(p).some(isFixed) ? new Set(p.ungiven) : undefined;
  for (const contact of p.contacts) {
    if (isFollowing(contact.set) && !takesSet(solver, contact.set))
      throw new ContractError(
        `coupling 0 solves with the stored bounds, but the size of a ${contact.set} follows its normal and ${solver.name} holds sizes fixed; give a coupling of 1 or more`,
      );
    const row = isFixed(contact.set) ? frictionRows(contact).find((r) => ungiven?.has(r)) : undefined;
    if (row !== undefined)
      throw new ContractError(
        `coupling 0 solves with the stored bounds, but row ${row} is a friction row without bounds; give a coupling of 1 or more`,
      );
  }
}

/** Rejects what no solver can handle: crossed bounds and non-positive diagonals. */
function expectWellPosed({ n, A, lo, hi, symmetric }: Problem): void {
  for (let i = 0; i < n; i++) {
    if (!(lo[i] <= hi[i])) throw new ContractError(`row ${i}: expected lo <= hi, found ${lo[i]} and ${hi[i]}`);
    if (symmetric && !(A.diagonal[i] > 0))
      throw new ContractError(`row ${i}: expected a positive diagonal of A, found ${A.diagonal[i]}`);
  }
}

/** After these statuses the next solve of a coupling would start from nothing, or has no time left. */
const ENDS_COUPLING: ReadonlySet<Status> = new Set(['diverged', 'time-limit', 'stopped']);
const STRUCK: ReadonlySet<Status> = new Set(['iteration-limit', 'time-limit', 'stagnated', 'diverged']);

function startOf(p: Problem, warm: Float64Array | undefined, buffer: FloatBuffer | undefined): Float64Array {
  const given = warm ?? p.warm;
  if (given && given.length !== p.n)
    throw new ContractError(`expected a warm start of ${p.n} numbers, found ${given.length}`);
  if (given) return copyIn(buffer, given);
  return buffer ? buffer.of(p.n).fill(0) : new Float64Array(p.n);
}

/** An outcome's arrays are the instance's own; a solver in plain JavaScript may leave them out if it moved no bound. */
const boundsOf = (
  last: Float64Array | undefined,
  given: Float64Array,
  buffer: FloatBuffer | undefined,
): Float64Array => (last === undefined || last === given ? given : copyIn(buffer, last));

/** A copy that the solve may change. */
const copyIn = (buffer: FloatBuffer | undefined, values: Float64Array): Float64Array =>
  buffer?.copy(values) ?? values.slice();

/** Forwards everything to the monitor and adds up the time that it takes. */
class Stopwatch implements Monitor {
  readonly ownsStopping: boolean;
  /** ms */
  spent = 0;
  private readonly monitor: Monitor;
  private readonly clock: () => number;

  constructor(monitor: Monitor, clock: (() => number) | undefined) {
    this.monitor = monitor;
    this.clock = clock ?? (() => 0);
    this.ownsStopping = monitor.ownsStopping;
  }

  begin(p: Problem, x: Float64Array): void {
    const from = this.clock();
    this.monitor.begin(p, x);
    this.spent += this.clock() - from;
  }

  observe(k: number, x: Float64Array, w?: Float64Array, energy?: number): Status | undefined {
    const from = this.clock();
    const status = this.monitor.observe(k, x, w, energy);
    this.spent += this.clock() - from;
    return status;
  }

  timeLeft(): number {
    return this.monitor.timeLeft?.() ?? Infinity;
  }
}
