import { expect, test } from 'vitest';
import { contactPile } from '../../test/support/contact-pile.ts';
import { Rng } from '../linalg/rng.ts';
import { frictionConsistency } from '../measures/friction-consistency.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { velocities } from '../problem/operator.ts';
import { type Contact, makeContact, makeProblem, type Problem } from '../problem/problem.ts';
import { findScene } from '../scenes/catalogue.ts';
import { createWorld } from '../simulate.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';
import { ALL_FOLLOW, Sweeper } from './sweeps/row-sweeps.ts';

const solver = findSolver('newton-coupled');
const contact = (normal: number, tangents: number[], mu: number): Contact =>
  makeContact({
    normal,
    tangents,
    mu,
  });

/** 1 kg pressed by 2 N s, pushed sideways by `push` N s; normal and tangent couple by `coupling`. */
function block(push: number, coupling: number): Problem {
  return makeProblem({
    A: fromDense(2, [1, coupling, coupling, 1]),
    b: Float64Array.of(-2, push),
    lo: Float64Array.of(0, 0),
    hi: Float64Array.of(Infinity, 0),
    ungiven: [1],
    contacts: [contact(0, [1], 0.5)],
  });
}

test('sticks below mu, by hand: x_t = -push', () => {
  const { x, status, lo, hi } = solve(block(0.6, 0), { solver });
  expect(status).toBe('converged');
  expect(Array.from(x)).toEqual([2, -0.6]);
  expect([lo[1], hi[1]]).toEqual([-1, 1]);
});

test('slides above it, consistently: with a coupling of 0.4 the normal grows to 2/(1 - 0.2)', () => {
  // x_n + 0.4 x_t = 2 and x_t = -x_n/2: x_n (1 - 0.2) = 2; lagged bounds approach this from 2 by a factor of 0.2 a solve
  const { x, status } = solve(block(5, 0.4), { solver });
  expect(status).toBe('converged');
  expect(x[0]).toBeCloseTo(2.5, 14);
  expect(x[1]).toBeCloseTo(-1.25, 14);
  const lagged = solve(block(5, 0.4), { solver: findSolver('bpp') });
  expect(Math.abs(lagged.x[0] - 2.5)).toBeGreaterThan(1e-3);
});

test('a contact that opens has no friction', () => {
  const p = { ...block(5, 0.4), b: Float64Array.of(3, 5) };
  const { x, status } = solve(p, { solver });
  expect(status).toBe('converged');
  expect(Math.abs(x[0]) + Math.abs(x[1])).toBe(0);
});

test('stored friction bounds are not used, and coupling 0 is refused with a sentence', () => {
  expect(() => solve({ ...block(5, 0.4), ungiven: [] }, { solver, coupling: 0 })).toThrow(
    'newton-coupled takes no stored friction bounds',
  );
});

test('random piles: what is called converged is consistent, in body space and on rows of A alike', () => {
  const rng = new Rng(701);
  let converged = 0;
  for (let k = 0; k < 60; k++) {
    const p = contactPile(rng, 2 + rng.below(12), 2 + rng.below(6));
    for (const form of [p, { ...p, structure: undefined, A: p.A.sparse() }]) {
      const { x, status } = solve(form, { solver });
      const error = frictionConsistency(p, x).value / referenceEnergy(p);
      if (status === 'converged') {
        converged++;
        expect(error).toBeLessThan(1e-16);
      } else expect(error).toBeLessThan(1); // an honest status, and never worse than doing nothing
    }
  }
  expect(converged).toBeGreaterThan(110); // of 120
});

/** The problems of steps `from` to `to` of a scene, one a step. */
function problemsOf(scene: string, parameters: Record<string, number>, from: number, to: number): Problem[] {
  const world = createWorld(findScene(scene), { parameters, frictionModel: 'box' });
  const found: Problem[] = [];
  for (let k = 1; k <= to; k++) {
    world.step();
    const p = world.problem();
    if (k >= from && p) found.push(p);
  }
  world.release();
  return found;
}

const relative = (p: Problem, x: Float64Array) => frictionConsistency(p, x).value / referenceEnergy(p);

test('stiff heaps that Newton alone leaves with errors are solved, in body space and on rows of A', () => {
  const heaps = problemsOf('sphere-pile', { count: 20, width: 0.25 }, 28, 40);
  const hard = heaps.filter((p) => solve(p, { solver, options: { updates: 0 } }).status !== 'converged');
  expect(hard.length).toBeGreaterThan(4); // of 13
  for (const p of hard) {
    const { x, status, iterations, path } = solve(p, { solver });
    expect(status).toBe('converged');
    expect(path).toMatch(/^newton-coupled (interior points|proximal points|lagged bounds)$/);
    expect(relative(p, x)).toBeLessThan(1e-16);
    expect(iterations.total).toBeLessThanOrEqual(250);
  }
  const rows = { ...hard[0], structure: undefined, A: hard[0].A.sparse() };
  expect(solve(rows, { solver }).status).toBe('converged');
});

test('what the limit leaves unsolved is the least-error iterate, far better than that of Newton alone', () => {
  const [p] = problemsOf('sphere-pile', { count: 30, width: 0.3 }, 34, 34);
  const alone = solve(p, { solver, options: { updates: 0 } });
  const short = solve(p, { solver, options: { limit: 40 } });
  expect([alone.status, short.status]).toEqual(['stagnated', 'stagnated']);
  expect(short.iterations.total).toBeLessThan(60); // the attempt under way ends with its own steps
  expect(relative(p, short.x)).toBeLessThan(0.1 * relative(p, alone.x));
  expect(Array.from(solve(p, { solver, options: { limit: 40 } }).x)).toEqual(Array.from(short.x));
});

test('an instance that has softened contacts has the problem as it is at the next solve', () => {
  const [p, q] = problemsOf('sphere-pile', { count: 20, width: 0.25 }, 32, 33);
  const instance = solver.create();
  for (const each of [p, p, q, p]) {
    const { x, status } = solve(each, { solver, instance });
    expect(status).toBe('converged');
    expect(Array.from(x)).toEqual(Array.from(solve(each, { solver }).x));
  }
  instance.release();
});

test('every step of a winding winch is solved in a limited number of factorisations', () => {
  for (const p of problemsOf('winch', {}, 130, 170)) {
    const { x, status, iterations } = solve(p, { solver });
    expect(status).toBe('converged');
    expect(relative(p, x)).toBeLessThan(1e-16);
    expect(iterations.total).toBeLessThanOrEqual(100);
  }
});

test('sweeps stay at a solution, and never leave the bounds that follow', () => {
  const [p] = problemsOf('sphere-pile', { count: 20, width: 0.25 }, 35, 35);
  const sweeper = new Sweeper();
  const run = (x: Float64Array, count: number) => {
    sweeper.prepare(p, x, ALL_FOLLOW);
    for (let k = 0; k < count; k++) sweeper.sweep(p, x, 1);
  };
  const { x } = solve(p, { solver });
  const there = x.slice();
  run(there, 3);
  expect(relative(p, there)).toBeLessThan(1e-15);
  const far = new Float64Array(p.n);
  run(far, 300);
  expect(relative(p, far)).toBeLessThan(1e-2);
  expect(Number.isFinite(velocities(p, far, new Float64Array(p.n))[0])).toBe(true);
});

test('NaN in b is reported', () => {
  const p = block(5, 0.4);
  expect(solve({ ...p, b: Float64Array.of(Number.NaN, 1) }, { solver }).status).toBe('diverged');
});
