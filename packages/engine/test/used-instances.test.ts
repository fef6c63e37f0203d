/** One instance solves all steps of a world, whose problems grow and shrink as bodies fall asleep and wake. */
import { expect, test } from 'vitest';
import { box, plane, sphere } from '../src/collision/shapes/shapes.ts';
import type { StructuredOperator } from '../src/problem/structured.ts';
import { createWorld } from '../src/simulate.ts';
import { type AnySolver, findSolver, solvers } from '../src/solvers/registry.ts';

/** Solves every problem by one instance and by a fresh one, and counts answers whose bits differ. */
function comparing(solver: AnySolver) {
  const counts = { solves: 0, differing: 0, sizes: new Set<number>() };
  const compared: AnySolver = {
    ...solver,
    create() {
      const used = solver.create();
      return {
        ...(used.analyse && { analyse: (p) => used.analyse?.(p) }),
        solve(p, x, options, monitor) {
          const other = x.slice();
          const outcome = used.solve(p, x, options, monitor);
          const fresh = solver.create();
          fresh.solve(p, other, options);
          fresh.release();
          counts.solves++;
          counts.sizes.add(p.n);
          if (!x.every((value, i) => Object.is(value, other[i]))) counts.differing++;
          return outcome;
        },
        release: () => used.release(),
      };
    },
  };
  return { compared, counts };
}

test('the scaled velocity of the rows of a step is zero behind the last body, whatever the memory held: 0 * Infinity is NaN', () => {
  const tails: number[] = [];
  const psor = findSolver('psor');
  const looking: AnySolver = {
    ...psor,
    create() {
      const instance = psor.create();
      return {
        solve(p, x, options, monitor) {
          const { structure, ...A } = p.A as StructuredOperator;
          const y = new Float64Array(6 * structure.bodies + 6).fill(Infinity);
          if ('sheet' in A) (p.A as StructuredOperator).scaledVelocity(x, y);
          tails.push(...y.slice(6 * structure.bodies));
          return instance.solve(p, x, options, monitor);
        },
        release: () => instance.release(),
      };
    },
  };
  stacksAndBalls(looking, 2, 2);
  expect(tails.length).toBeGreaterThan(0);
  expect(tails.every((value) => value === 0)).toBe(true);
});

/** Stacks that fall asleep; then balls hit some of them, and the others sleep on. */
function stacksAndBalls(solver: AnySolver, stacks: number, steps: number): void {
  const world = createWorld({ solver, sleep: { steps: 5, speed: 0.05 }, pick: 'last' });
  world.addBody({ motion: 'static', shape: plane() });
  for (let k = 0; k < 2 * stacks; k++)
    world.addBody({
      shape: box(0.2, 0.2, 0.2),
      density: 300,
      position: [0.6 * (k % stacks), 0, 0.2 + (k < stacks ? 0 : 0.4)],
    });
  for (let k = 0; k < steps; k++) world.step();
  world.addBody({ shape: sphere(0.15), position: [-0.6, 0, 0.5], velocity: [25, 0, 0] });
  for (let k = 0; k < steps; k++) world.step();
}

/** `fixed-point` diverges here, as it should: docs/theory/fixed-point.md (FP4). */
const steady = solvers.filter(({ name, maxRows }) => maxRows === undefined && name !== 'fixed-point');

test.each(steady.map((solver) => [solver.name, solver] as const))(
  '%s: an instance that a world has kept gives the bits of a fresh one while bodies sleep and wake',
  (_, solver) => {
    const { compared, counts } = comparing(solver);
    stacksAndBalls(compared, 4, 12);
    expect(counts.solves).toBeGreaterThan(0);
    expect(counts.sizes.size).toBeGreaterThan(2);
    expect(counts.differing).toBe(0);
  },
);
