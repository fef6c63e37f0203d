/**
 * A problem island by island: each by a direct method if affordable, by sweeps otherwise; the threads of a team share them.
 * docs/theory/auto.md (AU1)-(AU4), (AU8)
 */
import { SizeError } from '../../checks/sizes.ts';
import { setFrictionBounds } from '../../problem/friction-bounds.ts';
import { Partition } from '../../problem/islands.ts';
import { velocities } from '../../problem/operator.ts';
import { type Problem, withBounds } from '../../problem/problem.ts';
import { following, isByRows, isFixed, isFollowing, setsOf, withoutNone } from '../../problem/sets/models.ts';
import {
  type Deadline,
  type Iterations,
  type Monitor,
  type Outcome,
  type SolverInstance,
  type Status,
  type ThreadTeam,
  worseOf,
} from '../../problem/solver.ts';
import type { SubProblem } from '../../problem/sub-problem.ts';
import { IslandShare } from '../../threads/island-team.ts';
import type { OptionTable } from '../../threads/option-numbers.ts';
import type { AutoOptions } from '../auto.ts';
import { ContactGraphs } from '../linear-systems/contact-graph.ts';
import { BY_CONTACTS } from '../one-contact/newton-contact.ts';
import { decidesByPattern, expectedWork, isAffordable, isHeap } from './affordable.ts';
import { LeastErrorIterate } from './best-iterate.ts';
import { isAllCritical } from './critical-rows.ts';
import { DirectMethods } from './direct-methods.ts';
import { LargeIslands } from './large-islands.ts';
import { SharedTime } from './shared-time.ts';

/** Smaller problems stay with the calling thread: handing them out takes about 0.1 ms. */
const SHARED_ROWS = 500;

/** Target of islands beyond direct methods if a tolerance asks for more: that of `converged` (E15). */
const FURTHER = 1e-10;

/** Of an island for which no time is left. */
const ONE_SWEEP = { sweeps: 1, critical: 'none' } as const;

export class Islands implements SolverInstance<AutoOptions> {
  private readonly graphs = new ContactGraphs();
  private readonly direct = new DirectMethods(this.graphs);
  private readonly large = new LargeIslands(this.direct);
  private partition: Partition | undefined;
  /** How each island of the partition was solved last. */
  private ways: Way[] = [];
  private readonly team: ThreadTeam | undefined;
  private readonly table: OptionTable<AutoOptions>;

  /** @param team threads that take islands. @param table of the options, for these threads */
  constructor(team: ThreadTeam | undefined, table: OptionTable<AutoOptions>) {
    this.team = team;
    this.table = table;
  }

  /** (AU4): islands, and the contact graph of each. While the pattern stays, a solve only copies numbers. */
  analyse(p: Problem): void {
    const before = this.partition?.operator;
    if (before && this.partition?.fits(p)) {
      this.graphs.follow(before, p.A);
      return;
    }
    const { parts } = this.divide(p);
    if (parts.length === 0) this.analyseIsland(p);
    for (const part of parts) if (!isHeap(part.pattern)) this.analyseIsland(part.problem(p));
  }

