/**
 * `converged` has one meaning for every solver: (E15) of docs/theory/error-measures.md, recomputed here from x alone, with sums
 * of this file's own where friction is row by row.
 */
import { describe, expect, test } from 'vitest';
import { Rng } from '../src/linalg/rng.ts';
import { energyError } from '../src/measures/energy.ts';
import { frictionConsistency } from '../src/measures/friction-consistency.ts';
import { changeUnits, unitFactors } from '../src/problem/change-units.ts';
import { type Problem, withBounds } from '../src/problem/problem.ts';
import { isRowByRow } from '../src/problem/sets/models.ts';
import { SET_KINDS } from '../src/problem/sets/set.ts';
import { type AnySolver, findSolver, solvers } from '../src/solvers/registry.ts';
import { type Solution, solve } from '../src/solvers/solve.ts';
import { boxOnSlope, randomHeap } from './support/cone-problems.ts';
import { contactProblem } from './support/contact-problems.ts';
import { knownProblems } from './support/known-problems.ts';
import { randomExplicit, randomStructured } from './support/random-problems.ts';
import { storedNames, storedProblem } from './support/stored-problems.ts';

/** Rows above which the dense methods take seconds. */
const LARGEST = 130;

const problems: [string, Problem][] = [
  ...knownProblems.map(({ name, problem }) => [name, problem] as [string, Problem]),
  ...storedNames.map((name) => [name, storedProblem(name)] as [string, Problem]).filter(([, p]) => p.n <= LARGEST),
  ...SET_KINDS.flatMap((set): [string, Problem][] => [
    [`slope, ${set}`, boxOnSlope({ slope: [0.28, 0.96], heading: [0.6, 0.8], mu: 0.2, set })],
    [`steep slope, ${set}`, boxOnSlope({ slope: [0.6, 0.8], heading: [0.6, 0.8], mu: 0.5, set, compliance: 1e-3 })],
    [`heap, ${set}`, randomHeap(new Rng(3), { contacts: 8, bodies: 4, set, mu: 0.5 })],
  ]),
  ['contacts', contactProblem(new Rng(5), { contacts: 6, others: 3, bodies: 4 })],
  ['small contacts', contactProblem(new Rng(7), { contacts: 2, others: 2, bodies: 3 })],
  ['random', randomExplicit(new Rng(11), 9)],
  ['nearly singular', randomExplicit(new Rng(12), 9, 1e-9)],
  ['random bodies', randomStructured(new Rng(13), 10, 4)],
];

/** Sum of a/2 mid(x - u, w/a, x - l)^2, in plain words. */
function plainError(p: Problem, x: Float64Array, lo: Float64Array, hi: Float64Array): number {
  const A = p.A.dense();
  let sum = 0;
  for (let i = 0; i < p.n; i++) {
    let w = p.b[i];
    for (let j = 0; j < p.n; j++) w += A[i * p.n + j] * x[j];
    const a = A[i * p.n + i];
    const [, middle] = [x[i] - hi[i], w / a, x[i] - lo[i]].toSorted((r, s) => r - s);
    sum += 0.5 * a * middle * middle;
  }
  return sum;
}

function ownBounds(p: Problem, x: Float64Array): [Float64Array, Float64Array] {
  const [lo, hi] = [p.lo.slice(), p.hi.slice()];
  for (const { normal, set, tangents, mu, rolling, muRolling, spinning, muSpinning } of p.contacts)
    for (const [rows, factor] of [
      [tangents, set === 'none' ? 0 : mu],
      [rolling, muRolling],
      [spinning, muSpinning],
    ] as const)
      for (const t of rows) {
        hi[t] = factor * Math.max(x[normal], 0);
        lo[t] = -hi[t];
      }
  return [lo, hi];
}

/** The larger error, and the energy that it is compared with. */
function fromOutside(p: Problem, { x, lo, hi }: Solution, stored: boolean): { error: number; scale: number } {
  const nothing = p.b.map((_, i) => Math.min(Math.max(0, p.lo[i]), p.hi[i]));
  const kinetic = p.b.reduce((sum, b, i) => sum + (b * b) / (2 * p.A.diagonal[i]), 0);
  if (!isRowByRow(p)) {
    const error = Math.max(energyError(p, x, { lo, hi }).value, stored ? 0 : frictionConsistency(p, x).value);
    const [zeroLo, zeroHi] = ownBounds(p, new Float64Array(p.n));
    return { error, scale: energyError(withBounds(p, zeroLo, zeroHi), new Float64Array(p.n)).value || kinetic };
  }
  const own = ownBounds(p, x);
  const consistency = stored ? 0 : plainError(p, x, ...own);
  return {
    error: Math.max(plainError(p, x, lo, hi), consistency),
    scale: plainError(p, nothing, p.lo, p.hi) || kinetic,
  };
}

