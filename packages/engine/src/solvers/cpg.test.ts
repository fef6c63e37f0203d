import { describe, expect, test } from 'vitest';
import { contactProblem } from '../../test/support/contact-problems.ts';
import { randomExplicit, randomStructured } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { type Problem, withContacts } from '../problem/problem.ts';
import type { SetKind } from '../problem/sets/set.ts';
import { cpg } from './cpg.ts';
import { pgs } from './pgs.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

const free = (p: Problem) => ({ ...p, lo: p.lo.map(() => -Infinity), hi: p.hi.map(() => Infinity) });

/** All iterates of a solve. */
function iterates(p: Problem, options: object, count: number): number[][] {
  const seen: number[][] = [];
  const monitor = {
    ownsStopping: true,
    begin: () => {},
    observe: (_k: number, x: Float64Array) => void seen.push(Array.from(x)),
  };
  cpg.create().solve(p, new Float64Array(p.n), { ...cpg.defaults, maxIterations: count, ...options }, monitor as never);
  return seen;
}

test('without bounds it ends after as many iterations as rows, as conjugate gradients do', () => {
  const rng = new Rng(911);
  for (let k = 0; k < 10; k++) {
    const p = free(randomStructured(rng, 8, 3));
    const x = new Float64Array(8);
    cpg.create().solve(p, x, { ...cpg.defaults, maxIterations: 8, tolerance: 0 });
    expect(energyError(p, x).value).toBeLessThan(1e-16 * referenceEnergy(p));
  }
});

describe('one product an iteration', () => {
  test('gives the iterates of the form that recomputes, for J and for A alone', () => {
    const rng = new Rng(912);
    for (let k = 0; k < 12; k++) {
      const p = k % 2 === 0 ? randomStructured(rng, 12, 4) : randomExplicit(rng, 12);
      const [corrected, recomputed] = [1, 2].map((products) => iterates(p, { products }, 12));
      const scale = Math.max(...recomputed.flat().map(Math.abs));
      corrected.forEach((x, step) => {
        x.forEach((v, i) => {
          expect(Math.abs(v - recomputed[step][i])).toBeLessThan(1e-7 * scale);
        });
      });
    }
  });

  test('is what it costs: products are counted, rows that a projection changes as their share', () => {
    const p = free(randomStructured(new Rng(913), 30, 10));
    const cost = (products: number) =>
      cpg.create().solve(p, new Float64Array(30), { ...cpg.defaults, maxIterations: 20, tolerance: 0, products })
        .iterations.iterative;
    expect(cost(1)).toBeLessThanOrEqual(21); // one for the start
    expect(cost(2)).toBeGreaterThan(38);
  });
});

test.each(['none', 'jacobi', 'block'] as const)('preconditioner %s: the same answers as pivoting', (preconditioner) => {
  const rng = new Rng(914);
  for (let k = 0; k < 10; k++) {
    const p = contactProblem(rng, { contacts: 4, others: 2, bodies: 4 });
    const tolerance = 1e-18 * referenceEnergy(p);
    const solver = findSolver('cpg');
    const options = { maxIterations: 20000, preconditioner };
    const { x, status } = solve(p, { solver, options, coupling: 0, tolerance });
    expect(status).toBe('converged');
    const exact = solve(p, { solver: findSolver('bpp'), coupling: 0 }).x;
    const largest = Math.max(...exact.map(Math.abs));
    x.forEach((v, i) => {
      expect(Math.abs(v - exact[i]), `problem ${k}, row ${i}`).toBeLessThan(1e-7 * largest);
    });
  }
});

test('a pyramid: bounds follow the normals, and rows pressed on a bound stay on it', () => {
  const rng = new Rng(915);
  let solved = 0;
  for (let k = 0; k < 20; k++) {
    const q = contactProblem(rng, { contacts: 4, others: 1, bodies: 6 });
    const p = withContacts(
      q,
      q.contacts.map((contact) => ({ ...contact, set: 'pyramid' as SetKind, mu: 0.3 })),
    );
    const { x } = solve(p, { solver: findSolver('cpg'), options: { maxIterations: 3000, tolerance: 1e-14 } });
    if (energyError(p, x).value <= 1e-12 * referenceEnergy(p)) solved++;
  }
  expect(solved).toBeGreaterThanOrEqual(18); // no proof that it must converge
});

test.each(['prism', 'cylinder', 'relaxed-cone'] as const)('%s: to 1e-10 through the tangent cone', (set) => {
  const rng = new Rng(916);
  for (let k = 0; k < 5; k++) {
    const q = contactProblem(rng, { contacts: 3, others: 1, bodies: 5 });
    const contacts = q.contacts.map((contact) => ({ ...contact, set, rolling: [] }));
    for (const { tangents } of q.contacts) if (tangents.length > 1) q.hi[tangents[1]] = q.hi[tangents[0]];
    const p = withContacts(q, contacts);
    const { x } = solve(p, { solver: findSolver('cpg'), coupling: 0, options: { maxIterations: 20000 } });
    expect(energyError(p, x).value).toBeLessThan(1.0001e-10 * referenceEnergy(p));
  }
});

test('takes fewer iterations than Gauss-Seidel takes sweeps where many rows hang together', () => {
  const p = free(randomStructured(new Rng(917), 60, 11));
  const tolerance = 1e-8 * referenceEnergy(p);
  const count = (name: string) =>
    solve(p, { solver: findSolver(name), options: { maxIterations: 100000 }, tolerance }).iterations.total;
  expect(2 * count('cpg')).toBeLessThan(count(pgs.name));
});
