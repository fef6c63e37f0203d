/** A failed solve is never used as an answer. */
import { expect, test } from 'vitest';
import { box, plane } from '../src/collision/shapes/shapes.ts';
import { fromDense } from '../src/problem/explicit.ts';
import { makeProblem, type Problem } from '../src/problem/problem.ts';
import { createWorld, type WorldOptions } from '../src/simulate.ts';
import { pgs } from '../src/solvers/pgs.ts';
import { type AnySolver, findSolver } from '../src/solvers/registry.ts';
import { solve } from '../src/solvers/solve.ts';

/** A solver that spoils its answers from the given solve on. */
function failing(spoil: (x: Float64Array, p: Problem) => void, from = 1): AnySolver {
  const solver = pgs as unknown as AnySolver;
  let solves = 0;
  return {
    ...solver,
    name: 'failing',
    create() {
      const instance = solver.create();
      return {
        solve(p, x, options, monitor) {
          const outcome = instance.solve(p, x, options, monitor);
          if (++solves < from) return outcome;
          spoil(x, p);
          return { ...outcome, status: 'diverged' };
        },
        release: () => instance.release(),
      };
    },
  };
}

function stack(options: WorldOptions) {
  const world = createWorld({ coupling: 1, pick: 'last', frictionModel: 'box', ...options });
  world.addBody({ motion: 'static', shape: plane() });
  for (let k = 0; k < 3; k++) world.addBody({ shape: box(0.2, 0.2, 0.2), position: [0, 0, 0.2 + 0.4 * k] });
  return world;
}

test.each([
  ['far away', (x: Float64Array) => void x.fill(1e3)],
  ['not a number', (x: Float64Array) => void x.fill(Number.NaN)],
])('a diverged answer that is %s gives way to the next method, and the report has both errors', (_, spoil) => {
  const world = stack({ solver: failing(spoil) });
  const report = world.step();
  const [{ solver, status, error, answered, answeredError }] = report.method?.failed ?? [];
  expect([solver, status, answered]).toEqual(['failing', 'diverged', 'auto']);
  expect(answeredError).toBeLessThan(1e-9);
  expect(error).not.toBeLessThanOrEqual(1); // J; NaN too
  expect(report.status).toBe('converged');
  for (const { velocity } of world.bodies) for (const v of velocity) expect(Math.abs(v)).toBeLessThan(1e-2);
});

test.each(['midpoint', 'auto', 'semi-implicit'] as const)('the same under %s, and with sub-steps', (integrator) => {
  for (const accuracy of [undefined, 0.01]) {
    const world = stack({ solver: failing((x) => void x.fill(1e3)), integrator, ...(accuracy && { accuracy }) });
    for (let k = 0; k < 3; k++) expect(world.step().method?.failed?.length).toBeGreaterThan(0);
    for (const { velocity } of world.bodies) for (const v of velocity) expect(Math.abs(v)).toBeLessThan(1e-2);
  }
});

test('with onFailedSolve "throw" the next method still comes first, and the report records it', () => {
  const world = stack({ solver: failing((x) => void x.fill(1e3)), onFailedSolve: 'throw' });
  expect(world.step().method?.failed).toMatchObject([{ solver: 'failing', status: 'diverged', answered: 'auto' }]);
});

test('with onFailedSolve "throw" two failed solves throw a sentence, and the world is as it was before the step', () => {
  const solver = failing((_, p) => void p.b.fill(Number.NaN), 3); // no method solves that
  const world = stack({ solver, onFailedSolve: 'throw' });
  world.step();
  world.step();
  const before = world.hash();
  expect(() => world.step()).toThrow(
    /step 3: .* a solve with failing that failed \(diverged\) and no better answer by auto, and onFailedSolve is "throw"/,
  );
  expect(world.hash()).toBe(before);
});

test('a solver that throws leaves the world as it was before the step', () => {
  const world = stack({
    solver: failing((_, p) => {
      throw new Error(`no room for ${p.n} rows`);
    }, 3),
  });
  world.step();
  world.step();
  const before = world.hash();
  for (let k = 0; k < 2; k++) expect(() => world.step()).toThrow('no room for');
  expect(world.hash()).toBe(before);
});

test('a limit of sweeps is no failure', () => {
  const world = stack({ solver: 'pgs', options: { maxIterations: 1 } });
  const { method, status } = world.step();
  expect([method?.failed, status]).not.toContain('diverged');
  expect(method?.failed).toBeUndefined();
  expect(method?.path).toBe('pgs');
});

test.each(['converged', 'stopped', 'time-limit', 'iteration-limit'] as const)(
  'NaN of a solver that reports %s is diverged',
  (status) => {
    const p = makeProblem({
      A: fromDense(1, [1]),
      b: Float64Array.of(-1),
      lo: Float64Array.of(0),
      hi: Float64Array.of(9),
    });
    const solver: AnySolver = {
      ...failing(() => {}),
      create: () => ({
        solve({ lo, hi }, x) {
          x.fill(Number.NaN);
          return { status, lo, hi, iterations: { direct: 0, iterative: 1, coupling: 1, total: 1 } };
        },
        release() {},
      }),
    };
    expect(solve(p, { solver, pick: 'last' }).status).toBe('diverged');
  },
);

test('findSolver of what is no name throws a sentence', () => {
  expect(() => findSolver(5 as never)).toThrow(/expected the name of a solver, such as "auto", found/);
});
