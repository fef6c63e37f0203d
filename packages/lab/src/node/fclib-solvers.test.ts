/** Coulomb problems of other people's simulations, solved: velocities against the reference, energies from outside. */
import { energyError, findSolver, referenceEnergy, solve, velocities } from '@signorini/engine';
import { describe, expect, test } from 'vitest';
import { fclibNames, fclibPath, fclibReference, haveFclib } from '../../test/support/fclib-folder.ts';
import { readFclibFile } from './fclib-files.ts';

describe.skipIf(!haveFclib)('FCLib', () => {
  for (const [name, energy] of [
    ['admm', 1e-12],
    ['newton-cone', 1e-18],
  ] as const)
    test.each(fclibNames.map((file) => [file] as const))(`${name} solves %s`, async (file) => {
      const { problem } = await readFclibFile(fclibPath(file));
      const p = { ...problem, symmetric: true, warm: undefined, x: undefined };
      const { x, status } = solve(p, { solver: findSolver(name) });
      console.log(file, name, status, energyError(p, x).value / referenceEnergy(p), problem.symmetric);
      expect(status).toBe('converged');
      expect(energyError(p, x).value).toBeLessThanOrEqual(energy * referenceEnergy(p));
      const reference = fclibReference(file);
      if (!reference) return;
      const u = velocities(p, x, new Float64Array(p.n));
      const largest = Math.max(...p.b.map(Math.abs));
      const tolerance = file.startsWith('Capsules') ? 1e-3 : 1e-6; // its W is not symmetric by 1.8e-3
      u.forEach((v, i) => {
        expect(Math.abs(v - reference.u[i])).toBeLessThan(tolerance * largest);
      });
    });
});
