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
import { energySum } from '../measures/energy.ts';
import { setFrictionBounds } from '../problem/friction-bounds.ts';
import { type Problem, withBounds } from '../problem/problem.ts';
import { defaultsOf, type Monitor, type Solver, type Status } from '../problem/solver.ts';
import { StructuredOperator } from '../problem/structured.ts';
import { bpp } from './bpp.ts';
import { LaggedBounds } from './coupled/lagged.ts';
import { BodyCoupledSystem, type CoupledSystem, DenseCoupledSystem, FREE, HELD, SLIDING } from './coupled/system.ts';
import { energyScale } from './free-set/pivoting.ts';

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

export const newtonCoupled: Solver<NewtonCoupledOptions> = {
  name: 'newton-coupled',
  summary: 'damped semismooth Newton with friction bounds that follow the normals',
  reference: 'docs/theory/coupled-newton.md',
  family: 'direct',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 1,
  ownBounds: true,
  options,
  defaults: defaultsOf<NewtonCoupledOptions>(options),

  create() {
    const run = new CoupledNewton();
    return {
      solve(p, x, given, monitor) {
        const status = run.solve(p, x, given, monitor);
        const { direct, lo, hi } = run;
        return { status, iterations: { direct, iterative: 0, coupling: 1, total: direct }, lo, hi, follows: true };
      },
      release() {
        run.release();
      },
    };
  },
};

class CoupledNewton {
  direct = 0;
  /** Bounds of the current iterate: the monitor measures against them. */
  lo: Float64Array = new Float64Array(0);
  hi: Float64Array = new Float64Array(0);
  private word: Status | undefined;
  /** Iterates that the monitor has seen. */
  private shown = 0;
  private p!: Problem;
  private e0 = 1;
  private body: BodyCoupledSystem | undefined;
  private dense: DenseCoupledSystem | undefined;
  private system!: CoupledSystem;
  private state: Uint8Array = new Uint8Array(0);
  private normalOf: Int32Array = new Int32Array(0);
  private mu: Float64Array = new Float64Array(0);
  private v = {} as Record<'held' | 'slope' | 'x' | 'w' | 'x0' | 'w0' | 'x1' | 'w1' | 'best', Float64Array>;
  private least = Infinity;
  private lagged = bpp.create();

  solve(
    p: Problem,
    start: Float64Array,
    { maxIterations, updates, tolerance }: NewtonCoupledOptions,
    monitor: Monitor | undefined,
  ): Status {
    this.prepare(p);
    monitor?.begin(withBounds(p, this.lo, this.hi), start);
    if (!Number.isFinite(this.e0)) return 'diverged';
    if (this.energy(this.v.x, this.v.w) === 0) {
      start.set(this.v.x); // doing nothing solves it
      return monitor?.ownsStopping ? (monitor.observe(1, start) ?? 'stagnated') : 'converged';
    }
    this.statesFromStart(start);
    let done = this.newton(maxIterations, tolerance, monitor);
    if (!done && !this.word && updates > 0) done = this.fallback(maxIterations, updates, tolerance, monitor);
    if (!(this.least < Infinity)) return 'diverged';
    start.set(this.v.best);
    this.boundsOf(start);
    if (this.word) return this.word;
    if (!done) return 'stagnated';
    return monitor?.ownsStopping ? (monitor.observe(this.shown + 1, start) ?? 'stagnated') : 'converged';
  }

  release(): void {
    this.body = undefined;
    this.dense = undefined;
    this.lagged.release();
  }

  private prepare(p: Problem): void {
    const { n } = p;
    this.p = p;
    this.direct = 0;
    this.shown = 0;
    this.word = undefined;
    this.least = Infinity;
    this.lo = p.lo.slice();
    this.hi = p.hi.slice();
    this.state = new Uint8Array(n);
    this.normalOf = new Int32Array(n).fill(-1);
    this.mu = new Float64Array(n);
    for (const name of ['held', 'slope', 'x', 'w', 'x0', 'w0', 'x1', 'w1', 'best'] as const)
      this.v[name] = new Float64Array(n);
    for (const { normal, tangents, mu, rolling, muRolling } of p.contacts) {
      for (const t of tangents) [this.normalOf[t], this.mu[t]] = [normal, mu];
      for (const t of rolling) [this.normalOf[t], this.mu[t]] = [normal, muRolling];
    }
    const { x, w } = this.v;
    for (let i = 0; i < n; i++) x[i] = Math.min(Math.max(0, p.lo[i]), p.hi[i]);
    this.velocities(x, w);
    for (const row of p.ungiven) this.lo[row] = this.hi[row] = 0; // as e0 is defined: no bounds given count as [0, 0]
    this.e0 = energyScale(x, w, p.A.diagonal, this.lo, this.hi);
    this.system = this.chooseSystem(p);
    this.system.prepare(p);
  }

  /** Body space where J is known, every row has compliance, and a contact's rows touch the same bodies. */
  private chooseSystem(p: Problem): CoupledSystem {
    if (p.A instanceof StructuredOperator) {
      const { C, rowStart, body } = p.A.structure;
      let serves = true;
      for (let i = 0; i < p.n && serves; i++) {
        serves = C[i] > 1e-15 * p.A.diagonal[i];
        const n = this.normalOf[i];
        if (n < 0) continue;
        serves &&= rowStart[i + 1] - rowStart[i] === rowStart[n + 1] - rowStart[n];
        for (let k = 0; k < rowStart[i + 1] - rowStart[i] && serves; k++)
          serves = body[rowStart[i] + k] === body[rowStart[n] + k];
      }
      if (serves) {
        this.body ??= new BodyCoupledSystem();
        return this.body;
      }
    }
    this.dense ??= new DenseCoupledSystem();
    return this.dense;
  }

