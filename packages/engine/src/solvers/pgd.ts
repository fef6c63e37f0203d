/**
 * Projected gradient descent (PIR Algorithm 1): an exact step along the gradient within the tangent cone, then the nearest
 * admissible impulses.   docs/theory/projected-gradient.md (PG1)-(PG6)
 *
 *   p = T_x(-M^-1 (A x + b)),   x <- P(x - (w'p/p'A p) p)                                                               (PG1)
 *
 * Linear, with the condition number of A: the baseline that conjugation and acceleration are measured against.
 */
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { Descent, type DescentOptions, descentOptions } from './gradient/projected-descent.ts';

export type PgdOptions = DescentOptions;

export const pgd: Solver<PgdOptions> = {
  name: 'pgd',
  summary: 'projected gradient descent with exact steps',
  reference: 'docs/theory/projected-gradient.md',
  family: 'iterative',
  accepts: ['none', 'box', 'pyramid', 'prism', 'cylinder', 'relaxed-cone'],
  needs: 'symmetric',
  coupling: 3,
  options: descentOptions,
  defaults: defaultsOf<PgdOptions>(descentOptions),

  create: () => new Descent(false),
};
