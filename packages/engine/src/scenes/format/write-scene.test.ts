import { describe, expect, test } from 'vitest';
import { compound } from '../../collision/shapes/compound.ts';
import { box, plane, sphere } from '../../collision/shapes/shapes.ts';
import { constantForce } from '../../dynamics/forces/constant-force.ts';
import { springDamper } from '../../dynamics/forces/spring-damper.ts';
import { torsionalSpring } from '../../dynamics/forces/torsional-spring.ts';
import type { World } from '../../dynamics/world/world.ts';
import { createWorld } from '../../simulate.ts';
import { scenes } from '../catalogue.ts';
import { readScene } from './read-scene.ts';
import { sceneOf } from './write-scene.ts';

const STEPS = 100;

/** Scenes whose drivers are functions of a program, which no file can hold. */
const PROGRAMS = ['closed-loop', 'ring'];
/** Smaller than by default, for time. */
const smaller: Record<string, Record<string, number>> = {
  'sphere-pile': { count: 30, width: 0.3 },
  granular: { count: 30 },
  shaker: { count: 30 },
};

const hashAfter = (world: World, steps: number): string => {
  for (let k = 0; k < steps; k++) world.step();
  return world.hash();
};

test.each(scenes.filter(({ name }) => !PROGRAMS.includes(name)).map((scene) => [scene.name, scene] as const))(
  '%s, written as a file and read again, ends in the same bits',
  (name, scene) => {
    const options = { parameters: smaller[name] ?? {} };
    const world = createWorld(scene, options);
    const text = JSON.stringify(sceneOf(world));
    const again = createWorld(readScene(text, name));
    expect(again.bodies.map((body) => body.name)).toEqual(world.bodies.map((body) => body.name));
    expect(hashAfter(again, STEPS)).toBe(hashAfter(world, STEPS));
    expect(JSON.stringify(sceneOf(createWorld(readScene(text, name)))) === text).toBe(true);
  },
);

test.each(scenes.filter(({ name }) => PROGRAMS.includes(name)).map((scene) => [scene.name, scene] as const))(
  '%s has a driver of a program and is refused with a sentence',
  (_, scene) => {
    expect(() => sceneOf(createWorld(scene))).toThrow(
      'sceneOf: expected force elements only, found a driver of a program, which no scene file can hold',
    );
  },
);

