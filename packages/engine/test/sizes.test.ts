/** A size that a method cannot take is a sentence with its figure, before memory is filled; the process goes on. */
import { afterEach, describe, expect, test } from 'vitest';
import { mostMemory, SizeError } from '../src/checks/sizes.ts';
import { sphere } from '../src/collision/shapes/shapes.ts';
import { minimumDegree } from '../src/linalg/minimum-degree.ts';
import { Rng } from '../src/linalg/rng.ts';
import { fromTriplets } from '../src/problem/explicit.ts';
import { makeProblem, type Problem } from '../src/problem/problem.ts';
import { createWorld } from '../src/simulate.ts';
import { type AnySolver, findSolver, solvers } from '../src/solvers/registry.ts';
import { solve } from '../src/solvers/solve.ts';
import { contactPile } from './support/contact-pile.ts';

/** Those that factor. */
const REFUSE: ReadonlySet<string> = new Set([
  ...['admm', 'bpp', 'bpp-dense', 'dantzig', 'ipm', 'lemke', 'newton-cone', 'newton-coupled'],
  ...['newton-fb', 'newton-min', 'pgs-newton', 'pgs-sm', 'spook'],
]);

const usual = mostMemory.bytes;
afterEach(() => {
  mostMemory.bytes = usual;
});

/** Rows that do not meet: nothing in them is large but what a method makes of them. */
function apart(n: number, symmetric: boolean): Problem {
  const ones = new Float64Array(n).fill(1);
  const all = Int32Array.from(ones, (_, k) => k);
  const A = fromTriplets(n, { i: all, j: all, values: ones });
  const hi = new Float64Array(n).fill(Infinity);
  return makeProblem({ A, b: new Float64Array(n).fill(-1), lo: new Float64Array(n), hi, symmetric });
}

test.each(['bpp-dense', 'dantzig', 'lemke'])('%s refuses a full matrix of 20000 rows with the figures', (name) => {
  expect(() => solve(apart(20000, true), { solver: findSolver(name) })).toThrow(
    /^\S+: expected a problem that takes at most 2 GB of memory, found [36]\.[24]0? GB for .* of 20000 rows.*; auto, pgs and psor take larger ones$/,
  );
});

test('newton-fb refuses the full Jacobian of an unsymmetric problem in the same words', () => {
  expect(() => solve(apart(20000, false), { solver: findSolver('newton-fb') })).toThrow(
    /^newton-fb: expected a problem that takes at most 2 GB of memory, found 3\.2 GB/,
  );
});

describe('with less memory than any factor of the problem takes', () => {
  const pile = contactPile(new Rng(5), 600, 200);

  test.each(solvers.filter(({ maxRows }) => !maxRows).map(({ name }) => name))(
    '%s answers or refuses with a sentence, and the same instance then solves a problem that fits',
    (name) => {
      const solver = findSolver(name);
      const small = contactPile(new Rng(6), 3, 4);
      const alone = solve(small, { solver });
      const instance = solver.create();
      solve(small, { solver, instance });
      mostMemory.bytes = 1_000_000;
      let refused = false;
      try {
        solve(pile, { solver, instance });
      } catch (error) {
        expect(error).toBeInstanceOf(SizeError);
        expect((error as Error).message).toMatch(
          new RegExp(`^${name}: expected a problem that takes at most 0.001 GB of memory, found \\S+ GB for `),
        );
        refused = true;
      }
      expect(refused).toBe(REFUSE.has(name));
      mostMemory.bytes = usual;
      expect(Array.from(solve(small, { solver, instance }).x)).toEqual(Array.from(alone.x));
      instance.release();
    },
  );

  test('auto goes round it to a method that can', () => {
    mostMemory.bytes = 1_000_000;
    const { status, path } = solve(pile, { solver: findSolver('auto') });
    expect(path).toMatch(/^(psor|nncg|pgs)$/);
    expect(status).not.toBe('diverged');
  });
});

test('an elimination tells how it grows, and can be ended before its columns are held', () => {
  const hub = Array.from({ length: 40 }, (_, k) => [0, k + 1, k + 1, ((k + 1) % 40) + 1]).flat();
  const seen: number[] = [];
  minimumDegree(41, hub, undefined, (entries) => void seen.push(entries));
  expect(seen).toHaveLength(41);
  expect(seen[40]).toBeGreaterThan(seen[0]);
  let steps = 0;
  expect(() =>
    minimumDegree(41, hub, undefined, (entries) => {
      steps++;
      if (entries > 12) throw new SizeError('enough');
    }),
  ).toThrow(SizeError);
  expect(steps).toBeLessThan(5);
});

test('a world whose solver cannot take a step is solved by the next method, and the report has the sentence', () => {
  const sentence = 'expected a problem that takes at most 2 GB of memory, found 3 GB for a full matrix';
  const bpp = findSolver('bpp');
  const solver: AnySolver = {
    ...bpp,
    name: 'narrow',
    create: () => ({
      solve() {
        throw new SizeError(sentence);
      },
      release() {},
    }),
  };
  for (const onFailedSolve of ['next', 'throw'] as const) {
    const world = createWorld({ solver, onFailedSolve });
    world.addBody({ name: 'ground', motion: 'static', shape: sphere(1) });
    world.addBody({ name: 'ball', shape: sphere(0.5), position: [0, 0, 1.499], velocity: [0, 0, -1] });
    const { method, status } = world.step();
    expect(status).toBe('converged');
    expect(method?.failed).toMatchObject([
      { solver: 'narrow', status: 'refused', reason: expect.stringContaining(sentence), answered: 'auto' },
    ]);
    world.release();
  }
});