  solve(whole: Problem, x: Float64Array, options: AutoOptions, monitor?: Monitor): Outcome {
    const p = withoutNone(whole);
    const { parts } = this.partition?.fits(p) ? this.partition : this.divide(p);
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

  private divide(p: Problem): Partition {
    this.partition = new Partition(p);
    this.ways = [];
    return this.partition;
  }

  private analyseIsland(p: Problem): void {
    if (!isAffordable(p, this.graphs)) return;
    try {
      this.direct.analyse(p);
    } catch (error) {
      this.goRound(error);
    }
  }

  /** An island is too large for the memory of a direct method: what is half laid out is released. @throws any other error */
  private goRound(error: unknown): void {
    if (!(error instanceof SizeError)) throw error;
    this.direct.release();
  }

  /** Island by island; the monitor sees the whole of x after each, measured against the bounds so far. */
  private piecewise(
    p: Problem,
    x: Float64Array,
    parts: readonly SubProblem[],
    options: AutoOptions,
    monitor: Monitor | undefined,
  ): Outcome {
    const whole = new Whole(p, x, monitor);
    this.direct.forget(); // parts have new numbers in the arrays of the last solve
    if (!monitor && this.sharedOut(p, parts, options, whole)) return whole.outcome(whole.status);
    if (monitor?.timeLeft && monitor.timeLeft() < Infinity) return this.withinTime(p, parts, options, whole, monitor);
    for (let index = 0; index < parts.length; index++) {
      const island = parts[index];
      if (!monitor && this.alone(p, island, options, whole)) continue;
      const way = this.wayOf(index, island.problem(p), options);
      const outcome = this.one(x, island, way, options, undefined);
      whole.take(island, outcome, way);
      const word = monitor && whole.show(index, island, withBounds(way.p, outcome.lo, outcome.hi));
      if (word) return whole.outcome(word);
    }
    const word = monitor?.ownsStopping ? this.further(p, parts, options, whole) : undefined;
    if (word) return whole.outcome(word);
    const unmet = whole.status === 'converged' && monitor?.ownsStopping;
    return whole.outcome(unmet ? 'stagnated' : whole.status);
  }

  /** (AU10): a tolerance is asked for that is not met; islands beyond direct methods have more to give. */
  private further(p: Problem, parts: readonly SubProblem[], options: AutoOptions, whole: Whole): Status | undefined {
    const more = { ...options, target: FURTHER };
    for (let index = 0; index < parts.length; index++) {
      const way = this.wayOf(index, parts[index].problem(p), options);
      if (way.kind !== 'large') continue;
      const outcome = this.one(whole.x, parts[index], way, more, undefined);
      whole.take(parts[index], outcome, way);
      const word = whole.show(parts.length + index, parts[index], withBounds(way.p, outcome.lo, outcome.hi));
      if (word) return word;
    }
    return undefined;
  }

  /**
   * (AU8): each island gets the part of the time left that its expected work has of all that is to come; what it does not use
   * is left to the others, and to those that were cut short. If the time is over, the rest gets one sweep each.
   */
  private withinTime(
    p: Problem,
    parts: readonly SubProblem[],
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
        const way = this.wayOf(k, parts[k].problem(p), options);
        const outcome = this.within(whole.x, parts[k], way, options, time.shareOf(k));
        whole.take(parts[k], outcome, way);
        status[k] = outcome.status;
        const word = whole.show(shown++, parts[k], withBounds(way.p, outcome.lo, outcome.hi));
        if (word && word !== 'time-limit') return whole.outcome(word);
      }
      if (time.isOver || open.length === 0 || !status.includes('time-limit')) break;
    }
    const worst = status.reduce(worseOf);
    return whole.outcome(worst === 'converged' && monitor.ownsStopping ? 'stagnated' : worst);
  }

  /** One island until its share of the time is used, the better of start and end; one sweep if none is left. */
  private within(x: Float64Array, island: SubProblem, way: Way, options: AutoOptions, limit: Deadline): Outcome {
    const q = way.follows ? following(way.p) : way.p;
    if (limit.timeLeft() <= 0) {
      const name = this.large.nameOf(way.p, q, ONE_SWEEP);
      const sweep: Way = { ...way, q, kind: 'large', name };
      const outcome = this.one(x, island, sweep, { ...options, ...ONE_SWEEP }, undefined);
      return { ...outcome, status: 'time-limit', path: outcome.path ?? name };
    }
    const outcome = this.one(x, island, way, options, limit);
    if (outcome.status !== 'time-limit') return outcome;
    const best = new LeastErrorIterate(way.p, q, 0);
    best.see(island.x);
    best.see(Float64Array.from(island.rows, (row) => x[row]));
    island.x.set(best.x);
    return outcome;
  }

  /** (AU11): an island of one contact, in place; false if it is another. */
  private alone(p: Problem, { rows, contact }: SubProblem, options: AutoOptions, whole: Whole): boolean {
    const { single } = this.direct;
    if (contact < 0 || options.direct === 'never') return false;
    if (!single.solve(p, p.contacts[contact], rows.length, whole.x)) return false;
    whole.add(BY_CONTACTS, 'converged', single.iterations);
    whole.follows = false; // bounds are as they were
    return true;
  }

  /** One island, from its rows of x; the answer is in the island's own x. */
  private one(
    x: Float64Array,
    island: SubProblem,
    way: Way,
    options: AutoOptions,
    limit: Monitor | undefined,
  ): Outcome {
    const { rows, x: local } = island;
    for (let k = 0; k < rows.length; k++) local[k] = x[rows[k]];
    return this.solveBy(way, local, options, limit);
  }

  /** All islands by the threads of the team; false, with nothing done, if there is none or too little to do. */
  private sharedOut(p: Problem, parts: readonly SubProblem[], options: AutoOptions, whole: Whole): boolean {
    if (!this.team || p.n < SHARED_ROWS || !this.team.isReady()) return false;
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
        const way = this.wayOf(index, island.problem(p), options);
        whole.take(island, this.one(x, island, way, options, undefined), way);
      }
    });
    for (const { index, x: local, outcome } of others ?? []) {
      parts[index].x.set(local);
      const { name } = this.wayOf(index, parts[index].problem(p), options);
      whole.take(parts[index], { ...outcome, path: name });
    }
    return others !== undefined;
  }

  /** The same from solve to solve while the island's problem is the same object and the numbers of A decide nothing. */
  private wayOf(index: number, p: Problem, options: AutoOptions): Way {
    const known = this.ways[index];
    if (known?.p === p && known.options === options && decidesByPattern(p)) return known;
    this.ways[index] = this.way(p, options);
    return this.ways[index];
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
    return { p, q, kind: rows ? 'rows' : affordable ? 'curved' : 'large', follows, name, options };
  }

  private solveBy(way: Way, x: Float64Array, options: AutoOptions, monitor: Monitor | undefined): Outcome {
    if (way.kind === 'large') return this.large.solve(way.p, way.q, x, options, monitor);
    try {
      return this.directly(way, x, monitor);
    } catch (error) {
      this.goRound(error);
    }
    const q = way.follows ? following(way.p) : way.p;
    return { ...this.large.solve(way.p, q, x, options, monitor), path: this.large.nameOf(way.p, q, options) };
  }

  private directly({ p, q, kind, follows }: Way, x: Float64Array, monitor: Monitor | undefined): Outcome {
    if (kind === 'rows') return this.direct.rows(p, x, follows, monitor);
    const outcome = this.direct.curved(q, x, monitor);
    if (q === p) return outcome;
    const [lo, hi] = [p.lo.slice(), p.hi.slice()];
    setFrictionBounds(p, x, lo, hi); // sections of fixed size that have followed
    return { ...outcome, lo, hi, follows: true };
  }
}

