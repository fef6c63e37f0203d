/** No solver has a constant with a unit: in units of powers of two a world has the same bits. */
import { createWorld } from '@signorini/engine';
import { sceneFromDocument, sceneOf } from '@signorini/engine/scenes';
import { type AnySolver, solvers } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import { changed, withDefaults } from '../src/verify/symmetry/change.ts';
import { CHANGES } from '../src/verify/symmetry/symmetry.ts';
import { mixedPile } from '../src/verify/symmetry/worlds.ts';

const STEPS = 14;

/** Places after some steps, in the unit of length. */
function places(solver: AnySolver, frictionModel: 'box' | 'cone', change: object, metre: number): number[] {
  const pile = withDefaults(sceneOf(mixedPile())) as { settings: object };
  const scene = changed({ ...pile, settings: { ...pile.settings, frictionModel } }, change);
  const world = createWorld(sceneFromDocument(scene), { solver });
  for (let k = 0; k < STEPS; k++) world.step();
  expect(world.contacts.length).toBeGreaterThan(3);
  const found = world.bodies.flatMap(({ position }) => position.map((c) => c / metre));
  world.release();
  return found;
}

const cases = solvers
  .filter(({ name }) => name !== 'enumeration') // too many rows
  .flatMap((solver) => (['box', 'cone'] as const).map((model) => [solver.name, model, solver] as const))
  .filter(([, model, solver]) => solver.accepts.includes(model));

test.each(cases)(
  '%s with %s friction has the same bits in units of 1/1024 m, 1/256 kg, 1/512 s',
  (_, model, solver) => {
    const there = places(solver, model, CHANGES.binary, CHANGES.binary.units.metre);
    expect(there).toEqual(places(solver, model, {}, 1));
  },
);
