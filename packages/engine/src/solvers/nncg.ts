/**
 * Nonsmooth nonlinear conjugate gradients (Silcowitz, Niebe, Erleben 2010): the change of a sweep of projected Gauss-Seidel serves
 * as gradient, and its steps are made conjugate.   docs/theory/accelerated-gradient.md (AG4)-(AG7)
 *
 *   z = GS(x) - x;   Fletcher-Reeves: p <- z + |z|^2/|z_last|^2 p,   or the least objective over x + span(z, p, p_last)
 *
 * The second, which uses that the objective is quadratic, costs no product with A either: images of directions add up. It never
 * ends above the sweep, so it converges whenever Gauss-Seidel does.
 */

import { problemScale } from '../measures/converged.ts';
import { choice, whole } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import { defaultsOf, ended, isOverOf, type Monitor, type Solver, type Status } from '../problem/solver.ts';
import { FletcherReeves } from './gradient/fletcher-reeves.ts';
import { maxIterationsOption, toleranceOption } from './gradient/stopping.ts';
import { Subspace } from './gradient/subspace-search.ts';
import { SweepRows } from './sweeps/carried-sweeps.ts';

export type NncgOptions = {
  maxIterations: number;
  tolerance: number;
  step: 'subspace' | 'fletcher-reeves';
  sweeps: number;
};

const options = {
  maxIterations: maxIterationsOption,
  tolerance: toleranceOption,
  step: choice(
    'subspace',
    ['subspace', 'fletcher-reeves'],
    'least objective over the change of the sweep and the last two steps, or the paper by Fletcher and Reeves',
  ),
  sweeps: whole(1, 'sweeps', 'sweeps per iteration'),
} as const;

/** Its own test costs about half a sweep: asked once in so many iterations. */
const CHECK = 4;

export const nncg: Solver<NncgOptions> = {
  name: 'nncg',
  summary: 'Gauss-Seidel sweeps as gradients of a nonlinear conjugate gradient method',
  reference: 'docs/theory/accelerated-gradient.md',
  family: 'iterative',
  accepts: ['none', 'box', 'pyramid'],
  needs: 'symmetric',
  coupling: 3,
  options,
  defaults: defaultsOf<NncgOptions>(options),

  create() {
    const rows = new SweepRows();
    const [subspace, fletcherReeves] = [new Subspace(), new FletcherReeves()];
    return {
      solve(p, x, options, monitor) {
        rows.prepare(p, x);
        const method = options.step === 'subspace' ? subspace : fletcherReeves;
        method.prepare(rows);
        monitor?.begin(p, x);
        const [status, k] = iterations(p, x, rows, method, options, monitor);
        rows.read(x);
        return ended(p, status, 0, k * options.sweeps, k);
      },
      release() {
        rows.release();
      },
    };
  },
};

/** What follows a sweep. */
type Method = Subspace | FletcherReeves;

function iterations(
  p: Problem,
  x: Float64Array,
  rows: SweepRows,
  method: Method,
  { maxIterations, tolerance, sweeps }: NncgOptions,
  monitor: Monitor | undefined,
): [Status, number] {
  const own = tolerance > 0 && !monitor?.ownsStopping;
  const limit = own ? tolerance * problemScale(p) : -1;
  if (own && rows.energy() <= limit) return ['converged', 0];
  const isOver = isOverOf(monitor);
  for (let k = 1; k <= maxIterations; k++) {
    method.remember(rows);
    for (let s = 0; s < sweeps && !isOver(); s++) if (!Number.isFinite(rows.sweep())) return ['diverged', k];
    method.accelerate(rows);
    if (rows.adapts) rows.follow();
    const asked = own && (k % CHECK === 0 || k === maxIterations);
    const energy = monitor || asked ? rows.energy() : Infinity;
    if (monitor) {
      rows.read(x);
      const word = monitor.observe(k, x, undefined, energy);
      if (word) return [word, k];
    }
    if (energy <= limit) return ['converged', k];
  }
  return ['iteration-limit', maxIterations];
}