function attempt(p: Problem, request: Parameters<typeof solve>[1]): Solution | undefined {
  try {
    return solve(p, request);
  } catch {
    return undefined; // refused
  }
}

describe.each(solvers.map((solver) => [solver.name, solver] as const))('%s', (name, solver) => {
  test('says converged only if the larger error is at most 1e-10 of doing nothing', () => {
    let converged = 0;
    for (const [title, p] of problems)
      for (const stored of [false, true]) {
        if (stored && p.ungiven.length > 0) continue;
        const solution = attempt(p, { solver, ...(stored && { coupling: 0 }) });
        if (!solution) continue;
        const { error, scale } = fromOutside(p, solution, stored);
        const said = `${name} on ${title}: ${solution.status}, ${error / scale}`;
        if (solution.status === 'converged') {
          expect(error <= 1.001e-10 * scale + 1e-26, said).toBe(true);
          converged++;
        } else expect(error > 0.999e-10 * scale || solution.status === 'diverged', said).toBe(true);
      }
    expect(converged).toBeGreaterThan(name === 'fixed-point' ? 5 : 9);
  });

  test('with a tolerance in joules says converged only if the larger error is within it', () => {
    for (const [title, p] of problems.filter(([, { n }]) => n <= 40)) {
      const tolerance = 1e-7 * fromOutside(p, nothingOf(p), false).scale;
      const solution = attempt(p, { solver, tolerance });
      if (!solution) continue;
      const { error } = fromOutside(p, solution, false);
      expect(solution.status === 'converged', `${name} on ${title}: ${solution.status}, ${error}`).toBe(
        error <= tolerance && solution.status !== 'diverged',
      );
    }
  });
});

function nothingOf(p: Problem): Solution {
  return { x: new Float64Array(p.n), lo: p.lo, hi: p.hi } as Solution;
}

/** Their unsymmetric LU chooses pivots among rows of both units: the same steps, but rounded in another order. */
const PIVOTS: ReadonlySet<string> = new Set(['auto', 'newton-cone', 'newton-coupled']);

describe('units', () => {
  // kg -> 1/1024 kg, m -> 1/1024 m, s -> 1/1024 s: powers of two, so that every number is scaled exactly
  const change = { mass: 1024, length: 1024, time: 1024 };
  const scaled: [string, Problem][] = [
    ...knownProblems.map(({ name, problem }) => [name, problem] as [string, Problem]),
    ['random', randomExplicit(new Rng(21), 9)],
    ['contacts', contactProblem(new Rng(22), { contacts: 5, others: 3, bodies: 4 })],
    ['heap', randomHeap(new Rng(23), { contacts: 6, bodies: 4, set: 'box', mu: 0.4, resists: true })],
  ];
  const unitsOf = ({ n, contacts }: Problem) => {
    const angular = new Set(contacts.flatMap(({ rolling, spinning }) => [...rolling, ...spinning]));
    return Array.from({ length: n }, (_, i) => (angular.has(i) ? 'angular' : 'linear'));
  };
  const explicit = (p: Problem) => changeUnits(p, { mass: 1, length: 1, time: 1 });

  test.each(solvers.map((solver): [string, AnySolver] => [solver.name, solver]))(
    '%s takes the same iterations to the same status in grams and millimetres, x scaled bit for bit',
    (name, solver) => {
      for (const [title, given] of scaled) {
        const p = explicit({ ...given, unit: unitsOf(given) });
        const q = changeUnits(p, change);
        const [metres, millimetres] = [attempt(p, { solver }), attempt(q, { solver })];
        expect(millimetres?.status, `${name} on ${title}`).toBe(metres?.status);
        if (!metres || !millimetres) continue;
        expect(millimetres.iterations, `${name} on ${title}`).toEqual(metres.iterations);
        const { x: factor } = unitFactors(p, change);
        const expected = Array.from(metres.x, (v, i) => v * factor[i]);
        if (!PIVOTS.has(name)) expect(Array.from(millimetres.x), `${name} on ${title}`).toEqual(expected);
        else expected.forEach((v, i) => void expect(millimetres.x[i]).toBeCloseTo(v, 6));
      }
    },
  );
});

test('a solver that stops by a loose test of its own is reported as stopped early', () => {
  const p = randomExplicit(new Rng(31), 12, 1e-3);
  const { status } = solve(p, { solver: findSolver('pgs'), options: { tolerance: 0.1, maxIterations: 1000 } });
  expect(status).toBe('stopped-early');
});

test('friction bounds that have not settled are reported, and more couplings settle them', () => {
  const p = contactProblem(new Rng(5), { contacts: 6, others: 3, bodies: 4 });
  const bpp = findSolver('bpp');
  expect(solve(p, { solver: bpp }).status).toBe('coupling-limit');
  expect(solve(p, { solver: bpp, coupling: 60 }).status).toBe('converged');
});
