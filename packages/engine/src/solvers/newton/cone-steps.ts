/**
 * One problem with Coulomb's cones while it is solved: the iterate, the least-error one, and what can be done with it. Newton from
 * it, interior points, proximal points.   docs/theory/newton-cone.md (CN1)-(CN7)
 */
import { EnergyGauge } from '../../measures/energy-gauge.ts';
import { velocities } from '../../problem/operator.ts';
import type { Problem } from '../../problem/problem.ts';
import type { Monitor, Status } from '../../problem/solver.ts';
import { StructuredOperator } from '../../problem/structured.ts';
import { ConeInterior } from '../interior/cone-interior-point.ts';
import { DenseConeSystem } from '../linear-systems/cone-dense-system.ts';
import { BodyConeSystem, type ConeSystem, servesBlocks } from '../linear-systems/cone-systems.ts';
import { type ContactGraph, ContactGraphs } from '../linear-systems/contact-graph.ts';
import { ConeBlocks } from './cone-blocks.ts';
import { ConeProximal } from './cone-proximal.ts';

/** Share of the predicted decrease of the energy error that a step must reach, and halvings after which it is taken anyway. */
const ARMIJO = 1e-4;
const HALVINGS = 3;
/** Steps in succession without a new least energy error, after which Newton gives up. */
const RISES = 3;
/** Most interior points: those that arrive need twenty to fifty. */
const INTERIOR = 60;
/** Gap at which a Newton finish of the interior points is tried first, as a part of es, and what it falls by before the next. */
const FINISH = { first: 1e-9, again: 1e-2, steps: 4 } as const;
/** Rows beyond which a dense factor of a problem without J takes too long to be worth it. */
const DENSE_ROWS = 1500;

export type ConeMethod = 'newton' | 'interior points' | 'proximal points' | 'sweeps' | 'alternating directions';

const VECTORS = ['x', 'w', 'dx', 'dw', 'xt', 'wt', 'best', 'kept'] as const;

export class ConeSteps {
  /** Factorisations so far. */
  direct = 0;
  /** The least energy error so far, J. */
  least = Infinity;
  /** The method at work, and the one that found the least-error iterate. */
  method: ConeMethod = 'newton';
  by: ConeMethod = 'newton';
  /** That of doing nothing, J. */
  es = 1;
  /** That of x when it was last shown, J. */
  now = Infinity;
  /** Impulses, velocities, the least-error impulses. */
  readonly v = {} as Record<(typeof VECTORS)[number], Float64Array>;
  readonly gauge = new EnergyGauge();
  p!: Problem;
  private monitor: Monitor | undefined;
  private shown = 0;
  private enough = 0;
  private readonly graphs: ContactGraphs;
  private readonly blocks = new ConeBlocks();
  private readonly interior = new ConeInterior();
  private readonly prox = new ConeProximal();
  private body: BodyConeSystem | undefined;
  private dense: DenseConeSystem | undefined;
  private served: { readonly rows: Int32Array; readonly graph: ContactGraph } | undefined;
  private prepared: ConeSystem | undefined;
  private isPrepared = false;

  constructor(graphs = new ContactGraphs()) {
    this.graphs = graphs;
  }

  /** From `start`; false if the problem is not finite. */
  begin(p: Problem, start: Float64Array, tolerance: number, monitor: Monitor | undefined): boolean {
    this.p = p;
    this.direct = 0;
    this.shown = 0;
    if (this.v.x?.length !== p.n) for (const name of VECTORS) this.v[name] = new Float64Array(p.n);
    const { v, gauge, blocks } = this;
    gauge.prepare(p);
    this.es = gauge.scale(v.x, v.w);
    if (!Number.isFinite(this.es)) return false;
    this.monitor = monitor;
    this.enough = monitor?.ownsStopping ? -1 : tolerance * this.es;
    v.x.set(start);
    v.best.set(start);
    velocities(p, v.x, v.w);
    this.now = gauge.energy(v.x, v.w);
    this.least = this.now;
    this.method = 'newton';
    this.by = 'newton';
    blocks.prepare(p, gauge.metric);
    this.isPrepared = false;
    return true;
  }

