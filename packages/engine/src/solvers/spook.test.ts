import { expect, test } from 'vitest';
import { contactProblem } from '../../test/support/contact-problems.ts';
import { randomStructured } from '../../test/support/random-problems.ts';
import { hashNumbers, hashText } from '../linalg/hash.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { type Contact, frictionRows, makeContact, makeProblem } from '../problem/problem.ts';
import type { Monitor } from '../problem/solver.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';
import { spook } from './spook.ts';

const contact = (normal: number, tangents: number[], mu = 0.5): Contact =>
  makeContact({
    normal,
    tangents,
    mu,
  });

/** One contact whose normal and tangent are coupled, stored bounds -/+ 1 N s. */
const coupled = makeProblem({
  A: fromDense(2, [1, 0.5, 0.5, 1]),
  b: Float64Array.of(-2, 5),
  lo: Float64Array.of(0, -1),
  hi: Float64Array.of(Infinity, 1),
  contacts: [contact(0, [1])],
});

test('one sliding contact by hand: the normal alone is 2, with the tangent at -1 it is 2.5', () => {
  const x = new Float64Array(2);
  const { status, iterations } = spook.create().solve(coupled, x, { ...spook.defaults, bounds: 'stored' });
  expect(Array.from(x)).toEqual([2.5, -1]);
  expect(status).toBe('converged');
  // direct, two sweeps (the second changes nothing), direct; one sweep, direct: friction has not changed
  expect(iterations).toEqual({ direct: 3, iterative: 3, coupling: 1, total: 6 });
});

test('a problem without friction rows is solved by its first direct phase', () => {
  const p = randomStructured(new Rng(431), 12, 4);
  const { x, status, iterations } = solve(p, { solver: findSolver('spook') });
  expect([status, iterations.iterative]).toEqual(['converged', 0]);
  expect(energyError(p, x).value).toBeLessThan(1e-20 * referenceEnergy(p));
});

test('with phases enough it solves problems with joints, tangents and rolling rows, to any tolerance', () => {
  const rng = new Rng(432);
  for (let k = 0; k < 20; k++) {
    const p = contactProblem(rng, { contacts: 5, others: 5, bodies: 6 });
    const tolerance = 1e-16 * referenceEnergy(p);
    const { x, status } = solve(p, { solver: findSolver('spook'), coupling: 0, tolerance, options: { phases: 2000 } });
    expect(status).toBe('converged');
    expect(energyError(p, x).value).toBeLessThanOrEqual(tolerance);
  }
});

test('after every phase all rows but friction are exact; friction is what is left, and less from phase to phase', () => {
  const rng = new Rng(433);
  let left = 0;
  for (let k = 0; k < 20; k++) {
    const p = contactProblem(rng, { contacts: 6, others: 4, bodies: 4 });
    const friction = p.contacts.flatMap(frictionRows);
    const errors = [1, 4, 16].map((phases) => {
      const { x } = solve(p, { solver: findSolver('spook'), coupling: 0, options: { phases }, pick: 'last' });
      const held = { ...p, lo: p.lo.slice(), hi: p.hi.slice() };
      for (const t of friction) held.lo[t] = held.hi[t] = x[t];
      expect(energyError(held, x).value).toBeLessThan(1e-20 * referenceEnergy(p));
      return energyError(p, x).value / referenceEnergy(p);
    });
    expect(errors[1]).toBeLessThanOrEqual(errors[0] + 1e-20);
    expect(errors[2]).toBeLessThanOrEqual(errors[1] + 1e-20);
    left = Math.max(left, errors[1]);
  }
  expect(left).toBeGreaterThan(1e-9); // four phases are not enough for all of them
});

test('friction bounds follow the normals before every phase after the first, and the monitor begins with each', () => {
  const begun: number[] = [];
  const monitor: Monitor = { ownsStopping: false, begin: (p) => void begun.push(p.hi[1]), observe: () => undefined };
  const x = new Float64Array(2);
  const { status, iterations, hi } = spook.create().solve(coupled, x, { ...spook.defaults, phases: 100 }, monitor);
  // sliding, x_t = -mu x_n: x_n - x_n/4 = 2
  expect(status).toBe('converged');
  expect(x[0]).toBeCloseTo(8 / 3, 4);
  expect(hi[1]).toBeCloseTo(4 / 3, 4);
  expect([begun.length, begun[0], begun[1]]).toEqual([iterations.coupling, 1, 1.25]);
  expect(coupled.hi[1]).toBe(1);
});

test('fading takes out friction that holds nothing: two tangents that press against each other', () => {
  const p = makeProblem({
    A: fromDense(4, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1]), // two normals, then two equal tangents
    b: Float64Array.of(-1, -1, 0, 0),
    lo: Float64Array.of(0, 0, -1, -1),
    hi: Float64Array.of(Infinity, Infinity, 1, 1),
    contacts: [contact(0, [2]), contact(1, [3])],
    warm: Float64Array.of(1, 1, 0.5, -0.5), // w = 0: a solution
  });
  const solver = findSolver('spook');
  const stays = solve(p, { solver, coupling: 0 });
  expect(Array.from(stays.x)).toEqual([1, 1, 0.5, -0.5]);
  const faded = solve(p, { solver, coupling: 0, options: { fading: 1 } });
  expect(Math.abs(faded.x[2]) + Math.abs(faded.x[3])).toBeLessThan(1e-3);
  expect(energyError(p, faded.x).value).toBeLessThan(1e-9);
});

test('with fading only the last phase can be called converged, and its sweeps know nothing of it', () => {
  const rng = new Rng(434);
  const p = contactProblem(rng, { contacts: 4, others: 2, bodies: 3 });
  const options = { fading: 0.5, phases: 400 };
  const { x, status, iterations } = solve(p, { solver: findSolver('spook'), coupling: 0, options });
  expect(iterations.direct).toBeGreaterThanOrEqual(401);
  expect(status).toBe('converged');
  expect(energyError(p, x).value).toBeLessThan(1e-6 * referenceEnergy(p));
});

test('gives the committed bits on problems with contacts', () => {
  const rng = new Rng(435);
  let hash = 0;
  for (let k = 0; k < 5; k++) {
    const p = contactProblem(rng, { contacts: 4, others: 3, bodies: 3 });
    for (const name of ['pgs-sm', 'spook']) hash = hashNumbers(solve(p, { solver: findSolver(name) }).x, hash);
  }
  expect(hashText(hash)).toBe('4d00c261');
});

test('a number that is not finite in b or in the warm start is reported as diverged', () => {
  const broken = { ...coupled, b: Float64Array.of(-2, Number.NaN) };
  expect(spook.create().solve(broken, new Float64Array(2), spook.defaults).status).toBe('diverged');
  const start = new Float64Array(2).fill(Number.NaN);
  expect(spook.create().solve(coupled, start, spook.defaults).status).toBe('diverged');
});
