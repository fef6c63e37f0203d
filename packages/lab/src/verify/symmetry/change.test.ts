/** Changed scenes: what is done twice or undone is as it was, and a copy is told apart if its physics differs. */
import { box, createWorld, plane, quaternion, sphere } from '@signorini/engine';
import { sceneFromDocument, sceneOf } from '@signorini/engine/scenes';
import { expect, test } from 'vitest';
import { changed, withDefaults } from './change.ts';
import { compareCopies } from './copies.ts';
import { CHANGES, subjects } from './symmetry.ts';

const documents = subjects
  .filter(({ kind }) => kind !== 'pile')
  .map(({ name, world }) => [name, withDefaults(sceneOf(world()))] as const);

test.each(documents)(
  '%s: a mirror image of its mirror image, and new units taken back, are the scene itself',
  (_, scene) => {
    expect(JSON.parse(JSON.stringify(changed(changed(scene, { mirror: true }), { mirror: true })))).toEqual(
      JSON.parse(JSON.stringify(scene)),
    );
    const { metre, kilogram, second } = CHANGES.binary.units;
    const back = { units: { metre: 1 / metre, kilogram: 1 / kilogram, second: 1 / second } };
    expect(changed(changed(scene, CHANGES.binary), back)).toEqual(
      changed(scene, { units: { metre: 1, kilogram: 1, second: 1 } }),
    );
  },
);

test.each(documents)('%s: every copy is a scene that can be read', (_, scene) => {
  for (const change of Object.values(CHANGES)) createWorld(sceneFromDocument(changed(scene, change))).release();
});

test('box friction has axes of its own: a turned copy slides elsewhere, a cone does not', () => {
  const slide = (frictionModel: 'box' | 'cone') => {
    const world = createWorld({ frictionModel });
    world.addBody({ name: 'ground', motion: 'static', shape: plane() });
    world.addBody({ name: 'puck', shape: box(0.2, 0.2, 0.02), position: [0, 0, 0.02], velocity: [3, 1, 0] });
    return compareCopies(world, [{ turn: quaternion.axisAngle([0, 0, 1], 0.5) }], 40).copies[0].places;
  };
  expect(slide('box')).toBeGreaterThan(0.05);
  expect(slide('cone')).toBeLessThan(1e-12);
});

test('a default that is left out of the change of units shows', () => {
  const world = createWorld();
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  world.addBody({ name: 'ball', shape: sphere(0.1), position: [0, 0, 0.1] });
  const scene = sceneOf(world);
  const own = createWorld(sceneFromDocument(scene));
  const copy = createWorld(sceneFromDocument(changed(scene, CHANGES.binary))); // stiffness, margin and density are not in it
  for (let k = 0; k < 10; k++) [own, copy].map((one) => one.step());
  expect(copy.body('ball').position[2]).not.toBe(1024 * own.body('ball').position[2]);
});
