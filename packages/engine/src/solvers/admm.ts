/**
 * Alternating directions of multipliers: one factorisation of A + rho diag(a), then a substitution and a projection an
 * iteration, for every friction set.   docs/theory/admm.md
 *
 *   z = P(v),   (A + rho a) x = rho a (2 z - v) - b - s,   v <- v + alpha (x - z)                    (AD2), (AD3)
 *
 * P projects on the admissible impulses in the metric a, s is De Saxce's shift mu |w_t| on the normals of Coulomb's cones. It
 * ends by the energy error of z, measured as everybody measures it.
 */
import { SET_KINDS } from '../problem/sets/set.ts';
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { type AdmmOptions, Alternating } from './admm/alternating-directions.ts';

export type { AdmmOptions };

const options = {
  maxIterations: {
    type: 'number',
    default: 2000,
    unit: 'substitutions',
    min: 1,
    max: Infinity,
    integer: true,
    summary: 'iterations of one solve',
  },
  tolerance: {
    type: 'number',
    default: 1e-12,
    unit: '',
    min: 0,
    max: 1,
    summary: 'energy error at which to stop, as a part of that of doing nothing',
  },
  rho: {
    type: 'number',
    default: 0.3,
    unit: '',
    min: 1e-9,
    max: 1e9,
    summary: 'weight of x = z at the start, as a part of a_ii; adapted on the way',
  },
  alpha: {
    type: 'number',
    default: 1.6,
    unit: '',
    min: 0,
    max: 2,
    exclusive: true,
    summary: 'relaxation: above 1 overshoots',
  },
  memory: {
    type: 'number',
    default: 8,
    unit: 'iterations',
    min: 0,
    max: 50,
    integer: true,
    summary: 'past iterations that Anderson acceleration combines; 0: none',
  },
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

  create() {
    const run = new Alternating();
    return {
      solve(p, x, given, monitor) {
        monitor?.begin(p, x);
        const status = run.solve(p, x, given, monitor);
        const { iterations: iterative, factorisations: direct } = run;
        return { status, iterations: { direct, iterative, coupling: 1, total: iterative }, lo: p.lo, hi: p.hi };
      },
      release() {
        run.release();
      },
    };
  },
};
