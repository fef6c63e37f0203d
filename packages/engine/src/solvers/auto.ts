/**
 * The default: islands first, then for each the direct method while it is affordable, an iterative one beyond.
 * docs/theory/auto.md
 *
 * Chooses by counted work, never by time, so that the answer is the same everywhere. Friction bounds follow the normals
 * (newton-coupled) unless the stored ones are asked for (bpp). Whatever a limit leaves, the least-error iterate counts.
 */
import type { Team } from '../kernels/team.ts';
import { LeastError, Watch } from '../measures/monitor.ts';
import { setFrictionBounds } from '../problem/friction-bounds.ts';
import { IslandShare } from '../problem/island-team.ts';
import { Partition } from '../problem/islands.ts';
import { velocities } from '../problem/operator.ts';
import type { Part } from '../problem/part.ts';
import { type Problem, withBounds } from '../problem/problem.ts';
import {
  defaultsOf,
  type Iterations,
  type Monitor,
  type Outcome,
  type Solver,
  type Status,
} from '../problem/solver.ts';
import { type Structure, StructuredOperator } from '../problem/structured.ts';
import { bpp, createBpp } from './bpp.ts';
import { ContactGraphs } from './free-set/contact-graph.ts';
import { createNewtonCoupled, newtonCoupled } from './newton-coupled.ts';
import { pgs } from './pgs.ts';

export interface AutoOptions {
  bounds: 'updated' | 'stored';
  sweeps: number;
}

const options = {
  bounds: {
    type: 'choice',
    default: 'updated',
    choices: ['updated', 'stored'],
    summary: 'friction bounds that follow the normal impulses, or those of the problem (coupling 0)',
  },
  sweeps: {
    type: 'number',
    default: 200,
    unit: 'sweeps',
    min: 1,
    max: Infinity,
    integer: true,
    summary: 'sweeps of each of three solves where an island is too large for a direct method',
  },
} as const;

/** Problems of fewer rows stay with the thread that has them: handing them out takes about 0.1 ms. */
const SHARED_ROWS = 500;
/** Islands of up to this many rows are always solved directly. */
const DIRECT_ROWS = 2000;
/** Beyond that, while one factorisation needs at most this many multiplications (6 x 6 block products of 216). */
const DIRECT_WORK = 5e8;
/** A graph of more bodies is not even analysed: minimum degree itself would cost more than the sweeps. */
const ANALYSED_BODIES = 4000;
/** Nor one of more than these bodies where each touches many others, as in a heap: fill-in makes it too large for certain. */
const HEAP_BODIES = 500;
const HEAP_NEIGHBOURS = 2.5; // pairs a body

export const auto: Solver<AutoOptions> = {
  name: 'auto',
  summary: 'islands, each by the direct method while affordable, by sweeps beyond',
  reference: 'docs/theory/auto.md',
  family: 'hybrid',
  accepts: ['box', 'pyramid'],
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
      solve: (p, x, { bounds, sweeps }, monitor) => islands.solve(p, x, bounds === 'updated', sweeps, monitor),
      release: () => islands.release(),
    };
  },
};

/** Takes the answer of an island into the whole. */
type Take = (island: Part, local: Float64Array, outcome: Outcome, contacts: number) => void;

/** From good to bad: a problem has the worst status of its islands. */
const ORDER: readonly Status[] = ['converged', 'stopped', 'time-limit', 'iteration-limit', 'stagnated', 'diverged'];

/** Owns the methods, and what they know of the pattern of the last problem. */
class IslandSolver {
  private readonly graphs = new ContactGraphs();
  private readonly bpp = createBpp(this.graphs);
  private readonly coupled = createNewtonCoupled(this.graphs);
  private readonly pgs = pgs.create();
  private partition: Partition | undefined;
  /** x of an island. */
  private local: Float64Array = new Float64Array(0);
  private follow = true;
  private sweeps = 0;
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
    for (const part of parts) this.analyseIsland(part.problem(p));
  }

  solve(p: Problem, x: Float64Array, follow: boolean, sweeps: number, monitor: Monitor | undefined): Outcome {
    this.follow = follow;
    this.sweeps = sweeps;
    this.total = { direct: 0, iterative: 0, coupling: 1, total: 0 };
    if (!this.partition?.fits(p)) this.partition = new Partition(p);
    if (this.partition.parts.length > 0) return this.piecewise(p, x, this.partition, monitor);
    const { status, lo, hi, follows } = this.island(p, x, monitor);
    return { status, iterations: this.total, lo, hi, ...(follows && { follows }) };
  }

  release(): void {
    for (const method of [this.bpp, this.coupled, this.pgs]) method.release();
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
    const others = dealt.solve(islandOf, { follow: this.follow, sweeps: this.sweeps }, () => {
      for (const [index, island] of parts.entries()) {
        if (!dealt.isMine(index)) continue;
        const { part, local, outcome } = this.one(p, x, island);
        take(island, local, outcome, part.contacts.length);
      }
    });
    for (const { index, x: local, outcome } of others ?? []) {
      this.count(outcome.iterations);
      take(parts[index], local, outcome, parts[index].contactCount);
    }
    return others !== undefined;
  }

  private island(p: Problem, x: Float64Array, monitor: Monitor | undefined): Outcome {
    const follows = this.follow && p.contacts.length > 0;
    if (!this.affordable(p)) return this.sweep(p, x, follows, monitor);
    const outcome = follows
      ? this.coupled.solve(p, x, newtonCoupled.defaults, monitor)
      : this.bpp.solve(p, x, bpp.defaults, monitor);
    this.count(outcome.iterations);
    return outcome;
  }

  /** Three solves by sweeps, friction bounds from the normals between them. */
  private sweep(p: Problem, x: Float64Array, follows: boolean, monitor: Monitor | undefined): Outcome {
    const lo = p.lo.slice();
    const hi = p.hi.slice();
    const given = { ...pgs.defaults, maxIterations: this.sweeps };
    const least = new LeastError('energy');
    const watch = monitor ?? new Watch([least]);
    let outcome = this.pgs.solve(withBounds(p, lo, hi), x, given, watch);
    this.count(outcome.iterations);
    for (let k = 1; k < 3 && follows && outcome.status !== 'diverged' && outcome.status !== 'time-limit'; k++) {
      setFrictionBounds(p, x, lo, hi);
      outcome = this.pgs.solve(withBounds(p, lo, hi), x, given, watch);
      this.count(outcome.iterations);
    }
    if (!monitor && outcome.status !== 'converged') least.take(x);
    return outcome;
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
    if (!(A instanceof StructuredOperator) || A.structure.bodies > ANALYSED_BODIES) return false;
    if (A.structure.bodies > HEAP_BODIES && pairs(A.structure) > HEAP_NEIGHBOURS * A.structure.bodies) return false;
    return 216 * (this.graphs.of(A).symbolic.tasks.length / 3) <= DIRECT_WORK;
  }
}

/** Pairs of bodies that rows connect, rows of one pair standing together. */
function pairs({ rowStart, body, C }: Structure): number {
  let count = 0;
  let [a, b] = [-1, -1];
  for (let i = 0; i < C.length; i++) {
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
