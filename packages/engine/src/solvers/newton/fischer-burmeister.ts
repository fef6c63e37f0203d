/**
 * One problem solved by semismooth Newton on the Fischer-Burmeister function.   docs/theory/semismooth-newton.md (SN7)-(SN10)
 */

import { EnergyGauge } from '../../measures/energy-gauge.ts';
import { energyMetric } from '../../measures/energy-metric.ts';
import { velocities } from '../../problem/operator.ts';
import type { Problem } from '../../problem/problem.ts';
import type { Monitor, Status } from '../../problem/solver.ts';
import { FREE, type FreeSetEngine } from '../linear-systems/free-rows.ts';
import { DenseJacobian } from './dense-jacobian.ts';

export interface FbRules {
  readonly maxIterations: number;
  readonly tolerance: number;
  readonly penalty: number;
}

const ARMIJO = 1e-4;
/** Shortest step tried; the merit is smooth, so only rounding can ask for less. */
const SHORTEST = 1e-12;
/** Least derivative by w/a: the shift a p/q of a row at its bound stays finite. */
const LEAST = 1e-14;
/** Corrections of a linear solve on the true A. */
const REFINEMENTS = 2;
/** Steps without a new least energy error after which rounding is all that is left. */
const PATIENCE = 12;

const VECTORS = ['x', 'w', 'dx', 'dw', 'xt', 'wt', 'F', 'p', 'q', 'D', 'r', 'd', 'best'] as const;

export class FischerBurmeister {
  /** Linear systems solved. */
  steps = 0;
  /** The least energy error of an iterate so far, J; that iterate is `v.best`. */
  least = Infinity;
  readonly v = {} as Record<(typeof VECTORS)[number], Float64Array>;
  private readonly gauge = new EnergyGauge();
  private p!: Problem;
  private penalty = 0;
  /** x = clamp(0) solves it. */
  private nothing = false;
  private readonly phi = new Phi();
  private readonly jacobian = new DenseJacobian();
  /** a_ii, or what stands in for it (E14). */
  private a: Float64Array = new Float64Array(0);

  /** From `start`, which is left alone. @param engine undefined if A is unsymmetric */
  run(p: Problem, engine: FreeSetEngine | undefined, start: Float64Array, rules: FbRules, monitor?: Monitor): Status {
    const es = this.begin(p, start, rules.penalty);
    const { v } = this;
    if (!Number.isFinite(es)) return 'diverged';
    const enough = monitor?.ownsStopping ? -1 : rules.tolerance * es;
    if (this.nothing) return monitor?.ownsStopping ? (monitor.observe(1, v.x, v.w) ?? 'stagnated') : 'converged';
    if (this.least <= enough) return 'converged';
    if (engine) engine.prepare(p);
    else this.jacobian.prepare(p.A.dense(), this.a);
    let left = PATIENCE;
    for (let k = 1; k <= rules.maxIterations; k++) {
      const merit = this.evaluate(v.x, v.w);
      if (engine ? !this.direction(engine) : !this.denseDirection(false)) return 'stagnated';
      this.steps++;
      const moved = this.search(merit) || (!engine && this.again(merit));
      const energy = this.gauge.energy(v.x, v.w);
      if (!Number.isFinite(energy)) return 'diverged';
      const word = monitor?.observe(k, v.x, v.w, energy);
      left = energy < this.least ? PATIENCE : left - 1;
      if (energy < this.least || word) {
        this.least = energy;
        v.best.set(v.x);
      }
      if (word) return word;
      if (energy <= enough) return 'converged';
      if (!moved || left === 0) return 'stagnated';
    }
    return 'iteration-limit';
  }

  /** es, J. */
  private begin(p: Problem, start: Float64Array, penalty: number): number {
    this.p = p;
    this.penalty = penalty;
    this.steps = 0;
    if (this.v.x?.length !== p.n) for (const name of VECTORS) this.v[name] = new Float64Array(p.n);
    const { x, w, d, best } = this.v;
    this.a = energyMetric(p);
    this.gauge.prepare(p);
    const es = this.gauge.scale(x, w);
    for (let i = 0; i < p.n; i++) d[i] = Math.sqrt((2 * es) / (p.n * this.a[i])); // the unit of impulse of (IP3)
    this.nothing = this.gauge.energy(x, w) === 0;
    if (!this.nothing) for (let i = 0; i < p.n; i++) x[i] = Math.min(Math.max(start[i], p.lo[i]), p.hi[i]);
    velocities(p, x, w);
    best.set(x);
    this.least = this.gauge.energy(x, w);
    return es;
  }

