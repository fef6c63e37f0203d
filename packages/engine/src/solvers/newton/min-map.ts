/**
 * One problem solved by semismooth Newton on the min map or on the normal map.   docs/theory/semismooth-newton.md (SN1)-(SN6)
 *
 * Both maps have the same linear systems: rows at a bound go there, the others get w = 0. That is what the free-set engines
 * solve, so a step costs what a block pivot costs.
 */

import { EnergyGauge } from '../../measures/energy-gauge.ts';
import { velocities } from '../../problem/operator.ts';
import type { Problem } from '../../problem/problem.ts';
import type { Monitor, Status } from '../../problem/solver.ts';
import { FollowingBounds } from '../bounds/following-bounds.ts';
import { FREE, type FreeSetEngine, LOWER, UPPER } from '../linear-systems/free-rows.ts';
import { polish } from '../pivoting/block-pivoting.ts';

export interface MinMapRules {
  readonly maxIterations: number;
  readonly tolerance: number;
  readonly map: 'min' | 'normal';
  readonly scale: 'energy' | 'none';
  readonly minStep: number;
}

/** Share of the predicted decrease of the merit that a step must bring (Armijo). */
const ARMIJO = 1e-4;
/** Part of es that the free rows may lack after a linear solve. */
const ENOUGH = 1e-22;
/** Below this part of es all is rounding: iterations end here even if a monitor owns the stopping test. */
const ROUNDING = 1e-30;

/** The iterate, the end of the full step, a point between them, the least-error iterate, the scale of each row. */
const VECTORS = ['x', 'w', 'y', 'x1', 'w1', 'y1', 'xt', 'wt', 'yt', 'best', 's'] as const;

export class MinMap {
  /** Linear systems solved. */
  steps = 0;
  /** The least energy error of an iterate so far, J; that iterate is `v.best`. */
  least = Infinity;
  readonly bounds = new FollowingBounds();
  readonly v = {} as Record<(typeof VECTORS)[number], Float64Array>;
  private readonly gauge = new EnergyGauge();
  private before: Uint8Array = new Uint8Array(0);
  private rules!: MinMapRules;
  private p!: Problem;

  /** From `start`, which is left alone. */
  run(p: Problem, engine: FreeSetEngine, start: Float64Array, rules: MinMapRules, monitor?: Monitor): Status {
    const es = this.begin(p, start, rules);
    const { v, gauge, bounds } = this;
    if (!Number.isFinite(es)) return 'diverged';
    const enough = monitor?.ownsStopping ? -1 : rules.tolerance * es;
    engine.prepare(bounds.boxes);
    let full = false;
    for (let k = 1; k <= rules.maxIterations; k++) {
      const settled = this.classify(engine) && full && !bounds.follows;
      if (settled) return this.least <= enough ? 'converged' : 'stagnated'; // the step for these states has been taken
      if (!engine.solveSet()) return 'stagnated';
      this.steps++;
      polish(engine, ENOUGH * es);
      this.target(engine);
      full = this.search() === 1;
      const energy = gauge.energy(v.x, v.w);
      if (!Number.isFinite(energy)) return 'diverged';
      const word = monitor?.observe(k, v.x, v.w, energy);
      if (energy < this.least || word) {
        this.least = energy;
        v.best.set(v.x);
      }
      if (word) return word;
      if (energy <= enough) return 'converged';
      if (energy <= ROUNDING * es) return 'stagnated';
    }
    return 'iteration-limit';
  }

