import { expect, test } from 'vitest';
import { ContractError } from './checks/errors.ts';
import { box, plane } from './collision/shapes/shapes.ts';
import type { World } from './dynamics/world/world.ts';
import { findScene } from './scenes/catalogue.ts';
import { createWorld, type WorldOptions } from './simulate.ts';
import { pgs } from './solvers/pgs.ts';
import { findSolver } from './solvers/registry.ts';

/** A crate that falls onto the ground and lies there. */
function crateOnGround(world: World): string {
  world.addBody({ motion: 'static', shape: plane() });
  world.addBody({ shape: box(0.25, 0.25, 0.25), position: [0, 0, 0.3] });
  for (let k = 0; k < 60; k++) world.step();
  return world.hash();
}

test('settings and what solves a world may be given in one object or in two', () => {
  const gravity = [0, 0, -1.62] as const;
  const one = createWorld({ gravity, timeStep: 1 / 120, solver: 'pgs', options: { maxIterations: 7 } });
  const two = createWorld({ gravity, timeStep: 1 / 120 }, { solver: pgs, options: { maxIterations: 7 } });
  const second = createWorld({}, { gravity, timeStep: 1 / 120, solver: 'pgs', options: { maxIterations: 7 } });
  expect([one.gravity, one.timeStep]).toEqual([gravity, 1 / 120]);
  expect(crateOnGround(one)).toBe(crateOnGround(two));
  expect(one.hash()).toBe(crateOnGround(second));
  expect(one.hash()).not.toBe(crateOnGround(createWorld({ gravity, timeStep: 1 / 120 })));
});

test('what the second object says counts; undefined counts as left out', () => {
  const world = createWorld({ timeStep: 1 / 30, title: 'first' }, { timeStep: 1 / 90, title: undefined } as never);
  expect([world.timeStep, world.title]).toEqual([1 / 90, 'first']);
});

test("settings beside a scene take the place of the scene's own", () => {
  const scene = findScene('double-pendulum');
  expect(createWorld(scene).gravity).not.toEqual([0, 0, -1.62]);
  const world = createWorld(scene, { gravity: [0, 0, -1.62], timeStep: 1 / 500 });
  expect([world.gravity, world.timeStep, world.bodies.length]).toEqual([
    [0, 0, -1.62],
    1 / 500,
    createWorld(scene).bodies.length,
  ]);
});

test('a solver can be named, and is the same as the object', () => {
  expect(crateOnGround(createWorld({ solver: 'bpp' }))).toBe(crateOnGround(createWorld({ solver: findSolver('bpp') })));
});

test('pick chooses the iterate that a step goes on with; left out, it is the least energy error if a limit strikes', () => {
  const stack = findScene('mass-ratio-stack');
  const run = (pick?: 'energy' | 'natural' | 'last') => {
    const world = createWorld(stack, { solver: 'pgs', options: { maxIterations: 3 }, ...(pick && { pick }) });
    for (let k = 0; k < 60; k++) world.step();
    return world.hash();
  };
  expect(run('energy')).toBe(run());
  expect(run('last')).not.toBe(run());
  expect(run('natural')).not.toBe(run('last'));
});

const mistakes: [string, unknown, unknown, string][] = [
  ['null', null, {}, 'createWorld: expected a scene or the settings of a world'],
  ['a number', 5, {}, 'createWorld: expected a scene or the settings of a world'],
  [
    'the name of a scene',
    'brick-wall',
    {},
    'found "brick-wall" (findScene of @signorini/engine/scenes returns a scene by its name)',
  ],
  ['no options', {}, null, 'createWorld: expected an object: options of the world, found null'],
  ['a misspelt setting', { gravty: [0, 0, 0] }, {}, 'createWorld: unknown option "gravty"; nearest: gravity'],
  ['a misspelt option', {}, { solvr: 'pgs' }, 'createWorld: unknown option "solvr"; nearest: solver'],
  ['a solver that the default does not carry', { solver: 'lemke' }, {}, 'solver: expected admm, auto, bpp'],
  ['an object that is no solver', { solver: {} }, {}, 'solver: expected admm, auto, bpp'],
  ['a number of couplings below 0', {}, { coupling: -1 }, 'createWorld: coupling: expected an integer >= 0'],
  ['couplings that are not a number', {}, { coupling: Number.NaN }, 'createWorld: coupling: expected'],
  [
    'a negative tolerance',
    {},
    { tolerance: -1 },
    'createWorld: tolerance: expected an energy error >= 0 in J, found -1',
  ],
  ['a tolerance as text', { tolerance: '1e-6' }, {}, 'createWorld: tolerance: expected an energy error >= 0 in J'],
  ['an iterate of no measure', { pick: 'best' }, {}, 'createWorld: pick: expected energy'],
  ['a clock that does not tick', {}, { clock: 5 }, 'createWorld: clock: expected a function that returns ms, found 5'],
  ['warmStart as a number', {}, { warmStart: 1 }, 'createWorld: warmStart: expected true or false, found 1'],
  ['a team that is none', {}, { team: 4 }, 'createWorld: team: expected a team of threads, found 4'],
  [
    'an option that the solver does not have',
    { solver: 'pgs', options: { sweeps: 3 } },
    {},
    'pgs: unknown option "sweeps"',
  ],
  ['an option out of range', { solver: 'pgs', options: { omega: 3 } }, {}, 'pgs: option omega: expected'],
  ['parameters without a scene', { parameters: { n: 3 } }, {}, 'createWorld: parameters: expected a scene'],
  ['gravity of two numbers', { gravity: [0, 0] }, {}, 'gravity: expected three numbers (m/s^2), found an array of 2'],
  ['an endless step', { timeStep: Infinity }, {}, 'timeStep: expected'],
];
test.for(mistakes)('%s gets a sentence before anything is made', ([, first, second, sentence]) => {
  const act = () => createWorld(first as WorldOptions, second as WorldOptions);
  expect(act).toThrow(ContractError);
  expect(act).toThrow(sentence);
});
