/**
 * A problem island by island: each by a direct method if affordable, by sweeps otherwise; the threads of a team share them.
 * docs/theory/auto.md (AU1)-(AU4), (AU8)
 */
import { setFrictionBounds } from '../../problem/friction-bounds.ts';
import { Partition } from '../../problem/islands.ts';
import { velocities } from '../../problem/operator.ts';
import { type Problem, withBounds } from '../../problem/problem.ts';
import { following, isByRows, isFixed, isFollowing, setsOf, withoutNone } from '../../problem/sets/models.ts';
import {
  addIterations,
  type Deadline,
  type Iterations,
  type Monitor,
  type Outcome,
  type SolverInstance,
  type Status,
  type ThreadTeam,
  worseOf,
} from '../../problem/solver.ts';
import type { Part } from '../../problem/sub-problem.ts';
import { IslandShare } from '../../threads/island-team.ts';
import type { OptionTable } from '../../threads/option-numbers.ts';
import type { AutoOptions } from '../auto.ts';
import { ContactGraphs } from '../linear-systems/contact-graph.ts';
import { expectedWork, isAffordable, isHeap } from './affordable.ts';
import { LeastErrorIterate } from './best-iterate.ts';
import { isAllCritical } from './critical-rows.ts';
import { DirectMethods } from './direct-methods.ts';
import { LargeIslands } from './large-islands.ts';
import { SharedTime } from './shared-time.ts';

/** Smaller problems stay with the calling thread: handing them out takes about 0.1 ms. */
const SHARED_ROWS = 500;

/** Of an island for which no time is left. */
const ONE_SWEEP = { sweeps: 1, critical: 'none' } as const;

export class Islands implements SolverInstance<AutoOptions> {
  private readonly graphs = new ContactGraphs();
  private readonly direct = new DirectMethods(this.graphs);
  private readonly large = new LargeIslands(this.direct);
  private partition: Partition | undefined;
  /** x of an island. */
  private local: Float64Array = new Float64Array(0);
  private readonly team: ThreadTeam | undefined;
  private readonly table: OptionTable<AutoOptions>;

  /** @param team threads that take islands. @param table of the options, for these threads */
  constructor(team: ThreadTeam | undefined, table: OptionTable<AutoOptions>) {
    this.team = team;
    this.table = table;
  }

  /** (AU4): islands, and the contact graph of each. While the pattern stays, a solve only copies numbers. */
  analyse(p: Problem): void {
    if (this.partition?.fits(p)) return;
    this.partition = new Partition(p);
    const { parts } = this.partition;
    if (parts.length === 0) this.analyseIsland(p);
    for (const part of parts) if (!isHeap(part.pattern)) this.analyseIsland(part.problem(p));
  }

  solve(whole: Problem, x: Float64Array, options: AutoOptions, monitor?: Monitor): Outcome {
    const p = withoutNone(whole);
    if (!this.partition?.fits(p)) this.partition = new Partition(p);
    const { parts } = this.partition;
    if (parts.length > 0) return this.piecewise(p, x, parts, options, monitor);
    const way = this.way(p, options);
    const { status, iterations, lo, hi, follows, path = way.name } = this.solveBy(way, x, options, monitor);
    return { status, iterations: { ...iterations, coupling: 1 }, lo, hi, path, ...(follows && { follows }) };
  }

  release(): void {
    this.direct.release();
    this.large.release();
    this.partition = undefined;
    this.graphs.clear();
  }

  private analyseIsland(p: Problem): void {
    if (isAffordable(p, this.graphs)) this.direct.analyse(p);
  }

