/**
 * Damped semismooth Newton on the problem whose friction bounds follow the normal impulses of the same solve.
 * docs/theory/coupled-newton.md
 *
 *   F_i(x) = x_i - clamp(x_i - w_i/a_i, l_i(x), u_i(x)),   u_t = mu max(x_n, 0) = -l_t                      (NC1)
 *
 * Each step solves the linear system of the current states (NC2); it is halved until the self-consistent energy falls.
 * Where that ends nowhere: lagged bounds, accelerated (NC4), with a Newton finish after every update. Lagged updates
 * alone leave joules on the winch.
 */
import { type Problem, withBounds } from '../problem/problem.ts';
import { defaultsOf, type Monitor, type Solver, type Status } from '../problem/solver.ts';
import { StructuredOperator } from '../problem/structured.ts';
import { type BppOptions, bpp, createBpp } from './bpp.ts';
import { LaggedBounds } from './coupled/lagged.ts';
import { BodyCoupledSystem, type CoupledSystem, DenseCoupledSystem } from './coupled/system.ts';
import { ContactGraphs } from './free-set/contact-graph.ts';
import type { InnerInstance } from './free-set/engine.ts';

export interface NewtonCoupledOptions {
  maxIterations: number;
  updates: number;
  tolerance: number;
}

const options = {
  maxIterations: {
    type: 'number',
    default: 30,
    unit: 'factorisations',
    min: 1,
    max: Infinity,
    integer: true,
    summary: 'Newton steps before the fallback, and again in each of its finishes',
  },
  updates: {
    type: 'number',
    default: 60,
    unit: 'solves',
    min: 0,
    max: Infinity,
    integer: true,
    summary: 'accelerated updates of lagged bounds in the fallback',
  },
  tolerance: {
    type: 'number',
    default: 1e-18,
    unit: '',
    min: 0,
    max: 1,
    summary: 'friction-consistency error at which to stop, as a part of the energy error of doing nothing',
  },
} as const;

/** Halvings of a step that does not lower the energy. */
const HALVINGS = 5;
/** Solves between fixed bounds in a row that found no solution, after which nobody looks for one between moving bounds. */
const HOPELESS = 3;

export const newtonCoupled: Solver<NewtonCoupledOptions> = {
  name: 'newton-coupled',
  summary: 'damped semismooth Newton with friction bounds that follow the normals',
  reference: 'docs/theory/coupled-newton.md',
  family: 'direct',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 1,
  ownBounds: true,
  returnsBest: true,
  options,
  defaults: defaultsOf<NewtonCoupledOptions>(options),

  create: () => createNewtonCoupled(),
};

/** An instance that shares its contact graphs with others of the same owner. */
export function createNewtonCoupled(graphs = new ContactGraphs()): InnerInstance<NewtonCoupledOptions> {
  const run = new CoupledNewton(graphs);
  return {
    analyse(p) {
      run.systemOf(p).analyse(p);
    },
    solve(p, x, given, monitor) {
      const status = run.solve(p, x, given, monitor);
      const { direct, lo, hi } = run;
      return { status, iterations: { direct, iterative: 0, coupling: 1, total: direct }, lo, hi, follows: true };
    },
    forget() {
      run.forget();
    },
    release() {
      run.release();
    },
  };
}

/** What the free rows may lack of e0 before they are refined. */
const ENOUGH = 1e-22;

class CoupledNewton {
  direct = 0;
  /** Bounds that the answer implies. */
  lo: Float64Array = new Float64Array(0);
  hi: Float64Array = new Float64Array(0);
  private word: Status | undefined;
  /** Iterates that the monitor has seen. */
  private shown = 0;
  private p!: Problem;
  private e0 = 1;
  private readonly graphs: ContactGraphs;
  private body: BodyCoupledSystem | undefined;
  private dense: DenseCoupledSystem | undefined;
  private system!: CoupledSystem;
  private v = {} as Record<'x0' | 'w0' | 'x1' | 'w1' | 'best', Float64Array>;
  private least = Infinity;
  private readonly lagged: InnerInstance<BppOptions>;

  constructor(graphs: ContactGraphs) {
    this.graphs = graphs;
    this.lagged = createBpp(graphs);
  }

