/**
 * What PIR Secs. 4 and 5 found of Newton and sweeps on spheres that settle in a container, on piles of ours.
 * docs/theory/semismooth-newton.md, docs/theory/pgs-newton.md
 */
import { expect, test } from 'vitest';
import { setFrictionBounds } from '../src/problem/friction-bounds.ts';
import { velocities } from '../src/problem/operator.ts';
import { type Problem, withBounds } from '../src/problem/problem.ts';
import type { OptionValues } from '../src/problem/solver.ts';
import { granular } from '../src/scenes/granular.ts';
import { createWorld } from '../src/simulate.ts';
import { findSolver } from '../src/solvers/registry.ts';

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

function boxed(p: Problem): Problem {
  const [lo, hi] = [p.lo.slice(), p.hi.slice()];
  const x = new Float64Array(p.n);
  setFrictionBounds(p, x, lo, hi);
  bpp.create().solve(withBounds(p, lo, hi), x, bpp.defaults);
  setFrictionBounds(p, x, lo, hi);
  return { ...withBounds(p, lo, hi), warm: undefined };
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

const total = (name: string, options: OptionValues = {}) =>
  problems.reduce((sum, p) => sum + run(p, name, options).steps, 0);

test('Newton alone: the velocity error hardly falls until the active set is right, then it is gone', () => {
  for (const p of problems) {
    const { error } = run(p, 'newton-min');
    const [first, half, last] = [error[0], error[error.length >> 1], error[error.length - 1]];
    expect([half > 1e-3 * first, last < 1e-9 * first]).toEqual([true, true]);
  }
});

test('where sweeps have found the active set, or most of it, Newton takes fewer steps', () => {
  expect(total('pgs-newton', { sweeps: 40 })).toBeLessThan(0.75 * total('newton-min'));
});

test('Fischer-Burmeister takes more steps than the min map, rows that mix units too', () => {
  const min = total('newton-min');
  expect(total('newton-fb')).toBeGreaterThan(1.2 * min);
  expect(total('newton-min', { scale: 'none' })).toBeGreaterThan(min);
});
