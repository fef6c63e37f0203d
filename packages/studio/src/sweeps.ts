/** The errors of the first sweeps on the rod: what the placeholder page shows. */

import { rodProblem } from '@signorini/engine/problem';
import { findSolver, solve } from '@signorini/engine/solvers';

export interface SweepErrors {
  readonly sweep: number;
  readonly natural: number;
  readonly fischer: number;
  /** J */
  readonly energy: number;
}

export function rodSweeps(count: number): SweepErrors[] {
  const { history } = solve(rodProblem(), {
    solver: findSolver('pgs'),
    options: { maxIterations: count, tolerance: 0 },
    history: true,
  });
  const [first] = history?.solves ?? [];
  if (!first) return [];
  const { natural, fischer, energy } = first.errors;
  return first.k.map((sweep, i) => ({
    sweep,
    natural: natural[i] ?? Number.NaN,
    fischer: fischer[i] ?? Number.NaN,
    energy: energy[i] ?? Number.NaN,
  }));
}
