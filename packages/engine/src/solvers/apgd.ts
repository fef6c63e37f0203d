/**
 * Accelerated projected gradient (Nesterov; for contact: Mazhar, Heyn, Negrut, Tasora 2015), with a step found by backtracking and
 * a restart when momentum points uphill.   docs/theory/accelerated-gradient.md (AG1)-(AG3)
 *
 *   x+ = P(y - w(y)/(L a)),   y = x+ + beta (x+ - x),   w(y) = w(x+) + beta (w(x+) - w(x))                              (AG1)
 *
 * For convex sets of any shape; projections are nearest points in the metric sum a x^2, a the diagonal of A. Coulomb's cone by De
 * Saxce's shift, outside.
 */

import { EnergyGauge } from '../measures/energy-gauge.ts';
import { real } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import { defaultsOf, type Monitor, type Outcome, type Solver, type Status } from '../problem/solver.ts';
import { type Image, Images } from './gradient/carried-products.ts';
import { DeSaxce, shiftFactorOption } from './gradient/de-saxce.ts';
import { Admissible } from './gradient/projections.ts';
import { maxIterationsOption, Stopping, toleranceOption } from './gradient/stopping.ts';
import { Workspace } from './gradient/workspace.ts';

export type ApgdOptions = {
  maxIterations: number;
  tolerance: number;
  shrink: number;
  shiftFactor: number;
};

const options = {
  maxIterations: maxIterationsOption,
  tolerance: toleranceOption,
  shrink: real(0.97, '', 'L of the next iteration over that of this one; backtracking doubles it if it is too small', {
    min: 0.5,
    max: 1,
  }),
  shiftFactor: shiftFactorOption,
} as const;

export const apgd: Solver<ApgdOptions> = {
  name: 'apgd',
  summary: 'accelerated projected gradient with backtracking and restart',
  reference: 'docs/theory/accelerated-gradient.md',
  family: 'iterative',
  accepts: ['none', 'box', 'prism', 'cylinder', 'cone', 'relaxed-cone'],
  needs: 'symmetric',
  coupling: 3,
  options,
  defaults: defaultsOf<ApgdOptions>(options),

  create() {
    return new DeSaxce(new Accelerated());
  },
};

/** A larger L cannot come from A: the largest eigenvalue of A/a is at most the most rows that one row meets. */
const LARGEST_L = 1e9;

class Accelerated {
  private readonly images = new Images();
  private readonly workspace = new Workspace();
  private readonly gauge = new EnergyGauge();
  private image!: Image;
  private set!: Admissible;
  private a!: Float64Array;
  private w!: Float64Array;
  private y!: Float64Array;
  private wy!: Float64Array;
  private next!: Float64Array;
  private wnext!: Float64Array;
  private image6!: Float64Array;
  private L = 1;
  private theta = 1;

  solve(p: Problem, x: Float64Array, options: Readonly<ApgdOptions>, monitor?: Monitor): Outcome {
    const { workspace } = this;
    const { maxIterations, tolerance, shrink } = options;
    workspace.begin();
    this.image = this.images.of(p);
    this.gauge.prepare(p);
    const stopping = new Stopping(p, this.image, this.gauge, tolerance, monitor);
    this.prepare(p, x, this.gauge.metric);
    let status = stopping.start(x, this.w);
    let k = 0;
    while (!status && k < maxIterations) {
      k++;
      status = this.step(x) ?? stopping.after(k, x, this.w);
      this.L *= shrink;
    }
    return stopping.ended(status ?? 'iteration-limit', k);
  }

  release(): void {
    this.images.release();
    this.workspace.release();
  }

  private prepare(p: Problem, x: Float64Array, metric: Float64Array): void {
    const { workspace, image } = this;
    const rows = () => workspace.vector(p.n);
    this.a = metric;
    this.set = new Admissible(p, metric);
    [this.w, this.y, this.wy, this.next, this.wnext] = [rows(), rows(), rows(), rows(), rows()];
    this.image6 = workspace.vector(image.size);
    this.set.project(x, x);
    image.of(x, this.image6);
    image.velocities(x, this.image6, this.w);
    this.y.set(x);
    this.wy.set(this.w);
    this.L = 1;
    this.theta = 1;
  }

  /** (AG1)-(AG3), one product if the step holds at once. */
  private step(x: Float64Array): Status | undefined {
    const { a, w, y, wy, next, wnext } = this;
    if (!this.descend()) return 'diverged';
    let uphill = 0;
    for (let i = 0; i < x.length; i++) uphill += a[i] * (y[i] - next[i]) * (next[i] - x[i]);
    const theta = 0.5 * (1 + Math.sqrt(1 + 4 * this.theta * this.theta));
    const beta = uphill > 0 ? 0 : (this.theta - 1) / theta;
    this.theta = uphill > 0 ? 1 : theta;
    for (let i = 0; i < x.length; i++) {
      y[i] = next[i] + beta * (next[i] - x[i]);
      wy[i] = wnext[i] + beta * (wnext[i] - w[i]);
      x[i] = next[i];
      w[i] = wnext[i];
    }
    return undefined;
  }

  /** next = P(y - w(y)/(L a)) with an L that bounds the curvature along it (AG2); false if nothing is a number. */
  private descend(): boolean {
    const { a, y, wy, next, wnext, image, image6 } = this;
    for (;;) {
      for (let i = 0; i < y.length; i++) next[i] = y[i] - wy[i] / (this.L * a[i]);
      this.set.project(next, next);
      image.of(next, image6);
      image.velocities(next, image6, wnext);
      let curvature = 0;
      let size = 0;
      for (let i = 0; i < y.length; i++) {
        const step = next[i] - y[i];
        curvature += step * (wnext[i] - wy[i]);
        size += a[i] * step * step;
      }
      if (!Number.isFinite(curvature)) return false;
      if (curvature <= this.L * size || this.L > LARGEST_L) return true;
      this.L *= 2;
    }
  }
}
