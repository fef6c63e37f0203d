/**
 * The default: islands first, then for each the direct method while it is affordable, an iterative one beyond.
 * docs/theory/auto.md
 *
 * Chooses by counted work, never by time, so that the answer is the same everywhere. Friction bounds follow the normals
 * (newton-coupled) unless the stored ones are asked for (bpp). Whatever a limit leaves, the least-error iterate counts.
 */
import type { Team } from '../kernels/team.ts';
import { energyErrorOf } from '../measures/energy.ts';
import { frictionConsistencyOf } from '../measures/friction-consistency.ts';
import { setFrictionBounds } from '../problem/friction-bounds.ts';
import { IslandShare } from '../problem/island-team.ts';
import { Partition } from '../problem/islands.ts';
import { velocities } from '../problem/operator.ts';
import { type Contact, type Problem, withBounds } from '../problem/problem.ts';
import { following, isFixed, isFollowing, isRowByRow, setsOf, withoutNone } from '../problem/sets/models.ts';
import { SET_KINDS, type SetKind } from '../problem/sets/set.ts';
import {
  defaultsOf,
  type Iterations,
  type Monitor,
  type Outcome,
  type Solver,
  type Status,
} from '../problem/solver.ts';
import { type Structure, StructuredOperator } from '../problem/structured.ts';
import type { Part } from '../problem/sub-problem.ts';
import { admm } from './admm.ts';
import { CRITICAL_CHOICES, type CriticalChoice, CriticalRows } from './auto/critical-rows.ts';
import { bpp, createBpp } from './bpp.ts';
import { ContactGraphs } from './linear-systems/contact-graph.ts';
import { newtonCone } from './newton-cone.ts';
import { createNewtonCoupled, newtonCoupled } from './newton-coupled.ts';
import { nncg } from './nncg.ts';
import { pgs } from './pgs.ts';
import { psor } from './psor.ts';

export type AutoOptions = {
  bounds: 'updated' | 'stored';
  sweeps: number;
  critical: CriticalChoice;
};

const options = {
  bounds: {
    type: 'choice',
    default: 'updated',
    choices: ['updated', 'stored'],
    summary: 'friction bounds that follow the normal impulses, or those of the problem (coupling 0)',
  },
  sweeps: {
    type: 'number',
    default: 300,
    unit: 'sweeps',
    min: 1,
    max: Infinity,
    integer: true,
    summary: 'most sweeps where an island is too large for a direct method',
  },
  critical: {
    type: 'choice',
    default: 'none',
    choices: CRITICAL_CHOICES,
    summary:
      'rows of such an island that are solved directly, in turns with sweeps: those of no contact, or also the contacts of their bodies',
  },
} as const;

/** Energy error, as a part of that of doing nothing, at which sweeps end. */
const RELATIVE = 1e-7;
/** Sweeps between two looks at the error, each of which costs as much as several; between direct solves of the critical rows. */
const TURN = 60;
const CRITICAL_TURN = 10;
/** After these nothing is to be won by going on. */
const ENDS: ReadonlySet<Status> = new Set(['diverged', 'time-limit', 'stopped']);
/** Problems of fewer rows stay with the thread that has them: handing them out takes about 0.1 ms. */
const SHARED_ROWS = 500;
/** Islands of up to this many rows are always solved directly. */
const DIRECT_ROWS = 2000;
/** Beyond that, while one factorisation needs at most this many multiplications (6 x 6 block products of 216). */
const DIRECT_WORK = 2e7;
/** A graph of more bodies is not even analysed: minimum degree itself would cost more than the sweeps. */
const ANALYSED_BODIES = 4000;
/** Nor one of more than these bodies where each touches many others, as in a heap: fill-in makes it too large for certain. */
const HEAP_BODIES = 500;
const HEAP_NEIGHBOURS = 1.5; // pairs a body

