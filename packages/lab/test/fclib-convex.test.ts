/** Real Coulomb problems from FCLib files by solvers of convex problems with De Saxce's shift, against Siconos' velocities. */

import { energyError, referenceEnergy } from '@signorini/engine/measures';
import { type Problem, velocities } from '@signorini/engine/problem';
import { findSolver, solve } from '@signorini/engine/solvers';
import { describe, expect, test } from 'vitest';
import { readFclibFile } from '../src/node/fclib-files.ts';
import { fclibPath, fclibReference, haveFclib } from './support/fclib-folder.ts';

/** Largest difference from the reference velocities, as a part of the largest of q. */
function difference(p: Problem, x: Float64Array, reference: readonly number[]): number {
  const u = velocities(p, x, new Float64Array(p.n));
  const scale = Math.max(...p.b.map(Math.abs));
  return reference.reduce((most, v, i) => Math.max(most, Math.abs(u[i] - v)), 0) / scale;
}

describe.skipIf(!haveFclib)('to 1e-16 of doing nothing', () => {
  // spg-bb needs more than 20000 iterations for local_problem_test: 3.7e-11 of doing nothing by then, u within 2.3e-5
  test.each([
    ['apgd', 'local_problem_test', 1e-6, 4000],
    ['apgd', 'Box_Stacks-i0122-82-5', 1e-6, 200],
    ['apgd', 'LMGC_100_PR_PerioBox-i00361-60-03000', 1e-6, 2000],
    ['apgd', 'Capsules-i125-1213', 1e-3, 6000],
    ['spg-bb', 'Box_Stacks-i0122-82-5', 1e-6, 200],
    ['spg-bb', 'LMGC_100_PR_PerioBox-i00361-60-03000', 1e-6, 2000],
    ['spg-bb', 'Capsules-i125-1213', 1e-3, 7000],
  ] as const)(
    '%s has the velocities of %s',
    async (name, file, near, most) => {
      const { problem } = await readFclibFile(fclibPath(file));
      const p = { ...problem, warm: undefined, x: undefined };
      const tolerance = 1e-16 * referenceEnergy(p);
      const { x, status, iterations } = solve(p, {
        solver: findSolver(name),
        options: { maxIterations: 20000 },
        tolerance,
      });
      expect(status).toBe('converged');
      expect(energyError(p, x).value).toBeLessThanOrEqual(1.0001 * tolerance);
      expect(difference(p, x, fclibReference(file)!.u)).toBeLessThan(near);
      expect(iterations.total).toBeLessThan(most);
    },
    600_000,
  );
});
