/** Problems that mechanics seldom has: A unsymmetric, with zeros on its diagonal, slightly indefinite, or without a solution. */
import { describe, expect, test } from 'vitest';
import { Rng } from '../src/linalg/rng.ts';
import { energyError } from '../src/measures/energy.ts';
import { energyMetric } from '../src/measures/energy-metric.ts';
import { fromDense } from '../src/problem/explicit.ts';
import { makeProblem, type Problem } from '../src/problem/problem.ts';
import { findSolver, solvers } from '../src/solvers/registry.ts';
import { solve } from '../src/solvers/solve.ts';
import { haveSiconos, siconosProblems } from './support/siconos-problems.ts';

const GENERAL = ['enumeration', 'lemke', 'newton-fb'];

/** w = M z + q, z >= 0. */
function lcp(M: readonly number[], q: readonly number[], symmetric = false): Problem {
  const n = q.length;
  return makeProblem({
    A: fromDense(n, [...M]),
    b: Float64Array.from(q),
    lo: new Float64Array(n),
    hi: new Float64Array(n).fill(Infinity),
    symmetric,
  });
}

/** Largest |min(z, w)|: computed here, in the units of the problem. */
function residual({ n, A, b, lo }: Problem, x: Float64Array): number {
  const M = A.dense();
  let worst = 0;
  for (let i = 0; i < n; i++) {
    let w = b[i];
    for (let j = 0; j < n; j++) w += M[i * n + j] * x[j];
    worst = Math.max(worst, Math.abs(lo[i] === -Infinity ? w : Math.min(x[i], w)));
  }
  return worst;
}

describe('zeros on the diagonal', () => {
  const skew = lcp([0, -1, 1, 0], [2, -3]); // z = (3, 2): w1 = 2 - z2, w2 = z1 - 3
  const saddle = lcp([2, -1, 1, 0], [0, -1]); // z = (1, 2)

  test.each(GENERAL)('%s solves a skew problem and a saddle point, and their errors are finite', (name) => {
    for (const [p, z] of [
      [skew, [3, 2]],
      [saddle, [1, 2]],
    ] as const) {
      const { x, status } = solve(p, { solver: findSolver(name) });
      expect(status).toBe('converged');
      z.forEach((v, i) => void expect(x[i]).toBeCloseTo(v, 8));
      expect(energyError(p, Float64Array.of(1, 1)).value).toBeGreaterThan(0.1);
    }
  });

  test.each(GENERAL)('%s with a tolerance says converged only where the problem is solved', (name) => {
    const { x, status } = solve(skew, { solver: findSolver(name), tolerance: 1e-6 });
    expect(status).toBe('converged');
    expect(residual(skew, x)).toBeLessThan(1e-2);
  });

  test('a solver that takes an unsymmetric A but needs a positive diagonal does not say converged', () => {
    const others = solvers.filter(({ name, needs }) => needs === 'any' && !GENERAL.includes(name));
    for (const solver of others) {
      const { x, status } = solve(skew, { solver });
      if (status === 'converged') expect(residual(skew, x), solver.name).toBeLessThan(1e-4);
    }
  });

  test('the stand-in for a mass follows a change of units as a_ii does', () => {
    const s = [4, 0.25]; // z_i -> s_i z_i, w_i -> w_i/s_i
    const scaled = lcp([2 / 16, -1, 1, 0], [0, -1]);
    const [plain, other] = [energyMetric(saddle), energyMetric(scaled)];
    plain.forEach((a, i) => void expect(other[i]).toBeCloseTo(a / (s[i] * s[i]), 12));
  });
});

describe('no solution', () => {
  const apart = lcp([1, -1, -1, 1], [-1, -1], true); // the rows add up to w1 + w2 = -2
  const box = { ...apart, hi: Float64Array.of(5, Infinity) }; // w1 may be negative at z1 = 5

  test.each(['lemke', 'enumeration'])('%s reports that there is none, and why is a proof', (name) => {
    expect(solve(apart, { solver: findSolver(name) }).status).toBe('infeasible');
    expect(solve(box, { solver: findSolver(name) }).status).toBe('converged');
  });

  test('every other solver ends with a status that is not converged', () => {
    for (const solver of solvers) expect(solve(apart, { solver }).status, solver.name).not.toBe('converged');
  });

  test('enumeration calls no random positive definite problem infeasible', () => {
    const rng = new Rng(5);
    for (let k = 0; k < 200; k++) {
      const n = 1 + rng.below(5);
      const G = Array.from({ length: n * n }, () => rng.uniform(-1, 1));
      const M = G.map((_, at) => {
        const [i, j] = [Math.floor(at / n), at % n];
        let sum = i === j ? 1e-6 : 0;
        for (let r = 0; r < n; r++) sum += G[i * n + r] * G[j * n + r];
        return sum;
      });
      const q = Array.from({ length: n }, () => rng.uniform(-1, 1));
      for (const name of ['lemke', 'enumeration'])
        expect(solve(lcp(M, q, true), { solver: findSolver(name) }).status).toBe('converged');
    }
  });
});

describe('slightly indefinite', () => {
  /** Eight rows of rank four, less 1e-9 of the diagonal: b = -A x0 + w0 of a planted solution. */
  function planted(seed: number): Problem {
    const rng = new Rng(seed);
    const n = 8;
    const G = Array.from({ length: 4 * n }, () => rng.uniform(-1, 1));
    const M = Array.from({ length: n * n }, (_, at) => {
      const [i, j] = [Math.floor(at / n), at % n];
      let sum = 0;
      for (let r = 0; r < 4; r++) sum += G[4 * i + r] * G[4 * j + r];
      return i === j ? sum * (1 - 1e-9) : sum;
    });
    const z = Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 + rng.uniform() : 0));
    const q = Array.from({ length: n }, (_, i) => {
      let w = i % 2 === 0 ? 0 : rng.uniform();
      for (let j = 0; j < n; j++) w -= M[i * n + j] * z[j];
      return w;
    });
    return lcp(M, q, true);
  }

  test.each(['bpp-dense', 'bpp', 'newton-min', 'spook'])('%s gets through', (name) => {
    let solved = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const { status, iterations } = solve(planted(seed), { solver: findSolver(name) });
      expect(iterations.total).toBeGreaterThan(0);
      if (status === 'converged') solved++;
    }
    expect(solved).toBeGreaterThanOrEqual(8);
  });
});

describe.skipIf(!haveSiconos)("Siconos' LCPs and MLCPs", () => {
  const WITHOUT = 'lcp_Pang_isolated_sol_perturbed';

  test('lemke and newton-fb solve 31 of 34 each, and between them all but the one without a solution', () => {
    const solved = new Map<string, string[]>();
    for (const name of ['lemke', 'newton-fb'])
      for (const p of siconosProblems) {
        const { x, status } = solve(p, { solver: findSolver(name) });
        if (status !== 'converged') continue;
        const scale = Math.max(...p.b.map(Math.abs));
        expect(residual(p, x), `${name} on ${p.title}`).toBeLessThan(1e-7 * scale);
        solved.set(name, [...(solved.get(name) ?? []), p.title]);
      }
    for (const [name, titles] of solved) expect(titles.length, name).toBeGreaterThanOrEqual(31);
    const all = new Set([...solved.values()].flat());
    expect(siconosProblems.map(({ title }) => title).filter((title) => !all.has(title))).toEqual([WITHOUT]);
  });

  test('enumeration reports that one has no solution', () => {
    const p = siconosProblems.find(({ title }) => title === WITHOUT)!;
    expect(solve(p, { solver: findSolver('enumeration') }).status).toBe('infeasible');
  });
});