export const auto: Solver<AutoOptions> = {
  name: 'auto',
  summary: 'islands, each by a direct method while affordable, by accelerated sweeps beyond',
  reference: 'docs/theory/auto.md',
  family: 'hybrid',
  accepts: SET_KINDS,
  needs: 'symmetric',
  coupling: 1,
  returnsBest: true,
  stopsAt: "each island at its method's own test: 1e-17 of doing nothing where direct",
  options,
  defaults: defaultsOf<AutoOptions>(options),

  create: (team) => {
    const islands = new IslandSolver(team);
    return {
      analyse: (p) => islands.analyse(p),
      solve: (p, x, given, monitor) => islands.solve(p, x, given, monitor),
      release: () => islands.release(),
    };
  },
};

/** How an island beyond direct methods is swept. */
type SweepMethod = 'accelerated' | 'rows' | 'contacts';

/** Takes the answer of an island into the whole. */
type Take = (island: Part, local: Float64Array, outcome: Outcome, contacts: number) => void;

/** From good to bad: a problem has the worst status of its islands. */
const ORDER: readonly Status[] = ['converged', 'stopped', 'time-limit', 'iteration-limit', 'stagnated', 'diverged'];

/** Owns the methods, and what they know of the pattern of the last problem. */
class IslandSolver {
  private readonly graphs = new ContactGraphs();
  private readonly bpp = createBpp(this.graphs);
  private readonly coupled = createNewtonCoupled(this.graphs);
  /** For islands beyond, for friction that is not row by row, and for both. */
  private readonly large = nncg.create();
  private readonly cones = newtonCone.create();
  private readonly sets = admm.create();
  private readonly sweeping = psor.create();
  private readonly pgs = pgs.create();
  private partition: Partition | undefined;
  /** x of an island. */
  private local: Float64Array = new Float64Array(0);
  private follow = true;
  private sweeps = 0;
  private choice: CriticalChoice = 'none';
  private total: Iterations = { direct: 0, iterative: 0, coupling: 1, total: 0 };
  private readonly team: Team | undefined;

  /** @param team threads that take islands */
  constructor(team: Team | undefined) {
    this.team = team;
  }

  /** Islands, and the contact graph of each: as long as the pattern stays, a solve only copies numbers. */
  analyse(p: Problem): void {
    if (this.partition?.fits(p)) return;
    this.partition = new Partition(p);
    const { parts } = this.partition;
    if (parts.length === 0) this.analyseIsland(p);
    for (const part of parts) if (!isHeap(part.pattern)) this.analyseIsland(part.problem(p));
  }

  solve(whole: Problem, x: Float64Array, given: AutoOptions, monitor: Monitor | undefined): Outcome {
    const p = withoutNone(whole);
    this.follow = given.bounds === 'updated';
    this.sweeps = given.sweeps;
    this.choice = given.critical;
    this.total = { direct: 0, iterative: 0, coupling: 1, total: 0 };
    if (!this.partition?.fits(p)) this.partition = new Partition(p);
    if (this.partition.parts.length > 0) return this.piecewise(p, x, this.partition, monitor);
    const { status, lo, hi, follows } = this.island(p, x, monitor);
    return { status, iterations: this.total, lo, hi, ...(follows && { follows }) };
  }

  release(): void {
    for (const method of [this.bpp, this.coupled, this.large, this.cones, this.sets, this.sweeping, this.pgs])
      method.release();
    this.partition = undefined;
    this.graphs.clear();
  }

  private analyseIsland(p: Problem): void {
    if (!this.affordable(p)) return;
    // which of the two will be asked is an option of the solve: both share the contact graph
    this.bpp.analyse?.(p);
    if (p.contacts.length > 0) this.coupled.analyse?.(p);
  }

