import { describe, expect, test } from 'vitest';
import {
  energyError,
  naturalResidual,
  pgs,
  problemDocument,
  readProblem,
  referenceEnergy,
  solve,
} from '../src/index.ts';
import { findSolver } from '../src/solvers/registry.ts';
import { externalNames, externalText, haveExternal } from './support/shared-files.ts';

describe.skipIf(!haveExternal)('the external problems', () => {
  test.each(externalNames)('%s is read, its reference solution solves it, and writing keeps it', (name) => {
    const p = readProblem(externalText(name));
    expect(p.x).toBeDefined();
    expect(energyError(p, p.x!).value / referenceEnergy(p)).toBeLessThan(1e-20);
    expect(naturalResidual(p, p.x!, { norm: 'max' }).value).toBeLessThan(1e-8);
    const back = readProblem(JSON.stringify(problemDocument(p)));
    expect(problemDocument(back)).toEqual(problemDocument(p));
  });

  test('pgs reaches the reference of car_s400 to 1e-5 of its largest force at an energy error of 1e-12 J/s^2', () => {
    const p = readProblem(externalText('car_s400'));
    const { x, status } = solve(p, { solver: findSolver('pgs'), tolerance: 1e-12, options: { maxIterations: 5000 } });
    expect(status).toBe('converged');
    const largest = Math.max(...p.x!.map(Math.abs));
    x.forEach((v, i) => {
      expect(Math.abs(v - p.x![i])).toBeLessThanOrEqual(1e-5 * largest);
    });
  });

  test('on the external wall both forms of pgs agree', () => {
    const p = readProblem(externalText('wall_rho500-250'));
    const [rows, free] = (['rows', 'matrix-free'] as const).map((form) => {
      const x = new Float64Array(p.n);
      pgs.create().solve(p, x, { ...pgs.defaults, maxIterations: 25, tolerance: 0, form });
      return x;
    });
    const largest = Math.max(...rows.map(Math.abs));
    rows.forEach((v, i) => {
      expect(Math.abs(v - free[i])).toBeLessThan(1e-11 * largest);
    });
  });
});
