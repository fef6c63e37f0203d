/** Every solver of the registry against every known problem, and against the oracle: no solver grades itself here. */
import { describe, expect, test } from 'vitest';
import { Rng } from '../src/linalg/rng.ts';
import { energyError } from '../src/measures/energy.ts';
import { referenceEnergy } from '../src/measures/relative-energy.ts';
import { velocities } from '../src/problem/operator.ts';
import type { Problem } from '../src/problem/problem.ts';
import type { Monitor } from '../src/problem/solver.ts';
import { type AnySolver, findSolver, solvers } from '../src/solvers/registry.ts';
import { solve } from '../src/solvers/solve.ts';
import { knownProblems } from './support/known-problems.ts';
import { randomExplicit, randomStructured, randomVector } from './support/random-problems.ts';

/** solver: problem -> why it must fail. An entry that no longer fails fails the test. */
const knownFailures: Record<string, string> = {
  'fixed-point: random problems': 'B A has eigenvalues above 2, docs/theory/fixed-point.md (FP4)',
};

/** Direct solvers use their own test; iterative ones get sweeps enough for their tolerance. */
const ITERATIVE_TOLERANCE = 1e-18; // of e0
function attempt(solver: AnySolver, p: Problem) {
  if (solver.family === 'direct') return solve(p, { solver, coupling: 0 });
  const options =
    'maxIterations' in solver.options ? { maxIterations: 200000 } : 'phases' in solver.options ? { phases: 2000 } : {};
  return solve(p, { solver, coupling: 0, options, tolerance: ITERATIVE_TOLERANCE * referenceEnergy(p) });
}

const takes = (solver: AnySolver, p: Problem) =>
  p.n <= (solver.maxRows ?? Infinity) && (solver.needs !== 'structure' || p.structure !== undefined);

/** NaN and nothing wherever a solver has no business. */
function poisoned(p: Problem): Problem {
  const poison = new Float64Array(p.n).fill(Number.NaN);
  return { ...p, x: poison, h: Number.NaN, names: undefined, kind: undefined, unit: undefined };
}