  /** Island by island; the monitor sees the whole of x after each, measured against the bounds so far. */
  private piecewise(p: Problem, x: Float64Array, { parts }: Partition, monitor: Monitor | undefined): Outcome {
    const lo = p.lo.slice();
    const hi = p.hi.slice();
    const view = monitor && new WholeView(p, x, lo, hi, monitor);
    this.bpp.forget(); // parts have new numbers in the arrays of the last solve
    this.coupled.forget();
    let worst = 0;
    let follows = true;
    const take: Take = ({ rows }, local, outcome, contacts) => {
      worst = Math.max(worst, ORDER.indexOf(outcome.status));
      follows &&= outcome.follows ?? contacts === 0;
      for (let k = 0; k < rows.length; k++) {
        x[rows[k]] = local[k];
        lo[rows[k]] = outcome.lo[k];
        hi[rows[k]] = outcome.hi[k];
      }
    };
    const shared = monitor ? undefined : this.sharedOut(p, x, parts, take);
    if (shared) return { status: ORDER[worst], iterations: this.total, lo, hi, follows };
    for (let index = 0; index < parts.length; index++) {
      const { part, local, outcome } = this.one(p, x, parts[index]);
      take(parts[index], local, outcome, part.contacts.length);
      const word = view?.show(index, parts[index].rows, withBounds(part, outcome.lo, outcome.hi), local);
      if (word) return { status: word, iterations: this.total, lo, hi, follows };
    }
    const status = ORDER[worst];
    const unmet = status === 'converged' && monitor?.ownsStopping;
    return { status: unmet ? ('stagnated' as const) : status, iterations: this.total, lo, hi, follows };
  }

  /** One island, from its rows of x; the answer is in `local` until the next. */
  private one(p: Problem, x: Float64Array, island: Part): { part: Problem; local: Float64Array; outcome: Outcome } {
    const { rows } = island;
    const part = island.problem(p);
    if (this.local.length < rows.length) this.local = new Float64Array(p.n);
    const local = this.local.subarray(0, rows.length);
    for (let k = 0; k < rows.length; k++) local[k] = x[rows[k]];
    return { part, local, outcome: this.island(part, local, undefined) };
  }

  /** All islands by the threads of the team; false where there is none, or too little to do, and nothing has been done. */
  private sharedOut(p: Problem, x: Float64Array, parts: readonly Part[], take: Take): boolean {
    if (!this.team || p.n < SHARED_ROWS) return false;
    const dealt = new IslandShare(
      this.team,
      parts.map(({ rows }) => rows.length),
    );
    const islandOf = (index: number) => ({
      p: parts[index].problem(p),
      x: Float64Array.from(parts[index].rows, (row) => x[row]),
    });
    const others = dealt.solve(
      islandOf,
      { follow: this.follow, sweeps: this.sweeps, critical: CRITICAL_CHOICES.indexOf(this.choice) },
      () => {
        for (const [index, island] of parts.entries()) {
          if (!dealt.isMine(index)) continue;
          const { part, local, outcome } = this.one(p, x, island);
          take(island, local, outcome, part.contacts.length);
        }
      },
    );
    for (const { index, x: local, outcome } of others ?? []) {
      this.count(outcome.iterations);
      take(parts[index], local, outcome, parts[index].contactCount);
    }
    return others !== undefined;
  }

  private island(p: Problem, x: Float64Array, monitor: Monitor | undefined): Outcome {
    const sets = setsOf(p);
    const follows = sets.some((set) => (this.follow && isFixed(set)) || isFollowing(set));
    const squares = sets.every(isSquare);
    if (squares && this.affordable(p)) return this.direct(p, x, follows, monitor);
    const q = follows ? following(p) : p; // friction of the size that the answer's own normals give
    return this.affordable(p) ? this.curved(q, x, monitor) : this.beyond(p, q, x, squares, monitor);
  }

  private direct(p: Problem, x: Float64Array, follows: boolean, monitor: Monitor | undefined): Outcome {
    const outcome = follows
      ? this.coupled.solve(p, x, newtonCoupled.defaults, monitor)
      : this.bpp.solve(p, x, bpp.defaults, monitor);
    this.count(outcome.iterations);
    return outcome;
  }

  /** Friction that is not row by row: Newton on cones, alternating directions for what else there is. */
  private curved(p: Problem, x: Float64Array, monitor: Monitor | undefined): Outcome {
    const conical = setsOf(p).every((set) => newtonCone.accepts.includes(set));
    const outcome = conical
      ? this.cones.solve(p, x, newtonCone.defaults, monitor)
      : this.sets.solve(p, x, admm.defaults, monitor);
    this.count(outcome.iterations);
    return outcome;
  }

