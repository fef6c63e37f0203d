import { describe, expect, test } from 'vitest';
import { randomHeap } from '../../test/support/cone-problems.ts';
import { contactProblem } from '../../test/support/contact-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { velocities } from '../problem/operator.ts';
import { makeContact, makeProblem, type Problem } from '../problem/problem.ts';
import type { SetKind } from '../problem/sets/set.ts';
import { blockGs } from './block-gs.ts';
import { EnumeratedBlock } from './one-contact/enumerated-block.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

const once = { ...blockGs.defaults, maxIterations: 1, tolerance: 0 };
const best = (p: Problem) =>
  solve(p, {
    solver: findSolver('block-gs'),
    options: { maxIterations: 50000 },
    tolerance: 1e-22 * referenceEnergy(p),
  });

/** One contact whose three rows are strongly coupled. */
function oneContact(set: SetKind, b: readonly number[], mu = 0.5): Problem {
  return makeProblem({
    A: fromDense(3, [2, 0.6, -0.4, 0.6, 3, 0.9, -0.4, 0.9, 1.5]),
    b: Float64Array.from(b),
    lo: Float64Array.of(0, -0.2, -0.2),
    hi: Float64Array.of(Infinity, 0.2, 0.2),
    contacts: [makeContact({ normal: 0, tangents: [1, 2], mu, set })],
  });
}

describe('one contact is solved by one sweep', () => {
  test.each(['box', 'pyramid'] as const)('%s', (set) => {
    const rng = new Rng(11);
    for (let k = 0; k < 200; k++) {
      const p = oneContact(set, [rng.uniform(-2, 0.5), rng.uniform(-1, 1), rng.uniform(-1, 1)]);
      const x = new Float64Array(3);
      blockGs.create().solve(p, x, once);
      expect(energyError(p, x).value).toBeLessThan(1e-26 * referenceEnergy(p));
    }
  });

  test('a pyramid by hand: both tangents at -/+ mu x_n, the normal carries their share', () => {
    // w_n = 2 x + 0.6 (-x/2) - 0.4 (x/2) - 3 = 1.5 x - 3: x_n = 2, tangents -1 and 1
    const p = oneContact('pyramid', [-3, 9, -9]);
    const x = new Float64Array(3);
    blockGs.create().solve(p, x, once);
    expect(Array.from(x, (v) => Math.round(v * 1e12) / 1e12)).toEqual([2, -1, 1]);
  });
});

test('agrees with block pivoting on boxes, rows of no contact and rolling rows among them', () => {
  const rng = new Rng(12);
  for (let k = 0; k < 20; k++) {
    const p = contactProblem(rng, { contacts: 3, others: 2, bodies: 3 });
    const reference = solve(p, { solver: findSolver('bpp'), coupling: 0 });
    const tolerance = 1e-22 * referenceEnergy(p);
    const { x, status } = solve(p, {
      solver: findSolver('block-gs'),
      coupling: 0,
      tolerance,
      options: { maxIterations: 50000 },
    });
    expect(status).toBe('converged');
    x.forEach((v, i) => {
      expect(Math.abs(v - reference.x[i])).toBeLessThan(1e-8);
    });
  }
});

test.each([false, true])('agrees with newton-coupled on pyramids; rolling and spinning: %s', (resists) => {
  for (let seed = 20; seed < 30; seed++) {
    const p = randomHeap(new Rng(seed), { contacts: 10, bodies: 4, set: 'pyramid', mu: 0.3, resists });
    const { x, status } = best(p);
    expect(status).toBe('converged');
    expect(energyError(p, x).value).toBeLessThan(1e-20 * referenceEnergy(p));
    const reference = solve(p, { solver: findSolver('newton-coupled') });
    const [w, v] = [x, reference.x].map((impulses) => velocities(p, impulses, new Float64Array(p.n)));
    w.forEach((value, i) => {
      expect(Math.abs(value - v[i])).toBeLessThan(1e-7);
    });
  }
});

test('a block that no case solves takes the least energy, and says so', () => {
  const block = new EnumeratedBlock();
  block.m = 2;
  // friction that pushes the normal into the ground faster than it lifts: w_n = z_0 - 4 (z_0) - 1 < 0 for every z_0
  block.A.set([1, -4, 0, -4, 20, 0]);
  block.q.set([-1, -9]);
  block.lo.set([0, 0]);
  block.hi.set([Infinity, 0]);
  block.slope.set([0, 0.1]);
  block.solve(0);
  expect(block.unsolved).toBe(0); // mu = 0.1: solvable, 0.6 z_0 = 1
  expect(block.z[0]).toBeCloseTo(1 / 0.6, 12);
  block.slope[1] = 1;
  block.A[4] = 2; // indefinite
  block.solve(0);
  expect(block.unsolved).toBe(1);
  expect(block.z.every(Number.isFinite)).toBe(true);
});

test('what is not a number ends as diverged', () => {
  const p = oneContact('pyramid', [Number.NaN, 1, 1]);
  expect(blockGs.create().solve(p, new Float64Array(3), blockGs.defaults).status).toBe('diverged');
});
