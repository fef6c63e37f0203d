/**
 * Sweeps find the active set, Newton finishes: the combination that PIR Sec. 5 proposes.   docs/theory/pgs-newton.md
 *
 *   sweeps of (GS1)  ->  Newton steps from the states of the natural map (SN3), as long as they lower the energy error
 *   -> more sweeps from the least-error iterate if they do not                                        (PN1), (PN2)
 *
 * Newton is exact once the active set is right and of little use before; sweeps find the set but converge slowly.
 */

import { EnergyGauge } from '../measures/energy-gauge.ts';
import { real, whole } from '../problem/option-specs.ts';
import { type Problem, withContacts } from '../problem/problem.ts';
import { clamp } from '../problem/sets/box.ts';
import { isFollowing } from '../problem/sets/models.ts';
import {
  defaultsOf,
  ended,
  type Monitor,
  type Outcome,
  type Solver,
  type SolverInstance,
  type Status,
} from '../problem/solver.ts';
import { StructuredOperator } from '../problem/structured.ts';
import { FollowingBounds } from './bounds/following-bounds.ts';
import { ContactGraphs } from './linear-systems/contact-graph.ts';
import { type Finish, FixedFinish, FollowingFinish } from './newton/active-set-steps.ts';
import { energyTolerance } from './newton/newton-options.ts';
import { ALL_FOLLOW, Sweeper } from './sweeps/row-sweeps.ts';

export type PgsNewtonOptions = {
  maxIterations: number;
  sweeps: number;
  growth: number;
  steps: number;
  tolerance: number;
};

const options = {
  maxIterations: whole(2000, 'iterations', 'sweeps and Newton steps of one solve together'),
  sweeps: whole(40, 'sweeps', 'sweeps before Newton is tried first'),
  growth: real(1.2, '', 'factor on the number of sweeps whenever Newton has not converged', {
    min: 1,
    max: 10,
  }),
  steps: whole(20, 'factorisations', 'Newton steps of one phase; fewer if the energy error has not fallen for two'),
  tolerance: energyTolerance,
} as const;

export const pgsNewton: Solver<PgsNewtonOptions> = {
  name: 'pgs-newton',
  summary: 'sweeps that find the active set, Newton steps that finish',
  reference: 'docs/theory/pgs-newton.md',
  family: 'hybrid',
  accepts: ['box', 'pyramid'],
  needs: 'symmetric',
  coupling: 3,
  returnsBest: true,
  options,
  defaults: defaultsOf<PgsNewtonOptions>(options),

  create: () => new SweepsThenNewton(),
};

/** Consecutive Newton steps without a new least energy error of the phase, after which sweeps are tried again. */
const RISES = 2;
/** Rounds of sweeps and Newton that gain nothing, below this part of es, after which rounding is all that is left. */
const PATIENCE = 4;
const ROUNDING = 1e-14;
/** Sweeps of a round, however often Newton has not arrived. */
const MOST_SWEEPS = 1000;
/** Part of es that is all rounding. */
const NOTHING = 1e-26;

class SweepsThenNewton implements SolverInstance<PgsNewtonOptions> {
  private direct = 0;
  private iterative = 0;
  private readonly graphs = new ContactGraphs();
  private readonly gauge = new EnergyGauge();
  private readonly sweeps = new PhaseSweeps();
  private fixed: FixedFinish | undefined;
  private following: FollowingFinish | undefined;
  private finish!: Finish;
  private x: Float64Array = new Float64Array(0);
  private w: Float64Array = new Float64Array(0);
  private best: Float64Array = new Float64Array(0);
  private least = Infinity;
  private monitor: Monitor | undefined;
  private enough = 0;

  solve(p: Problem, x: Float64Array, options: PgsNewtonOptions, monitor?: Monitor): Outcome {
    monitor?.begin(p, x);
    const status = this.from(x, p, options, monitor);
    return ended(p, status, this.direct, this.iterative);
  }

  private from(start: Float64Array, p: Problem, options: PgsNewtonOptions, monitor: Monitor | undefined): Status {
    const es = this.prepare(p, start);
    if (!Number.isFinite(es)) return 'diverged';
    this.monitor = monitor;
    this.enough = monitor?.ownsStopping ? -1 : options.tolerance * es;
    const status = this.least <= this.enough ? 'converged' : this.run(p, es, options);
    start.set(status === 'diverged' ? start : this.best);
    this.monitor = undefined;
    return status;
  }

  release(): void {
    this.sweeps.release();
    this.fixed?.release();
    this.following?.release();
    this.fixed = undefined;
    this.following = undefined;
    this.graphs.clear();
  }