  /** es, J. */
  private begin(p: Problem, start: Float64Array, rules: MinMapRules): number {
    const { n } = p;
    this.p = p;
    this.rules = rules;
    this.steps = 0;
    if (this.before.length !== n) {
      this.before = new Uint8Array(n);
      for (const name of VECTORS) this.v[name] = new Float64Array(n);
    }
    const { x, w, y, s, best } = this.v;
    this.gauge.prepare(p);
    this.bounds.prepare(p);
    const es = this.gauge.scale(x, w);
    x.set(start);
    velocities(p, x, w);
    this.bounds.adapt(x);
    for (let i = 0; i < n; i++) {
      s[i] = rules.scale === 'energy' ? p.A.diagonal[i] : 1;
      y[i] = x[i] - w[i] / s[i];
    }
    if (rules.map === 'normal') this.between(y, x, w);
    best.set(x);
    this.least = this.gauge.energy(x, w);
    return es;
  }

  /** (SN3): the branch of the map that each row is on, as the engine's states; true if all are as before. */
  private classify(engine: FreeSetEngine): boolean {
    const { before } = this;
    const { x, w, y, s } = this.v;
    const { lo, hi } = this.bounds.boxes;
    const normal = this.rules.map === 'normal';
    let same = true;
    for (let i = 0; i < x.length; i++) {
      const at = normal ? y[i] : x[i] - w[i] / s[i];
      const state = at <= lo[i] ? LOWER : at >= hi[i] ? UPPER : FREE;
      if (state !== before[i]) same = false;
      before[i] = state;
      engine.state[i] = state;
    }
    return same;
  }

  /** The end of the full step: the engine's answer, and y = x - w/s of it on the rows at a bound. */
  private target({ x, w, state }: FreeSetEngine): void {
    const { x1, w1, y1, s } = this.v;
    for (let i = 0; i < x1.length; i++) {
      x1[i] = x[i];
      w1[i] = w[i];
      y1[i] = state[i] === FREE ? x[i] : x[i] - w[i] / s[i];
    }
  }

  /** (SN5): halves the step until the merit falls; a step of `minStep` is always taken. Returns the length. */
  private search(): number {
    const { x, w, y, x1, w1, y1, xt, wt, yt } = this.v;
    const { minStep, map } = this.rules;
    const now = this.merit(y, x, w);
    for (let t = 1; ; t = Math.max(0.5 * t, minStep)) {
      for (let i = 0; i < x.length; i++) {
        xt[i] = t === 1 ? x1[i] : x[i] + t * (x1[i] - x[i]); // w is linear along the step as x is
        wt[i] = t === 1 ? w1[i] : w[i] + t * (w1[i] - w[i]);
        yt[i] = t === 1 ? y1[i] : y[i] + t * (y1[i] - y[i]);
      }
      if (map === 'normal') this.between(yt, xt, wt);
      this.bounds.adapt(xt);
      if (t > minStep && !(this.merit(yt, xt, wt) <= (1 - 2 * ARMIJO * t) * now)) continue;
      x.set(xt);
      w.set(wt);
      y.set(yt);
      return t;
    }
  }

  /** x = clamp(y) and its velocities: the normal map is not linear along a step, each length costs a product. */
  private between(y: Float64Array, x: Float64Array, w: Float64Array): void {
    const { lo, hi } = this.bounds.boxes;
    for (let pass = this.bounds.follows ? 0 : 1; pass < 2; pass++) {
      for (let i = 0; i < x.length; i++) x[i] = Math.min(Math.max(y[i], lo[i]), hi[i]);
      this.bounds.adapt(x); // the second pass has the sections of the normals of the first
    }
    velocities(this.p, x, w);
  }

  /** (SN4) of the min map (SN1) or the normal map (SN2), against the current bounds. */
  private merit(y: Float64Array, x: Float64Array, w: Float64Array): number {
    const { map, scale } = this.rules;
    const { s } = this.v;
    const { lo, hi } = this.bounds.boxes;
    let sum = 0;
    for (let i = 0; i < x.length; i++) {
      const a = s[i];
      const F = map === 'normal' ? w[i] / a + y[i] - x[i] : Math.max(x[i] - hi[i], Math.min(x[i] - lo[i], w[i] / a));
      sum += scale === 'energy' ? a * F * F : F * F;
    }
    return 0.5 * sum;
  }
}
