/**
 * Projected gradient descent, conjugate or not (PIR Algorithms 1 and 2).   docs/theory/projected-gradient.md (PG1)-(PG6),
 * docs/theory/conjugate-projected-gradient.md (CG1)-(CG4)
 *
 *   z = T_x(-M^-1 w),  p = z + beta T_x(p),  beta = -z'A p/p'A p,  alpha = -w'p/p'A p,  x <- P(x + alpha p)
 *
 * T_x projects on the tangent cone of the admissible set at x, P on the set, both in the metric of M. The images of p and x are
 * corrected on the rows that T and P change, so that an iteration costs one product with A.
 */

import { EnergyGauge } from '../../measures/energy-gauge.ts';
import { choice, whole } from '../../problem/option-specs.ts';
import type { Problem } from '../../problem/problem.ts';
import { isFollowing } from '../../problem/sets/models.ts';
import { FOLLOWING, ROWS } from '../../problem/sets/section.ts';
import type { Monitor, Outcome, SolverInstance, Status } from '../../problem/solver.ts';
import { ContactBlocks } from './block-scaling.ts';
import { type Image, Images } from './carried-products.ts';
import { Admissible } from './projections.ts';
import { maxIterationsOption, Stopping, toleranceOption } from './stopping.ts';
import { dot, Workspace } from './workspace.ts';

export type DescentOptions = {
  maxIterations: number;
  tolerance: number;
  preconditioner: 'none' | 'jacobi' | 'block';
  products: number;
};

export const descentOptions = {
  maxIterations: maxIterationsOption,
  tolerance: toleranceOption,
  preconditioner: choice(
    'jacobi',
    ['none', 'jacobi', 'block'],
    'scale residuals by nothing (PIR), by the diagonal of A, or by its block of each box or pyramid contact',
  ),
  products: whole(1, 'products', 'products with J and its transpose per iteration; 2 = recompute instead of correct', {
    max: 2,
  }),
} as const;

/** Images are made anew after so many iterations: rounding adds up in them. */
const REFRESH = 50;
/** A conjugate direction with less than this share of the curvature of z is what rounding left of two parallel ones. */
const PARALLEL = 1e-14;
/** Halvings of a step that would raise the objective. */
const MOST_HALVINGS = 40;

export class Descent implements SolverInstance<DescentOptions> {
  private readonly conjugate: boolean;
  private readonly images = new Images();
  private readonly workspace = new Workspace();
  private readonly gauge = new EnergyGauge();
  private set!: Admissible;
  private image!: Image;
  private metric!: Float64Array;
  private blocks: ContactBlocks | undefined;
  private follows = false;
  private exact = false;
  private x!: Float64Array;
  private ix!: Float64Array;
  private w!: Float64Array;
  private z!: Float64Array;
  private iz!: Float64Array;
  private d!: Float64Array;
  private id!: Float64Array;
  private half!: Float64Array;
  private free!: Float64Array;
  private next!: Float64Array;
  private inext!: Float64Array;
  private wnext!: Float64Array;
  private held!: Float64Array;

  constructor(conjugate: boolean) {
    this.conjugate = conjugate;
  }

  solve(
    p: Problem,
    x: Float64Array,
    { maxIterations, tolerance, preconditioner, products }: DescentOptions,
    monitor?: Monitor,
  ): Outcome {
    const { workspace } = this;
    workspace.begin();
    this.image = this.images.of(p);
    this.gauge.prepare(p);
    const stopping = new Stopping(p, this.image, this.gauge, tolerance, monitor);
    this.prepare(p, x, this.gauge.metric, preconditioner);
    this.exact = products === 2;
    let status = stopping.start(x, this.w);
    let k = 0;
    while (!status && k < maxIterations) {
      k++;
      status = this.step(k) ?? stopping.after(k, x, this.w);
    }
    return stopping.ended(status ?? 'iteration-limit', k);
  }

  release(): void {
    this.images.release();
    this.workspace.release();
  }

  /** x becomes admissible; w and its image belong to it. */
  private prepare(p: Problem, x: Float64Array, metric: Float64Array, preconditioner: string): void {
    const { workspace, image } = this;
    const rows = () => workspace.vector(p.n);
    this.x = x;
    this.follows = p.contacts.some(({ set }) => isFollowing(set));
    this.metric = preconditioner === 'none' ? rows().fill(1) : metric;
    this.set = new Admissible(p, this.metric);
    this.blocks = preconditioner === 'block' ? new ContactBlocks(p, this.set.sets) : undefined;
    [this.w, this.z, this.d, this.half, this.free] = [rows(), rows(), rows(), rows(), rows()];
    [this.next, this.wnext, this.held] = [rows(), rows(), rows()];
    this.ix = workspace.vector(image.size);
    this.iz = workspace.vector(image.size);
    this.id = workspace.vector(image.size);
    this.inext = workspace.vector(image.size);
    this.set.project(x, x);
    image.of(x, this.ix);
    image.velocities(x, this.ix, this.w);
  }

