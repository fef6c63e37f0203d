/**
 * `newton-coupled` on one problem: Newton first, then the fallbacks in order until one converges.
 * docs/theory/coupled-newton.md (NC1), (NC2), (NC4), (NC6)-(NC8)
 */
import { FloatBuffer } from '../../linalg/buffers.ts';
import { doNothing, energyScale } from '../../measures/energy-gauge.ts';
import { sameBodies } from '../../problem/bodies-of-rows.ts';
import { type Contact, type Problem, withBounds } from '../../problem/problem.ts';
import { deadlineOf, type Monitor, type Outcome, producedBy, type Status } from '../../problem/solver.ts';
import { StructuredOperator } from '../../problem/structured.ts';
import { Bpp, bpp } from '../bpp.ts';
import { CoupledInterior } from '../interior/coupled-interior-point.ts';
import { hasCompliance } from '../linear-systems/choose-free-rows.ts';
import { type ContactGraph, ContactGraphs } from '../linear-systems/contact-graph.ts';
import { DenseCoupledSystem } from '../linear-systems/coupled-dense-system.ts';
import { BodyCoupledSystem, type CoupledSystem } from '../linear-systems/coupled-system.ts';
import type { InnerInstance } from '../linear-systems/free-rows.ts';
import { ALL_FOLLOW, Sweeper } from '../sweeps/row-sweeps.ts';
import { Descent } from './coupled-step.ts';
import { LaggedBounds } from './lagged-bounds.ts';
import { ProximalPoints } from './proximal-points.ts';

export type NewtonCoupledOptions = {
  maxIterations: number;
  limit: number;
  updates: number;
  tolerance: number;
};

/** Most interior points: those that arrive need about twenty. */
const INTERIOR = 60;
/** Gap at which a Newton finish of the interior points is tried first, as a part of es, and what it falls by before the next. */
const FINISH = { first: 1e-9, again: 1e-2, steps: 4 } as const;
/** Work of all factorisations on dense rows, n^3 each: 250 of them at 585 rows, six at 2000. */
const DENSE_WORK = 5e10;
/** Sweeps over a problem that stays unsolved. */
const SWEEPS = 300;
/** Give up on lagged bounds after this many consecutive failed solves. */
const HOPELESS = 3;

export class CoupledNewton implements InnerInstance<NewtonCoupledOptions> {
  private direct = 0;
  private word: Status | undefined;
  /** Iterates that the monitor has seen. */
  private shown = 0;
  private p!: Problem;
  private es = 1;
  private readonly graphs: ContactGraphs;
  /** Contacts whose rows are known to touch the same bodies. */
  private together: { readonly graph: ContactGraph; readonly contacts: readonly Contact[] } | undefined;
  private body: BodyCoupledSystem | undefined;
  private dense: DenseCoupledSystem | undefined;
  private system!: CoupledSystem;
  private readonly descent = new Descent();
  private readonly interior = new CoupledInterior();
  private readonly proximal = new ProximalPoints();
  private readonly sweeper = new Sweeper();
  private v = {} as Record<'best' | 'x' | 'w', Float64Array>;
  private least = Infinity;
  /** The fallback at work, and the one that found the least-error iterate; undefined: Newton itself. */
  private fallback: string | undefined;
  private by: string | undefined;
  private tolerance = 0;
  private monitor: Monitor | undefined;
  private readonly lagged: Bpp;
  private readonly bounds = { lo: new FloatBuffer(), hi: new FloatBuffer() };

  /** @param graphs contact graphs shared with other methods of the same owner */
  constructor(graphs = new ContactGraphs()) {
    this.graphs = graphs;
    this.lagged = new Bpp(graphs);
  }

  analyse(p: Problem): void {
    this.systemOf(p).analyse(p);
  }

  solve(p: Problem, start: Float64Array, options: NewtonCoupledOptions, monitor?: Monitor): Outcome {
    this.tolerance = options.tolerance;
    this.monitor = monitor;
    this.prepare(p);
    const { rows } = this.system;
    monitor?.begin(withBounds(p, rows.lo, rows.hi), start);
    const status = this.run(start, options);
    this.monitor = undefined;
    const lo = this.bounds.lo.copy(rows.lo); // of this solve until the next one, as the outcome is
    const hi = this.bounds.hi.copy(rows.hi);
    const { direct } = this;
    const iterations = { direct, iterative: 0, coupling: 1, total: direct };
    return producedBy(this.by, { status, iterations, lo, hi, follows: true });
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
    this.together = undefined;
    this.sweeper.release();
    this.lagged.release();
  }

