import { expect, test } from 'vitest';
import { box, contactTable, createWorld, plane, type World } from '../../index.ts';
import { findScene } from '../../scenes/catalogue.ts';

function stack(): World {
  const world = createWorld({ solver: 'pgs' });
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  for (let k = 0; k < 3; k++)
    world.addBody({
      name: `box-${k}`,
      shape: box(0.5, 0.5, 0.5),
      density: 100,
      position: [0.1 * k, 0, 0.5 + k],
      material: { friction: 0.5 },
    });
  return world;
}

test('has the numbers of world.contacts', () => {
  const world = createWorld(findScene('brick-wall'), { parameters: { rows: 3 } });
  for (let k = 0; k < 20; k++) world.step();
  const { count, body, point, normal, tangent, gap, impulse, state } = contactTable(world);
  expect(count).toBe(world.contacts.length);
  world.contacts.forEach((view, i) => {
    const three = (values: Float64Array) => [...values.subarray(3 * i, 3 * i + 3)];
    expect([...body.subarray(2 * i, 2 * i + 2)].map((k) => world.bodies[k])).toEqual([view.a, view.b]);
    expect([three(point), three(normal), three(tangent)]).toEqual([view.position, view.normal, view.tangents[0]]);
    expect(gap[i]).toBe(view.gap);
    const { normalForce, tangentForce } = view;
    expect(three(impulse).map((x) => x / world.timeStep)).toEqual([normalForce, ...tangentForce]);
    expect(['open', 'stick', 'slip'][state[i]! % 3]).toBe(view.state);
  });
});

test('without joints the errors of the contacts add up to that of the step', () => {
  const world = stack();
  for (let k = 0; k < 30; k++) {
    const { energyError } = world.step();
    const { error } = contactTable(world);
    const sum = error.reduce((total, one) => total + one, 0);
    expect(Math.abs(sum - energyError.value)).toBeLessThanOrEqual(1e-12 * energyError.value);
  }
});

test('an id stays with its contact while the stack rests', () => {
  const world = stack();
  for (let k = 0; k < 60; k++) world.step();
  const before = contactTable(world);
  world.step();
  const after = contactTable(world);
  expect(before.count).toBe(12);
  expect(after.id).toEqual(before.id);
  const triples = Array.from({ length: 12 }, (_, i) => after.id.slice(3 * i, 3 * i + 3).join(' '));
  expect(new Set(triples).size).toBe(12);
});
