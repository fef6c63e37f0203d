/** A time limit ends a solve inside its loops: every solver asks the clock at least once per unit of its work. */
import { expect, test } from 'vitest';
import { Rng } from '../src/linalg/rng.ts';
import type { Problem } from '../src/problem/problem.ts';
import { findSolver, solvers } from '../src/solvers/registry.ts';
import { solve } from '../src/solvers/solve.ts';
import { contactPile } from './support/contact-pile.ts';

const names = solvers.filter(({ maxRows }) => !maxRows).map(({ name }) => name);

/** Time passes only when somebody looks: 1 ms each time. */
function lookedAt(p: Problem, name: string, timeLimit: number) {
  let now = 0;
  const solution = solve(p, { solver: findSolver(name), timeLimit, clock: () => ++now });
  return { ...solution, looks: now };
}

const pile = contactPile(new Rng(31), 40, 12);

test.each(names)('%s asks the clock at every sweep, factorisation or pivot', (name) => {
  const { looks, iterations } = lookedAt(pile, name, 1e9);
  expect(looks).toBeGreaterThanOrEqual(iterations.total);
});

test.each(names)('%s ends soon after the limit, with the least-error iterate and finite numbers', (name) => {
  const free = lookedAt(pile, name, 1e9);
  const timeLimit = Math.floor(free.looks / 2);
  const { status, looks, x } = lookedAt(pile, name, timeLimit);
  expect(status).toBe('time-limit');
  expect(looks).toBeLessThan(timeLimit + 30);
  expect(x.every(Number.isFinite)).toBe(true);
});

const counts = names.flatMap((name) =>
  Object.entries(findSolver(name).options).flatMap(([option, spec]) =>
    spec.type === 'number' && spec.max > 1e15 ? [[name, option] as const] : [],
  ),
);

test.each(counts)('%s with %s=1e15 ends at the limit too, and holds no list of that length', (name, option) => {
  let now = 0;
  const request = { solver: findSolver(name), options: { [option]: 1e15 }, coupling: 1e15 };
  const { x } = solve(pile, { ...request, timeLimit: 200, clock: () => ++now });
  expect(now).toBeLessThan(1000);
  expect(x).toHaveLength(pile.n);
});