  /** The monitor is not kept beyond the solve. */
  end(): void {
    this.monitor = undefined;
  }

  release(): void {
    this.body?.release();
    this.dense?.release();
    this.body = undefined;
    this.dense = undefined;
    this.served = undefined;
    this.graphs.clear();
  }

  /** Operators that were seen before may hold new numbers. */
  forget(): void {
    this.body?.forget();
  }

  get isDone(): boolean {
    return this.least <= this.enough;
  }

  /** There are matrices to factor: J is known, or the rows are few. */
  get factors(): boolean {
    return this.system !== undefined;
  }

  /** The linear system, prepared when it is first asked for: a start that solves the problem, as half of those of worlds at rest, needs none. */
  private get system(): ConeSystem | undefined {
    if (this.isPrepared) return this.prepared;
    this.isPrepared = true;
    this.prepared = this.systemOf(this.p);
    this.prepared?.prepare(this.p, this.blocks);
    return this.prepared;
  }

  /** Multiplications of a factorisation and what goes with it. */
  get work(): number {
    return this.system?.work ?? Infinity;
  }

  /** Energy error of x with its w, J. */
  get energy(): number {
    return this.gauge.energy(this.v.x, this.v.w);
  }

  /** Continues from these impulses; a status if that ends the solve. */
  take(x: Float64Array): Status | undefined {
    this.v.x.set(x);
    velocities(this.p, this.v.x, this.v.w);
    return this.show(this.energy);
  }

  /** Keeps these impulses if they are better than all before. */
  offer(x: Float64Array): void {
    const { v, gauge } = this;
    const energy = gauge.energy(x, velocities(this.p, x, v.wt));
    if (!(energy < this.least)) return;
    this.least = energy;
    this.by = this.method;
    v.best.set(x);
  }

  /** Continues from the least-error iterate. */
  toBest(): void {
    this.v.x.set(this.v.best);
    velocities(this.p, this.v.x, this.v.w);
  }

  /** Newton from x as long as the energy error keeps falling; a status if that ends the solve. @param energy that of x, J */
  newton(most: number, energy: number): Status | undefined {
    const { v, blocks, system } = this;
    if (!system) return undefined;
    let last = energy;
    let lowest = energy;
    let left = RISES;
    while (this.direct < most && left > 0) {
      blocks.linearise(v.x, v.w);
      this.direct++;
      if (!system.factor(0) || !this.direction(system, 0)) return undefined;
      const next = this.search(last);
      if (!Number.isFinite(next)) return undefined;
      left = next < lowest ? RISES : left - 1;
      lowest = Math.min(lowest, next);
      last = next;
      const end = this.show(next);
      if (end) return end;
    }
    return undefined;
  }

  /** (CN6), with a Newton finish whenever the gap has become small. Leaves x there. */
  throughInterior(limit: number): Status | undefined {
    const { v, blocks, system, interior, p, es } = this;
    if (!system || !interior.begin(p, blocks, system, { es, x: v.x, w: v.w })) return undefined;
    velocities(p, v.x, v.w);
    this.method = 'interior points';
    const most = Math.min(limit, this.direct + INTERIOR);
    let next = FINISH.first * es;
    while (this.direct < most) {
      this.direct++;
      if (!interior.step()) return undefined;
      velocities(p, v.x, v.w);
      const end = this.show(this.energy);
      if (end) return end;
      if (interior.gap > next) continue;
      next = FINISH.again * interior.gap;
      v.kept.set(v.x);
      const done = this.newton(Math.min(limit, this.direct + FINISH.steps), this.now);
      if (done) return done;
      v.x.set(v.kept);
      velocities(p, v.x, v.w);
    }
    return undefined;
  }

  /** (CN7) from the least-error iterate. */
  proximal(limit: number): Status | undefined {
    const { prox, system, v, p } = this;
    if (!system) return undefined;
    this.toBest();
    this.method = 'proximal points';
    prox.begin(this, v.best);
    let more = true;
    while (more && this.direct < limit) {
      more = prox.next();
      velocities(p, v.x, v.w);
      const end = this.show(this.energy);
      if (end) return end;
    }
    return undefined;
  }

