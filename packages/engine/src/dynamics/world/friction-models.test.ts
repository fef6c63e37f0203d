import { expect, test } from 'vitest';
import {
  box,
  createWorld,
  frictionModels,
  type MaterialOptions,
  plane,
  type World,
  type WorldOptions,
} from '../../index.ts';
import { findScene } from '../../scenes/catalogue.ts';

const cube = (material: MaterialOptions = {}) => ({ shape: box(0.5, 0.5, 0.5), mass: 1, material });

function ground(options: WorldOptions = {}): World {
  const world = createWorld(options);
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  return world;
}

test('a world that names no friction model has cones, or boxes if its solver takes no cones', () => {
  const named = (options: WorldOptions) => {
    const world = ground(options);
    world.addBody(cube());
    return frictionModels(world);
  };
  expect(named({})).toEqual(['cone']);
  expect(named({ solver: 'newton-coupled' })).toEqual(['box']);
  expect(named({ frictionModel: 'pyramid' })).toEqual(['pyramid']);
  expect(frictionModels(createWorld(findScene('brick-wall')))).toEqual(['box']);
});

test('a model that a material names counts only for pairs that have it', () => {
  const world = ground();
  expect(frictionModels(world)).toEqual([]);
  world.addBody(cube({ frictionModel: 'box' }));
  expect(frictionModels(world)).toEqual(['box']);
  world.addBody(cube());
  expect(frictionModels(world)).toEqual(['box', 'cone']);
});

test('two bodies that do not move never touch, and a body without a shape touches nothing', () => {
  const world = ground();
  world.addBody({ motion: 'static', shape: plane(), material: { frictionModel: 'pyramid' } });
  expect(frictionModels(world)).toEqual([]);
  world.addBody({ mass: 1, inertia: [1, 1, 1] });
  expect(frictionModels(world)).toEqual([]);
});

test('what is no world is refused with a sentence', () => {
  expect(() => frictionModels({} as World)).toThrow('frictionModels: expected a world, found an object');
});