interface Way {
  readonly p: Problem;
  /** p, or p with friction that follows the normals. */
  readonly q: Problem;
  readonly kind: 'rows' | 'curved' | 'large';
  readonly follows: boolean;
  /** Of the method. */
  readonly name: string;
  readonly options: AutoOptions;
}

/** The answer of the whole problem while its islands are solved one by one. */
class Whole {
  readonly x: Float64Array;
  /** The worst of the islands so far (AU3). */
  status: Status = 'converged';
  /** Those of the problem until an island has others. */
  private lo: Float64Array;
  private hi: Float64Array;
  private isOwn = false;
  private readonly iterations = { direct: 0, iterative: 0, coupling: 1, total: 0 };
  follows = true;
  /** Of the islands so far: that of the last, and each name once. */
  private path = '';
  private readonly paths: string[] = [];
  private readonly monitor: Monitor | undefined;
  private readonly w: Float64Array;

  constructor(p: Problem, x: Float64Array, monitor: Monitor | undefined) {
    this.x = x;
    this.lo = p.lo;
    this.hi = p.hi;
    if (monitor) this.copyBounds();
    this.monitor = monitor;
    this.w = monitor ? velocities(p, x, new Float64Array(p.n)) : x;
    monitor?.begin(withBounds(p, this.lo, this.hi), x);
  }

  /** An island's answer, which is in its own x. @param way how it was solved, unless the outcome has a path */
  take({ rows, contactCount, x: local }: SubProblem, outcome: Outcome, way?: Way): void {
    if (!this.isOwn) this.copyBounds();
    const { x, lo, hi } = this;
    this.add(outcome.path ?? way?.name ?? '', outcome.status, outcome.iterations);
    this.follows &&= outcome.follows ?? contactCount === 0;
    for (let k = 0; k < rows.length; k++) {
      x[rows[k]] = local[k];
      lo[rows[k]] = outcome.lo[k];
      hi[rows[k]] = outcome.hi[k];
    }
  }

  private copyBounds(): void {
    this.lo = this.lo.slice();
    this.hi = this.hi.slice();
    this.isOwn = true;
  }

  /** How an island was solved. */
  add(path: string, status: Status, { direct, iterative, total }: Iterations): void {
    const { iterations } = this;
    if (status !== this.status) this.status = worseOf(this.status, status);
    iterations.direct += direct;
    iterations.iterative += iterative;
    iterations.total += total;
    this.addPath(path);
  }

  private addPath(path: string): void {
    if (path === this.path) return;
    this.path = path;
    for (const name of path.split(', ')) if (!this.paths.includes(name)) this.paths.push(name);
  }

  /** Shows x to the monitor; only the rows of the island, which is `part`, have new velocities. */
  show(index: number, { rows, x: local }: SubProblem, part: Problem): Status | undefined {
    const w = velocities(part, local, new Float64Array(rows.length));
    for (let k = 0; k < rows.length; k++) this.w[rows[k]] = w[k];
    return this.monitor?.observe(index + 1, this.x, this.w);
  }

  outcome(status: Status): Outcome {
    const { iterations, lo, hi, follows, paths } = this;
    return { status, iterations, lo, hi, follows, path: paths.sort().join(', ') };
  }
}
