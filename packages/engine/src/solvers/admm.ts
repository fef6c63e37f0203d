/**
 * Alternating directions of multipliers: one factorisation of A + rho diag(a), then a substitution and a projection per
 * iteration, for every friction set.   docs/theory/admm.md
 *
 *   z = P(v),   (A + rho a) x = rho a (2 z - v) - b - s,   v <- v + alpha (x - z)                    (AD2), (AD3)
 *
 * P projects on the admissible impulses in the metric a, s is De Saxce's shift mu |w_t| on the normals of Coulomb's cones. It
 * ends by the energy error of z, as the measures compute it.
 */
import { real, whole } from '../problem/option-specs.ts';
import { SET_KINDS } from '../problem/sets/set.ts';
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { type AdmmOptions, Alternating } from './admm/alternating-directions.ts';

export type { AdmmOptions };

const options = {
  maxIterations: whole(2000, 'substitutions', 'iterations of one solve'),
  tolerance: real(1e-12, '', 'energy error at which to stop, as a part of that of doing nothing', { max: 1 }),
  rho: real(0.3, '', 'weight of x = z at the start, as a part of a_ii; adapted on the way', { min: 1e-9, max: 1e9 }),
  alpha: real(1.6, '', 'relaxation: above 1 overshoots', { max: 2, exclusive: true }),
  memory: whole(8, 'iterations', 'past iterations that Anderson acceleration combines; 0: none', { min: 0, max: 50 }),
} as const;

export const admm: Solver<AdmmOptions> = {
  name: 'admm',
  summary: 'alternating directions of multipliers: one factorisation, then substitutions and projections',
  reference: 'docs/theory/admm.md',
  family: 'iterative',
  accepts: SET_KINDS,
  needs: 'symmetric',
  coupling: 3,
  options,
  defaults: defaultsOf<AdmmOptions>(options),

  create: () => new Alternating(),
};