  solve(
    p: Problem,
    start: Float64Array,
    { maxIterations, updates, tolerance }: NewtonCoupledOptions,
    monitor: Monitor | undefined,
  ): Status {
    this.prepare(p);
    const { rows } = this.system;
    monitor?.begin(withBounds(p, rows.lo, rows.hi), start);
    const status = this.run(start, maxIterations, updates, tolerance, monitor);
    this.lo = rows.lo.slice(); // the memory of the kernels is for the next solve
    this.hi = rows.hi.slice();
    return status;
  }

  forget(): void {
    this.body?.forget();
    this.dense?.forget();
    this.lagged.forget();
  }

  release(): void {
    this.body?.release();
    this.dense?.release();
    this.body = undefined;
    this.dense = undefined;
    this.lagged.release();
  }

  /** Body space where J is known, every row has compliance, and a contact's rows touch the same bodies. */
  systemOf(p: Problem): CoupledSystem {
    if (this.servesBodySpace(p)) {
      this.body ??= new BodyCoupledSystem(this.graphs);
      return this.body;
    }
    this.dense ??= new DenseCoupledSystem();
    return this.dense;
  }

  private servesBodySpace({ A, n, contacts }: Problem): boolean {
    if (!(A instanceof StructuredOperator)) return false;
    const { C, rowStart, body } = A.structure;
    for (let i = 0; i < n; i++) if (!(C[i] > 1e-15 * A.diagonal[i])) return false;
    const alike = (row: number, normal: number) => {
      const count = rowStart[normal + 1] - rowStart[normal];
      if (rowStart[row + 1] - rowStart[row] !== count) return false;
      for (let k = 0; k < count; k++) if (body[rowStart[row] + k] !== body[rowStart[normal] + k]) return false;
      return true;
    };
    for (const { normal, tangents, rolling } of contacts) {
      for (const row of tangents) if (!alike(row, normal)) return false;
      for (const row of rolling) if (!alike(row, normal)) return false;
    }
    return true;
  }

  private prepare(p: Problem): void {
    const { n } = p;
    this.p = p;
    this.direct = 0;
    this.shown = 0;
    this.word = undefined;
    this.least = Infinity;
    this.system = this.systemOf(p);
    this.system.prepare(p);
    if (this.v.best?.length !== n)
      for (const name of ['x0', 'w0', 'x1', 'w1', 'best'] as const) this.v[name] = new Float64Array(n);
    const { x, w, lo, hi } = this.system.rows;
    let nothing = true; // where zero is within all bounds, w = b without a product
    for (let i = 0; i < n; i++) {
      x[i] = Math.min(Math.max(0, p.lo[i]), p.hi[i]);
      if (x[i] !== 0) nothing = false;
    }
    if (nothing) w.set(p.b);
    else this.system.velocities();
    for (const row of p.ungiven) lo[row] = hi[row] = 0; // as e0 is defined: no bounds given count as [0, 0]
    this.e0 = this.scale();
  }

  private run(
    start: Float64Array,
    maxIterations: number,
    updates: number,
    tolerance: number,
    monitor: Monitor | undefined,
  ): Status {
    const { rows } = this.system;
    if (!Number.isFinite(this.e0)) return 'diverged';
    if (rows.energy() === 0) {
      start.set(rows.x); // doing nothing solves it
      return monitor?.ownsStopping ? (monitor.observe(1, start) ?? 'stagnated') : 'converged';
    }
    this.statesFromStart(start);
    let done = this.newton(maxIterations, tolerance, monitor);
    if (!done && !this.word && updates > 0) done = this.fallback(maxIterations, updates, tolerance, monitor);
    if (!(this.least < Infinity)) return 'diverged';
    start.set(this.v.best);
    rows.x.set(start);
    rows.bounds();
    if (this.word) return this.word;
    if (!done) return 'stagnated';
    return monitor?.ownsStopping ? (monitor.observe(this.shown + 1, start) ?? 'stagnated') : 'converged';
  }