  /** One damped Newton step of the problem whose contacts yield by f a about c; its energy, or NaN if there is none. */
  yieldingStep(f: number, centre: Float64Array, last: number): number {
    const { v, blocks, system } = this;
    if (!system) return Number.NaN;
    this.soften(v.x, v.w, f, centre);
    blocks.linearise(v.x, v.wt);
    this.direct++;
    if (!system.factor(f) || !this.direction(system, f)) return Number.NaN;
    const { x, w, dx, dw, xt, wt, kept } = v;
    this.p.A.apply(dx, dw);
    kept.set(x);
    xt.set(w);
    let next = Number.NaN;
    for (let k = 0, t = 1; k <= HALVINGS + 1; k++, t *= 0.5) {
      for (let i = 0; i < x.length; i++) {
        x[i] = kept[i] + t * dx[i];
        w[i] = xt[i] + t * dw[i];
      }
      this.soften(x, w, f, centre);
      next = this.gauge.energy(x, wt);
      if (next < last) return next;
    }
    return next;
  }

  /** wt = w + f a (x - c); the energy error of x with it, J. */
  soften(x: Float64Array, w: Float64Array, f: number, centre: Float64Array): number {
    const { wt } = this.v;
    const { metric } = this.gauge;
    for (let i = 0; i < x.length; i++) wt[i] = w[i] + f * metric[i] * (x[i] - centre[i]);
    return this.gauge.energy(x, wt);
  }

  /** dx of B1 dx + B2 (A + f a) dx = -F, corrected once on the true A; false if it is not finite. */
  private direction(system: ConeSystem, f: number): boolean {
    const { dx, dw, xt } = this.v;
    const { A } = this.p;
    const { metric } = this.gauge;
    const { F } = this.blocks;
    for (let i = 0; i < dx.length; i++) dx[i] = -F[i];
    system.solve(dx);
    A.apply(dx, dw);
    if (f > 0) for (let i = 0; i < dx.length; i++) dw[i] += f * metric[i] * dx[i];
    this.blocks.residual(dx, dw, xt);
    system.solve(xt);
    let finite = 0;
    for (let i = 0; i < dx.length; i++) {
      dx[i] += xt[i];
      finite += 0 * dx[i];
    }
    return finite === 0;
  }

  /** Halves the step until the energy falls, three times at most; the energy at its end. */
  private search(energy: number): number {
    const { x, w, dx, xt, wt } = this.v;
    for (let k = 0, t = 1; ; k++, t *= 0.5) {
      for (let i = 0; i < x.length; i++) xt[i] = x[i] + t * dx[i];
      velocities(this.p, xt, wt);
      const next = this.gauge.energy(xt, wt);
      if (k < HALVINGS && !(next <= (1 - 2 * ARMIJO * t) * energy)) continue;
      x.set(xt);
      w.set(wt);
      return next;
    }
  }

  private show(energy: number): Status | undefined {
    const { x, w, best } = this.v;
    this.now = energy;
    if (!Number.isFinite(energy)) return 'diverged';
    const word = this.monitor?.observe(++this.shown, x, w, energy);
    if (energy < this.least || word) {
      this.least = energy;
      this.by = this.method;
      best.set(x);
    }
    return word ?? (energy <= this.enough ? 'converged' : undefined);
  }

  /** Body space can serve: looked at once per contact graph and list of contacts. */
  private inBodySpace(p: Problem): boolean {
    const { served, graphs, blocks } = this;
    if (!(p.A instanceof StructuredOperator)) return false;
    if (served?.rows === blocks.rows && served.graph === graphs.of(p.A)) return true;
    if (!servesBlocks(p.A, blocks)) return false;
    this.served = { rows: blocks.rows, graph: graphs.of(p.A) };
    return true;
  }

  private systemOf(p: Problem): ConeSystem | undefined {
    if (this.inBodySpace(p)) {
      this.body ??= new BodyConeSystem(this.graphs);
      return this.body;
    }
    if (p.n > DENSE_ROWS) return undefined;
    this.dense ??= new DenseConeSystem();
    return this.dense;
  }
}
