/** Forces of contacts in their own frames, against closed forms. */
import { expect, test } from 'vitest';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { cos, sin } from '../../linalg/elementary.ts';
import { axisAngle, rotate } from '../../linalg/quat.ts';
import { add, cross, dot, scale, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';

const G = 9.81;
const NONE: Vec3 = [0, 0, 0];

/** A box on a plane that is itself inclined: the normal is no axis of the world. */
function boxOnIncline(angle: number, friction: number) {
  const world = createWorld();
  const slope = axisAngle([0, 1, 0], angle);
  world.addBody({ name: 'slope', motion: 'static', shape: plane(), orientation: slope, material: { friction } });
  const crate = world.addBody({
    name: 'crate',
    shape: box(0.25, 0.2, 0.1),
    mass: 10,
    material: { friction },
    position: rotate(slope, [0, 0, 0.1]),
    orientation: slope,
  });
  return { world, crate, normal: rotate(slope, [0, 0, 1]) };
}

test("forces on a box that sticks on a slope add up to its weight, in each contact's own frame too", () => {
  const { world, crate, normal } = boxOnIncline(0.4, 0.6);
  for (let k = 0; k < 300; k++) world.step();
  const { contacts } = world;
  expect(contacts.length).toBe(4);
  const sum = (part: (k: number) => number) => contacts.reduce((total, _, k) => total + part(k), 0);
  for (let c = 0; c < 3; c++) expect(sum((k) => contacts[k].force[c])).toBeCloseTo([0, 0, 10 * G][c], 6);
  expect(sum((k) => contacts[k].normalForce)).toBeCloseTo(10 * G * cos(0.4), 6);
  expect(sum((k) => Math.hypot(...contacts[k].tangentForce))).toBeCloseTo(10 * G * sin(0.4), 4);
  for (const contact of contacts) {
    const { tangents, tangentForce, normalForce, force } = contact;
    for (let c = 0; c < 3; c++) expect(contact.normal[c]).toBeCloseTo(normal[c], 6);
    expect(contact).toMatchObject({
      state: 'stick',
      rolling: 'free',
      spinning: 'free',
      a: world.body('slope'),
      b: world.body('crate'),
      bodyA: 'slope',
      bodyB: 'crate',
    });
    // the frame is right-handed and orthonormal, and its components give the force back
    for (let c = 0; c < 3; c++) expect(cross(contact.normal, tangents[0])[c]).toBeCloseTo(tangents[1][c], 14);
    expect(dot(force, contact.normal)).toBeCloseTo(normalForce, 9);
    for (const t of [0, 1] as const) expect(dot(force, tangents[t])).toBeCloseTo(tangentForce[t], 9);
    expect(Math.hypot(...tangentForce) / normalForce).toBeLessThan(0.6);
    expect(contact.torque).toEqual([0, 0, 0]);
  }
  // and they turn nothing: their moments about the centre of mass cancel
  const moment = contacts.reduce<Vec3>(
    (total, { position, force }) => add(total, cross(subtract(position, crate.position), force)),
    NONE,
  );
  for (const part of moment) expect(Math.abs(part)).toBeLessThan(1e-4);
});

test('a box that slides has friction mu N against its motion at every contact', () => {
  const { world, crate } = boxOnIncline(0.6, 0.3);
  for (let k = 0; k < 60; k++) world.step();
  for (const { state, tangentForce, normalForce, tangents } of world.contacts) {
    expect(state).toBe('slip');
    expect(Math.abs(tangentForce[0])).toBeCloseTo(0.3 * normalForce, 9); // t1 lies along the slope
    expect(dot(scale(tangents[0], tangentForce[0]), crate.velocity)).toBeLessThan(0);
  }
});

test('a contact within the margin that carries nothing is open', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  world.addBody({ motion: 'static', shape: plane() });
  world.addBody({ shape: sphere(0.1), position: [0, 0, 0.102], material: { rollingFriction: 0.01 } });
  world.step();
  expect(world.contacts).toHaveLength(1);
  expect(world.contacts[0]).toMatchObject({
    rolling: 'free',
    state: 'open',
    normalForce: 0,
    tangentForce: [0, 0],
    force: [0, 0, 0],
  });
});

test('torques against rolling and spinning are those that the coefficients say, about the frame and in the world', () => {
  const world = createWorld();
  const material = { rollingFriction: 0.01, spinningFriction: 0.003 };
  world.addBody({ motion: 'static', shape: plane() });
  world.addBody({
    shape: sphere(0.1),
    mass: 2,
    material,
    position: [0, 0, 0.1],
    velocity: [1, 0, 0],
    angularVelocity: [0, 10, 20],
  });
  for (let k = 0; k < 10; k++) world.step();
  const [contact] = world.contacts;
  expect(contact).toMatchObject({ state: 'stick', rolling: 'turns', spinning: 'turns' });
  expect(contact.rollingTorque[1]).toBeCloseTo(-0.01 * 2 * G, 6);
  expect(contact.spinningTorque).toBeCloseTo(-0.003 * 2 * G, 6);
  const [x, y, z] = contact.torque;
  expect(Math.abs(x)).toBeLessThan(1e-9);
  expect(y).toBeCloseTo(-0.01 * 2 * G, 6);
  expect(z).toBeCloseTo(-0.003 * 2 * G, 6);
});

test('views of a restored world are those of the moment of the snapshot', () => {
  const { world } = boxOnIncline(0.4, 0.6);
  for (let k = 0; k < 20; k++) world.step();
  const before = world.contacts;
  const snapshot = world.snapshot();
  for (let k = 0; k < 5; k++) world.step();
  world.restore(snapshot);
  expect(world.contacts).toEqual(before);
});
