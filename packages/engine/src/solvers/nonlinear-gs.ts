/**
 * Nonlinear Gauss-Seidel: contact by contact the normal row, then the disc of friction that it gives, solved exactly.
 * docs/theory/nonlinear-gauss-seidel.md (NG4)
 *
 *   x_n <- max( x_n - w_n/a_nn, 0 );   x_t <- argmin of ½ z'A_tt z + q'z over |z| <= mu x_n
 *
 * PIR's method for isotropic Coulomb friction: polar Newton in the disc (NG2), sizes adapted inside the sweep. For discs of fixed
 * size it is Gauss-Seidel on a convex problem and converges; for Coulomb's law there is no proof.
 */
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { SectionStep } from './one-contact/section-step.ts';
import { type ContactSweepOptions, ContactSweeps, contactSweepOptions } from './sweeps/contact-sweeps.ts';

export type NonlinearGsOptions = ContactSweepOptions;

export const nonlinearGs: Solver<NonlinearGsOptions> = {
  name: 'nonlinear-gs',
  summary: 'contact by contact: normal, then disc friction by polar Newton',
  reference: 'docs/theory/nonlinear-gauss-seidel.md',
  family: 'iterative',
  accepts: ['none', 'box', 'pyramid', 'cylinder', 'cone'],
  needs: 'symmetric',
  coupling: 3,
  options: contactSweepOptions,
  defaults: defaultsOf<NonlinearGsOptions>(contactSweepOptions),

  create: () => new ContactSweeps(new SectionStep()),
};