  /**
   * Accelerated sweeps between fixed bounds, plain ones where friction follows or is not row by row; in turns with a direct solve of
   * the critical rows where that is asked for (AU5), (AU6).
   */
  private beyond(p: Problem, q: Problem, x: Float64Array, squares: boolean, monitor: Monitor | undefined): Outcome {
    const fixed = squares && q === p;
    const critical = CriticalRows.of(q, this.choice);
    const best = new Best(p, q, squares);
    const limit = RELATIVE * best.reference;
    best.see(x);
    const method: SweepMethod = fixed ? 'accelerated' : squares && !isAllContacts(q) ? 'rows' : 'contacts';
    const looks = new Looks(best, limit, this.sweeps, monitor);
    const outcome = critical
      ? this.inTurns(critical, q, x, method, best, limit, monitor)
      : this.sweep(q, x, method, this.sweeps, fixed ? monitor : looks);
    if (fixed && !critical) best.see(x);
    if (!monitor) x.set(best.x);
    const met = best.error <= limit && !ENDS.has(outcome.status);
    const ownTest = outcome.status === 'converged' && !monitor?.ownsStopping; // which is not this one
    const status = met ? 'converged' : ownTest ? 'iteration-limit' : outcome.status;
    const lo = p.lo.slice();
    const hi = p.hi.slice();
    if (q !== p) setFrictionBounds(p, x, lo, hi);
    return { status, iterations: outcome.iterations, lo, hi, follows: q !== p || isAllFollowing(p) };
  }

  /** Sweeps, accelerated, row by row or contact by contact. */
  private sweep(
    q: Problem,
    x: Float64Array,
    method: SweepMethod,
    maxIterations: number,
    monitor: Monitor | undefined,
  ): Outcome {
    const outcome =
      method === 'accelerated'
        ? this.large.solve(q, x, { ...nncg.defaults, tolerance: RELATIVE, maxIterations }, monitor)
        : method === 'rows'
          ? this.pgs.solve(q, x, { ...pgs.defaults, tolerance: 0, maxIterations }, monitor)
          : this.sweeping.solve(q, x, { ...psor.defaults, tolerance: 0, maxIterations }, monitor);
    this.count(outcome.iterations);
    return outcome;
  }

  /** (AU5) */
  private inTurns(
    critical: CriticalRows,
    q: Problem,
    x: Float64Array,
    method: SweepMethod,
    best: Best,
    limit: number,
    monitor: Monitor | undefined,
  ): Outcome {
    let left = this.sweeps;
    let outcome: Outcome;
    do {
      this.improve(critical, q, x);
      const maxIterations = Math.min(left, CRITICAL_TURN);
      outcome = this.sweep(q, x, method, maxIterations, monitor);
      left -= maxIterations;
      best.see(x);
      if (outcome.status === 'converged' && monitor?.ownsStopping) break;
    } while (left > 0 && best.error > limit && !ENDS.has(outcome.status));
    return outcome;
  }

  /** The critical rows by the method that a small island would get. */
  private improve(critical: CriticalRows, q: Problem, x: Float64Array): void {
    critical.improve(q, x, (part, local) => {
      const follows = part.contacts.length > 0;
      this.bpp.forget();
      this.coupled.forget();
      const squares = setsOf(part).every(isSquare);
      const outcome = !squares
        ? this.curved(part, local, undefined)
        : follows
          ? this.coupled.solve(part, local, newtonCoupled.defaults)
          : this.bpp.solve(part, local, bpp.defaults);
      if (squares) this.count(outcome.iterations);
    });
  }

  private count({ direct, iterative, total }: Iterations): void {
    const { total: before } = this;
    this.total = {
      direct: before.direct + direct,
      iterative: before.iterative + iterative,
      coupling: 1,
      total: before.total + total,
    };
  }

  /** (AU2) */
  private affordable({ n, A }: Problem): boolean {
    if (n <= DIRECT_ROWS) return true;
    if (!(A instanceof StructuredOperator) || isHeap(A.structure)) return false;
    return 216 * (this.graphs.of(A).symbolic.tasks.length / 3) <= DIRECT_WORK;
  }
}

