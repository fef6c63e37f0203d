/**
 * Spectral projected gradient (Birgin, Martinez, Raydan 2000) with Barzilai and Borwein's steps and a line search that lets the
 * objective rise for a while.   docs/theory/accelerated-gradient.md (AG8)-(AG10)
 *
 *   d = P(x - alpha w/a) - x,   x <- x + lambda d,   alpha = s'a s/s'A s and s'A s/(A s)'(A s)/a in turn, s = d                (AG8)
 *
 * One product per iteration; for convex sets of any shape. Coulomb's cone by De Saxce's shift, outside.
 */

import { EnergyGauge } from '../measures/energy-gauge.ts';
import { whole } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import { defaultsOf, type Monitor, type Outcome, type Solver, type Status } from '../problem/solver.ts';
import { type Image, Images } from './gradient/carried-products.ts';
import { DeSaxce, shiftFactorOption } from './gradient/de-saxce.ts';
import { Admissible } from './gradient/projections.ts';
import { maxIterationsOption, Stopping, toleranceOption } from './gradient/stopping.ts';
import { dot, Workspace } from './gradient/workspace.ts';

export type SpgBbOptions = {
  maxIterations: number;
  tolerance: number;
  memory: number;
  shiftFactor: number;
};

const options = {
  maxIterations: maxIterationsOption,
  tolerance: toleranceOption,
  memory: whole(
    10,
    'iterations',
    'the objective may rise up to its largest value of so many iterations; 1 = it never rises',
    { max: 100 },
  ),
  shiftFactor: shiftFactorOption,
} as const;

export const spgBb: Solver<SpgBbOptions> = {
  name: 'spg-bb',
  summary: 'spectral projected gradient: Barzilai-Borwein steps, nonmonotone line search',
  reference: 'docs/theory/accelerated-gradient.md',
  family: 'iterative',
  accepts: ['none', 'box', 'prism', 'cylinder', 'cone', 'relaxed-cone'],
  needs: 'symmetric',
  coupling: 3,
  options,
  defaults: defaultsOf<SpgBbOptions>(options),

  create() {
    return new DeSaxce(new Spectral());
  },
};

/** Share of the slope that a step must gain (Armijo). */
const ARMIJO = 1e-4;
const [LEAST_STEP, LARGEST_STEP] = [1e-10, 1e10];
/** The image is made anew after so many iterations: rounding adds up in it. */
const REFRESH = 50;

class Spectral {
  private readonly images = new Images();
  private readonly workspace = new Workspace();
  private readonly gauge = new EnergyGauge();
  private image!: Image;
  private set!: Admissible;
  private a!: Float64Array;
  private w!: Float64Array;
  private wlast!: Float64Array;
  private d!: Float64Array;
  private ix!: Float64Array;
  private id!: Float64Array;
  private alpha = 1;
  /** Changes of the objective of the last iterations, J, as a ring. */
  private changes: Float64Array = new Float64Array(0);

  solve(p: Problem, x: Float64Array, options: Readonly<SpgBbOptions>, monitor?: Monitor): Outcome {
    const { workspace } = this;
    const { maxIterations, tolerance, memory } = options;
    workspace.begin();
    this.image = this.images.of(p);
    this.gauge.prepare(p);
    const stopping = new Stopping(p, this.image, this.gauge, tolerance, monitor);
    this.prepare(p, x, this.gauge.metric, memory);
    let status = stopping.start(x, this.w);
    let k = 0;
    while (!status && k < maxIterations) {
      k++;
      status = this.step(k, x) ?? stopping.after(k, x, this.w);
    }
    return stopping.ended(status ?? 'iteration-limit', k);
  }

  release(): void {
    this.images.release();
    this.workspace.release();
  }

  private prepare(p: Problem, x: Float64Array, metric: Float64Array, memory: number): void {
    const { workspace, image } = this;
    const rows = () => workspace.vector(p.n);
    this.a = metric;
    this.set = new Admissible(p, metric);
    [this.w, this.wlast, this.d] = [rows(), rows(), rows()];
    this.ix = workspace.vector(image.size);
    this.id = workspace.vector(image.size);
    this.changes = workspace.vector(memory);
    this.set.project(x, x);
    image.of(x, this.ix);
    image.velocities(x, this.ix, this.w);
    this.alpha = 1;
  }

  private step(k: number, x: Float64Array): Status | undefined {
    const { a, w, wlast, d, id, ix, image, changes } = this;
    for (let i = 0; i < d.length; i++) d[i] = x[i] - (this.alpha * w[i]) / a[i];
    this.set.project(d, d);
    for (let i = 0; i < d.length; i++) d[i] -= x[i];
    image.of(d, id);
    const slope = dot(w, d);
    const curvature = image.inner(d, id, d, id);
    if (!Number.isFinite(slope) || !Number.isFinite(curvature)) return 'diverged';
    const lambda = this.stepLength(k, slope, curvature);
    for (let i = 0; i < d.length; i++) x[i] += lambda * d[i];
    for (let i = 0; i < ix.length; i++) ix[i] += lambda * id[i];
    if (k % REFRESH === 0) image.of(x, ix);
    wlast.set(w);
    image.velocities(x, ix, w);
    changes[k % changes.length] = lambda * (slope + 0.5 * lambda * curvature);
    this.spectralStep(k, lambda, curvature);
    return undefined;
  }

  /** 1, or the least objective along d if 1 rises above the largest of the last iterations (AG9). */
  private stepLength(k: number, slope: number, curvature: number): number {
    const { changes } = this;
    let above = 0; // of the largest of the last objectives over the current one, J
    let sum = 0;
    for (let j = 1; j < changes.length && j < k; j++) {
      sum -= changes[(k - j) % changes.length];
      above = Math.max(above, sum);
    }
    if (slope + 0.5 * curvature <= above + ARMIJO * slope) return 1;
    return curvature > 0 ? Math.min(1, -slope / curvature) : 1;
  }

  /** alpha by the two quotients in turn, from d and the change of w. */
  private spectralStep(k: number, lambda: number, curvature: number): void {
    const { a, d, w, wlast } = this;
    let size = 0;
    let dual = 0;
    for (let i = 0; i < d.length; i++) {
      const change = (w[i] - wlast[i]) / lambda;
      size += a[i] * d[i] * d[i];
      dual += (change * change) / a[i];
    }
    const alpha = k % 2 === 0 ? size / curvature : curvature / dual;
    this.alpha = alpha > 0 ? Math.min(Math.max(alpha, LEAST_STEP), LARGEST_STEP) : 1;
  }
}
