import { expect, test } from 'vitest';
import { sphere } from '../../collision/shapes/shapes.ts';
import { createWorld } from '../../simulate.ts';

/** Balls of radius 0.5 m at x = 2, 4 and 6, and a ray along x. */
function threeBalls() {
  const world = createWorld({ gravity: [0, 0, 0] });
  const balls = [2, 4, 6].map((x) => world.addBody({ name: `at-${x}`, shape: sphere(0.5), position: [x, 0, 0] }));
  return { world, balls };
}
const RAY = { origin: [0, 0, 0], direction: [1, 0, 0] } as const;

test('a ray and a cast pass through the bodies that they except', () => {
  const { world, balls } = threeBalls();
  const queries = world.queries();
  expect(queries.rayCast(RAY)).toMatchObject({ body: balls[0], distance: 1.5 });
  expect(queries.rayCast({ ...RAY, except: balls.slice(0, 2) })).toMatchObject({ body: balls[2], distance: 5.5 });
  expect(queries.rayCast({ ...RAY, except: balls })).toBeUndefined();
  const cast = { shape: sphere(0.5), position: [0, 0, 0], direction: [1, 0, 0] } as const;
  expect(queries.shapeCast(cast)?.body).toBe(balls[0]);
  expect(queries.shapeCast({ ...cast, except: [balls[0]] })?.body).toBe(balls[1]);
});

test('excepted bodies have to be of this world, and in it', () => {
  const { world, balls } = threeBalls();
  const stranger = threeBalls().balls[0];
  world.removeBody(balls[0]);
  const queries = world.queries();
  expect(() => queries.rayCast({ ...RAY, except: [balls[0]] })).toThrow('found "at-2", which was removed');
  expect(() => queries.rayCast({ ...RAY, except: [stranger] })).toThrow('found "at-2" of another world');
  expect(() => queries.rayCast({ ...RAY, except: ['at-4'] as never })).toThrow('rayCast: except[0]: expected a body');
});

test('queries that a program keeps see bodies that came, went or moved with a step', () => {
  const { world, balls } = threeBalls();
  const queries = world.queries();
  expect(queries.rayCast(RAY)?.body).toBe(balls[0]);
  world.removeBody(balls[0]); // the others' colliders move up by one
  expect(queries.rayCast(RAY)).toMatchObject({ body: balls[1], distance: 3.5 });
  const near = world.addBody({ shape: sphere(0.5), position: [1, 0, 0], velocity: [0, 60, 0] });
  expect(queries.rayCast(RAY)).toMatchObject({ body: near, distance: 0.5 });
  const snapshot = world.snapshot();
  world.step(); // it is 1 m aside now
  expect(queries.rayCast(RAY)?.body).toBe(balls[1]);
  world.restore(snapshot);
  expect(queries.overlap(sphere(0.1), [1, 0, 0])).toEqual([near]);
});
