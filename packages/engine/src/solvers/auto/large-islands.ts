/**
 * Islands too large for a direct method: sweeps, in turns with a direct solve of the critical rows if that is asked for.
 * docs/theory/auto.md (AU5), (AU6), (AU9)
 *
 * Accelerated sweeps between fixed bounds, sweeps with momentum over contacts whose friction follows the normals or is
 * not row by row, plain ones if joints are among such rows. The answer is the least-error iterate of those measured.
 */
import { setFrictionBounds } from '../../problem/friction-bounds.ts';
import type { Contact, Problem } from '../../problem/problem.ts';
import { isByRows, isFollowing, setsOf } from '../../problem/sets/models.ts';
import { addIterations, type Monitor, type Outcome, type Status } from '../../problem/solver.ts';
import { nncg } from '../nncg.ts';
import { pgs } from '../pgs.ts';
import { psor } from '../psor.ts';
import { Relaxation } from '../sweeps/relaxation.ts';
import { LeastErrorIterate, type OwnError } from './best-iterate.ts';
import { ClosedContacts } from './closed-contacts.ts';
import { type CriticalChoice, CriticalRows } from './critical-rows.ts';
import type { DirectMethods } from './direct-methods.ts';
import { Rounds, type Unsolved } from './rounds.ts';

/** Energy error at which sweeps end, as a part of that of doing nothing: what they reach in most heaps. */
export const RELATIVE = 1e-7;
/** Of sweeps over contacts: 60 such sweeps leave as much as 200 plain ones. */
const MOMENTUM = 0.75;
/** Sweeps between two measurements of the error: to measure costs several plain sweeps, one if a kernel does it. */
const LOOK = { momentum: 20, plain: 60 } as const;
/** After so many sweeps with momentum they end as soon as 20 more leave more than GAIN of the error. */
const ENOUGH = 100;
const GAIN = 2 / 3;
/** Sweeps between direct solves of the critical rows. */
const CRITICAL_TURN = 10;
/** After these statuses the next turn would gain nothing. */
const ENDS: ReadonlySet<Status> = new Set(['diverged', 'time-limit', 'stopped']);
/** After these more sweeps, and Newton, may gain something. */
const UNSOLVED: ReadonlySet<Status> = new Set(['iteration-limit', 'stagnated']);

type SweepMethod = 'accelerated' | 'rows' | 'contacts';
const SOLVER = { accelerated: nncg, rows: pgs, contacts: psor } as const;

function methodFor(p: Problem, q: Problem): SweepMethod {
  const squares = setsOf(p).every(isByRows);
  if (squares && q === p && !setsOf(p).some(isFollowing)) return 'accelerated';
  return squares && !isAllContacts(q) ? 'rows' : 'contacts';
}

export interface LargeOptions {
  readonly sweeps: number;
  readonly target: number;
  readonly critical: CriticalChoice;
}

export class LargeIslands {
  private readonly accelerated = nncg.create();
  private readonly byRows = pgs.create();
  private readonly byContacts = new Relaxation();
  private readonly ownError: OwnError = (of) => this.byContacts.energy(of);
  private readonly direct: DirectMethods;
  private readonly rounds = new Rounds();

  /** @param direct methods for the critical rows */
  constructor(direct: DirectMethods) {
    this.direct = direct;
  }

  /** @param q p, or p with friction whose size follows the normals of the answer */
  solve(p: Problem, q: Problem, x: Float64Array, options: LargeOptions, monitor: Monitor | undefined): Outcome {
    const method = methodFor(p, q);
    const critical = CriticalRows.of(q, options.critical);
    const watched = method !== 'accelerated' && !critical;
    const momentum = method === 'contacts' && !critical;
    const relative = watched && monitor?.ownsStopping ? 0 : options.target; // 0: the monitor decides
    const best = new LeastErrorIterate(p, q, relative, momentum ? this.ownError : undefined);
    if (!watched) best.begin(x);
    const { sweeps } = options;
    const looks = watched ? new Looks(best, sweeps, momentum ? LOOK.momentum : LOOK.plain, monitor) : monitor;
    const outcome = critical
      ? this.inTurns(critical, q, x, { method, best, sweeps, monitor })
      : this.sweep(q, x, method, sweeps, looks, relative);
    if (!watched && !critical) best.see(x);
    if (!monitor) x.set(best.x);
    const met = best.isEnough && !ENDS.has(outcome.status);
    const ownTest = outcome.status === 'converged' && !monitor?.ownsStopping; // the sweeps' own test is not this one
    const status = met ? 'converged' : ownTest ? 'iteration-limit' : outcome.status;
    const unsolved = watched && relative < RELATIVE && UNSOLVED.has(status);
    const ended = unsolved
      ? this.inRounds(q, x, method, { sweeps: options.sweeps, tolerance: relative, monitor }, outcome)
      : { status, iterations: outcome.iterations };
    const lo = p.lo.slice();
    const hi = p.hi.slice();
    if (q !== p) setFrictionBounds(p, x, lo, hi);
    return { ...ended, lo, hi, follows: q !== p || isAllFollowing(p) };
  }

