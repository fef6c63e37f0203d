/** Problems that others wrote, where they exist, and a few of ours: read, solved by several methods, and compared with their reference. */
import { describe, expect, test } from 'vitest';
import {
  energyError,
  frictionConsistency,
  naturalResidual,
  referenceEnergy,
  velocityError,
} from '../src/entries/measures.ts';
import { problemDocument, readProblem } from '../src/entries/problem.ts';
import { pgs, solve } from '../src/entries/solvers.ts';
import { Engines } from '../src/solvers/linear-systems/choose-free-rows.ts';
import { engineScale, Pivoting, statesFrom } from '../src/solvers/pivoting/block-pivoting.ts';
import { findSolver } from '../src/solvers/registry.ts';
import { externalText, haveExternal } from './support/shared-files.ts';
import { storedNames, storedProblem } from './support/stored-problems.ts';

describe('problems with stored bounds, ours and those of others', () => {
  test.each(storedNames)('%s is read, its reference solution solves it, and writing keeps it', (name) => {
    const p = storedProblem(name);
    expect(p.x).toBeDefined();
    expect(energyError(p, p.x!).value / referenceEnergy(p)).toBeLessThan(1e-20);
    expect(naturalResidual(p, p.x!, { norm: 'max' }).value).toBeLessThan(1e-8);
    const text = JSON.stringify(problemDocument(p));
    expect(JSON.stringify(problemDocument(readProblem(text)))).toBe(text);
  });

  test.skipIf(!haveExternal)(
    'pgs reaches the reference of car_s400 to 1e-5 of its largest force at an energy error of 1e-12 J/s^2',
    () => {
      const p = readProblem(externalText('car_s400'));
      const { x, status } = solve(p, { solver: findSolver('pgs'), tolerance: 1e-12, options: { maxIterations: 5000 } });
      expect(status).toBe('converged');
      const largest = Math.max(...p.x!.map(Math.abs));
      x.forEach((v, i) => {
        expect(Math.abs(v - p.x![i])).toBeLessThanOrEqual(1e-5 * largest);
      });
    },
  );

  // the dense pivoting methods take seconds on the walls: bpp and auto there, all four on the others
  const solvedBy = (name: string) => (/^wall_rho/.test(name) ? ['bpp', 'auto'] : ['bpp', 'auto', 'lemke', 'dantzig']);
  test.each(storedNames.flatMap((name) => solvedBy(name).map((solver) => [name, solver])))(
    '%s is solved by %s with the stored bounds: energy, x and w as the reference has them',
    (name, solver) => {
      const p = storedProblem(name);
      const { x, status } = solve(p, { solver: findSolver(solver), coupling: 0 });
      expect(status).toBe('converged');
      expect(energyError(p, x).value / referenceEnergy(p)).toBeLessThan(1e-16);
      const largest = Math.max(...p.x!.map(Math.abs));
      const close = p.quantity === 'force' ? 1e-8 : 1e-6;
      const difference = x.map((v, i) => Math.abs(v - p.x![i]));
      expect(Math.max(...difference)).toBeLessThan(close * largest);
      const w = velocityError(p, x, p.x!, { norm: 'max' }).value;
      expect(w).toBeLessThan(1e-8 * Math.max(...p.b.map(Math.abs)));
    },
  );

  const coupled = storedNames.filter((name) => storedProblem(name).contacts.length > 0);
  test.each(
    coupled.flatMap((name) => [
      [name, 'newton-coupled'],
      [name, 'auto'],
    ]),
  )(
    'friction of %s follows the normals with %s: the consistency error is below 1e-16 of doing nothing',
    (name, solver) => {
      const p = storedProblem(name);
      const { x, status, lo, hi } = solve(p, { solver: findSolver(solver) });
      expect(status).toBe('converged');
      expect(frictionConsistency(p, x).value / referenceEnergy(p)).toBeLessThan(1e-16);
      expect(energyError(p, x, { lo, hi }).value).toBe(frictionConsistency(p, x).value);
    },
  );

  test.each(storedNames)(
    '%s takes the same pivots with infeasibility thresholds from 1e-16 to 1e-30 of doing nothing',
    (name) => {
      const p = storedProblem(name);
      const engine = new Engines().choose(p);
      const pivots = [1e6, 1, 1e-8].map((scale) => {
        engine.prepare(p);
        const e0 = engineScale(engine, p);
        statesFrom(new Float64Array(p.n), p, engine.state);
        const pivoting = new Pivoting(); // its threshold is 1e-22 of what it is told e0 is
        pivoting.run(engine, p, scale * e0, { maxPivots: 60, patience: 4, fallback: 'give-up' }, undefined);
        return pivoting.pivots;
      });
      expect(new Set(pivots).size).toBe(1);
    },
  );

  test.each(coupled.filter((name) => name.startsWith('wall')))('on %s both forms of pgs agree', (name) => {
    const p = storedProblem(name);
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
