/**
 * Semismooth Newton on the natural map of Coulomb's cones, started by sweeps.   docs/theory/newton-cone.md
 *
 *   F(x) = x - P( x - (w + mu |w_t| n)/a ) = 0,      (B1 + B2 A) dx = -F                               (CN1), (CN2)
 *
 * P projects on the cones in the metric a; F measures the error in joules (FM7). Steps are halved if it rises. If
 * it keeps rising: nonlinear Gauss-Seidel, and alternating directions every third time, then Newton again.
 */

import { EnergyGauge } from '../measures/energy-gauge.ts';
import { velocities } from '../problem/operator.ts';
import { whole } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import {
  defaultsOf,
  ended,
  type Monitor,
  type Outcome,
  type Solver,
  type SolverInstance,
  type Status,
} from '../problem/solver.ts';
import { admm } from './admm.ts';
import { BodyConeSystem, type ConeSystem, DenseConeSystem, servesBlocks } from './linear-systems/cone-systems.ts';
import { ContactGraphs } from './linear-systems/contact-graph.ts';
import { ConeBlocks } from './newton/cone-blocks.ts';
import { energyTolerance, newtonSteps } from './newton/newton-options.ts';
import { nonlinearGs } from './nonlinear-gs.ts';

export type NewtonConeOptions = {
  maxIterations: number;
  tolerance: number;
  sweeps: number;
};

const options = {
  maxIterations: newtonSteps,
  tolerance: energyTolerance,
  sweeps: whole(50, 'sweeps', 'sweeps before Newton is tried first; half as many again whenever it has not converged'),
} as const;

export const newtonCone: Solver<NewtonConeOptions> = {
  name: 'newton-cone',
  summary: "semismooth Newton on Coulomb's cones, started by sweeps",
  reference: 'docs/theory/newton-cone.md',
  family: 'hybrid',
  accepts: ['none', 'box', 'cone', 'relaxed-cone'],
  needs: 'symmetric',
  coupling: 3,
  returnsBest: true,
  options,
  defaults: defaultsOf<NewtonConeOptions>(options),

  create: () => new ConeNewton(),
};

/** Share of the predicted decrease of the energy error that a step must reach, and halvings after which it is taken anyway. */
const ARMIJO = 1e-4;
const HALVINGS = 3;
/** Steps in succession without a new least energy error of the phase, after which sweeps are tried again. */
const RISES = 3;
/** Factor on the number of sweeps per round, its largest number, and how many alternating directions replace one sweep. */
const GROWTH = 1.5;
const MOST_SWEEPS = 2000;
const ALTERNATING = 3;
/** Rounds in succession that gain nothing, after which the solve ends. */
const PATIENCE = 6;
/** Part of es that is all rounding. */
const ROUNDING = 1e-26;
/** Rows beyond which a dense factor of a problem without J takes too long to be worth it. */
const DENSE_ROWS = 1500;

const VECTORS = ['x', 'w', 'dx', 'dw', 'xt', 'wt', 'best', 'swept'] as const;

class ConeNewton implements SolverInstance<NewtonConeOptions> {
  private direct = 0;
  private iterative = 0;
  private readonly graphs = new ContactGraphs();
  private readonly gauge = new EnergyGauge();
  private readonly blocks = new ConeBlocks();
  private readonly v = {} as Record<(typeof VECTORS)[number], Float64Array>;
  private body: BodyConeSystem | undefined;
  private dense: DenseConeSystem | undefined;
  private system: ConeSystem | undefined;
  private readonly sweeps = nonlinearGs.create();
  private readonly alternating = admm.create();
  private p!: Problem;
  private monitor: Monitor | undefined;
  private shown = 0;
  private least = Infinity;
  private enough = 0;
  /** Energy error below which there is nothing left to gain, J. */
  private rounding = 0;

  solve(p: Problem, x: Float64Array, options: NewtonConeOptions, monitor?: Monitor): Outcome {
    monitor?.begin(p, x);
    const status = this.from(x, p, options, monitor);
    return ended(p, status, this.direct, this.iterative);
  }

  private from(start: Float64Array, p: Problem, options: NewtonConeOptions, monitor: Monitor | undefined): Status {
    const es = this.prepare(p, start);
    if (!Number.isFinite(es)) return 'diverged';
    this.monitor = monitor;
    this.enough = monitor?.ownsStopping ? -1 : options.tolerance * es;
    this.rounding = ROUNDING * es;
    const status = this.least <= this.enough ? 'converged' : this.run(options);
    this.monitor = undefined;
    if (status !== 'diverged') start.set(this.v.best);
    return status;
  }

