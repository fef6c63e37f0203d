/**
 * Islands with cones: Newton with interior and proximal points, and alternating directions, in turns by counted work.
 * docs/theory/auto.md (AU7)
 *
 * The method with the least expected work begins; when it has spent what the other was expected to need, that one takes over, from
 * the least-error iterate or from its own, and so on with allowances that double. Never by time: the answer is the same everywhere.
 */
import { isZero } from '../../measures/energy-gauge.ts';
import type { Problem } from '../../problem/problem.ts';
import { deadlineOf, type Monitor, type Outcome, type Status } from '../../problem/solver.ts';
import { Alternating } from '../admm/alternating-directions.ts';
import { admm } from '../admm.ts';
import type { ContactGraphs } from '../linear-systems/contact-graph.ts';
import { ConeSteps } from '../newton/cone-steps.ts';
import { newtonCone } from '../newton-cone.ts';
import { nonlinearGs } from '../nonlinear-gs.ts';

/** What a solve usually needs of either method: factorisations of Newton; factorisations and iterations of alternating directions. */
const EXPECTED = { factorisations: 30, changes: 3, iterations: 200 } as const;
/** Sweeps from a cold start, before anything else: as much work as twenty alternating directions. */
const SWEEPS = 50;
/** Most factorisations of one solve; on dense rows also most multiplications. */
const MOST = 250;
const MOST_DENSE = 5e10;
/** Most multiplications of alternating directions if there is nothing to take over: about ten seconds. */
const MOST_SPLIT = 1e10;
/** Most alternating directions of a problem without J: of 113 problems of FCLib four need more. */
const MOST_ITERATIONS = 20000;
/** An allowance that falls to the same method again is so many times the last. */
const GROWTH = 2;
/** Turns in succession that gain nothing, after which the solve ends. */
const PATIENCE = 4;
/** Energy error at which each method ends, and at which no other takes over, as parts of that of doing nothing. */
const TOLERANCE = 1e-18;
const SOLVED = 1e-17;

const BOTH = `${admm.name}, ${newtonCone.name}`;

export class ConeMethods {
  private readonly steps: ConeSteps;
  private readonly alternating: Alternating;
  private readonly sweeps = nonlinearGs.create();
  private iterative = 0;
  /** Multiplications so far. */
  private readonly spent = { direct: 0, split: 0 };
  /** Alternating directions have begun, or have failed. */
  private split: 'none' | 'begun' | 'failed' = 'none';
  private interior = false;
  /** The outcome, valid until the next solve: islands by the hundred are solved in a step. */
  private readonly ended = {
    status: 'converged' as Status,
    iterations: { direct: 0, iterative: 0, coupling: 1, total: 0 },
    lo: new Float64Array(0) as Float64Array,
    hi: new Float64Array(0) as Float64Array,
    path: '',
  };

  /** @param graphs contact graphs, which all methods of the owner share */
  constructor(graphs: ContactGraphs) {
    this.steps = new ConeSteps(graphs);
    this.alternating = new Alternating(graphs);
  }

  solve(p: Problem, x: Float64Array, monitor?: Monitor): Outcome {
    const { steps } = this;
    monitor?.begin(p, x);
    const relay = monitor && new Relay(monitor);
    this.iterative = 0;
    this.spent.direct = 0;
    this.spent.split = 0;
    this.split = 'none';
    this.interior = false;
    if (!steps.begin(p, x, TOLERANCE, relay)) return this.outcome(p, 'diverged');
    const word = steps.isDone ? 'converged' : this.run(x, relay);
    steps.end();
    if (word !== 'diverged') x.set(steps.v.best);
    return this.outcome(p, word);
  }

  forget(): void {
    this.steps.forget();
    this.alternating.forget();
  }

  release(): void {
    for (const method of [this.steps, this.alternating, this.sweeps]) method.release();
  }

  private outcome({ lo, hi }: Problem, status: Status): Outcome {
    const direct = this.steps.direct + (this.split === 'begun' ? this.alternating.factors : 0);
    const { ended } = this;
    const byNewton = this.spent.direct > 0;
    const path = this.split !== 'begun' ? newtonCone.name : byNewton ? BOTH : admm.name;
    ended.status = status;
    ended.lo = lo;
    ended.hi = hi;
    ended.path = path;
    ended.iterations.direct = direct;
    ended.iterations.iterative = this.iterative;
    ended.iterations.total = direct + this.iterative;
    return ended;
  }

