/** Problems of steps live in memory that is used again: what a user holds, and what a failed step leaves, does not change. */
import { expect, test } from 'vitest';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { writeProblem } from '../../problem/write-json.ts';
import { createWorld } from '../../simulate.ts';
import { pgs } from '../../solvers/pgs.ts';
import { StepError } from '../errors/step-report.ts';
import type { World } from '../world/world.ts';

function stack(world: World): World {
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  for (let k = 0; k < 3; k++)
    world.addBody({ name: `box-${k}`, shape: box(0.25, 0.25, 0.25), position: [0.1 * k, 0, 0.25 + 0.5 * k] });
  world.addBody({ name: 'ball', shape: sphere(0.2), position: [0, 0, 2.5] }); // contacts come and go
  return world;
}

test('a problem that a user holds stays as it is while the world goes on', () => {
  const world = stack(createWorld());
  const held = Array.from({ length: 40 }, () => {
    world.step();
    const problem = world.problem()!;
    return { problem, text: writeProblem(problem), product: productOf(problem.A, problem.n) };
  });
  const sizes = new Set(held.map(({ problem }) => problem.n));
  expect(sizes.size).toBeGreaterThan(1);
  for (const { problem, text, product } of held) {
    expect(writeProblem(problem)).toBe(text);
    expect(productOf(problem.A, problem.n)).toEqual(product);
  }
  world.release();
});

const productOf = (A: { apply(x: Float64Array, out: Float64Array): void }, n: number) => {
  const out = new Float64Array(n);
  A.apply(new Float64Array(n).fill(1), out);
  return out;
};

test('a step without a finite outcome leaves problem and contacts of the last one, however often it is tried', () => {
  const broken = { on: false };
  const instance = pgs.create();
  const failing = {
    ...pgs,
    create: () => ({
      solve: ((p, x, options, monitor) => {
        const outcome = instance.solve(p, x, options, monitor);
        if (broken.on) p.b.fill(Number.NaN); // no method solves that
        if (broken.on) x[0] = Number.NaN;
        return outcome;
      }) satisfies typeof instance.solve,
      release() {},
    }),
  };
  const world = stack(createWorld({ solver: failing as never, frictionModel: 'box', onFailedSolve: 'throw' }));
  for (let k = 0; k < 20; k++) world.step();
  const look = () => ({
    problem: writeProblem(world.problem()!),
    forces: world.contacts.map(({ force, state }) => [...force, state]),
  });
  const before = look();
  broken.on = true;
  for (let k = 0; k < 4; k++) {
    expect(() => world.step()).toThrow(StepError);
    expect(look()).toEqual(before);
  }
  broken.on = false;
  world.step();
  expect(look()).not.toEqual(before);
  world.release();
});

test('with accuracy the problem and the contacts of a step are those of its last sub-steps, not of a try', () => {
  const world = createWorld({ accuracy: 0.01 });
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const material = { restitution: 0.5, friction: 0.3 };
  world.addBody({ name: 'ball', shape: sphere(0.2), position: [0, 0, 0.5], velocity: [1, 0, 0], material });
  for (let k = 0; k < 120; k++) {
    world.step();
    const p = world.problem();
    if (!p?.x) continue;
    const w = new Float64Array(p.n);
    p.A.apply(p.x, w);
    // an answer that belongs to its problem: what presses does not close any more
    for (const { normal } of p.contacts) if (p.x[normal] > 0) expect(w[normal] + p.b[normal]).toBeGreaterThan(-1e-9);
  }
  world.release();
});