/** The least-error iterate of those seen: against the bounds that it implies where rows follow, without sets where none is needed. */
class Best {
  readonly x: Float64Array;
  error = Infinity;
  /** The error of doing nothing; 1 J where that is none. */
  readonly reference: number;
  private readonly p: Problem;
  private readonly w: Float64Array;
  private readonly errorOf: (x: Float64Array, w: Float64Array) => number;

  constructor(p: Problem, q: Problem, squares: boolean) {
    const boxes = squares && q !== p && isRowByRow(p);
    this.errorOf = boxes ? (x, w) => frictionConsistencyOf(p, x, w).value : (x, w) => energyErrorOf(q, x, w).value;
    this.p = p;
    this.x = new Float64Array(p.n);
    this.w = new Float64Array(p.n);
    this.reference = this.errorOf(this.x, p.b) || 1;
  }

  see(x: Float64Array): void {
    const error = this.errorOf(x, velocities(this.p, x, this.w));
    if (!(error < this.error)) return; // NaN never competes
    this.error = error;
    this.x.set(x);
  }
}

/** Looks at every TURN-th sweep and at the last, and ends sweeps that are good enough; shows them all to who else is watching. */
class Looks implements Monitor {
  readonly ownsStopping = true;
  private readonly best: Best;
  private readonly limit: number;
  private readonly last: number;
  private readonly other: Monitor | undefined;

  constructor(best: Best, limit: number, last: number, other: Monitor | undefined) {
    this.best = best;
    this.limit = limit;
    this.last = last;
    this.other = other;
  }

  begin(p: Problem, x: Float64Array): void {
    this.other?.begin(p, x);
  }

  observe(k: number, x: Float64Array, w?: Float64Array, energy?: number): Status | undefined {
    const word = this.other?.observe(k, x, w, energy);
    if (word || (k % TURN !== 0 && k !== this.last)) return word;
    this.best.see(x);
    return this.best.error <= this.limit ? 'converged' : undefined;
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

/** Friction row by row. */
const isSquare = (set: SetKind): boolean => set === 'box' || set === 'pyramid';

type Pattern = Pick<Structure, 'bodies' | 'rowStart' | 'body'>;

/** Too large for a direct method, as its pattern alone says (AU2). */
function isHeap(pattern: Pattern): boolean {
  const { bodies, rowStart } = pattern;
  if (rowStart.length - 1 <= DIRECT_ROWS) return false;
  return bodies > ANALYSED_BODIES || (bodies > HEAP_BODIES && pairs(pattern) > HEAP_NEIGHBOURS * bodies);
}

/** Pairs of bodies that rows connect, rows of one pair standing together. */
function pairs({ rowStart, body }: Pattern): number {
  let count = 0;
  let [a, b] = [-1, -1];
  for (let i = 0; i + 1 < rowStart.length; i++) {
    const k = rowStart[i];
    if (rowStart[i + 1] - k !== 2 || (body[k] === a && body[k + 1] === b)) continue;
    [a, b] = [body[k], body[k + 1]];
    count++;
  }
  return count;
}

/** The whole of x for a monitor, while islands change one by one: only the rows of an island are measured anew. */
class WholeView {
  private readonly x: Float64Array;
  private readonly w: Float64Array;
  private readonly monitor: Monitor;

  /** The solve begins, from x; lo and hi change as islands are solved. */
  constructor(p: Problem, x: Float64Array, lo: Float64Array, hi: Float64Array, monitor: Monitor) {
    this.x = x;
    this.monitor = monitor;
    this.w = velocities(p, x, new Float64Array(p.n));
    monitor.begin(withBounds(p, lo, hi), x);
  }

  /** Island `index` has been solved: x of its rows is `local`. */
  show(index: number, rows: Int32Array, part: Problem, local: Float64Array): Status | undefined {
    const w = velocities(part, local, new Float64Array(rows.length));
    for (let k = 0; k < rows.length; k++) this.w[rows[k]] = w[k];
    return this.monitor.observe(index + 1, this.x, this.w);
  }
}