  /** Island by island; the monitor sees the whole of x after each, measured against the bounds so far. */
  private piecewise(
    p: Problem,
    x: Float64Array,
    parts: readonly Part[],
    options: AutoOptions,
    monitor: Monitor | undefined,
  ): Outcome {
    const whole = new Whole(p, x, monitor);
    this.direct.forget(); // parts have new numbers in the arrays of the last solve
    if (!monitor && this.sharedOut(p, parts, options, whole)) return whole.outcome(whole.status);
    if (monitor?.timeLeft && monitor.timeLeft() < Infinity) return this.withinTime(p, parts, options, whole, monitor);
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index].problem(p);
      const { local, outcome, path } = this.one(x, parts[index], this.way(part, options), options, undefined);
      whole.take(parts[index], local, outcome, path);
      const word = monitor && whole.show(index, parts[index], withBounds(part, outcome.lo, outcome.hi), local);
      if (word) return whole.outcome(word);
    }
    const unmet = whole.status === 'converged' && monitor?.ownsStopping;
    return whole.outcome(unmet ? 'stagnated' : whole.status);
  }

  /**
   * (AU8): each island gets the part of the time left that its expected work has of all that is to come; what it does not use
   * is left to the others, and to those that were cut short. If the time is over, the rest gets one sweep each.
   */
  private withinTime(
    p: Problem,
    parts: readonly Part[],
    options: AutoOptions,
    whole: Whole,
    monitor: Monitor,
  ): Outcome {
    const time = new SharedTime(
      monitor,
      parts.map((part) => expectedWork(part.problem(p), this.graphs)),
    );
    const status = new Array<Status>(parts.length).fill('time-limit');
    for (let shown = 0, first = true; ; first = false) {
      const open = time.begin(Array.from(status.keys()).filter((k) => status[k] === 'time-limit'));
      for (const k of open) {
        if (time.isOver && !first) break;
        const part = parts[k].problem(p);
        const way = this.way(part, options);
        const { local, outcome, path } = this.within(whole.x, parts[k], way, options, time.shareOf(k));
        whole.take(parts[k], local, outcome, path);
        status[k] = outcome.status;
        const word = whole.show(shown++, parts[k], withBounds(part, outcome.lo, outcome.hi), local);
        if (word && word !== 'time-limit') return whole.outcome(word);
      }
      if (time.isOver || open.length === 0 || !status.includes('time-limit')) break;
    }
    const worst = status.reduce(worseOf);
    return whole.outcome(worst === 'converged' && monitor.ownsStopping ? 'stagnated' : worst);
  }

  /** One island until its share of the time is used, the better of start and end; one sweep if none is left. */
  private within(x: Float64Array, island: Part, way: Way, options: AutoOptions, limit: Deadline): OneSolved {
    const q = way.follows ? following(way.p) : way.p;
    if (limit.timeLeft() <= 0) {
      const sweep: Way = { ...way, q, kind: 'large', name: this.large.nameOf(way.p, q, ONE_SWEEP) };
      const solved = this.one(x, island, sweep, { ...options, ...ONE_SWEEP }, undefined);
      return { ...solved, outcome: { ...solved.outcome, status: 'time-limit' } };
    }
    const solved = this.one(x, island, way, options, limit);
    if (solved.outcome.status !== 'time-limit') return solved;
    const best = new LeastErrorIterate(way.p, q, 0);
    best.see(solved.local);
    best.see(Float64Array.from(island.rows, (row) => x[row]));
    solved.local.set(best.x);
    return solved;
  }

  /** One island, from its rows of x; the answer is in `local` until the next. */
  private one(x: Float64Array, { rows }: Part, way: Way, options: AutoOptions, limit: Monitor | undefined): OneSolved {
    if (this.local.length < rows.length) this.local = new Float64Array(x.length);
    const local = this.local.subarray(0, rows.length);
    for (let k = 0; k < rows.length; k++) local[k] = x[rows[k]];
    const outcome = this.solveBy(way, local, options, limit);
    return { local, outcome, path: outcome.path ?? way.name };
  }

  /** All islands by the threads of the team; false, with nothing done, if there is none or too little to do. */
  private sharedOut(p: Problem, parts: readonly Part[], options: AutoOptions, whole: Whole): boolean {
    if (!this.team || p.n < SHARED_ROWS) return false;
    const { x } = whole;
    const share = new IslandShare(
      this.team,
      parts.map(({ rows }) => rows.length),
    );
    const islandOf = (index: number) => ({
      p: parts[index].problem(p),
      x: Float64Array.from(parts[index].rows, (row) => x[row]),
    });
    const others = share.solve(islandOf, { table: this.table, options }, () => {
      for (const [index, island] of parts.entries()) {
        if (!share.isMine(index)) continue;
        const way = this.way(island.problem(p), options);
        const { local, outcome, path } = this.one(x, island, way, options, undefined);
        whole.take(island, local, outcome, path);
      }
    });
    for (const { index, x: local, outcome } of others ?? [])
      whole.take(parts[index], local, outcome, this.way(parts[index].problem(p), options).name);
    return others !== undefined;
  }

  /** (AU2): how an island is solved; its pattern and the options decide. */
  private way(p: Problem, options: AutoOptions): Way {
    const sets = setsOf(p);
    const updated = options.bounds === 'updated';
    const follows = sets.some((set) => (updated && isFixed(set)) || isFollowing(set));
    const whole = options.direct === 'affordable' || isAllCritical(p, options.critical);
    const affordable = whole && isAffordable(p, this.graphs);
    const rows = affordable && sets.every(isByRows);
    const q = follows && !rows ? following(p) : p; // friction of the size that the answer's own normals give
    const name = affordable ? this.direct.nameOf(q, follows) : this.large.nameOf(p, q, options);
    return { p, q, kind: rows ? 'rows' : affordable ? 'curved' : 'large', follows, name };
  }

  private solveBy(way: Way, x: Float64Array, options: AutoOptions, monitor: Monitor | undefined): Outcome {
    const { p, q, kind, follows } = way;
    if (kind === 'rows') return this.direct.rows(p, x, follows, monitor);
    if (kind === 'large') return this.large.solve(p, q, x, options, monitor);
    const outcome = this.direct.curved(q, x, monitor);
    if (q === p) return outcome;
    const [lo, hi] = [p.lo.slice(), p.hi.slice()];
    setFrictionBounds(p, x, lo, hi); // sections of fixed size that have followed
    return { ...outcome, lo, hi, follows: true };
  }
}

