/** Our check of each point of docs/papers.md that can be computed; the titles carry its numbers. */
import { describe, expect, test } from 'vitest';
import { Rng } from '../src/linalg/rng.ts';
import { energyError, energyParts, rowEnergy } from '../src/measures/energy.ts';
import { energyErrorExact } from '../src/measures/energy-exact.ts';
import { rowFischerBurmeister } from '../src/measures/fischer-burmeister.ts';
import { fromDense } from '../src/problem/explicit.ts';
import { makeContact, makeProblem, type Problem } from '../src/problem/problem.ts';
import { type JacobianBlock, StructuredOperator, structureFromBlocks } from '../src/problem/structured.ts';
import { findSolver } from '../src/solvers/registry.ts';
import { solve } from '../src/solvers/solve.ts';
import { knownProblems } from './support/known-problems.ts';

describe('energy error and EPTK19', () => {
  test('1: sigma_u = u - (x0 - dx_l) is max(u - x, 0); the plus of the abstract is wrong below l', () => {
    const rng = new Rng(1);
    for (let k = 0; k < 1000; k++) {
      const l = rng.uniform(-1, 1);
      const u = l + rng.uniform(0, 1);
      const x = rng.uniform(-3, 3);
      const x0 = Math.min(Math.max(x, l), u);
      const [beyondU, beyondL] = [Math.max(x - u, 0), Math.max(l - x, 0)];
      expect(u - (x0 - beyondL)).toBeCloseTo(Math.max(u - x, 0), 12);
      expect(x0 + beyondU - l).toBeCloseTo(Math.max(x - l, 0), 12);
      if (x < l - 1e-3) expect(Math.abs(u - (x0 + beyondL) - (u - x))).toBeGreaterThan(1e-3);
    }
  });

  test('2: with M v+ + p = 0 a free body would turn round; with M v+ - p = 0 it keeps its velocity', () => {
    const [M, v] = [3, 2]; // kg, m/s; no force: p = M v
    expect((M * v) / M).toBe(v);
    expect(-(M * v) / M).toBe(-v);
  });

  test('6: with an infinite bound Eq. (5) is inf - inf; the limit of large bounds is w', () => {
    expect(Number.isNaN(Infinity + 2 - Math.sqrt(Infinity * Infinity + 4))).toBe(true);
    expect(rowFischerBurmeister(0, -2, 0, 1e12)).toBeCloseTo(2, 9);
    expect(rowFischerBurmeister(0, -2, 0, Infinity)).toBe(2);
  });

  test('7: redundant contacts have no effective mass by Eq. (11); with compliance they have', () => {
    const rigid = knownProblems.find(({ name }) => name === 'resting cube, redundant')!.problem;
    expect(energyErrorExact(rigid, new Float64Array(4))).toBeUndefined();
    const structure = { ...rigid.structure!, C: new Float64Array(4).fill(1e-3) };
    const compliant = { ...rigid, structure, A: new StructuredOperator(structure) };
    expect(energyErrorExact(compliant, new Float64Array(4))!.value).toBeGreaterThan(0);
  });

  test('8: Gauss-Seidel converges on a matrix that is not diagonally dominant and has a spectral radius above 1', () => {
    const p = makeProblem({
      A: fromDense(3, [2, 1.8, 1.8, 1.8, 2, 1.8, 1.8, 1.8, 2]), // eigenvalues 0.2, 0.2, 5.6
      b: Float64Array.of(-1, -2, 0.5),
      lo: new Float64Array(3),
      hi: new Float64Array(3).fill(Infinity),
    });
    const { status } = solve(p, { solver: findSolver('pgs'), tolerance: 1e-20, options: { maxIterations: 10000 } });
    expect(status).toBe('converged');
  });
});