  /** es, J. */
  private prepare(p: Problem, start: Float64Array): number {
    const { gauge } = this;
    this.direct = 0;
    this.iterative = 0;
    if (this.x.length !== p.n) for (const name of ['x', 'w', 'best'] as const) this[name] = new Float64Array(p.n);
    gauge.prepare(p);
    const es = gauge.scale(this.x, this.w);
    this.x.set(start);
    this.best.set(start);
    p.A.apply(this.x, this.w);
    for (let i = 0; i < p.n; i++) this.w[i] += p.b[i];
    this.least = gauge.energy(this.x, this.w);
    return es;
  }

  private run(p: Problem, es: number, options: PgsNewtonOptions): Status {
    const follow = p.contacts.filter(({ set }) => isFollowing(set));
    if (follow.length > 0) this.following ??= new FollowingFinish(this.graphs);
    else this.fixed ??= new FixedFinish(this.graphs);
    this.finish = (follow.length > 0 ? this.following : this.fixed) as Finish;
    this.sweeps.prepare(withContacts(p, follow));
    let ready = false;
    let count = options.sweeps;
    let left = PATIENCE;
    for (;;) {
      const before = this.least;
      const ended = this.sweep(p, Math.round(count), options.maxIterations);
      if (ended) return ended;
      if (!ready) this.finish.prepare(p, es); // not earlier: sweeps alone may be enough
      ready = true;
      const swept = this.least;
      const end = this.newton(Math.min(options.steps, options.maxIterations - this.direct - this.iterative));
      if (end) return end;
      if (this.direct + this.iterative >= options.maxIterations) return 'iteration-limit';
      left = this.least < 0.99 * before ? PATIENCE : left - 1;
      if (this.least <= (left === 0 ? ROUNDING : NOTHING) * es) return 'stagnated';
      count = Math.min(count * options.growth, Math.max(MOST_SWEEPS, options.sweeps));
      if (this.least < swept) this.x.set(this.best); // else the sweeps continue from their own iterate
    }
  }

  /** Sweeps from x; a status if they end the solve. */
  private sweep(p: Problem, count: number, most: number): Status | undefined {
    const { x, w, sweeps, gauge } = this;
    sweeps.begin(x);
    for (let k = 1; k <= count; k++) {
      sweeps.sweep(x);
      this.iterative++;
      const limit = this.direct + this.iterative >= most;
      if (!this.monitor && k < count && !limit) continue; // no monitor: measuring costs about half a sweep
      p.A.apply(x, w);
      for (let i = 0; i < p.n; i++) w[i] += p.b[i];
      const end = this.show(x, w, gauge.energy(x, w));
      if (end || limit) return end ?? 'iteration-limit';
    }
    return undefined;
  }

  /** Newton steps from x as long as they gain; a status if they end the solve. */
  private newton(most: number): Status | undefined {
    const { finish } = this;
    let last = finish.start(this.x);
    let lowest = Infinity;
    let left = RISES;
    for (let k = 0; k < most && left > 0; k++) {
      const energy = finish.step(last);
      this.direct++;
      if (Number.isNaN(energy)) return undefined; // singular: sweeps go on
      const end = this.show(finish.x, finish.w, energy);
      if (end) return end;
      left = energy < lowest ? RISES : left - 1;
      lowest = Math.min(lowest, energy);
      last = energy;
    }
    return undefined;
  }

  private show(x: Float64Array, w: Float64Array, energy: number): Status | undefined {
    if (!Number.isFinite(energy)) return 'diverged';
    const word = this.monitor?.observe(this.direct + this.iterative, x, w, energy);
    if (energy < this.least || word) {
      this.least = energy;
      this.best.set(x);
    }
    return word ?? (energy <= this.enough ? 'converged' : undefined);
  }
}

/** (PN1): sweeps between fixed bounds, or with bounds that follow the normals. */
class PhaseSweeps {
  private readonly sweeper = new Sweeper();
  private readonly bounds = new FollowingBounds();
  private p!: Problem;

  /** @param p with those contacts alone whose bounds follow */
  prepare(p: Problem): void {
    this.p = p;
    this.bounds.prepare(p);
  }

  /** Some sweeps begin at x. */
  begin(x: Float64Array): void {
    if (!this.bounds.follows) this.sweeper.prepare(this.p, x);
  }

  /** One sweep; x is current after it. */
  sweep(x: Float64Array): void {
    const { p, sweeper, bounds } = this;
    if (!bounds.follows) {
      sweeper.sweep(p, x, 1);
      sweeper.read(x);
    } else if (p.A instanceof StructuredOperator) {
      sweeper.prepare(p, x, ALL_FOLLOW);
      sweeper.sweep(p, x, 1);
    } else {
      bounds.adapt(x); // of the normals before the sweep
      sweeper.prepare(bounds.boxes, x);
      sweeper.sweep(bounds.boxes, x, 1);
      bounds.adapt(x);
      const { lo, hi } = bounds.boxes;
      for (let i = 0; i < x.length; i++) x[i] = clamp(x[i], lo[i], hi[i]);
    }
  }

  release(): void {
    this.sweeper.release();
  }
}