  /** (SN8) of every row and its derivatives; the merit (SN10), J. */
  private evaluate(x: Float64Array, w: Float64Array): number {
    const { F, p, q, d } = this.v;
    const { lo, hi } = this.p;
    const { phi, penalty } = this;
    let sum = 0;
    for (let i = 0; i < x.length; i++) {
      const a = this.a[i];
      const t = w[i] / a;
      const fixed = lo[i] === hi[i];
      F[i] = fixed ? x[i] - lo[i] : t;
      p[i] = fixed ? 1 : 0;
      q[i] = fixed ? 0 : 1;
      if (!fixed && hi[i] < Infinity) {
        phi.at(hi[i] - x[i], -t, penalty / d[i]);
        F[i] = -phi.value;
        p[i] = phi.ds;
        q[i] = phi.dt;
      }
      if (!fixed && lo[i] > -Infinity) {
        phi.at(x[i] - lo[i], F[i], penalty / d[i]);
        F[i] = phi.value;
        p[i] = phi.ds + phi.dt * p[i];
        q[i] = phi.dt * q[i];
      }
      sum += a * F[i] * F[i];
    }
    return 0.5 * sum;
  }

  /** (SN9), refined on the true A; dx and dw = A dx. */
  private direction(engine: FreeSetEngine): boolean {
    const { F, p, q, D, r, dx, dw } = this.v;
    const a = this.p.A.diagonal;
    for (let i = 0; i < F.length; i++) {
      q[i] = Math.max(q[i], LEAST);
      D[i] = (a[i] * p[i]) / q[i];
      engine.state[i] = FREE;
      dx[i] = -(a[i] * F[i]) / q[i];
    }
    if (!engine.factorShifted(D)) return false;
    engine.solveShifted(dx);
    for (let k = 0; k < REFINEMENTS; k++) {
      this.p.A.apply(dx, dw);
      for (let i = 0; i < F.length; i++) r[i] = -(a[i] * F[i]) / q[i] - D[i] * dx[i] - dw[i];
      engine.solveShifted(r);
      for (let i = 0; i < F.length; i++) dx[i] += r[i];
    }
    this.p.A.apply(dx, dw);
    return true;
  }

  /** (SN11): Newton's step, or the damped one of least squares if that is asked for or Newton's does not exist. */
  private denseDirection(damped: boolean): boolean {
    const { F, p, q, dx } = this.v;
    const { jacobian } = this;
    jacobian.update(p, q);
    return (!damped && jacobian.newton(F, dx)) || jacobian.leastSquares(F, dx);
  }

  /** Newton's step has led nowhere: the damped one from the same point. */
  private again(merit: number): boolean {
    const { x, w } = this.v;
    this.evaluate(x, w);
    return this.denseDirection(true) && this.search(merit);
  }

  /** Halves the step until the merit falls; false if rounding leaves nothing to gain. */
  private search(merit: number): boolean {
    const { x, w, dx, xt, wt } = this.v;
    const { p } = this;
    for (let t = 1; t >= SHORTEST; t *= 0.5) {
      for (let i = 0; i < x.length; i++) xt[i] = x[i] + t * dx[i];
      velocities(p, xt, wt);
      if (!(this.evaluate(xt, wt) <= (1 - 2 * ARMIJO * t) * merit)) continue;
      x.set(xt);
      w.set(wt);
      return true;
    }
    return false;
  }
}

/** (SN7) with its penalty, and the derivatives; at the kink one element of the B-differential. */
class Phi {
  value = 0;
  ds = 0;
  dt = 0;

  /** @param penalty weight of s+ t+, 1/(N s). */
  at(s: number, t: number, penalty: number): void {
    const root = Math.sqrt(s * s + t * t);
    const sum = s + t;
    this.value = sum > 0 ? (2 * s * t) / (sum + root) : sum - root; // no cancellation if both are positive
    this.ds = lessThanOne(s, t, root);
    this.dt = lessThanOne(t, s, root);
    if (!(penalty > 0 && s > 0 && t > 0)) return;
    this.value += penalty * s * t;
    this.ds += penalty * t;
    this.dt += penalty * s;
  }
}

/** 1 - s/root without cancellation, root = |(s, t)|. */
function lessThanOne(s: number, t: number, root: number): number {
  if (root === 0) return 1 - Math.SQRT1_2;
  return s > 0 ? (t * t) / (root * (root + s)) : 1 - s / root;
}