  /** The solver that `solve` uses for p, and the one of its critical rows if there are any. */
  nameOf(p: Problem, q: Problem, { critical }: Pick<LargeOptions, 'critical'>): string {
    const { name } = SOLVER[methodFor(p, q)];
    return CriticalRows.of(q, critical) ? `${name} with critical rows by ${this.direct.nameOf(q, true)}` : name;
  }

  release(): void {
    for (const method of [this.accelerated, this.byRows, this.byContacts, this.rounds]) method.release();
  }

  private sweep(
    q: Problem,
    x: Float64Array,
    method: SweepMethod,
    maxIterations: number,
    monitor: Monitor | undefined,
    tolerance = RELATIVE,
  ): Outcome {
    if (method === 'accelerated')
      return this.accelerated.solve(q, x, { ...nncg.defaults, tolerance, maxIterations }, monitor);
    if (method === 'rows') return this.byRows.solve(q, x, { ...pgs.defaults, tolerance: 0, maxIterations }, monitor);
    const options = { ...psor.defaults, tolerance: 0, maxIterations, momentum: MOMENTUM };
    return this.byContacts.solve(q, x, options, monitor);
  }

  /** (AU10) by plain sweeps, after those that ended with `outcome`. */
  private inRounds(
    q: Problem,
    x: Float64Array,
    method: SweepMethod,
    asked: Pick<Unsolved, 'sweeps' | 'tolerance' | 'monitor'>,
    outcome: Outcome,
  ): Pick<Outcome, 'status' | 'iterations' | 'path'> {
    const sweep = (maxIterations: number, watch: Monitor) =>
      method === 'rows'
        ? this.byRows.solve(q, x, { ...pgs.defaults, tolerance: 0, maxIterations }, watch)
        : this.byContacts.solve(q, x, { ...psor.defaults, tolerance: 0, maxIterations }, watch);
    const { status, iterations } = this.rounds.run({ q, x, sweep, ...asked });
    const { name } = SOLVER[method];
    const path = iterations.direct > 0 ? `${ClosedContacts.nameOf(q)}, ${name}` : name;
    return { status, iterations: addIterations(outcome.iterations, iterations), path };
  }

  /** (AU5) */
  private inTurns(critical: CriticalRows, q: Problem, x: Float64Array, turns: Turns): Outcome {
    const { method, best, monitor } = turns;
    let left = turns.sweeps;
    let iterations = { direct: 0, iterative: 0, coupling: 1, total: 0 };
    let outcome: Outcome;
    do {
      iterations = addIterations(iterations, this.improve(critical, q, x));
      const maxIterations = Math.min(left, CRITICAL_TURN);
      outcome = this.sweep(q, x, method, maxIterations, monitor);
      iterations = addIterations(iterations, outcome.iterations);
      left -= maxIterations;
      best.see(x);
      if (outcome.status === 'converged' && monitor?.ownsStopping) break;
    } while (left > 0 && !best.isEnough && !ENDS.has(outcome.status));
    return { ...outcome, iterations };
  }

  /** The critical rows by the method that a small island would get. */
  private improve(critical: CriticalRows, q: Problem, x: Float64Array): Outcome['iterations'] {
    const { direct } = this;
    return critical.improve(q, x, (part, local) => {
      direct.forget();
      const squares = setsOf(part).every(isByRows);
      return (squares ? direct.rows(part, local, part.contacts.length > 0) : direct.curved(part, local)).iterations;
    });
  }
}

/** What the turns of (AU5) need besides the problem. */
interface Turns {
  readonly method: SweepMethod;
  readonly best: LeastErrorIterate;
  readonly sweeps: number;
  readonly monitor: Monitor | undefined;
}

/** Measures some sweeps and the last, stops when good enough or at little gain, and forwards every iterate to the caller's monitor. */
class Looks implements Monitor {
  readonly ownsStopping = true;
  private readonly best: LeastErrorIterate;
  private readonly last: number;
  private readonly every: number;
  private readonly other: Monitor | undefined;

  /** @param last the number of the last sweep. @param every which sweeps are measured */
  constructor(best: LeastErrorIterate, last: number, every: number, other: Monitor | undefined) {
    this.best = best;
    this.last = last;
    this.every = every;
    this.other = other;
  }

  begin(p: Problem, x: Float64Array): void {
    this.best.begin(x);
    this.other?.begin(p, x);
  }

  observe(k: number, x: Float64Array, w?: Float64Array, energy?: number): Status | undefined {
    const word = this.other?.observe(k, x, w, energy);
    if (word || (k % this.every !== 0 && k !== this.last)) return word;
    const before = this.best.error;
    this.best.see(x);
    if (this.best.isEnough) return 'converged';
    if (this.other?.ownsStopping || this.every !== LOOK.momentum || k < ENOUGH || k === this.last) return undefined;
    return this.best.error > GAIN * before ? 'stagnated' : undefined;
  }
}

/** Every row is one of three of a contact: a normal and two tangents. */
function isAllContacts({ n, contacts }: Problem): boolean {
  const ordinary = ({ tangents, rolling, spinning }: Contact) =>
    tangents.length === 2 && rolling.length === 0 && spinning.length === 0;
  return n === 3 * contacts.length && contacts.every(ordinary);
}

function isAllFollowing(p: Problem): boolean {
  return p.contacts.length > 0 && setsOf(p).every(isFollowing);
}