  /** Newton at once from a warm start, sweeps from a cold one, then turns. */
  private run(start: Float64Array, monitor: Monitor | undefined): Status {
    const { steps } = this;
    const end = isZero(start) ? this.bySweeps(monitor) : this.byNewton(MOST);
    if (end) return end;
    if (this.isSolved(monitor)) return 'converged';
    if (steps.p.contacts.some(({ set }) => set === 'relaxed-cone')) this.interior = true; // (CN6) is Coulomb's law
    const begun = this.beginSplitting(start, monitor);
    if (begun) return begun;
    const { factor, iteration } = this.alternating.work;
    const direct = EXPECTED.factorisations * steps.work;
    const split = EXPECTED.changes * factor + EXPECTED.iterations * iteration;
    let isSplit = split < direct || !steps.factors;
    let allowed = isSplit ? direct : split; // what the other was expected to need
    if (!steps.factors) allowed = Infinity;
    let left = PATIENCE;
    while (left > 0 && this.isAffordable(iteration)) {
      const before = steps.least;
      const word = isSplit ? this.splitTurn(allowed, iteration) : this.directTurn(allowed);
      if (word) return word;
      if (this.isSolved(monitor)) return 'converged';
      left = steps.least < 0.99 * before ? PATIENCE : left - 1;
      const done = isSplit ? this.spent.split : this.spent.direct;
      if (steps.factors && this.split === 'begun') isSplit = !isSplit;
      allowed = Math.max(done, GROWTH * (isSplit ? this.spent.split : this.spent.direct));
    }
    return 'stagnated';
  }

  /** What a method has left when it could do no more. */
  private isSolved(monitor: Monitor | undefined): boolean {
    return !monitor?.ownsStopping && this.steps.least <= SOLVED * this.steps.es;
  }

  /** Work that is left: 250 factorisations, or as many alternating directions as FCLib's problems need. */
  private isAffordable(iteration: number): boolean {
    const { steps, spent } = this;
    if (!steps.factors) return spent.split < Math.min(MOST_ITERATIONS * iteration, MOST_SPLIT);
    const direct = MOST * steps.work;
    const most = steps.p.structure ? direct : Math.max(MOST_ITERATIONS * iteration, Math.min(direct, MOST_DENSE));
    return spent.direct + spent.split < most;
  }

  /** From the start of the solve: from the end of the sweeps they need up to twice as many iterations. */
  private beginSplitting(start: Float64Array, monitor: Monitor | undefined): Status | undefined {
    const { steps, alternating } = this;
    const word = alternating.begin(steps.p, start, { ...admm.defaults, tolerance: TOLERANCE }, monitor);
    this.split = word === undefined ? 'begun' : 'failed';
    return word === undefined || steps.factors ? undefined : word;
  }

  /** Alternating directions until they have spent `allowed`, and Newton from there. */
  private splitTurn(allowed: number, iteration: number): Status | undefined {
    const { steps, alternating, spent } = this;
    if (this.split !== 'begun') return undefined;
    const most = Math.min(allowed - spent.split, steps.factors ? MOST_ITERATIONS * iteration : MOST_SPLIT);
    const count = Math.max(1, Math.min(MOST_ITERATIONS, Math.floor(most / iteration)));
    const before = alternating.count;
    const word = alternating.advance(count);
    this.iterative += alternating.count - before;
    spent.split += (alternating.count - before) * iteration;
    if (word === 'diverged') {
      this.split = 'failed';
      return undefined;
    }
    steps.offer(alternating.z);
    if (word === 'stagnated')
      this.split = 'failed'; // nothing moves any more
    else if (word) return word;
    return steps.take(alternating.z) ?? this.byNewton(MOST);
  }

  /** Newton first, then interior points, then proximal points until they have spent `allowed`. */
  private directTurn(allowed: number): Status | undefined {
    const { steps } = this;
    if (this.spent.direct === 0) {
      const word = this.byNewton(MOST);
      if (word) return word;
    }
    const before = steps.direct;
    const most = before + Math.max(1, Math.floor((allowed - this.spent.direct) / steps.work));
    const word = this.interior ? steps.proximal(Math.min(most, MOST)) : steps.throughInterior(MOST);
    this.interior = true;
    this.spent.direct += (steps.direct - before) * steps.work;
    return word;
  }

  private byNewton(most: number): Status | undefined {
    const { steps } = this;
    const before = steps.direct;
    const word = steps.newton(most, steps.now);
    if (steps.direct > before) this.spent.direct += (steps.direct - before) * steps.work;
    return word;
  }

  private bySweeps(monitor: Monitor | undefined): Status | undefined {
    const { steps, sweeps } = this;
    const { p, v } = steps;
    if (!p.contacts.every(({ set }) => nonlinearGs.accepts.includes(set))) return undefined;
    const options = { ...nonlinearGs.defaults, memory: 0, maxIterations: SWEEPS, tolerance: 0 };
    const { status, iterations } = sweeps.solve(p, v.x, options, deadlineOf(monitor));
    this.iterative += iterations.iterative;
    return status === 'diverged' ? 'diverged' : steps.take(v.x);
  }
}

/** One solve to the caller's monitor, whatever methods take part in it. */
class Relay implements Monitor {
  readonly ownsStopping: boolean;
  private readonly monitor: Monitor;
  private count = 0;

  constructor(monitor: Monitor) {
    this.monitor = monitor;
    this.ownsStopping = monitor.ownsStopping;
  }

  begin(): void {}

  observe(_k: number, x: Float64Array, w?: Float64Array, energy?: number): Status | undefined {
    return this.monitor.observe(++this.count, x, w, energy);
  }

  timeLeft(): number {
    return this.monitor.timeLeft?.() ?? Infinity;
  }
}