  release(): void {
    this.body?.release();
    this.dense?.release();
    this.body = undefined;
    this.dense = undefined;
    this.graphs.clear();
    this.sweeps.release();
    this.alternating.release();
  }

  /** Newton first if the start is a warm one, else sweeps. */
  private run({ maxIterations, sweeps }: NewtonConeOptions): Status {
    const { v } = this;
    let count = sweeps;
    let left = PATIENCE;
    let cold = true;
    for (let i = 0; i < v.x.length; i++) if (v.x[i] !== 0) cold = false;
    for (let round = cold ? 1 : 0; ; round++) {
      const before = this.least;
      if (round > 0) {
        const end = this.approach(round, Math.round(count));
        if (end) return end;
        count = Math.min(GROWTH * count, MOST_SWEEPS);
      }
      v.swept.set(v.x);
      const from = this.gauge.energy(v.x, v.w);
      const end = this.newton(maxIterations, from);
      if (end) return end;
      if (this.direct >= maxIterations) return 'iteration-limit';
      left = this.least < 0.99 * before ? PATIENCE : left - 1;
      if (left === 0 || this.least <= this.rounding) return 'stagnated';
      if (!(this.gauge.energy(v.x, v.w) < from)) v.x.set(v.swept); // sweeps continue from their own iterate
    }
  }

  /** Sweeps from x; alternating directions in every third round, and always if a cone is relaxed. */
  private approach(round: number, count: number): Status | undefined {
    const { v, p } = this;
    const convex = p.contacts.some(({ set }) => set === 'relaxed-cone');
    const inner =
      convex || round % 3 === 0
        ? this.alternating.solve(p, v.x, { ...admm.defaults, maxIterations: ALTERNATING * count })
        : this.sweeps.solve(p, v.x, { ...nonlinearGs.defaults, memory: 0, maxIterations: count, tolerance: 0 });
    this.iterative += inner.iterations.iterative;
    if (inner.status === 'diverged') return 'diverged';
    velocities(p, v.x, v.w);
    return this.show(this.gauge.energy(v.x, v.w));
  }

  /** Newton from x as long as the energy error keeps falling; a status if that ends the solve. */
  private newton(most: number, from: number): Status | undefined {
    if (!this.system) return undefined;
    const { v, blocks, system } = this;
    let energy = from;
    let lowest = from;
    let left = RISES;
    while (this.direct < most && left > 0) {
      blocks.linearise(v.x, v.w);
      this.direct++;
      if (!system.factor() || !this.direction(system)) return undefined;
      const next = this.search(energy);
      if (!Number.isFinite(next)) return undefined;
      left = next < lowest ? RISES : left - 1;
      lowest = Math.min(lowest, next);
      energy = next;
      const end = this.show(energy);
      if (end) return end;
    }
    return undefined;
  }

  /** dx of B1 dx + B2 A dx = -F, corrected once on the true A; false if it is not finite. */
  private direction(system: ConeSystem): boolean {
    const { dx, dw, xt } = this.v;
    const { F } = this.blocks;
    for (let i = 0; i < dx.length; i++) dx[i] = -F[i];
    system.solve(dx);
    this.p.A.apply(dx, dw);
    this.blocks.residual(dx, dw, xt);
    system.solve(xt);
    let finite = 0;
    for (let i = 0; i < dx.length; i++) {
      dx[i] += xt[i];
      finite += 0 * dx[i];
    }
    this.p.A.apply(dx, dw);
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
    if (!Number.isFinite(energy)) return 'diverged';
    const word = this.monitor?.observe(++this.shown, x, w, energy);
    if (energy < this.least || word) {
      this.least = energy;
      best.set(x);
    }
    return word ?? (energy <= this.enough ? 'converged' : undefined);
  }

  /** es, J. */
  private prepare(p: Problem, start: Float64Array): number {
    this.p = p;
    this.direct = 0;
    this.iterative = 0;
    this.shown = 0;
    if (this.v.x?.length !== p.n) for (const name of VECTORS) this.v[name] = new Float64Array(p.n);
    const { v, gauge, blocks } = this;
    gauge.prepare(p);
    const es = gauge.scale(v.x, v.w);
    v.x.set(start);
    v.best.set(start);
    velocities(p, v.x, v.w);
    this.least = gauge.energy(v.x, v.w);
    blocks.prepare(p, gauge.metric);
    this.system = this.systemOf(p);
    this.system?.prepare(p, blocks);
    return es;
  }

  private systemOf(p: Problem): ConeSystem | undefined {
    if (servesBlocks(p, this.blocks)) {
      this.body ??= new BodyConeSystem(this.graphs);
      return this.body;
    }
    if (p.n > DENSE_ROWS) return undefined;
    this.dense ??= new DenseConeSystem();
    return this.dense;
  }
}
