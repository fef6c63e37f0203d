/**
 * Damped semismooth Newton on the problem whose friction bounds follow the normal impulses of the same solve.
 * docs/theory/coupled-newton.md
 *
 *   F_i(x) = x_i - clamp(x_i - w_i/a_i, l_i(x), u_i(x)),   u_t = mu max(x_n, 0) = -l_t                      (NC1)
 *
 * Each step solves the linear system of the current states (NC2); it is halved until the self-consistent energy falls.
 * Where that ends nowhere: interior points (NC7), proximal points (NC8), lagged bounds (NC4), each with Newton finishes,
 * up to a total of factorisations; of what is still unsolved the least-error iterate, after some sweeps (NC6).
 */
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { ContactGraphs } from './linear-systems/contact-graph.ts';
import type { InnerInstance } from './linear-systems/free-rows.ts';
import { CoupledNewton, type NewtonCoupledOptions } from './newton/coupled-newton.ts';

export type { NewtonCoupledOptions };

const options = {
  maxIterations: {
    type: 'number',
    default: 30,
    unit: 'factorisations',
    min: 1,
    max: Infinity,
    integer: true,
    summary: 'Newton steps before anything else is tried',
  },
  limit: {
    type: 'number',
    default: 250,
    unit: 'factorisations',
    min: 1,
    max: Infinity,
    integer: true,
    summary: 'factorisations in all, beyond which no further attempt begins',
  },
  updates: {
    type: 'number',
    default: 60,
    unit: 'solves',
    min: 0,
    max: Infinity,
    integer: true,
    summary: 'accelerated updates of lagged bounds in the last attempt',
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

export const newtonCoupled: Solver<NewtonCoupledOptions> = {
  name: 'newton-coupled',
  summary: 'damped semismooth Newton with friction bounds that follow the normals',
  reference: 'docs/theory/coupled-newton.md',
  family: 'direct',
  accepts: ['box', 'pyramid'],
  needs: 'symmetric',
  coupling: 1,
  ownBounds: true,
  returnsBest: true,
  options,
  defaults: defaultsOf<NewtonCoupledOptions>(options),

  create: () => createNewtonCoupled(),
};

/** An instance that shares its contact graphs with others of the same owner. */
export function createNewtonCoupled(graphs = new ContactGraphs()): InnerInstance<NewtonCoupledOptions> {
  const run = new CoupledNewton(graphs);
  return {
    analyse(p) {
      run.systemOf(p).analyse(p);
    },
    solve(p, x, given, monitor) {
      const status = run.solve(p, x, given, monitor);
      const { direct, lo, hi } = run;
      return { status, iterations: { direct, iterative: 0, coupling: 1, total: direct }, lo, hi, follows: true };
    },
    forget() {
      run.forget();
    },
    release() {
      run.release();
    },
  };
}
