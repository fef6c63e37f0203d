/**
 * Damped semismooth Newton on the problem whose friction bounds follow the normal impulses of the same solve.
 * docs/theory/coupled-newton.md
 *
 *   F_i(x) = x_i - clamp(x_i - w_i/a_i, l_i(x), u_i(x)),   u_t = mu max(x_n, 0) = -l_t                      (NC1)
 *
 * Each step solves the linear system of the current states (NC2); it is halved until the self-consistent energy falls.
 * If that does not converge: interior points (NC7), proximal points (NC8), lagged bounds (NC4), each with Newton finishes,
 * up to a total of factorisations; if none converges, the least-error iterate after some sweeps (NC6).
 */
import { real, whole } from '../problem/option-specs.ts';
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { CoupledNewton, type NewtonCoupledOptions } from './newton/coupled-newton.ts';

export type { NewtonCoupledOptions };

const options = {
  maxIterations: whole(30, 'factorisations', 'Newton steps before anything else is tried'),
  limit: whole(250, 'factorisations', 'factorisations in all, beyond which no further attempt begins'),
  updates: whole(60, 'solves', 'accelerated updates of lagged bounds in the last attempt', { min: 0 }),
  tolerance: real(
    1e-18,
    '',
    'friction-consistency error at which to stop, as a part of the energy error of doing nothing',
    { max: 1 },
  ),
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

  create: () => new CoupledNewton(),
};