  /** Body space if J is known, every row has compliance, and a contact's rows touch the same bodies. */
  systemOf(p: Problem): CoupledSystem {
    if (this.servesBodySpace(p)) {
      this.body ??= new BodyCoupledSystem(this.graphs);
      return this.body;
    }
    this.dense ??= new DenseCoupledSystem();
    return this.dense;
  }

  private servesBodySpace({ A, contacts }: Problem): boolean {
    if (!(A instanceof StructuredOperator) || !hasCompliance(A)) return false;
    const { rowStart, body } = A.structure;
    const graph = this.graphs.of(A);
    if (graph === this.together?.graph && contacts === this.together.contacts) return true;
    for (const { normal, tangents, rolling, spinning } of contacts) {
      for (const row of tangents) if (!sameBodies(rowStart, body, normal, row)) return false;
      for (const row of rolling) if (!sameBodies(rowStart, body, normal, row)) return false;
      for (const row of spinning) if (!sameBodies(rowStart, body, normal, row)) return false;
    }
    this.together = { graph, contacts };
    return true;
  }

  private prepare(p: Problem): void {
    const { n } = p;
    this.p = p;
    this.direct = 0;
    this.shown = 0;
    this.word = undefined;
    this.least = Infinity;
    this.fallback = undefined;
    this.by = undefined;
    this.system = this.systemOf(p);
    this.system.prepare(p);
    if (this.v.best?.length !== n) for (const name of ['best', 'x', 'w'] as const) this.v[name] = new Float64Array(n);
    const { x, w, lo, hi } = this.system.rows;
    if (doNothing(p, x)) w.set(p.b);
    else this.system.velocities();
    for (const row of p.ungiven) lo[row] = hi[row] = 0; // as es is defined: no bounds given count as [0, 0]
    this.es = energyScale(this.system.rows.energyWithin(), w, p.A.diagonal);
    this.descent.begin(this.system, n, this.es);
  }

  /** At most `asked` factorisations: all of them in body space, as many as DENSE_WORK allows on dense rows. */
  private affordable(asked: number): number {
    const { n } = this.p;
    return this.system === this.dense ? Math.min(asked, Math.max(1, Math.floor(DENSE_WORK / (n * n * n)))) : asked;
  }

  private run(start: Float64Array, { maxIterations, limit: asked, updates }: NewtonCoupledOptions): Status {
    const { monitor } = this;
    const limit = this.affordable(asked);
    const { rows } = this.system;
    if (!Number.isFinite(this.es)) return 'diverged';
    if (rows.energy() === 0) {
      start.set(rows.x); // doing nothing solves it
      return monitor?.ownsStopping ? (monitor.observe(1, start) ?? 'stagnated') : 'converged';
    }
    this.statesFromStart(start);
    const done = this.newton(Math.min(maxIterations, limit)) || this.otherwise(limit, updates);
    if (!(this.least < Infinity)) return 'diverged';
    start.set(this.v.best);
    rows.x.set(start);
    rows.bounds();
    if (this.word) return this.word;
    if (!done) return 'stagnated';
    return monitor?.ownsStopping ? (monitor.observe(this.shown + 1, start) ?? 'stagnated') : 'converged';
  }

