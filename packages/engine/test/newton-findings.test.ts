/**
 * The findings of PIR Secs. 4 and 5 on Newton and sweeps for spheres that settle in a container, on piles of ours.
 * docs/theory/semismooth-newton.md, docs/theory/pgs-newton.md
 */
import { expect, test } from 'vitest';
import { velocities } from '../src/problem/operator.ts';
import type { Problem } from '../src/problem/problem.ts';
import type { OptionValues } from '../src/problem/solver.ts';
import { granular } from '../src/scenes/papers/granular.ts';
import { createWorld } from '../src/simulate.ts';
import { findSolver } from '../src/solvers/registry.ts';
import { boxed } from './support/own-problems.ts';

const bpp = findSolver('bpp');

/** 150 spheres after 15, 25, 40 and 60 steps; box bounds from the frictionless problem, as in PIR Fig. 3. */
function boxProblems(): Problem[] {
  const world = createWorld(granular, { parameters: { count: 150 }, solver: bpp, coupling: 3 });
  const problems: Problem[] = [];
  for (let k = 1; k <= 60; k++) {
    world.step();
    if ([15, 25, 40, 60].includes(k)) problems.push(boxed(world.problem() as Problem));
  }
  world.release();
  return problems;
}

const problems = boxProblems();

/** Factorisations, and the largest velocity error of every iterate, m/s. */
function run(p: Problem, name: string, options: OptionValues = {}) {
  const x = new Float64Array(p.n);
  bpp.create().solve(p, x, bpp.defaults);
  const exact = velocities(p, x, new Float64Array(p.n));
  const w = new Float64Array(p.n);
  const error: number[] = [];
  const monitor = {
    ownsStopping: false,
    begin: () => {},
    observe: (_: number, at: Float64Array) => {
      velocities(p, at, w);
      error.push(w.reduce((worst, v, i) => Math.max(worst, Math.abs(v - exact[i])), 0));
      return undefined;
    },
  };
  const solver = findSolver(name);
  const { status, iterations } = solver.create().solve(p, x.fill(0), { ...solver.defaults, ...options }, monitor);
  expect(status).toBe('converged');
  return { steps: iterations.direct, error };
}

/** Factorisations for each pile. */
const steps = (name: string, options: OptionValues = {}) => problems.map((p) => run(p, name, options).steps);

test('Newton alone: the velocity error hardly falls until the active set is right, then it is gone', () => {
  for (const p of problems) {
    const { error } = run(p, 'newton-min');
    const [first, half, last] = [error[0], error[error.length >> 1], error[error.length - 1]];
    expect([half > 1e-3 * first, last < 1e-9 * first]).toEqual([true, true]);
  }
});

test('after sweeps that have found most of the active set, Newton takes fewer steps on three of four piles, and never more', () => {
  const min = steps('newton-min');
  const after = steps('pgs-newton', { sweeps: 40 });
  after.forEach((count, k) => {
    expect(count, `pile ${k}`).toBeLessThanOrEqual(min[k]);
  });
  expect(after.filter((count, k) => count < min[k]).length).toBeGreaterThanOrEqual(3);
});

test('Fischer-Burmeister takes more steps than the min map on every pile, and so do rows that mix units', () => {
  const min = steps('newton-min');
  for (const more of [steps('newton-fb'), steps('newton-min', { scale: 'none' })])
    more.forEach((count, k) => {
      expect(count, `pile ${k}`).toBeGreaterThan(min[k]);
    });
});