describe.each(solvers.map((solver) => [solver.name, solver] as const))('%s', (name, solver) => {
  for (const known of knownProblems) {
    const id = `${name}: ${known.name}`;
    if (!takes(solver, known.problem)) continue;
    test(`solves ${known.name}${knownFailures[id] ? ' (must fail)' : ''}`, () => {
      const { x, status } = attempt(solver, poisoned(known.problem));
      const e0 = referenceEnergy(known.problem);
      const error = energyError(known.problem, x).value / e0;
      const solved = status === 'converged' && error <= 1.0001 * ITERATIVE_TOLERANCE;
      expect(solved, `${status}, relative energy error ${error}`).toBe(!knownFailures[id]);
      if (!solved) return;
      const w = velocities(known.problem, x, new Float64Array(x.length));
      known.w.forEach((expected, i) => {
        expect(Math.abs(w[i] - expected)).toBeLessThan(1e-6);
      });
      const largest = Math.max(...(known.x ?? [0]).map(Math.abs));
      known.x?.forEach((expected, i) => {
        expect(Math.abs(x[i] - expected)).toBeLessThan(1e-5 * largest + 1e-12);
      });
    });
  }

  const unlike = knownFailures[`${name}: random problems`];
  test(`agrees with the oracle on random problems with every sort of bounds${unlike ? ' (must fail)' : ''}`, () => {
    let worst = 0;
    const oracle = findSolver('enumeration');
    const rng = new Rng(71);
    for (let k = 0; k < 30; k++) {
      const p = k % 2 === 0 ? randomExplicit(rng, 1 + rng.below(6)) : randomStructured(rng, 1 + rng.below(6), 3);
      if (!takes(solver, p)) continue;
      const reference = solve(p, { solver: oracle, coupling: 0 });
      expect(reference.status).toBe('converged');
      const { x } = attempt(solver, p);
      const largest = Math.max(...reference.x.map(Math.abs), 1e-3);
      x.forEach((v, i) => {
        worst = Math.max(worst, Math.abs(v - reference.x[i]) / largest);
      });
    }
    expect(worst < 1e-6, `differs by ${worst} of the largest impulse`).toBe(!unlike);
  });

  test('a used instance gives the same bits as a fresh one, whatever it solved before', () => {
    const rng = new Rng(72);
    const problems = [
      randomStructured(rng, 9, 4),
      randomExplicit(rng, 5),
      randomStructured(rng, 4, 2),
      randomExplicit(rng, 9),
    ];
    const used = solver.create();
    for (const p of [...problems, ...problems.toReversed()]) {
      if (!takes(solver, p)) continue;
      const [fresh, again] = [new Float64Array(p.n), new Float64Array(p.n)];
      solver.create().solve(p, fresh, solver.defaults);
      used.solve(p, again, solver.defaults);
      expect(Array.from(again)).toEqual(Array.from(fresh));
    }
    used.release();
  });

  test('started at the solution it stays there', () => {
    const p = randomStructured(new Rng(73), 6, 3);
    const reference = solve(p, { solver: findSolver('enumeration'), coupling: 0 }).x;
    const { x } = solve(p, { solver, coupling: 0, warm: reference });
    expect(energyError(p, x).value).toBeLessThan(1e-20 * referenceEnergy(p));
  });

  test('NaN in b is reported by the status, not by an exception, and never as converged', () => {
    const p = randomStructured(new Rng(74), 5, 2);
    const broken = { ...p, lo: p.lo.map(() => -Infinity), hi: p.hi.map(() => Infinity), b: p.b.map(() => Number.NaN) };
    expect(solve(broken, { solver, coupling: 0 }).status).not.toBe('converged');
  });

  test('begins the monitor once, shows it iterates that count from 1, and stops at its word', () => {
    const p = randomStructured(new Rng(75), 6, 3);
    const seen: number[] = [];
    let begun = 0;
    const monitor: Monitor = {
      ownsStopping: true,
      begin: () => void begun++,
      observe: (k) => {
        seen.push(k);
        return k === 1 ? 'stopped' : undefined; // a direct solver may need no second one
      },
    };
    const { status } = solver.create().solve(p, randomVector(new Rng(76), 6), solver.defaults, monitor);
    expect([begun, seen, status]).toEqual([1, [1], 'stopped']);
  });

  test('has an option table whose defaults are within their own ranges, each with a unit and a sentence', () => {
    expect(Object.keys(solver.defaults)).toEqual(Object.keys(solver.options));
    for (const [option, spec] of Object.entries(solver.options)) {
      expect(solver.defaults[option], option).toBe(spec.default);
      expect(spec.summary.length, option).toBeGreaterThan(10);
      if (spec.type === 'choice') {
        expect(spec.choices, option).toContain(spec.default);
        expect(new Set(spec.choices).size, option).toBe(spec.choices.length);
        continue;
      }
      const { min, max, exclusive = false, integer = false, unit } = spec;
      const [low, high] = exclusive
        ? [spec.default > min, spec.default < max]
        : [spec.default >= min, spec.default <= max];
      expect([low, high], `${option}: ${spec.default} from ${min} to ${max}`).toEqual([true, true]);
      if (integer) expect(Number.isInteger(spec.default), option).toBe(true);
      expect(typeof unit, option).toBe('string');
    }
  });

  test('refuses every option just outside its range, with a sentence that names the option', () => {
    const p = randomStructured(new Rng(77), 6, 3);
    for (const [option, spec] of Object.entries(solver.options)) {
      const wrong =
        spec.type === 'choice'
          ? ['no such choice', 1]
          : [Number.NaN, 'many', spec.exclusive ? spec.min : spec.min - 1, ...(spec.integer ? [spec.min + 0.5] : [])];
      if (spec.type === 'number' && spec.max !== Infinity) wrong.push(spec.exclusive ? spec.max : spec.max + 1);
      for (const value of wrong)
        expect(() => solve(p, { solver, options: { [option]: value } }), `${option} = ${value}`).toThrow(option);
    }
  });

  test('leaves the problem as it is', () => {
    const p = randomStructured(new Rng(77), 6, 3);
    const before = JSON.stringify([p.b, p.lo, p.hi, p.A.dense()].map((v) => Array.from(v)));
    solve(p, { solver, options: solver.defaults, coupling: 0 });
    expect(JSON.stringify([p.b, p.lo, p.hi, p.A.dense()].map((v) => Array.from(v)))).toBe(before);
  });
});