  /** The fallbacks, those that converge most often first; `updates` 0: none. */
  private otherwise(limit: number, updates: number): boolean {
    if (this.word || updates === 0) return false;
    const follows = this.p.contacts.length > 0; // else one solve between fixed bounds is the answer
    this.fallback = 'newton-coupled interior points';
    if (follows && this.throughInterior(Math.min(limit, this.direct + INTERIOR))) return true;
    this.fallback = 'newton-coupled proximal points';
    if (follows && !this.word && this.byProximalPoints(limit)) return true;
    this.fallback = 'newton-coupled lagged bounds';
    if (!this.word && this.byLaggedBounds(limit, updates)) return true;
    this.fallback = 'newton-coupled sweeps';
    if (!this.word) this.sweepBest();
    return false;
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

  /** Newton from the current states; true if the self-consistent energy reaches the tolerance. */
  private newton(most: number): boolean {
    const { monitor, tolerance } = this;
    let last = Infinity;
    for (let k = 0; k < most; k++) {
      this.direct++;
      const energy = this.descent.step(last);
      if (Number.isNaN(energy)) return false;
      if (this.show(energy)) return false;
      if (energy <= tolerance * this.es && !monitor?.ownsStopping) return true;
      if (energy <= tolerance * tolerance * this.es) return true; // nothing left to gain
      last = energy;
      this.descent.accept();
    }
    return this.least <= tolerance * this.es;
  }

  /** Keeps and reports x and w; true if the monitor asks to stop. */
  private show(energy: number): boolean {
    const { x, w } = this.system.rows;
    if (energy < this.least) {
      this.least = energy;
      this.by = this.fallback;
      this.v.best.set(x);
    }
    this.word = this.monitor?.observe(++this.shown, x, w, energy);
    return this.word !== undefined;
  }

  /** (NC7), with a Newton finish whenever the gap has become small, and at the end. */
  private throughInterior(limit: number): boolean {
    const { interior, es } = this;
    const { rows } = this.system;
    const { x, w } = this.v;
    let next = FINISH.first * es;
    if (!interior.begin(this.p, this.system, es)) return false;
    while (this.direct < limit) {
      this.direct++;
      if (!interior.step()) return false;
      const energy = rows.energy();
      if (!Number.isFinite(energy) || this.show(energy)) return false;
      if (interior.gap > next && this.direct < limit) continue;
      next = FINISH.again * interior.gap;
      x.set(rows.x);
      w.set(rows.w);
      rows.classify();
      if (this.newton(FINISH.steps)) return true;
      if (this.word) return false;
      rows.x.set(x);
      rows.w.set(w);
    }
    return false;
  }

  /** (NC8), from the least-error iterate so far. */
  private byProximalPoints(limit: number): boolean {
    const { proximal, system, tolerance, es } = this;
    if (!(this.least < Infinity)) return false;
    proximal.begin(system, this.descent, this.v.best, es);
    let more = true;
    while (more && this.direct < limit) {
      more = proximal.next();
      this.direct += proximal.steps;
      const energy = system.rows.energy();
      if (this.show(energy)) return false;
      if (energy <= tolerance * es) return true;
    }
    return false;
  }

  /** (NC4): bounds from accelerated normals, a direct solve, and Newton from its answer. */
  private byLaggedBounds(limit: number, updates: number): boolean {
    const { p } = this;
    if (this.direct >= limit) return false;
    const lagged = new LaggedBounds(p);
    const { rows } = this.system;
    const { x } = rows;
    x.fill(0);
    const bounded = withBounds(p, rows.lo, rows.hi);
    const maxIterations = this.affordable(bpp.defaults.maxIterations);
    let unsolved = 0;
    for (let k = 0; k < updates && unsolved < HOPELESS && this.direct < limit; k++) {
      lagged.bounds(rows.lo, rows.hi);
      const outcome = this.lagged.solve(bounded, x, { maxIterations }, deadlineOf(this.monitor));
      this.direct += outcome.iterations.direct;
      if (outcome.status === 'diverged') return false;
      unsolved = outcome.status === 'converged' ? 0 : unsolved + 1;
      lagged.learn(x);
      this.system.velocities();
      if (this.show(rows.energy())) return false;
      rows.classify();
      this.v.x.set(x);
      if (this.newton(FINISH.steps + 1)) return true;
      if (this.word) return false;
      if (this.least <= this.tolerance * this.es) return true; // though Newton's system is singular there
      x.set(this.v.x);
    }
    return false;
  }

  /** (NC6) from the least-error iterate, kept if that helps. */
  private sweepBest(): void {
    const { p, system, sweeper } = this;
    const { rows } = system;
    if (!(this.least < Infinity) || !(p.A instanceof StructuredOperator)) return;
    rows.x.set(this.v.best);
    sweeper.prepare(p, rows.x, ALL_FOLLOW);
    for (let k = 0; k < SWEEPS; k++) sweeper.sweep(p, rows.x, 1);
    system.velocities();
    this.show(rows.energy());
  }
}