  private velocities(x: Float64Array, w: Float64Array): void {
    this.p.A.apply(x, w);
    for (let i = 0; i < this.p.n; i++) w[i] += this.p.b[i];
  }

  private boundsOf(x: Float64Array): void {
    setFrictionBounds(this.p, x, this.lo, this.hi);
  }

  /** Everything free from a cold start; else the states that the warm start's natural map has. */
  private statesFromStart(start: Float64Array): void {
    if (start.every((v) => v === 0)) {
      for (let i = 0; i < this.p.n; i++) {
        const fixed = this.normalOf[i] < 0 ? !(this.p.lo[i] < this.p.hi[i]) : this.mu[i] === 0;
        this.state[i] = fixed ? HELD : FREE;
        this.v.held[i] = this.normalOf[i] < 0 ? this.p.lo[i] : 0;
      }
      return;
    }
    this.v.x.set(start);
    this.velocities(this.v.x, this.v.w);
    this.boundsOf(this.v.x);
    this.statesFrom(this.v.x, this.v.w);
  }

  /** (NC2): the branch of the natural map that each row is on. */
  private statesFrom(x: Float64Array, w: Float64Array): void {
    const { p, state, normalOf, mu, lo, hi } = this;
    const { held, slope } = this.v;
    const a = p.A.diagonal;
    for (let i = 0; i < p.n; i++) {
      const z = x[i] - w[i] / a[i];
      state[i] = !(lo[i] < hi[i]) || z <= lo[i] ? HELD : z >= hi[i] ? HELD : FREE;
      if (state[i] === HELD) held[i] = z >= hi[i] && lo[i] < hi[i] ? hi[i] : lo[i];
    }
    for (let t = 0; t < p.n; t++) {
      const n = normalOf[t];
      if (n < 0) continue;
      const z = x[t] - w[t] / a[t];
      if (state[n] !== FREE) {
        // the normal is at a bound: so is what it allows
        const most = mu[t] * Math.max(held[n], 0);
        state[t] = z > -most && z < most ? FREE : HELD;
        held[t] = z >= most ? most : -most;
      } else if (state[t] === HELD) {
        state[t] = mu[t] === 0 ? HELD : SLIDING;
        slope[t] = z >= hi[t] ? mu[t] : -mu[t];
        held[t] = 0;
      }
    }
  }

  /** Newton from the current states; true where the self-consistent energy reaches the tolerance. */
  private newton(maxIterations: number, tolerance: number, monitor: Monitor | undefined): boolean {
    const { x, w, x0, w0, held, slope } = this.v;
    const { state, normalOf } = this;
    let last = Infinity;
    for (let k = 0; k < maxIterations; k++) {
      this.direct++;
      if (!this.system.solve({ state, held, slope, normalOf }, x, w)) return false;
      let energy = this.energy(x, w);
      if (!Number.isFinite(energy)) return false;
      if (last < Infinity && !(energy < last)) energy = this.shorten(last);
      this.boundsOf(x);
      this.keep(energy);
      this.word = monitor?.observe(++this.shown, x, w);
      if (this.word) return false;
      if (energy <= tolerance * this.e0 && !monitor?.ownsStopping) return true;
      if (energy <= tolerance * tolerance * this.e0) return true; // nothing left to gain
      last = energy;
      x0.set(x);
      w0.set(w);
      this.statesFrom(x, w);
    }
    return this.least <= tolerance * this.e0;
  }

  /** Halves the step from (x0, w0) to (x, w) until the energy falls below `last`; else the best of the halves. */
  private shorten(last: number): number {
    const { x, w, x1, w1 } = this.v;
    x1.set(x);
    w1.set(w);
    let best = this.energy(x, w);
    let length = 1;
    for (let k = 1, part = 0.5; k <= HALVINGS; k++, part *= 0.5) {
      this.between(part);
      const energy = this.energy(x, w);
      if (energy < best) [best, length] = [energy, part];
      if (energy < last) break;
    }
    this.between(length);
    return best;
  }

  /** x and w are linear in the step. */
  private between(part: number): void {
    const { x, w, x0, w0, x1, w1 } = this.v;
    for (let i = 0; i < this.p.n; i++) {
      x[i] = x0[i] + part * (x1[i] - x0[i]);
      w[i] = w0[i] + part * (w1[i] - w0[i]);
    }
  }

  /** The energy error of x against the bounds that x implies. */
  private energy(x: Float64Array, w: Float64Array): number {
    this.boundsOf(x);
    return energySum(x, w, this.p.A.diagonal, this.lo, this.hi);
  }

  private keep(energy: number): void {
    if (!(energy < this.least)) return;
    this.least = energy;
    this.v.best.set(this.v.x);
  }

  /** (NC4): bounds from accelerated normals, a direct solve, and Newton from where that ends. */
  private fallback(maxIterations: number, updates: number, tolerance: number, monitor: Monitor | undefined): boolean {
    const { p } = this;
    const lagged = new LaggedBounds(p);
    const { x, w } = this.v;
    x.fill(0);
    for (let k = 0; k < updates; k++) {
      lagged.bounds(this.lo, this.hi);
      const outcome = this.lagged.solve(withBounds(p, this.lo, this.hi), x, bpp.defaults);
      this.direct += outcome.iterations.direct;
      if (outcome.status === 'diverged') return false;
      lagged.learn(x);
      this.velocities(x, w);
      this.boundsOf(x);
      this.keep(energySum(x, w, p.A.diagonal, this.lo, this.hi));
      this.statesFrom(x, w);
      const from = x.slice();
      if (this.newton(Math.min(maxIterations, 5), tolerance, monitor)) return true;
      if (this.word) return false;
      if (this.least <= tolerance * this.e0) return true;
      x.set(from);
    }
    return false;
  }
}