/** An island's answer, the memory of which is for the next. */
interface OneSolved {
  readonly local: Float64Array;
  readonly outcome: Outcome;
  readonly path: string;
}

interface Way {
  readonly p: Problem;
  /** p, or p with friction that follows the normals. */
  readonly q: Problem;
  readonly kind: 'rows' | 'curved' | 'large';
  readonly follows: boolean;
  /** Of the method. */
  readonly name: string;
}

/** The answer of the whole problem while its islands are solved one by one. */
class Whole {
  readonly x: Float64Array;
  /** The worst of the islands so far (AU3). */
  status: Status = 'converged';
  private readonly lo: Float64Array;
  private readonly hi: Float64Array;
  private iterations: Iterations = { direct: 0, iterative: 0, coupling: 1, total: 0 };
  private follows = true;
  /** Of the islands so far, each name once. */
  private readonly paths: string[] = [];
  private readonly monitor: Monitor | undefined;
  private readonly w: Float64Array;

  constructor(p: Problem, x: Float64Array, monitor: Monitor | undefined) {
    this.x = x;
    this.lo = p.lo.slice();
    this.hi = p.hi.slice();
    this.monitor = monitor;
    this.w = monitor ? velocities(p, x, new Float64Array(p.n)) : x;
    monitor?.begin(withBounds(p, this.lo, this.hi), x);
  }

  take({ rows, contactCount }: Part, local: Float64Array, outcome: Outcome, path: string): void {
    const { x, lo, hi, paths } = this;
    for (const name of path.split(', ')) if (!paths.includes(name)) paths.push(name);
    this.status = worseOf(this.status, outcome.status);
    this.follows &&= outcome.follows ?? contactCount === 0;
    this.iterations = addIterations(this.iterations, outcome.iterations);
    for (let k = 0; k < rows.length; k++) {
      x[rows[k]] = local[k];
      lo[rows[k]] = outcome.lo[k];
      hi[rows[k]] = outcome.hi[k];
    }
  }

  /** Shows x to the monitor; only the rows of the island, which is `part` with the answer `local`, have new velocities. */
  show(index: number, { rows }: Part, part: Problem, local: Float64Array): Status | undefined {
    const w = velocities(part, local, new Float64Array(rows.length));
    for (let k = 0; k < rows.length; k++) this.w[rows[k]] = w[k];
    return this.monitor?.observe(index + 1, this.x, this.w);
  }

  outcome(status: Status): Outcome {
    const { iterations, lo, hi, follows, paths } = this;
    return { status, iterations, lo, hi, follows, path: paths.sort().join(', ') };
  }
}
