/** The hybrid solvers at their defaults, with the bounds as stored: on scenes of ours and on problems that nobody here made. */
import { describe, expect, test } from 'vitest';
import { energyError } from '../src/measures/energy.ts';
import { referenceEnergy } from '../src/measures/relative-energy.ts';
import { findSolver } from '../src/solvers/registry.ts';
import { solve } from '../src/solvers/solve.ts';
import { storedNames, storedProblem } from './support/stored-problems.ts';

/** Upper limits of the error after five phases, relative to doing nothing, if the status is not `converged`. */
const unsolved: Record<string, Record<string, number>> = {
  'pgs-sm': { wall30_stiff_s300: 3e-3 },
  spook: {
    'wall of 4 rows, step 24': 3e-5,
    'winch with 15 links, step 60': 2e-2,
    'closed loop, step 24': 6e-6,
    'wall_rho500-24': 1e-5,
    'wall_rho500-250': 3e-8,
    'wall_rho500-475': 3e-8,
    'winch-24': 2e-2,
    'winch-250': 7e-2,
    'winch-475': 2e-2,
  },
};
/** No contacts listed, and pivoting that does not end: no iterate is better than doing nothing. */
const nothing: Record<string, readonly string[]> = { 'pgs-sm': [], spook: ['wall30_stiff_s300'] };
/** Upper limits of the error if the solver's own test is met: spook asks for changes below 1e-5 N s only. */
const left: Record<string, number> = { 'pgs-sm': 1e-20, spook: 1e-11 };

describe.each(['pgs-sm', 'spook'])('%s', (solver) => {
  test.each(storedNames)('solves %s, or says that it did not', (name) => {
    const p = storedProblem(name);
    const { x, status } = solve(p, { solver: findSolver(solver), coupling: 0 });
    const error = energyError(p, x).value / referenceEnergy(p);
    const allowed = unsolved[solver][name];
    if (nothing[solver].includes(name)) {
      expect(status).toBe('iteration-limit');
      expect(x.every((v) => v === 0)).toBe(true);
    } else if (allowed === undefined) {
      expect(status).toBe('converged');
      expect(error).toBeLessThanOrEqual(left[solver]);
    } else {
      expect(status).toBe('iteration-limit');
      expect(error).toBeLessThanOrEqual(allowed);
      expect(error, 'much better than listed').toBeGreaterThan(0.5 * allowed);
    }
  });

  test('with more phases reaches 1e-10 of doing nothing on what five did not solve', () => {
    for (const name of Object.keys(unsolved[solver])) {
      if (!storedNames.includes(name)) continue;
      const p = storedProblem(name);
      const tolerance = 1e-10 * referenceEnergy(p);
      const { x, status } = solve(p, { solver: findSolver(solver), coupling: 0, tolerance, options: { phases: 3000 } });
      expect(status, name).toBe('converged');
      expect(energyError(p, x).value, name).toBeLessThanOrEqual(tolerance);
    }
  });
});