  /** (BP6), as `energyScale` has it. */
  private scale(): number {
    const { rows } = this.system;
    const { w } = rows;
    const a = this.p.A.diagonal;
    let finite = 0;
    for (let i = 0; i < w.length; i++) finite += 0 * w[i]; // NaN where one is not finite
    const error = rows.energyWithin() + finite;
    if (error !== 0) return error;
    let kinetic = 0;
    for (let i = 0; i < w.length; i++) kinetic += (w[i] * w[i]) / (2 * a[i]);
    return kinetic === 0 ? 1 : kinetic;
  }

  /** Everything free from a cold start; else the states that the warm start's natural map has. */
  private statesFromStart(start: Float64Array): void {
    const { rows } = this.system;
    let cold = true;
    for (let i = 0; i < start.length; i++) if (start[i] !== 0) cold = false;
    if (cold) {
      rows.freeAll(this.p);
      return;
    }
    rows.x.set(start);
    this.system.velocities();
    rows.bounds();
    rows.classify();
  }

  /** Newton from the current states; true where the self-consistent energy reaches the tolerance. */
  private newton(maxIterations: number, tolerance: number, monitor: Monitor | undefined): boolean {
    const { rows } = this.system;
    const { x, w } = rows;
    const { x0, w0 } = this.v;
    let last = Infinity;
    for (let k = 0; k < maxIterations; k++) {
      this.direct++;
      if (!this.system.solve(ENOUGH * this.e0)) return false;
      let energy = rows.energy();
      if (!Number.isFinite(energy)) return false;
      if (last < Infinity && !(energy < last)) energy = this.shorten(last);
      this.keep(energy);
      this.word = monitor?.observe(++this.shown, x, w, energy);
      if (this.word) return false;
      if (energy <= tolerance * this.e0 && !monitor?.ownsStopping) return true;
      if (energy <= tolerance * tolerance * this.e0) return true; // nothing left to gain
      last = energy;
      x0.set(x);
      w0.set(w);
      rows.classify();
    }
    return this.least <= tolerance * this.e0;
  }

  /** Halves the step from (x0, w0) to (x, w) until the energy falls below `last`; else the best of the halves. */
  private shorten(last: number): number {
    const { rows } = this.system;
    const { x1, w1 } = this.v;
    x1.set(rows.x);
    w1.set(rows.w);
    let best = rows.energy();
    let length = 1;
    for (let k = 1, part = 0.5; k <= HALVINGS; k++, part *= 0.5) {
      this.between(part);
      const energy = rows.energy();
      if (energy < best) [best, length] = [energy, part];
      if (energy < last) break;
    }
    this.between(length);
    rows.bounds();
    return best;
  }

  /** x and w are linear in the step. */
  private between(part: number): void {
    const { x, w } = this.system.rows;
    const { x0, w0, x1, w1 } = this.v;
    for (let i = 0; i < this.p.n; i++) {
      x[i] = x0[i] + part * (x1[i] - x0[i]);
      w[i] = w0[i] + part * (w1[i] - w0[i]);
    }
  }

  private keep(energy: number): void {
    if (!(energy < this.least)) return;
    this.least = energy;
    this.v.best.set(this.system.rows.x);
  }

  /** (NC4): bounds from accelerated normals, a direct solve, and Newton from where that ends. */
  private fallback(maxIterations: number, updates: number, tolerance: number, monitor: Monitor | undefined): boolean {
    const { p } = this;
    const lagged = new LaggedBounds(p);
    const { rows } = this.system;
    const { x } = rows;
    x.fill(0);
    const bounded = withBounds(p, rows.lo, rows.hi);
    let unsolved = 0;
    for (let k = 0; k < updates && unsolved < HOPELESS; k++) {
      lagged.bounds(rows.lo, rows.hi);
      const outcome = this.lagged.solve(bounded, x, bpp.defaults);
      this.direct += outcome.iterations.direct;
      if (outcome.status === 'diverged') return false;
      unsolved = outcome.status === 'converged' ? 0 : unsolved + 1;
      lagged.learn(x);
      this.system.velocities();
      this.keep(rows.energy());
      rows.classify();
      const from = x.slice();
      if (this.newton(Math.min(maxIterations, 5), tolerance, monitor)) return true;
      if (this.word) return false;
      if (this.least <= tolerance * this.e0) return true;
      x.set(from);
    }
    return false;
  }
}
