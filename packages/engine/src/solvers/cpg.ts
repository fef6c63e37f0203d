/**
 * Conjugate projected gradients (PIR Algorithm 2, line 5 with its hat): the last direction and the gradient are projected on the
 * tangent cone before they are made conjugate.   docs/theory/conjugate-projected-gradient.md (CG1)-(CG4)
 *
 *   z = T_x(-M^-1 (A x + b)),  p = z - (z'A q/q'A q) q,  q = T_x(p_last),  x <- P(x - (w'p/p'A p) p)                   (CG1)
 *
 * One product with A per iteration. Finite in exact arithmetic once the active set stays; a projection that changes it costs
 * conjugacy. Pyramids by bounds that follow, without a proof.
 */
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { Descent, type DescentOptions, descentOptions } from './gradient/projected-descent.ts';

export type CpgOptions = DescentOptions;

export const cpg: Solver<CpgOptions> = {
  name: 'cpg',
  summary: 'conjugate projected gradients, one product with A per iteration',
  reference: 'docs/theory/conjugate-projected-gradient.md',
  family: 'iterative',
  accepts: ['none', 'box', 'pyramid', 'prism', 'cylinder', 'relaxed-cone'],
  needs: 'symmetric',
  coupling: 3,
  options: descentOptions,
  defaults: defaultsOf<CpgOptions>(descentOptions),

  create: () => new Descent(true),
};
