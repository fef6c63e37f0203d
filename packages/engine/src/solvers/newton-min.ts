/**
 * Semismooth Newton on the min map, or on PATH's normal map, of a box-constrained problem.   docs/theory/semismooth-newton.md
 *
 *   F(x) = max( x - u(x), min( x - l(x), (A x + b)/a ) ) = 0,     G dx = -F,     G in the B-differential of F    (SN1), (SN3)
 *
 * With full steps and fixed bounds its active sets are those of block pivoting; the line search of PIR Sec. 3.3 is what makes
 * them change a few rows at a time. Bounds that follow the normals are adapted in each iteration and held in its system.
 */
import { choice, real } from '../problem/option-specs.ts';
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { Engines } from './linear-systems/choose-free-rows.ts';
import { MinMap } from './newton/min-map.ts';
import { energyTolerance, newtonSteps } from './newton/newton-options.ts';

export type NewtonMinOptions = {
  maxIterations: number;
  tolerance: number;
  map: 'min' | 'normal';
  scale: 'energy' | 'none';
  minStep: number;
};

const options = {
  maxIterations: newtonSteps,
  tolerance: energyTolerance,
  map: choice(
    'min',
    ['min', 'normal'],
    'the equation solved: the min function of PIR Eq. 18, or the normal map of PATH (PIR Eq. 21)',
  ),
  scale: choice(
    'energy',
    ['energy', 'none'],
    'rows scaled by a_ii, so that impulses are compared with impulses and the merit is an energy; none: as PIR has it',
  ),
  minStep: real(0.01, '', 'shortest step of the line search, taken even if the merit rises; 1: no line search', {
    min: 1e-12,
    max: 1,
  }),
} as const;

export const newtonMin: Solver<NewtonMinOptions> = {
  name: 'newton-min',
  summary: 'semismooth Newton on the min map or the normal map, with a line search',
  reference: 'docs/theory/semismooth-newton.md',
  family: 'direct',
  accepts: ['box', 'pyramid'],
  needs: 'symmetric',
  coupling: 3,
  returnsBest: true,
  options,
  defaults: defaultsOf<NewtonMinOptions>(options),

  create() {
    const engines = new Engines();
    const method = new MinMap();
    return {
      analyse(p) {
        engines.choose(p);
      },
      solve(p, x, rules, monitor) {
        monitor?.begin(p, x);
        let status = method.run(p, engines.choose(p), x, rules, monitor);
        let direct = method.steps;
        if (status === 'stagnated' && !monitor) {
          // rounding of a compliance near zero spoils body space: once more on rows of A
          const rows = engines.rowsInstead(engines.choose(p), p, true);
          if (rows) status = method.run(p, rows, x, rules);
          if (rows) direct += method.steps;
        }
        const { boxes, follows } = method.bounds;
        if (Number.isFinite(method.least)) x.set(method.v.best);
        const iterations = { direct, iterative: 0, coupling: 1, total: direct };
        return { status, iterations, lo: boxes.lo, hi: boxes.hi, ...(follows && { follows }) };
      },
      release() {
        engines.release();
      },
    };
  },
};
