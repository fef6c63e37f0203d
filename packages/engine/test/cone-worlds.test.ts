/** Worlds with Coulomb's cones: no step is left unsolved where boxes have none, judged from outside. */
import { expect, test } from 'vitest';
import { box, createWorld, plane } from '../src/index.ts';
import { findScene } from '../src/scenes/catalogue.ts';

test('dominoes that slide over each other: every step solved', () => {
  const world = createWorld(findScene('dominoes'), { frictionModel: 'cone' });
  const unsolved: number[] = [];
  for (let k = 0; k < 115; k++) if (world.step().status !== 'converged') unsolved.push(k);
  world.release();
  expect(unsolved).toEqual([]);
});

test('columns of boxes pushed at the top, with rigid contacts: more contacts than freedoms, every step solved', () => {
  const world = createWorld({ frictionModel: 'cone', contactForm: 'rigid' });
  const material = { friction: 0.6 };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  for (let i = 0; i < 4; i++)
    for (let k = 0; k < 4; k++)
      world.addBody({
        shape: box(0.1, 0.1, 0.1),
        material,
        position: [0.201 * i, 0.01 * ((3 * i + 5 * k) % 4), 0.1 + 0.2 * k],
        velocity: [0, k === 3 ? 1 : 0, 0],
      });
  const unsolved: number[] = [];
  for (let k = 0; k < 20; k++) if (world.step().status !== 'converged') unsolved.push(k);
  world.release();
  expect(unsolved).toEqual([]);
});