describe('EATK18', () => {
  test('10: w = w+ - w-, not their sum', () => {
    const w = -1;
    const [plus, minus] = [Math.max(w, 0), Math.max(-w, 0)];
    expect(plus - minus).toBe(w);
    expect(plus + minus).not.toBe(w);
  });

  test('11: C = 1/(h^2 k + h beta), D = k/(h k + beta) is the implicit spring-damper; beta = 0 is EPTK19', () => {
    const [h, k, beta, phi, w] = [0.01, 1e5, 1e4, -0.002, 0.3];
    const lambda = -k * (phi + h * w) - beta * w;
    const C = 1 / (h * h * k + h * beta);
    const D = k / (h * k + beta);
    expect(w + C * (h * lambda) + D * phi).toBeCloseTo(0, 12);
    expect([1 / (h * h * k), k / (h * k)]).toEqual([1 / (k * h * h), 1 / h].map((v) => expect.closeTo(v, 9)));
  });

  test('12: three couplings of 25 sweeps are at most 75 sweeps', () => {
    // slow: a sweep contracts by 0.95^2 only, and mu = 5 lets the block stick
    const p = { ...coupledBlock(0.95, 5), lo: Float64Array.of(0, -100), hi: Float64Array.of(Infinity, 100) };
    const { iterations } = solve(p, { solver: findSolver('pgs'), options: { tolerance: 0 } });
    expect(iterations).toMatchObject({ coupling: 3, iterative: 75 });
  });

  test('14: with updated bounds two solvers end on two different MLCPs', () => {
    const p = coupledBlock();
    const exact = solve(p, { solver: findSolver('enumeration'), coupling: 3 });
    const sweep = solve(p, { solver: findSolver('pgs'), coupling: 3, options: { maxIterations: 1 } });
    expect(Math.abs(exact.hi[1] - sweep.hi[1])).toBeGreaterThan(1e-3);
  });
});

describe('T-FP', () => {
  test('15: with e_i outside the bracket the fixed point of Eq. (6) is not E q = e', () => {
    const [g, omega, e, velocityOfZero] = [2, 0.8, 0.5, -3]; // one bilateral row: E qdot = g gamma - 3
    let [printed, corrected] = [0, 0];
    for (let r = 0; r < 200; r++) {
      printed = printed - (omega / g) * (g * printed + velocityOfZero) - e;
      corrected = corrected - (omega / g) * (g * corrected + velocityOfZero - e);
    }
    expect(g * corrected + velocityOfZero).toBeCloseTo(e, 10);
    expect(g * printed + velocityOfZero).toBeCloseTo((-e * g) / omega, 10);
  });

  test('16: B = diag(N)^-1 does not make (3) a contraction: eigenvalues of B N reach 2.56 and 3.58', () => {
    expect(largestScaledEigenvalue(stack(2, 1, false))).toBeCloseTo(2.56, 2); // two frictionless cubes
    expect(largestScaledEigenvalue(stack(1, 1, true))).toBeCloseTo(3.58, 2); // one cube with box friction
    expect(largestScaledEigenvalue(stack(1, 1, false))).toBeCloseTo(1.5, 2); // one frictionless cube
    for (const height of [0.5, 1, 2, Math.sqrt(5) - 1e-6])
      expect(largestScaledEigenvalue(stack(1, height, false))).toBeLessThan(2);
    expect(largestScaledEigenvalue(stack(1, Math.sqrt(5) + 1e-3, false))).toBeGreaterThan(2);
  });
});

