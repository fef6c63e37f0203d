/** Coulomb's law by both methods that solve contact by contact: nonlinear-gs and nscd. */
import { describe, expect, test } from 'vitest';
import { boxOnSlope, GRAVITY, randomHeap, STEP } from '../../test/support/cone-problems.ts';
import { cos, sin } from '../linalg/elementary.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { velocities } from '../problem/operator.ts';
import { makeContact, makeProblem, type Problem } from '../problem/problem.ts';
import { nonlinearGs } from './nonlinear-gs.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

const NAMES = ['nonlinear-gs', 'nscd'] as const;
const best = (p: Problem, name: string, options = {}) =>
  solve(p, {
    solver: findSolver(name),
    options: { maxIterations: 20000, ...options },
    coupling: p.ungiven.length > 0 ? 1 : 0,
    tolerance: 1e-22 * referenceEnergy(p),
  });
const velocitiesOf = (p: Problem, x: Float64Array) => velocities(p, x, new Float64Array(p.n));

describe.each(NAMES)('%s', (name) => {
  test.each([0, 10, 33, 45, 80, 200])(
    'a long box slides down a slope by g (sin - mu cos) along %i degrees',
    (degrees) => {
      const [angle, mu] = [0.6, 0.3];
      const heading = [cos((degrees * Math.PI) / 180), sin((degrees * Math.PI) / 180)] as const;
      const p = boxOnSlope({ slope: [sin(angle), cos(angle)], heading, mu, set: 'cone', half: [0.6, 0.1, 0.05] });
      const { x, status } = best(p, name);
      const w = velocitiesOf(p, x);
      const gain = STEP * GRAVITY * (sin(angle) - mu * cos(angle));
      expect(status).toBe('converged');
      expect(Math.abs(w[1] - gain * heading[0])).toBeLessThan(1e-9 * gain);
      expect(Math.abs(w[2] - gain * heading[1])).toBeLessThan(1e-9 * gain);
    },
  );

  test('below atan(mu) it sticks', () => {
    const p = boxOnSlope({ slope: [0.28, 0.96], heading: [0.6, 0.8], mu: 0.3, set: 'cone' });
    const { x } = best(p, name);
    velocitiesOf(p, x).forEach((w) => {
      expect(Math.abs(w)).toBeLessThan(1e-11);
    });
  });

  test.each([false, true])('Coulomb heaps are solved; rolling and spinning: %s', (resists) => {
    for (let seed = 40; seed < 52; seed++) {
      const p = randomHeap(new Rng(seed), { contacts: 12, bodies: 5, set: 'cone', mu: 0.4, resists });
      const { x, status } = best(p, name);
      expect(status).toBe('converged');
      expect(energyError(p, x).value).toBeLessThan(1e-16 * referenceEnergy(p));
    }
  });

  test('discs of fixed size are a convex problem: the energy falls at every sweep', () => {
    const p = randomHeap(new Rng(53), { contacts: 14, bodies: 5, set: 'cylinder', mu: 0.5 });
    for (const { tangents } of p.contacts)
      for (const t of tangents) {
        p.hi[t] = 0.1;
        p.lo[t] = -0.1;
      }
    const solver = findSolver(name);
    const x = new Float64Array(p.n);
    const w = new Float64Array(p.n);
    let before = 0;
    for (let k = 0; k < 60; k++) {
      solver.create().solve(p, x, { ...solver.defaults, maxIterations: 1 });
      p.A.apply(x, w);
      const f = x.reduce((sum, v, i) => sum + v * (0.5 * w[i] + p.b[i]), 0);
      expect(f).toBeLessThanOrEqual(before + 1e-15);
      before = f;
    }
  });

  test('Anderson acceleration reaches the same velocities in fewer sweeps', () => {
    const p = randomHeap(new Rng(54), { contacts: 40, bodies: 12, set: 'cone', mu: 0.5, compliance: 1e-4 });
    const plain = best(p, name, { memory: 0 });
    const mixed = best(p, name, { memory: 10 });
    expect([plain.status, mixed.status]).toEqual(['converged', 'converged']);
    expect(mixed.iterations.total).toBeLessThan(0.5 * plain.iterations.total);
    const [w, v] = [velocitiesOf(p, plain.x), velocitiesOf(p, mixed.x)];
    w.forEach((value, i) => {
      expect(Math.abs(value - v[i])).toBeLessThan(1e-8);
    });
  });

  test('the order of tangents and their turn do not matter: the circle has no corners', () => {
    const heads = [
      [1, 0],
      [0.6, 0.8],
    ] as const;
    const gains = heads.map((heading) => {
      const p = boxOnSlope({ slope: [0.6, 0.8], heading, mu: 0.4, set: 'cone', half: [0.3, 0.3, 0.1] });
      const w = velocitiesOf(p, best(p, name).x);
      return Math.sqrt(w[1] * w[1] + w[2] * w[2]);
    });
    expect(Math.abs(gains[0] - gains[1])).toBeLessThan(1e-10);
  });

  test('what is not a number ends as diverged', () => {
    const p = randomHeap(new Rng(55), { contacts: 4, bodies: 2, set: 'cone', mu: 0.3 });
    const { status } = findSolver(name)
      .create()
      .solve({ ...p, b: p.b.map(() => Number.NaN) }, new Float64Array(p.n), findSolver(name).defaults);
    expect(status).toBe('diverged');
  });
});

test('both find the same velocities on Coulomb heaps of long bodies', () => {
  for (let seed = 60; seed < 80; seed++) {
    const p = randomHeap(new Rng(seed), { contacts: 12, bodies: 5, set: 'cone', mu: 0.4 });
    const [w, v] = NAMES.map((name) => velocitiesOf(p, best(p, name).x));
    w.forEach((value, i) => {
      expect(Math.abs(value - v[i])).toBeLessThan(1e-8);
    });
  }
});

/** One contact of a rolling body of a chute: friction lifts it more than its normal does (mu a_nt > a_nn). */
function steepContact(): Problem {
  return makeProblem({
    A: fromDense(3, [4.288, 4.97, 0.041, 4.97, 9.106, -0.061, 0.041, -0.061, 6.437]),
    b: Float64Array.of(-0.016, -0.461, 0.1),
    lo: new Float64Array(3),
    hi: Float64Array.of(Infinity, 0, 0),
    ungiven: [1, 2],
    contacts: [makeContact({ normal: 0, tangents: [1, 2], mu: 1, set: 'cone' })],
  });
}

test('a contact that is steep in friction: normal and disc in turn cycle, together they are solved in one sweep', () => {
  const p = steepContact();
  const [turns, together] = [new Float64Array(3), new Float64Array(3)];
  const options = { ...nonlinearGs.defaults, memory: 0, maxIterations: 2000, tolerance: 0 };
  nonlinearGs.create().solve(p, turns, options);
  expect(energyError(p, turns).value).toBeGreaterThan(1e-4 * referenceEnergy(p));
  findSolver('nscd')
    .create()
    .solve(p, together, { ...findSolver('nscd').defaults, maxIterations: 1 });
  expect(energyError(p, together).value).toBeLessThan(1e-26 * referenceEnergy(p));
});