describe('a world that has moved', () => {
  /** A mechanism without contacts: what it remembers of its last step matters little then. */
  function mechanism(): World {
    const world = createWorld({ title: 'mechanism', timeStep: 1 / 240, integrator: 'midpoint' });
    const arm = world.addBody({ name: 'arm', shape: box(0.5, 0.05, 0.05), position: [0.5, 0, 0] });
    const bob = world.addBody({
      name: 'bob',
      mass: 2,
      inertia: [0.1, 0.2, 0.2, 0.02, 0, 0],
      position: [1.5, 0, 0],
      shape: compound([{ shape: sphere(0.1), position: [0.1, 0, 0] }, { shape: sphere(0.1) }]),
    });
    const cart = world.addBody({ name: 'cart', shape: box(0.1, 0.1, 0.1), position: [0, 2, 0] });
    const fan = world.addBody({ name: 'fan', shape: box(0.2, 0.02, 0.02), position: [0, 4, 0] });
    world.addBody({ motion: { kind: 'oscillation', amplitude: 0.1, direction: [1, 0, 0], frequency: 3, phase: 0.4 } });
    world.addJoint({ kind: 'revolute', b: arm, point: [0, 0, 0], axis: [0, 1, 0], limits: { lower: -3, upper: 0.6 } });
    world.addJoint({ kind: 'distance', a: arm, b: bob, pointA: [1, 0, 0], pointB: [1.5, 0, 0] });
    world.addJoint({
      kind: 'prismatic',
      b: cart,
      point: [0, 2, 0],
      axis: [1, 0, 0],
      servo: { target: 0.3, stiffness: 200, damping: 5 },
    });
    const turned = world.addJoint({ kind: 'revolute', b: fan, point: [0, 4, 0], axis: [0, 0, 1], motor: { speed: 1 } });
    turned.setSpeed(2.5);
    world.ignoreContacts(arm, bob);
    world.addDriver(springDamper({ a: bob, pointA: [1.5, 0, 0], pointB: [1.5, 0, 1], stiffness: 30, damping: 0.5 }));
    world.addDriver(torsionalSpring({ b: arm, axis: [0, 1, 0], stiffness: 2, angle: -0.2 }));
    world.addDriver(constantForce({ body: bob, force: [0, 0, 1], point: [1.6, 0, 0], frame: 'body' }));
    return world;
  }

  test('goes on from its file as it would have gone on', () => {
    const world = mechanism();
    hashAfter(world, 120);
    const again = createWorld(readScene(JSON.stringify(sceneOf(world))));
    hashAfter(world, 120);
    hashAfter(again, 120);
    for (const body of world.bodies) {
      const other = again.body(body.name);
      const apart = (p: readonly number[], q: readonly number[]) => Math.max(...p.map((c, k) => Math.abs(c - q[k])));
      // m; velocities along a rod alternate under midpoint, and the file begins that anew
      expect(apart(other.position, body.position), body.name).toBeLessThan(1e-6);
    }
  });

  /** Every joint that leaves more free than a hinge, each with a body of its own. */
  function looseJoints(): World {
    const world = createWorld({ timeStep: 1 / 240, integrator: 'midpoint' });
    const at = (k: number) => [2 * k, 0.3, 0] as const;
    const [screw, puck, bead, foot, bob] = ['screw', 'puck', 'bead', 'foot', 'bob'].map((name, k) =>
      world.addBody({ name, mass: 2, inertia: [0.1, 0.2, 0.15], position: at(k), angularVelocity: [0, 0, 0.5] }),
    );
    const axis = [0, 0.6, 0.8] as const;
    const servo = { target: 0.3, stiffness: 200, damping: 5 };
    const [slide, turn] = [{ limits: { lower: -1, upper: 0.5 } }, { servo }];
    world.addJoint({ kind: 'screw', b: screw, point: at(0), axis: [0, 0, 1], lead: 0.7, turn, slide });
    world.addJoint({ kind: 'planar', b: puck, point: at(1), normal: axis, servo });
    world.addJoint({ kind: 'point-on-line', b: bead, point: [4.1, 0.3, 0], axis, servo });
    world.addJoint({ kind: 'point-on-plane', b: foot, point: [6, 0, 0], normal: axis });
    world.addJoint({ kind: 'revolute-spherical', b: bob, pointA: [8, 1, 0.4], pointB: at(4), axis: [1, 0, 0] });
    return world;
  }

  test('and so do screws, planes, wires and rods', () => {
    const world = looseJoints();
    hashAfter(world, 60);
    const again = createWorld(readScene(JSON.stringify(sceneOf(world))));
    hashAfter(world, 60);
    hashAfter(again, 60);
    for (const body of world.bodies) {
      const other = again.body(body.name);
      for (let c = 0; c < 3; c++) expect(Math.abs(other.position[c] - body.position[c]), body.name).toBeLessThan(1e-6);
    }
    const fresh = looseJoints();
    const text = JSON.stringify(sceneOf(fresh));
    expect(hashAfter(createWorld(readScene(text)), 60)).toBe(hashAfter(fresh, 60));
  });

  test('keeps sensors, groups, belts, named materials and what ignores what', () => {
    const world = createWorld({ frictionPairs: [{ materials: ['ice', 'steel'], friction: 0.1 }] });
    const surfaceVelocity = [0.3, 0, 0] as const;
    const ground = world.addBody({ motion: 'static', shape: plane(), material: { name: 'steel' }, surfaceVelocity });
    ground.surfaceAngularVelocity = [0, 0, 2];
    const puck = world.addBody({ shape: sphere(0.1), material: { name: 'ice', friction: 0.2 }, groups: 2, meets: 3 });
    world.addBody({ motion: 'static', shape: box(1, 1, 1), sensor: true });
    world.ignoreContacts(ground, puck);
    expect(sceneOf(world)).toMatchObject({
      settings: { frictionPairs: [{ materials: ['ice', 'steel'], friction: 0.1 }] },
      materials: { steel: {}, ice: { friction: 0.2 } },
      bodies: [
        { motion: 'static', material: 'steel', surfaceVelocity: [0.3, 0, 0], surfaceAngularVelocity: [0, 0, 2] },
        { material: 'ice', groups: 2, meets: 3 },
        { sensor: true },
      ],
      ignoreContacts: [['body-1', 'body-2']],
    });
  });
});

test('what no file can hold is refused with a sentence', () => {
  const world = createWorld();
  const path = { kind: 'path', pose: () => ({ position: [0, 0, 0] as const }) } as const;
  const body = world.addBody({ name: 'guest', motion: path });
  expect(() => sceneOf(world)).toThrow(
    'sceneOf: body guest: expected a motion that a scene file can hold, found a path of a program',
  );
  world.removeBody(body);
  for (const friction of [0.1, 0.2]) world.addBody({ shape: sphere(1), material: { name: 'ice', friction } });
  expect(() => sceneOf(world)).toThrow('material: expected one material with the name ice, found two');
  expect(() => sceneOf({} as World)).toThrow('sceneOf: expected a world, found an object');
});