describe('PIR', () => {
  test('17: without the hat the direction of Algorithm 2 leaves the set at a bound', () => {
    const [r, beta, projectedPrevious] = [-1, 0.3, 0]; // x at its lower bound: the projection removes r < 0
    const hat = Math.max(r, 0);
    expect(hat + beta * projectedPrevious).toBe(0);
    expect(r + beta * projectedPrevious).toBeLessThan(0);
  });

  test('18: the printed polygon of Table 1 admits (-2r, r), of length 2.24 r; sum |lambda_k| <= r does not', () => {
    const r = 1;
    const lambda = [-2 * r, r];
    const sum = lambda.reduce((s, v) => s + v, 0);
    expect(lambda.every((v) => v <= r) && Math.abs(sum) <= r).toBe(true);
    expect(lambda.reduce((s, v) => s + Math.abs(v), 0)).toBeGreaterThan(r);
  });

  test('19: the Jacobian of (18) is not symmetric where one row is at its bound', () => {
    const A = [2, 1, 1, 2];
    const jacobian = [1, 0, A[2], A[3]]; // row 1 is x1 - l1, row 2 is (A x + b)_2
    expect(jacobian[1]).not.toBe(jacobian[2]);
  });
});

test('the energy error is the natural map in the energy metric: the middle of x - u, w/a and x - l', () => {
  const { upperImpulse, lowerImpulse, positiveVelocity, negativeVelocity } = energyParts(2, 0.7, -0.4, -1, 1);
  const natural = 0.7 - Math.min(Math.max(0.7 + 0.4 / 2, -1), 1);
  expect(Math.max(upperImpulse, lowerImpulse, positiveVelocity, negativeVelocity)).toBeCloseTo(natural * natural, 15);
  expect(rowEnergy(2, 0.7, -0.4, -1, 1)).toBeCloseTo(natural * natural, 15);
  expect(energyError(coupledBlock(), new Float64Array(2)).unit).toBe('J');
});

/** A block whose normal and friction rows are coupled, as those of a box that is pushed above its centre. */
function coupledBlock(coupling = 0.6, mu = 0.5): Problem {
  return makeProblem({
    A: fromDense(2, [1, coupling, coupling, 1]),
    b: Float64Array.of(-2, 5),
    lo: Float64Array.of(0, -1),
    hi: Float64Array.of(Infinity, 1),
    contacts: [makeContact({ normal: 0, tangents: [1], mu })],
  });
}

/** A stack of boxes 1 m wide and `height` m high on the ground, four corners each; N = J M^-1 J^T. */
function stack(count: number, height: number, friction: boolean): StructuredOperator {
  const inertiaX = (1 + height * height) / 12; // 1 kg
  const diagonal = [1, 1, 1, 1 / inertiaX, 1 / inertiaX, 6];
  const Minv = new Float64Array(36 * count);
  for (let body = 0; body < count; body++) for (let k = 0; k < 6; k++) Minv[36 * body + 7 * k] = diagonal[k];
  const blocks: JacobianBlock[] = [];
  let row = 0;
  for (let body = 0; body < count; body++)
    for (const [sx, sy] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ])
      for (const axis of friction ? [2, 0, 1] : [2]) {
        blocks.push({ row, body, values: push([sx / 2, sy / 2, -height / 2], axis, 1) });
        if (body > 0) blocks.push({ row, body: body - 1, values: push([sx / 2, sy / 2, height / 2], axis, -1) });
        row++;
      }
  return new StructuredOperator(structureFromBlocks(blocks, Minv, new Float64Array(row)));
}

/** sign (n | r x n) for the unit vector n along an axis. */
function push([rx, ry, rz]: number[], axis: number, sign: number): number[] {
  const n = [0, 0, 0];
  n[axis] = sign;
  return [...n, ry * n[2] - rz * n[1], rz * n[0] - rx * n[2], rx * n[1] - ry * n[0]];
}

/** The largest eigenvalue of diag(N)^-1 N by power iteration. */
function largestScaledEigenvalue(N: StructuredOperator): number {
  const rng = new Rng(2);
  let x = Float64Array.from({ length: N.n }, () => rng.uniform(-1, 1));
  let value = 0;
  for (let k = 0; k < 2000; k++) {
    const y = new Float64Array(N.n);
    N.apply(x, y);
    for (let i = 0; i < y.length; i++) y[i] /= N.diagonal[i];
    value = Math.max(...y.map(Math.abs));
    x = y.map((v) => v / value);
  }
  return value;
}