  /** One iteration; a status ends the solve. */
  private step(k: number): Status | undefined {
    const { image, x, ix, w, z, iz, d, id, metric } = this;
    if (k % REFRESH === 0) this.refresh();
    for (let i = 0; i < z.length; i++) z[i] = -w[i] / metric[i];
    if (this.follows) this.findHeld();
    this.set.tangent(x, z);
    this.blocks?.solve(w, z);
    if (this.blocks) this.set.tangent(x, z);
    image.of(z, iz);
    const beta = this.conjugate && k > 1 ? this.conjugation() : 0;
    for (let i = 0; i < d.length; i++) d[i] = z[i] + beta * d[i];
    for (let i = 0; i < id.length; i++) id[i] = iz[i] + beta * id[i];
    let slope = dot(w, d);
    let curvature = image.inner(d, id, d, id);
    if (beta !== 0 && !(slope < 0 && curvature > PARALLEL * image.inner(z, iz, z, iz))) {
      d.set(z);
      id.set(iz);
      slope = dot(w, z);
      curvature = image.inner(z, iz, z, iz);
    }
    if (!Number.isFinite(slope) || !Number.isFinite(curvature)) return 'diverged';
    if (slope === 0 && !this.follows) return undefined; // no row can move: a solution to rounding, or stagnation
    if (!(curvature > 0)) return slope === 0 ? undefined : 'stagnated';
    this.move(-slope / curvature);
    x.set(this.next);
    ix.set(this.inext);
    w.set(this.wnext);
    return undefined;
  }

  /** next = P(x + alpha d), with its image and velocities; convex objectives do not rise. */
  private move(alpha: number): void {
    const { image, set, x, w, d, id, ix, half, free, next, inext, wnext, held } = this;
    for (let halving = 0; ; halving++) {
      for (let i = 0; i < half.length; i++) half[i] = x[i] + alpha * d[i];
      if (this.follows) {
        free.set(half);
        for (let i = 0; i < held.length; i++) if (held[i] !== 0) free[i] = held[i] * Infinity; // stays on its bound (CG4)
      }
      set.project(this.follows ? free : half, next);
      for (let i = 0; i < ix.length; i++) inext[i] = ix[i] + alpha * id[i];
      this.correct(half, next, inext);
      image.velocities(next, inext, wnext);
      if (this.follows || halving >= MOST_HALVINGS) return;
      let rise = 0; // f(next) - f(x), without the cancellation
      for (let i = 0; i < next.length; i++) rise += (w[i] + wnext[i]) * (next[i] - x[i]);
      if (!(rise > 0)) return;
      alpha *= 0.5;
    }
  }

  /** The part of the last direction that stays, and beta (CG2). */
  private conjugation(): number {
    const { d, id, z, iz, half, image } = this;
    half.set(d);
    this.set.tangent(this.x, d);
    this.correct(half, d, id);
    const curvature = image.inner(d, id, d, id);
    return curvature > 0 ? -image.inner(z, iz, d, id) / curvature : 0;
  }

  /** The image of `from` becomes that of `to`: by the rows that differ, or all anew if that is less work. */
  private correct(from: Float64Array, to: Float64Array, image: Float64Array): void {
    let changed = 0;
    for (let i = 0; i < from.length; i++) if (from[i] !== to[i]) changed++;
    if (this.exact || 2 * changed > from.length) {
      this.image.of(to, image);
      return;
    }
    for (let i = 0; i < from.length; i++) if (from[i] !== to[i]) this.image.add(i, to[i] - from[i], image);
  }

  private refresh(): void {
    const { image, x, ix, w, d, id } = this;
    image.of(x, ix);
    image.velocities(x, ix, w);
    image.of(d, id);
  }

  /** Rows on a bound that follows and pressed against it: +1 on the upper, -1 on the lower one. */
  private findHeld(): void {
    const { x, held } = this;
    const { sets } = this.set;
    held.fill(0);
    for (let c = 0; c < sets.count; c++) {
      if (sets.sizing[c] !== FOLLOWING) continue;
      for (let s = sets.start[c]; s < sets.start[c + 1]; s++) {
        if (sets.shape[s] !== ROWS) continue;
        const r = sets.mu[s] * Math.max(x[sets.normal[c]], 0);
        if (!(r > 0)) continue;
        this.hold(sets.first[s], r);
        if (sets.second[s] >= 0) this.hold(sets.second[s], r);
      }
    }
  }

  private hold(i: number, r: number): void {
    const { x, z, held } = this;
    if (x[i] >= r && z[i] > 0) held[i] = 1;
    else if (x[i] <= -r && z[i] < 0) held[i] = -1;
  }
}
