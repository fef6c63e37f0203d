/**
 * The same bits on every platform with contacts: this file runs in Node and in Chromium, against the same committed hashes.
 * A change of shape leaves them as they are; a change of method changes the lines of that method only.
 */
import { describe, expect, test } from 'vitest';
import { hashText } from '../src/linalg/hash.ts';
import { referenceEnergy } from '../src/measures/relative-energy.ts';
import { frozenSet } from '../src/problem/sets/models.ts';
import { SET_KINDS, type SetKind } from '../src/problem/sets/set.ts';
import { type AnySolver, solvers } from '../src/solvers/registry.ts';
import { solve } from '../src/solvers/solve.ts';
import {
  bitsOf,
  choicesOf,
  hashIsland,
  hashSolution,
  largeIslands,
  problemsWithContacts,
} from './support/contact-bits.ts';
import { alike, byChoice, byIsland, bySet, byTolerance } from './support/contact-hashes.ts';

const takes = ({ accepts }: AnySolver, set: SetKind) => accepts.includes(set) || accepts.includes(frozenSet(set));

describe.each(SET_KINDS)('contacts of the set %s', (set) => {
  const able = solvers.filter((solver) => takes(solver, set));

  test.each(able.map((solver) => [solver.name, solver] as const))('%s gives the committed bits', (name, solver) => {
    expect(hashText(bitsOf(solver, set))).toBe(bySet[set][name]);
  });

  test('every committed line belongs to a solver that takes the set', () => {
    expect(Object.keys(bySet[set]).toSorted()).toEqual(able.map(({ name }) => name).toSorted());
  });

  test('two solvers share their bits only if they share their method', () => {
    const names = Object.keys(bySet[set]).toSorted();
    const groups = names.map((name) => names.filter((other) => bySet[set][other] === bySet[set][name]).join(' = '));
    const shared = groups.filter((group) => group.includes('='));
    expect([...new Set(shared)].toSorted()).toEqual(alike[set].toSorted());
  });
});

test.each(solvers.map((solver) => [solver.name, solver] as const))(
  '%s gives the committed bits up to a tolerance in joules, under a monitor that owns the stopping',
  (name, solver) => {
    let hash = 0;
    for (const p of problemsWithContacts('box', solver.maxRows))
      hash = hashSolution(solve(p, { solver, tolerance: 1e-9 * referenceEnergy(p) }), hash);
    expect(hashText(hash)).toBe(byTolerance[name]);
  },
);

const choices = solvers.flatMap((solver) => choicesOf(solver).map((options) => [solver, options] as const));

test.each(
  choices.map(
    ([solver, options]) => [`${solver.name} ${Object.entries(options).flat().join(' ')}`, solver, options] as const,
  ),
)('%s: an option other than the default has committed bits too', (title, solver, options) => {
  expect(hashText(bitsOf(solver, 'box', options))).toBe(byChoice[title]);
});

const islands = largeIslands();

test.each(Object.keys(islands))('auto gives the committed bits on an island beyond 2000 rows: %s', (name) => {
  const { problem, direct = false } = islands[name];
  expect(problem.n).toBeGreaterThan(2000);
  const { hash, solution } = hashIsland(islands[name]);
  expect(solution.iterations.iterative).toBeGreaterThan(0);
  expect(solution.iterations.direct > 0).toBe(direct);
  expect(hashText(hash)).toBe(byIsland[name]);
});
