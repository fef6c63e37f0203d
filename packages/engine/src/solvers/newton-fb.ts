/**
 * Semismooth Newton on the Fischer-Burmeister function of a box-constrained problem.   docs/theory/semismooth-newton.md
 *
 *   phi(s, t) = s + t - sqrt(s^2 + t^2),    F_i = phi( x - l, -phi( u - x, -w/a ) )                    (SN7), (SN8)
 *   (A + diag(a p/q)) dx = -a F/q,    p, q the derivatives of F_i by x and by w/a                      (SN9)
 *
 * The merit is smooth, and its stationary points are solutions if A is positive semidefinite, so the line search cannot
 * end elsewhere. Only the diagonal of A changes: body space serves, as it does for the interior point. An unsymmetric A is
 * factored densely, with the Jacobian of F as it is (SN11).
 */
import { real } from '../problem/option-specs.ts';
import { defaultsOf, ended, type Solver } from '../problem/solver.ts';
import { Engines } from './linear-systems/choose-free-rows.ts';
import { FischerBurmeister } from './newton/fischer-burmeister.ts';
import { energyTolerance, newtonSteps } from './newton/newton-options.ts';

export type NewtonFbOptions = {
  maxIterations: number;
  tolerance: number;
  penalty: number;
};

const options = {
  maxIterations: newtonSteps,
  tolerance: energyTolerance,
  penalty: real(
    0,
    '',
    'weight of the penalty s+ t+/d (Chen, Chen and Kanzow), d the impulse that carries es/n; 0: the plain function',
    { max: 1 },
  ),
} as const;

export const newtonFb: Solver<NewtonFbOptions> = {
  name: 'newton-fb',
  summary: 'semismooth Newton on the Fischer-Burmeister function, with a line search',
  reference: 'docs/theory/semismooth-newton.md',
  family: 'direct',
  accepts: ['box'],
  needs: 'any',
  coupling: 3,
  returnsBest: true,
  options,
  defaults: defaultsOf<NewtonFbOptions>(options),

  create() {
    const engines = new Engines();
    const method = new FischerBurmeister();
    return {
      analyse(p) {
        if (p.symmetric) engines.choose(p);
      },
      solve(p, x, rules, monitor) {
        monitor?.begin(p, x);
        const status = method.run(p, p.symmetric ? engines.choose(p) : undefined, x, rules, monitor);
        if (Number.isFinite(method.least)) x.set(method.v.best);
        return ended(p, status, method.steps, 0);
      },
      release() {
        engines.release();
      },
    };
  },
};
